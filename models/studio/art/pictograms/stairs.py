"""Ways to draw stairs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.studio.art.pictograms.pen import Pen


def _steps(pen: Pen, low: int = 3, high: int = 6) -> list[tuple[float, float]]:
    """The stepped line from lower left to upper right."""
    n = int(pen.rng.integers(low, high + 1))
    top, left, right, bottom = float(pen.rng.uniform(0.12, 0.25)), 0.1, 0.9, 0.86
    points = [(left, bottom)]
    for i in range(n):
        y = bottom - (bottom - top) * (i + 1) / n
        points += [(left + (right - left) * i / n, y), (left + (right - left) * (i + 1) / n, y)]
    return points


def solid_profile(pen: Pen) -> None:
    """A filled flight seen from the side."""
    pen.poly([*_steps(pen), (0.9, 0.86)])


def zigzag(pen: Pen) -> None:
    """Only the stepped line, thick."""
    pen.line(_steps(pen), max(pen.w, 0.07))
    if pen.rng.random() < 0.5:
        pen.line([(0.1, 0.88), (0.9, 0.88)], pen.w * 0.7)


def slabs(pen: Pen) -> None:
    """Slabs piled up, each shorter than the one below."""
    n = int(pen.rng.integers(3, 6))
    gap = 0.03
    for i in range(n):
        y1 = 0.86 - 0.7 * i / n
        pen.box(0.1 + 0.72 * i / n, y1 - 0.7 / n + gap, 0.9, y1)


def front(pen: Pen) -> None:
    """Seen from the front: treads growing wider towards the viewer."""
    n = int(pen.rng.integers(4, 6))
    for i in range(n):
        half = 0.16 + 0.25 * i / (n - 1)
        y = 0.16 + 0.7 * i / n
        pen.box(0.5 - half, y, 0.5 + half, y + 0.7 / n - 0.035)


def with_rail(pen: Pen) -> None:
    """A filled flight with a handrail."""
    steps = _steps(pen, 3, 5)
    low = [(x, 0.42 + 0.6 * y) for x, y in steps]
    pen.poly([*low, (0.9, 0.42 + 0.6 * 0.86)])
    shift = 0.28
    pen.line([(0.14, low[1][1] - shift + 0.06), (0.88, low[-1][1] - shift + 0.02)], pen.w * 0.9)
    for i in (2, len(low) // 2, len(low) - 1):
        x, y = low[i]
        pen.line([(x - 0.03, y), (x - 0.03, y - shift + 0.05)], pen.w * 0.6)


def flight_sides(pen: Pen) -> None:
    """A flight that climbs from both sides to a landing."""
    n = int(pen.rng.integers(3, 5))
    for i in range(n):
        half = 0.42 - 0.3 * i / (n - 1)
        y1 = 0.86 - 0.68 * i / n
        pen.box(0.5 - half, y1 - 0.68 / n - 0.005, 0.5 + half, y1)


def blocks(pen: Pen) -> None:
    """Upright blocks of growing height, with seams."""
    n = int(pen.rng.integers(3, 6))
    gap = 0.025
    for i in range(n):
        x0 = 0.1 + 0.8 * i / n
        pen.box(x0 + gap / 2, 0.86 - 0.7 * (i + 1) / n, x0 + 0.8 / n - gap / 2, 0.86)


def isometric(pen: Pen) -> None:
    """Seen from a corner: a dark stepped side, pale treads in outline behind it."""
    n = int(pen.rng.integers(3, 5))
    back = np.array([0.24, -0.14])
    side = [(0.06, 0.92)]
    for i in range(n):
        y = 0.92 - 0.6 * (i + 1) / n
        side += [(0.06 + 0.58 * i / n, y), (0.06 + 0.58 * (i + 1) / n, y)]
    for x, y in side[1:]:
        pen.line(np.array([(x, y), (x + back[0], y + back[1])]), 0.035)
    pen.line(np.asarray(side) + back, 0.035)
    pen.poly([*side, (0.64, 0.92)])
    pen.line(np.array([(0.64, 0.92), (0.64 + back[0], 0.92 + back[1]), (0.64 + back[0], 0.32 + back[1])]), 0.035)


def arrowed(pen: Pen) -> None:
    """Stairs with an arrow that goes up along them."""
    pen.poly([*[(x, 0.25 + 0.72 * y) for x, y in _steps(pen, 3, 4)], (0.9, 0.87)])
    pen.line([(0.16, 0.52), (0.55, 0.18)], pen.w)
    pen.poly(np.array([(0.64, 0.1), (0.6, 0.3), (0.44, 0.12)]))


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "solid_profile": solid_profile,
    "zigzag": zigzag,
    "slabs": slabs,
    "front": front,
    "with_rail": with_rail,
    "flight_sides": flight_sides,
    "blocks": blocks,
    "isometric": isometric,
    "arrowed": arrowed,
}
