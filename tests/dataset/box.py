"""A box whose pieces the networks misread in a systematic way, as evidence without pixels."""

from __future__ import annotations

import numpy as np

from scanner.dataset.refit import Lesson
from scanner.types import CONTENTS, Array64, Evidence
from tests.dataset.kit import garden_of
from tests.fake_evidence import Noise, fake_evidence

NOISE = Noise(confidence=6.0, spread=1.2)
TILES = 14


def odd_box(evidence: Evidence) -> Evidence:
    """Statues are overlooked, white flowers taken for blue ones and the other way round, tiles hardly seen, heights pulled up."""
    content = evidence.content_logp.astype(np.float64)
    content[..., CONTENTS.index("statue")] -= 9.0
    flower = evidence.flower_logp.astype(np.float64)
    white, blue = flower[..., 0].copy(), flower[..., 1].copy()
    flower[..., 0], flower[..., 1] = 0.2 * white + 0.8 * blue - 1.0, 0.8 * white + 0.2 * blue
    level = np.moveaxis(evidence.level_logp.astype(np.float64), 0, -1)
    level[..., 2] += 2.5
    return Evidence(
        level_logp=np.moveaxis(_normal(level), -1, 0).astype(np.float32),
        content_logp=_normal(content).astype(np.float32),
        tile_logit=evidence.tile_logit - 5.0,
        flower_logp=_normal(flower).astype(np.float32),
    )


def lesson(seed: int, *, odd: bool = True, noise: Noise = NOISE) -> Lesson:
    garden = garden_of(seed, TILES)
    evidence = fake_evidence(garden, np.random.default_rng(seed), noise)
    return Lesson(odd_box(evidence) if odd else evidence, garden, f"{seed:032x}")


def _normal(logits: Array64) -> Array64:
    out: Array64 = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
    return out
