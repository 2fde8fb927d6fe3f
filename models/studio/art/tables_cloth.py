"""Cloths on a table: weave, felt, linen, checks, stripes, damask."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.studio.art.canvas import Colour, Mask, Picture, blend, clouds, grain, mix, noise, plain, smooth_step
from models.studio.art.tables_hard import BLACK, WHITE, N, pick

_Y, _X = np.mgrid[0:N, 0:N].astype(np.float32) / N

CLOTHS = ("#b03030", "#2c4c80", "#e8e2d4", "#3c6a48", "#d0a040", "#7c4868", "#484848", "#c8b898", "#90a8b8", "#e0c0b8")


def threads(rng: np.random.Generator, count: int, depth: float) -> Mask:
    """Brightness of a plain weave with uneven threads."""
    u, v = _X * count, _Y * count
    over = (np.floor(u) + np.floor(v)) % 2 == 0
    warp, weft = np.abs(np.sin(np.pi * u)), np.abs(np.sin(np.pi * v))
    uneven = 0.2 * depth * (noise(rng, N, N, count, 12) + noise(rng, N, N, count, 12).T)
    return (1 - depth + depth * np.where(over, warp, weft) + uneven).astype(np.float32)


def _folds(rng: np.random.Generator, picture: Picture) -> Picture:
    """Soft folds, and sometimes ironed creases."""
    light = 1 + 0.05 * clouds(rng, N, N, 2, 3)
    if rng.random() < 0.4:
        for line in (_X, _Y):
            light = light - 0.12 * smooth_step(np.abs(line - 0.5), 0.008, 0.0) + 0.06 * smooth_step(np.abs(line - 0.507), 0.008, 0.0)
    return picture * light[..., None]


def weave(rng: np.random.Generator) -> Picture:
    """A coarse cloth of one colour."""
    light = threads(rng, int(rng.integers(70, 150)), float(rng.uniform(0.15, 0.4)))
    return _folds(rng, plain(N, N, pick(rng, CLOTHS, 0.04)) * light[..., None])


def linen(rng: np.random.Generator) -> Picture:
    """Natural linen with slubs."""
    tone = pick(rng, ("#c8bca4", "#b0a088", "#e0d8c8", "#8c8878"))
    slubs = smooth_step(noise(rng, N, N, 240, 16), 1.3, 2.2) + smooth_step(noise(rng, N, N, 240, 16).T, 1.3, 2.2)
    return _folds(rng, plain(N, N, tone) * (threads(rng, 190, 0.22) - 0.14 * slubs)[..., None])


def felt(rng: np.random.Generator) -> Picture:
    """Gaming felt or a short carpet."""
    tone = pick(rng, ("#1f6b3c", "#8c2028", "#24407c", "#303030", "#4c2c5c", "#a08860"), 0.03)
    fuzz = 0.05 * grain(rng, N, N) + 0.05 * noise(rng, N, N, 250) + 0.04 * clouds(rng, N, N, 3, 3)
    return plain(N, N, tone) * (1 + fuzz)[..., None]


def check(rng: np.random.Generator) -> Picture:
    """A gingham tablecloth."""
    n = int(rng.integers(6, 24))
    a, b = (np.floor(_X * n * 2) % 2), (np.floor(_Y * n * 2) % 2)
    tone = pick(rng, ("#c02c2c", "#2c58a8", "#2c7c48", "#d8a020", "#484848", "#e888a0"), 0.03)
    picture = blend(plain(N, N, pick(rng, ("#f4f0e8", "#e8e0d0"))), tone, ((a + b) / 2 * 0.9).astype(np.float32))
    return _folds(rng, picture * threads(rng, 160, 0.12)[..., None])


def stripes(rng: np.random.Generator) -> Picture:
    """Stripes of several widths, or tartan when crossed."""
    period = int(rng.integers(2, 7))
    tones: list[Colour] = [pick(rng, CLOTHS, 0.04) for _ in range(4)]
    marks = np.sort(rng.uniform(0, 1, 6))
    lookup = rng.integers(0, 4, 7)
    table = np.asarray(tones, np.float32)
    across = table[lookup[np.searchsorted(marks, (_X * period) % 1)]]
    if rng.random() < 0.4:
        across = 0.5 * across + 0.5 * table[lookup[np.searchsorted(marks, (_Y * period) % 1)]]
    return _folds(rng, across * threads(rng, 150, 0.15)[..., None])


def damask(rng: np.random.Generator) -> Picture:
    """Tone on tone ornament, as woven into festive cloths."""
    n = int(rng.integers(3, 9))
    u, v = (_X * n) % 1 - 0.5, (_Y * n + 0.5 * np.floor(_X * n)) % 1 - 0.5
    r, t = np.hypot(u, v), np.arctan2(v, u)
    k = int(rng.integers(3, 7))
    shape = np.cos(k * t) * 0.14 + 0.26 - r + 0.05 * np.cos(2 * k * t + r * 30)
    ring = 0.04 - np.abs(r - 0.44 - 0.03 * np.cos(12 * t))
    mask = np.maximum(smooth_step(shape, -0.01, 0.02), smooth_step(ring, 0, 0.02))
    tone = pick(rng, ("#f0ece4", "#e4dccc", "#8c2430", "#2c3c5c", "#b8a060", "#cfd6d8"), 0.03)
    other = mix(tone, BLACK if sum(tone) > 1.5 else WHITE, float(rng.uniform(0.08, 0.3)))
    return _folds(rng, blend(plain(N, N, tone), other, mask) * threads(rng, 180, 0.08)[..., None])


PAINTERS: dict[str, Callable[[np.random.Generator], Picture]] = {
    "weave": weave,
    "linen": linen,
    "felt": felt,
    "check": check,
    "stripes": stripes,
    "damask": damask,
}
