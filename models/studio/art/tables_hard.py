"""Hard tables: wood of several sorts, marble, granite, concrete, glass, lacquer, tiles."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.studio.art.canvas import Colour, Mask, Picture, blend, clouds, grain, hex_colour, mix, noise, plain, ramp, smooth_step, vary
from models.studio.art.photographs import SURFACES, surface

N = 768
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
_Y, _X = np.mgrid[0:N, 0:N].astype(np.float32) / N

WOODS = ("#a0703f", "#c39a62", "#d9bb86", "#8a5a34", "#b5825a", "#9a8f84", "#e0cba4", "#a8653a")
DARK_WOODS = ("#4a2e1c", "#3a2416", "#5c3420", "#2e2420", "#63402a")


def pick(rng: np.random.Generator, choices: tuple[str, ...], hue: float = 0.015, sat: float = 0.2, val: float = 0.12) -> Colour:
    """One of the colours, varied."""
    return vary(rng, hex_colour(choices[int(rng.integers(len(choices)))]), hue, sat, val)


def wood(rng: np.random.Generator, tone: Colour, boards: int) -> Picture:
    """Boards along x with rings, fibres, seams; boards = 1 gives an endless veneer."""
    board = np.floor(_Y * boards).astype(int)
    offset = rng.uniform(0, 1, boards).astype(np.float32)[board]
    shade = rng.normal(1, 0.07 if boards > 1 else 0.0, boards).astype(np.float32)[board]
    warp = noise(rng, N, N, 3, float(rng.uniform(1, 3))) + 0.4 * noise(rng, N, N, 9, 3)
    rings = float(rng.integers(6, 30))
    across = (_Y * rings + warp * float(rng.uniform(0.1, 0.9)) + offset * 7) * 2 * np.pi
    bands = 0.5 + 0.5 * np.sin(across + 1.5 * np.sin(2 * np.pi * _X + offset * 6))
    bands = bands ** float(rng.uniform(0.5, 2.5))
    fibres = noise(rng, N, N, 320, 60)
    pores = smooth_step(noise(rng, N, N, 260, 14), 1.1, 2.0)
    strength = float(rng.uniform(0.1, 0.8))
    picture = ramp(
        0.5 + (bands - 0.5) * strength + 0.14 * fibres + 0.1 * noise(rng, N, N, 40, 12),
        [mix(tone, BLACK, 0.35), tone, mix(tone, (1.0, 0.93, 0.8), 0.25)],
    )
    picture = picture * (shade * (1 + 0.05 * fibres - 0.22 * pores))[..., None]
    if boards > 1:
        seam = np.minimum((_Y * boards) % 1, 1 - (_Y * boards) % 1) / boards
        picture = blend(picture, mix(tone, BLACK, 0.8), 0.85 * smooth_step(seam, 0.004, 0.001))
    return picture


def planks(rng: np.random.Generator) -> Picture:
    """A table of planks."""
    return wood(rng, pick(rng, WOODS), int(rng.integers(3, 8)))


def veneer(rng: np.random.Generator) -> Picture:
    """A smooth wooden top."""
    return wood(rng, pick(rng, WOODS), 1)


def dark_wood(rng: np.random.Generator) -> Picture:
    """Walnut, wenge, stained oak."""
    return wood(rng, pick(rng, DARK_WOODS), int(rng.choice([1, 1, 4, 6])))


def butcher(rng: np.random.Generator) -> Picture:
    """Glued staves of many tones."""
    rows, cols = int(rng.integers(10, 20)), int(rng.integers(2, 4))
    row = np.floor(_Y * rows).astype(int)
    shift = rng.uniform(0, 1, rows).astype(np.float32)[row]
    col = (np.floor(_X * cols + shift).astype(int)) % cols
    tone = rng.normal(1, 0.13, (rows, cols)).astype(np.float32)[row, col]
    picture = wood(rng, pick(rng, WOODS), 1) * tone[..., None]
    seam = np.minimum((_Y * rows) % 1, 1 - (_Y * rows) % 1)
    return picture * (1 - 0.35 * smooth_step(seam, 0.06, 0.0))[..., None]


def parquet(rng: np.random.Generator) -> Picture:
    """Basket parquet: squares of staves, turned by turns."""
    squares, staves = int(rng.integers(3, 6)) * 2, int(rng.integers(4, 7))
    gx, gy = np.floor(_X * squares).astype(int), np.floor(_Y * squares).astype(int)
    turned = (gx + gy) % 2 == 0
    inner = np.where(turned, (_X * squares) % 1, (_Y * squares) % 1) * staves
    tone = rng.normal(1, 0.12, (squares, squares, staves)).astype(np.float32)[gy, gx, np.minimum(inner.astype(int), staves - 1)]
    along, fibre = pick(rng, WOODS), noise(rng, N, N, 300, 40)
    fibre = np.where(turned, fibre.T, fibre)
    rim = np.minimum(inner % 1, 1 - inner % 1)
    picture = plain(N, N, along) * (tone * (1 + 0.07 * fibre))[..., None]
    return picture * (1 - 0.45 * smooth_step(rim, 0.06, 0.0))[..., None]


def _veins(rng: np.random.Generator, cells: float, width: float) -> Mask:
    return smooth_step(np.abs(clouds(rng, N, N, cells, 5, 0.55)), width, 0.0)


def marble(rng: np.random.Generator) -> Picture:
    """Marble, white, green or black, with veins."""
    tone = pick(rng, ("#eeece6", "#e4ddd0", "#d8dadc", "#2a2c2e", "#3c5a4c", "#e8d8c8"))
    bright = sum(tone) > 1.5
    picture = plain(N, N, tone) * (1 + 0.06 * clouds(rng, N, N, 3, 4))[..., None]
    vein = mix(tone, (0.3, 0.3, 0.32), 0.75) if bright else mix(tone, WHITE, 0.7)
    picture = blend(picture, vein, 0.7 * _veins(rng, 2.5, float(rng.uniform(0.03, 0.1))))
    return blend(picture, vein, 0.4 * _veins(rng, 6, 0.05))


def granite(rng: np.random.Generator) -> Picture:
    """Speckled kitchen granite."""
    tone = pick(rng, ("#8a8682", "#3a3838", "#a8917e", "#6e7478", "#b8b0a4"))
    picture = plain(N, N, tone) * (1 + 0.08 * clouds(rng, N, N, 6, 3))[..., None]
    picture = blend(picture, mix(tone, BLACK, 0.75), smooth_step(noise(rng, N, N, 130), 0.9, 1.5))
    picture = blend(picture, mix(tone, WHITE, 0.65), smooth_step(noise(rng, N, N, 110), 0.9, 1.5))
    return picture * (1 + 0.06 * grain(rng, N, N))[..., None]


def concrete(rng: np.random.Generator) -> Picture:
    """Concrete, plaster or slate."""
    tone = pick(rng, ("#9a9894", "#b4b0a8", "#6c6c6a", "#c8c4bc", "#4c4e52"))
    picture = plain(N, N, tone) * (1 + 0.07 * clouds(rng, N, N, 4, 6, 0.65) + 0.02 * grain(rng, N, N))[..., None]
    holes = smooth_step(noise(rng, N, N, 90), 2.3, 2.8)
    return picture * (1 - 0.5 * holes)[..., None]


def glass(rng: np.random.Generator) -> Picture:
    """A glass top: a soft reflection of a room over a dark or pale ground."""
    tone = pick(rng, ("#1c2424", "#30403c", "#c4d4d0", "#101214", "#5a6c70"), 0.04)
    picture = plain(N, N, tone)
    for _ in range(int(rng.integers(1, 4))):
        x0, y0, w, h = rng.uniform(0, 0.7), rng.uniform(0, 0.7), rng.uniform(0.1, 0.4), rng.uniform(0.1, 0.5)
        pane = smooth_step(0.5 * w - np.abs(_X - x0 - w / 2), -0.03, 0.03) * smooth_step(0.5 * h - np.abs(_Y - y0 - h / 2), -0.03, 0.03)
        picture = blend(picture, (0.85, 0.9, 0.95), float(rng.uniform(0.1, 0.35)) * pane)
    return picture * (1 + 0.03 * clouds(rng, N, N, 4, 2))[..., None]


def lacquer(rng: np.random.Generator) -> Picture:
    """A painted top with dust and fine scratches."""
    tone = pick(rng, ("#f0eee8", "#d8d8d8", "#20242a", "#a02824", "#2c4a6c", "#e8d8a0", "#486850"), 0.05, 0.3, 0.1)
    scratch = smooth_step(noise(rng, N, N, 300, 80), 1.8, 2.4)
    picture = plain(N, N, tone) * (1 + 0.02 * clouds(rng, N, N, 3, 2))[..., None]
    return blend(picture, mix(tone, WHITE, 0.4), 0.35 * scratch)


def terrazzo(rng: np.random.Generator) -> Picture:
    """Chips of many colours in cement."""
    from models.studio.art.tables_printed import cells_of

    labels, rim = cells_of(rng, int(rng.integers(40, 80)))
    tones = np.asarray([pick(rng, ("#b8a898", "#70645c", "#d8c8b8", "#a05c48", "#5c7868", "#e8e4dc"), 0.03) for _ in range(9)], np.float32)
    which = rng.integers(0, 9, int(labels.max()) + 1)
    size = rng.uniform(1, 6, int(labels.max()) + 1).astype(np.float32)[labels]
    ground = plain(N, N, pick(rng, ("#d8d4cc", "#a8a49c", "#eee8dc")))
    return blend(ground, tones[which][labels], smooth_step(rim - size, 0, 1.0))


def tiles(rng: np.random.Generator) -> Picture:
    """Ceramic tiles with joints, some with a painted star."""
    n = int(rng.integers(5, 12))
    u, v = (_X * n) % 1 - 0.5, (_Y * n) % 1 - 0.5
    gx, gy = np.floor(_X * n).astype(int), np.floor(_Y * n).astype(int)
    base = pick(rng, ("#e8e4da", "#c8d4d8", "#b06848", "#d8c090"), 0.03)
    other = pick(rng, ("#28507c", "#7c2c28", "#38664c", "#b88838"), 0.05)
    picture = plain(N, N, base) * rng.normal(1, 0.04, (n, n, 1)).astype(np.float32)[gy, gx]
    if rng.random() < 0.6:
        star = np.hypot(u, v) - 0.28 - 0.12 * np.cos(8 * np.arctan2(v, u))
        picture = blend(picture, other, smooth_step(star, 0.02, 0.0) * smooth_step(star, -0.1, -0.07))
        picture = blend(picture, other, smooth_step(np.hypot(np.abs(u) - 0.5, np.abs(v) - 0.5), 0.18, 0.16))
    joint = 0.5 - np.maximum(np.abs(u), np.abs(v))
    return blend(picture, (0.6, 0.57, 0.52), 0.9 * smooth_step(joint, 0.025, 0.012))


def photo(rng: np.random.Generator) -> Picture:
    """A photographed surface of the system's packages; a veneer when there is none."""
    picture = surface(SURFACES["table"][int(rng.integers(len(SURFACES["table"])))])
    if picture is None:
        return veneer(rng)
    small = picture.astype(np.float32) / 255
    repeat = int(rng.integers(1, 3))
    side = N // repeat
    tile = np.tile(cv2.resize(small, (side, side), interpolation=cv2.INTER_AREA), (repeat, repeat, 1))
    return np.clip(tile * rng.normal(1, 0.08, 3).astype(np.float32) * float(rng.uniform(0.7, 1.15)), 0, 1).astype(np.float32)


PAINTERS: dict[str, Callable[[np.random.Generator], Picture]] = {
    "planks": planks,
    "veneer": veneer,
    "dark_wood": dark_wood,
    "butcher": butcher,
    "parquet": parquet,
    "marble": marble,
    "granite": granite,
    "concrete": concrete,
    "glass": glass,
    "lacquer": lacquer,
    "terrazzo": terrazzo,
    "tiles": tiles,
    "photo": photo,
}
