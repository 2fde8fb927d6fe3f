"""The score of a garden, line by line as on the score pad, with every piece that gave points or none.

Visible means: seen from exactly above. A field is hidden when a higher tile covers its cell; a piece scores while any part of it
can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scanner.games.babylon.garden import FLOWERS, SIZE, SYMBOLS, Cell, Decoration, Garden, Piece, Tile
from scanner.games.babylon.settings import DEFAULTS, Settings

LINES = ("statues", "fountains", "bridges", "stairs", "diversity", "flowers", "belvederes", "highest")
"""In the order of the score pad."""
NUMBERS = (*LINES, "total")
LINE_OF = {"statue": "statues", "fountain": "fountains", "bridge": "bridges", "stairs": "stairs", "belvedere": "belvederes"}
SET_POINTS = 4


@dataclass(frozen=True, slots=True)
class Counted:
    """One piece and what it gave. `why`: seen, hidden, pillar (a statue that carries a tile) or under-bridge."""

    piece: Piece
    line: str
    points: int
    why: str

    @property
    def scores(self) -> bool:
        """Whether it takes part in its line and in sets."""
        return self.why == "seen"


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The nine numbers, the tie-break and how they came about."""

    statues: int
    fountains: int
    bridges: int
    stairs: int
    diversity: int
    flowers: int
    belvederes: int
    highest: int
    open_holes: int
    """Holes of the board that can be seen from above: fewer win a tie."""
    pieces: tuple[Counted, ...] = ()
    """Every tile (line flowers, no points of its own) and decoration."""

    @property
    def total(self) -> int:
        return sum(getattr(self, line) for line in LINES)

    def to_dict(self) -> dict[str, int]:
        """The nine numbers."""
        return {name: getattr(self, name) for name in NUMBERS}

    def of_line(self, line: str) -> tuple[Counted, ...]:
        return tuple(p for p in self.pieces if p.line == line)

    def silent(self) -> tuple[Counted, ...]:
        """The pieces that score nothing, with the reason."""
        return tuple(p for p in self.pieces if not p.scores)


def worth(piece: Decoration) -> int:
    """Points of one visible decoration."""
    if piece.kind == "statue":
        return piece.levels[0]
    if piece.kind == "belvedere":
        return 1
    return sum(piece.levels) if piece.kind == "stairs" else 3 * piece.levels[0]


def score_garden(garden: Garden, settings: Settings = DEFAULTS) -> ScoreSheet:
    """The score of any garden, legal or not."""
    tops = garden.tops()
    decks = _decks(garden) if settings.bridge_hides else {}
    roof = {cell: max(tops.get(cell, 0), decks.get(cell, 0)) for cell in tops.keys() | decks.keys()} if decks else tops
    pieces: list[Counted] = []
    seen = dict.fromkeys(SYMBOLS, 0)
    points = dict.fromkeys(LINE_OF, 0)
    for piece in garden.decorations:
        why = _why(piece, tops, roof, garden)
        gained = worth(piece) if why == "seen" else 0
        points[piece.kind] += gained
        if why == "seen" and piece.kind in seen:
            seen[piece.kind] += 1
        pieces.append(Counted(piece, LINE_OF[piece.kind], gained, why))
    flowers = dict.fromkeys(FLOWERS, 0)
    for tile in garden.tiles:
        why = _why_tile(tile, tops, roof)
        flowers[tile.flower] += why == "seen"
        pieces.append(Counted(tile, "flowers", 0, why))
    return ScoreSheet(
        statues=points["statue"],
        fountains=points["fountain"],
        bridges=points["bridge"],
        stairs=points["stairs"],
        diversity=SET_POINTS * min(seen.values()),
        flowers=SET_POINTS * min(flowers.values()),
        belvederes=points["belvedere"],
        highest=2 * garden.height,
        open_holes=SIZE * SIZE - len(roof),
        pieces=tuple(pieces),
    )


def _decks(garden: Garden) -> dict[Cell, int]:
    """The level of the highest bridge deck over each spanned cell."""
    decks: dict[Cell, int] = {}
    for piece in garden.decorations:
        middle = piece.middle
        if middle is not None:
            decks[middle] = max(decks.get(middle, 0), piece.levels[0])
    return decks


def _why(piece: Decoration, tops: dict[Cell, int], roof: dict[Cell, int], garden: Garden) -> str:
    parts = list(zip(piece.cells, piece.levels, strict=True))
    if piece.middle is not None:
        parts.append((piece.middle, piece.levels[0]))
    if any(roof.get(cell, 0) <= level for cell, level in parts):
        return "seen"
    if any(tops.get(cell, 0) <= level for cell, level in parts):
        return "under-bridge"
    if piece.kind == "statue" and carries(piece, garden):
        return "pillar"
    return "hidden"


def carries(statue: Decoration, garden: Garden) -> bool:
    """Whether a tile rests on the statue."""
    cell, above = statue.cells[0], statue.levels[0] + 1
    return any(t.level == above and cell in t.cells for t in garden.tiles)


def _why_tile(tile: Tile, tops: dict[Cell, int], roof: dict[Cell, int]) -> str:
    level = tile.level
    if any(roof.get(cell, 0) <= level for cell in tile.cells):
        return "seen"
    return "under-bridge" if any(tops[cell] <= level for cell in tile.cells) else "hidden"


@dataclass(frozen=True, slots=True)
class Place:
    """The rank of one garden among several, from 1; gardens that share a rank share the victory or the place."""

    rank: int
    index: int
    """Which of the given sheets."""
    total: int
    open_holes: int
    tie_broken: bool
    """Whether the open holes decided against another garden with the same total."""

    def to_dict(self) -> dict[str, Any]:
        fields = ("rank", "index", "total", "open_holes", "tie_broken")
        return {name: getattr(self, name) for name in fields}


def rank_gardens(sheets: Sequence[ScoreSheet]) -> tuple[Place, ...]:
    """Most points first, then fewest open holes; whoever is still level shares the place."""
    keys = [(-s.total, s.open_holes) for s in sheets]
    places = []
    for index in sorted(range(len(sheets)), key=lambda i: keys[i]):
        total, holes = -keys[index][0], keys[index][1]
        rivals = [k for k in keys if k[0] == keys[index][0] and k[1] != holes]
        places.append(Place(1 + sum(k < keys[index] for k in keys), index, total, holes, bool(rivals)))
    return tuple(places)
