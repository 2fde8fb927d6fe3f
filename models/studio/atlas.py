"""One texture for everything printed in a photo: pictures packed in shelves, so that the renderer sees a single material."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.mesh import Floats
from scanner.errors import StudioError

BORDER = 2
"""Pixels repeated around each picture, so that bilinear look-ups do not bleed."""


class Atlas:
    """Pictures side by side in a square texture; `scale` is the texture's pixels per cell."""

    def __init__(self, side: int, scale: float) -> None:
        self.side = side
        self.scale = scale
        self.pixels = np.full((side, side, 3), 128, np.uint8)
        self._x, self._y, self._shelf = 0, 0, 0
        self._swatches: dict[tuple[int, int, int], Floats] = {}

    def add(self, picture: NDArray[np.uint8], width: float, height: float) -> Floats:
        """Stores a picture that covers width × height cells; returns its place as (u, v, width, height)."""
        w = int(np.clip(round(width * self.scale), 2, self.side // 2))
        h = int(np.clip(round(height * self.scale), 2, self.side // 2))
        shrink = w < picture.shape[1] or h < picture.shape[0]
        small = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC)
        padded = cv2.copyMakeBorder(small, BORDER, BORDER, BORDER, BORDER, cv2.BORDER_REPLICATE)
        x, y = self._place(w + 2 * BORDER, h + 2 * BORDER)
        self.pixels[y : y + h + 2 * BORDER, x : x + w + 2 * BORDER] = padded
        return np.array([x + BORDER, y + BORDER, w, h]) / self.side

    def swatch(self, colour: Floats) -> Floats:
        """The texture coordinate of a plain colour (sRGB 0..1)."""
        key = tuple(int(v) for v in np.clip(np.asarray(colour) * 255, 0, 255))
        if key not in self._swatches:
            rect = self.add(np.full((4, 4, 3), key, np.uint8), 4 / self.scale, 4 / self.scale)
            self._swatches[key] = rect[:2] + rect[2:] / 2  # type: ignore[index]
        return self._swatches[key]  # type: ignore[index]

    def _place(self, w: int, h: int) -> tuple[int, int]:
        if self._x + w > self.side:
            self._x, self._y, self._shelf = 0, self._y + self._shelf, 0
        if self._y + h > self.side:
            raise StudioError("atlas-full", "the scene has more printed things than the texture holds; use a smaller size")
        x, y = self._x, self._y
        self._x += w
        self._shelf = max(self._shelf, h)
        return x, y
