"""All the ways in which a garden breaks the building rules, at once and as data.

Hard violations: no game by the rules ends like this, the garden cannot stand. Soft ones: odd, but a round token or a misread
symbol explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scanner.games.babylon.box import DOUBLE_PILLARS, PIECES, SINGLE_PILLARS, TILES_PER_FLOWER, beyond_stock
from scanner.games.babylon.decorating import decoration_violations
from scanner.games.babylon.garden import Garden, Tile
from scanner.games.babylon.layout import Layout
from scanner.games.babylon.settings import DEFAULTS, Settings
from scanner.games.babylon.supports import Bearing, bear
from scanner.games.babylon.violation import Violation


def violations(garden: Garden, settings: Settings = DEFAULTS) -> list[Violation]:
    """Every violation, hard ones first."""
    layout = Layout(garden)
    found = [*_places(garden, settings), *_levels(garden), *_supports(layout, settings), *_supply(garden, settings)]
    found += decoration_violations(layout, settings)
    return sorted(found, key=lambda v: not v.hard)


def is_legal(garden: Garden, settings: Settings = DEFAULTS) -> bool:
    """Whether the garden has no hard violation."""
    return not any(v.hard for v in violations(garden, settings))


def _places(garden: Garden, settings: Settings) -> Iterator[Violation]:
    """Tiles never share a cell of one level and never cover each other completely."""
    tiles = garden.tiles
    for i, lower in enumerate(tiles):
        for j in range(i + 1, len(tiles)):
            upper = tiles[j]
            dc, dr = upper.col - lower.col, upper.row - lower.row
            if upper.level == lower.level:
                if -2 < dc < 2 and -2 < dr < 2:
                    shared = tuple(cell for cell in lower.cells if cell in upper.cells)
                    yield Violation("tiles-collide", (lower, upper), shared, {"level": lower.level})
            elif dc == dr == 0 and (settings.edition != "de" or upper.level - lower.level == 1):
                yield Violation("tile-over-tile", (lower, upper), lower.cells)


def _levels(garden: Garden) -> Iterator[Violation]:
    present = {tile.level for tile in garden.tiles}
    for level in sorted(present):
        if level > 1 and level - 1 not in present:
            stranded = tuple(tile for tile in garden.tiles if tile.level == level)
            yield Violation("level-gap", stranded, (), {"level": level, "below": level - 1})


def _supports(layout: Layout, settings: Settings) -> Iterator[Violation]:
    bearings = bear(layout, settings)
    for bearing in bearings:
        yield from _bearing(bearing)
    count = Counter(s.kind for b in bearings for s in b.supports)
    for kind, most in (("single", SINGLE_PILLARS), ("double", DOUBLE_PILLARS)):
        if count[kind] > most:
            yield Violation("pillar-supply", details={"kind": f"{kind}-pillar", "count": count[kind], "most": most})


def _bearing(bearing: Bearing) -> Iterator[Violation]:
    if len(bearing.belvederes) > 1:
        yield Violation("two-belvederes", (bearing.tile,), bearing.belvederes)
    if len(bearing.lacking) == 1 and not bearing.belvederes:
        yield Violation("belvedere-missing", (bearing.tile,), bearing.lacking)
    elif bearing.lacking:
        yield Violation("tile-unsupported", (bearing.tile,), bearing.lacking)


def _supply(garden: Garden, settings: Settings) -> Iterator[Violation]:
    """No more than one player, or one box, can have."""
    if len(garden.tiles) > settings.most_tiles:
        yield Violation("too-many-tiles", (), (), {"count": len(garden.tiles), "most": settings.most_tiles})
    flowers = Counter(tile.flower for tile in garden.tiles)
    for flower, count in flowers.items():
        if count > TILES_PER_FLOWER + 1:  # the starting tile
            details = {"kind": f"flower-{flower}", "count": count, "most": TILES_PER_FLOWER + 1}
            yield Violation("piece-supply", (), (), details)
    kinds = Counter(piece.kind for piece in garden.decorations)
    for kind, count in kinds.items():
        if count > PIECES[kind]:
            yield Violation("piece-supply", (), (), {"kind": kind, "count": count, "most": PIECES[kind]})
    yield from _unknown(garden)


def _unknown(garden: Garden) -> Iterator[Violation]:
    known: list[Tile] = [tile for tile in garden.tiles if tile.symbols is not None]
    for index in beyond_stock((tile.flower, tile.symbols or ()) for tile in known):
        yield Violation("unknown-tile", (known[index],), (known[index].place,), hard=False)
