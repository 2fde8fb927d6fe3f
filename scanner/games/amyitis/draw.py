"""The garden with its irrigation, fields, temples and the caravan's ring as SVG; cells carry `data-cell`, edges `data-edge`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import cos, pi, sin

from scanner.games.amyitis.box import BABYLON, CITIES, ROWS, TEMPLES, Cell, Edge, Tile
from scanner.games.amyitis.garden import CELLS, EDGES, NEUTRAL, SIDE, crossings, level
from scanner.games.amyitis.state import Seat, State, cells_in_use
from scanner.games.amyitis.words import word

HALF_PX = 66.0
TOP_PX = (310.0, 40.0)
RIGHT_PX = 660.0
"""Left edge of everything beside the garden."""
WIDTH_PX, HEIGHT_PX = 1120.0, 640.0
LEVEL_FILL: Mapping[int, str] = {1: "#dfe8c4", 2: "#c9daa0", 3: "#adc77c", 4: "#8fb25c"}
PLANTED, UNUSED, RIVER, DRY, INK, GREY = "#5d7f3a", "#f1eee6", "#5aa0cf", "#d8c9a8", "#3d372c", "#8d8d8d"
PLAYER_FILL = ("#2c5aa0", "#b5332a", "#222222", "#f5f5f5")
GOOD_FILL: Mapping[str, str] = {"barley": "#e2c044", "dates": "#c8702a", "salt": "#e9eef2", "palm": "#4e8f4a", "wine": "#7a2c5e"}


def draw_svg(state: State, lang: str = "en") -> str:
    """The whole table."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX:.0f} {HEIGHT_PX:.0f}" role="img" font-family="sans-serif" '
        f'fill="{INK}">',
        f"<title>{escape(word('title', lang))}</title>",
        '<rect width="100%" height="100%" fill="#fbf8f0"/>',
        _river(),
        *(_cell(state, cell, lang) for cell in CELLS),
        *(_edge(state, edge) for edge in EDGES),
        _seats(state, lang),
        _fields(state, lang),
        _temples(state, lang),
        _ring(state),
        "</svg>",
    ]
    return "\n".join(parts)


def _point(i: float, j: float) -> tuple[float, float]:
    """A point of the square that stands on its corner; (0, 0) is the upper corner."""
    return TOP_PX[0] + (j - i) * HALF_PX, TOP_PX[1] + (i + j) * HALF_PX


def _path(*points: tuple[float, float]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _river() -> str:
    line = _path(_point(SIDE + 0.12, -0.1), _point(SIDE + 0.12, SIDE + 0.12), _point(-0.1, SIDE + 0.12))
    return f'<polyline points="{line}" fill="none" stroke="{RIVER}" stroke-width="15" stroke-linejoin="round"/>'


def _cell(state: State, cell: Cell, lang: str) -> str:
    i, j = cell
    corners = _path(_point(i, j), _point(i, j + 1), _point(i + 1, j + 1), _point(i + 1, j))
    x, y = _point(i + 0.5, j + 0.5)
    in_use = cell in cells_in_use(state.game.box, len(state.seats))
    tile = state.garden.get(cell)
    fill = UNUSED if not in_use else LEVEL_FILL[level(cell)] if tile is not None else PLANTED
    what = word("unused" if not in_use else "planted" if tile is None else "free", lang)
    inner = _tile(tile, x, y, lang) if in_use and tile is not None else ""
    ground = f'<polygon points="{corners}" fill="{fill}" stroke="#fff"/>'
    return f'<g data-cell="{i},{j}"><title>{i},{j} · {escape(what)}</title>{ground}{inner}</g>'


def _tile(tile: Tile, x: float, y: float, lang: str) -> str:
    points = "?" if tile.points is None else str(tile.points)
    bonus = "" if not tile.bonus else "+ " + ", ".join(word(item, lang) for item in tile.bonus)
    note = f'<text x="{x:.1f}" y="{y + 21:.1f}" text-anchor="middle" font-size="11">{escape(bonus)}</text>'
    return f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" font-size="24" font-weight="bold">{points}</text>{note}'


def _edge(state: State, edge: Edge) -> str:
    (x1, y1), (x2, y2) = (_point(*end) for end in crossings(edge))
    owners = state.water.get(edge, ())
    stroke, width = (RIVER, 7) if owners else (DRY, 4)
    name = "-".join(f"{i},{j}" for i, j in edge)
    cubes = []
    for at, owner in enumerate(owners, 1):
        share = at / (len(owners) + 1)
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        cubes.append(f'<rect x="{x - 7:.1f}" y="{y - 7:.1f}" width="14" height="14" rx="2" fill="{_colour(owner)}" stroke="#111"/>')
    line = (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>'
    )
    return f'<g data-edge="{name}">{line}{"".join(cubes)}</g>'


def _colour(owner: int) -> str:
    return GREY if owner == NEUTRAL else PLAYER_FILL[owner]


def _cube(x: float, y: float, owner: int | None) -> str:
    fill = "none" if owner is None else _colour(owner)
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="18" height="18" rx="2" fill="{fill}" stroke="#777"/>'


def _text(x: float, y: float, text: str, size: int = 13, weight: str = "normal") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}">{escape(text)}</text>'


def _seats(state: State, lang: str) -> str:
    rows = []
    for player, (name, seat) in enumerate(zip(state.game.players, state.seats, strict=True)):
        y = 44 + 66 * player
        rows += [_cube(RIGHT_PX, y - 15, player), _text(RIGHT_PX + 26, y, f"{name} · {seat.points}", 17, "bold")]
        rows += [_text(RIGHT_PX + 26, y + 18 + 16 * at, line, 12) for at, line in enumerate(_possessions(seat, lang))]
        held = [good for good, count in zip(GOOD_FILL, seat.goods, strict=True) for _ in range(count)]
        rows += [_good(RIGHT_PX + 190 + 19 * at, y - 6, good, lang) for at, good in enumerate(held)]
    return "".join(rows)


def _good(x: float, y: float, good: str, lang: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="8" fill="{GOOD_FILL[good]}" stroke="#555"><title>{word(good, lang)}</title></circle>'


def _possessions(seat: Seat, lang: str) -> tuple[str, str]:
    """Loose pieces on one line, guild cards on the next."""
    loose = {"tiles": len(seat.tiles), "talents": seat.talents, "camels": seat.camels}
    cards = {"banker": seat.banker, "caravan": seat.caravan, "palace": seat.palace, "gardeners": seat.gardeners}
    first, second = (" · ".join(f"{word(key, lang)} {value}" for key, value in named.items() if value) for named in (loose, cards))
    return first, second


def _fields(state: State, lang: str) -> str:
    parts = [_text(RIGHT_PX, 318, word("fields", lang), 14, "bold")]
    for at, row in enumerate(ROWS):
        cubes = state.rows[at]
        for k, good in enumerate(state.game.box.data["fields"][row]):
            x, y = RIGHT_PX + 40 * k, 330 + 38 * at
            title = f"<title>{word(good, lang)}</title>"
            parts.append(f'<rect x="{x}" y="{y}" width="34" height="32" rx="4" fill="{GOOD_FILL[good]}" stroke="#777">{title}</rect>')
            if k < len(cubes):
                parts.append(_cube(x + 8, y + 7, cubes[k]))
    return "".join(parts)


def _temples(state: State, lang: str) -> str:
    parts = []
    for at, temple in enumerate(TEMPLES):
        y = 432 + 32 * at
        parts.append(_text(RIGHT_PX, y + 14, word(temple, lang), 14, "bold"))
        cubes = state.temples[at]
        parts += [_cube(RIGHT_PX + 90 + 24 * k, y, cubes[k] if k < len(cubes) else None) for k in range(4)]
    return "".join(parts)


def _ring(state: State) -> str:
    """Nine spaces clockwise from Babylon; cities nobody has named yet stay blank."""
    parts = []
    for space in range(CITIES):
        angle = 2 * pi * space / CITIES - pi / 2
        x, y = 1000 + 84 * cos(angle), 440 + 96 * sin(angle)
        city = BABYLON if space == 0 else state.game.ring[space] if state.game.ring is not None else state.seen.get(space, "?")
        here = space == state.caravan
        parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{13 if here else 8}" fill="{"#b5332a" if here else "#d8c9a8"}" stroke="#777"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 25:.0f}" text-anchor="middle" font-size="11">{escape(city)}</text>')
    return "".join(parts)
