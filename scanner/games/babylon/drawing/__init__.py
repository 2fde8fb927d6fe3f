"""A garden drawn as SVG by our own code: from above, isometric, or both with a legend."""

from __future__ import annotations

from scanner.errors import GameError
from scanner.games.babylon.drawing.isometric import ISO_HEIGHT_PX, ISO_WIDTH_PX, draw_isometric
from scanner.games.babylon.drawing.legend import LEGEND_HEIGHT_PX, draw_legend
from scanner.games.babylon.drawing.palette import DEFS, PAPER
from scanner.games.babylon.drawing.plan import PLAN_PX, draw_plan
from scanner.games.babylon.garden import Garden

VIEWS = ("both", "plan", "isometric")


def draw_garden(garden: Garden, view: str = "both", lang: str = "en") -> str:
    """SVG text of one view or of both side by side, with a legend in `lang`."""
    if view not in VIEWS:
        raise GameError("bad-view", f"{view[:40]!r} is no view; choose one of {', '.join(VIEWS)}")
    parts, width = [], 0
    height = ISO_HEIGHT_PX if view == "isometric" else PLAN_PX
    if view != "isometric":
        parts.append(draw_plan(garden))
        width += PLAN_PX
    if view != "plan":
        top = (height - ISO_HEIGHT_PX) // 2
        parts.append(f'<g transform="translate({width} {top})">{draw_isometric(garden)}</g>')
        width += ISO_WIDTH_PX
    parts.append(f'<g transform="translate(0 {height})">{draw_legend(width, lang)}</g>')
    height += LEGEND_HEIGHT_PX
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    return f'{head}{DEFS}<rect width="{width}" height="{height}" fill="{PAPER}"/>{"".join(parts)}</svg>'
