"""Ways to draw a bridge."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.studio.art.pictograms.pen import Pen


def _bow(x0: float, x1: float, foot: float, crown: float, full: float = 0.75, n: int = 28) -> list[tuple[float, float]]:
    """Points of an arched line from left to right; full 1 is a wave's hump, 0.5 a half ellipse."""
    t = (1 - np.cos(np.linspace(0, np.pi, n))) / 2
    return [(float(x0 + (x1 - x0) * u), float(foot - (foot - crown) * max(np.sin(np.pi * u), 0.0) ** full)) for u in t]


def arch(pen: Pen) -> None:
    """A thick arch between two feet."""
    thick = float(pen.rng.uniform(0.1, 0.18))
    foot, full = float(pen.rng.uniform(0.66, 0.8)), float(pen.rng.uniform(0.5, 0.95))
    pen.poly([*_bow(0.08, 0.92, foot, 0.24, full), *_bow(0.24, 0.76, foot, 0.24 + thick, full)[::-1]])
    if pen.rng.random() < 0.6:
        pen.box(0.04, foot - 0.04, 0.27, foot + 0.06)
        pen.box(0.73, foot - 0.04, 0.96, foot + 0.06)


def parapet(pen: Pen) -> None:
    """An arch with a parapet line floating above it."""
    pen.line(_bow(0.1, 0.9, 0.42, 0.2), pen.w)
    pen.poly([*_bow(0.06, 0.94, 0.62, 0.34), (0.94, 0.82), (0.74, 0.82), *_bow(0.26, 0.74, 0.8, 0.52)[::-1], (0.26, 0.82), (0.06, 0.82)])


def double_line(pen: Pen) -> None:
    """Two parallel bows joined by uprights."""
    pen.line(_bow(0.08, 0.92, 0.56, 0.22), pen.w)
    pen.line(_bow(0.08, 0.92, 0.76, 0.42), pen.w * 1.2)
    for u in np.linspace(0.08, 0.92, int(pen.rng.integers(5, 9))):
        lift = 0.34 * np.sin(np.pi * (u - 0.08) / 0.84)
        pen.line([(u, 0.56 - lift), (u, 0.76 - lift)], pen.w * 0.6)


def stone_arch(pen: Pen) -> None:
    """A flat deck on a walled arch with stones around the opening."""
    top = float(pen.rng.uniform(0.26, 0.36))
    pen.box(0.05, top, 0.95, 0.8)
    pen.oval(0.5, 0.82, 0.27, 0.34, False)
    pen.box(0.0, 0.8, 1.0, 1.0, False)
    for a in np.radians(np.linspace(195, 345, 6)):
        pen.line([(0.5 + 0.27 * np.cos(a), 0.82 + 0.34 * np.sin(a)), (0.5 + 0.36 * np.cos(a), 0.82 + 0.43 * np.sin(a))], 0.018, ink=False)
    pen.line([(0.05, top + 0.06), (0.95, top + 0.06)], 0.018, ink=False)


def three_arches(pen: Pen) -> None:
    """A deck on three openings."""
    pen.poly([*_bow(0.04, 0.96, 0.42, 0.28), (0.96, 0.78), (0.04, 0.78)])
    for x, a, b in ((0.21, 0.09, 0.2), (0.5, 0.13, 0.32), (0.79, 0.09, 0.2)):
        pen.oval(x, 0.79, a, b, False)
    pen.box(0.0, 0.78, 1.0, 1.0, False)


def humpback(pen: Pen) -> None:
    """A pointed hump with a round eye."""
    pen.poly([(0.04, 0.78), (0.04, 0.64), (0.42, 0.26), (0.58, 0.26), (0.96, 0.64), (0.96, 0.78)])
    pen.oval(0.5, 0.8, 0.2, 0.3, False)
    pen.box(0.0, 0.78, 1.0, 1.0, False)
    if pen.rng.random() < 0.5:
        for y in (0.86, 0.93):
            t = np.linspace(0.08, 0.92, 30)
            pen.line(np.stack([t, y + 0.015 * np.sin(t * 26)], 1), pen.w * 0.45)


def railing(pen: Pen) -> None:
    """A bowed deck with a railing of posts."""
    pen.line(_bow(0.06, 0.94, 0.76, 0.5), max(0.08, pen.w * 1.3))
    for u in np.linspace(0.1, 0.9, int(pen.rng.integers(5, 8))):
        lift = 0.26 * np.sin(np.pi * (u - 0.06) / 0.88)
        pen.line([(u, 0.74 - lift), (u, 0.54 - lift)], pen.w * 0.7)
        pen.oval(u, 0.52 - lift, 0.03, 0.03)
    pen.line(_bow(0.06, 0.94, 0.6, 0.34), pen.w * 0.5)


def viaduct(pen: Pen) -> None:
    """A straight deck on tall arched piers with towers at the ends."""
    pen.box(0.05, 0.34, 0.95, 0.44)
    for x in (0.08, 0.36, 0.64, 0.92):
        pen.box(x - 0.045, 0.3, x + 0.045, 0.82)
    for x in (0.22, 0.5, 0.78):
        pen.box(x - 0.14, 0.44, x + 0.14, 0.56)
        pen.oval(x, 0.58, 0.095, 0.11, False)
    for x in (0.08, 0.92):
        pen.box(x - 0.06, 0.2, x + 0.06, 0.32)


def plan(pen: Pen) -> None:
    """Seen from above: two parapets and planks between, across wavy water."""
    for y in (0.34, 0.66):
        pen.line([(0.06, y), (0.94, y)], max(pen.w, 0.06))
        for x in (0.06, 0.94):
            pen.box(x - 0.05, y - 0.07, x + 0.05, y + 0.07)
    for x in np.linspace(0.17, 0.83, 8):
        pen.line([(x, 0.36), (x, 0.64)], pen.w * 0.6)
    for y in (0.1, 0.9):
        t = np.linspace(0.2, 0.8, 30)
        pen.line(np.stack([t, y + 0.03 * np.sin(t * 30)], 1), pen.w * 0.5)


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "arch": arch,
    "parapet": parapet,
    "double_line": double_line,
    "stone_arch": stone_arch,
    "three_arches": three_arches,
    "humpback": humpback,
    "railing": railing,
    "viaduct": viaduct,
    "plan": plan,
}
