"""The rules for statues, fountains, bridges, stairs and belvederes."""

from __future__ import annotations

from collections.abc import Iterator

from scanner.games.babylon.garden import Cell, Decoration
from scanner.games.babylon.layout import Layout
from scanner.games.babylon.order import statues_out_of_line
from scanner.games.babylon.settings import Settings
from scanner.games.babylon.violation import Violation


def decoration_violations(layout: Layout, settings: Settings) -> Iterator[Violation]:
    """Everything that is wrong with the decorations."""
    for piece in layout.garden.decorations:
        yield from _footing(layout, piece)
        yield from _shape(layout, piece)
        if not settings.cover_decorations:
            yield from _cover(layout, piece)
    for (cell, _), pieces in layout.pieces.items():
        if len(pieces) > 1:
            yield Violation("field-taken-twice", tuple(pieces), (cell,))
    for (cell, _), bridges in layout.decks.items():
        if len(bridges) > 1:
            yield Violation("bridges-cross", tuple(bridges), (cell,))
    astray = statues_out_of_line(layout)
    if astray:
        yield Violation("statue-out-of-line", astray, tuple(s.cells[0] for s in astray), hard=settings.hidden_listed)


def _footing(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    """Each end stands on a tile of the right level, on the right symbol."""
    for cell, level in zip(piece.cells, piece.levels, strict=True):
        tile = layout.tile_at(cell, level)
        if tile is None:
            yield Violation("piece-without-tile", (piece,), (cell,), {"level": level})
        elif tile.symbols is not None and piece.kind != "belvedere" and tile.symbol_at(cell) != piece.kind:
            yield Violation("odd-symbol", (piece, tile), (cell,), {"symbol": tile.symbol_at(cell) or "blank"}, hard=False)


def _shape(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    if piece.kind == "belvedere":
        cell, level = piece.cells[0], piece.levels[0]
        if "statue" in layout.kinds(cell, level - 1):
            yield Violation("belvedere-over-statue", (piece,), (cell,), hard=False)
    elif piece.kind == "stairs":
        yield from _stairs(layout, piece)
    elif piece.kind == "fountain":
        yield from _fountain(layout, piece)
    elif piece.kind == "bridge":
        yield from _bridge(layout, piece)


def _stairs(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    if not _neighbours(*piece.cells):
        yield Violation("stairs-crooked", (piece,), piece.cells)
    upper, lower = piece.levels
    if upper - lower != 1:
        yield Violation("stairs-levels", (piece,), piece.cells, {"upper": upper, "lower": lower})
    inside = layout.tile_at(piece.cells[1], lower + 1)
    if inside is not None:
        yield Violation("tile-in-stairs", (inside, piece), (piece.cells[1],))


def _fountain(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    if not _neighbours(*piece.cells):
        yield Violation("fountain-crooked", (piece,), piece.cells)
    if piece.levels[0] != piece.levels[1]:
        yield Violation("fountain-levels", (piece,), piece.cells)
    tiles = list(layout.under(piece))
    if len(tiles) == 2 and tiles[0] == tiles[1]:
        yield Violation("fountain-on-one-tile", (piece, tiles[0]), piece.cells)


def _bridge(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    if piece.levels[0] != piece.levels[1]:
        yield Violation("bridge-levels", (piece,), piece.cells)
    if piece.middle is None:
        yield Violation("bridge-crooked", (piece,), piece.cells)
        return
    inside = layout.tile_at(piece.middle, piece.levels[0])
    if inside is not None:
        yield Violation("bridge-blocked", (piece, inside), (piece.middle,))


def _cover(layout: Layout, piece: Decoration) -> Iterator[Violation]:
    if piece.kind not in ("fountain", "bridge", "stairs"):
        return
    hidden = tuple(c for c, level in zip(piece.cells, piece.levels, strict=True) if layout.covered(c, level))
    if hidden:
        yield Violation("tile-over-decoration", (piece,), hidden)


def _neighbours(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
