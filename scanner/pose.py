"""Camera pose from the board plane: homographies, their decomposition and the robust fit to hole centres."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.types import Array64, Camera

FULL_FRAME_DIAGONAL_MM = 43.27


@dataclass(frozen=True, slots=True)
class PoseParams:
    """Priors and stopping rules of the pose fit."""

    focal_prior_35mm: float = 32.0
    """Phone main lenses are 24-28 mm; cropped and 2x pictures pull the middle up."""
    focal_sigma_log: float = 0.35
    """Unknown lens: 24-65 mm within two sigma."""
    exif_sigma_log: float = 0.03
    """EXIF rounds to whole millimetres and ignores the crop of stabilisation."""
    refocus_sigma_log: float = 0.08
    """What the heights in one photo say about an unknown lens: boxes differ by five per cent, readings by as much."""
    k1_sigma: float = 0.03
    """Phones correct their distortion; what is left is a per cent or two."""
    noise_cells: float = 0.03
    """Expected error of a hole centre before anything was fitted; afterwards the residual itself."""
    min_noise_cells: float = 0.006
    huber_sigmas: float = 2.0
    """Residuals beyond this many sigmas are treated as outliers."""
    iterations: int = 25


def camera_matrix(focal_px: float, width: int, height: int) -> Array64:
    """Square pixels, principal point in the middle of the picture."""
    return np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])


def focal_px_from_35mm(focal_35mm: float, width: int, height: int) -> float:
    return focal_35mm / FULL_FRAME_DIAGONAL_MM * float(np.hypot(width, height))


def camera_from_homography(image_from_board: Array64, K: Array64) -> Camera:
    """The rigid pose nearest to a homography that maps (X, Y, 1) of the board plane to pixels."""
    M = np.linalg.inv(K) @ image_from_board
    scale = 2.0 / (np.linalg.norm(M[:, 0]) + np.linalg.norm(M[:, 1]))
    M = M * (scale if M[2, 2] > 0 else -scale)
    B = np.column_stack([M[:, 0], M[:, 1], np.cross(M[:, 0], M[:, 1])])
    U, _, Vt = np.linalg.svd(B)
    R = U @ np.diag([1.0, 1.0, np.linalg.det(U @ Vt)]) @ Vt
    return Camera(K=K, R=R, t=M[:, 2])


def _unpack(params: Array64, width: int, height: int) -> Camera:
    R, _ = cv2.Rodrigues(params[:3])
    return Camera(
        K=camera_matrix(float(np.exp(params[6])), width, height), R=np.asarray(R, dtype=np.float64), t=params[3:6], k1=float(params[7])
    )


def fit_camera(
    board_xy: Array64,
    image_xy: Array64,
    weights: Array64,
    start: Camera,
    size: tuple[int, int],
    focal_px: float | None,
    params: PoseParams | None = None,
) -> tuple[Camera, float]:
    """Least squares over rotation, place, focal length and one radial term; returns the camera and the rms residual in px.

    `board_xy` (n, 2) in cells, `image_xy` (n, 2) in px; robust to a minority of wrong points.
    """
    params = params or PoseParams()
    width, height = size
    points = np.column_stack([board_xy, np.zeros(len(board_xy))])
    px_per_cell = _px_per_cell(start)
    prior_focal = np.log(focal_px if focal_px else focal_px_from_35mm(params.focal_prior_35mm, width, height))
    sigma_focal = params.exif_sigma_log if focal_px else params.focal_sigma_log
    rvec, _ = cv2.Rodrigues(start.R)
    p = np.concatenate([rvec.ravel(), start.t, [np.log(start.K[0, 0])], [start.k1]])
    camera, rms = start, 0.0
    noise_cells = params.noise_cells
    for _ in range(2):

        def residuals(q: Array64, noise_px: float = px_per_cell * noise_cells) -> Array64:
            e = (_unpack(q, width, height).project(points) - image_xy) / noise_px
            data = (e * np.sqrt(weights)[:, None]).ravel()
            return np.concatenate([data, [(q[6] - prior_focal) / sigma_focal, q[7] / params.k1_sigma]])

        p = _levenberg(residuals, p, params.huber_sigmas, params.iterations)
        camera = _unpack(p, width, height)
        error = np.linalg.norm(camera.project(points) - image_xy, axis=1)
        kept = error < 3 * max(float(np.median(error)), 1e-6)
        rms = float(np.sqrt(np.mean(error[kept] ** 2)))
        noise_cells = max(params.min_noise_cells, rms / px_per_cell)
    return camera, rms


def refocus(camera: Camera, log_change: float, size: tuple[int, int], params: PoseParams | None = None) -> Camera:
    """The camera that sees the board's face the same way through a lens `log_change` longer (logarithm of the focal lengths).

    A tilted view ties the focal length down by itself; then the new lens gives way as far as the face demands.
    """
    params = params or PoseParams()
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    grid = np.stack([col.ravel(), -row.ravel()], axis=1)
    seen = camera.project(np.column_stack([grid, np.zeros(64)]))
    homography, _ = cv2.findHomography(grid, seen)
    focal_px = float(camera.K[0, 0] * np.exp(log_change))
    start = camera_from_homography(np.asarray(homography, np.float64), camera_matrix(focal_px, *size))
    loose = replace(params, exif_sigma_log=params.refocus_sigma_log, min_noise_cells=params.noise_cells)
    return fit_camera(grid, seen, np.ones(64), start, size, focal_px, loose)[0]


def _levenberg(residuals, p: Array64, huber: float, iterations: int) -> Array64:  # type: ignore[no-untyped-def]
    """Levenberg-Marquardt with Huber weights; the two prior terms at the end keep weight one."""
    damping = 1e-3

    def cost_of(e: Array64) -> tuple[float, Array64]:
        a = np.abs(e)
        w = np.where(a <= huber, 1.0, huber / np.maximum(a, 1e-12))
        w[-2:] = 1.0
        return float((w * e * e).sum()), w

    e = residuals(p)
    cost, w = cost_of(e)
    for _ in range(iterations):
        steps = np.maximum(np.abs(p) * 1e-6, 1e-7)
        J = np.column_stack([(residuals(p + np.eye(len(p))[i] * steps[i]) - e) / steps[i] for i in range(len(p))])
        A, g = J.T @ (w[:, None] * J), J.T @ (w * e)
        moved = False
        for _ in range(6):
            step = np.linalg.solve(A + damping * np.diag(np.diag(A) + 1e-9), -g)
            trial = residuals(p + step)
            new_cost, new_w = cost_of(trial)
            if new_cost < cost:
                improvement = cost - new_cost
                p, e, cost, w, moved = p + step, trial, new_cost, new_w, True
                damping = max(damping / 5, 1e-9)
                break
            damping *= 5
        if not moved or improvement < 1e-6 * cost:
            break
    return p


def _px_per_cell(camera: Camera) -> float:
    """Mean scale at the middle of the building area."""
    p = camera.project(np.array([[3.0, -3.5, 0.0], [4.0, -3.5, 0.0], [3.5, -3.0, 0.0], [3.5, -4.0, 0.0]]))
    return float((np.linalg.norm(p[1] - p[0]) + np.linalg.norm(p[3] - p[2])) / 2)


def px_per_cell(camera: Camera) -> float:
    """Pixels per cell at the middle of the building area, on the board's face."""
    return _px_per_cell(camera)
