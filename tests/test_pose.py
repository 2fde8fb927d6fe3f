"""Pose and plane sweep on projected grids: no picture needed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.pose import camera_from_homography, camera_matrix, fit_camera, focal_px_from_35mm, px_per_cell, refocus
from scanner.raster import RasterSpec, plane_raster, shrink_for
from scanner.types import Array64, Camera

SIZE = (2016, 1512)
COL, ROW = np.meshgrid(np.arange(8.0), np.arange(8.0))
GRID = np.stack([COL.ravel(), -ROW.ravel()], axis=1)
FLAT = np.column_stack([GRID, np.zeros(64)])


def camera_at(tilt_deg: float, roll_deg: float, distance: float, focal_35mm: float, k1: float = 0.0) -> Camera:
    """A camera that looks at the middle of the board."""
    tilt, roll = np.radians([tilt_deg, roll_deg])
    down = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    R = down @ spin
    t = np.array([0, 0, distance]) - R @ np.array([3.9, -3.5, 0])
    return Camera(camera_matrix(focal_px_from_35mm(focal_35mm, *SIZE), *SIZE), R, t, k1)


CASES = [(0, 10, 16, 26), (8, 200, 30, 65), (20, 95, 15, 26), (38, 310, 25, 50)]


def homography(camera: Camera) -> Array64:
    H: Array64 = camera.K @ np.column_stack([camera.R[:, :2], camera.t])
    return H


@pytest.mark.parametrize("case", CASES)
def test_homography_gives_the_camera_back(case: tuple[float, float, float, float]) -> None:
    true = camera_at(*case)
    found = camera_from_homography(homography(true) * -3.0, true.K)
    assert np.allclose(found.R, true.R, atol=1e-9)
    assert np.allclose(found.t, true.t, atol=1e-9)


@pytest.mark.parametrize("case", CASES)
def test_fit_with_exif_survives_noise_outliers_and_distortion(case: tuple[float, float, float, float]) -> None:
    true = camera_at(*case, k1=0.02)
    rng = np.random.default_rng(5)
    seen = true.project(FLAT) + rng.normal(0, 0.01 * px_per_cell(true), (64, 2))
    wrong = rng.choice(64, 8, replace=False)
    seen[wrong] += rng.normal(0, 0.4 * px_per_cell(true), (8, 2))
    start = camera_from_homography(homography(true), true.K)
    found, rms = fit_camera(GRID, seen, np.ones(64), start, SIZE, true.K[0, 0])
    corners = np.array([[-0.6, 0.6, 0], [8.4, 0.6, 0], [8.4, -7.6, 0], [-0.6, -7.6, 0.0]])
    error = np.linalg.norm(found.project(corners) - true.project(corners), axis=1).max()
    assert error < 0.08 * px_per_cell(true)
    assert rms < 0.05 * px_per_cell(true)
    top = np.array([[0.0, 0, 3.0], [7, 0, 3], [7, -7, 3]])
    assert np.linalg.norm(found.project(top) - true.project(top), axis=1).max() < 0.2 * px_per_cell(true)


def test_tilt_reveals_an_unknown_focal_length() -> None:
    true = camera_at(35, 20, 20, 50)
    start = camera_from_homography(homography(true), camera_matrix(focal_px_from_35mm(30, *SIZE), *SIZE))
    found, _ = fit_camera(GRID, true.project(FLAT), np.ones(64), start, SIZE, None)
    assert found.K[0, 0] == pytest.approx(true.K[0, 0], rel=0.08)


@pytest.mark.parametrize("height", [0.0, 0.72, 3.1])
def test_plane_raster_lays_points_of_that_plane_onto_the_grid(height: float) -> None:
    camera = camera_at(25, 40, 22, 40)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for x, y in camera.project(np.column_stack([GRID, np.full(64, height)])):
        cv2.circle(picture, (round(x), round(y)), 12, (255, 255, 255), -1)
    spec = RasterSpec()
    small, shrink = shrink_for(picture, camera, spec)
    raster = plane_raster(small, shrink, camera, height, spec)[..., 0].astype(float)
    for col, row in ((0, 0), (7, 0), (3, 4), (7, 7)):
        x, y = (np.array([col, row]) - spec.origin) * spec.px_per_cell
        patch = raster[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12]
        weight = patch / patch.sum()
        at = np.arange(24) + 0.5
        assert (weight.sum(axis=0) @ at) == pytest.approx(12, abs=1.0)
        assert (weight.sum(axis=1) @ at) == pytest.approx(12, abs=1.0)


@pytest.mark.parametrize("change", [-0.6, 0.3, 0.7])
def test_from_straight_above_any_lens_sees_the_same_face(change: float) -> None:
    """A longer lens from further away: the face stays, the heights shrink with the distance."""
    true = camera_at(0, 10, 20, 40)
    longer = refocus(true, change, SIZE)
    assert np.log(longer.K[0, 0] / true.K[0, 0]) == pytest.approx(change, abs=0.03)
    assert np.abs(longer.project(FLAT) - true.project(FLAT)).max() < 0.02 * px_per_cell(true)
    assert np.log(longer.centre[2] / true.centre[2]) == pytest.approx(change, abs=0.03)


def test_a_tilted_face_holds_its_lens() -> None:
    """The perspective of a steep view contradicts another lens: the change is mostly refused and the face hardly moves."""
    true = camera_at(35, 40, 18, 30)
    moved = refocus(true, 0.5, SIZE)
    assert abs(np.log(moved.K[0, 0] / true.K[0, 0])) < 0.25
    assert np.abs(moved.project(FLAT) - true.project(FLAT)).max() < 0.08 * px_per_cell(true)
