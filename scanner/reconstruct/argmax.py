"""Plain decoding without rules: what a scanner gets that believes every reading on its own. For comparison only."""

from __future__ import annotations

import numpy as np

from scanner.games.babylon.garden import FLOWERS, SIZE, Decoration, Garden, Tile
from scanner.surface import BELVEDERE, EMPTY, STATUE
from scanner.types import CONTENTS, DIRECTIONS, Evidence


def argmax_garden(evidence: Evidence) -> Garden:
    """Tiles with positive evidence (stronger ones first, none overlapping on its level), each cell's likeliest level and content.

    A two-cell piece is taken when either of its ends says so.
    """
    tiles: list[Tile] = []
    taken: set[tuple[int, int, int]] = set()
    for level, row, col in sorted(np.argwhere(evidence.tile_logit > 0).tolist(), key=lambda i: -float(evidence.tile_logit[tuple(i)])):
        fields = {(level, row + dr, col + dc) for dr in (0, 1) for dc in (0, 1)}
        if level and not fields & taken:
            taken |= fields
            tiles.append(Tile(col, row, level, FLOWERS[int(evidence.flower_logp[level, row, col].argmax())]))
    decorations: set[Decoration] = set()
    top = evidence.level_logp.argmax(axis=0)
    for row in range(SIZE):
        for col in range(SIZE):
            level = int(top[row, col])
            decoration = _decoration(level, row, col, int(evidence.content_logp[level, row, col].argmax()))
            if level and decoration is not None:
                decorations.add(decoration)
    return Garden(tuple(tiles), tuple(decorations))


def _decoration(level: int, row: int, col: int, content: int) -> Decoration | None:
    if content == EMPTY:
        return None
    if content in (STATUE, BELVEDERE):
        return Decoration(CONTENTS[content], ((col, row),), (level,))
    kind, direction = CONTENTS[content].rsplit("-", 1)
    dcol, drow = DIRECTIONS[int(direction)]
    reach = 2 if kind == "bridge" else 1
    here, there = (col, row), (col + reach * dcol, row + reach * drow)
    if not (0 <= there[0] < SIZE and 0 <= there[1] < SIZE):
        return None
    if kind == "stairs_top":
        return Decoration("stairs", (here, there), (level, level - 1))
    if kind == "stairs_bottom":
        return Decoration("stairs", (there, here), (level + 1, level))
    first, second = sorted((here, there))
    return Decoration(kind, (first, second), (level, level))
