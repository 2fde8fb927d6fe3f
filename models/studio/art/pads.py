"""The parchment pads of a tile and the pictograms on them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.art.canvas import Colour, Mask, Picture, blend, clouds, drawing, grain, mix, plain, smooth_step, stroke
from models.studio.art.layout import CELL
from models.studio.art.palette import Scheme

PAD_SIDE = 0.52
BOX = 60
"""Pixels of the square that is painted per pad; the pad itself is PAD_SIDE * CELL = 50 of them."""
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)

_Y, _X = np.mgrid[0:BOX, 0:BOX].astype(np.float32)
_U, _V = (_X - BOX / 2 + 0.5) / CELL, (_Y - BOX / 2 + 0.5) / CELL


@dataclass(frozen=True, slots=True)
class PadLook:
    """What all pads of an edition have in common."""

    style: str
    roundness: float
    half: float
    frame: float
    relief: bool
    symbol_side: float
    folds: float
    """How strongly crumpled parchment or a rough slab is shaded, as a share of its brightness; 0: flat."""


FOLDED_SHARE = 0.5
"""Of editions: painters love crumpled parchment, and its painted shadows look like the low walls of a ruin."""


def draw_look(rng: np.random.Generator, style: str, ink: str) -> PadLook:
    """Shape, frame and symbol size of an edition's pads."""
    return PadLook(
        style=style,
        roundness=float(rng.choice([0.01, 0.04, 0.09, 0.16])),
        half=PAD_SIDE / 2 * float(rng.uniform(0.94, 1.04)),
        frame=float(rng.uniform(0.01, 0.035)),
        relief=ink == "relief",
        symbol_side=float(rng.uniform(0.36, 0.5)),
        folds=float(rng.uniform(0.08, 0.35)) if rng.random() < FOLDED_SHARE else 0.0,
    )


def _inside(look: PadLook, ragged: Mask | float) -> Mask:
    """Signed distance in cells from the pad's outline, positive inside."""
    r = look.roundness
    qx, qy = np.abs(_U) - (look.half - r), np.abs(_V) - (look.half - r)
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0)
    return (r - outside + ragged).astype(np.float32)


def _paper(rng: np.random.Generator, look: PadLook, s: Scheme) -> Picture:
    """The parchment: creases, stains and fibres as the style wants."""
    picture = plain(BOX, BOX, s.pad)
    stain = {"clean": 0.015, "parchment": 0.05, "framed": 0.05, "worn": 0.1, "stone": 0.07, "inset": 0.03, "torn": 0.06}[look.style]
    picture = picture * (1 + stain * clouds(rng, BOX, BOX, 3, 3))[..., None]
    if look.style in ("parchment", "framed", "worn", "torn"):
        crease = np.abs(clouds(rng, BOX, BOX, 2.5, 2))
        picture = blend(picture, mix(s.pad, s.ink, 0.5), 0.45 * smooth_step(crease, 0.09, 0.0))
        picture = blend(picture, WHITE, 0.3 * smooth_step(np.roll(crease, 1, 0), 0.09, 0.0))
    if look.style == "stone":
        picture = picture * (1 + 0.06 * grain(rng, BOX, BOX))[..., None]
    if look.folds:
        picture = picture * (1 + look.folds * _folds(rng))[..., None]
    return picture.astype(np.float32)


def _folds(rng: np.random.Generator) -> Mask:
    """Facets of crumpled paper, each shaded along its own slope, about -1 to 1; sometimes a darker rim on two sides, as of a slab."""
    count = int(rng.integers(4, 11))
    seeds = rng.uniform(0, BOX, (count, 2)).astype(np.float32)
    bent = 2.5 * clouds(rng, BOX, BOX, 4, 2)
    distance = np.hypot(_X[..., None] + bent[..., None] - seeds[:, 0], _Y[..., None] - bent[..., None] - seeds[:, 1])
    nearest = distance.argmin(axis=-1)
    level, slope = rng.uniform(-0.6, 0.6, count), rng.normal(0, 1.6, (count, 2))
    shade = (
        level[nearest]
        + slope[nearest, 0] * (_U - seeds[nearest, 0] / CELL + 0.3)
        + slope[nearest, 1] * (_V - seeds[nearest, 1] / CELL + 0.3)
    )
    if rng.random() < 0.5:
        side = rng.choice([-1.0, 1.0], 2)
        shade = shade - 1.2 * smooth_step(np.maximum(side[0] * _U, side[1] * _V), PAD_SIDE / 2 - rng.uniform(0.06, 0.16), PAD_SIDE / 2)
    return cv2.GaussianBlur(np.clip(shade, -1, 1).astype(np.float32), (0, 0), float(rng.uniform(0.5, 1.5)))


def _twigs(rng: np.random.Generator, canvas: NDArray[np.uint8], look: PadLook, colour: Colour) -> None:
    """Thin twigs around the pad; in place."""
    half = look.half * CELL
    for side in range(4):
        t = np.linspace(-half, half, 7)
        wobble = rng.normal(0, 1.1, 7)
        line = np.stack([t, -half + wobble], 1)
        c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][side]
        turned = np.stack([line[:, 0] * c - line[:, 1] * s, line[:, 0] * s + line[:, 1] * c], 1) + BOX / 2
        stroke(canvas, turned, colour, int(rng.integers(1, 3)))


def stamp_pad(rng: np.random.Generator, tile: Picture, centre: tuple[float, float], look: PadLook, s: Scheme) -> None:
    """Paint one blank pad on the tile, centred on a pixel; in place."""
    ragged: Mask | float = 0.0
    if look.style in ("torn", "worn"):
        ragged = (0.012 if look.style == "torn" else 0.005) * clouds(rng, BOX, BOX, 7, 2)
    inside = _inside(look, ragged)
    x0, y0 = round(centre[0] - BOX / 2), round(centre[1] - BOX / 2)
    region = tile[y0 : y0 + BOX, x0 : x0 + BOX]
    dark = mix(s.ink, BLACK, 0.3)
    halo = smooth_step(inside, -0.05, 0.01) * (0.5 if look.style != "clean" else 0.2)
    picture = blend(region, dark, halo)
    picture = blend(picture, _paper(rng, look, s), smooth_step(inside, -0.008, 0.008))
    if look.style in ("framed", "inset"):
        picture = blend(picture, dark, 0.85 * smooth_step(look.frame - np.abs(inside - look.frame), -0.004, 0.006))
    if look.style == "inset":
        lit = np.sign(-_U - _V) * smooth_step(0.05 - np.abs(inside - 0.035), 0, 0.03)
        picture = picture * (1 - 0.25 * lit)[..., None]
    if look.style in ("parchment", "worn", "stone"):
        picture = blend(picture, mix(s.pad, s.ink, 0.7), 0.55 * smooth_step(inside, 0.05, 0.0) * (inside > 0))
    picture = np.ascontiguousarray(picture, np.float32)
    if look.style == "framed" and s.flower in ("white", "pink"):
        with drawing(picture) as canvas:
            _twigs(rng, canvas, look, dark)
    region[:] = np.clip(picture, 0, 1)


def print_symbol(tile: Picture, centre: tuple[float, float], mask: Mask, look: PadLook, colour: Colour, strength: float = 1.0) -> None:
    """Print a pictogram centred on a pixel of the tile; in place."""
    side = round(look.symbol_side * CELL)
    small = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
    x0, y0 = round(centre[0] - side / 2), round(centre[1] - side / 2)
    region = tile[y0 : y0 + side, x0 : x0 + side]
    if look.relief:
        shift = np.roll(small, (2, 2), (0, 1))
        region[:] = blend(region, WHITE, 0.7 * np.clip(shift - small, 0, 1))
        soft = np.clip(small - 0.55 * np.clip(np.roll(small, (3, 3), (0, 1)), 0, 1), 0, 1)
        region[:] = blend(region, colour, np.clip(0.62 * small + 0.38 * soft, 0, 1) * strength)
        return
    region[:] = blend(region, colour, small * strength)
