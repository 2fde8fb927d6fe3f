"""The material sides of tiles: clay, granite and basalt."""

from __future__ import annotations

import numpy as np

from models.studio.art.canvas import Picture, blend, clouds, grain, hex_colour, mix, noise, plain, smooth_step, vary
from models.studio.art.layout import SIDE

MATERIALS = ("clay", "granite", "basalt")
_TONES = {"clay": "#ce774e", "granite": "#aaa5a1", "basalt": "#221e1d"}


def paint_material(rng: np.random.Generator, material: str) -> Picture:
    """The bare stone."""
    tone = vary(rng, hex_colour(_TONES[material]), 0.015, 0.2, 0.12)
    picture = plain(SIDE, SIDE, tone)
    if material == "clay":
        drag = noise(rng, SIDE, SIDE, 40, float(rng.uniform(1, 4)))
        picture = picture * (1 + 0.1 * clouds(rng, SIDE, SIDE, 4, 4) + 0.07 * drag)[..., None]
    elif material == "granite":
        speck = grain(rng, SIDE, SIDE)
        picture = picture * (1 + 0.1 * speck + 0.12 * noise(rng, SIDE, SIDE, 60) + 0.05 * clouds(rng, SIDE, SIDE, 4, 2))[..., None]
    else:
        vein = np.abs(clouds(rng, SIDE, SIDE, 3, 4))
        picture = picture * (1 + 0.25 * clouds(rng, SIDE, SIDE, 6, 3))[..., None]
        picture = blend(picture, mix(tone, (0.85, 0.83, 0.8), 0.75), smooth_step(vein, float(rng.uniform(0.02, 0.06)), 0.0))
    return np.ascontiguousarray(np.clip(picture, 0, 1), np.float32)
