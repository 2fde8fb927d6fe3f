"""A Babylon garden as immutable data: tiles on levels and the decorations on them.

Cells are (col, row) from 0, origin far left with the storage strip at the right. A tile's place is its far left cell; its
symbols run clockwise from there: far left, far right, near right, near left.
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

Cell = tuple[int, int]


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

    def sort_key(self) -> tuple[Any, ...]:
        return (self.level, self.row, self.col, self.flower, tuple(s or "" for s in self.symbols or ()))


@dataclass(frozen=True, slots=True)
class Decoration:
    """A statue, fountain, bridge, stairs or belvedere; `levels` are those of the tiles under `cells`, in the same order.

    Stairs name the upper end first; a bridge names its two ends, not the cell it spans.
    """

    kind: str
    cells: tuple[Cell, ...]
    levels: tuple[int, ...]

    def sort_key(self) -> tuple[Any, ...]:
        return (self.kind, self.levels, self.cells)


@dataclass(frozen=True, slots=True)
class Garden:
    """Tiles and decorations in a fixed order, so that equality does not depend on the order they were given in."""

    tiles: tuple[Tile, ...] = field(default=())
    decorations: tuple[Decoration, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=Tile.sort_key)))
        object.__setattr__(self, "decorations", tuple(sorted(self.decorations, key=Decoration.sort_key)))

    def to_dict(self) -> dict[str, Any]:
        tiles = []
        for t in self.tiles:
            d: dict[str, Any] = {"col": t.col, "row": t.row, "level": t.level, "flower": t.flower}
            if t.symbols is not None:
                d["symbols"] = list(t.symbols)
            tiles.append(d)
        decorations = [{"kind": d.kind, "cells": [list(c) for c in d.cells], "levels": list(d.levels)} for d in self.decorations]
        return {"game": "babylon", "tiles": tiles, "decorations": decorations}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Garden:
        tiles = (
            Tile(t["col"], t["row"], t["level"], t["flower"], tuple(t["symbols"]) if t.get("symbols") else None) for t in data["tiles"]
        )
        decorations = (Decoration(d["kind"], tuple((c, r) for c, r in d["cells"]), tuple(d["levels"])) for d in data["decorations"])
        return cls(tuple(tiles), tuple(decorations))
