"""Bridges: two feet with little domes, a deck from flat to strongly arched, two parapets."""

from __future__ import annotations

import numpy as np

from models.studio.mesh import Mesh, box, dome, merged, prism, rounded_rectangle, sweep

Rng = np.random.Generator

LENGTH = 2.55
"""Cells from end to end; the feet stand on two cells whose centres lie 2 apart."""


def draw_bridge(rng: Rng) -> tuple[Mesh, str]:
    length, width = LENGTH * rng.uniform(0.97, 1.03), rng.uniform(0.45, 0.56)
    rise = float(rng.choice([rng.uniform(0.05, 0.18), rng.uniform(0.18, 0.36), rng.uniform(0.36, 0.55)]))
    foot_height, foot_length = rng.uniform(0.05, 0.10), rng.uniform(0.36, 0.55)
    parts = [_foot(rng, side, length, width, foot_length, foot_height) for side in (-1, 1)]
    reach = length / 2 - foot_length * rng.uniform(0.35, 0.75)
    xs = np.linspace(-reach, reach, 21)
    power = rng.uniform(1.7, 2.4)
    arch = rise * (1 - np.abs(xs / reach) ** power)
    deck, thick = width - rng.uniform(0.0, 0.06), rng.uniform(0.05, 0.1)
    parts.append(sweep(_bar(-deck / 2, deck / 2, -thick, 0.0), xs, arch + foot_height + 0.01))
    wall, high = rng.uniform(0.03, 0.06), rng.uniform(0.05, 0.20)
    spikes = rng.random() < 0.65
    for side in (-1, 1):
        y = side * (deck / 2 - wall / 2)
        parts.append(sweep(_bar(y - wall / 2, y + wall / 2, -thick - 0.02, high), xs, arch + foot_height))
        if spikes:
            parts += _spikes(rng, xs, arch + foot_height + high, y, wall)
    if rng.random() < 0.35:
        parts += [
            box(x - 0.012, x + 0.012, -deck / 2, deck / 2, z, z + 0.022) for x, z in zip(xs[1:-1], arch[1:-1] + foot_height, strict=True)
        ]
    style = ("arched" if rise > 0.25 else "flat") + ("-spiked" if spikes else "")
    return merged(parts), style


def _bar(y0: float, y1: float, z0: float, z1: float) -> np.ndarray:
    """A rectangle in (y, z), counter-clockwise seen from +X."""
    return np.array([[y0, z0], [y1, z0], [y1, z1], [y0, z1]])


def _foot(rng: Rng, side: int, length: float, width: float, foot_length: float, height: float) -> Mesh:
    across = max(width, 0.5) * rng.uniform(0.98, 1.1)
    plate = prism(rounded_rectangle(foot_length, across, rng.uniform(0.04, 0.1)), 0.0, height, bevel=0.015)
    parts = [plate]
    if rng.random() < 0.85:
        r = rng.uniform(0.04, 0.075)
        end = side * (foot_length / 2 - r - 0.04)
        parts += [dome(r, height - 0.005, height=r * rng.uniform(0.7, 1.5), n=14).moved(end, y) for y in (-across * 0.3, across * 0.3)]
    return merged(parts).moved(x=side * (length / 2 - foot_length / 2))


def _spikes(rng: Rng, xs: np.ndarray, zs: np.ndarray, y: float, wall: float) -> list[Mesh]:
    n = int(rng.integers(5, 12))
    half, tall = rng.uniform(0.015, 0.03), rng.uniform(0.03, 0.07)
    places = np.linspace(xs[0] + 0.03, xs[-1] - 0.03, n)
    heights = np.interp(places, xs, zs)
    return [box(x - half, x + half, y - wall * 0.6, y + wall * 0.6, z - 0.03, z + tall) for x, z in zip(places, heights, strict=True)]
