"""The grounds of the tiles: each style paints the same plans in another technique."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from models.studio.art.canvas import (
    Mask,
    Picture,
    blend,
    clouds,
    disc,
    drawing,
    ellipse_points,
    grain,
    mix,
    noise,
    plain,
    smooth_step,
    stroke,
    to_bytes,
)
from models.studio.art.elements import BLACK, WHITE, draw_detailed, draw_flat, draw_shores
from models.studio.art.layout import PLANS, SIDE, Plan, plan_meadow
from models.studio.art.palette import Scheme
from models.studio.art.photographs import texture


def _water_lines(rng: np.random.Generator, picture: Picture, mask: Mask) -> Picture:
    """Bright ripples where the mask is."""
    waves = np.sin(14 * clouds(rng, SIDE, SIDE, 3, 2, 0.4))
    return blend(picture, WHITE, mask * 0.35 * smooth_step(waves, 0.75, 0.98))


def paint_illustrated(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """A shaded illustration with leaves and blades."""
    shade = 1 + rng.uniform(0.06, 0.16) * clouds(rng, SIDE, SIDE, 8, 4, 0.7) + rng.uniform(0.0, 0.08) * noise(rng, SIDE, SIDE, 64)
    picture = np.ascontiguousarray(plan.flat * shade[..., None])
    if s.flower == "blue":
        picture = np.ascontiguousarray(_water_lines(rng, picture, plan.feature))
    if s.flower == "pink":
        picture = _ring_dots(rng, picture, plan)
    draw_detailed(rng, picture, plan, s.feature)
    light = 1 + 0.12 * clouds(rng, SIDE, SIDE, 2, 2)
    return picture * light[..., None]


def _ring_dots(rng: np.random.Generator, picture: Picture, plan: Plan) -> Picture:
    """Rings of small stones on the mosaic."""
    size = float(np.sqrt(plan.feature.mean() * SIDE * SIDE / np.pi))
    dots = np.zeros((2, SIDE, SIDE), np.uint8)
    for share in (0.9, 0.66, 0.4, 0.18):
        count = max(5, int(share * size * 6.28 / rng.uniform(4, 8)))
        layer = dots[int(rng.random() < 0.4)]
        for a in np.arange(count) * 6.283 / count:
            disc(layer, SIDE / 2 + share * size * np.cos(a), SIDE / 2 + share * size * np.sin(a), 1.6, 0.45)
    picture = blend(picture, WHITE, dots[0].astype(np.float32) / 255)
    return np.ascontiguousarray(blend(picture, BLACK, dots[1].astype(np.float32) / 255))


def paint_strokes(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Short brush strokes that follow the plan's directions."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    count, width = int(rng.uniform(1100, 1900)), int(rng.integers(2, 5))
    canvas = to_bytes(source * 0.8)
    xs, ys = rng.uniform(0, SIDE, count), rng.uniform(0, SIDE, count)
    tone, turn = rng.normal(1, 0.11, count), rng.normal(0, 0.35, count)
    length = rng.uniform(3, 9, count)
    for i in range(count):
        ix, iy = int(xs[i]), int(ys[i])
        a = plan.flow[iy, ix] + turn[i]
        dx, dy = length[i] * np.cos(a), length[i] * np.sin(a)
        colour = source[iy, ix] * tone[i]
        stroke(canvas, np.array([(xs[i] - dx, ys[i] - dy), (xs[i] + dx, ys[i] + dy)]), colour.tolist(), width)
    return canvas * ((1 + 0.06 * noise(rng, SIDE, SIDE, 70)) / 255)[..., None]


def paint_vector(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Flat shapes in few colours, with or without outlines."""
    picture = np.ascontiguousarray(np.round(plan.flat * 7) / 7)
    dark = mix(s.deep, BLACK, 0.6)
    outline = dark if rng.random() < 0.5 else None
    if outline is not None:
        draw_shores(picture, plan, dark)
    draw_flat(picture, plan, outline)
    return picture


def paint_watercolour(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Thin washes with dark rims on rough paper."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    dx, dy = clouds(rng, SIDE, SIDE, 8, 2) * 2.5, clouds(rng, SIDE, SIDE, 8, 2) * 2.5
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    source = cv2.remap(source, x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    edges = source - cv2.GaussianBlur(source, (0, 0), 2.5)
    wash = source + 0.9 * edges
    bloom = 1 + 0.13 * clouds(rng, SIDE, SIDE, 5, 4)
    paper = 1 + 0.03 * noise(rng, SIDE, SIDE, 90)
    pale = float(rng.uniform(0.05, 0.3))
    return blend(wash * bloom[..., None], (0.97, 0.95, 0.9), pale) * paper[..., None]


def _voronoi(rng: np.random.Generator, count: int) -> tuple[np.ndarray, Mask]:
    """Cell numbers and the distance to the cells' rims for scattered seeds."""
    n = round(count**0.5)
    seeds = np.ones((SIDE, SIDE), np.uint8)
    gx, gy = np.meshgrid(np.arange(n), np.arange(n))
    px = ((gx + rng.uniform(0.15, 0.85, gx.shape)) * SIDE / n).astype(int)
    py = ((gy + rng.uniform(0.15, 0.85, gy.shape)) * SIDE / n).astype(int)
    seeds[py, px] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rim = np.zeros((SIDE, SIDE), np.float32)
    rim[:, 1:] = labels[:, 1:] != labels[:, :-1]
    rim[1:] = np.maximum(rim[1:], labels[1:] != labels[:-1])
    return labels, rim


def paint_mosaic(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Small stones of one colour each, set in grout."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    labels, rim = _voronoi(rng, int(rng.uniform(700, 1800)))
    count = int(labels.max()) + 1
    area = np.maximum(np.bincount(labels.ravel(), minlength=count), 1)
    tone = rng.normal(1, 0.1, count)
    picture = np.stack(
        [(np.bincount(labels.ravel(), source[..., c].ravel(), count) / area * tone)[labels] for c in range(3)], axis=-1
    ).astype(np.float32)
    grout = mix(s.deep, BLACK, 0.4) if rng.random() < 0.6 else mix(s.feature, WHITE, 0.5)
    return blend(picture, grout, cv2.GaussianBlur(rim, (0, 0), 0.6) * 0.8)


def paint_photo(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Photographs of grass, hedges and stones coloured by the plan."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    source = cv2.GaussianBlur(source, (0, 0), 1.5)
    leaves = texture(rng, "leaves", SIDE, SIDE)
    ground = texture(rng, "ground", SIDE, SIDE)
    detail = leaves + (ground - leaves) * plan.feature
    return source * (1 + rng.uniform(0.5, 0.9) * detail)[..., None]


def paint_engraved(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Coloured, with fine dark hatching that gets denser in the shade, like an old print."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, mix(s.deep, BLACK, 0.5))
    source = blend(source, WHITE, 0.15)
    grey = source.mean(axis=-1) + 0.1 * clouds(rng, SIDE, SIDE, 6, 3)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    period = rng.uniform(3.2, 5.5)
    wave = np.sin((x * np.cos(0.8) + y * np.sin(0.8) + 4 * noise(rng, SIDE, SIDE, 4)) * 6.28 / period)
    lines = smooth_step(wave - 2.4 * (grey - 0.35), -0.2, 0.4)
    return blend(source, mix(s.deep, BLACK, 0.7), 0.75 * lines)


def paint_dabs(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Round dabs of paint, as pointillists do."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    canvas = to_bytes(source * 0.75)
    count = 2200
    xs, ys = rng.uniform(0, SIDE, count), rng.uniform(0, SIDE, count)
    size, tint = rng.uniform(1.2, 3.4, count), rng.normal(1, 0.1, (count, 3)) * rng.normal(1, 0.1, (count, 1))
    for i in range(count):
        disc(canvas, xs[i], ys[i], size[i], (source[int(ys[i]), int(xs[i])] * tint[i]).tolist())
    return canvas.astype(np.float32) / 255


def paint_linework(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """A pale tinted drawing in dark lines."""
    tint = cv2.GaussianBlur(plan.flat, (0, 0), 3)
    picture = np.ascontiguousarray(blend(tint, (0.98, 0.96, 0.9), float(rng.uniform(0.1, 0.4))))
    line = mix(mix(s.deep, s.ink, 0.3), BLACK, 0.5)
    draw_shores(picture, plan, line)
    with drawing(picture) as canvas:
        for e in plan.elements:
            for k in range(2):
                turn = ellipse_points(e.x, e.y, e.r * (1 - 0.4 * k), e.r * 0.8 * (1 - 0.4 * k), e.angle, 10)
                stroke(canvas, (turn + rng.normal(0, 0.07 * e.r, turn.shape))[: int(rng.integers(6, 11))], line, 1)
    return picture


def paint_chalk(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Soft chalk on toned paper: the tooth of the paper shows through."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, None)
    source = cv2.GaussianBlur(source, (0, 0), 2.2)
    tooth = smooth_step(0.7 * grain(rng, SIDE, SIDE) + 0.9 * noise(rng, SIDE, SIDE, 60, 2.5), -1.0, 0.6)
    paper = plain(SIDE, SIDE, mix(s.deep, (0.2, 0.2, 0.2), 0.4))
    return blend(paper, blend(source, WHITE, 0.12), 0.25 + 0.75 * tooth)


def paint_woven(rng: np.random.Generator, plan: Plan, s: Scheme) -> Picture:
    """Stitches of thread, as in a tapestry."""
    source = np.ascontiguousarray(plan.flat.copy())
    draw_flat(source, plan, mix(s.deep, BLACK, 0.3))
    stitches = int(rng.integers(38, 60))
    small = cv2.resize(source, (stitches, stitches), interpolation=cv2.INTER_AREA)
    small *= rng.normal(1, 0.08, (stitches, stitches, 1)).astype(np.float32)
    picture = cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) * (stitches / SIDE)
    thread = 0.75 + 0.35 * np.abs(np.sin(np.pi * x)) * np.abs(np.sin(np.pi * (y + 0.5 * np.floor(x))))
    return picture * thread[..., None]


PAINTERS: dict[str, Callable[[np.random.Generator, Plan, Scheme], Picture]] = {
    "illustrated": paint_illustrated,
    "strokes": paint_strokes,
    "vector": paint_vector,
    "watercolour": paint_watercolour,
    "mosaic": paint_mosaic,
    "photo": paint_photo,
    "engraved": paint_engraved,
    "dabs": paint_dabs,
    "linework": paint_linework,
    "chalk": paint_chalk,
    "woven": paint_woven,
}


def paint_ground(rng: np.random.Generator, style: str, scheme: Scheme, told: bool) -> Picture:
    """The ground of one flower's tiles; `told` False paints a plan that does not tell the flower."""
    plan = (PLANS[scheme.flower] if told else plan_meadow)(rng, scheme)
    if not told:
        # Or else a painter would add ripples or a mosaic that tell.
        scheme = replace(scheme, flower="meadow")
    return np.clip(PAINTERS[style](rng, plan, scheme), 0, 1).astype(np.float32)
