"""Real photographs from packages of the system, when they are installed; otherwise noise stands in. None is part of the project.

Flowers: Debian `tuxpaint-stamps-default`. Surfaces: Debian `sweethome3d` (inside its jar).
"""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Mask, clouds

STAMPS = Path("/usr/share/tuxpaint/stamps/plants/flowers")
JAR = Path("/usr/share/sweethome3d/sweethome3d.jar")
_INSIDE = "com/eteks/sweethome3d/io/resources/textures/"

SURFACES: dict[str, tuple[str, ...]] = {
    "leaves": ("boxTree", "grass"),
    "ground": ("pebbles", "roughcast", "grass"),
    "table": ("woodenFloor", "oldWoodenFloor", "marbleWall", "greyTile", "beigeTile", "roughcast", "stoneTiles"),
}


@lru_cache(maxsize=64)
def surface(name: str) -> NDArray[Any] | None:
    """One photographed surface as RGB, or None when the package is absent."""
    try:
        with zipfile.ZipFile(JAR) as jar:
            data = np.frombuffer(io.BytesIO(jar.read(f"{_INSIDE}{name}.jpg")).getvalue(), np.uint8)
    except (OSError, KeyError, zipfile.BadZipFile):
        return None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return None if picture is None else cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def texture(rng: np.random.Generator, kind: str, height: int, width: int) -> Mask:
    """Relative brightness (mean 0, spread about 0.3) of a surface of the kind, cut out at a random place and scale."""
    choices = SURFACES[kind]
    picture = surface(choices[int(rng.integers(len(choices)))])
    zoom, turn, x, y = float(rng.uniform(0.8, 1.6)), float(rng.uniform(0, 6.28)), *rng.uniform(0, 256, 2)
    if picture is None:
        return 0.3 * clouds(rng, height, width, 24, 3, 0.8)
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    c, s = np.cos(turn) / zoom, np.sin(turn) / zoom
    matrix = np.array([[c, -s, x], [s, c, y]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(grey, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
    out = out - cv2.GaussianBlur(out, (0, 0), 24)
    return (out * (0.3 / max(float(out.std()), 1e-3))).astype(np.float32)


@lru_cache(maxsize=64)
def flower_stamp(name: str) -> NDArray[Any] | None:
    """A photographed flower, 64 × 64 RGBA 0..1, or None when the package is absent."""
    picture = cv2.imread(str(STAMPS / f"{name}.png"), cv2.IMREAD_UNCHANGED) if (STAMPS / f"{name}.png").exists() else None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        return None
    ys, xs = np.nonzero(picture[..., 3] > 40)
    cut = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32) / 255
    side = max(cut.shape[:2])
    square = np.zeros((side, side, 4), np.float32)
    top, left = (side - cut.shape[0]) // 2, (side - cut.shape[1]) // 2
    square[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    square[..., :3] = square[..., 2::-1]
    return cv2.resize(square, (64, 64), interpolation=cv2.INTER_AREA)
