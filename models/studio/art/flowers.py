"""Single flowers as cut-out sprites: daisies, blue blossoms, dark-red-and-cream flowers and dahlias, in several techniques."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Colour, Mask, Sprite, ellipse_points, fill, mix, noise, plain, smooth_step, stroke, to_bytes
from models.studio.art.palette import Scheme
from models.studio.art.photographs import flower_stamp

RES = 64
WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)
Rgba = NDArray[Any]

PETALS: dict[str, tuple[int, int]] = {"white": (9, 18), "blue": (5, 6), "yellow": (5, 6), "pink": (12, 22)}
LAYERS: dict[str, tuple[int, int]] = {"white": (1, 2), "blue": (1, 2), "yellow": (1, 1), "pink": (3, 5)}
STAMPS: dict[str, tuple[str, ...]] = {
    "white": ("yellow-flower", "flower8", "pigface", "bolsom", "red-gazania"),
    "blue": ("flower1", "flower4", "flower8", "flower9", "pigface", "bolsom", "adeenia"),
    "yellow": ("anemone_red", "flower2", "flower8", "flower5", "adeenia", "yellow-flower"),
    "pink": ("marigold", "flower9", "flower8", "pigface", "adeenia", "rose"),
}

_Y, _X = np.mgrid[0:RES, 0:RES].astype(np.float32)
_U, _V = (_X - RES / 2 + 0.5) / (RES / 2), (_Y - RES / 2 + 0.5) / (RES / 2)
_R, _T = np.hypot(_U, _V), np.arctan2(_V, _U)


def _over(base: Rgba, colour: NDArray[np.float32] | Colour, alpha: Mask) -> None:
    """Lay a colour over the (not premultiplied) sprite; in place."""
    a = alpha[..., None]
    base[..., :3] += (np.asarray(colour, np.float32) - base[..., :3]) * a
    base[..., 3] = np.maximum(base[..., 3], alpha)


def _empty(colour: Colour) -> Rgba:
    out = np.zeros((RES, RES, 4), np.float32)
    out[..., :3] = colour
    return out


def _canvases(colour: Colour) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Byte canvases of twice the size for colour and alpha."""
    return to_bytes(plain(RES * 2, RES * 2, colour)), np.zeros((RES * 2, RES * 2), np.uint8)


def _reduced(colour: NDArray[np.uint8], alpha: NDArray[np.uint8]) -> Rgba:
    """Both canvases as one sprite of the usual size."""
    both = np.dstack([colour, alpha]).astype(np.float32) / 255
    return cv2.resize(both, (RES, RES), interpolation=cv2.INTER_AREA)


def _petal_ring(rng: np.random.Generator, out: Rgba, s: Scheme, n: int, reach: float, dip: float, turn: float, streak: float) -> None:
    """A ring of n petals: radius from a wavy outline, colour from base to tip with streaks and dark seams."""
    phase = _T * n / 2 + turn
    wave = np.abs(np.cos(phase))
    jitter = 1 + 0.05 * np.cos(3 * _T + turn * 7) + 0.04 * np.cos(5 * _T + turn * 3)
    outline = reach * jitter * (1 - dip + dip * wave ** float(rng.uniform(0.35, 0.9)))
    alpha = smooth_step(outline - _R, -0.02, 0.035)
    inward = np.clip(_R / np.maximum(outline, 1e-3), 0, 1)
    seams = smooth_step(wave, 0.0, 0.45)
    shade = np.clip(0.9 * (1 - inward) ** 1.2 + 0.5 * (1 - seams) + streak * np.cos(phase * 8), 0, 1)
    petal, dark = np.asarray(s.petal, np.float32), np.asarray(s.petal_shade, np.float32)
    colour = petal + (dark - petal) * shade[..., None]
    colour *= 1 + 0.08 * (_V + _U * 0.5)[..., None] * -1
    _over(out, colour, alpha)


def _heart(rng: np.random.Generator, out: Rgba, s: Scheme, size: float, speckled: bool) -> None:
    """The heart: a disc with speckles, or for the dark-red flower a flared blot with a pale middle."""
    wobble = 1 + (0.18 * np.cos(5 * _T + 1) if s.flower == "yellow" else 0.03 * np.cos(7 * _T))
    alpha = smooth_step(size * wobble - _R, -0.03, 0.05)
    colour = np.empty((RES, RES, 3), np.float32)
    colour[:] = s.heart
    dome = np.clip(1.12 - 0.4 * (_R / size) ** 2 - 0.25 * (_U + _V), 0.55, 1.35)
    colour *= dome[..., None]
    if speckled:
        colour *= (1 + 0.2 * noise(rng, RES, RES, 22))[..., None]
    _over(out, colour, alpha)
    if s.flower == "yellow":
        _over(out, mix(s.heart, s.petal, 0.7), 0.8 * smooth_step(size * 0.28 - _R, -0.02, 0.05))


def painted(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Shaded petals with streaks: the classic botanical drawing."""
    out = _empty(s.petal_shade)
    n = int(rng.integers(PETALS[s.flower][0], PETALS[s.flower][1] + 1))
    layers = int(rng.integers(LAYERS[s.flower][0], LAYERS[s.flower][1] + 1))
    dip = float(rng.uniform(0.2, 0.45))
    for i in range(layers):
        _petal_ring(rng, out, s, n, 0.97 * (1 - 0.62 * i / max(layers, 1)), dip, float(rng.uniform(0, 3)) + i * 1.57, 0.1)
    _heart(rng, out, s, s.heart_share, True)
    return out


def layered(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Separate oval petals laid over each other, each with its own light; blue ones bilateral like orchids."""
    out = _empty(s.petal_shade)
    n = int(rng.integers(PETALS[s.flower][0], min(PETALS[s.flower][1], 12) + 1))
    rings = [(0.56, 0.44), (0.4, 0.34)] if s.flower == "pink" else [(0.54, 0.45)]
    for k, (far, long) in enumerate(rings):
        width = min(0.42, float(rng.uniform(2.1, 2.9)) * far / n)
        for i in range(n):
            a = 6.283 * (i + 0.5 * k) / n - 1.57
            bulge = 1.0
            if s.flower == "blue":
                bulge = 1.25 if i in (1, n - 1) else 0.85
            du, dv = _U - far * np.cos(a), _V - far * np.sin(a)
            along, across = du * np.cos(a) + dv * np.sin(a), -du * np.sin(a) + dv * np.cos(a)
            d = (along / long) ** 2 + (across / (width * bulge)) ** 2
            shade = np.clip(0.55 - 0.9 * along / long + 0.5 * d + 0.12 * np.cos(across * 40), 0, 1)[..., None]
            colour = np.asarray(s.petal, np.float32) * (1 - shade) + np.asarray(s.petal_shade, np.float32) * shade
            _over(out, mix(s.petal_shade, BLACK, 0.35), 0.6 * smooth_step(1.15 - d, 0, 0.2))
            _over(out, colour, smooth_step(1.0 - d, 0, 0.15))
    _heart(rng, out, s, s.heart_share, True)
    return out


def photo(rng: np.random.Generator, s: Scheme) -> Rgba:
    """A photographed flower dyed in the scheme's colours; drawn when the photographs are not installed."""
    stamp = flower_stamp(STAMPS[s.flower][int(rng.integers(len(STAMPS[s.flower])))])
    if stamp is None:
        return painted(rng, s)
    out = stamp.copy()
    grey = out[..., :3].max(axis=-1)
    solid = out[..., 3] > 0.5
    low, high = np.percentile(grey[solid], [3, 97])
    tone = np.clip((grey - low) / max(float(high - low), 0.05), 0, 1)
    tone = 0.12 + 0.88 * tone
    dark = np.asarray(mix(s.petal_shade, BLACK, 0.2), np.float32)
    out[..., :3] = dark + (np.asarray(s.petal, np.float32) - dark) * tone[..., None]
    if s.flower == "yellow":
        blot = smooth_step(s.heart_share * 1.05 - _R, -0.06, 0.08)
        heart = np.asarray(s.heart, np.float32) * (0.6 + 0.7 * tone[..., None])
        out[..., :3] += (heart - out[..., :3]) * blot[..., None]
    else:
        _heart(rng, out, s, s.heart_share * 0.9, True)
    return out


def vector(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Flat petals and a flat heart."""
    n = int(rng.integers(5, 9)) if s.flower != "pink" else int(rng.integers(9, 14))
    colour, alpha = _canvases(s.petal)
    for k in range(2 if s.flower == "pink" else 1):
        for i in range(n):
            a = 6.283 * (i + 0.5 * k) / n
            far, long, wide = RES * (0.56 - 0.2 * k), RES * (0.42 - 0.1 * k), RES * min(0.4, 1.75 / n) * (1 - 0.3 * k)
            points = ellipse_points(RES + far * np.cos(a), RES + far * np.sin(a), long, wide, a)
            fill(colour, points, s.petal if (i + k) % 2 else mix(s.petal, s.petal_shade, 0.45))
            fill(alpha, points, 1.0)
    fill(colour, ellipse_points(RES, RES, RES * s.heart_share, RES * s.heart_share, 0), s.heart)
    fill(alpha, ellipse_points(RES, RES, RES * s.heart_share, RES * s.heart_share, 0), 1.0)
    return _reduced(colour, alpha)


def blobs(rng: np.random.Generator, s: Scheme) -> Rgba:
    """A few wet dabs of paint around a dot."""
    out = _empty(s.petal)
    n = int(rng.integers(5, 8))
    for i in range(n):
        a = 6.283 * (i + float(rng.uniform(-0.15, 0.15))) / n
        far, size = float(rng.uniform(0.42, 0.55)), float(rng.uniform(0.34, 0.46))
        d = np.hypot(_U - far * np.cos(a), _V - far * np.sin(a)) / size + 0.1 * noise(rng, RES, RES, 6)
        tone = np.clip(0.3 + 0.5 * d + 0.25 * noise(rng, RES, RES, 5), 0, 1)[..., None]
        colour = np.asarray(s.petal, np.float32) * (1 - 0.6 * tone) + np.asarray(s.petal_shade, np.float32) * 0.6 * tone
        _over(out, colour, smooth_step(1 - d, 0, 0.12))
    _heart(rng, out, s, s.heart_share * 0.95, False)
    return out


def outlined(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Flat flower with dark contours, as in a comic."""
    flat = vector(rng, s)
    line = mix(s.petal_shade, BLACK, 0.65)
    solid = (flat[..., 3] > 0.5).astype(np.uint8)
    rim = cv2.morphologyEx(solid, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32)
    heart = smooth_step(0.045 - np.abs(_R - s.heart_share), 0, 0.03)
    n = int(rng.integers(5, 9))
    rays = smooth_step(np.abs(np.cos(_T * n / 2)), 0.14, 0.05) * (s.heart_share < _R) * (_R < 0.7) * solid
    _over(flat, line, np.clip(cv2.GaussianBlur(rim, (0, 0), 0.8) * 1.2 + heart + 0.6 * rays, 0, 1).astype(np.float32))
    return flat


def rosette(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Concentric scalloped rings, like a mandala or an inlay."""
    out = _empty(s.petal)
    n = int(rng.integers(6, 13))
    tones = [s.petal, mix(s.petal, s.petal_shade, 0.6), mix(s.petal, WHITE, 0.3), s.petal]
    for i, reach in enumerate((0.97, 0.8, 0.64, 0.5)):
        outline = reach * (0.86 + 0.14 * np.abs(np.cos(_T * n / 2 + i * 1.57)))
        _over(out, tones[i], smooth_step(outline - _R, -0.01, 0.03))
    size = max(s.heart_share, 0.24)
    _over(out, s.heart, smooth_step(size - _R, -0.01, 0.03))
    dots = smooth_step(np.cos(_T * n) - 0.4, 0, 0.3) * smooth_step(0.08 - np.abs(_R - 0.72), 0, 0.03)
    _over(out, s.heart, dots * (out[..., 3] > 0.5))
    return out


def folk(rng: np.random.Generator, s: Scheme) -> Rgba:
    """Heart-shaped petals with a drop in each, as in folk painting."""
    colour, alpha = _canvases(s.petal)
    n = int(rng.integers(5, 7))
    t = np.linspace(0, 6.283, 26)
    for i in range(n):
        a = 6.283 * i / n + 0.3
        hx, hy = 16 * np.sin(t) ** 3, 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
        u, v = (hy + 17) / 30 * RES * 0.97, hx / 16 * RES * 2.1 / n
        points = np.stack([RES + u * np.cos(a) - v * np.sin(a), RES + u * np.sin(a) + v * np.cos(a)], 1)
        fill(colour, points, s.petal)
        fill(alpha, points, 1.0)
        drop = ellipse_points(RES + 0.55 * RES * np.cos(a), RES + 0.55 * RES * np.sin(a), RES * 0.22, RES * 0.09, a)
        fill(colour, drop, s.petal_shade)
        stroke(colour, points, mix(s.petal, s.petal_shade, 0.7), 3, True)
    size = max(s.heart_share, 0.22) * RES
    fill(colour, ellipse_points(RES, RES, size, size, 0), s.heart)
    fill(alpha, ellipse_points(RES, RES, size, size, 0), 1.0)
    return _reduced(colour, alpha)


DRAWERS: dict[str, Callable[[np.random.Generator, Scheme], Rgba]] = {
    "painted": painted,
    "layered": layered,
    "photo": photo,
    "vector": vector,
    "blobs": blobs,
    "outlined": outlined,
    "rosette": rosette,
    "folk": folk,
}


def draw_sprites(rng: np.random.Generator, style: str, scheme: Scheme, count: int = 3) -> list[Sprite]:
    """A few flowers of one scheme, alike but not the same."""
    return [Sprite(np.clip(DRAWERS[style](rng, scheme), 0, 1).astype(np.float32)) for _ in range(count)]


def leaf_sprite(colour: Colour) -> Sprite:
    """A pointed leaf with a midrib."""
    width = 0.34 * (1 - np.abs(_U) ** 1.5)
    alpha = smooth_step(width - np.abs(_V), -0.02, 0.04) * (np.abs(_U) < 0.97)
    h, s, v = colorsys.rgb_to_hsv(*colour)
    light = np.asarray(colorsys.hsv_to_rgb(h, s * 0.8, min(1.0, v * 1.25 + 0.08)), np.float32)
    shade = np.clip(0.5 + np.sign(_V) * 0.25 + 0.4 * np.cos(_U * 18 + np.abs(_V) * 14) * 0.4, 0, 1)[..., None]
    rgb = np.asarray(mix(colour, BLACK, 0.25), np.float32) * shade + light * (1 - shade)
    return Sprite(np.dstack([rgb, alpha]).astype(np.float32))
