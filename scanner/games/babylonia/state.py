"""A Babylonia game at one moment, as immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scanner.games.babylonia.board import Board, Hex, load_data
from scanner.games.babylonia.components import CARD_STAND, KINDS, TOKENS, UNKNOWN, Settings, is_city

TOKEN_ORDER = (*KINDS, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Game:
    """What is fixed before the first turn."""

    board: Board
    players: tuple[str, ...]
    """Names in the order of play, the first player first."""
    settings: Settings
    tiles: Mapping[Hex, str]
    """The location tile dealt to each site."""
    cards: tuple[int, ...]
    """The ziggurat cards on offer."""
    stands: tuple[tuple[str, ...], ...] | None = None
    """The first five tokens of everybody, when they were written down."""


@dataclass(frozen=True, slots=True)
class Token:
    """A clan token on the board."""

    player: int
    kind: str
    face_down: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's tokens that are not on the board: `known` is None as soon as a draw was not written down."""

    stand: int
    known: tuple[str, ...] | None
    played: tuple[int, ...] = (0,) * len(TOKEN_ORDER)
    """Tokens on the board, in the order of TOKEN_ORDER."""

    @property
    def supply(self) -> int:
        return TOKENS - self.stand - sum(self.played)


@dataclass(frozen=True, slots=True)
class State:
    """The table between two events."""

    game: Game
    tokens: Mapping[Hex, Token]
    tiles: Mapping[Hex, str]
    hands: tuple[Hand, ...]
    cities: tuple[tuple[str, ...], ...]
    """City tiles in front of each player, oldest first."""
    cards: tuple[tuple[int, ...], ...]
    offer: tuple[int, ...]
    spent: frozenset[int]
    """One-time cards that lie face down."""
    settled: frozenset[Hex]
    """Ziggurats that were scored."""
    points: tuple[int, ...]
    turn: int = 1
    player: int = 0
    placed: tuple[Hex, ...] = ()
    """Hexes of the tokens put down in this turn, in order."""
    scoring: bool = False
    """The player has begun to score, so no more tokens may be put down in this turn."""
    over: bool = False

    @property
    def cities_on_board(self) -> int:
        return sum(map(is_city, self.tiles.values()))

    @property
    def cities_taken(self) -> int:
        return sum(map(len, self.cities))

    def owns(self, player: int, card: int) -> bool:
        return card in self.cards[player]

    def stand_limit(self, player: int) -> int:
        sizes = load_data()["stand"]
        limit: int = sizes["with_card_3"] if self.owns(player, CARD_STAND) else sizes["usual"]
        return limit

    def turn_limit(self) -> int | None:
        """Tokens the first and second player must play in the first round; None later."""
        if not self.game.settings.first_round_limits or self.turn > 2:
            return None
        return self.turn


def new_state(game: Game) -> State:
    """The table after setup."""
    count = len(game.players)
    size = load_data()["stand"]["usual"]
    hands = tuple(Hand(size, None if game.stands is None else game.stands[p]) for p in range(count))
    nothing: tuple[tuple[str, ...], ...] = ((),) * count
    return State(game, {}, game.tiles, hands, nothing, ((),) * count, game.cards, frozenset(), frozenset(), (0,) * count)
