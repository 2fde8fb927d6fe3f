"""Printed things on a table: playmats, newspapers, flowered oilcloth, plain paper, maps with contour lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from models.studio.art.canvas import (
    Colour,
    Mask,
    Picture,
    Sprite,
    blend,
    clouds,
    drawing,
    grain,
    mix,
    noise,
    plain,
    ramp,
    smooth_step,
    stroke,
    vary,
)
from models.studio.art.flowers import DRAWERS, leaf_sprite
from models.studio.art.palette import draw_scheme
from models.studio.art.tables_hard import BLACK, N, pick

_Y, _X = np.mgrid[0:N, 0:N].astype(np.float32) / N


def cells_of(rng: np.random.Generator, across: int) -> tuple[np.ndarray, Mask]:
    """Scattered cells and the distance in pixels from their borders."""
    seeds = np.ones((N, N), np.uint8)
    gx, gy = np.meshgrid(np.arange(across), np.arange(across))
    seeds[((gy + rng.random(gx.shape)) * N / across).astype(int), ((gx + rng.random(gx.shape)) * N / across).astype(int)] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rim = np.ones((N, N), np.uint8)
    rim[:, 1:][labels[:, 1:] != labels[:, :-1]] = 0
    rim[1:][labels[1:] != labels[:-1]] = 0
    return labels, cv2.distanceTransform(rim, cv2.DIST_L2, 3).astype(np.float32)


def playmat(rng: np.random.Generator) -> Picture:
    """A rubber mat with a soft printed landscape, sky or nebula."""
    stops = [pick(rng, ("#20304c", "#5c7c90", "#c08c50", "#38583c", "#8c4840", "#d8c8a0", "#684c7c", "#101820"), 0.05) for _ in range(4)]
    picture = ramp(0.5 + 0.28 * clouds(rng, N, N, float(rng.uniform(2, 5)), 6, 0.6), stops)
    return picture * (1 + 0.03 * grain(rng, N, N))[..., None]


def plain_paper(rng: np.random.Generator) -> Picture:
    """Paper or card of one colour."""
    tone = pick(rng, ("#f4f2ee", "#e8e0d0", "#30343c", "#88a0b0", "#b89878", "#707070", "#dcdcdc", "#384c40"), 0.05)
    return plain(N, N, tone) * (1 + 0.015 * grain(rng, N, N) + 0.03 * clouds(rng, N, N, 2, 3))[..., None]


def newspaper(rng: np.random.Generator) -> Picture:
    """Columns of text-like lines, headlines and grey pictures."""
    paper: Colour = pick(rng, ("#e8e4d8", "#dcd4c0", "#f0eee8"))
    picture = plain(N, N, paper)
    columns = int(rng.integers(4, 7))
    wide = N // columns
    for c in range(columns):
        y = int(rng.integers(4, 30))
        while y < N - 8:
            x0, x1 = c * wide + 5, (c + 1) * wide - 5
            kind = rng.random()
            if kind < 0.06:
                tall = int(rng.integers(40, 120))
                spot = 0.5 + 0.2 * clouds(rng, tall, x1 - x0, 4, 3)
                bottom = min(y + tall, N - 4)
                picture[y:bottom, x0:x1] = ramp(spot, [(0.1, 0.1, 0.1), (0.8, 0.78, 0.74)])[: bottom - y]
                y += tall + 8
                continue
            tall = 16 if kind < 0.1 else 4
            words = (rng.random((x1 - x0) // 3 + 1) > 0.2).repeat(3)[: x1 - x0]
            words[int((x1 - x0) * (1 if kind < 0.85 else rng.random())) :] = False
            picture[y : y + tall, x0:x1][:, words] *= 0.35
            y += tall + (12 if kind < 0.1 else 4)
    return picture * (1 + 0.02 * grain(rng, N, N) + 0.03 * clouds(rng, N, N, 3, 3))[..., None]


def flowers(rng: np.random.Generator) -> Picture:
    """Oilcloth strewn with flowers: what may be mistaken for a tile's border."""
    tone = pick(rng, ("#f0e8d8", "#284c40", "#e8c8c8", "#304870", "#d8e0c0", "#3a2c2c"), 0.04)
    petal = vary(rng, (0.85, 0.4, 0.45), 0.5, 0.4, 0.2)
    flower = "pink" if rng.random() < 0.5 else "white"
    scheme = replace(draw_scheme(rng, flower), petal=petal, petal_shade=mix(petal, BLACK, 0.4), heart_share=0.28)
    kinds = ("painted", "vector", "blobs")
    sprite = Sprite(np.clip(DRAWERS[kinds[int(rng.integers(3))]](rng, scheme), 0, 1).astype(np.float32))
    leaf = leaf_sprite(vary(rng, (0.3, 0.5, 0.25), 0.06))
    picture = np.ascontiguousarray(plain(N, N, tone))
    step = float(rng.uniform(45, 120))
    for gy in range(int(N / step)):
        for gx in range(int(N / step)):
            x, y = (gx + 0.5 + 0.5 * (gy % 2) + rng.uniform(-0.2, 0.2)) * step, (gy + 0.5 + rng.uniform(-0.2, 0.2)) * step
            size = step * float(rng.uniform(0.4, 0.8))
            for turn in rng.uniform(0, 6.28, 2):
                leaf.stamp(picture, x + 0.5 * size * np.cos(turn), y + 0.5 * size * np.sin(turn), size * 0.7, float(turn))
            sprite.stamp(picture, x, y, size, float(rng.uniform(0, 6.28)))
    return picture * (1 + 0.02 * noise(rng, N, N, 200))[..., None]


def topographic(rng: np.random.Generator) -> Picture:
    """A pale print with contour lines, as on maps and playmats."""
    tone = pick(rng, ("#dfe4ea", "#e8e0cc", "#28343c", "#c8d8c8"), 0.04)
    height = clouds(rng, N, N, 3, 3, 0.45) * float(rng.uniform(3, 7))
    gap = np.abs(height - np.round(height))
    slope = np.abs(np.gradient(height, axis=0)) + np.abs(np.gradient(height, axis=1)) + 1e-4
    line = smooth_step(gap / slope, 1.8, 0.8)
    picture = plain(N, N, tone) * (1 + 0.02 * np.round(height))[..., None]
    dark = mix(tone, BLACK if sum(tone) > 1.5 else (1.0, 1.0, 1.0), 0.4)
    picture = np.ascontiguousarray(blend(picture, dark, 0.8 * line), np.float32)
    if rng.random() < 0.3:
        with drawing(picture) as canvas:
            for p in np.arange(1, 6) * N / 6:
                stroke(canvas, np.array([(p, 0), (p, N)]), dark, 1)
                stroke(canvas, np.array([(0, p), (N, p)]), dark, 1)
    return picture


PAINTERS: dict[str, Callable[[np.random.Generator], Picture]] = {
    "playmat": playmat,
    "plain": plain_paper,
    "newspaper": newspaper,
    "flowers": flowers,
    "topographic": topographic,
}
