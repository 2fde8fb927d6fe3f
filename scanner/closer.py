"""A closer look: every cell that may carry something, cut out of the photo at nearly its full resolution, and what stands there.

The plane sweep sees 32 px per cell, enough for tiles and levels. A statue under bright light differs from a belvedere, or a low ruin from
a blank pad, by shades two or three of those pixels wide; a phone's photo has two to four times as many.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.networks import Network
from scanner.raster import shrink_to
from scanner.turning import TURNS, Turn
from scanner.types import LEVELS, Array64, Camera, Evidence, FloatArray

COARSE = 8
"""The mapping is smooth: it is computed on every eighth pixel and interpolated between."""


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """The square cut out around a cell; the network was trained with exactly this one."""

    side_px: int = 128
    span_cells: float = 2.5
    """The cell and three quarters of each neighbour: a fountain wholly, a bridge's arch, the wall of the tile next to it."""

    @property
    def px_per_cell(self) -> float:
        return self.side_px / self.span_cells


@dataclass(frozen=True, slots=True)
class CloserParams:
    """Which cells are looked at, and how much the second look counts beside the first."""

    least_share: float = 0.02
    """A level that a cell has with a smaller probability is not looked at."""
    first_weight: float = 0.5
    second_weight: float = 0.5
    turns: int = 2
    """In how many of the eight ways every window is read; four read no more of them right."""
    batch: int = 32


WINDOW = WindowSpec()


def cell_windows(rgb: NDArray[np.uint8], shrink: float, camera: Camera, centres: Array64, spec: WindowSpec = WINDOW) -> NDArray[np.uint8]:
    """[n, side, side, 3]: level windows around `centres` (n, 3) of the board frame; `rgb` was shrunk by `shrink`. Black outside."""
    n = spec.side_px // COARSE + 2
    at = (np.arange(n) * COARSE - COARSE / 2) / spec.px_per_cell - spec.span_cells / 2
    dx, dy = np.meshgrid(at, -at)
    offsets = np.stack([dx.ravel(), dy.ravel(), np.zeros(n * n)], axis=1)
    points = (centres[:, None, :] + offsets[None]).reshape(-1, 3)
    maps = ((camera.project(points) + 0.5) * shrink - 0.5).reshape(len(centres), n, n, 2).astype(np.float32)
    out = np.empty((len(centres), spec.side_px, spec.side_px, 3), np.uint8)
    inner = slice(COARSE, COARSE + spec.side_px)
    for window, coarse in zip(out, maps, strict=True):
        fine = cv2.resize(coarse, (n * COARSE, n * COARSE), interpolation=cv2.INTER_LINEAR)[inner, inner]
        cv2.remap(rgb, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, dst=window, borderMode=cv2.BORDER_CONSTANT)
    return out


def window_views(camera: Camera, centres: Array64) -> FloatArray:
    """(n, 3): how far things lean outward in X and in Y per cell of height, and the nearness of the camera."""
    eye = camera.centre
    depth = np.maximum(eye[2] - centres[:, 2], 1.0)
    return np.stack([(centres[:, 0] - eye[0]) / depth, (centres[:, 1] - eye[1]) / depth, 10.0 / depth], axis=1).astype(np.float32)


def look_closer(
    rgb: NDArray[np.uint8], camera: Camera, heights: list[float], evidence: Evidence, network: Network, params: CloserParams | None = None
) -> Evidence:
    """The evidence with what the windows say about the contents of cells on the levels they may have; `heights` of all levels."""
    params = params or CloserParams()
    levels, rows, cols = np.nonzero(evidence.level_logp[1:LEVELS] > np.log(params.least_share))
    levels = levels + 1
    if not len(levels):
        return evidence
    centres = np.stack([cols, -rows, np.asarray(heights)[levels]], axis=1).astype(np.float64)
    small, shrink = shrink_to(rgb, camera, WINDOW.px_per_cell)
    windows, views = cell_windows(small, shrink, camera, centres), window_views(camera, centres)
    told = read_windows(network, windows, views, params)
    content = evidence.content_logp.copy()
    content[levels, rows, cols] = _blend(content[levels, rows, cols], told, params)
    return Evidence(evidence.level_logp, content, evidence.tile_logit, evidence.flower_logp)


def read_windows(network: Network, windows: NDArray[np.uint8], views: FloatArray, params: CloserParams) -> FloatArray:
    """(n, contents): log-probabilities of what stands in the middle of every window, the mean over the ways to turn it."""
    told = [
        np.mean(
            [_read(network, windows[i : i + params.batch], views[i : i + params.batch], turn) for turn in TURNS[: params.turns]], axis=0
        )
        for i in range(0, len(windows), params.batch)
    ]
    return np.asarray(np.concatenate(told), np.float32)


def _read(network: Network, windows: NDArray[np.uint8], views: FloatArray, turn: Turn) -> FloatArray:
    picture = np.ascontiguousarray(turn.of_picture(windows, (1, 2)).transpose(0, 3, 1, 2), dtype=np.float32)
    (content,) = network.run({"windows": picture, "views": turn.of_views(views[:, :, None, None])[..., 0, 0]})
    return _log_softmax(content)[:, turn.contents()]


def _blend(first: FloatArray, second: FloatArray, params: CloserParams) -> FloatArray:
    return _log_softmax(params.first_weight * first + params.second_weight * second)


def _log_softmax(x: FloatArray) -> FloatArray:
    x = x - x.max(axis=-1, keepdims=True)
    out: FloatArray = x - np.log(np.exp(x).sum(axis=-1, keepdims=True))
    return out
