"""The hanging gardens: 4 × 4 cells on four levels, the irrigation edges between them, and what is watered.

Cell (i, j) lies on level 4 − max(i, j); the river runs along the sides i = 3 and j = 3. An edge between two cells is a piece of canal
between two crossings. Which edges have two sections may be unknown: answers are then True, False or None for "cannot judge".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scanner.games.amyitis.box import Cell, Edge, edge_between

SIDE = 4
CELLS: tuple[Cell, ...] = tuple((i, j) for i in range(SIDE) for j in range(SIDE))
NEUTRAL = -1
"""Owner of a grey cube."""

Crossing = tuple[int, int]
Water = Mapping[Edge, tuple[int, ...]]
"""Owners of the cubes on each irrigated edge."""


def level(cell: Cell) -> int:
    return SIDE - max(cell)


def needed_quality(cell: Cell) -> int:
    """Plant quality a cell asks for: its level, and 3 on the top."""
    return min(level(cell), 3)


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    i, j = cell
    return tuple(c for c in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)) if c in CELLS)


@cache
def edges_of(cell: Cell) -> tuple[Edge, ...]:
    """The inner edges around a cell; its sides on the rim carry no water."""
    return tuple(edge_between(cell, near) for near in neighbours(cell))


EDGES: tuple[Edge, ...] = tuple(sorted({edge for cell in CELLS for edge in edges_of(cell)}))


@cache
def crossings(edge: Edge) -> tuple[Crossing, Crossing]:
    """The two ends of the canal between two cells."""
    (i, j), (k, _) = edge
    return ((i + 1, j), (i + 1, j + 1)) if k > i else ((i, j + 1), (i + 1, j + 1))


def at_river(crossing: Crossing) -> bool:
    return SIDE in crossing


class Canals:
    """Irrigation at one moment: which sections are free, full, and reached by water."""

    def __init__(self, water: Water, sealed: frozenset[Edge], doubles: frozenset[Edge] | None, *, half_carries: bool) -> None:
        self.water = water
        self.sealed = sealed
        """Edges filled up with grey cubes although their number of sections is unknown."""
        self.doubles = doubles
        self.half_carries = half_carries
        self._known_wet: dict[bool, frozenset[Crossing]] = {}

    def sections(self, edge: Edge) -> int | None:
        """1 or 2; None when unknown."""
        return None if self.doubles is None else 1 + (edge in self.doubles)

    def is_full(self, edge: Edge) -> bool | None:
        """All sections irrigated."""
        cubes = len(self.water.get(edge, ()))
        if edge in self.sealed or cubes == 2:
            return True
        sections = self.sections(edge)
        if cubes == 0:
            return False
        return None if sections is None else cubes == sections

    def carries(self, edge: Edge) -> bool | None:
        """Water passes along the whole edge."""
        return bool(self.water.get(edge)) if self.half_carries else self.is_full(edge)

    def is_reached(self, edge: Edge) -> bool | None:
        """An unbroken way of water leads from the river to the edge."""
        if self.water.get(edge) or any(map(at_river, crossings(edge))):
            return True
        if any(c in self._wet(doubtful=False) for c in crossings(edge)):
            return True
        return None if self.doubles is None and any(c in self._wet(doubtful=True) for c in crossings(edge)) else False

    def _wet(self, *, doubtful: bool) -> frozenset[Crossing]:
        """Crossings that water reaches; with `doubtful` also over edges that may be full."""
        if doubtful not in self._known_wet:
            open_edges = [crossings(e) for e in self.water if self.carries(e) or (doubtful and self.carries(e) is None)]
            wet = {c for ends in open_edges for c in ends if at_river(c)}
            before = -1
            while len(wet) != before:
                before = len(wet)
                for a, b in open_edges:
                    if a in wet or b in wet:
                        wet |= {a, b}
            self._known_wet[doubtful] = frozenset(wet)
        return self._known_wet[doubtful]

    def is_free(self, edge: Edge) -> bool | None:
        """A cube may be put there now."""
        full = self.is_full(edge)
        if full:
            return False
        reached = self.is_reached(edge)
        if reached is False:
            return False
        return None if full is None or reached is None else True

    def is_watered(self, cell: Cell) -> bool | None:
        """At least one side of the cell is wholly irrigated; the river itself does not count."""
        answers = [self.is_full(edge) for edge in edges_of(cell)]
        if True in answers:
            return True
        return None if None in answers else False

    def cubes_around(self, cell: Cell) -> list[int]:
        """Owners of the coloured cubes around the cell."""
        return [owner for edge in edges_of(cell) for owner in self.water.get(edge, ()) if owner != NEUTRAL]
