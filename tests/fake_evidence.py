"""Evidence without pixels: a truth garden turned into the log-probabilities a network would give, with mistakes on demand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner.games.babylon.garden import FLOWERS, PLACES, SIZE, Garden
from scanner.surface import garden_surface
from scanner.types import CONTENTS, LEVELS, Array64, Evidence


@dataclass(frozen=True, slots=True)
class Noise:
    """How good the imagined network is. Confidences are log-odds of the truth against one wrong class."""

    confidence: float = 7.0
    spread: float = 1.0
    """Standard deviation of every logit."""
    flips: float = 0.0
    """Share of cells (level and content apart) and tiles read wrongly."""
    flower_flips: float = 0.0
    """Share of visible tiles whose flower is read wrongly: nothing in the rules can mend that."""
    flip_lead: tuple[float, float] = (0.5, 3.0)
    """By how much a wrong class leads over the truth."""
    level_blur: float = 0.0
    """0..1: how close the neighbouring levels come to the true one (1: not to be told apart)."""
    occluded: float = 0.0
    """Share of cells about which the photo says nothing."""


CLEAN = Noise(spread=0.0)


def fake_evidence(garden: Garden, rng: np.random.Generator, noise: Noise = CLEAN) -> Evidence:
    """What the networks would say about a photo of the garden."""
    surface = garden_surface(garden)
    level = _logits(rng, noise, (SIZE, SIZE, LEVELS), surface.level)
    content = _logits(rng, noise, (SIZE, SIZE, LEVELS, len(CONTENTS)), np.repeat(surface.content[..., None], LEVELS, axis=2))
    seen = {int(i) for i in np.unique(surface.tile) if i >= 0}
    tile = rng.normal(-noise.confidence, noise.spread, (LEVELS, PLACES, PLACES))
    flower = rng.normal(0.0, noise.spread, (LEVELS, PLACES, PLACES, len(FLOWERS)))
    for i in sorted(seen):
        t = garden.tiles[i]
        tile[t.level, t.row, t.col] *= -1
        near = [n for n in (t.level - 1, t.level + 1) if 1 <= n < LEVELS]
        for n in near:
            tile[n, t.row, t.col] += noise.level_blur * noise.confidence
        for n in (t.level, *near):
            flower[n, t.row, t.col, FLOWERS.index(t.flower)] += noise.confidence
    _flip(rng, noise, level.reshape(-1, LEVELS), surface.level.reshape(-1), near=True)
    top = np.take_along_axis(content, surface.level[..., None, None].astype(int), axis=2)[:, :, 0]
    _flip(rng, noise, top.reshape(-1, len(CONTENTS)), surface.content.reshape(-1))
    np.put_along_axis(content, surface.level[..., None, None].astype(int), top[:, :, None], axis=2)
    _flip_tiles(rng, noise, garden, seen, tile, flower)
    _blur(noise, level, surface.level)
    hidden = rng.random((SIZE, SIZE)) < noise.occluded
    level[hidden], content[hidden] = 0.0, 0.0
    return Evidence(
        level_logp=np.moveaxis(_log_softmax(level), -1, 0).astype(np.float32),
        content_logp=np.moveaxis(_log_softmax(content), 2, 0).astype(np.float32),
        tile_logit=tile.astype(np.float32),
        flower_logp=_log_softmax(flower).astype(np.float32),
    )


def _logits(rng: np.random.Generator, noise: Noise, shape: tuple[int, ...], truth: np.ndarray) -> Array64:  # type: ignore[type-arg]
    logits = rng.normal(0.0, noise.spread, shape)
    np.put_along_axis(logits, truth[..., None].astype(int), noise.confidence + rng.normal(0.0, noise.spread, (*truth.shape, 1)), axis=-1)
    return logits


def _flip(rng: np.random.Generator, noise: Noise, logits: Array64, truth: np.ndarray, near: bool = False) -> None:  # type: ignore[type-arg]
    """Let a wrong class lead in a share of the rows (views into the logits); `near`: a class next to the truth."""
    for i in np.flatnonzero(rng.random(len(logits)) < noise.flips):
        n = logits.shape[1]
        right = int(truth[i])
        choices = [c for c in (right - 1, right + 1) if 0 <= c < n] if near else [c for c in range(n) if c != right]
        logits[i, rng.choice(choices)] = logits[i, right] + rng.uniform(*noise.flip_lead)


def _flip_tiles(rng: np.random.Generator, noise: Noise, garden: Garden, seen: set[int], tile: Array64, flower: Array64) -> None:
    """Tiles missed, tiles imagined on the neighbouring level or place, flowers mistaken."""
    for i in sorted(seen):
        t = garden.tiles[i]
        if rng.random() < noise.flips:
            tile[t.level, t.row, t.col] = -rng.uniform(*noise.flip_lead)
        if rng.random() < noise.flips:
            row, col = (int(np.clip(v + rng.integers(-1, 2), 0, PLACES - 1)) for v in (t.row, t.col))
            level = int(np.clip(t.level + rng.integers(-1, 2), 1, LEVELS - 1))
            if (level, row, col) != (t.level, t.row, t.col):
                tile[level, row, col] = rng.uniform(*noise.flip_lead)
        if rng.random() < noise.flower_flips:
            right = FLOWERS.index(t.flower)
            wrong = (right + int(rng.integers(1, len(FLOWERS)))) % len(FLOWERS)
            logits = flower[t.level, t.row, t.col]
            logits[wrong] = logits[right] + rng.uniform(*noise.flip_lead)


def _blur(noise: Noise, level: Array64, truth: np.ndarray) -> None:  # type: ignore[type-arg]
    if not noise.level_blur:
        return
    for row in range(SIZE):
        for col in range(SIZE):
            right = int(truth[row, col])
            for n in (right - 1, right + 1):
                if 0 <= n < LEVELS:
                    gap = level[row, col, right] - level[row, col, n]
                    level[row, col, n] += max(gap, 0.0) * noise.level_blur


def _log_softmax(logits: Array64) -> Array64:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    out: Array64 = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return out
