"""What a tile's ground shows: a path among bushes, a pond, a desert, a formal garden. Plans only; `ground` paints them in a style."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Colour, Mask, Picture, blend, clouds, drawing, mix, plain, smooth_step, stroke, vary
from models.studio.art.palette import Scheme

CELL = 96
SIDE = 2 * CELL


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the ground, in pixels."""

    kind: str
    x: float
    y: float
    r: float
    angle: float
    colour: Colour


@dataclass(slots=True)
class Plan:
    """The plan of a ground: flat colours, the mask of its main feature, brush directions and things from back to front."""

    flat: Picture
    feature: Mask
    flow: Mask
    elements: list[Element]


def _grid() -> tuple[Mask, Mask]:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    return x, y


def _scatter(rng: np.random.Generator, count: int, free: Mask | None = None) -> NDArray[np.float64]:
    """About `count` places spread evenly with jitter, only where `free` > 0.5."""
    n = max(2, round(count**0.5))
    gx, gy = np.meshgrid(np.arange(n), np.arange(n))
    places = (np.stack([gx, gy], axis=-1).reshape(-1, 2) + rng.uniform(-0.1, 1.1, (n * n, 2))) * (SIDE / n)
    places = places[rng.permutation(len(places))]
    if free is None:
        return places
    inside = np.clip(places, 0, SIDE - 1).astype(int)
    return places[free[inside[:, 1], inside[:, 0]] > 0.5]


def _plants(rng: np.random.Generator, places: NDArray[np.float64], kind: str, size: tuple[float, float], s: Scheme) -> list[Element]:
    """Plants of varied size and green at the places."""
    out = []
    for x, y in places:
        tone = float(rng.random())
        colour = mix(s.deep, s.mid, tone * 2) if tone < 0.5 else mix(s.mid, s.light, tone * 2 - 1)
        r = float(rng.uniform(*size)) * CELL
        out.append(Element(kind, float(x), float(y), r, float(rng.uniform(0, 6.28)), vary(rng, colour, 0.015, 0.1, 0.1)))
    return out


def _winding(rng: np.random.Generator, turn: int) -> NDArray[np.float64]:
    """A winding line from one side to the opposite one."""
    t = np.linspace(-0.05, 1.05, 40)
    phase, waves = rng.uniform(0, 6.28), rng.uniform(0.6, 1.6)
    side = 0.5 + rng.uniform(0.05, 0.15) * np.sin(phase + waves * 6.28 * t) + rng.uniform(-0.12, 0.12) * (t - 0.5)
    points = np.stack([side, t], axis=1) * SIDE
    return points[:, ::-1] if turn else points


def plan_path(rng: np.random.Generator, s: Scheme) -> Plan:
    """White: a pale winding path between dark bushes."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    width = int(rng.uniform(0.09, 0.22) * CELL)
    with drawing(mask) as canvas:
        stroke(canvas, _winding(rng, int(rng.random() < 0.25)), 1.0, width)
        if rng.random() < 0.2:
            stroke(canvas, _winding(rng, 1), 1.0, width)
    edge = clouds(rng, SIDE, SIDE, 10, 2)
    mask = smooth_step(np.clip(mask, 0, 1) + 0.12 * edge, 0.35, 0.65)
    base = blend(plain(SIDE, SIDE, s.deep), s.mid, smooth_step(clouds(rng, SIDE, SIDE, 4, 2), -0.8, 1.6))
    flat = blend(base, s.feature, mask)
    plants = _plants(rng, _scatter(rng, int(rng.uniform(80, 200)), 1 - mask), "bush", (0.07, 0.16), s)
    few = _scatter(rng, 16, 1 - mask)[: int(rng.integers(0, 8))]
    plants += [Element("blossom", float(x), float(y), 0.03 * CELL, 0.0, s.accent) for x, y in few]
    return Plan(flat, mask, clouds(rng, SIDE, SIDE, 3, 1) * 1.5, plants)


def plan_pond(rng: np.random.Generator, s: Scheme) -> Plan:
    """Blue: a turquoise pond with lily pads, green around."""
    x, y = _grid()
    cx, cy = rng.uniform(0.42, 0.58, 2) * SIDE
    radius = np.hypot((x - cx) / rng.uniform(0.75, 1.25), y - cy) / SIDE
    shape = rng.uniform(0.28, 0.5) - radius + rng.uniform(0.03, 0.09) * clouds(rng, SIDE, SIDE, 4, 3)
    pond = smooth_step(shape, -0.01, 0.01)
    flat = blend(plain(SIDE, SIDE, s.mid), s.light, smooth_step(clouds(rng, SIDE, SIDE, 6, 2), 0, 1.5))
    flat = blend(flat, mix(s.feature, s.deep, 0.5), smooth_step(shape, -0.03, 0.0))
    water = blend(plain(SIDE, SIDE, s.feature), (1.0, 1.0, 1.0), 0.25 * smooth_step(clouds(rng, SIDE, SIDE, 5, 2), 0.2, 1.6))
    flat = blend(flat, water, pond)
    things = _plants(rng, _scatter(rng, int(rng.uniform(80, 220)), 1 - pond), "bush", (0.05, 0.13), s)
    for px, py in _scatter(rng, int(rng.uniform(16, 60)), pond):
        green = vary(rng, mix(s.mid, s.light, float(rng.random())), 0.02)
        r = float(rng.choice([0.05, 0.08, 0.14])) * CELL
        things.append(Element("lily", float(px), float(py), r, float(rng.uniform(0, 6.28)), green))
        if rng.random() < 0.2:
            things.append(Element("blossom", float(px + r), float(py), 0.035 * CELL, 0.0, s.accent))
    return Plan(flat, pond, clouds(rng, SIDE, SIDE, 2, 1) * 0.4, things)


def plan_desert(rng: np.random.Generator, s: Scheme) -> Plan:
    """Yellow: dunes of sand with dry tufts and stones."""
    x, y = _grid()
    warp = clouds(rng, SIDE, SIDE, 3, 3)
    angle = rng.uniform(0, np.pi)
    along = (x * np.cos(angle) + y * np.sin(angle)) / SIDE
    dunes = np.sin(6.28 * rng.uniform(1.0, 3.0) * along + rng.uniform(0.6, 2.0) * warp)
    flat = blend(plain(SIDE, SIDE, s.feature), mix(s.feature, s.accent, 0.55), smooth_step(dunes, -0.3, 1.0))
    flat = blend(flat, mix(s.feature, (1.0, 0.93, 0.75), 0.45), smooth_step(-dunes, 0.2, 1.0))
    dry = smooth_step(clouds(rng, SIDE, SIDE, 3, 2), rng.uniform(-0.3, 0.8), 1.6)
    flat = blend(flat, s.mid, 0.7 * dry)
    kind = "tuft" if rng.random() < 0.75 else "bush"
    plants = _plants(rng, _scatter(rng, int(rng.uniform(16, 70)), None), kind, (0.12, 0.28), s)
    if kind == "tuft":
        plants = [p for p in plants for _ in range(2)]
    rocks = _scatter(rng, 16)[: int(rng.integers(0, 9))]
    stones = [
        Element(
            "rock",
            float(px),
            float(py),
            float(rng.uniform(0.03, 0.09)) * CELL,
            float(rng.uniform(0, 6)),
            vary(rng, mix(s.feature, s.deep, 0.35)),
        )
        for px, py in rocks
    ]
    return Plan(flat, 1 - dry, warp + angle + 1.57, stones + plants)


def plan_formal(rng: np.random.Generator, s: Scheme) -> Plan:
    """Pink: a formal garden with a round yellow-green mosaic in the middle and flower beds."""
    x, y = _grid()
    u, v = (x - SIDE / 2) / CELL, (y - SIDE / 2) / CELL
    radius = np.hypot(u, v)
    lawn = smooth_step(clouds(rng, SIDE, SIDE, 4, 3), -1, 1.2)
    flat = blend(plain(SIDE, SIDE, s.deep), s.mid, lawn)
    if rng.random() < 0.5:
        walk = (
            smooth_step(np.minimum(np.abs(u), np.abs(v)), 0.09, 0.06)
            if rng.random() < 0.5
            else smooth_step(np.abs(np.abs(u) - np.abs(v)), 0.1, 0.07)
        )
        flat = blend(flat, mix(s.light, s.feature, 0.3), 0.8 * walk)
    size = float(rng.uniform(0.24, 0.46))
    round_mask = smooth_step(radius, size + 0.01, size - 0.01)
    tones = [s.feature, s.light, mix(s.feature, (1.0, 1.0, 1.0), 0.5), s.mid, s.feature, mix(s.accent, s.feature, 0.5), s.light]
    rings = int(rng.integers(3, 8))
    start = int(rng.integers(3))
    for i in range(rings):
        outer = size * (1 - i / rings)
        flat = blend(flat, vary(rng, tones[(i + start) % len(tones)], 0.02), smooth_step(radius, outer, outer - 0.015))
    things = []
    beds = [s.accent, vary(rng, (0.25, 0.62, 0.62), 0.05), vary(rng, (0.95, 0.72, 0.25), 0.03), vary(rng, s.petal, 0.03), s.light, s.mid]
    for px, py in _scatter(rng, int(rng.uniform(80, 240)), 1 - round_mask):
        pick = beds[min(int(rng.exponential(1.6) if rng.random() < 0.5 else 5), 5)]
        kind = "bush" if pick in beds[4:] else "blossom"
        r = float(rng.uniform(0.06, 0.13) if kind == "bush" else rng.uniform(0.025, 0.06)) * CELL
        things.append(Element(kind, float(px), float(py), r, float(rng.uniform(0, 6.28)), vary(rng, pick, 0.02)))
    return Plan(flat, round_mask, np.arctan2(v, u) + np.float32(1.57), things)


PLANS = {"white": plan_path, "blue": plan_pond, "yellow": plan_desert, "pink": plan_formal}


def plan_meadow(rng: np.random.Generator, s: Scheme) -> Plan:
    """A ground that tells nothing of the flower: for editions where only the border does."""
    spots = smooth_step(clouds(rng, SIDE, SIDE, 3, 3), -1, 1.2)
    flat = blend(plain(SIDE, SIDE, s.deep), s.mid, spots)
    flat = blend(flat, s.feature, 0.7 * smooth_step(clouds(rng, SIDE, SIDE, 2, 3), 0.5, 1.4))
    kind = ("bush", "tuft", "rock")[int(rng.integers(3))]
    plants = _plants(rng, _scatter(rng, int(rng.uniform(10, 90))), kind, (0.06, 0.15), s)
    return Plan(flat, spots, clouds(rng, SIDE, SIDE, 2, 1) * 2, plants)
