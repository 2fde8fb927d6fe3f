"""Complete games by the rules between simple players, from a seed, and random gardens without a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scanner.errors import GameError
from scanner.games.babylon.box import DOUBLE_PILLARS, PIECES, SINGLE_PILLARS, starting_tile
from scanner.games.babylon.garden import FLOWERS, Garden, Tile
from scanner.games.babylon.quarry import (
    BLANK_SYMBOL,
    FEWER,
    MORE_DOUBLE,
    MORE_SINGLE,
    NOTHING,
    OTHER_SYMBOL,
    OWN_FLOWER,
    REMOVED_CLAY,
    ROUNDS,
    TOKENS,
    Quarry,
    QuarryTile,
    Spot,
)
from scanner.games.babylon.scatter import random_garden
from scanner.games.babylon.site import Site
from scanner.games.babylon.tastes import TASTES, Builder, Plan, Taste, decorate

__all__ = ["TASTES", "play_game", "random_garden"]

STORED_PILLARS = 6
WORTHWHILE = 0.0
"""A tile is placed when its plan is worth at least this; otherwise it is stored or discarded."""


@dataclass(slots=True)
class _Player:
    flower: str
    taste: Taste
    site: Site
    notch: QuarryTile | None
    starting: bool = True
    """Whether the starting tile still lies in the notch."""
    pillars: int = 0
    doubles: int = 0
    """Given by a token this turn; cannot be stored."""


@dataclass(slots=True)
class _Table:
    rng: Random
    quarry: Quarry
    players: list[_Player]
    pillars: Counter[str] = field(default_factory=lambda: Counter(single=SINGLE_PILLARS, double=DOUBLE_PILLARS))
    """Left in the box."""


def play_game(seed: int, players: int = 4, tastes: Sequence[str] | None = None) -> list[Garden]:
    """The finished gardens of one game, in turn order. `tastes`: one name per player out of TASTES; drawn at random if left out."""
    if players not in ROUNDS:
        raise GameError("bad-players", f"{players} players: Babylon is for 2 to 4")
    rng = Random(seed)
    names = list(tastes) if tastes is not None else [rng.choice(tuple(TASTES)) for _ in range(players)]
    if len(names) != players or not set(names) <= set(TASTES):
        raise GameError("bad-taste", f"name one taste per player out of {', '.join(TASTES)}")
    table = _set_up(rng, names)
    tokens = [NOTHING, *rng.sample(TOKENS, ROUNDS[players] - 1)]
    for token in tokens:
        for player in table.players:
            _turn(table, player, token)
    return [player.site.garden() for player in table.players]


def _set_up(rng: Random, names: list[str]) -> _Table:
    supply: Counter[str] = Counter(PIECES)
    flowers = rng.sample(FLOWERS, len(names))
    players = [_Player(f, TASTES[n].varied(rng), Site(supply), starting_tile(f)) for f, n in zip(flowers, names, strict=True)]
    quarry = Quarry(rng)
    for _ in range(REMOVED_CLAY[len(names)]):  # clay only: a stack that lost its clay is left alone
        clay = [spot for spot, stack in quarry.stacks.items() if len(stack) == 3]
        quarry.take(rng.choice(clay))
    return _Table(rng, quarry, players)


def _turn(table: _Table, player: _Player, token: str) -> None:
    dug = _dig(table, player, token)
    _gain(table, player, token)
    wild = token if token in (OTHER_SYMBOL, BLANK_SYMBOL) else None
    hand = [tile for tile in (dug, player.notch) if tile is not None]
    placed: list[Tile] = []
    building = table.rng.random() >= player.taste.idle
    while hand and building:
        chosen = _choose(table, player, hand)
        if chosen is None:
            break
        plan, tile = chosen
        hand.remove(tile)
        player.starting = player.starting and tile is not player.notch
        player.notch = None if tile is player.notch else player.notch
        placed.append(_build(table, player, plan, tile))
        decorate(player.site, placed, player.taste, table.rng, wild if len(hand) == 0 else None)
    if placed and hand and wild:
        decorate(player.site, placed, player.taste, table.rng, wild)
    _store(table, player, [tile for tile in hand if tile is not player.notch])


def _dig(table: _Table, player: _Player, token: str) -> QuarryTile:
    """Take the tile that promises most pillars, symbols and missing flowers, and the pillars for it."""
    flowers = Counter(tile.flower for tile in player.site.tiles)
    scarce = min(flowers[f] for f in FLOWERS)

    def value(spot: Spot, tile: QuarryTile) -> float:
        flower, symbols = tile
        own = 2 if token == OWN_FLOWER else 1
        pillars = table.quarry.income(spot) + own * (flower == player.flower)
        wanted = sum(s is not None for s in symbols) + (flowers[flower] == scarce)
        return 0.6 * pillars + 0.4 * wanted + player.taste.noise * table.rng.random()

    visible = table.quarry.visible()
    spot = max(visible, key=lambda s: value(s, visible[s]))
    income = table.quarry.income(spot) - (token == FEWER)
    flower, _ = tile = table.quarry.take(spot)
    if flower == player.flower:
        income += 2 if token == OWN_FLOWER else 1
    _take_singles(table, player, max(0, income))
    return tile


def _gain(table: _Table, player: _Player, token: str) -> None:
    player.doubles = 0
    if token == MORE_SINGLE:
        _take_singles(table, player, 1)
    elif token == MORE_DOUBLE and table.pillars["double"] > 0:
        player.doubles = 1


def _take_singles(table: _Table, player: _Player, count: int) -> None:
    taken = min(count, table.pillars["single"])
    table.pillars["single"] -= taken
    player.pillars += taken


def _choose(table: _Table, player: _Player, hand: list[QuarryTile]) -> tuple[Plan, QuarryTile] | None:
    """The better of the tiles in hand with its plan, if one is worth building."""
    builder = Builder(player.site, player.taste, table.rng)
    plans = [(builder.best(*tile, player.pillars, player.doubles), tile) for tile in hand]
    worthy = [(plan, tile) for plan, tile in plans if plan is not None and plan.value > WORTHWHILE]
    return max(worthy, key=lambda p: p[0].value, default=None)


def _build(table: _Table, player: _Player, plan: Plan, tile: QuarryTile) -> Tile:
    """Pay the pillars and lay the tile; two singles go back to the box for each double."""
    supports = [s for k, s in enumerate(plan.opening.supports) if s and k != plan.belvedere]
    doubles = supports.count("double")
    player.pillars -= plan.singles
    player.doubles -= plan.doubles
    table.pillars["double"] -= doubles
    table.pillars["single"] += 2 * (doubles - plan.doubles)
    return player.site.place(plan.opening, tile[0], plan.symbols, plan.belvedere)


def _store(table: _Table, player: _Player, left: list[QuarryTile]) -> None:
    """Keep six pillars and the better tile; the starting tile leaves the notch only by being built or discarded."""
    spare = max(0, player.pillars - STORED_PILLARS)
    player.pillars -= spare
    table.pillars["single"] += spare
    for tile in left:
        richer = player.notch is None or sum(map(bool, tile[1])) > sum(map(bool, player.notch[1]))
        if richer:
            player.notch = tile
            player.starting = False
