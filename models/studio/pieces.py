"""The plastic pieces of one box: moulds drawn afresh for every photo, within the measures of the kit.

Every mould stands on z = 0 with its foot around the origin; long pieces run along X. Nobody has seen a real box here, so the shapes vary
far more than one edition does: the scanner has to tell the pieces apart by kind of shape, not by one drawing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models.studio.bridges import draw_bridge
from models.studio.mesh import Mesh, at_height, box, circle, dome, lathe, loft, merged, prism, rounded_rectangle
from models.studio.stairs import draw_stairs
from models.studio.statues import draw_statue

Rng = np.random.Generator


@dataclass(frozen=True)
class PieceSizes:
    """Plan sizes in cells (components.md), before the few per cent of variation."""

    foot: float = 0.56
    foot_scale: tuple[float, float] = (0.95, 1.14)
    """Nobody has measured a foot: on some boxes it covers the pad, on others it stands a little over it."""
    foot_height: tuple[float, float] = (0.05, 0.11)
    plate: tuple[float, float] = (0.44, 0.56)
    """Side of a pillar's square top plate."""
    basin: tuple[float, float] = (1.82, 0.55)
    belvedere_height: tuple[float, float] = (0.24, 0.46)


SIZES = PieceSizes()


@dataclass(frozen=True)
class Moulds:
    """One box of plastic: the shapes every piece of this photo is cast from."""

    statue: Mesh
    belvederes: tuple[Mesh, ...]
    fountain: Mesh
    bridge: Mesh
    stairs: Callable[[float], Mesh]
    """Stairs for a drop of so many cells between the two tiles' faces."""
    pillar: Callable[[float, int], Mesh]
    """A pillar of the given height made of one or two drums."""
    styles: dict[str, str]


def draw_foot(rng: Rng) -> Mesh:
    side = SIZES.foot * rng.uniform(*SIZES.foot_scale)
    height = rng.uniform(*SIZES.foot_height)
    return prism(rounded_rectangle(side, side, rng.uniform(0.05, 0.19)), 0.0, height, bevel=rng.uniform(0.01, 0.035))


def draw_pillar(rng: Rng) -> tuple[Callable[[float, int], Mesh], str]:
    foot = draw_foot(rng)
    side = rng.uniform(*SIZES.plate)
    plate_height = rng.uniform(0.04, 0.09)
    radius = rng.uniform(0.17, 0.21)
    waist = rng.uniform(0.86, 1.0)
    fluted = rng.random() < 0.4
    square_capital = rng.random() < 0.5

    def drum(z0: float, z1: float, capital: bool) -> list[Mesh]:
        n = 48 if fluted else 28
        ring = circle(n)
        if fluted:
            ring = ring * np.where(np.arange(n)[:, None] % 4 < 2, 1.0, 0.94)
        mid = (z0 + z1) / 2
        steps = ((radius * 1.12, z0), (radius * 1.12, z0 + 0.05), (radius, z0 + 0.07), (radius * waist, mid), (radius * 1.02, z1 - 0.06))
        body = loft([at_height(ring, z, r) for r, z in (*steps, (radius * 1.1, z1))])
        plate = prism(rounded_rectangle(side, side, 0.015, 2), z1, z1 + plate_height, bevel=0.008 if square_capital else 0.02)
        flare = loft(
            [at_height(rounded_rectangle(1, 1, 0.1, 3), z1 - 0.07, 0.8 * side), at_height(rounded_rectangle(1, 1, 0.1, 3), z1, 0.98 * side)]
        )
        return [body, plate, *([flare] if capital else [])]

    def pillar(height: float, drums: int = 1) -> Mesh:
        parts = [foot]
        cuts = np.linspace(0.05, height, drums + 1)
        for z0, z1 in itertools.pairwise(cuts):
            parts += drum(float(z0), float(z1) - plate_height, square_capital)
        return merged(parts)

    return pillar, ("fluted" if fluted else "drum")


def draw_belvedere(rng: Rng) -> Mesh:
    """A roofless ruin: slender with columns and low walls, or massive, its thick walls reaching to the rim of the plate."""
    manner = (_massive_belvedere, _corner_belvedere, _slender_belvedere)[int(rng.choice(3, p=BELVEDERE_SHARES))]
    return manner(rng)


BELVEDERE_SHARES = (0.36, 0.34, 0.3)
"""Massive, corner and slender. From above, thick walls and their shade look like a pictogram on a pad, and low ones in bright light like
nothing at all: those are the mistakes to unlearn."""


def _corner_belvedere(rng: Rng) -> Mesh:
    """A wide bare floor, two walls that meet in a corner and step down from it, a stump or column on up to three corners."""
    foot = draw_foot(rng)
    floor, edge = float(foot.vertices[:, 2].max()), float(foot.vertices[:, 0].max())
    rim, thick = edge * rng.uniform(0.72, 0.96), rng.uniform(0.045, 0.11)
    tallest = rng.uniform(*SIZES.belvedere_height)
    parts = [foot]
    for side in (0, 1):
        steps = int(rng.integers(1, 4))
        heights = np.sort(rng.uniform(0.15, 0.85, steps))[:: 1 if side else -1]
        end = rim * rng.uniform(0.2, 1.0)
        a, b = (-end, rim) if side else (-rim, end)
        for (x0, x1), height in zip(itertools.pairwise(np.linspace(a, b, steps + 1).tolist()), heights, strict=True):
            parts.append(box(x0, x1, rim - thick, rim, floor - 0.01, floor + tallest * float(height)).turned(90.0 * side))
    for corner in rng.permutation(4)[: int(rng.integers(1, 4))]:
        radius = thick * rng.uniform(0.5, 0.85)
        top = max(tallest * rng.uniform(0.4, 1.0), floor + 0.06)
        column = lathe([(radius, floor), (radius * 0.92, top - 0.04), (radius * 1.2, top - 0.02), (radius * 1.1, top)], n=12)
        parts.append(column.moved(rim - thick / 2, rim - thick / 2).turned(90.0 * int(corner)))
    return merged(parts)


def _massive_belvedere(rng: Rng) -> Mesh:
    """Walls as thick as columns along two to four sides, broken into blocks of different height, a column or pier on some corners."""
    foot = draw_foot(rng)
    floor = float(foot.vertices[:, 2].max())
    rim = float(foot.vertices[:, 0].max()) * rng.uniform(0.78, 0.97)
    thick = rng.uniform(0.07, 0.15)
    tallest = rng.uniform(*SIZES.belvedere_height)
    parts = [foot]
    for side in rng.permutation(4)[: int(rng.integers(2, 5))]:
        cuts = np.sort(np.concatenate([[-rim, rim], rng.uniform(-rim, rim, int(rng.integers(0, 4)))]))
        for a, b in itertools.pairwise(cuts.tolist()):
            if rng.random() < 0.2 or b - a < 0.02:
                continue
            block = box(a, b, rim - thick * rng.uniform(0.7, 1.0), rim, floor - 0.01, floor + tallest * rng.uniform(0.12, 0.8))
            parts.append(block.turned(90.0 * int(side)))
    for corner in rng.permutation(4)[: int(rng.integers(1, 4))]:
        at, reach = rim - thick / 2, thick / 2 * rng.uniform(0.9, 1.4)
        top = max(tallest * rng.uniform(0.5, 1.0), floor + 0.06)
        pier = lathe([(reach, floor), (reach * 0.9, top - 0.04), (reach * 1.15, top)], n=14)
        if rng.random() < 0.5:
            pier = box(-reach, reach, -reach, reach, floor - 0.01, top)
        parts.append(pier.moved(at, at).turned(90.0 * int(corner)))
    if rng.random() < 0.5:
        w, d = rng.uniform(0.05, 0.14, 2)
        x, y = rng.uniform(-0.08, 0.08, 2)
        parts.append(box(x - w, x + w, y - d, y + d, floor - 0.01, floor + rng.uniform(0.02, 0.1)))
    return merged(parts)


def _slender_belvedere(rng: Rng) -> Mesh:
    """Three columns of different height on the corners of a plate, low broken walls between them."""
    foot = draw_foot(rng)
    floor = float(foot.vertices[:, 2].max())
    reach = rng.uniform(0.16, 0.20)
    corners = [(-reach, reach), (reach, reach), (reach, -reach), (-reach, -reach)]
    empty = int(rng.integers(4))
    tallest = rng.uniform(*SIZES.belvedere_height)
    heights = rng.permutation([tallest, tallest * rng.uniform(0.45, 0.8), tallest * rng.uniform(0.35, 0.95)])
    parts = [foot]
    columns = [c for i, c in enumerate(corners) if i != empty]
    radius = rng.uniform(0.040, 0.062)
    for (x, y), top in zip(columns, heights, strict=True):
        top = max(float(top), floor + 0.06)
        cap = rng.uniform(1.15, 1.7) if rng.random() < 0.75 else 0.95
        profile = [(radius * 1.35, floor), (radius * 1.35, floor + 0.03), (radius, floor + 0.045), (radius * 0.93, top - 0.035)]
        parts.append(lathe(profile, n=12).moved(x, y))
        side = 2 * radius * cap
        if rng.random() < 0.5:
            parts.append(prism(rounded_rectangle(side, side, 0.01, 2), top - 0.04, top).moved(x, y))
        else:
            parts.append(lathe([(radius * 0.93, top - 0.05), (side / 2, top - 0.025), (side / 2, top)], n=12).moved(x, y))
    parts += _broken_walls(rng, corners, floor, tallest)
    if rng.random() < 0.6:
        r = rng.uniform(0.08, 0.14)
        parts.append(lathe([(r, floor), (r * 0.95, floor + rng.uniform(0.01, 0.04))], n=20))
    return merged(parts)


def _broken_walls(rng: Rng, corners: list[tuple[float, float]], floor: float, tallest: float) -> list[Mesh]:
    parts = []
    thickness = rng.uniform(0.03, 0.06)
    for i in rng.permutation(4)[: int(rng.integers(2, 5))]:
        (x0, y0), (x1, y1) = corners[i], corners[(i + 1) % 4]
        cuts = np.linspace(0, 1, int(rng.integers(2, 5)) + 1)
        low, high = 0.03, 0.5 * tallest
        for a, b in itertools.pairwise(cuts):
            height = rng.uniform(low, high)
            if height < 0.05:
                continue
            xs, ys = sorted((x0 + (x1 - x0) * a, x0 + (x1 - x0) * b)), sorted((y0 + (y1 - y0) * a, y0 + (y1 - y0) * b))
            along_x = abs(x1 - x0) > abs(y1 - y0)
            dx, dy = (0.0, thickness / 2) if along_x else (thickness / 2, 0.0)
            parts.append(box(xs[0] - dx, xs[1] + dx, ys[0] - dy, ys[1] + dy, floor - 0.01, floor + height))
    return parts


def draw_fountain(rng: Rng) -> tuple[Mesh, str]:
    """A long basin over two cells with a low rim and a fountain of one or two tiers in the middle."""
    length, width = SIZES.basin[0] * rng.uniform(0.94, 1.03), SIZES.basin[1] * rng.uniform(0.92, 1.06)
    octagonal = rng.random() < 0.65
    if octagonal:
        cut_x, cut_y = rng.uniform(0.14, 0.3), rng.uniform(0.1, 0.17)
        l2, w2 = length / 2, width / 2
        pts = [(l2, w2 - cut_y), (l2 - cut_x, w2), (-l2 + cut_x, w2), (-l2, w2 - cut_y)]
        outline = np.array(pts + [(-x, -y) for x, y in pts])
    else:
        outline = rounded_rectangle(length, width, width * rng.uniform(0.25, 0.49), 7)
    rim, water, wall = rng.uniform(0.14, 0.28), rng.uniform(0.05, 0.11), rng.uniform(0.04, 0.07)
    half = np.array([length, width]) / 2
    inner = tuple((half - wall) / half)
    foot_in = rng.uniform(0.9, 1.0)
    rings = [
        at_height(outline, 0.0, foot_in),
        at_height(outline, 0.3 * rim, foot_in),
        at_height(outline, 0.8 * rim),
        at_height(outline, rim),
    ]
    rings += [at_height(outline, rim, inner), at_height(outline, water, inner)]
    parts = [loft(rings)]
    if rng.random() < 0.75:
        spike = rng.uniform(0.025, 0.045)
        tip = rim + rng.uniform(0.03, 0.09)
        anchors = outline if octagonal else outline[:: max(1, len(outline) // 8)]
        for x, y in anchors * (half - wall / 2) / half:
            parts.append(lathe([(spike, 0.9 * rim), (spike, rim + 0.02), (spike * 0.4, tip)], n=6).moved(x, y))
    parts.append(_fountain_centre(rng, water, width))
    return merged(parts), ("octagonal" if octagonal else "rounded")


def _fountain_centre(rng: Rng, water: float, width: float) -> Mesh:
    top = rng.uniform(0.30, 0.50)
    bowl, neck = min(rng.uniform(0.13, 0.22), width * 0.42), rng.uniform(0.05, 0.08)
    z1 = water + rng.uniform(0.06, 0.15)
    profile = [
        (bowl * 0.8, water - 0.01),
        (bowl * 0.6, z1 - 0.04),
        (bowl, z1),
        (bowl, z1 + 0.025),
        (bowl * 0.8, z1 + 0.015),
        (neck, z1 + 0.01),
    ]
    if rng.random() < 0.65:
        upper = bowl * rng.uniform(0.45, 0.7)
        z2 = z1 + (top - z1) * 0.5
        profile += [(neck, z2 - 0.04), (upper, z2), (upper, z2 + 0.02), (upper * 0.7, z2 + 0.01)]
    profile += [(neck * 0.8, top - 0.08), (neck * 0.9, top - 0.05), (neck * 0.6, top)]
    return merged([lathe(profile, n=int(rng.choice([8, 20, 24]))), dome(neck * 0.6, top, n=10)])


def draw_moulds(rng: Rng) -> Moulds:
    """All shapes of one box."""
    statue, statue_style = draw_statue(rng, draw_foot(rng))
    pillar, pillar_style = draw_pillar(rng)
    fountain, fountain_style = draw_fountain(rng)
    bridge, bridge_style = draw_bridge(rng)
    stairs, stairs_style = draw_stairs(rng)
    belvederes = (draw_belvedere(rng),) if rng.random() < 0.7 else (draw_belvedere(rng), draw_belvedere(rng))
    styles = {"statue": statue_style, "pillar": pillar_style, "fountain": fountain_style, "bridge": bridge_style, "stairs": stairs_style}
    return Moulds(statue, belvederes, fountain, bridge, stairs, pillar, styles)
