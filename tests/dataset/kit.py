"""Photos, gardens and scans made up for the tests of the dataset; every seed gives the same ones again."""

from __future__ import annotations

import io
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from scanner.games.babylon.garden import Garden
from scanner.games.babylon.scatter import random_garden
from scanner.games.babylon.score import score_garden

WIDTH, HEIGHT = 480, 360
CORNERS = [[150.0, 100.0], [330.0, 102.0], [350.0, 240.0], [130.0, 238.0]]
"""A board in the middle of the photo: cropping to it leaves a part of the photo out."""
MODELS = {"board": "aaaa", "holes": "bbbb", "evidence": "cccc"}


@lru_cache(maxsize=64)
def photo(seed: int = 0, *, private: bool = False, quality: int = 85, side: int = 6) -> bytes:
    """A JPEG of coloured patches; `private`: with a maker, a place and a comment in it."""
    rng = np.random.default_rng(seed)
    patches = Image.fromarray(rng.integers(0, 256, (side, side, 3), dtype=np.uint8))
    picture = patches.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
    out = io.BytesIO()
    if not private:
        picture.save(out, "JPEG", quality=quality)
        return out.getvalue()
    exif = Image.Exif()
    exif[0x010F] = "SecretMaker"
    exif.get_ifd(0x8825)[2] = (50.0, 5.0, 13.0)
    exif[0x0112] = 6
    picture.save(out, "JPEG", quality=quality, exif=exif, comment=b"SecretComment")
    return out.getvalue()


@lru_cache(maxsize=256)
def garden_of(seed: int = 0, tiles: int = 12) -> Garden:
    return random_garden(Random(seed), tiles=tiles)


def garden(seed: int = 0) -> dict[str, Any]:
    return garden_of(seed).to_dict()


def total(seed: int = 0) -> int:
    return score_garden(garden_of(seed)).total


def scan(seed: int = 0, probability: float = 0.9, models: dict[str, str] | None = None, corners: Any = CORNERS) -> dict[str, Any]:
    """A `semiramis.scan/1` that read the garden of `seed`."""
    found = {"garden": garden(seed), "score": {"total": total(seed)}, "probability": probability}
    found["board"] = {"corners_px": corners}
    return {"format": "semiramis.scan/1", "gardens": [found], "models": models or MODELS}


def failed_scan() -> dict[str, Any]:
    return {"format": "semiramis.scan/1", "gardens": [], "error": {"code": "board.missing", "hint": "no board"}, "models": MODELS}
