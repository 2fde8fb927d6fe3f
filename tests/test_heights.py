"""Measured heights: rulers agree on a tile between planes, and the evidence leans towards the level they name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.games.babylon.garden import Garden, Tile
from scanner.heights import HeightParams, add_heights, measure_heights
from scanner.types import LEVELS, Evidence, FloatArray
from tests.fake_evidence import CLEAN, fake_evidence


def rulers(height: float, log_variance: float = -3.0) -> FloatArray:
    """Every plane reads the same tile."""
    lift = np.empty((LEVELS, 7, 7, 2), np.float32)
    lift[..., 0] = height - np.arange(LEVELS)[:, None, None]
    lift[..., 1] = log_variance
    return lift


@pytest.fixture
def evidence() -> Evidence:
    return fake_evidence(Garden((Tile(2, 3, 1, "blue"),), ()), np.random.default_rng(1), CLEAN)


@pytest.mark.parametrize("height", [1.0, 1.4, 2.2])
def test_the_rulers_mean(evidence: Evidence, height: float) -> None:
    read, variance = measure_heights(evidence.tile_logit, rulers(height))
    assert read[3, 2] == pytest.approx(height, abs=1e-4)
    assert variance[3, 2] == pytest.approx(np.exp(-3.0), rel=1e-4)


def test_evidence_leans_towards_the_measured_level(evidence: Evidence) -> None:
    torn = replace(evidence, tile_logit=np.zeros_like(evidence.tile_logit))
    told = add_heights(torn, rulers(2.1)).tile_logit[:, 3, 2]
    assert told[1:].argmax() + 1 == 2
    assert told[1:].max() == 0


def test_an_unsure_ruler_says_little_and_none_rules_a_level_out(evidence: Evidence) -> None:
    sure, unsure = (add_heights(evidence, rulers(5.0, v)).tile_logit[1, 3, 2] - evidence.tile_logit[1, 3, 2] for v in (-6.0, 6.0))
    assert sure == pytest.approx(HeightParams().worst, abs=1e-4)
    assert -0.1 < unsure <= 0
