"""What a garden shows from straight above: per cell the topmost level, what stands on it and which tile it is.

The common ground of training labels, fake evidence, reconstruction and judgement. Arrays are indexed [row, col].
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scanner.games.babylon.garden import SIZE, Cell, Decoration, Garden
from scanner.types import CONTENTS, DIRECTIONS

CONTENT_INDEX = {name: i for i, name in enumerate(CONTENTS)}
EMPTY, STATUE, BELVEDERE = (CONTENT_INDEX[name] for name in ("empty", "statue", "belvedere"))


@dataclass(frozen=True, slots=True)
class Surface:
    """The garden seen from straight above."""

    level: NDArray[np.int8]
    """Topmost level of the cell, 0 = bare board."""
    content: NDArray[np.int8]
    """Index into CONTENTS of what stands on that level."""
    tile: NDArray[np.int8]
    """Index into `garden.tiles` of the topmost tile, -1 = bare board."""


def decoration_ends(decoration: Decoration) -> list[tuple[Cell, int, int]]:
    """(cell, level, index into CONTENTS) of every end of a decoration, whichever end is named first."""
    if len(decoration.cells) == 1:
        return [(decoration.cells[0], decoration.levels[0], CONTENT_INDEX[decoration.kind])]
    (a, b), (la, lb) = decoration.cells, decoration.levels
    ends = []
    for cell, level, other, other_level in ((a, la, b, lb), (b, lb, a, la)):
        step = (int(np.sign(other[0] - cell[0])), int(np.sign(other[1] - cell[1])))
        kind = decoration.kind
        if kind == "stairs":
            kind = "stairs_top" if level > other_level else "stairs_bottom"
        ends.append((cell, level, CONTENT_INDEX[f"{kind}-{DIRECTIONS.index(step)}"]))
    return ends


def garden_surface(garden: Garden) -> Surface:
    """Tiles sorted by level (as a Garden keeps them) hide those below; decorations count where their own level is on top."""
    level = np.zeros((SIZE, SIZE), np.int8)
    content = np.zeros((SIZE, SIZE), np.int8)
    tile = np.full((SIZE, SIZE), -1, np.int8)
    for i, t in enumerate(garden.tiles):
        level[t.row : t.row + 2, t.col : t.col + 2] = t.level
        tile[t.row : t.row + 2, t.col : t.col + 2] = i
    for decoration in garden.decorations:
        for (col, row), at, index in decoration_ends(decoration):
            if level[row, col] == at:
                content[row, col] = index
    return Surface(level, content, tile)


def visible_garden(garden: Garden) -> Garden:
    """Only what is at least partly visible from above, without symbols: equal for gardens that show the same pieces."""
    surface = garden_surface(garden)
    shown = {int(i) for i in np.unique(surface.tile) if i >= 0}
    tiles = tuple(replace(t, symbols=None) for i, t in enumerate(garden.tiles) if i in shown)
    decorations = tuple(
        d for d in garden.decorations if any(surface.level[row, col] == at for (col, row), at in zip(d.cells, d.levels, strict=True))
    )
    return Garden(tiles, decorations)
