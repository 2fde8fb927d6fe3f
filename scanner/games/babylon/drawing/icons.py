"""The pieces seen from above, drawn round the origin in a unit of one cell = 100; and small pictograms for printed symbols."""

from __future__ import annotations

from scanner.games.babylon.drawing.palette import INK, PIECE, PIECE_DARK

_LINE = f'stroke="{INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"'
_BODY = f'fill="{PIECE}" {_LINE}'
_DARK = f'fill="{PIECE_DARK}" {_LINE}'

STATUE = (
    f'<rect x="-28" y="-28" width="56" height="56" rx="9" {_DARK}/>'
    f'<path d="M-22 22c0-18 6-22 14-25a13 13 0 1 1 16 0c8 3 14 7 14 25z" {_BODY}/>'
    f'<path d="M-9-20h18v-6h-18z" {_DARK}/>'
)
BELVEDERE = (
    f'<path d="M-27 27v-54h54v54h-14v-38h-26v38z" {_BODY}/>'
    f'<circle cx="-20" cy="-20" r="8" {_DARK}/><circle cx="20" cy="-20" r="8" {_DARK}/><circle cx="-20" cy="20" r="8" {_DARK}/>'
)
FOUNTAIN = (
    f'<path d="M-91-12l14-16h154l14 16v24l-14 16h-154l-14-16z" {_BODY}/>'
    f'<path d="M-80-8l9-9h142l9 9v16l-9 9h-142l-9-9z" fill="#bfe0ea" {_LINE}/>'
    f'<circle r="15" {_DARK}/><circle r="6" fill="#bfe0ea" {_LINE}/>'
)
"""Lies along x, from one cell's centre at -50 to the other's at 50."""
BRIDGE = (
    f'<path d="M-127-25h36c30-9 152-9 182 0h36v50h-36c-30-9-152-9-182 0h-36z" {_BODY}/>'
    f'<path d="M-118-17h236M-118 17h236" fill="none" {_LINE}/>'
    + "".join(f'<path d="M{x}-14v28" fill="none" stroke="{PIECE_DARK}" stroke-width="4"/>' for x in range(-84, 85, 14))
    + f'<circle cx="-108" r="8" {_DARK}/><circle cx="108" r="8" {_DARK}/>'
)
"""Lies along x, from one end's centre at -100 to the other's at 100."""
STAIRS = (
    f'<path d="M-80-27h71v54h-71z" {_DARK}/><path d="M-9-27h79v54h-79z" {_BODY}/>'
    + "".join(f'<path d="M{x}-27v54" fill="none" {_LINE}/>' for x in range(2, 70, 11))
    + f'<path d="M-62 0h44m-12-12l12 12l-12 12" fill="none" {_LINE}/>'
)
"""Goes down along x, from the landing's centre at -50 to the foot's at 50; the arrow points down."""

ICONS = {"statue": STATUE, "belvedere": BELVEDERE, "fountain": FOUNTAIN, "bridge": BRIDGE, "stairs": STAIRS}

_FAINT = 'fill="none" stroke="#6b4d33" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
PICTOGRAMS = {
    "statue": f'<g {_FAINT}><circle cy="-9" r="8"/><path d="M-15 19c0-16 8-18 15-18s15 2 15 18z"/></g>',
    "fountain": f'<g {_FAINT}><path d="M-17 6h34l-6 13h-22zM0 6v-14M-10-10c2-10 8-10 10 0c2-10 8-10 10 0"/></g>',
    "bridge": f'<g {_FAINT}><path d="M-19 14v-10c10-16 28-16 38 0v10M-9 14c2-12 16-12 18 0"/></g>',
    "stairs": f'<g {_FAINT}><path d="M-18 16h10v-10h10v-10h10v-10h8"/></g>',
}
"""Within ±20."""
