"""From the log scores of gardens to the shares of totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.judge.calibration import Calibration


@dataclass(frozen=True, slots=True)
class Shares:
    """Tempered posterior over the listed gardens; everything that is not listed takes a share as well."""

    weights: tuple[float, ...]
    """Of each garden."""
    by_total: dict[int, float]
    best: float
    """Of the best garden's total."""
    rest: float
    """Of all gardens that are not listed."""


def total_shares(logps: Sequence[float], totals: Sequence[int], floor: float, calibration: Calibration) -> Shares:
    """Softmax at the calibrated temperature, summed by total; the unlisted gardens weigh as `calibration.rest` ones at the floor."""
    relative = (np.asarray(logps, np.float64) - max(logps)) / calibration.temperature
    mass = np.exp(relative)
    outside = calibration.rest * float(np.exp(min((floor - max(logps)) / calibration.temperature, 0.0)))
    mass, rest = mass / (mass.sum() + outside), outside / (mass.sum() + outside)
    by_total: dict[int, float] = {}
    for total, share in zip(totals, mass.tolist(), strict=True):
        by_total[total] = by_total.get(total, 0.0) + share
    return Shares(tuple(mass.tolist()), by_total, by_total[totals[0]], float(rest))
