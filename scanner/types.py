"""The types that flow through the pipeline: Photo -> Board -> Evidence -> Reconstruction -> Scan.

Frames: pixels are (x, y) of the upright photo; the board frame is X = col, Y = -row, Z = height above the board's face, unit cell.
Arrays over the garden are indexed [level, row, col]; level 0 is the board itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.games.babylon.garden import FLOWERS, PLACES, SIZE, Garden

FloatArray = NDArray[np.float32]
Array64 = NDArray[np.float64]

LEVELS = 8
"""Planes of the sweep: the board and tile levels 1 to 7."""

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""(dcol, drow) of far, right, near, left: where the other end of a two-cell piece lies, seen from this end."""

CONTENTS: tuple[str, ...] = (
    "empty",
    "statue",
    "belvedere",
    *(f"{piece}-{d}" for piece in ("fountain", "bridge", "stairs_top", "stairs_bottom") for d in range(4)),
)
"""What may stand on the topmost surface of a cell. `bridge-1`: a bridge end whose other end lies two cells to the right;
`stairs_top-2`: the landing of stairs that go down towards the near neighbour."""

SCALE_STEPS = tuple(round(-0.84 + 0.06 * i, 2) for i in range(29))
"""Logarithms of the factors by which the heights of a sweep may be off, as the evidence network weighs them."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright RGB picture."""

    rgb: NDArray[np.uint8]
    sha256: str
    focal_px: float | None
    """Focal length in pixels of this picture when EXIF tells it."""

    @property
    def width(self) -> int:
        return int(self.rgb.shape[1])

    @property
    def height(self) -> int:
        return int(self.rgb.shape[0])


@dataclass(frozen=True, slots=True)
class Camera:
    """OpenCV pinhole with one radial term; maps the board frame (cells) to pixels."""

    K: Array64
    R: Array64
    t: Array64
    k1: float = 0.0

    def project(self, points: Array64) -> Array64:
        """(n, 3) points in cells -> (n, 2) pixels."""
        cam = np.asarray(points, dtype=np.float64) @ self.R.T + self.t
        xy = cam[:, :2] / cam[:, 2:3]
        r2 = (xy**2).sum(axis=1, keepdims=True)
        xy = xy * (1.0 + self.k1 * r2)
        out: Array64 = xy @ self.K[:2, :2].T + self.K[:2, 2]
        return out

    @property
    def centre(self) -> Array64:
        """The camera's place in the board frame, cells."""
        out: Array64 = -self.R.T @ self.t
        return out


@dataclass(frozen=True, slots=True)
class Board:
    """Where the player board lies in the photo."""

    camera: Camera
    corners_px: Array64
    """(4, 2): far left, far right, near right, near left."""
    residual_px: float
    confidence: float
    """0..1: how sure the finder is that this is a player board and that it lies this way round."""
    holes_seen: int
    others: int = 0
    """Further player boards noticed in the picture."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the photo says about every cell and tile place, as log-probabilities."""

    level_logp: FloatArray
    """[LEVELS, 8, 8]: log P(topmost surface of the cell is that level); normalised over levels."""
    content_logp: FloatArray
    """[LEVELS, 8, 8, len(CONTENTS)]: log P(content | topmost surface is that level); normalised over contents."""
    tile_logit: FloatArray
    """[LEVELS, 7, 7]: logit of a tile lying exactly at that place and level, partly visible from above at least; level 0 unused."""
    flower_logp: FloatArray
    """[LEVELS, 7, 7, 4]: log P(flower | tile there)."""

    def __post_init__(self) -> None:
        expected = {
            "level_logp": (LEVELS, SIZE, SIZE),
            "content_logp": (LEVELS, SIZE, SIZE, len(CONTENTS)),
            "tile_logit": (LEVELS, PLACES, PLACES),
            "flower_logp": (LEVELS, PLACES, PLACES, len(FLOWERS)),
        }
        for name, shape in expected.items():
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} has shape {getattr(self, name).shape}, expected {shape}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal garden that explains the evidence."""

    garden: Garden
    logp: float
    """Weighted log evidence minus prices, nats; only differences between candidates mean anything."""
    hidden_tiles: int = 0
    """Tiles inferred as supports that nobody can see from above."""


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The k best gardens, best first; no two of them look the same from above."""

    candidates: tuple[Candidate, ...]
    floor: float
    """Every garden that is not listed has a logp of at most this."""
    proven: bool
    """False when a time limit or the pruning of hopeless hypotheses leaves the order unproven."""
    solves: int = 0
    """Integer programs solved, for the timings table."""

    @property
    def best(self) -> Candidate:
        return self.candidates[0]
