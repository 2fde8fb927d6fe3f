"""A game of Amyitis at one moment, as immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scanner.games.amyitis.box import GOODS, Box, Cell, Edge, Settings, Tile
from scanner.games.amyitis.garden import CELLS, Canals, Water
from scanner.games.eventlog import Award
from scanner.games.sheet import Finding

ACTIONS, PROCESSION, ISHTAR, TAMMOUZ, EXCHANGE, STOCK, OVER = "actions", "procession", "ishtar", "tammouz", "exchange", "stock", "over"
GROUP_SIZE = 3
"""Craftsmen in a group."""


@dataclass(frozen=True, slots=True)
class Game:
    """What is fixed before the first round."""

    players: tuple[str, ...]
    """Clockwise, the first start player first."""
    box: Box
    settings: Settings
    garden: Mapping[Cell, Tile]
    """The tile dealt to each cell in use."""
    doubles: frozenset[Edge] | None
    ring: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies in front of one player."""

    points: int = 0
    talents: int = 4
    camels: int = 1
    goods: tuple[int, ...] = (0,) * len(GOODS)
    banker: int = 0
    caravan: int = 0
    palace: int = 0
    gardeners: int = 0
    tiles: tuple[Tile, ...] = ()
    unknown: int = 0
    """Tiles whose points nobody wrote down."""

    def has(self, good: str) -> int:
        return self.goods[GOODS.index(good)]

    def with_good(self, good: str, change: int) -> Seat:
        at = GOODS.index(good)
        return replace(self, goods=(*self.goods[:at], self.goods[at] + change, *self.goods[at + 1 :]))


@dataclass(frozen=True, slots=True)
class State:
    """The table between two events."""

    game: Game
    seats: tuple[Seat, ...]
    garden: Mapping[Cell, Tile]
    """Tiles still in the garden."""
    water: Water = field(default_factory=dict)
    sealed: frozenset[Edge] = frozenset()
    rows: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    temples: tuple[tuple[int, ...], ...] = ((), (), ())
    """Cubes in each temple, the newest (leftmost) first."""
    caravan: int = 0
    """Spaces from Babylon."""
    seen: Mapping[int, str] = field(default_factory=dict)
    """Cities that the log has placed on the ring."""
    bought: Mapping[str, int] = field(default_factory=dict)
    """Plants bought in each city: the card turns over each time."""
    groups: tuple[tuple[str | None, ...], ...] = ()
    """Craftsmen still face up in each group; None where the log does not say which."""
    passed: frozenset[int] = frozenset()
    phase: str = ACTIONS
    round: int = 1
    start: int = 0
    player: int = 0
    turn: int = 1
    """Number of the next event that moves the game."""
    opened: bool = False
    """Somebody has acted in this round."""

    @property
    def canals(self) -> Canals:
        return Canals(self.water, self.sealed, self.game.doubles, half_carries=self.game.settings.half_edge_carries)

    @property
    def over(self) -> bool:
        return self.phase == OVER

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(seat.points for seat in self.seats)

    def with_seat(self, player: int, seat: Seat) -> State:
        return replace(self, seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))

    def next_of(self, player: int) -> int:
        return (player + 1) % len(self.seats)

    def goods_left(self, good: str) -> int:
        """Tokens of that good in the common supply, not counting those that wait on caravan cards."""
        total: int = self.game.box.data["goods"][good]
        return total - sum(seat.has(good) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one event did: points, and what could not be judged."""

    state: State
    awards: tuple[Award, ...] = ()
    doubts: tuple[Finding, ...] = ()

    def then(self, other: Outcome) -> Outcome:
        """This outcome followed by one that went on from its state."""
        return Outcome(other.state, self.awards + other.awards, self.doubts + other.doubts)


def award(state: State, player: int, points: int, column: str, code: str, **details: object) -> Outcome:
    """Points for one player."""
    seat = state.seats[player]
    after = state.with_seat(player, replace(seat, points=seat.points + points))
    return Outcome(after, (Award(player, points, column, code, details),))


def new_state(game: Game) -> State:
    """The table after setup, ready for the first player's first action."""
    count = len(game.players)
    groups: tuple[tuple[str | None, ...], ...] = ((None,) * GROUP_SIZE,) * count
    return State(game, (Seat(),) * count, dict(game.garden), groups=groups)


def cells_in_use(box: Box, players: int) -> tuple[Cell, ...]:
    unused = box.unused_cells(players)
    return tuple(c for c in CELLS if c not in unused)
