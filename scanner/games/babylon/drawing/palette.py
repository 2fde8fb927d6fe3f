"""Colours, patterns and the smallest SVG words. Flowers differ by pattern and letter too, levels by shade and number."""

from __future__ import annotations

from collections.abc import Iterable

FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"
PAPER = "#fbf7ee"
BOARD = "#e4b878"
BOARD_EDGE = "#a87f45"
HOLE = "#8a6536"
INK = "#2b2118"
PIECE = "#f6e2b3"
PIECE_DARK = "#c9a86a"
PAD = "#fff8e6"
FLOWER_COLOUR = {"white": "#a9b8a2", "blue": "#4f9fc0", "yellow": "#e0a83e", "pink": "#d8719c"}
FLOWER_BORDER = {"white": "#f7f9f3", "blue": "#124a66", "yellow": "#7a3b12", "pink": "#7d1748"}
FLOWER_LETTER = {"white": "W", "blue": "B", "yellow": "Y", "pink": "P"}

DARKEST, LIGHTEST = -0.22, 0.5
"""Share of black mixed into level 1 and of white into the top level of the scale."""
SCALE_TOP = 6
"""Levels beyond this one share its shade."""

DEFS = f"""<defs>
<pattern id="white" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.9" fill="#fff" fill-opacity=".8"/>
<circle cx="9" cy="9" r="1.9" fill="#fff" fill-opacity=".8"/></pattern>
<pattern id="blue" width="16" height="8" patternUnits="userSpaceOnUse"><path d="M0 4q4-4 8 0t8 0" fill="none" stroke="#0d3d57"
 stroke-opacity=".45" stroke-width="1.5"/></pattern>
<pattern id="yellow" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v9" stroke="#7a3b12"
 stroke-opacity=".45" stroke-width="2.6"/></pattern>
<pattern id="pink" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M4 1v6M1 4h6M11 8v6M8 11h6" stroke="#7d1748"
 stroke-opacity=".5" stroke-width="1.6"/></pattern>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="3"/></filter>
<radialGradient id="hole"><stop offset="0" stop-color="#5d4423"/><stop offset="1" stop-color="{HOLE}"/></radialGradient>
</defs>"""


def shade(colour: str, share: float) -> str:
    """The colour mixed with white (positive share) or black (negative)."""
    target = 255 if share > 0 else 0
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(p + (target - p) * abs(share)):02x}" for p in parts)


def level_colour(flower: str, level: int) -> str:
    """Higher is lighter."""
    step = min(level, SCALE_TOP) - 1
    return shade(FLOWER_COLOUR[flower], DARKEST + (LIGHTEST - DARKEST) * step / (SCALE_TOP - 1))


def polygon(points: Iterable[tuple[float, float]], fill: str, extra: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{fill}" {extra}/>'


def text(x: float, y: float, words: str, size: float, extra: str = "") -> str:
    """Words centred on (x, y)."""
    return f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size}" {FONT} text-anchor="middle" fill="{INK}" {extra}>{words}</text>'
