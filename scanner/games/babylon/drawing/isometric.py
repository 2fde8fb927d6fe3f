"""The garden seen from its near right corner: how it stands, pillars included.

Drawn from the board upwards, one level at a time: seen from above and in front, nothing lower can hide anything higher. Within
a level, what stands on it is drawn from far to near.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from scanner.games.babylon.drawing.palette import (
    BOARD,
    BOARD_EDGE,
    FLOWER_BORDER,
    FLOWER_LETTER,
    INK,
    PIECE,
    PIECE_DARK,
    level_colour,
    polygon,
    shade,
    text,
)
from scanner.games.babylon.garden import SIZE, Decoration, Garden, Tile
from scanner.games.babylon.layout import Layout
from scanner.games.babylon.supports import bear

SCALE_PX = 46
"""One cell."""
STEP = 0.80
"""Height of a level, cells."""
SLAB = 0.12
"""Thickness of a tile, cells."""
ROOM_LEVELS = 6
ISO_WIDTH_PX = round(2 * SIZE * SCALE_PX * math.cos(math.pi / 6)) + 60
ISO_HEIGHT_PX = round(SIZE * SCALE_PX + ROOM_LEVELS * STEP * SCALE_PX) + 60

Point = tuple[float, float]
_EDGE = f'stroke="{INK}" stroke-width="0.9" stroke-linejoin="round"'


@dataclass(slots=True)
class _Canvas:
    """Collects what stands on each level with its distance from the eye."""

    parts: list[str] = field(default_factory=list)
    standing: list[tuple[float, str]] = field(default_factory=list)

    def stand(self, x: float, y: float, drawn: str) -> None:
        self.standing.append((x + y, drawn))

    def flush(self) -> None:
        self.parts += [drawn for _, drawn in sorted(self.standing, key=lambda item: item[0])]
        self.standing.clear()


def project(x: float, y: float, z: float) -> Point:
    """(col, row, height) in cells, cell corners at whole numbers, to pixels."""
    across = (x - y) * math.cos(math.pi / 6) * SCALE_PX
    down = (x + y) / 2 * SCALE_PX
    return ISO_WIDTH_PX / 2 + across, ISO_HEIGHT_PX - SIZE * SCALE_PX - 34 + down - z * SCALE_PX


def draw_isometric(garden: Garden) -> str:
    """The SVG elements of the view, ISO_WIDTH_PX wide and ISO_HEIGHT_PX high."""
    layout = Layout(garden)
    supports = [s for bearing in bear(layout) for s in bearing.supports]
    canvas = _Canvas([_board()])
    for level in range(garden.height + 1):
        canvas.parts += [_tile(tile) for tile in sorted(garden.tiles, key=lambda t: t.col + t.row) if tile.level == level]
        floor = level * STEP
        for support in supports:
            if support.base_level <= level < support.tile.level and support.kind != "statue":
                x, y = support.cell[0] + 0.5, support.cell[1] + 0.5
                canvas.stand(x, y, _column(x, y, floor, floor + STEP - SLAB * (level + 1 == support.tile.level)))
        for piece in garden.decorations:
            for x, y, drawn in _standing(piece, level):
                canvas.stand(x, y, drawn)
        canvas.flush()
    return "".join(canvas.parts)


def _board() -> str:
    corners = ((-0.2, -0.2), (SIZE + 0.2, -0.2), (SIZE + 0.2, SIZE + 0.2), (-0.2, SIZE + 0.2))
    parts = [_slab(corners, -SLAB, 0.0, BOARD, BOARD_EDGE)]
    for col in range(SIZE):
        for row in range(SIZE):
            parts.append(polygon(_square(col + 0.5, row + 0.5, 0.28, 0.0), "#7b5a30"))
        parts.append(text(*project(col + 0.5, SIZE + 0.62, 0), chr(ord("A") + col), 14))
        parts.append(text(*project(SIZE + 0.62, col + 0.5, 0), str(col + 1), 14))
    return "".join(parts)


def _square(x: float, y: float, half: float, z: float) -> list[Point]:
    return [project(x + dx * half, y + dy * half, z) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _slab(corners: tuple[Point, ...], low: float, high: float, top: str, side: str) -> str:
    """A flat box: its upper face and its two sides towards the eye."""
    up = [project(x, y, high) for x, y in corners]
    down = [project(x, y, low) for x, y in corners]
    sides = polygon((up[1], up[2], down[2], down[1]), shade(side, -0.25), _EDGE)
    return sides + polygon((up[2], up[3], down[3], down[2]), side, _EDGE) + polygon(up, top, _EDGE)


def _tile(tile: Tile) -> str:
    a, z = 0.03, tile.level * STEP
    x0, y0, x1, y1 = tile.col + a, tile.row + a, tile.col + 2 - a, tile.row + 2 - a
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    inner = [project(x, y, z) for x, y in ((x0 + 0.1, y0 + 0.1), (x1 - 0.1, y0 + 0.1), (x1 - 0.1, y1 - 0.1), (x0 + 0.1, y1 - 0.1))]
    border = f'stroke="{FLOWER_BORDER[tile.flower]}" stroke-width="2.5" stroke-opacity=".8"'
    colour = level_colour(tile.flower, tile.level)
    drawn = _slab(corners, z - SLAB, z, colour, "#a49c90") + polygon(inner, f"url(#{tile.flower})", border)
    cx, cy = project(tile.col + 1, tile.row + 1, z)
    disc = f'<ellipse cx="{cx:.1f}" cy="{cy:.1f}" rx="15" ry="9.5" fill="#fff" fill-opacity=".85"/>'
    return drawn + disc + text(cx, cy, f"{FLOWER_LETTER[tile.flower]}{tile.level}", 12, 'font-weight="bold"')


def _box(x: float, y: float, half: tuple[float, float], low: float, high: float, dark: bool = False) -> str:
    corners = tuple((x + dx * half[0], y + dy * half[1]) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return _slab(corners, low, high, PIECE_DARK if dark else PIECE, PIECE_DARK)


def _column(x: float, y: float, low: float, high: float) -> str:
    foot, head = low + 0.08, high - 0.08
    return _box(x, y, (0.26, 0.26), low, foot) + _box(x, y, (0.19, 0.19), foot, head) + _box(x, y, (0.24, 0.24), head, high)


def _standing(piece: Decoration, level: int) -> Iterator[tuple[float, float, str]]:
    """The parts of a piece that stand on this level, each with its place."""
    centres = [(c + 0.5, r + 0.5) for c, r in piece.cells]
    (x, y), floor = centres[0], level * STEP
    if piece.kind == "stairs":
        if level == piece.levels[0]:
            yield x, y, _box(x, y, (0.28, 0.28), floor, floor + 0.06)
        elif level == piece.levels[1]:
            yield from _steps(centres, floor)
    elif level == piece.levels[0]:
        if piece.kind == "statue":
            drawn = _box(x, y, (0.27, 0.27), floor, floor + 0.08) + _box(x, y, (0.18, 0.18), floor + 0.08, floor + 0.42)
            yield x, y, drawn + _box(x, y, (0.11, 0.11), floor + 0.42, floor + 0.66)
        elif piece.kind == "belvedere":
            yield from _ruin(x, y, floor)
        else:
            yield from (_basin if piece.kind == "fountain" else _arch)(centres, floor)


def _ruin(x: float, y: float, floor: float) -> Iterator[tuple[float, float, str]]:
    yield x, y - 0.4, _box(x, y, (0.27, 0.27), floor, floor + 0.05)
    for dx, dy, high in ((-0.2, -0.2, 0.45), (0.2, -0.2, 0.34), (-0.2, 0.2, 0.28)):
        yield x + dx, y + dy, _box(x + dx, y + dy, (0.07, 0.07), floor + 0.05, floor + high)


def _halves(centres: list[Point], length: float, width: float) -> tuple[float, float]:
    along_x = abs(centres[1][0] - centres[0][0]) > abs(centres[1][1] - centres[0][1])
    return (length, width) if along_x else (width, length)


def _basin(centres: list[Point], floor: float) -> Iterator[tuple[float, float, str]]:
    x, y = (centres[0][0] + centres[1][0]) / 2, (centres[0][1] + centres[1][1]) / 2
    rim, (wx, wy) = _box(x, y, _halves(centres, 0.9, 0.27), floor, floor + 0.14), _halves(centres, 0.8, 0.18)
    water = polygon([project(x + dx * wx, y + dy * wy, floor + 0.14) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))], "#8cc6da", _EDGE)
    yield x, y, rim + water + _box(x, y, (0.13, 0.13), floor + 0.14, floor + 0.3) + _box(x, y, (0.06, 0.06), floor + 0.3, floor + 0.5)


def _arch(centres: list[Point], floor: float) -> Iterator[tuple[float, float, str]]:
    """Seven slabs from end to end, the middle ones higher."""
    (x0, y0), (x1, y1) = centres
    half = _halves(centres, 0.19, 0.24)
    for index in range(7):
        share = index / 6
        rise = 0.30 * math.sin(math.pi * share)
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        yield x, y, _box(x, y, half, floor + max(0.0, rise - 0.06), floor + rise + 0.12)


def _steps(centres: list[Point], floor: float) -> Iterator[tuple[float, float, str]]:
    """Five steps from the lower field up to the edge of the upper tile."""
    (x0, y0), (x1, y1) = centres
    half = _halves(centres, 0.08, 0.26)
    for index in range(5):
        share = 0.55 + 0.13 * index
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        yield x, y, _box(x, y, half, floor, floor + STEP * (1 - index / 5))
