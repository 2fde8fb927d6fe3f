"""The map with its tokens as SVG: every hex carries `data-hex="row,col"`, so that a page can be tapped."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import sqrt

from scanner.games.babylonia.board import CENTRE, EUPHRATES, NORTH, RIVER, SITE, SOUTH, TIGRIS, ZIGGURAT, Board, Hex, load_board
from scanner.games.babylonia.components import FARMER, MERCHANT, PRIEST, SERVANT, UNKNOWN, is_city
from scanner.games.babylonia.state import Token
from scanner.games.babylonia.words import word

SIDE_PX = 26.0
MARGIN_PX = 34.0
HALF_HEIGHT = sqrt(3) / 2
LEGEND_PX = 66.0
AREA_FILL: Mapping[str, str] = {NORTH: "#e9dcb8", CENTRE: "#efe5c8", SOUTH: "#e6d5ad", TIGRIS: "#9cc7df", EUPHRATES: "#9cc7df"}
CITY_FILL, FIELD_FILL, SITE_EDGE, ZIGGURAT_EDGE, UNUSED_FILL = "#2f6690", "#7ea04d", "#5b7f3a", "#2a5d8f", "#f4f2ec"
PLAYER_FILL = ("#2b2b2b", "#d9a404", "#b5482a", "#f2f2f2")
PLAYER_INK = ("#ffffff", "#1a1a1a", "#ffffff", "#1a1a1a")
INK = "#4a4030"
GLYPHS: Mapping[str, str] = {
    FARMER: "M0 9V-3M0 2C-8 1-8-6-8-8C-2-8 0-4 0 2ZM0-1C7-1 8-8 8-10C2-10 0-6 0-1Z",
    PRIEST: "M0-11L3-3L11 0L3 3L0 11L-3 3L-11 0L-3-3Z",
    MERCHANT: "M-3-10H3L2-6C9-3 8 7 3 10H-3C-8 7-9-3-2-6Z",
    SERVANT: "M-5-4L-4-11H4L5-4ZM-5-2H5C5 4 4 7 0 11C-4 7-5 4-5-2Z",
    UNKNOWN: "M-8 0C-5-4-3-4 0 0S5 4 8 0",
}
"""Outlines about 22 px high around the origin: plant, star, jar, capped head, wave."""


def draw_svg(
    board: Board,
    tokens: Mapping[Hex, Token],
    tiles: Mapping[Hex, str],
    players: tuple[str, ...],
    *,
    lang: str = "en",
    marked: frozenset[Hex] = frozenset(),
) -> str:
    """The whole printed map; parts out of play are pale, `marked` hexes (such as this turn's) get a ring."""
    whole = load_board(4)
    width = 2 * MARGIN_PX + SIDE_PX * (1.5 * max(c for _, c in whole.kinds))
    height = 2 * MARGIN_PX + SIDE_PX * HALF_HEIGHT * max(r for r, _ in whole.kinds)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height + LEGEND_PX:.0f}" role="img" font-family="sans-serif">',
        f"<title>{escape(word('title', lang))}</title>",
        '<rect width="100%" height="100%" fill="#fbf8f0"/>',
    ]
    for spot in whole.kinds:
        parts.append(_hex(whole, spot, spot in board.kinds, tiles.get(spot), tokens.get(spot), players, lang))
        if spot in tokens:
            parts.append(_token(spot, tokens[spot], spot in marked))
    parts.append(_legend(players, tokens, height, lang))
    parts.append("</svg>")
    return "\n".join(parts)


def centre_px(spot: Hex) -> tuple[float, float]:
    """The middle of the hex."""
    return MARGIN_PX + 1.5 * SIDE_PX * spot[1], MARGIN_PX + HALF_HEIGHT * SIDE_PX * spot[0]


def _outline(side: float) -> str:
    half, tall = side / 2, side * HALF_HEIGHT
    corners = ((side, 0.0), (half, tall), (-half, tall), (-side, 0.0), (-half, -tall), (half, -tall))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _hex(board: Board, spot: Hex, used: bool, tile: str | None, token: Token | None, players: tuple[str, ...], lang: str) -> str:
    x, y = centre_px(spot)
    kind = board.kinds[spot]
    fill = AREA_FILL[board.areas[spot]] if used else UNUSED_FILL
    what = [board.label(spot), word(kind if kind in (RIVER, ZIGGURAT) else "land", lang)]
    inner = ""
    if used and kind == ZIGGURAT:
        inner = _ziggurat(board.label(spot))
    elif used and kind == SITE:
        inner = (
            f'<polygon points="{_outline(SIDE_PX - 3)}" fill="none" stroke="{SITE_EDGE}" stroke-width="2"/>'
            if tile is None
            else _tile(tile)
        )
        if tile is not None:
            what = [board.label(spot), word("city" if is_city(tile) else "field", lang), tile]
    if token is not None:
        what += [players[token.player], word(token.kind, lang)]
    if not used:
        what.append(word("unused", lang))
    return (
        f'<g class="hex" data-hex="{spot[0]},{spot[1]}" transform="translate({x:.1f} {y:.1f})"><title>{escape(" · ".join(what))}</title>'
        f'<polygon points="{_outline(SIDE_PX - 0.5)}" fill="{fill}" stroke="#c9bb94" stroke-width="1"/>{inner}</g>'
    )


def _ziggurat(name: str) -> str:
    steps = "".join(
        f'<rect x="{-w}" y="{y}" width="{2 * w}" height="7" fill="#b98b5a" stroke="#6d4b28"/>' for w, y in ((17, 7), (12, 0), (7, -7))
    )
    rim = f'<polygon points="{_outline(SIDE_PX - 2)}" fill="#dfe9f2" stroke="{ZIGGURAT_EDGE}" stroke-width="3"/>'
    return f'{rim}{steps}<text y="-9" text-anchor="middle" font-size="10" font-weight="bold" fill="{INK}">{name}</text>'


def _tile(tile: str) -> str:
    if is_city(tile):
        kinds = [{"M": MERCHANT, "S": SERVANT, "P": PRIEST}[s] for s in tile]
        scale = (0.95, 0.75, 0.52)[len(kinds) - 1]
        gap = 19.0 if len(kinds) < 3 else 13.0
        icons = "".join(
            f'<path transform="translate({(i - (len(kinds) - 1) / 2) * gap:.1f} 0) scale({scale})" d="{GLYPHS[k]}" fill="#fff"/>'
            for i, k in enumerate(kinds)
        )
        return f'<polygon points="{_outline(SIDE_PX - 3)}" fill="{CITY_FILL}" stroke="#16324a" stroke-width="2"/>{icons}'
    base = f'<polygon points="{_outline(SIDE_PX - 3)}" fill="{FIELD_FILL}" stroke="#42602a" stroke-width="2"/>'
    if tile == "cities":
        return f'{base}<rect x="-11" y="-6" width="22" height="12" rx="2" fill="{CITY_FILL}" stroke="#fff"/>'
    return f'{base}<text y="7" text-anchor="middle" font-size="20" font-weight="bold" fill="#fff">{tile}</text>'


def _token(spot: Hex, token: Token, marked: bool) -> str:
    x, y = centre_px(spot)
    kind = UNKNOWN if token.face_down else token.kind
    ring = f'<circle r="{SIDE_PX - 4:.0f}" fill="none" stroke="#d1006c" stroke-width="3"/>' if marked else ""
    return f'<g class="token" pointer-events="none" transform="translate({x:.1f} {y:.1f})">{ring}{_disc(token.player, kind)}</g>'


def _disc(player: int, kind: str) -> str:
    ink = PLAYER_INK[player]
    paint = f'fill="none" stroke="{ink}" stroke-width="2.5"' if kind == UNKNOWN else f'fill="{ink}"'
    stem = f' stroke="{ink}" stroke-width="1.5"' if kind == FARMER else ""
    return f'<circle r="17" fill="{PLAYER_FILL[player]}" stroke="#1a1a1a" stroke-width="1.5"/><path d="{GLYPHS[kind]}" {paint}{stem}/>'


def _legend(players: tuple[str, ...], tokens: Mapping[Hex, Token], top: float, lang: str) -> str:
    """Players with their colour and number of tokens, then the four kinds."""
    rows = []
    for i, name in enumerate(players):
        count = sum(t.player == i for t in tokens.values())
        rows.append(
            f'<g transform="translate({MARGIN_PX + 160 * i:.0f} {top + 6:.0f})"><circle r="9" fill="{PLAYER_FILL[i]}" stroke="#1a1a1a"/>'
            f'<text x="15" y="5" font-size="14" fill="{INK}">{escape(name)} · {count}</text></g>'
        )
    for i, kind in enumerate((FARMER, PRIEST, MERCHANT, SERVANT, UNKNOWN)):
        rows.append(
            f'<g transform="translate({MARGIN_PX + 130 * i:.0f} {top + 40:.0f})"><g transform="scale(0.7)">{_disc(0, kind)}</g>'
            f'<text x="17" y="5" font-size="12" fill="{INK}">{escape(word(kind, lang))}</text></g>'
        )
    return "".join(rows)
