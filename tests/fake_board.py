"""A board without a photo: a camera where the test wants it."""

from __future__ import annotations

import numpy as np

from scanner.spec import KitSpec
from scanner.types import Board, Camera

WIDTH, HEIGHT = 1200, 900


def fake_board(tilt_deg: float = 12.0, distance_cells: float = 20.0, focal_px: float = 1500.0, residual_px: float = 0.5) -> Board:
    """Seen from the near side, the middle of the building area in the middle of the picture."""
    target, tilt = np.array([3.7, -3.5, 0.0]), np.radians(tilt_deg)
    eye = target + distance_cells * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    matrix = np.array([[focal_px, 0.0, WIDTH / 2], [0.0, focal_px, HEIGHT / 2], [0.0, 0.0, 1.0]])
    camera = Camera(matrix, rotation, -rotation @ eye)
    corners = camera.project(np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()]))
    return Board(camera, corners, residual_px, 0.99, 60)
