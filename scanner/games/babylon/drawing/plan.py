"""The garden seen from exactly above: what counts."""

from __future__ import annotations

import math

from scanner.games.babylon.drawing.icons import ICONS, PICTOGRAMS
from scanner.games.babylon.drawing.palette import (
    BOARD,
    BOARD_EDGE,
    FLOWER_BORDER,
    FLOWER_LETTER,
    INK,
    PAD,
    level_colour,
    text,
)
from scanner.games.babylon.garden import SIZE, Cell, Decoration, Garden, Tile
from scanner.games.babylon.layout import Layout

CELL_PX = 64
MARGIN_PX = 44
PLAN_PX = SIZE * CELL_PX + 2 * MARGIN_PX
SHADOW_PX = 4
"""Length of a tile's shadow for each level it lies above what is below."""


def draw_plan(garden: Garden) -> str:
    """The SVG elements of the plan, PLAN_PX wide and high."""
    layout = Layout(garden)
    parts = [_board()]
    for level in range(1, garden.height + 1):
        tiles = [tile for tile in garden.tiles if tile.level == level]
        parts += [_shadow(layout, tile) for tile in tiles]
        parts += [_tile(layout, tile) for tile in tiles]
        parts += [_piece(piece) for piece in garden.decorations if max(piece.levels) == level]
    parts += [_number(cell, level) for cell, level in garden.tops().items()]
    return "".join(parts)


def _centre(cell: tuple[float, float]) -> tuple[float, float]:
    return MARGIN_PX + (cell[0] + 0.5) * CELL_PX, MARGIN_PX + (cell[1] + 0.5) * CELL_PX


def _board() -> str:
    side = SIZE * CELL_PX
    frame = f'x="{MARGIN_PX - 10}" y="{MARGIN_PX - 10}" width="{side + 20}" height="{side + 20}" rx="10"'
    parts = [f'<rect {frame} fill="{BOARD}" stroke="{BOARD_EDGE}" stroke-width="2"/>']
    for index in range(SIZE):
        along = MARGIN_PX + (index + 0.5) * CELL_PX
        parts.append(text(along, MARGIN_PX - 24, chr(ord("A") + index), 17))
        parts.append(text(MARGIN_PX - 25, along, str(index + 1), 17))
    hole = 0.29 * CELL_PX
    for col in range(SIZE):
        for row in range(SIZE):
            x, y = _centre((col, row))
            size = f'width="{2 * hole:.1f}" height="{2 * hole:.1f}" rx="7"'
            parts.append(f'<rect x="{x - hole:.1f}" y="{y - hole:.1f}" {size} fill="url(#hole)"/>')
    return "".join(parts)


def _shadow(layout: Layout, tile: Tile) -> str:
    """Longer over deeper ground, so that heights can be felt."""
    depth = tile.level - min(layout.base(cell, tile.level) for cell in tile.cells)
    x, y = MARGIN_PX + tile.col * CELL_PX + SHADOW_PX * depth, MARGIN_PX + tile.row * CELL_PX + SHADOW_PX * depth
    side = 2 * CELL_PX - 4
    return f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" rx="9" fill="#000" fill-opacity=".32" filter="url(#soft)"/>'


def _tile(layout: Layout, tile: Tile) -> str:
    x, y, side = MARGIN_PX + tile.col * CELL_PX + 1.5, MARGIN_PX + tile.row * CELL_PX + 1.5, 2 * CELL_PX - 3
    frame = f'x="{x}" y="{y}" width="{side}" height="{side}" rx="9"'
    inner = f'x="{x + 4}" y="{y + 4}" width="{side - 8}" height="{side - 8}" rx="6"'
    parts = [
        f'<rect {frame} fill="{level_colour(tile.flower, tile.level)}" stroke="{INK}" stroke-width="1.2"/>',
        f'<rect {frame} fill="url(#{tile.flower})"/>',
        f'<rect {inner} fill="none" stroke="{FLOWER_BORDER[tile.flower]}" stroke-width="4" stroke-opacity=".8"/>',
    ]
    for cell in tile.cells:
        if not layout.covered(cell, tile.level):
            parts.append(_pad(cell, tile))
    return "".join(parts) + _letter(layout, tile)


def _pad(cell: Cell, tile: Tile) -> str:
    cx, cy = _centre(cell)
    half = 0.26 * CELL_PX
    frame = f'x="{cx - half:.1f}" y="{cy - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="5"'
    pad = f'<rect {frame} fill="{PAD}" fill-opacity=".75"/>'
    symbol = tile.symbol_at(cell)
    return pad + (f'<g transform="translate({cx:.1f} {cy:.1f}) scale({CELL_PX / 100:.2f})">{PICTOGRAMS[symbol]}</g>' if symbol else "")


def _letter(layout: Layout, tile: Tile) -> str:
    """The flower's letter where the tile can be seen: in its middle, or on the edge of a free corner."""
    free = [cell for cell in tile.cells if not layout.covered(cell, tile.level)]
    if not free:
        return ""
    mx, my = _centre((tile.col + 0.5, tile.row + 0.5))
    if len(free) < 4:
        cx, cy = _centre(free[0])
        mx, my = cx + math.copysign(0.35 * CELL_PX, cx - mx), cy + math.copysign(0.35 * CELL_PX, cy - my)
    disc = f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="9.5" fill="{FLOWER_BORDER[tile.flower]}" stroke="{INK}" stroke-width="1"/>'
    colour = INK if tile.flower == "white" else "#fff"
    return disc + text(mx, my, FLOWER_LETTER[tile.flower], 12, f'font-weight="bold" style="fill:{colour}"')


def _piece(piece: Decoration) -> str:
    ends = [_centre(cell) for cell in piece.cells]
    x, y = sum(e[0] for e in ends) / len(ends), sum(e[1] for e in ends) / len(ends)
    angle = math.degrees(math.atan2(ends[-1][1] - ends[0][1], ends[-1][0] - ends[0][0]))
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle:.0f}) scale({CELL_PX / 100:.2f})">{ICONS[piece.kind]}</g>'


def _number(cell: Cell, level: int) -> str:
    """The level, in the far left corner of the cell."""
    x, y = _centre(cell)
    x, y = x - 0.35 * CELL_PX, y - 0.35 * CELL_PX
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#fff" fill-opacity=".85"/>' + text(x, y, str(level), 12, 'font-weight="bold"')
