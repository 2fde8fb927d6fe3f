"""A garden under construction: where the next tile may go and which decorations it then allows.

Works on the topmost field of each cell only, because covered fields can take nothing any more. Everything built here is legal by
`rules.violations`; the tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scanner.games.babylon.box import PIECES, Symbols
from scanner.games.babylon.garden import PLACES, SIZE, Cell, Decoration, Garden, Tile

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""(dcol, drow) of far, right, near, left."""
OUTWARD = ((3, 0), (0, 1), (1, 2), (2, 3))
"""For each corner of a tile, clockwise from the far left one: the directions that leave the tile."""
ALL_CELLS = tuple((c, r) for r in range(SIZE) for c in range(SIZE))
ALL_PLACES = tuple((c, r) for r in range(PLACES) for c in range(PLACES))
CORNERS = {(c, r): ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)) for c, r in ALL_PLACES}

SINGLE, DOUBLE, STATUE = "single", "double", "statue"
COST = {SINGLE: 1, DOUBLE: 2, STATUE: 0}
"""In single pillars."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A place and level where a tile can lie; `supports` per corner: single, double, statue, or None where nothing can stand."""

    place: Cell
    level: int
    supports: tuple[str | None, ...]

    @property
    def cost(self) -> int:
        """Single pillars if every possible support is used."""
        return sum(COST[s] for s in self.supports if s)

    @property
    def lacking(self) -> int | None:
        """The corner that must take a belvedere."""
        return self.supports.index(None) if None in self.supports else None

    def belvedere_corners(self) -> list[int]:
        """Corners on which a belvedere may stand instead of a pillar below; a statue below would carry the tile."""
        if self.lacking is not None:
            return [self.lacking]
        return [k for k, s in enumerate(self.supports) if s != STATUE]


class Site:
    """The building area during a game."""

    def __init__(self, supply: Counter[str] | None = None) -> None:
        self.supply: Counter[str] = Counter(PIECES) if supply is None else supply
        """Decorations left in the box, shared by all players."""
        self.top = dict.fromkeys(ALL_CELLS, 0)
        self.symbol: dict[Cell, str | None] = dict.fromkeys(ALL_CELLS)
        self.piece: dict[Cell, str | None] = dict.fromkeys(ALL_CELLS)
        """What stands on the topmost field."""
        self.owner = dict.fromkeys(ALL_CELLS, -1)
        """Index of the topmost tile."""
        self.deck = dict.fromkeys(ALL_CELLS, 0)
        """Level of the highest bridge deck over the cell."""
        self.foot: set[Cell] = set()
        """Cells whose topmost field is the lower end of stairs."""
        self.used: set[Cell] = set()
        self.tiles: list[Tile] = []
        self.decorations: list[Decoration] = []

    @property
    def height(self) -> int:
        return max((t.level for t in self.tiles), default=0)

    def garden(self) -> Garden:
        return Garden(tuple(self.tiles), tuple(self.decorations))

    def openings(self, most: int) -> list[Opening]:
        """Every place and level a tile can take up to level `most`."""
        limit = min(most, self.height + 1)
        found = []
        for place in ALL_PLACES:
            if place not in self.used:
                highest = max(self.top[cell] for cell in CORNERS[place])
                for level in range(highest + 1, min(highest + 2, limit) + 1):
                    opening = self._opening(place, level)
                    if opening is not None:
                        found.append(opening)
        return found

    def _opening(self, place: Cell, level: int) -> Opening | None:
        supports: list[str | None] = []
        for cell in CORNERS[place]:
            base, deck = self.top[cell], self.deck[cell]
            if deck >= level or (base + 1 == level and cell in self.foot):
                return None
            supports.append(self._support(cell, level - base, deck > base))
        return Opening(place, level, tuple(supports)) if supports.count(None) <= 1 else None

    def _support(self, cell: Cell, gap: int, bridged: bool) -> str | None:
        piece = self.piece[cell]
        if gap == 1 and piece in (None, "statue"):
            return STATUE if piece else SINGLE
        return DOUBLE if gap == 2 and piece is None and not bridged else None

    def place(self, opening: Opening, flower: str, symbols: Symbols, belvedere: int | None) -> Tile:
        """Lay the tile; `belvedere` is the corner without support."""
        tile = Tile(*opening.place, opening.level, flower, symbols)
        for cell, symbol in zip(tile.cells, symbols, strict=True):
            self.top[cell], self.symbol[cell], self.piece[cell] = tile.level, symbol, None
            self.owner[cell] = len(self.tiles)
            self.foot.discard(cell)
        self.tiles.append(tile)
        self.used.add(opening.place)
        if belvedere is not None:
            self.add(Decoration("belvedere", (tile.cells[belvedere],), (tile.level,)))
        return tile

    def add(self, piece: Decoration) -> None:
        """Put a decoration on the topmost fields of its cells."""
        for cell in piece.cells:
            self.piece[cell] = piece.kind
        if piece.kind == "stairs":
            self.foot.add(piece.cells[1])
        if piece.middle is not None:
            self.deck[piece.middle] = piece.levels[0]
        self.supply[piece.kind] -= 1
        self.decorations.append(piece)

    def statue_lines(self) -> tuple[set[int], set[int]] | None:
        """Columns and rows with a visible statue; None when there is none and the next may stand anywhere."""
        cells = [cell for cell, kind in self.piece.items() if kind == "statue"]
        return ({c for c, _ in cells}, {r for _, r in cells}) if cells else None

    def offers(self, tile: Tile, wild: bool = False) -> list[Decoration]:
        """The decorations that may be added now with one end on `tile`; with `wild`, its symbols may count as others."""
        found: dict[Decoration, None] = {}
        for cell, symbol in zip(tile.cells, tile.symbols or (), strict=True):
            if self.top[cell] != tile.level or self.piece[cell] is not None:
                continue
            for kind in ("statue", "fountain", "bridge", "stairs") if wild else (symbol,):
                if kind is not None and self.supply[kind] > 0:
                    found |= dict.fromkeys(self._offers_at(cell, kind))
        return list(found)

    def _offers_at(self, cell: Cell, kind: str) -> Iterator[Decoration]:
        level = self.top[cell]
        if kind == "statue":
            lines = self.statue_lines()
            if lines is None or cell[0] in lines[0] or cell[1] in lines[1]:
                yield Decoration("statue", (cell,), (level,))
            return
        for direction in range(4):
            partner = self.partner(cell, level, kind, direction)
            if partner is not None and self.owner[partner] != self.owner[cell]:
                yield Decoration(kind, (cell, partner), (level, self.top[partner]))

    def partner(self, cell: Cell, level: int, kind: str, direction: int) -> Cell | None:
        """The cell where a two-ended piece from a field on `cell` at `level` would end in that direction."""
        dc, dr = DIRECTIONS[direction]
        reach = 2 if kind == "bridge" else 1
        other = (cell[0] + reach * dc, cell[1] + reach * dr)
        if self.symbol.get(other) != kind or self.piece[other] is not None:
            return None
        if kind == "stairs":
            return other if self._stairs_fit(cell, level, other) else None
        if self.top[other] != level:
            return None
        return other if kind == "fountain" or self._deck_fits((cell[0] + dc, cell[1] + dr), level) else None

    def _stairs_fit(self, cell: Cell, level: int, other: Cell) -> bool:
        if abs(self.top[other] - level) != 1:
            return False
        lower = other if self.top[other] < level else cell
        return self.deck[lower] <= min(level, self.top[other])

    def _deck_fits(self, middle: Cell, level: int) -> bool:
        if self.top[middle] >= level or self.deck[middle] >= level:
            return False
        return not (middle in self.foot and self.top[middle] == level - 1)
