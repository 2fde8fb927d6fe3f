"""The eight ways to turn and mirror a sweep: the network reads each a little differently, and its mistakes average out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.types import CONTENTS, FloatArray

PLAIN = 3
"""Contents before the first one with a direction."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`quarters` counterclockwise after an optional mirroring left to right."""

    quarters: int
    mirrored: bool

    def of_picture(self, a: NDArray[Any], axes: tuple[int, int]) -> NDArray[Any]:
        """Rows and columns (`axes`) of any array turned."""
        if self.mirrored:
            a = np.flip(a, axes[1])
        return np.rot90(a, self.quarters, axes)

    def back(self, a: FloatArray, axes: tuple[int, int]) -> FloatArray:
        """Undoes `of_picture`."""
        a = np.rot90(a, -self.quarters, axes)
        return np.flip(a, axes[1]) if self.mirrored else a

    def of_views(self, views: FloatArray) -> FloatArray:
        """[planes, 3, rows, cols]: the lean in X and Y is a vector and turns with the picture."""
        x, y, near = (self.of_picture(views[:, i], (1, 2)) for i in range(3))
        if self.mirrored:
            x = -x
        for _ in range(self.quarters):
            x, y = -y, x
        return np.ascontiguousarray(np.stack([x, y, near], axis=1), dtype=np.float32)

    def contents(self) -> NDArray[np.intp]:
        """For every content of the garden, the index under which it shows in the turned picture."""
        out = np.arange(len(CONTENTS))
        for i in range(PLAIN, len(CONTENTS)):
            first = PLAIN + (i - PLAIN) // 4 * 4
            direction = (i - first) if not self.mirrored else (-(i - first)) % 4
            out[i] = first + (direction - self.quarters) % 4
        return out


TURNS = (
    Turn(0, False),
    Turn(2, False),
    Turn(1, True),
    Turn(3, True),
    Turn(1, False),
    Turn(3, False),
    Turn(0, True),
    Turn(2, True),
)
"""In the order in which they are used: each one as unlike the earlier ones as can be."""
