"""Statues: a bust with a flat round hat, in several manners, on the common foot."""

from __future__ import annotations

import numpy as np

from models.studio.mesh import Mesh, box, lathe, merged

Rng = np.random.Generator

HEIGHT = (0.56, 0.74)
"""Cells; about a single pillar (0.65)."""
HAT_RADIUS = (0.120, 0.152)
"""Half the disc of 0.25 to 0.30 cells that is seen from above."""


def draw_statue(rng: Rng, foot: Mesh) -> tuple[Mesh, str]:
    style = str(rng.choice(["bust", "cone", "turned", "figure"], p=[0.45, 0.2, 0.2, 0.15]))
    floor = float(foot.vertices[:, 2].max())
    top = rng.uniform(*HEIGHT)
    build = {"bust": _bust, "cone": _cone, "turned": _turned, "figure": _figure}[style]
    return merged([foot, *build(rng, floor - 0.01, top)]), style


def _hat(rng: Rng, z0: float, top: float) -> list[Mesh]:
    r = rng.uniform(*HAT_RADIUS)
    flare = rng.uniform(0.62, 1.02)
    profile = [(r * flare, z0), (r * (flare + 1) / 2, (z0 + top) / 2), (r * 0.97, top - 0.03), (r, top - 0.015), (r * 0.96, top)]
    parts = [lathe(profile, n=28)]
    if rng.random() < 0.5:
        band = z0 + (top - z0) * rng.uniform(0.2, 0.6)
        parts.append(lathe([(r * 1.04, band), (r * 1.08, band + 0.015), (r * 1.04, band + 0.03)], n=28))
    if rng.random() < 0.25:
        parts.append(lathe([(r * 0.7, top - 0.01), (r * 0.66, top + 0.012)], n=24))
    return parts


def _bust(rng: Rng, floor: float, top: float) -> list[Mesh]:
    """Shoulders, beard, head, hat; the face looks along +X."""
    sx, sy = rng.uniform(0.17, 0.26), rng.uniform(0.21, 0.28)
    shoulder = floor + rng.uniform(0.16, 0.24)
    a = np.linspace(0.0, np.pi / 2, 7)
    profile = [(0.96, floor)] + [(float(np.cos(t)) ** 0.7, floor + 0.04 + (shoulder - floor) * float(np.sin(t))) for t in a]
    parts = [lathe(profile, n=28, x=sx, y=sy)]
    head, hx = rng.uniform(0.085, 0.115), rng.uniform(-0.01, 0.06)
    hat0 = top - rng.uniform(0.12, 0.24)
    parts.append(lathe([(head * 0.75, floor), (head * 0.8, shoulder), (head, (shoulder + hat0) / 2), (head, hat0)], n=20).moved(x=hx))
    if rng.random() < 0.8:
        width, reach = rng.uniform(0.05, 0.09), head + rng.uniform(0.02, 0.07)
        parts.append(box(0, hx + reach, -width, width, floor + 0.06, hat0 - 0.08))
        parts.append(box(0, hx + head * 1.2, -0.015, 0.015, hat0 - 0.1, hat0 - 0.03))
    parts += [m.moved(x=hx) for m in _hat(rng, hat0, top)]
    return parts


def _cone(rng: Rng, floor: float, top: float) -> list[Mesh]:
    r0, r1 = rng.uniform(0.2, 0.26), rng.uniform(0.07, 0.1)
    hat0 = top - rng.uniform(0.06, 0.2)
    parts = [lathe([(r0, floor), (r0 * 0.97, floor + 0.03), (r1, hat0)], n=28)]
    return parts + _hat(rng, hat0, top)


def _turned(rng: Rng, floor: float, top: float) -> list[Mesh]:
    """A turned pawn: belly, waist, head, hat."""
    hat0 = top - rng.uniform(0.08, 0.18)
    zs = np.linspace(floor, hat0, 10)
    knots = np.array([rng.uniform(0.2, 0.26), rng.uniform(0.14, 0.22), rng.uniform(0.06, 0.11), rng.uniform(0.08, 0.12), 0.085])
    radii = np.interp(np.linspace(0, 1, 10), np.linspace(0, 1, 5), knots)
    return [lathe([(float(r), float(z)) for r, z in zip(radii, zs, strict=True)], n=28), *_hat(rng, hat0, top)]


def _figure(rng: Rng, floor: float, top: float) -> list[Mesh]:
    """A robed figure: an elliptic body, narrow shoulders, arms as two lumps."""
    sx, sy = rng.uniform(0.12, 0.16), rng.uniform(0.18, 0.24)
    hat0 = top - rng.uniform(0.08, 0.16)
    waist = (floor + hat0) / 2
    body = [(1.0, floor), (0.8, floor + 0.08), (0.72, waist - 0.04), (0.95, waist + 0.04), (0.5, waist + 0.1), (0.42, hat0)]
    parts = [lathe(body, n=24, x=sx, y=sy)]
    for side in (-1, 1):
        arm = lathe([(0.05, floor + 0.08), (0.06, waist), (0.03, waist + 0.07)], n=10)
        parts.append(arm.moved(x=sx * 0.4, y=side * sy * 0.75))
    return parts + _hat(rng, hat0, top)
