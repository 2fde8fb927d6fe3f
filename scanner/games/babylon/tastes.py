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
        rare = 4.0 / 4 if self.flowers[flower] <= min(self.flowers[f] for f in FLOWERS) else 0.0
        plans = [p for o in self.openings for p in self._plans(o, symbols, pillars, doubles)]
        best = max(plans, key=lambda plan: plan.value, default=None)
        if best is None:
            return None
        return Plan(best.value + rare, best.opening, best.symbols, best.belvedere, best.singles, best.doubles)

    def _plans(self, opening: Opening, symbols: Symbols, pillars: int, doubles: int) -> list[Plan]:
        dearest = 0 if opening.lacking is not None else max((COST[s] for s in opening.supports if s), default=0)
        if opening.cost - dearest > pillars + 2 * doubles:
            return []
        cells = CORNERS[opening.place]
        gains = [self._gains(cell, corner, opening.level, symbols) for corner, cell in enumerate(cells)]
        found = []
        value = self._place_value(opening, cells)
        for turn in range(4):
            way = turned(symbols, turn)
            earned = [gain[kind] for gain, kind in zip(gains, way, strict=True)]
            belvedere = self._corner(opening, earned)
            bill = [s for corner, s in enumerate(opening.supports) if s and corner != belvedere]
            free = min(doubles, bill.count("double"))
            cost = sum(COST[s] for s in bill) - 2 * free
            if cost > pillars:
                continue
            points = sum(earned) + (1 - earned[belvedere] if belvedere is not None else 0)
            total = self.taste.points * points + value - self.taste.thrift * cost + self.taste.noise * self.rng.random()
            found.append(Plan(total, opening, way, belvedere, cost, free))
        return found

    def _corner(self, opening: Opening, earned: list[float]) -> int | None:
        """Where the belvedere goes: where it costs least; none when every field is worth more or the player is careless."""
        corners = opening.belvedere_corners()
        if opening.lacking is not None:
            return opening.lacking
        if not corners or self.rng.random() < self.taste.slack:
            return None
        corner = min(corners, key=lambda k: earned[k] - COST[opening.supports[k] or "single"])
        return corner if earned[corner] <= 1 + COST[opening.supports[corner] or "single"] else None

    def _gains(self, cell: Cell, corner: int, level: int, symbols: Symbols) -> dict[str | None, float]:
        """Points that each symbol would bring on this field at once, and a little for the future."""
        gains: dict[str | None, float] = {None: 0.0}
        for kind in set(symbols) - {None}:
            if kind == "statue":
                fits = self.lines is None or cell[0] in self.lines[0] or cell[1] in self.lines[1]
                gains[kind] = float(level) if fits else 0.0
                continue
            wish = self.wishes.get((cell, level, kind or ""))
            gains[kind] = max((wish.get(d, 0) for d in OUTWARD[corner]), default=0) if wish else 0.3
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
