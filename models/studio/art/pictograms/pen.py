"""The pen that draws pictograms: shapes in a unit square on an oversized mask."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import ellipse_points, fill, stroke

RES = 192
"""Side of the mask in pixels: four times what a tile shows, so that edges come out smooth."""


class Pen:
    """Draws on a mask; coordinates run 0..1 from the upper left. `w` is the line width of the edition."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.w = float(rng.uniform(0.04, 0.085))
        self.mask: NDArray[np.uint8] = np.zeros((RES, RES), np.uint8)

    def poly(self, points: Iterable[tuple[float, float]] | NDArray[np.float64], ink: bool = True) -> None:
        """A filled polygon; without ink it erases."""
        fill(self.mask, np.asarray(list(points), float) * RES, 1.0 if ink else 0.0)

    def box(self, x0: float, y0: float, x1: float, y1: float, ink: bool = True) -> None:
        """A filled rectangle."""
        self.poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], ink)

    def oval(self, x: float, y: float, a: float, b: float, ink: bool = True) -> None:
        """A filled ellipse with half axes a, b."""
        self.poly(ellipse_points(x, y, a, b, 0.0, 40), ink)

    def line(
        self, points: Iterable[tuple[float, float]] | NDArray[np.float64], w: float | None = None, closed: bool = False, ink: bool = True
    ) -> None:
        """A polyline of width w."""
        stroke(self.mask, np.asarray(list(points), float) * RES, 1.0 if ink else 0.0, round((w or self.w) * RES), closed)

    def arc(self, x: float, y: float, a: float, b: float, start: float, stop: float, w: float | None = None, ink: bool = True) -> None:
        """Part of an ellipse as a line; angles in degrees, 0 right, 90 down."""
        t = np.radians(np.linspace(start, stop, 30))
        self.line(np.stack([x + a * np.cos(t), y + b * np.sin(t)], 1), w, ink=ink)

    def curve(self, points: Iterable[tuple[float, float]], w: float | None = None) -> None:
        """A smooth line through a quadratic's three points."""
        p = np.asarray(list(points), float)
        t = np.linspace(0, 1, 24)[:, None]
        self.line((1 - t) ** 2 * p[0] + 2 * t * (1 - t) * p[1] + t**2 * p[2], w)

    def lathe(self, profile: Iterable[tuple[float, float]], x: float = 0.5, ink: bool = True) -> None:
        """A shape symmetric to a vertical axis: pairs of (height y, half width), joined smoothly."""
        p = np.asarray(list(profile), float)
        y = np.linspace(p[0, 0], p[-1, 0], 60)
        half = np.interp(y, p[:, 0], p[:, 1])
        right = np.stack([x + half, y], 1)
        left = np.stack([x - half[::-1], y[::-1]], 1)
        self.poly(np.vstack([right, left]), ink)

    def mirror(self) -> None:
        """Swap left and right."""
        self.mask = np.ascontiguousarray(cv2.flip(self.mask, 1))
