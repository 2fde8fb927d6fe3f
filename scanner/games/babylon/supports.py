"""Which pillars and statues carry each tile.

A support stands on the highest field below its tile, so the garden decides for every corner which kind fits: a single pillar one
level below, a double pillar two levels below, a statue one level below in place of the pillar, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scanner.games.babylon.box import DOUBLE_PILLARS, SINGLE_PILLARS
from scanner.games.babylon.garden import Cell, Garden, Tile
from scanner.games.babylon.layout import Layout
from scanner.games.babylon.settings import DEFAULTS, Settings


@dataclass(frozen=True, slots=True)
class Support:
    """One support: `kind` is single, double or statue; it stands on `cell` of `base_level` (0 is the board) and carries `tile`."""

    kind: str
    cell: Cell
    base_level: int
    tile: Tile

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "cell": list(self.cell), "base_level": self.base_level, "tile": self.tile.to_dict()}


@dataclass(frozen=True, slots=True)
class Bearing:
    """How one tile is carried: its supports, and the corners that lack one although the rules ask for it."""

    tile: Tile
    supports: tuple[Support, ...]
    lacking: tuple[Cell, ...]
    belvederes: tuple[Cell, ...]

    @property
    def stands(self) -> bool:
        return not self.lacking and len(self.belvederes) <= 1


@dataclass(frozen=True, slots=True)
class Supports:
    """A consistent set of supports for the whole garden."""

    items: tuple[Support, ...]

    def __iter__(self) -> Iterator[Support]:
        return iter(self.items)

    def count(self, kind: str) -> int:
        return sum(s.kind == kind for s in self.items)

    @property
    def within_supply(self) -> bool:
        """Whether one box has enough pillars."""
        return self.count("single") <= SINGLE_PILLARS and self.count("double") <= DOUBLE_PILLARS


def find_supports(garden: Garden, settings: Settings = DEFAULTS) -> Supports | None:
    """The supports of every tile; None when some tile cannot stand or the box has too few pillars."""
    bearings = bear(Layout(garden), settings)
    if not all(b.stands for b in bearings):
        return None
    supports = Supports(tuple(s for b in bearings for s in b.supports))
    return supports if supports.within_supply else None


def bear(layout: Layout, settings: Settings = DEFAULTS) -> list[Bearing]:
    """How every tile is carried, in the order of the garden's tiles."""
    return [_bear_tile(layout, tile, settings) for tile in layout.garden.tiles]


def _bear_tile(layout: Layout, tile: Tile, settings: Settings) -> Bearing:
    supports, lacking, belvederes = [], [], []
    for cell in tile.cells:
        if "belvedere" in layout.kinds(cell, tile.level):
            belvederes.append(cell)
            continue
        support = _support(layout, tile, cell)
        if support is None:
            lacking.append(cell)
        else:
            supports.append(support)
    if not settings.hidden_listed and not belvederes and len(lacking) == 1 and layout.covered(lacking[0], tile.level):
        lacking = []  # an unseen belvedere stands there
    return Bearing(tile, tuple(supports), tuple(lacking), tuple(belvederes))


def _support(layout: Layout, tile: Tile, cell: Cell) -> Support | None:
    base = layout.base(cell, tile.level)
    standing = layout.kinds(cell, base) if base else ()
    gap = tile.level - base
    if gap == 1 and standing in ((), ("statue",)):
        return Support("statue" if standing else "single", cell, base, tile)
    if gap == 2 and not standing and (cell, base + 1) not in layout.decks:  # a double pillar would pierce a bridge's deck
        return Support("double", cell, base, tile)
    return None
