"""A solved program read back: the structure (tiles, belvederes, pieces) without flowers and statues."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner.games.babylon.garden import SIZE, Cell, Decoration
from scanner.reconstruct.hypotheses import Field
from scanner.reconstruct.model import GardenModel
from scanner.types import Array64


@dataclass(frozen=True, slots=True)
class Structure:
    """Everything about a garden that the building rules tie together."""

    tiles: tuple[tuple[Field, bool], ...]
    """(place, visible)."""
    pieces: tuple[Decoration, ...]
    """Two-cell pieces and belvederes, the hidden ones too."""
    plain: tuple[Field, ...]
    """Topmost fields of tiles which are empty or carry a statue."""
    signature: frozenset[int]
    """Variables that are all 1 for this structure as seen from above and for no other."""


def read_structure(model: GardenModel, values: Array64) -> Structure:
    """The structure of an integral solution."""
    on = values > 0.5
    tiles = tuple(
        (at, shown is not None and bool(on[shown]))
        for at, var, shown in zip(model.hypotheses.tiles, model.tile, model.shown, strict=True)
        if on[var]
    )
    pieces, chosen = _pieces(model, on)
    plain = {f: var for f, var in model.plain.items() if on[var]}
    seen = [shown for shown in model.shown if shown is not None and on[shown]]
    return Structure(tiles, tuple(pieces), tuple(f for f in plain if f.level), frozenset([*chosen, *plain.values(), *seen]))


def _pieces(model: GardenModel, on: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[list[Decoration], list[int]]:
    """Belvederes and two-cell pieces, and the variables of the visible ones."""
    pieces, chosen = [], []
    for shown, belvederes in ((True, model.belvedere_shown), (False, model.belvedere_hidden)):
        for f, variables in belvederes.items():
            for var in variables:
                if on[var]:
                    pieces.append(Decoration("belvedere", (_cell(f),), (f.level,)))
                    chosen += [var] if shown else []
    for piece, var in zip(model.hypotheses.pieces, model.piece, strict=True):
        if on[var]:
            pieces.append(Decoration(piece.kind, tuple(_cell(f) for f in piece.ends), tuple(f.level for f in piece.ends)))
            chosen.append(var)
    return pieces, chosen


def _cell(f: Field) -> Cell:
    return (f.col, f.row)


def statue_groups(cells: list[Cell]) -> int:
    """Groups of statues not linked with each other by a common row or column."""
    parent = list(range(2 * SIZE))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for col, row in cells:
        parent[root(col)] = root(SIZE + row)
    return len({root(col) for col, _ in cells})
