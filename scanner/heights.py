"""Measured heights of tiles as evidence: every plane's ruler says how far above it a place's tile lies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scanner.types import LEVELS, Evidence, FloatArray

MEAN, LOG_VARIANCE = 0, 1


@dataclass(frozen=True, slots=True)
class HeightParams:
    """How much rulers are believed."""

    weight: float = 1.0
    """They read the same features as the network's own verdict, so they are no independent witness."""
    gentle_levels: float = 0.5
    """Errors beyond this grow linearly only."""
    worst: float = -8.0
    """No ruler rules a level out."""


def measure_heights(tile_logit: FloatArray, lift: FloatArray) -> tuple[FloatArray, FloatArray]:
    """[7, 7] height in levels and its variance, at every place: the rulers of the likeliest plane and its two neighbours."""
    top = tile_logit[1:].argmax(axis=0) + 1
    planes = np.clip(np.stack([top - 1, top, top + 1]), 0, LEVELS - 1)
    read = np.take_along_axis(lift, planes[..., None], axis=0)
    variance = np.exp(read[..., LOG_VARIANCE])
    trust = 1.0 / variance
    height = (trust * (planes + read[..., MEAN])).sum(axis=0) / trust.sum(axis=0)
    return np.asarray(height, np.float32), np.asarray(3.0 / trust.sum(axis=0), np.float32)


def add_heights(evidence: Evidence, lift: FloatArray, *, params: HeightParams | None = None) -> Evidence:
    """The evidence with every place's levels weighed by what the rulers measured there."""
    params = params or HeightParams()
    height, variance = measure_heights(evidence.tile_logit, lift)
    off = np.abs(np.arange(LEVELS, dtype=np.float32)[:, None, None] - height)
    b = params.gentle_levels
    loss = np.where(off < b, 0.5 * off**2 / b, off - 0.5 * b) / variance
    told = np.maximum(-(loss - loss[1:].min(axis=0)), params.worst)
    tile = evidence.tile_logit + params.weight * told
    return replace(evidence, tile_logit=np.asarray(tile, np.float32))
