"""Pictograms of the four decorations, each drawn in many ways, and the inks they are printed with."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.studio.art.canvas import Mask
from models.studio.art.pictograms import bridge, fountain, stairs, statue
from models.studio.art.pictograms.pen import RES, Pen

SYMBOLS = ("statue", "fountain", "bridge", "stairs")
DRAWINGS: dict[str, dict[str, Callable[[Pen], None]]] = {
    "stairs": stairs.DRAWINGS,
    "bridge": bridge.DRAWINGS,
    "statue": statue.DRAWINGS,
    "fountain": fountain.DRAWINGS,
}

_Y, _X = np.mgrid[0:RES, 0:RES].astype(np.float32)


def _shrunk(mask: Mask, w: float) -> Mask:
    """The mask with its outside eaten away by w (in unit lengths)."""
    size = max(3, round(w * RES)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return cv2.erode(mask, kernel, borderValue=0.0)


def _inked(rng: np.random.Generator, mask: Mask, ink: str) -> Mask:
    """How dark the print is, 0..1, for a pictogram's mask; a drawing too fine for an ink is left solid."""
    if ink == "rough":
        bumps = cv2.GaussianBlur(rng.standard_normal((RES, RES)).astype(np.float32), (0, 0), 2.6) * 5.0
        blotch = cv2.GaussianBlur(rng.standard_normal((RES, RES)).astype(np.float32), (0, 0), 7) * 9
        soft = cv2.GaussianBlur(mask, (0, 0), 2.4) + 0.22 * bumps
        return np.clip((soft - 0.42) * 6, 0, 1) * np.clip(0.88 + 0.15 * blotch, 0.55, 1)
    if ink == "outline":
        inner = _shrunk(mask, 0.06)
        return np.clip(mask - (0.65 if inner.mean() > 0.06 else 0.0) * inner, 0, 1)
    if ink == "shaded":
        return mask * np.clip(0.72 + 0.5 * (_X + _Y) / (2 * RES), 0, 1)
    if ink == "thin":
        lean = _shrunk(mask, 0.02)
        return lean if lean.mean() > 0.6 * mask.mean() else mask
    if ink == "hatched":
        inner = _shrunk(mask, 0.045)
        lines = (np.sin((_X + _Y) * 2 * np.pi / 15) > -0.1).astype(np.float32)
        return np.clip(mask - inner * (1 - lines), 0, 1)
    return mask


def draw_pictogram(rng: np.random.Generator, symbol: str, style: str, ink: str) -> Mask:
    """The darkness of one pictogram, RES × RES, 0..1."""
    pen = Pen(rng)
    DRAWINGS[symbol][style](pen)
    if symbol == "stairs" and rng.random() < 0.5:
        pen.mirror()
    scale = float(rng.uniform(0.84, 1.04))
    stretch = float(rng.uniform(0.93, 1.07))
    matrix = np.array(
        [[scale * stretch, 0, RES / 2 * (1 - scale * stretch)], [0, scale / stretch, RES / 2 * (1 - scale / stretch)]], np.float32
    )
    mask = cv2.warpAffine(pen.mask, matrix, (RES, RES), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    return _inked(rng, mask, ink).astype(np.float32)


__all__ = ["DRAWINGS", "RES", "SYMBOLS", "draw_pictogram"]
