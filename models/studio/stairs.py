"""Stairs: a thin landing plate on the upper tile, steps down beside its edge, a foot on the lower tile.

The origin is the lower tile's face under the centre of the lower cell; the upper cell's centre lies at x = -1, one drop higher.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.studio.mesh import Mesh, box, dome, lathe, merged, prism, rounded_rectangle

Rng = np.random.Generator

LANDING = 0.71
"""Length of the landing plate, cells."""
EDGE = -0.47
"""Where the block may begin: the upper tile's edge lies at about -0.485."""


def draw_stairs(rng: Rng) -> tuple[Callable[[float], Mesh], str]:
    width = rng.uniform(0.46, 0.57)
    landing = LANDING * rng.uniform(0.92, 1.08)
    plate_height = rng.uniform(0.025, 0.06)
    run = rng.uniform(0.60, 0.80)
    steps = int(rng.choice([0, 5, 7, 9, 11, 13, 15]))
    foot_height = rng.uniform(0.03, 0.07)
    cheeks = rng.random() < 0.45
    sculpture = rng.random() < 0.45
    flight = width * rng.uniform(0.62, 0.98)
    radius = rng.uniform(0.015, 0.06)

    def stairs(drop: float) -> Mesh:
        x0, x1 = EDGE, EDGE + run
        plate = prism(rounded_rectangle(landing, width, radius), 0.0, plate_height, bevel=0.008).moved(x=x0 + 0.02 - landing / 2, z=drop)
        foot = prism(rounded_rectangle(run + 0.06, width, 0.05), 0.0, foot_height, bevel=0.012).moved(x=(x0 + x1) / 2 + 0.05)
        parts = [plate, foot, _flight(x0, x1, flight, steps, drop + plate_height, foot_height)]
        if cheeks:
            for side in (-1, 1):
                y = side * (flight / 2 + 0.012)
                parts.append(_ramp(x0, x1, y - 0.022, y + 0.022, drop + plate_height + 0.02, foot_height + 0.03))
        if sculpture:
            for side in (-1, 1):
                lion = merged([lathe([(0.05, 0.0), (0.06, 0.3 * drop), (0.04, 0.55 * drop)], n=10), dome(0.055, 0.55 * drop, n=10)])
                parts.append(lion.moved(x0 + 0.12, side * flight / 2))
        return merged(parts)

    return stairs, ("ramp" if steps == 0 else f"{steps}-steps")


def _flight(x0: float, x1: float, width: float, steps: int, top: float, bottom: float) -> Mesh:
    if steps == 0:
        return _ramp(x0, x1, -width / 2, width / 2, top, bottom)
    edges = np.linspace(x0, x1, steps + 1)
    heights = np.linspace(top, bottom, steps + 1)[:-1]
    blocks = [box(a, b, -width / 2, width / 2, 0.0, max(h, 0.02)) for a, b, h in zip(edges[:-1], edges[1:], heights, strict=True)]
    return merged(blocks)


def _ramp(x0: float, x1: float, y0: float, y1: float, top: float, bottom: float) -> Mesh:
    ramp = box(x0, x1, y0, y1, 0.0, top)
    v = ramp.vertices.copy()
    high, far = v[:, 2] > top - 1e-9, v[:, 0] > x1 - 1e-9
    v[high & far, 2] = bottom
    centre = high & ~far & (np.abs(v[:, 0] - (x0 + x1) / 2) < 1e-9)
    v[centre, 2] = (top + bottom) / 2
    return Mesh(v, ramp.faces, ramp.uv)
