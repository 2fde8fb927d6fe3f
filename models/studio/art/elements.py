"""The things on a ground (plants, stones, lily pads), drawn leaf by leaf or as plain shapes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Colour, Picture, disc, drawing, ellipse_points, fill, mix, stroke
from models.studio.art.layout import Element, Plan

Bytes = NDArray[np.uint8]
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)


def _leafy(rng: np.random.Generator, canvas: Bytes, e: Element) -> None:
    """A plant of many leaves, dark below and light towards the upper left."""
    count = int(9 + e.r * 0.9)
    turn = rng.uniform(0, 6.28, count)
    far = np.sqrt(rng.random(count)) * e.r * 0.85
    long, flat = rng.uniform(0.22, 0.5, count) * e.r, rng.uniform(0.3, 0.55)
    for i in range(count):
        x, y = e.x + far[i] * np.cos(turn[i]), e.y + far[i] * np.sin(turn[i])
        up = i / count - 0.35 - 0.25 * np.sin(turn[i])
        colour = mix(e.colour, mix(e.colour, (0.9, 1.0, 0.6), 0.6), up) if up > 0 else mix(e.colour, BLACK, -up * 1.1)
        fill(canvas, ellipse_points(x, y, max(long[i], 1.4), max(long[i] * flat, 0.9), turn[i], 8), colour)


def _tufty(rng: np.random.Generator, canvas: Bytes, e: Element) -> None:
    """Blades that fan out from a foot."""
    for a in rng.normal(-1.57, 0.8, 16):
        length = e.r * rng.uniform(0.5, 1.1)
        bend = rng.uniform(-0.3, 0.3)
        tip = (e.x + length * np.cos(a + bend), e.y + length * np.sin(a + bend))
        knee = (e.x + 0.5 * length * np.cos(a), e.y + 0.5 * length * np.sin(a))
        tone = float(rng.random())
        colour = mix(e.colour, (1.0, 0.95, 0.7), tone - 0.5) if tone > 0.5 else mix(e.colour, BLACK, 0.9 * (0.5 - tone))
        stroke(canvas, np.array([(e.x, e.y), knee, tip]), colour, 1 if e.r < 14 else int(rng.integers(1, 3)))


def _rocky(rng: np.random.Generator, canvas: Bytes, e: Element) -> None:
    """A stone with a shadow and a lit side."""
    outline = ellipse_points(e.x, e.y, e.r, e.r * 0.7, e.angle, 9) + rng.normal(0, e.r * 0.1, (9, 2))
    fill(canvas, outline + 0.18 * e.r, mix(e.colour, BLACK, 0.6))
    fill(canvas, outline, e.colour)
    middle = np.array([e.x, e.y]) - 0.15 * e.r
    fill(canvas, middle + (outline - [e.x, e.y]) * 0.6, mix(e.colour, WHITE, 0.3))


def _lily(canvas: Bytes, e: Element, edge: Colour) -> None:
    """A round leaf with a notch on the water."""
    outline = np.vstack([ellipse_points(e.x, e.y, e.r, e.r * 0.9, e.angle, 20)[1:], [[e.x, e.y]]])
    fill(canvas, outline + 0.15 * e.r, mix(edge, BLACK, 0.35))
    fill(canvas, outline, e.colour)
    fill(canvas, np.array([e.x, e.y]) + (outline - [e.x, e.y]) * 0.6 - 0.08 * e.r, mix(e.colour, (0.9, 1.0, 0.6), 0.35))


def _blossom(canvas: Bytes, e: Element) -> None:
    """Five small petals and a heart."""
    for a in np.arange(5) * 1.2566 + e.angle:
        disc(canvas, e.x + 0.6 * e.r * np.cos(a), e.y + 0.6 * e.r * np.sin(a), 0.55 * e.r, mix(e.colour, WHITE, 0.15 if a % 2 > 1 else 0))
    disc(canvas, e.x, e.y, 0.35 * e.r, mix(e.colour, (1.0, 0.95, 0.5), 0.7))


def draw_detailed(rng: np.random.Generator, picture: Picture, plan: Plan, water: Colour) -> None:
    """All things of the plan with leaves, blades and shadows; in place."""
    with drawing(picture) as canvas:
        for e in plan.elements:
            if e.kind == "bush":
                _leafy(rng, canvas, e)
            elif e.kind == "tuft":
                _tufty(rng, canvas, e)
            elif e.kind == "rock":
                _rocky(rng, canvas, e)
            elif e.kind == "lily":
                _lily(canvas, e, water)
            else:
                _blossom(canvas, e)


def _outline_of(e: Element) -> NDArray[np.float64]:
    """The plain shape of a thing."""
    middle = np.array([e.x, e.y])
    if e.kind == "tuft":
        fan = np.linspace(-2.6, -0.5, 7)
        tips = middle + e.r * np.stack([np.cos(fan), np.sin(fan)], 1)
        inner = middle + 0.35 * e.r * np.stack([np.cos(fan + 0.17), np.sin(fan + 0.17)], 1)
        return np.vstack([middle[None], np.stack([tips, inner], 1).reshape(-1, 2)])
    if e.kind == "rock":
        return ellipse_points(e.x, e.y, e.r, 0.6 * e.r, e.angle, 16)
    points = ellipse_points(e.x, e.y, e.r, 0.95 * e.r, e.angle, 16)
    if e.kind == "bush":
        return middle + (points - middle) * (1 + 0.16 * np.cos(np.arange(16) * np.pi))[:, None]
    return points


def draw_flat(picture: Picture, plan: Plan, outline: Colour | None) -> None:
    """All things as plain shapes, with an outline when a colour is given; in place."""
    with drawing(picture) as canvas:
        for e in plan.elements:
            points, middle = _outline_of(e), np.array([e.x, e.y])
            fill(canvas, points, e.colour)
            if e.kind in ("bush", "lily", "rock"):
                fill(canvas, middle - 0.2 * e.r + (points - middle) * 0.5, mix(e.colour, WHITE, 0.18))
            if outline is not None:
                stroke(canvas, points, outline, 1, True)


def draw_shores(picture: Picture, plan: Plan, colour: Colour) -> None:
    """A line around the plan's main feature; in place."""
    contours, _ = cv2.findContours((plan.feature > 0.5).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    with drawing(picture) as canvas:
        for c in contours:
            stroke(canvas, c[:, 0].astype(float), colour, 2, True)
