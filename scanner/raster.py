"""The plane sweep: the photo seen on a plane at any height above the board, as a north-up raster of the building area."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pose import px_per_cell
from scanner.types import Array64, Camera

COARSE = 8
"""The mapping is smooth: it is computed on every eighth raster pixel and interpolated between."""

SHARPNESS = 1.4
"""Photo pixels per raster pixel that are kept: tiles of high levels are seen larger, and interpolation blurs a little."""


@dataclass(frozen=True, slots=True)
class RasterSpec:
    """A square raster over the building area with a margin; far is up, the storage strip to the right."""

    px_per_cell: int = 32
    margin: float = 1.0
    """Cells around the outermost cells' outer edges."""

    @property
    def side_px(self) -> int:
        return round((8 + 2 * self.margin) * self.px_per_cell)

    @property
    def origin(self) -> float:
        """X of the raster's left edge; its upper edge lies at Y = -origin."""
        return -0.5 - self.margin


def shrink_for(rgb: NDArray[np.uint8], camera: Camera, spec: RasterSpec) -> tuple[NDArray[np.uint8], float]:
    """The photo shrunk so that sampling it into the raster does not alias; returns it with the factor applied."""
    return shrink_to(rgb, camera, spec.px_per_cell)


def shrink_to(rgb: NDArray[np.uint8], camera: Camera, px_per_cell_wanted: float) -> tuple[NDArray[np.uint8], float]:
    """The photo shrunk for sampling at so many pixels per cell; returns it with the factor applied."""
    factor = px_per_cell_wanted * SHARPNESS / px_per_cell(camera)
    if factor >= 0.9:
        return rgb, 1.0
    height, width = rgb.shape[:2]
    new = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = cv2.resize(rgb, new, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), new[0] / width


def plane_raster(rgb: NDArray[np.uint8], shrink: float, camera: Camera, height_cells: float, spec: RasterSpec) -> NDArray[np.uint8]:
    """Sample `rgb` (already shrunk by `shrink`) on the plane Z = `height_cells`; outside the photo it is black."""
    xy = _plane_map(camera, height_cells, spec)
    xy = (xy + 0.5) * shrink - 0.5
    raster = cv2.remap(rgb, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(raster, dtype=np.uint8)


def _plane_map(camera: Camera, height_cells: float, spec: RasterSpec) -> NDArray[np.float32]:
    n = spec.side_px // COARSE + 2
    at = spec.origin + (np.arange(n) * COARSE - COARSE / 2) / spec.px_per_cell
    X, Y = np.meshgrid(at, -at)
    points = np.column_stack([X.ravel(), Y.ravel(), np.full(X.size, height_cells)])
    coarse = camera.project(points).reshape(n, n, 2).astype(np.float32)
    full = cv2.resize(coarse, (n * COARSE, n * COARSE), interpolation=cv2.INTER_LINEAR)
    start = COARSE
    return np.asarray(full[start : start + spec.side_px, start : start + spec.side_px], dtype=np.float32)


def view_slopes(camera: Camera, height_cells: float) -> Array64:
    """[8, 8, 2]: horizontal shift (cells, in X and Y) per cell of height by which things standing on each cell lean outward."""
    centre = camera.centre
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    depth = max(float(centre[2]) - height_cells, 1e-3)
    out: Array64 = np.stack([(col - centre[0]) / depth, (-row - centre[1]) / depth], axis=-1)
    return out
