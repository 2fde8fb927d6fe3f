"""Photo and board -> Evidence: the plane sweep and the evidence network."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from scanner.networks import Network
from scanner.pose import refocus
from scanner.raster import RasterSpec, plane_raster, shrink_for
from scanner.spec import KitSpec
from scanner.types import LEVELS, Board, Camera, Evidence, FloatArray, Photo

GRID = 10
"""Tokens per side of the network: the cells and one cell of margin."""


def _nominal_heights() -> tuple[float, ...]:
    kit = KitSpec()
    return tuple(kit.level_height(level) for level in range(LEVELS))


@dataclass(frozen=True, slots=True)
class SweepSpec:
    """The planes and their raster; the network was trained with exactly these."""

    raster: RasterSpec = field(default_factory=RasterSpec)
    heights: tuple[float, ...] = field(default_factory=_nominal_heights)


SWEEP = SweepSpec()


@dataclass(frozen=True, slots=True)
class EvidenceParams:
    """How the height scale of box and lens is settled."""

    passes: int = 2
    """Estimates of the height scale before the final sweep."""
    max_log_scale: float = 0.9
    settled_log_scale: float = 0.015
    """A smaller correction than this would not change a raster by a third of a pixel."""


def plane_views(camera: Camera, heights: list[float]) -> FloatArray:
    """[planes, 3, 10, 10]: lean outward in X and in Y per cell of height, and the nearness of the camera, per token."""
    centre = camera.centre
    at = np.arange(GRID) - 1.0
    col, row = np.meshgrid(at, at)
    out = np.empty((len(heights), 3, GRID, GRID), np.float32)
    for i, h in enumerate(heights):
        depth = max(float(centre[2]) - h, 1.0)
        out[i, 0] = (col - centre[0]) / depth
        out[i, 1] = (-row - centre[1]) / depth
        out[i, 2] = 10.0 / depth
    return out


@dataclass(frozen=True, slots=True)
class Sweep:
    """What the planes told, and the camera and height scale under which they told it."""

    evidence: Evidence
    board: Board
    height_scale: float


def gather_evidence(photo: Photo, board: Board, network: Network, *, params: EvidenceParams | None = None) -> Sweep:
    """Sweep the planes, let the network read them, correct the lens or the height scale and read again.

    Seen straight from above, a longer lens and lower levels look the same. When EXIF names the lens, heights that do not fit are the
    box's; when nobody does, they tell the lens as far as the view of the board's face leaves it open.
    """
    params = params or EvidenceParams()
    log_scale = 0.0
    small, shrink = shrink_for(photo.rgb, board.camera, SWEEP.raster)
    for attempt in range(params.passes + 1):
        heights = [h * float(np.exp(log_scale)) for h in SWEEP.heights]
        rasters = np.stack([plane_raster(small, shrink, board.camera, h, SWEEP.raster) for h in heights])
        chw = np.ascontiguousarray(rasters.transpose(0, 3, 1, 2)[None], dtype=np.float32)
        level, content, tile, flower, delta = network.run({"rasters": chw, "views": plane_views(board.camera, heights)[None]})
        step = float(delta[0])
        if attempt == params.passes or abs(step) < params.settled_log_scale:
            break
        if photo.focal_px is None:
            board, gained = _refocused(photo, board, -step)
            step += gained
        log_scale = float(np.clip(log_scale + step, -params.max_log_scale, params.max_log_scale))
    return Sweep(to_evidence(level[0], content[0], tile[0], flower[0]), board, float(np.exp(log_scale)))


def _refocused(photo: Photo, board: Board, log_change: float) -> tuple[Board, float]:
    """The board through another lens, and how far the lens really changed."""
    camera = refocus(board.camera, log_change, (photo.width, photo.height))
    return replace(board, camera=camera), float(np.log(camera.K[0, 0] / board.camera.K[0, 0]))


def to_evidence(level: FloatArray, content: FloatArray, tile: FloatArray, flower: FloatArray) -> Evidence:
    """Raw logits of the network -> normalised log-probabilities."""
    return Evidence(
        level_logp=_log_softmax(level, 0),
        content_logp=_log_softmax(content, -1),
        tile_logit=np.asarray(tile, np.float32),
        flower_logp=_log_softmax(flower, -1),
    )


def _log_softmax(x: FloatArray, axis: int) -> FloatArray:
    x = np.asarray(x, np.float32)
    x = x - x.max(axis=axis, keepdims=True)
    out: FloatArray = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
    return out
