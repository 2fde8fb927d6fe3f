"""The player's board: ground, marks around the holes, storage strip, banner and pale squares."""

from __future__ import annotations

import numpy as np

from models.studio.art.board_ground import GROUNDS
from models.studio.art.board_paint import BLACK, CELL, HEIGHT, WIDTH, Sand, draw_sand
from models.studio.art.canvas import Picture, blend, clouds, drawing, fill, hex_colour, mix, smooth_step, stroke, vary

STRIP = 8.10
"""Where the storage strip begins, in cells."""
BANNER = 3.4
SQUARES = tuple((8.6, y) for y in (3.84, 4.61, 5.38, 6.17, 6.95, 7.73))


def paint_board_ground(rng: np.random.Generator, style: str) -> Picture:
    """Board without banner: ground, printed marks around the holes, strip and squares."""
    c = draw_sand(rng)
    picture = np.clip(GROUNDS[style](rng, c), 0, 1).astype(np.float32)
    picture *= (1 + 0.1 * clouds(rng, HEIGHT, WIDTH, 2, 2))[..., None]
    picture = np.ascontiguousarray(picture)
    _mark_holes(rng, picture, c)
    x = np.arange(WIDTH, dtype=np.float32)[None, :].repeat(HEIGHT, 0) / CELL
    strip = float(rng.uniform(0.0, 0.5)) if rng.random() < 0.7 else 0.0
    picture = blend(picture, mix(c.sand, c.pale, float(rng.uniform(-0.3, 1))), strip * smooth_step(x, STRIP - 0.02, STRIP + 0.02))
    if rng.random() < 0.5:
        picture = blend(picture, mix(c.dark, BLACK, 0.3), 0.6 * smooth_step(0.02 - np.abs(x - STRIP), 0, 0.012))
    picture = np.ascontiguousarray(picture, np.float32)
    _paint_squares(rng, picture, c)
    return picture


def _mark_holes(rng: np.random.Generator, picture: Picture, c: Sand) -> None:
    """Lines or shade printed around the holes; in place. Most boards have none."""
    if rng.random() < 0.7:
        return
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32) / CELL
    d = np.maximum(np.abs((x - 0.13) % 1 - 0.5), np.abs((y - 0.13) % 1 - 0.5)) - 0.29
    d[:, int(STRIP * CELL) :] = 1.0
    kind = int(rng.integers(3))
    colour = c.pale if rng.random() < 0.4 else mix(c.dark, BLACK, 0.3)
    if kind == 0:
        mask = 0.7 * smooth_step(0.018 - np.abs(d - float(rng.uniform(0.02, 0.09))), 0, 0.012)
    elif kind == 1:
        mask = float(rng.uniform(0.1, 0.4)) * smooth_step(d, 0.12, 0.0)
    else:
        mask = 0.5 * smooth_step(d, 0.19, 0.205) * (d < 0.3)
    picture[:] = blend(picture, colour, mask)


def _paint_squares(rng: np.random.Generator, picture: Picture, c: Sand) -> None:
    """The six pale squares of the storage strip; in place."""
    side = 0.5 * CELL * float(rng.uniform(0.92, 1.06))
    tone = vary(rng, mix(c.pale, (0.95, 0.85, 0.78), 0.6), 0.02, 0.2, 0.06)
    frame = mix(vary(rng, hex_colour("#8a4a30"), 0.03), c.dark, float(rng.random()))
    framed, cross = rng.random() < 0.7, rng.random() < 0.4
    with drawing(picture) as canvas:
        for cx, cy in SQUARES:
            x, y = cx * CELL, cy * CELL
            points = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 + (x, y)
            fill(canvas, points, tone)
            if cross:
                for a in rng.uniform(0, 3.1, 2):
                    d = np.array([np.cos(a), np.sin(a)]) * side * 0.45
                    stroke(canvas, np.array([(x - d[0], y - d[1]), (x + d[0], y + d[1])]), mix(tone, frame, 0.35), 1)
            if framed:
                stroke(canvas, points, frame, int(rng.integers(1, 4)), True)
    x0 = round((SQUARES[0][0] - 0.25) * CELL)
    picture[:, x0 : x0 + CELL // 2] *= (1 + 0.05 * clouds(rng, HEIGHT, CELL // 2, 2, 3))[..., None]


def lay_banner(picture: Picture, carpet: Picture) -> Picture:
    """The board with the owner's carpet laid into the strip's far end."""
    out = picture.copy()
    x0, y1 = round(STRIP * CELL), round(BANNER * CELL)
    out[:y1, x0:] = carpet[:y1, : WIDTH - x0]
    return out
