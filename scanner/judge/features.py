"""The circumstances of a reading, measured: how hard the rules had to bend the evidence, and how the board was seen."""

from __future__ import annotations

import math

import numpy as np

from scanner.games.babylon.garden import SIZE
from scanner.judge.calibration import Features
from scanner.pose import px_per_cell
from scanner.surface import garden_surface
from scanner.types import Board, Camera, Evidence, Reconstruction

MAX_ODDS = 12.0
"""No photo tells more than one in 160,000."""
LOGP_FLOOR = -30.0
"""A single reading is not a proof; the reconstruction clips at the same value."""
COMFORTABLE_TILT_DEG = 20.0
USUAL_RESIDUAL_CELLS = 0.02
COMFORTABLE_PX_PER_CELL = 60.0
MIN_CONFIDENCE = 1e-3
MIDDLE = np.array([3.5, -3.5, 0.0])
"""Of the building area, in the board frame."""


def measure_features(reconstruction: Reconstruction, evidence: Evidence, board: Board, best_share: float) -> Features:
    """Everything the calibrated probability depends on; `best_share` is the tempered share of the best garden's total."""
    scale = max(px_per_cell(board.camera), 1e-6)
    share = min(max(best_share, 1e-12), 1.0 - 1e-12)
    return Features(
        odds=float(np.clip(math.log(share / (1.0 - share)), -MAX_ODDS, MAX_ODDS)),
        strain=math.log1p(strain_nats(reconstruction, evidence)),
        unproven=0.0 if reconstruction.proven else 1.0,
        tilt=max(tilt_deg(board.camera) - COMFORTABLE_TILT_DEG, 0.0) / 10.0,
        residual=board.residual_px / scale / USUAL_RESIDUAL_CELLS,
        smallness=max(math.log2(COMFORTABLE_PX_PER_CELL / scale), 0.0),
        stranger=-math.log(min(max(board.confidence, MIN_CONFIDENCE), 1.0)),
    )


def strain_nats(reconstruction: Reconstruction, evidence: Evidence) -> float:
    """What the best garden's surface loses against every cell's own favourite."""
    surface = garden_surface(reconstruction.best.garden)
    level = np.maximum(evidence.level_logp.astype(np.float64), LOGP_FLOOR)
    content = np.maximum(evidence.content_logp.astype(np.float64), LOGP_FLOOR)
    favourite = (level + content.max(axis=-1)).max(axis=0)
    row, col = np.indices((SIZE, SIZE))
    top = np.minimum(surface.level, level.shape[0] - 1)
    chosen = level[top, row, col] + content[top, row, col, surface.content]
    return float(np.maximum(favourite - chosen, 0.0).sum())


def tilt_deg(camera: Camera) -> float:
    """Angle between the board's normal and the line from its middle to the camera."""
    sight = camera.centre - MIDDLE
    return math.degrees(math.acos(float(np.clip(abs(sight[2]) / max(float(np.linalg.norm(sight)), 1e-9), 0.0, 1.0))))
