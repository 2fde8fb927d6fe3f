"""The ground of the player's board: sand with grass and stones, in several techniques."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.studio.art.board_ground_wild import confetti, fields, marble, planks, scribble, weave
from models.studio.art.board_paint import BLACK, CELL, HEIGHT, WHITE, WIDTH, Sand, mottled, patches
from models.studio.art.canvas import (
    Mask,
    Picture,
    blend,
    clouds,
    drawing,
    ellipse_points,
    fill,
    mix,
    noise,
    plain,
    ramp,
    smooth_step,
    stroke,
    to_bytes,
    vary,
)
from models.studio.art.photographs import texture


def _tufts(rng: np.random.Generator, picture: Picture, grass: Mask, c: Sand, count: int) -> None:
    """Blades on the grassy patches; in place."""
    xs, ys = rng.integers(0, WIDTH, count), rng.integers(0, HEIGHT, count)
    keep = grass[ys, xs] > 0.4
    with drawing(picture) as canvas:
        for x, y in zip(xs[keep].tolist(), ys[keep].tolist(), strict=True):
            tone = float(rng.random())
            colour = mix(c.grass_light, c.grass, tone * 2) if tone < 0.5 else mix(c.grass, BLACK, (tone - 0.5) * 1.2)
            tip = (x + float(rng.normal(0, 4)), y - float(rng.uniform(2, 8)))
            stroke(canvas, np.array([(x, y), tip]), colour, int(rng.integers(1, 3)))


def _stones(rng: np.random.Generator, picture: Picture, c: Sand, count: int, size: tuple[float, float]) -> None:
    """Stones with shadow and light; in place."""
    with drawing(picture) as canvas:
        for _ in range(count):
            x, y, r = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(*size)
            points = ellipse_points(x, y, r, r * rng.uniform(0.55, 0.8), rng.uniform(0, 3), 9) + rng.normal(0, r * 0.08, (9, 2))
            colour = vary(rng, c.stone, 0.02, 0.2, 0.15)
            fill(canvas, points + r * 0.2, mix(c.dark, BLACK, 0.45))
            fill(canvas, points, colour)
            fill(canvas, np.array([x, y]) - 0.15 * r + (points - [x, y]) * 0.55, mix(colour, WHITE, 0.3))


def sand_grass(rng: np.random.Generator, c: Sand) -> Picture:
    """Illustrated sand with tufts of grass and stones."""
    grass = patches(rng, c)
    lawn = ramp(0.5 + 0.25 * clouds(rng, HEIGHT, WIDTH, 30, 2), [mix(c.grass, BLACK, 0.45), c.grass, c.grass_light])
    soil = cv2.GaussianBlur(grass, (0, 0), float(rng.uniform(3, 9)))
    picture = blend(mottled(rng, c, 0.03), mix(c.dark, BLACK, 0.35), 0.75 * np.roll(soil, 5, 0))
    picture = blend(picture, lawn, grass)
    picture = np.ascontiguousarray(picture, np.float32)
    _tufts(rng, picture, cv2.GaussianBlur(grass, (0, 0), 3), c, 2600)
    _stones(rng, picture, c, int(rng.integers(10, 60)), (2.5, 9))
    return picture


def scrub(rng: np.random.Generator, c: Sand) -> Picture:
    """Dabs of sand in many tones, low bands of scrub with dark soil below, stones in heaps."""
    grass = patches(rng, c)
    source = ramp(0.5 + 0.3 * clouds(rng, HEIGHT, WIDTH, 7, 4, 0.7), [c.dark, c.sand, c.pale])
    soil = np.roll(cv2.GaussianBlur(grass, (0, 0), 6), 7, 0)
    source = blend(source, mix(c.dark, BLACK, 0.45), 0.8 * soil)
    lawn = ramp(0.45 + 0.3 * clouds(rng, HEIGHT, WIDTH, 40, 2), [mix(c.grass, BLACK, 0.6), c.grass, c.grass_light])
    source = blend(source, lawn, grass)
    picture = np.ascontiguousarray(source, np.float32)
    n = 2500
    xs, ys, tone = rng.integers(0, WIDTH, n), rng.integers(0, HEIGHT, n), rng.normal(1, 0.12, n)
    with drawing(picture) as canvas:
        for i in range(n):
            long = float(rng.uniform(1.5, 5))
            points = np.array([(xs[i] - long, ys[i]), (xs[i] + long, ys[i] + 1.0)])
            stroke(canvas, points, (source[ys[i], xs[i]] * tone[i]).tolist(), int(rng.integers(1, 4)))
    _tufts(rng, picture, grass, c, 1800)
    _stones(rng, picture, c, int(rng.integers(0, 40)), (2, 7))
    return picture


def strokes(rng: np.random.Generator, c: Sand) -> Picture:
    """Broad brush strokes."""
    source = blend(mottled(rng, c, 0.0), c.grass, patches(rng, c))
    canvas = to_bytes(source)
    flow = clouds(rng, HEIGHT // 4, WIDTH // 4, 3, 1)
    n = 3500
    xs, ys, tone, long = rng.integers(0, WIDTH, n), rng.integers(0, HEIGHT, n), rng.normal(1, 0.09, n), rng.uniform(4, 13, n)
    width = int(rng.integers(2, 6))
    for i in range(n):
        a = float(flow[min(ys[i] // 4, HEIGHT // 4 - 1), min(xs[i] // 4, WIDTH // 4 - 1)])
        dx, dy = long[i] * np.cos(a), long[i] * np.sin(a)
        stroke(canvas, np.array([(xs[i] - dx, ys[i] - dy), (xs[i] + dx, ys[i] + dy)]), (source[ys[i], xs[i]] * tone[i]).tolist(), width)
    return canvas.astype(np.float32) / 255


def flat(rng: np.random.Generator, c: Sand) -> Picture:
    """Flat printed shapes in few tones."""
    field = clouds(rng, HEIGHT, WIDTH, 4, 2)
    picture = plain(HEIGHT, WIDTH, c.sand)
    for level, colour in ((0.5, c.pale), (1.1, mix(c.pale, WHITE, 0.2))):
        picture = blend(picture, colour, 0.6 * smooth_step(field, level, level + 0.02))
    grass = smooth_step(patches(rng, c), 0.45, 0.55)
    picture = np.ascontiguousarray(blend(picture, c.grass, grass), np.float32)
    if rng.random() < 0.5:
        _stones(rng, picture, c, int(rng.integers(10, 50)), (3, 10))
    return picture


def pebbles(rng: np.random.Generator, c: Sand) -> Picture:
    """A bed of small stones with sand and moss between."""
    picture = np.ascontiguousarray(blend(mottled(rng, c, 0.04) * 0.8, c.grass, 0.7 * patches(rng, c)), np.float32)
    _stones(rng, picture, c, int(rng.integers(300, 800)), (2.5, 8))
    return picture


def photo(rng: np.random.Generator, c: Sand) -> Picture:
    """Photographed ground, coloured."""
    grass = patches(rng, c)
    sand, leaves = texture(rng, "ground", HEIGHT, WIDTH), texture(rng, "leaves", HEIGHT, WIDTH)
    picture = blend(mottled(rng, c, 0.0), mix(c.grass, c.grass_light, 0.4), grass)
    return picture * (1 + 0.7 * (sand + (leaves - sand) * grass))[..., None]


def _voronoi(rng: np.random.Generator, across: int) -> tuple[np.ndarray, Mask]:
    """Cells of scattered seeds and the distance from their borders in pixels."""
    down = round(across * HEIGHT / WIDTH)
    gx, gy = np.meshgrid(np.arange(across), np.arange(down))
    seeds = np.ones((HEIGHT, WIDTH), np.uint8)
    px = ((gx + rng.uniform(0.1, 0.9, gx.shape)) * (WIDTH / across)).astype(int)
    py = ((gy + rng.uniform(0.1, 0.9, gx.shape)) * (HEIGHT / down)).astype(int)
    seeds[py, px] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rim = np.ones((HEIGHT, WIDTH), np.uint8)
    rim[:, 1:][labels[:, 1:] != labels[:, :-1]] = 0
    rim[1:][labels[1:] != labels[:-1]] = 0
    return labels, cv2.distanceTransform(rim, cv2.DIST_L2, 3).astype(np.float32)


def rocks(rng: np.random.Generator, c: Sand) -> Picture:
    """Large plates of rock with light edges."""
    labels, rim = _voronoi(rng, int(rng.integers(7, 16)))
    tone = rng.normal(1, 0.1, int(labels.max()) + 1).astype(np.float32)[labels]
    picture = mottled(rng, c, 0.04) * tone[..., None]
    rim = rim + 1.5 * clouds(rng, HEIGHT, WIDTH, 30, 2)
    picture = blend(picture, c.pale, 0.4 * smooth_step(rim, 8, 3))
    picture = blend(picture, mix(c.dark, BLACK, 0.3), 0.8 * smooth_step(rim, 3.5, 1))
    return blend(picture, c.grass, 0.8 * smooth_step(rim, 9, 2) * patches(rng, c))


def washed(rng: np.random.Generator, c: Sand) -> Picture:
    """A pale watercolour of sand and green."""
    grass = patches(rng, c)
    edge = grass - cv2.GaussianBlur(grass, (0, 0), 5)
    picture = blend(mottled(rng, c, 0.0), c.grass_light, 0.75 * grass)
    picture = picture * (1 - 0.35 * np.abs(edge) + 0.1 * clouds(rng, HEIGHT, WIDTH, 10, 3))[..., None]
    return blend(picture, (0.97, 0.94, 0.86), float(rng.uniform(0.05, 0.35)))


def paved(rng: np.random.Generator, c: Sand) -> Picture:
    """Paving slabs in rows, moss in the joints."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32) / CELL
    tall, wide = float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.5, 1.2))
    row = np.floor(y / tall)
    shift = (row * 0.37) % 1.0
    col = np.floor(x / wide + shift)
    rim = np.minimum(0.5 - np.abs((y / tall) % 1 - 0.5), (0.5 - np.abs((x / wide + shift) % 1 - 0.5)) * wide / tall)
    tone = 1 + 0.14 * np.sin(row * 12.9 + col * 78.2).astype(np.float32)
    picture = mottled(rng, c, 0.05) * tone[..., None]
    picture = blend(picture, mix(c.dark, c.grass, 0.5), 0.85 * smooth_step(rim + 0.02 * clouds(rng, HEIGHT, WIDTH, 30, 2), 0.09, 0.03))
    return blend(picture, c.grass, 0.5 * patches(rng, c))


def cracked(rng: np.random.Generator, c: Sand) -> Picture:
    """Dried mud, cracked, with a few weeds."""
    _, rim = _voronoi(rng, int(rng.integers(16, 34)))
    picture = mottled(rng, c, 0.03)
    picture = blend(picture, c.pale, 0.35 * smooth_step(rim, 1.5, 6))
    picture = blend(picture, mix(c.dark, BLACK, 0.5), smooth_step(rim + noise(rng, HEIGHT, WIDTH, 60), 1.8, 0.6))
    picture = np.ascontiguousarray(picture, np.float32)
    _tufts(rng, picture, patches(rng, c), c, 1500)
    return picture


GROUNDS: dict[str, Callable[[np.random.Generator, Sand], Picture]] = {
    "sand_grass": sand_grass,
    "scrub": scrub,
    "strokes": strokes,
    "flat": flat,
    "pebbles": pebbles,
    "photo": photo,
    "rocks": rocks,
    "washed": washed,
    "planks": planks,
    "weave": weave,
    "scribble": scribble,
    "confetti": confetti,
    "marble": marble,
    "fields": fields,
    "paved": paved,
    "cracked": cracked,
}
