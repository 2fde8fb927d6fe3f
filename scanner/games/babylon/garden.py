"""A Babylon garden as immutable data: tiles on levels and the decorations on them.

Cells are (col, row) from 0, origin far left with the storage strip at the right; people call them A1 to H8. A tile's place is
its far left cell; its symbols run clockwise from there: far left, far right, near right, near left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SIZE = 8
"""Holes per side of the building area."""
PLACES = SIZE - 1
"""Tile places per side: a tile covers 2 × 2 cells and never overhangs."""
FLOWERS = ("white", "blue", "yellow", "pink")
SYMBOLS = ("statue", "fountain", "bridge", "stairs")
KINDS = (*SYMBOLS, "belvedere")
ENDS = {"statue": 1, "fountain": 2, "bridge": 2, "stairs": 2, "belvedere": 1}
"""Fields each piece stands on."""

Cell = tuple[int, int]


def cell_name(cell: Cell) -> str:
    """(3, 5) is D6."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


@dataclass(frozen=True, slots=True)
class Tile:
    """One terrace tile, garden side up."""

    col: int
    row: int
    level: int
    flower: str
    symbols: tuple[str | None, ...] | None = None

    @property
    def cells(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four covered cells, clockwise from the far left one."""
        c, r = self.col, self.row
        return ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))

    @property
    def place(self) -> Cell:
        return (self.col, self.row)

    def symbol_at(self, cell: Cell) -> str | None:
        """The symbol printed on the field over `cell`; None when blank or unknown."""
        return None if self.symbols is None else self.symbols[self.cells.index(cell)]

    def sort_key(self) -> tuple[Any, ...]:
        return (self.level, self.row, self.col, self.flower, tuple(s or "" for s in self.symbols or ()))

    def rotated(self) -> Tile:
        """Turned a quarter clockwise with the whole board."""
        symbols = None if self.symbols is None else (self.symbols[3], *self.symbols[:3])
        return Tile(PLACES - 1 - self.row, self.col, self.level, self.flower, symbols)

    def mirrored(self) -> Tile:
        """Left and right swapped."""
        symbols = None if self.symbols is None else tuple(self.symbols[k] for k in (1, 0, 3, 2))
        return Tile(PLACES - 1 - self.col, self.row, self.level, self.flower, symbols)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"col": self.col, "row": self.row, "level": self.level, "flower": self.flower}
        if self.symbols is not None:
            out["symbols"] = list(self.symbols)
        return out


@dataclass(frozen=True, slots=True)
class Decoration:
    """A statue, fountain, bridge, stairs or belvedere; `levels` are those of the tiles under `cells`, in the same order.

    A bridge names its two ends, not the cell it spans. Ends are kept in one order, so that it does not matter how they were
    given: the upper end first (stairs), then from far to near, from left to right.
    """

    kind: str
    cells: tuple[Cell, ...]
    levels: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.cells) == 2 == len(self.levels):
            (a, b), (x, y) = self.cells, self.levels
            if (-x, a[1], a[0]) > (-y, b[1], b[0]):
                object.__setattr__(self, "cells", (b, a))
                object.__setattr__(self, "levels", (y, x))

    @property
    def middle(self) -> Cell | None:
        """The cell under a bridge's deck; None for other pieces and for crooked bridges."""
        if self.kind != "bridge":
            return None
        (c1, r1), (c2, r2) = self.cells
        return ((c1 + c2) // 2, (r1 + r2) // 2) if {abs(c1 - c2), abs(r1 - r2)} == {0, 2} else None

    def sort_key(self) -> tuple[Any, ...]:
        return (self.kind, self.levels, self.cells)

    def rotated(self) -> Decoration:
        """Turned a quarter clockwise with the whole board."""
        return Decoration(self.kind, tuple((SIZE - 1 - r, c) for c, r in self.cells), self.levels)

    def mirrored(self) -> Decoration:
        """Left and right swapped."""
        return Decoration(self.kind, tuple((SIZE - 1 - c, r) for c, r in self.cells), self.levels)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "cells": [list(c) for c in self.cells], "levels": list(self.levels)}


Piece = Tile | Decoration


@dataclass(frozen=True, slots=True)
class Garden:
    """Tiles and decorations in a fixed order, so that equality does not depend on the order they were given in."""

    tiles: tuple[Tile, ...] = field(default=())
    decorations: tuple[Decoration, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=Tile.sort_key)))
        object.__setattr__(self, "decorations", tuple(sorted(self.decorations, key=Decoration.sort_key)))

    @property
    def height(self) -> int:
        """The highest level with a tile; 0 for a bare board."""
        return self.tiles[-1].level if self.tiles else 0

    def tops(self) -> dict[Cell, int]:
        """The highest tile level over each covered cell; cells that are missing show the board."""
        tops: dict[Cell, int] = {}
        for tile in self.tiles:  # ascending levels, so the last one wins
            for cell in tile.cells:
                tops[cell] = tile.level
        return tops

    def fields(self) -> dict[tuple[Cell, int], Tile]:
        """The tile that offers the field at (cell, level), covered or not."""
        return {(cell, tile.level): tile for tile in self.tiles for cell in tile.cells}

    def rotated(self, quarters: int = 1) -> Garden:
        """Turned clockwise by quarter turns, pieces and symbols with it."""
        garden = self
        for _ in range(quarters % 4):
            garden = Garden(tuple(t.rotated() for t in garden.tiles), tuple(d.rotated() for d in garden.decorations))
        return garden

    def mirrored(self) -> Garden:
        """Left and right swapped."""
        return Garden(tuple(t.mirrored() for t in self.tiles), tuple(d.mirrored() for d in self.decorations))

    def without_symbols(self) -> Garden:
        """The same garden as a photo tells it, printed symbols left out."""
        return Garden(tuple(Tile(t.col, t.row, t.level, t.flower) for t in self.tiles), self.decorations)

    def to_dict(self) -> dict[str, Any]:
        return {"game": "babylon", "tiles": [t.to_dict() for t in self.tiles], "decorations": [d.to_dict() for d in self.decorations]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Garden:
        """From the JSON form; GameError names the first place that cannot be used."""
        from scanner.games.babylon.reading import read_garden  # reading knows the types of this module

        return read_garden(data)
