"""What all grounds of the player's board share: size, colours, mottled sand and patches of grass."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.studio.art.canvas import Colour, Mask, Picture, clouds, grain, hex_colour, mix, noise, ramp, smooth_step, vary

CELL = 64
WIDTH, HEIGHT = round(9.07 * CELL), round(8.29 * CELL)
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
ANY_COLOUR_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Sand:
    """Colours of a board."""

    sand: Colour
    pale: Colour
    dark: Colour
    grass: Colour
    grass_light: Colour
    stone: Colour
    green_share: float


def draw_sand(rng: np.random.Generator) -> Sand:
    """Orange-tan sand most of the time; sometimes redder, paler, greyer or greener, and one board in five of any colour at all."""
    base = ("#c8935a", "#c8935a", "#c08a50", "#b9733f", "#d8b98a", "#b5a07c", "#a98f5e", "#d2a05e")
    sand = vary(rng, hex_colour(base[int(rng.integers(len(base)))]), 0.02, 0.3, 0.15)
    if rng.random() < ANY_COLOUR_SHARE:
        sand = vary(rng, sand, 0.5, 0.7, 0.45)
    grass = vary(rng, hex_colour("#5f6c22"), 0.05, 0.3, 0.3)
    return Sand(
        sand=sand,
        pale=mix(sand, (1.0, 0.94, 0.8), float(rng.uniform(0.2, 0.5))),
        dark=mix(sand, (0.3, 0.16, 0.06), float(rng.uniform(0.3, 0.7))),
        grass=grass,
        grass_light=vary(rng, mix(grass, (0.75, 0.75, 0.2), 0.45), 0.02),
        stone=vary(rng, mix(sand, (0.6, 0.55, 0.5), 0.5), 0.03),
        green_share=float(rng.uniform(0.0, 0.6)) if rng.random() < 0.85 else 0.9,
    )


def patches(rng: np.random.Generator, c: Sand) -> Mask:
    """Where grass grows: lying patches, more of them with a larger share."""
    field = 0.8 * noise(rng, HEIGHT, WIDTH, float(rng.uniform(5, 13)), 1.9) + 0.5 * clouds(rng, HEIGHT, WIDTH, 16, 3)
    level = float(np.quantile(field[::4, ::4], 1 - 0.05 - 0.45 * c.green_share))
    return smooth_step(field, level - 0.05, level + 0.12)


def mottled(rng: np.random.Generator, c: Sand, detail: float) -> Picture:
    """Mottled sand."""
    field = 0.5 + 0.22 * clouds(rng, HEIGHT, WIDTH, 5, 5, 0.6)
    picture = ramp(field, [c.dark, c.sand, c.sand, c.pale])
    return picture * (1 + detail * grain(rng, HEIGHT, WIDTH))[..., None]
