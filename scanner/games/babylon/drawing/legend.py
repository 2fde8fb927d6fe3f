"""What letters, patterns, shades and icons mean, in the player's language."""

from __future__ import annotations

from scanner.games.babylon.drawing.icons import ICONS
from scanner.games.babylon.drawing.palette import FLOWER_BORDER, FLOWER_LETTER, FONT, INK, SCALE_TOP, level_colour, text
from scanner.games.babylon.garden import FLOWERS, KINDS
from scanner.games.babylon.words import name_kind, say

LEGEND_HEIGHT_PX = 112
ROW_PX = 32


def draw_legend(width: int, lang: str) -> str:
    """Three rows within `width` pixels: flowers, pieces, levels."""
    parts = [f'<path d="M24 4h{width - 48}" stroke="{INK}" stroke-opacity=".25"/>']
    step = (width - 48) / 5
    for index, flower in enumerate(FLOWERS):
        parts.append(_flower(24 + index * step, 22, flower, lang))
    for index, kind in enumerate(KINDS):
        x = 24 + index * step
        scale = 0.12 if kind == "bridge" else 0.16 if kind in ("fountain", "stairs") else 0.32
        parts.append(f'<g transform="translate({x + 16:.1f} {22 + ROW_PX}) scale({scale})">{ICONS[kind]}</g>')
        parts.append(_label(x + 38, 22 + ROW_PX, name_kind(kind, lang)))
    parts.append(_label(24, 22 + 2 * ROW_PX, f"{say('level', lang)}:"))
    for level in range(1, SCALE_TOP + 1):
        x, y = 100 + 40 * (level - 1), 22 + 2 * ROW_PX
        shade = level_colour("blue", level)
        parts.append(f'<rect x="{x}" y="{y - 11}" width="34" height="22" rx="4" fill="{shade}" stroke="{INK}" stroke-width="0.8"/>')
        parts.append(text(x + 17, y, str(level) + ("+" if level == SCALE_TOP else ""), 12, 'font-weight="bold"'))
    return "".join(parts)


def _flower(x: float, y: float, flower: str, lang: str) -> str:
    frame = f'x="{x}" y="{y - 12}" width="30" height="24" rx="5"'
    border = f'stroke="{FLOWER_BORDER[flower]}" stroke-width="2.5"'
    box = f'<rect {frame} fill="{level_colour(flower, 3)}" stroke="{INK}"/><rect {frame} fill="url(#{flower})" {border}/>'
    return box + text(x + 15, y, FLOWER_LETTER[flower], 12, 'font-weight="bold"') + _label(x + 38, y, say(flower, lang))


def _label(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="14" {FONT} fill="{INK}">{words}</text>'
