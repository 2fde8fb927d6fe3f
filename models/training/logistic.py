"""Logistic regression with signs: each weight may only help in its own direction."""

from __future__ import annotations

import numpy as np

from scanner.types import Array64

ROUNDS = 1500
"""Of accelerated projected gradient; some hundreds suffice for a few hundred rows."""
SETTLED = 1e-7


def logistic(z: Array64) -> Array64:
    out: Array64 = 1.0 / (1.0 + np.exp(-np.clip(z, -40.0, 40.0)))
    return out


def fit_signed_logistic(rows: Array64, right: Array64, signs: Array64, start: Array64, ridge: float) -> Array64:
    """[bias, weights…] of greatest likelihood, weights of the given signs (+1 or -1), pulled to `start` with `ridge` rows' strength."""
    scale = np.maximum(rows.std(axis=0), 1e-3)
    design = np.column_stack([np.ones(len(rows)), rows / scale])
    unit = np.concatenate([[1.0], scale])
    home = start * unit
    pull = ridge / len(rows)
    step = 1.0 / (0.25 * float(np.linalg.eigvalsh(design.T @ design / len(rows))[-1]) + pull)
    w, ahead, momentum = home.copy(), home.copy(), 1.0
    for _ in range(ROUNDS):
        gradient = design.T @ (logistic(design @ ahead) - right) / len(rows) + pull * (ahead - home)
        new = ahead - step * gradient
        new[1:] = np.where(signs > 0, np.maximum(new[1:], 0.0), np.minimum(new[1:], 0.0))
        faster = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        ahead, moved = new + (momentum - 1.0) / faster * (new - w), float(np.abs(new - w).max())
        w, momentum = new, faster
        if moved < SETTLED:
            break
    out: Array64 = w / unit
    return out
