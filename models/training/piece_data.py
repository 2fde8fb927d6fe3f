"""Training examples for the pieces network: windows around cells, as the closer look of the scanner will cut them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.sweep_data import vary_colours
from models.training.truth import TURNS, Truth, make_labels, turn_camera, turn_garden
from scanner.closer import WINDOW, cell_windows, window_views
from scanner.raster import shrink_to


@dataclass(frozen=True, slots=True)
class WindowJitter:
    """How far training departs from the true place and sharpness of a cell."""

    windows: int = 16
    """Per photo and step."""
    piece_share: float = 0.6
    """Of the windows: most cells are empty, and most of what can go wrong are pieces."""
    shift_cells: float = 0.03
    """What pose and hands get wrong (1 sigma)."""
    height_levels: float = 0.12
    """What the estimate of the box's heights and the lens get wrong (1 sigma)."""
    gross_share: float = 0.06
    """Windows cut at the plane of a neighbouring level: the scanner looks there too."""
    coarse_share: float = 0.25
    coarse_px: tuple[float, float] = (16.0, 40.0)
    """What photos are shrunk for at random (they keep 1.4 times as many pixels): boards that fill half of a messenger's picture."""


def piece_windows(
    truth: Truth, rgb: NDArray[np.uint8], rng: np.random.Generator, jitter: WindowJitter | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int64]]:
    """Windows [n, side, side, 3], their views (n, 3) and contents (n,) of cells drawn at random from one photo."""
    jitter = jitter or WindowJitter()
    turn = TURNS[int(rng.integers(8))]
    camera, garden = turn_camera(truth.camera, turn), turn_garden(truth.garden, turn)
    labels = make_labels(garden)
    rows, cols = _draw_cells(labels.top, labels.content, rng, jitter)
    first, step = truth.level_heights
    levels = labels.top[rows, cols]
    off = rng.normal(0, jitter.height_levels, len(rows)) + rng.choice([-1, 0, 1], len(rows), p=_gross(jitter))
    centres = np.stack([cols, -rows, first + (levels - 1 + off) * step], axis=1).astype(np.float64)
    centres[:, :2] += rng.normal(0, jitter.shift_cells, (len(rows), 2))
    small, _ = shrink_to(rgb, camera, min(WINDOW.px_per_cell, _sharpness(rng, jitter)))
    windows = cell_windows(vary_colours(small, rng), small.shape[1] / rgb.shape[1], camera, centres)
    return windows, window_views(camera, centres), labels.content[rows, cols]


def _gross(jitter: WindowJitter) -> list[float]:
    return [jitter.gross_share / 2, 1 - jitter.gross_share, jitter.gross_share / 2]


def _draw_cells(
    top: NDArray[np.int64], content: NDArray[np.int64], rng: np.random.Generator, jitter: WindowJitter
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of cells with a tile, pieces preferred; repeated when there are few."""
    pieces, bare = np.argwhere((top > 0) & (content > 0)), np.argwhere((top > 0) & (content == 0))
    wanted = round(jitter.windows * jitter.piece_share) if len(pieces) and len(bare) else jitter.windows * bool(len(pieces))
    chosen = [rng.choice(a, k, replace=len(a) < k) for a, k in ((pieces, wanted), (bare, jitter.windows - wanted)) if k]
    cells = np.concatenate(chosen)
    return cells[:, 0], cells[:, 1]


def _sharpness(rng: np.random.Generator, jitter: WindowJitter) -> float:
    """Pixels per cell that the photo is good for."""
    return float(rng.uniform(*jitter.coarse_px)) if rng.random() < jitter.coarse_share else np.inf
