"""Ways to draw a fountain."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.studio.art.pictograms.pen import Pen


def _bowl(pen: Pen, y: float, half: float, depth: float) -> None:
    """A bowl: a flat rim and a round belly below it."""
    t = np.linspace(0, np.pi, 20)
    pen.poly(np.vstack([[(0.5 - half, y)], np.stack([0.5 + half * np.cos(t), y + depth * np.sin(t)], 1)]))


def _jet(pen: Pen, far: float, top: float, bottom: float, foot: float, w: float | None = None) -> None:
    """Water that rises in the middle and falls at both sides."""
    for side in (-1, 1):
        pen.curve([(0.5, foot), (0.5 + side * far * 0.45, top * 2 - (foot + bottom) / 2), (0.5 + side * far, bottom)], w)


def bowl_jets(pen: Pen) -> None:
    """A bowl on a foot with two falling jets."""
    _bowl(pen, 0.56, 0.38, 0.2)
    pen.box(0.45, 0.68, 0.55, 0.86)
    pen.box(0.3, 0.84, 0.7, 0.92)
    _jet(pen, 0.25, 0.16, 0.46, 0.54, pen.w * 0.75)
    if pen.rng.random() < 0.5:
        _jet(pen, 0.12, 0.2, 0.4, 0.54, pen.w * 0.6)


def two_tiers(pen: Pen) -> None:
    """A small bowl above a large one, dashes of water."""
    _bowl(pen, 0.36, 0.22, 0.1)
    _bowl(pen, 0.62, 0.4, 0.16)
    pen.box(0.46, 0.36, 0.54, 0.9)
    pen.box(0.28, 0.86, 0.72, 0.93)
    _jet(pen, 0.13, 0.12, 0.28, 0.34, pen.w * 0.6)
    for x in (0.22, 0.78):
        pen.line([(x, 0.44), (x, 0.56)], pen.w * 0.6)


def three_tiers(pen: Pen) -> None:
    """Three saucers on a spindle."""
    for y, half in ((0.28, 0.16), (0.48, 0.28), (0.7, 0.41)):
        _bowl(pen, y, half, 0.1)
    pen.lathe([(0.14, 0.02), (0.28, 0.05), (0.5, 0.05), (0.86, 0.09)])
    pen.oval(0.5, 0.13, 0.05, 0.05)
    pen.box(0.28, 0.86, 0.72, 0.92)


def basin_wide(pen: Pen) -> None:
    """A wide basin with a rim, water lines and three jets."""
    pen.box(0.06, 0.58, 0.94, 0.67)
    pen.poly([(0.12, 0.67), (0.88, 0.67), (0.8, 0.88), (0.2, 0.88)])
    for x, top, far in ((0.26, 0.3, 0.09), (0.5, 0.1, 0.13), (0.74, 0.3, 0.09)):
        pen.line([(x, 0.58), (x, top + 0.06)], pen.w * 0.6)
        for side in (-1, 1):
            pen.curve([(x, top + 0.07), (x + side * far, top - 0.1), (x + side * far, top + 0.2)], pen.w * 0.6)
    pen.line([(0.2, 0.75), (0.8, 0.75)], 0.02, ink=False)


def dots_jets(pen: Pen) -> None:
    """A bowl with a spray of drops."""
    _bowl(pen, 0.58, 0.37, 0.18)
    pen.lathe([(0.7, 0.05), (0.82, 0.06), (0.9, 0.2)])
    for far, top in ((0.14, 0.2), (0.28, 0.28)):
        for u in np.linspace(0.0, 1.0, 6):
            y = top + (0.5 - top) * (2 * u - 0.9) ** 2
            for side in (-1, 1):
                pen.oval(0.5 + side * far * (0.15 + u * 0.95), y, 0.022, 0.028)
    pen.line([(0.5, 0.56), (0.5, 0.14)], pen.w * 0.6)


def single_jet(pen: Pen) -> None:
    """One strong jet that opens like a mushroom over a basin."""
    pen.line([(0.5, 0.62), (0.5, 0.22)], max(0.06, pen.w))
    for side in (-1, 1):
        pen.curve([(0.5, 0.2), (0.5 + side * 0.3, 0.06), (0.5 + side * 0.3, 0.5)], pen.w * 0.9)
    pen.line([(0.08, 0.58), (0.14, 0.84), (0.86, 0.84), (0.92, 0.58)], pen.w)
    pen.line([(0.14, 0.7), (0.86, 0.7)], pen.w * 0.6)


def palm_jets(pen: Pen) -> None:
    """Jets that spread like a palm above a stepped basin."""
    for far, top, end in ((0.34, 0.2, 0.58), (0.2, 0.14, 0.44)):
        for side in (-1, 1):
            pen.curve([(0.5, 0.66), (0.5 + side * far * 0.5, top - 0.2), (0.5 + side * far, end)], pen.w * 0.65)
    pen.line([(0.5, 0.66), (0.5, 0.1)], pen.w * 0.6)
    pen.box(0.18, 0.66, 0.82, 0.76)
    pen.box(0.1, 0.79, 0.9, 0.9)


def plan_rings(pen: Pen) -> None:
    """Seen from above: an eight-cornered basin, a ring and a spout with spray."""
    a = np.arange(8) * np.pi / 4 + np.pi / 8
    pen.line(np.stack([0.5 + 0.42 * np.cos(a), 0.5 + 0.42 * np.sin(a)], 1), max(pen.w, 0.06), True)
    pen.arc(0.5, 0.5, 0.2, 0.2, 0, 360, pen.w * 0.8)
    pen.oval(0.5, 0.5, 0.08, 0.08)
    for t in np.arange(8) * np.pi / 4:
        pen.oval(0.5 + 0.3 * np.cos(t), 0.5 + 0.3 * np.sin(t), 0.025, 0.025)


def wall(pen: Pen) -> None:
    """A wall fountain: a round-topped slab, a spout, water falling into a trough."""
    pen.box(0.26, 0.34, 0.74, 0.72)
    pen.oval(0.5, 0.34, 0.24, 0.22)
    pen.oval(0.5, 0.34, 0.09, 0.09, False)
    for x in (0.44, 0.5, 0.56):
        pen.line([(x, 0.44), (x, 0.7)], 0.025, ink=False)
    pen.poly([(0.1, 0.7), (0.9, 0.7), (0.82, 0.9), (0.18, 0.9)])
    pen.line([(0.1, 0.75), (0.9, 0.75)], 0.02, ink=False)


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "bowl_jets": bowl_jets,
    "two_tiers": two_tiers,
    "three_tiers": three_tiers,
    "basin_wide": basin_wide,
    "dots_jets": dots_jets,
    "single_jet": single_jet,
    "palm_jets": palm_jets,
    "plan_rings": plan_rings,
    "wall": wall,
}
