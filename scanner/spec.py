"""The sizes of the game's pieces, in cells (one cell = one hole pitch), in one adjustable place.

Nobody here has measured a real box: figures are read off pictures. The frame everywhere in the project: X = col, Y = -row, Z = height
above the board's upper face, the origin in the centre of hole A1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KitSpec:
    """Sizes of board, tiles and pieces in cells; `cell_mm` alone ties them to the real world."""

    cell_mm: float = 21.0
    board_width: float = 9.07
    board_height: float = 8.29
    board_thickness: float = 0.10
    hole_offset: float = 0.63
    """From the far left board corner to the centre of hole A1, in x and in y."""
    hole_side: float = 0.58
    tile_side: float = 1.97
    tile_thickness: float = 0.10
    tile_wave: float = 0.035
    """Depth of the concave wave in each side of a tile, as a share of the side."""
    pad_side: float = 0.52
    level_first: float = 0.72
    """Height of a level-1 tile's upper face above the board."""
    level_step: float = 0.78
    """Height from one tile's upper face to that of the next level."""

    def level_height(self, level: int) -> float:
        """Height of the upper face of a tile on `level` above the board's face; level 0 is the board."""
        return 0.0 if level == 0 else self.level_first + (level - 1) * self.level_step

    def board_corners(self) -> tuple[tuple[float, float], ...]:
        """(X, Y) of the far left, far right, near right and near left corner of the whole board, strip included."""
        left, top = -self.hole_offset, self.hole_offset
        right, bottom = left + self.board_width, top - self.board_height
        return ((left, top), (right, top), (right, bottom), (left, bottom))
