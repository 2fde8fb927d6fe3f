"""Grounds that no illustrator of sand would paint: whatever is printed on a board, its holes, edges and strip have to be enough."""

from __future__ import annotations

import cv2
import numpy as np

from models.studio.art.board_paint import BLACK, HEIGHT, WHITE, WIDTH, Sand, mottled, patches
from models.studio.art.canvas import (
    Picture,
    blend,
    clouds,
    drawing,
    ellipse_points,
    fill,
    grain,
    mix,
    plain,
    ramp,
    smooth_step,
    stroke,
    vary,
)

CELL = 64


def planks(rng: np.random.Generator, c: Sand) -> Picture:
    """Boards nailed side by side, at any angle."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32) / CELL
    a = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    u, v = x * np.cos(a) + y * np.sin(a), y * np.cos(a) - x * np.sin(a)
    wide = float(rng.uniform(0.35, 1.6))
    row = np.floor(v / wide)
    tone = 1 + float(rng.uniform(0.05, 0.25)) * np.sin(row * 12.9 + 4 * rng.random()).astype(np.float32)
    fibres = np.sin(v * float(rng.uniform(20, 60)) + 2 * clouds(rng, HEIGHT, WIDTH, 4, 3) + u * 0.7)
    picture = mottled(rng, c, 0.02) * (tone * (1 + 0.08 * fibres))[..., None]
    rim = 0.5 - np.abs((v / wide) % 1 - 0.5)
    return blend(picture, mix(c.dark, BLACK, 0.5), 0.8 * smooth_step(rim * wide, 0.04, 0.01))


def weave(rng: np.random.Generator, c: Sand) -> Picture:
    """Plaid or matting: stripes both ways."""
    picture = mottled(rng, c, 0.05)
    for axis, length in ((0, HEIGHT), (1, WIDTH)):
        at, stripes = 0.0, np.zeros(length, np.float32)
        while at < length:
            step = float(rng.uniform(0.1, 1.2)) * CELL
            stripes[int(at) : int(at + step)] = rng.uniform(-1, 1)
            at += step
        shade = stripes[:, None] if axis == 0 else stripes[None, :]
        picture = picture * (1 + float(rng.uniform(0.1, 0.35)) * np.broadcast_to(shade, (HEIGHT, WIDTH)))[..., None]
    return blend(picture, c.grass, float(rng.uniform(0, 0.6)) * patches(rng, c))


def scribble(rng: np.random.Generator, c: Sand) -> Picture:
    """Roots, veins or contour lines: curves of any strength all over."""
    picture = np.ascontiguousarray(mottled(rng, c, 0.03), np.float32)
    colours = (mix(c.dark, BLACK, 0.6), c.pale, c.grass)
    with drawing(picture) as canvas:
        for _ in range(int(rng.integers(15, 120))):
            steps = rng.normal(0, rng.uniform(4, 16), (int(rng.integers(6, 40)), 2)).cumsum(axis=0)
            line = steps + rng.uniform(0, 1, 2) * [WIDTH, HEIGHT]
            stroke(canvas, line, colours[int(rng.choice(3, p=[0.6, 0.25, 0.15]))], int(rng.integers(1, 6)))
    return picture


def confetti(rng: np.random.Generator, c: Sand) -> Picture:
    """Leaves, chips or petals in several colours, scattered densely."""
    picture = np.ascontiguousarray(mottled(rng, c, 0.03), np.float32)
    palette = [vary(rng, base, 0.12, 0.5, 0.4) for base in (c.sand, c.pale, c.dark, c.grass, c.stone) for _ in range(2)]
    largest = float(rng.uniform(5, 30))
    with drawing(picture) as canvas:
        for _ in range(int(20000 / largest)):
            r = float(rng.uniform(0.3, 1)) * largest
            points = ellipse_points(rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), r, r * rng.uniform(0.2, 1), rng.uniform(0, 3), 7)
            fill(canvas, points, palette[int(rng.integers(len(palette)))])
    return picture


def marble(rng: np.random.Generator, c: Sand) -> Picture:
    """Polished stone or water: bands of two tones, bent by turbulence."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32) / CELL
    a = rng.uniform(0, np.pi)
    field = x * np.cos(a) + y * np.sin(a) + float(rng.uniform(0.5, 3)) * clouds(rng, HEIGHT, WIDTH, 3, 5)
    bands = 0.5 + 0.5 * np.sin(field * float(rng.uniform(0.5, 4)))
    picture = ramp(bands**2, [c.sand, c.sand, mix(c.dark, BLACK, float(rng.random())), c.pale])
    return picture * (1 + 0.04 * grain(rng, HEIGHT, WIDTH))[..., None]


def fields(rng: np.random.Generator, c: Sand) -> Picture:
    """A map of a few large areas, each with its own colour and hatching."""
    picture = plain(HEIGHT, WIDTH, c.sand)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    for _ in range(int(rng.integers(3, 10))):
        area = smooth_step(clouds(rng, HEIGHT, WIDTH, 3, 2), 0.3, 0.35)
        a, pitch = rng.uniform(0, np.pi), rng.uniform(4, 30)
        hatch = np.sin((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / pitch)
        colour = vary(rng, (c.pale, c.dark, c.grass, c.stone, WHITE)[int(rng.integers(5))], 0.15, 0.5, 0.3)
        picture = blend(picture, colour, area * (0.6 + 0.4 * np.sign(hatch) * float(rng.random())))
    return cv2.GaussianBlur(picture.astype(np.float32), (0, 0), float(rng.uniform(0.4, 1.5)))
