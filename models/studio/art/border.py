"""Borders of tiles and carpets of flowers: where the flower sprites lie."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Mask, Picture, Sprite, blend, clouds, mix, plain, smooth_step, vary
from models.studio.art.flowers import leaf_sprite
from models.studio.art.layout import CELL, SIDE
from models.studio.art.palette import Scheme

WAVE = 0.065
"""Depth in cells of the wave cut into each side of a tile; border flowers follow the cut."""


def _wave(t: NDArray[np.float64] | Mask) -> NDArray[np.float64] | Mask:
    """How far the cut comes in, in cells, at t = 0..2 along a side."""
    return WAVE * 0.5 * (1 - np.cos(np.pi * t))


def rim_distance() -> Mask:
    """Distance in cells from the cut outline, for every pixel of a tile."""
    y, x = (np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) + 0.5) / CELL
    across = np.minimum(x, 2 - x) - _wave(y)
    along = np.minimum(y, 2 - y) - _wave(x)
    return np.minimum(across, along).astype(np.float32)


_RIM = rim_distance()


def _around(t: NDArray[np.float64], depth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels of places around the tile: t = 0..4 sides clockwise, depth in cells from the cut."""
    side = np.floor(t).astype(int) % 4
    along = (t % 1.0) * 2
    inset = _wave(along) + depth
    x = np.choose(side, [along, 2 - inset, 2 - along, inset])
    y = np.choose(side, [inset, along, 2 - inset, 2 - along])
    return np.stack([x, y], axis=1) * CELL


Spots = NDArray[np.float64]
"""Rows of x, y, diameter in pixels, angle."""


def _spots(rng: np.random.Generator, t: NDArray[np.float64], depth: NDArray[np.float64], size: NDArray[np.float64]) -> Spots:
    return np.column_stack([_around(t, depth), size * CELL, rng.uniform(0, 6.283, len(t))])


def rim(rng: np.random.Generator, width: float) -> Spots:
    """Flowers of all sizes strewn along the rim, some cut off by it."""
    n = int(rng.uniform(22, 40) * min(1.4, 0.16 / width))
    t = np.linspace(0, 4, n, endpoint=False) + rng.uniform(-0.03, 0.03, n)
    size = width * rng.choice([0.55, 0.85, 1.25, 1.5], n)
    return _spots(rng, t, np.maximum(rng.uniform(-0.1, 0.75, n) * width, size * 0.1), size)


def dense(rng: np.random.Generator, width: float) -> Spots:
    """A thick wreath."""
    n = int(11.5 / width)
    t = rng.permutation(np.linspace(0, 4, n, endpoint=False) + rng.uniform(-0.02, 0.02, n))
    return _spots(rng, t, rng.uniform(0.0, 1.0, n) * width, width * rng.uniform(0.7, 1.15, n))


def garland(rng: np.random.Generator, width: float) -> Spots:
    """A few large flowers far apart."""
    n = int(rng.integers(3, 6)) * 4
    t = np.linspace(0, 4, n, endpoint=False) + float(rng.uniform(0, 0.2))
    return _spots(rng, t, np.full(n, 0.55 * width), width * rng.uniform(1.1, 1.5, n))


def beads(rng: np.random.Generator, width: float) -> Spots:
    """Even flowers in a row, large and small by turns."""
    n = 2 * int(4.0 / width * rng.uniform(0.75, 1.0))
    size = np.where(np.arange(n) % 2, float(rng.uniform(0.4, 0.9)), 1.0) * width
    return _spots(rng, np.linspace(0, 4, n, endpoint=False), np.full(n, 0.5 * width), size)


def double(rng: np.random.Generator, width: float) -> Spots:
    """Two rows of small flowers."""
    n = int(6.4 / width)
    t = np.linspace(0, 4, n, endpoint=False)
    outer = _spots(rng, t, np.full(n, 0.22 * width), np.full(n, 0.62 * width))
    return np.vstack([outer, _spots(rng, t + 2 / n, np.full(n, 0.72 * width), np.full(n, 0.55 * width))])


def vine(rng: np.random.Generator, width: float) -> Spots:
    """Flowers swinging in and out along a vine."""
    n = int(5.5 / width)
    t = np.linspace(0, 4, n, endpoint=False)
    return _spots(rng, t, (0.5 + 0.28 * np.sin(np.arange(n) * 2.1)) * width, width * rng.uniform(0.7, 1.05, n))


def corners(rng: np.random.Generator, width: float) -> Spots:
    """Bunches in the corners, smaller flowers on the sides."""
    n = int(rng.integers(28, 44))
    t = np.repeat(np.arange(4.0), n // 4) + rng.normal(0, 0.1, n // 4 * 4)
    near = _spots(rng, t % 4, rng.uniform(0.1, 1.1, len(t)) * width, width * rng.uniform(0.8, 1.4, len(t)))
    side = np.linspace(0, 4, 20, endpoint=False)
    return np.vstack([_spots(rng, side, np.full(20, 0.45 * width), width * rng.uniform(0.6, 0.9, 20)), near])


def hedge(rng: np.random.Generator, width: float) -> Spots:
    """Many tiny flowers all over a hedge."""
    n = int(16 / width)
    return _spots(rng, rng.uniform(0, 4, n), rng.uniform(0, 1.1, n) * width, width * rng.uniform(0.35, 0.6, n))


def frame_dots(rng: np.random.Generator, width: float) -> Spots:
    """Small upright flowers at even steps on a plain frame."""
    n = 4 * int(rng.integers(6, 10))
    spots = _spots(rng, np.linspace(0, 4, n, endpoint=False), np.full(n, 0.5 * width), np.full(n, 0.85 * width))
    spots[:, 3] = 0.0
    return spots


PLACERS: dict[str, Callable[[np.random.Generator, float], Spots]] = {
    "rim": rim,
    "dense": dense,
    "garland": garland,
    "beads": beads,
    "double": double,
    "vine": vine,
    "corners": corners,
    "hedge": hedge,
    "frame_dots": frame_dots,
}


def paint_border(rng: np.random.Generator, style: str, ground: Picture, s: Scheme, sprites: list[Sprite], width: float) -> Picture:
    """The ground with its border; width in cells."""
    edge_noise = 0.25 * width * clouds(rng, SIDE, SIDE, 14, 2) * (0.0 if style == "frame_dots" else float(rng.uniform(0.1, 1.0)))
    soft = float(rng.choice([0.01, 0.03, 0.1]))
    band = smooth_step(_RIM + edge_noise, width * 1.15 + soft, width * 1.15 - 0.01)
    strength = float(rng.uniform(0.75, 1.0)) if rng.random() < 0.8 else float(rng.uniform(0.2, 0.6))
    texture = 1 + 0.18 * clouds(rng, SIDE, SIDE, 26, 2)
    backing = plain(SIDE, SIDE, s.rim) * (1.0 if style == "frame_dots" else texture[..., None])
    picture = np.ascontiguousarray(blend(ground, backing, band * (1.0 if style in ("frame_dots", "hedge") else strength)), np.float32)
    if style == "frame_dots" or rng.random() < 0.2:
        line = smooth_step(0.018 - np.abs(_RIM - width * 1.15), 0, 0.01)
        picture = blend(picture, mix(s.petal, s.rim, 0.3), line)
    if style != "frame_dots" and rng.random() < 0.7:
        _strew_leaves(rng, picture, s, width, 60 if style in ("vine", "hedge", "garland") else 30)
    shadow = float(rng.uniform(0.0, 0.5))
    for x, y, size, angle in PLACERS[style](rng, width):
        sprites[int(rng.integers(len(sprites)))].stamp(picture, x, y, size, angle, shadow, float(rng.uniform(0.88, 1.06)))
    return np.clip(picture, 0, 1)


def _strew_leaves(rng: np.random.Generator, picture: Picture, s: Scheme, width: float, count: int) -> None:
    """Leaves under the border flowers; in place."""
    light = mix(s.light, s.rim, 0.4) if s.flower == "yellow" else mix(s.mid, s.light, 0.4)
    leaves = [leaf_sprite(vary(rng, mix(s.rim, light, share), 0.02)) for share in (0.3, 0.8)]
    for x, y, size, angle in _spots(
        rng, rng.uniform(0, 4, count), rng.uniform(0.1, 1.1, count) * width, width * rng.uniform(0.6, 1.2, count)
    ):
        leaves[int(rng.integers(2))].stamp(picture, x, y, size, angle)


def paint_carpet(rng: np.random.Generator, s: Scheme, sprites: list[Sprite], height: int, width: int, size: float) -> Picture:
    """A dense carpet of flowers, `size` pixels across each, large ones on top."""
    backing = mix(s.petal_shade, s.rim, float(rng.uniform(0.2, 0.9)))
    picture = plain(height, width, backing) * (1 + 0.1 * clouds(rng, height, width, 12, 2))[..., None]
    picture = np.ascontiguousarray(picture, np.float32)
    step = size * float(rng.uniform(0.6, 0.85))
    nx, ny = int(width / step) + 2, int(height / step) + 2
    gx, gy = np.meshgrid(np.arange(nx), np.arange(ny))
    x = (gx + 0.5 * (gy % 2) + rng.uniform(-0.25, 0.25, gx.shape)) * step - step / 2
    y = (gy + rng.uniform(-0.25, 0.25, gx.shape)) * step - step / 2
    order = rng.permutation(x.size)
    scale = np.sort(rng.uniform(0.75, 1.35, x.size))
    turn, pick, tint = rng.uniform(0, 6.283, x.size), rng.integers(0, len(sprites), x.size), rng.uniform(0.85, 1.06, x.size)
    for rank, i in enumerate(order):
        sprites[pick[i]].stamp(picture, x.flat[i], y.flat[i], size * scale[rank], turn[i], 0.35, float(tint[i]))
    return np.clip(picture, 0, 1)
