"""Training examples for the two board networks."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sweep_data import vary_colours
from models.training.truth import TURNS, Truth, turn_camera
from scanner.board import COARSE_SIDE, COARSE_STRIDE, UV_CENTRE, UV_SCALE
from scanner.raster import RasterSpec, plane_raster, shrink_for
from scanner.spec import KitSpec
from scanner.types import Array64, Camera

Rgb = NDArray[np.uint8]
KIT = KitSpec()
OFFSET_LIMIT = 0.45
"""Beyond half a cell the next hole is as good an answer: nothing is taught there."""


SHIFTED_SHARE = 0.3
"""Rasters that lie one hole off: the lattice fits, the strip and the edges do not."""


def board_homography(camera: Camera) -> Array64:
    """Pixels from (X, Y, 1) on the board's face, without distortion."""
    out: Array64 = camera.K @ np.column_stack([camera.R[:, 0], camera.R[:, 1], camera.t])
    return out


def coarse_example(truth: Truth, rgb: Rgb, rng: np.random.Generator) -> tuple[Rgb, NDArray[np.float32]]:
    """A turned, scaled and shifted picture of 320 px and its target (mask, u, v) on the 40 x 40 grid."""
    side = COARSE_SIDE
    height, width = rgb.shape[:2]
    A = _random_view(width, height, side, rng)
    picture = cv2.warpPerspective(_for_scale(rgb, A), A @ _unscale(rgb, A), (side, side), flags=cv2.INTER_LINEAR, borderValue=_border(rng))
    picture = vary_colours(np.asarray(picture, np.uint8), rng)
    n = side // COARSE_STRIDE
    target = np.zeros((3, n, n), np.float32)
    if truth.has_board:
        target = coarse_target(A @ board_homography(truth.camera), n)
    return picture, target


def coarse_target(image_from_board: Array64, n: int) -> NDArray[np.float32]:
    at = (np.arange(n) + 0.5) * COARSE_STRIDE - 0.5
    x, y = np.meshgrid(at, at)
    q = np.linalg.inv(image_from_board) @ np.stack([x.ravel(), y.ravel(), np.ones(n * n)])
    X, Y = q[0] / q[2], q[1] / q[2]
    (left, top), _, (right, bottom), _ = KIT.board_corners()
    inside = (left < X) & (right > X) & (top > Y) & (bottom < Y)
    uv = (np.stack([X, Y]) - np.array(UV_CENTRE)[:, None]) / UV_SCALE
    return np.concatenate([inside[None].astype(np.float32), np.clip(uv, -2, 2).astype(np.float32)]).reshape(3, n, n)


def _random_view(width: int, height: int, side: int, rng: np.random.Generator) -> Array64:
    """A random similarity with a little perspective that still fits most of the photo into the square."""
    scale = side / max(width, height) * float(np.exp(rng.normal(0.02, 0.1)))
    angle = float(rng.uniform(-np.pi, np.pi)) if rng.random() < 0.5 else float(rng.integers(4)) * np.pi / 2
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    mirror = 1.0
    shift = rng.normal(0, 0.04, 2) * side
    A = np.array([[c * mirror, -s, 0], [s * mirror, c, 0], [0, 0, 1.0]])
    A[:2, 2] = side / 2 + shift - A[:2, :2] @ np.array([width / 2, height / 2])
    P = np.eye(3)
    P[2, :2] = rng.normal(0, 0.12, 2) / side
    centre = np.array([[1, 0, side / 2], [0, 1, side / 2], [0, 0, 1.0]])
    out: Array64 = centre @ P @ np.linalg.inv(centre) @ A
    return out


def _for_scale(rgb: Rgb, A: Array64) -> Rgb:
    """Shrunk by area first, so that the warp does not alias."""
    f = min(1.0, 1.5 * float(np.sqrt(abs(np.linalg.det(A[:2, :2])))))
    return rgb if f > 0.9 else np.asarray(cv2.resize(rgb, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), np.uint8)


def _unscale(rgb: Rgb, A: Array64) -> Array64:
    small = _for_scale(rgb, A)
    return np.diag([rgb.shape[1] / small.shape[1], rgb.shape[0] / small.shape[0], 1.0])


def _border(rng: np.random.Generator) -> tuple[int, int, int]:
    """Letterbox bars are black at run time; sometimes anything else, so that bars mean nothing."""
    return (0, 0, 0) if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(0, 255, 3))  # type: ignore[return-value]


def hole_example(truth: Truth, rgb: Rgb, rng: np.random.Generator) -> tuple[Rgb, NDArray[np.float32], float]:
    """A jittered board raster, its target (seen, weight, dx, dy) per hole, and whether it is the right way round."""
    spec = RasterSpec()
    if not truth.has_board:
        return _no_board(rgb, spec, rng), _nothing(), 0.0
    turned = rng.random() < 0.4
    turn = TURNS[int(rng.integers(1, 4))] if turned else TURNS[0]
    camera = turn_camera(truth.camera, turn)
    corners = np.array([[0, 0], [7, 0], [7, -7], [0, -7]], np.float32)
    sigma = float(rng.choice([0.04, 0.12, 0.22, 0.32]))
    moved = corners + (rng.normal(0, sigma, corners.shape) + rng.normal(0, sigma, 2)).astype(np.float32)
    shifted = not turned and rng.random() < SHIFTED_SHARE
    if shifted:
        moved += rng.permutation([int(rng.choice([-1, 1])), int(rng.integers(-1, 2))]).astype(np.float32)
    bend = cv2.getPerspectiveTransform(corners, moved)
    from models.training.sweep_data import JitteredCamera

    bent = JitteredCamera(camera, np.asarray(bend, np.float64))
    small, shrink = shrink_for(vary_colours(rgb, rng), camera, spec)
    raster = plane_raster(small, shrink, bent, 0.0, spec)
    visible = _visible_holes(truth, rgb.shape[1], rgb.shape[0], turn).reshape(8, 8)
    return raster, _hole_target(np.asarray(bend, np.float64), visible), float(not turned and not shifted)


def _hole_target(bend: Array64, visible: NDArray[np.float64]) -> NDArray[np.float32]:
    """For every raster grid point the hole that lies nearest to it there: seen or not, and where exactly."""
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    grid = np.stack([col.ravel(), -row.ravel()], axis=1)
    nearest = np.round(cv2.perspectiveTransform(grid[None], bend)[0])
    c, r = nearest[:, 0].astype(int), -nearest[:, 1].astype(int)
    inside = (c >= 0) & (c < 8) & (r >= 0) & (r < 8)
    seen = np.where(inside, visible[np.clip(r, 0, 7), np.clip(c, 0, 7)], 0.0)
    offset = cv2.perspectiveTransform(nearest[None], np.linalg.inv(bend))[0] - grid
    close = np.abs(offset).max(axis=1) < OFFSET_LIMIT
    return np.stack([seen, seen * close, offset[:, 0], offset[:, 1]]).astype(np.float32).reshape(4, 8, 8)


def _nothing() -> NDArray[np.float32]:
    return np.zeros((4, 8, 8), np.float32)


def _no_board(rgb: Rgb, spec: RasterSpec, rng: np.random.Generator) -> Rgb:
    height, width = rgb.shape[:2]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    frame = corners * rng.uniform(0.4, 0.9) * min(width, height) + rng.uniform(0, 0.3, 2).astype(np.float32) * min(width, height)
    frame = frame + rng.normal(0, 20, frame.shape)
    H = cv2.getPerspectiveTransform(frame.astype(np.float32), corners * spec.side_px)
    return np.asarray(cv2.warpPerspective(rgb, H, (spec.side_px, spec.side_px)), np.uint8)


def _visible_holes(truth: Truth, width: int, height: int, turn: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 for every hole (in the turned order) that the camera sees past all tiles and inside the picture."""
    first, step = truth.level_heights
    camera = truth.camera
    centre = camera.centre
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    holes = np.stack([col.ravel(), -row.ravel(), np.zeros(64)], axis=1)
    seen = np.ones(64)
    for t in truth.garden.tiles:
        h = first + (t.level - 1) * step
        at = holes + (centre - holes) * (h / centre[2])
        under = (np.abs(at[:, 0] - t.col - 0.5) < 1.1) & (np.abs(at[:, 1] + t.row + 0.5) < 1.1)
        seen[under] = 0
    px = camera.project(holes)
    seen[(px[:, 0] < 0) | (px[:, 1] < 0) | (px[:, 0] > width) | (px[:, 1] > height)] = 0
    middle = np.array([3.5, -3.5])
    turned = np.zeros((8, 8))
    for i in range(64):
        x, y = turn @ (holes[i, :2] - middle) + middle
        turned[round(float(-y)), round(float(x))] = seen[i]
    return turned.ravel()
