"""Simple players: what they value in a tile, a place and a decoration."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from scanner.games.babylon.box import Symbols, turned
from scanner.games.babylon.garden import FLOWERS, Cell, Decoration, Tile
from scanner.games.babylon.score import worth
from scanner.games.babylon.site import CORNERS, COST, DIRECTIONS, OUTWARD, Opening, Site

MAX_LEVEL = 7
MIDDLE = (3.0, 3.0)
STATUE_LOSS, BELVEDERE_LOSS = 1.0, 1.0
"""Points lost by covering, times the level for statues."""
HOPE = 0.3
"""What a symbol without a partner is worth for later."""
FLOWER_SHARE = 1.0
"""A tile's share of a set of four flowers."""
TWO_ENDED = ("fountain", "bridge", "stairs")


@dataclass(frozen=True, slots=True)
class Taste:
    """The weights of one player; points are victory points, everything else is worth that many of them."""

    name: str
    points: float = 1.0
    level: float = 0.0
    """For each level of a new tile."""
    spread: float = 0.1
    """For each hole of the board newly covered."""
    thrift: float = 0.35
    """Lost for each single pillar used."""
    gather: float = 0.0
    """Lost for each square cell of distance from the middle of the board."""
    noise: float = 0.6
    """Random part of each valuation."""
    misses: float = 0.03
    """Chance to overlook a decoration."""
    slack: float = 0.3
    """Chance to give a pillar more than needed instead of a belvedere."""
    idle: float = 0.05
    """Chance to build nothing in a turn."""

    def varied(self, rng: Random) -> Taste:
        """The same taste in another person."""
        return replace(
            self,
            level=self.level + rng.gauss(0.0, 0.7),
            spread=self.spread + rng.gauss(0.0, 0.15),
            thrift=self.thrift * rng.uniform(0.5, 1.5),
            slack=min(1.0, self.slack * rng.uniform(0.3, 2.5)),
            idle=self.idle * rng.uniform(0.0, 3.0),
        )


TASTES = {
    taste.name: taste
    for taste in (
        Taste("greedy"),
        Taste("tower", points=0.4, level=4.0, spread=-0.2, thrift=0.1, gather=0.35, misses=0.5, slack=0.9),
        Taste("flat", level=-2.0, spread=0.6),
        Taste("careless", points=0.5, level=0.2, noise=2.5, misses=0.35, slack=0.6, idle=0.1),
    )
}


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to build a tile."""

    value: float
    opening: Opening
    symbols: Symbols
    belvedere: int | None
    singles: int
    doubles: int


Wishes = dict[tuple[Cell, int, str], dict[int, int]]
"""What a symbol on (cell, level) would earn: by the direction in which its partner lies."""


def gather_wishes(site: Site) -> Wishes:
    """The partners that empty symbols of the garden wait for."""
    wishes: Wishes = {}
    for cell, kind in site.symbol.items():
        if kind not in TWO_ENDED or site.piece[cell] is not None:
            continue
        level, reach = site.top[cell], 2 if kind == "bridge" else 1
        for direction, (dc, dr) in enumerate(DIRECTIONS):
            other = (cell[0] - reach * dc, cell[1] - reach * dr)
            if other not in site.top:
                continue
            for partner in (level - 1, level + 1) if kind == "stairs" else (level,):
                if partner > 0:
                    points = level + partner if kind == "stairs" else 3 * level
                    wishes.setdefault((other, partner, kind), {})[direction] = points
    return wishes


class Builder:
    """Values every way to build one tile in the garden as it stands."""

    def __init__(self, site: Site, taste: Taste, rng: Random) -> None:
        self.site, self.taste, self.rng = site, taste, rng
        self.openings = site.openings(MAX_LEVEL)
        self.wishes = gather_wishes(site)
        self.lines = site.statue_lines()
        self.flowers = Counter(dict.fromkeys(FLOWERS, 0)) + Counter(tile.flower for tile in site.tiles)

    def best(self, flower: str, symbols: Symbols, pillars: int, doubles: int) -> Plan | None:
        """The dearest plan that `pillars` singles (two for a double) and `doubles` given doubles can pay."""
        rare = FLOWER_SHARE if self.flowers[flower] <= min(self.flowers[f] for f in FLOWERS) else 0.0
        ways = [turned(symbols, turn) for turn in range(4)]
        kinds = [kind for kind in dict.fromkeys(symbols) if kind is not None]
        best: Plan | None = None
        for opening in self.openings:
            plan = self._plan(opening, ways, kinds, pillars, doubles)
            if plan is not None and (best is None or plan.value > best.value):
                best = plan
        return None if best is None else replace(best, value=best.value + rare)

    def _plan(self, opening: Opening, ways: list[Symbols], kinds: list[str], pillars: int, doubles: int) -> Plan | None:
        """The best way to turn the tile in this opening."""
        costs = [COST[s] if s else 0 for s in opening.supports]
        free = min(doubles, opening.supports.count("double"))
        corners = opening.belvedere_corners()
        forced = opening.lacking is not None
        lavish = not forced and self.rng.random() < self.taste.slack
        whole = sum(costs) - 2 * free
        if whole - (0 if forced or not corners else max(costs)) > pillars:
            return None
        cells = CORNERS[opening.place]
        gains = [self._gains(cell, corner, opening.level, kinds) for corner, cell in enumerate(cells)]
        best: tuple[float, Symbols, int | None, int] | None = None
        for way in ways:
            earned = [gain[kind] for gain, kind in zip(gains, way, strict=True)]
            corner = _belvedere(corners, earned, costs, forced, lavish or not corners)
            cost = whole if corner is None else max(0, whole - costs[corner])
            points = sum(earned) if corner is None else sum(earned) - earned[corner] + 1
            value = self.taste.points * points - self.taste.thrift * cost
            if cost <= pillars and (best is None or value > best[0]):
                best = (value, way, corner, cost)
        if best is None:
            return None
        value = best[0] + self._place_value(opening, cells) + self.taste.noise * self.rng.random()
        paid = [s for k, s in enumerate(opening.supports) if s and k != best[2]]
        given = min(doubles, paid.count("double"))
        return Plan(value, opening, best[1], best[2], sum(COST[s] for s in paid) - 2 * given, given)

    def _gains(self, cell: Cell, corner: int, level: int, kinds: list[str]) -> dict[str | None, float]:
        """Points that each symbol would bring on this field at once, and a little for the future."""
        gains: dict[str | None, float] = {None: 0.0}
        for kind in kinds:
            if kind == "statue":
                fits = self.lines is None or cell[0] in self.lines[0] or cell[1] in self.lines[1]
                gains[kind] = float(level) if fits else 0.0
                continue
            wish = self.wishes.get((cell, level, kind))
            one, two = OUTWARD[corner]
            gains[kind] = max(wish.get(one, 0), wish.get(two, 0)) if wish else HOPE
        return gains

    def _place_value(self, opening: Opening, cells: tuple[Cell, ...]) -> float:
        taste, site = self.taste, self.site
        value = taste.level * opening.level + 2 * taste.points * max(0, opening.level - site.height)
        if taste.gather:
            value -= taste.gather * math.dist(opening.place, MIDDLE) ** 2
        for cell in cells:
            value += taste.spread * (site.top[cell] == 0)
            if site.piece[cell] == "statue":
                value -= STATUE_LOSS * site.top[cell]
            elif site.piece[cell] is not None:
                value -= BELVEDERE_LOSS
        return value


def _belvedere(corners: list[int], earned: list[float], costs: list[int], forced: bool, lavish: bool) -> int | None:
    """Where the belvedere goes: where a field earns least; nowhere when every field is worth more than a point and the pillar."""
    if forced:
        return corners[0]
    if lavish:
        return None
    corner = min(corners, key=lambda k: earned[k] - costs[k])
    return corner if earned[corner] <= 1 + costs[corner] else None


def decorate(site: Site, tiles: list[Tile], taste: Taste, rng: Random, wild: str | None) -> None:
    """Add what pays most until nothing is offered or everything else is overlooked; `wild` is a token for one symbol."""
    overlooked: set[Decoration] = set()
    while True:
        offers = [o for tile in tiles for o in site.offers(tile) if o not in overlooked]
        if not offers and wild is not None:
            offers = [o for tile in tiles for o in _wild_offers(site, tile, wild)]
            wild = None
        if not offers:
            return
        best = max(offers, key=lambda o: (worth(o), o.sort_key()))
        if rng.random() < taste.misses:
            overlooked.add(best)
        else:
            site.add(best)


def _wild_offers(site: Site, tile: Tile, wild: str) -> list[Decoration]:
    """Offers on fields of the tile whose symbol a token changes: a printed one, or a blank."""
    fields = {cell for cell in tile.cells if (tile.symbol_at(cell) is None) == (wild == "blank")}
    return [o for o in site.offers(tile, wild=True) if any(cell in fields for cell in o.cells)]
