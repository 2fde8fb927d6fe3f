"""Several photos of one garden: their log evidence adds up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.types import Evidence, FloatArray


def fuse(evidences: Sequence[Evidence]) -> Evidence:
    """One Evidence for all photos of the same garden, each taken as an independent look."""
    if not evidences:
        raise ValueError("nothing to fuse")
    if len(evidences) == 1:
        return evidences[0]
    return Evidence(
        level_logp=_added([e.level_logp for e in evidences], axis=0),
        content_logp=_added([e.content_logp for e in evidences], axis=-1),
        tile_logit=np.sum([e.tile_logit for e in evidences], axis=0, dtype=np.float32),
        flower_logp=_added([e.flower_logp for e in evidences], axis=-1),
    )


def _added(logps: list[FloatArray], axis: int) -> FloatArray:
    """Sum of log-probabilities, normalised again along the axis."""
    total = np.sum(logps, axis=0, dtype=np.float64)
    total -= total.max(axis=axis, keepdims=True)
    out: FloatArray = (total - np.log(np.exp(total).sum(axis=axis, keepdims=True))).astype(np.float32)
    return out
