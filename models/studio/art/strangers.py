"""Printed things of other games for negatives and clutter: score pad, chess board, boards with hexes, tracks and round holes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import (
    blend,
    clouds,
    disc,
    drawing,
    ellipse_points,
    fill,
    grain,
    mix,
    noise,
    plain,
    ramp,
    smooth_step,
    stroke,
    to_bytes,
    vary,
    write,
)
from models.studio.art.pictograms import SYMBOLS, draw_pictogram
from models.studio.art.styles import names
from models.studio.art.tables_hard import BLACK, WHITE, WOODS, pick

Bytes = NDArray[np.uint8]


def paint_score_pad(rng: np.random.Generator) -> Bytes:
    """A sheet of a score pad, 512 × 344: title, a grid, pictograms at the left, perhaps numbers written in."""
    height, width = 512, 344
    paper = pick(rng, ("#ead6b0", "#f0e4cc", "#f6f2ea"))
    picture = plain(height, width, paper) * (1 + 0.05 * clouds(rng, height, width, 3, 4))[..., None]
    canvas = to_bytes(picture)
    ink = vary(rng, (0.35, 0.25, 0.18), 0.03, 0.3, 0.3)
    write(canvas, "GARDEN", (60, 62), 1.6, ink, 3)
    rows, columns, left, top = 9, 4, 110, 90
    for i in range(rows + 1):
        y = top + (height - top - 24) * i / rows
        stroke(canvas, np.array([(20, y), (width - 20, y)]), ink, 2)
        if 0 < i < rows:
            symbol = SYMBOLS[(i - 1) % 4]
            mask = cv2.resize(draw_pictogram(rng, symbol, names(symbol, "train")[0], "solid"), (36, 36), interpolation=cv2.INTER_AREA)
            spot = canvas[int(y) + 4 : int(y) + 40, 44:80]
            spot[:] = to_bytes(blend(spot.astype(np.float32) / 255, ink, mask))
        for c in range(columns):
            if i < rows and rng.random() < 0.4:
                x = left + (width - 20 - left) * (c + 0.2) / columns
                write(canvas, str(int(rng.integers(30))), (int(x), int(y + 32)), 0.9, (0.1, 0.15, 0.4), 2)
    for c in range(columns + 1):
        x = left + (width - 20 - left) * c / columns
        stroke(canvas, np.array([(x, top), (x, height - 24)]), ink, 2)
    return canvas


def paint_chess(rng: np.random.Generator) -> Bytes:
    """A chess or draughts board, 512 × 512, with or without a rim."""
    n, side = (10 if rng.random() < 0.2 else 8), 512
    rim = float(rng.choice([0.0, 0.04, 0.08]))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
    u, v = (x - rim) / (1 - 2 * rim) * n, (y - rim) / (1 - 2 * rim) * n
    odd = ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    light = pick(rng, ("#e8d0a0", "#f0ece0", "#d8b878", "#c8c8c0"))
    dark = pick(rng, ("#6c4024", "#2c2420", "#2c5c3c", "#8c2c24", "#405870"))
    picture = blend(plain(side, side, light), dark, odd)
    fibre = noise(rng, side, side, 220, 30)
    picture = picture * (1 + 0.06 * fibre + 0.03 * clouds(rng, side, side, 5, 3))[..., None]
    if rim:
        inside = (u > 0) & (u < n) & (v > 0) & (v < n)
        picture = blend(picture, pick(rng, ("#4c2c18", "#a8784c", "#202020")), (~inside).astype(np.float32))
    return to_bytes(picture)


def _hexes(rng: np.random.Generator, canvas: Bytes) -> None:
    """A map of hexes in the colours of landscapes; in place."""
    side = canvas.shape[0]
    r = side / float(rng.uniform(12, 24))
    tones = [pick(rng, ("#5c8a3c", "#d8b858", "#3c6c98", "#8c6c4c", "#c8c0b0", "#385c34", "#b86c40"), 0.02) for _ in range(6)]
    line = mix(tones[0], BLACK, 0.6)
    for j in range(int(side / (1.5 * r)) + 2):
        for i in range(int(side / (1.732 * r)) + 2):
            points = ellipse_points(1.732 * r * (i + 0.5 * (j % 2)), 1.5 * r * j, r, r, np.pi / 6, 6)
            fill(canvas, points, vary(rng, tones[int(rng.integers(6))], 0.01, 0.1, 0.08))
            stroke(canvas, points, line, 2, True)


def _track(rng: np.random.Generator, canvas: Bytes) -> None:
    """A race track of numbered fields around a picture; in place."""
    side = canvas.shape[0]
    n = int(rng.integers(8, 16))
    step = side / n
    tones = [pick(rng, ("#d8c090", "#b85040", "#4878a0", "#e8e0c8", "#6c9458"), 0.03) for _ in range(4)]
    ring = [(i, j) for i in range(n) for j in range(n) if i in (0, n - 1) or j in (0, n - 1)]
    for k, (i, j) in enumerate(ring):
        points = np.array([(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]) * step
        fill(canvas, points, tones[k % 4])
        stroke(canvas, points, (0.2, 0.15, 0.1), 2, True)
        write(canvas, str(k), (int((i + 0.2) * step), int((j + 0.7) * step)), step / 60, (0.2, 0.15, 0.1))


def _holes(rng: np.random.Generator, canvas: Bytes) -> None:
    """A grid of round or square dark holes, but never eight by eight; in place."""
    side = canvas.shape[0]
    n = int(rng.choice([5, 6, 7, 9, 10, 12, 15]))
    step, dark = side / n, pick(rng, ("#1c1814", "#382c20", "#e8e0d0"))
    round_holes, size = rng.random() < 0.7, float(rng.uniform(0.18, 0.34))
    for j in range(n):
        for i in range(n):
            x, y = (i + 0.5) * step, (j + 0.5) * step
            if round_holes:
                disc(canvas, x, y, size * step, dark)
            else:
                fill(canvas, np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size * step + (x, y), dark)


def _lines(rng: np.random.Generator, canvas: Bytes) -> None:
    """A board of ruled lines, as for go or merels; in place."""
    side, n = canvas.shape[0], int(rng.choice([9, 13, 19]))
    for k in range(n):
        p = side * (k + 1) / (n + 1)
        lo, hi = side / (n + 1), side * n / (n + 1)
        stroke(canvas, np.array([(p, lo), (p, hi)]), BLACK, 2)
        stroke(canvas, np.array([(lo, p), (hi, p)]), BLACK, 2)
    for _ in range(int(rng.integers(0, 60))):
        x, y = rng.integers(1, n + 1, 2) * side / (n + 1)
        disc(canvas, x, y, side / (n + 1) * 0.45, BLACK if rng.random() < 0.5 else WHITE)


def paint_other_board(rng: np.random.Generator) -> Bytes:
    """A board of some other game, 640 × 640."""
    side = 640
    tone = pick(rng, (*WOODS, "#6c8c4c", "#405c78", "#a03c34", "#e0d4b8"))
    field = 0.5 + 0.2 * clouds(rng, side, side, 4, 4)
    picture = np.ascontiguousarray(ramp(field, [mix(tone, BLACK, 0.3), tone, mix(tone, WHITE, 0.3)]), np.float32)
    with drawing(picture) as canvas:
        (_hexes, _track, _holes, _lines)[int(rng.integers(4))](rng, canvas)
    shade = 1 + 0.06 * clouds(rng, side, side, 12, 3) + 0.02 * grain(rng, side, side)
    edge = smooth_step(np.minimum.reduce([*np.mgrid[0:side, 0:side].astype(np.float32)]), 0, 4)
    return to_bytes(picture * shade[..., None] * (0.7 + 0.3 * edge)[..., None])
