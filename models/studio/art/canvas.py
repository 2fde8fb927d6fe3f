"""Brushes of the painters: periodic noise, stamps, anti-aliased shapes, colour arithmetic. Pictures are float32 RGB in 0..1."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
"""(height, width, 3) RGB, 0..1, float32; not typed closer because OpenCV's and numpy's stubs disagree on what they return."""
Mask = NDArray[Any]
"""(height, width) float32."""
Colour = tuple[float, float, float]

SHIFT = 4
"""Fractional bits of the coordinates given to OpenCV's drawing calls."""


def hex_colour(text: str) -> Colour:
    """'#rrggbb' as three floats."""
    return (int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255)


def vary(rng: np.random.Generator, colour: Colour, hue: float = 0.03, sat: float = 0.2, val: float = 0.15) -> Colour:
    """A colour near the given one: hue moves by at most `hue` turns, saturation and value by the given share."""
    h, s, v = colorsys.rgb_to_hsv(*colour)
    h += float(rng.uniform(-hue, hue))
    s *= 1 + float(rng.uniform(-sat, sat))
    v *= 1 + float(rng.uniform(-val, val))
    return colorsys.hsv_to_rgb(h % 1.0, min(max(s, 0.0), 1.0), min(max(v, 0.0), 1.0))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`a` moved towards `b`."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def luma(colour: Colour) -> float:
    """Perceived brightness 0..1."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def plain(height: int, width: int, colour: Colour) -> Picture:
    """A picture of one colour."""
    out = np.empty((height, width, 3), np.float32)
    out[:] = colour
    return out


def noise(rng: np.random.Generator, height: int, width: int, cells: float, aspect: float = 1.0) -> Mask:
    """Smooth periodic noise with about `cells` bumps across the width, mean 0, spread about 1; aspect > 1 stretches it along x."""
    gx = max(2, round(cells / aspect))
    gy = max(2, round(cells * height / width))
    grid = rng.standard_normal((gy, gx)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    scale_x, scale_y = width / gx, height / gy
    matrix = np.array([[1 / scale_x, 0, 2], [0, 1 / scale_y, 2]], np.float32)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(grid, matrix, (width, height), flags=flags).astype(np.float32) * 1.3


def clouds(rng: np.random.Generator, height: int, width: int, cells: float, octaves: int = 4, fall: float = 0.55) -> Mask:
    """Fractal noise: octaves of `noise`, each finer and weaker, scaled to a spread of about 1."""
    out = np.zeros((height, width), np.float32)
    weight, total = 1.0, 0.0
    for i in range(octaves):
        out += weight * noise(rng, height, width, cells * 2**i)
        total += weight**2
        weight *= fall
    return out / np.float32(np.sqrt(total))


def grain(rng: np.random.Generator, height: int, width: int) -> Mask:
    """White noise, spread 1; drawn once in bytes because normal deviates per pixel are slow."""
    raw = rng.integers(0, 256, (height, width), dtype=np.uint8).astype(np.float32)
    return (raw - 127.5) / 74.0


def blend(base: Picture, other: Picture | Colour, share: Mask | float) -> Picture:
    """`base` moved towards a picture or a colour by a mask or a number."""
    top = np.asarray(other, np.float32)
    weight = share[..., None] if isinstance(share, np.ndarray) else np.float32(share)
    return base + (top - base) * weight


def ramp(values: Mask, stops: list[Colour]) -> Picture:
    """Colours looked up along a list of stops; values 0..1."""
    table = np.asarray(stops, np.float32)
    place = np.clip(values, 0, 1) * (len(stops) - 1)
    low = np.minimum(place.astype(np.int32), len(stops) - 2)
    share = (place - low)[..., None]
    return table[low] * (1 - share) + table[low + 1] * share


def smooth_step(values: Mask, low: float, high: float) -> Mask:
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((values - low) / (high - low), 0, 1)
    return (t * t * (3 - 2 * t)).astype(np.float32)


def points_fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Pixel coordinates as OpenCV's fixed-point integers."""
    return np.round(np.asarray(points) * (1 << SHIFT)).astype(np.int32)


@contextmanager
def drawing(picture: Picture) -> Iterator[NDArray[np.uint8]]:
    """A byte canvas with the picture's content, written back at the end: OpenCV smooths edges on bytes only."""
    canvas = to_bytes(picture)
    yield canvas
    picture[:] = canvas * np.float32(1 / 255)


def _ink(colour: Colour | float) -> list[float] | float:
    """A colour for OpenCV's byte canvases."""
    return colour * 255 if isinstance(colour, (int, float)) else [c * 255 for c in colour]


def fill(canvas: NDArray[np.uint8], points: NDArray[np.float64], colour: Colour | float) -> None:
    """Fill a polygon, anti-aliased, in place; the colour runs 0..1."""
    cv2.fillPoly(canvas, [points_fixed(points)], _ink(colour), cv2.LINE_AA, SHIFT)  # type: ignore[arg-type]


def stroke(canvas: NDArray[np.uint8], points: NDArray[np.float64], colour: Colour | float, width: int, closed: bool = False) -> None:
    """Draw a polyline, anti-aliased, in place."""
    cv2.polylines(canvas, [points_fixed(points)], closed, _ink(colour), max(1, width), cv2.LINE_AA, SHIFT)  # type: ignore[arg-type]


def disc(canvas: NDArray[np.uint8], x: float, y: float, radius: float, colour: Colour | float) -> None:
    """A disc, in place."""
    scale = 1 << SHIFT
    centre = (round(x * scale), round(y * scale))
    cv2.circle(canvas, centre, max(1, round(radius * scale)), _ink(colour), -1, cv2.LINE_AA, SHIFT)  # type: ignore[arg-type]


def write(canvas: NDArray[np.uint8], text: str, place: tuple[int, int], size: float, colour: Colour, width: int = 1) -> None:
    """Write a few letters, in place; size 1 is about 22 pixels high."""
    cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_DUPLEX, size, _ink(colour), width, cv2.LINE_AA)  # type: ignore[arg-type]


def ellipse_points(x: float, y: float, a: float, b: float, angle: float, n: int = 20) -> NDArray[np.float64]:
    """Corners of an ellipse turned by `angle` radians."""
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    c, s = np.cos(angle), np.sin(angle)
    u, v = a * np.cos(t), b * np.sin(t)
    return np.stack([x + c * u - s * v, y + s * u + c * v], axis=1)


def to_bytes(picture: Picture) -> NDArray[np.uint8]:
    """The picture as uint8."""
    return np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8)


class Sprite:
    """A cut-out picture with alpha, kept in halving sizes so that small stamps do not alias."""

    def __init__(self, rgba: NDArray[Any]) -> None:
        premultiplied = rgba.copy()
        premultiplied[..., :3] *= rgba[..., 3:]
        self.levels = [premultiplied]
        while self.levels[-1].shape[0] > 12:
            side = self.levels[-1].shape[0] // 2
            self.levels.append(cv2.resize(self.levels[-1], (side, side), interpolation=cv2.INTER_AREA))

    def stamp(self, canvas: Picture, x: float, y: float, size: float, angle: float, shadow: float = 0.0, tint: float = 1.0) -> None:
        """Paste the sprite centred on (x, y), `size` pixels across, turned by `angle` radians; in place."""
        level = max((lv for lv in self.levels if lv.shape[0] >= size), key=lambda lv: -lv.shape[0], default=self.levels[0])
        half = int(size * 0.72) + 2
        x0, y0 = int(x) - half, int(y) - half
        left, top = max(x0, 0), max(y0, 0)
        right, bottom = min(x0 + 2 * half, canvas.shape[1]), min(y0 + 2 * half, canvas.shape[0])
        if right <= left or bottom <= top:
            return
        scale = size / level.shape[0]
        c, s = np.cos(angle) * scale, np.sin(angle) * scale
        mid = level.shape[0] / 2 - 0.5
        matrix = np.array([[c, -s, x - left - c * mid + s * mid], [s, c, y - top - s * mid - c * mid]], np.float32)
        patch = cv2.warpAffine(level, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        region = canvas[top:bottom, left:right]
        if shadow > 0:
            step = max(1, round(size * 0.06))
            region[step:, step:] *= 1 - shadow * patch[:-step, :-step, 3:]
        region *= 1 - patch[..., 3:]
        region += patch[..., :3] * np.float32(tint)
