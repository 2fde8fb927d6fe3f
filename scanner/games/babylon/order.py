"""Could the statues have been placed one after another, each in line with an earlier one?

Statues go up in the turn in which their tile is placed, so this is a question about the order of the tiles. Tiles come before
those that cover them, level by level; a covered piece came before its cover; two tiles may be placed in one turn.

A covered statue is no statue any more: while every earlier one is covered, the next may stand anywhere, as the first did.
(Covered ones are still accepted as partners of a line: the rule books do not say, and a check must not reject what a table may
have played.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scanner.games.babylon.garden import Cell, Decoration, Tile
from scanner.games.babylon.layout import Layout

Lines = tuple[int, int]
"""Bit masks of the rows and the columns that hold a statue."""


MAX_STATES = 4000
"""Orders tried before the statues are given the benefit of the doubt; real gardens need fewer than fifty."""


def statues_out_of_line(layout: Layout) -> tuple[Decoration, ...]:
    """The statues for which no legal order exists; empty when all is well."""
    statues = [d for d in layout.garden.decorations if d.kind == "statue"]
    if len(statues) < 2:
        return ()
    order = _Order(layout, statues)
    if order.search(0, (0, 0)) or order.tried > MAX_STATES:
        return ()
    return tuple(s for s in statues if not any(order.best >> order.index[t] & 1 for t in layout.under(s)))


class _Order:
    """The tiles as bits of an integer, with what must come first."""

    def __init__(self, layout: Layout, statues: list[Decoration]) -> None:
        tiles = layout.garden.tiles
        self.index = {tile: i for i, tile in enumerate(tiles)}
        self.everything = (1 << len(tiles)) - 1
        self.below = [self._level(tiles, tile.level - 1) for tile in tiles]
        self.first_level = [tile.level == 1 for tile in tiles]
        self.before = [0] * len(tiles)
        for i, tile in enumerate(tiles):
            for cell in tile.cells:
                for level in layout.levels[cell]:
                    if level < tile.level:
                        self.before[i] |= self._bits(layout.tiles[cell, level])
        for piece in layout.garden.decorations:
            self._cover_later(layout, piece)
        self.statues: list[list[Cell]] = [[] for _ in tiles]
        for statue in statues:
            for tile in layout.under(statue):
                self.statues[self.index[tile]].append(statue.cells[0])
        self.cover = [self._covers(layout, tile, cells) for tile, cells in zip(tiles, self.statues, strict=True)]
        self.best = 0
        self.tried = 0
        self.seen: set[int] = set()

    def _covers(self, layout: Layout, tile: Tile, statues: list[Cell]) -> int:
        """The lowest tiles that cover all the statues on the tile; 0 when one of them stays visible."""
        bits = 0
        for cell in statues:
            above = [level for level in layout.levels[cell] if level > tile.level]
            if not above:
                return 0
            bits |= self._bits(layout.tiles[cell, above[0]])
        return bits

    def _bits(self, tiles: list[Tile]) -> int:
        return sum(1 << self.index[t] for t in tiles)

    @staticmethod
    def _level(tiles: tuple[Tile, ...], level: int) -> int:
        return sum(1 << i for i, t in enumerate(tiles) if t.level == level)

    def _cover_later(self, layout: Layout, piece: Decoration) -> None:
        """Whatever covers a part of the piece came after all the tiles it stands on."""
        if piece.kind not in ("fountain", "bridge", "stairs"):
            return
        ends = self._bits(list(dict.fromkeys(layout.under(piece))))
        parts = [*zip(piece.cells, piece.levels, strict=True)]
        if piece.middle is not None:
            parts.append((piece.middle, piece.levels[0]))
        for cell, level in parts:
            for above in layout.levels.get(cell, ()):
                if above > level:
                    for tile in layout.tiles[cell, above]:
                        self.before[self.index[tile]] |= ends & ~(1 << self.index[tile])

    def _ready(self, placed: int) -> Iterator[int]:
        for i, before in enumerate(self.before):
            if not placed >> i & 1 and before & ~placed == 0 and (self.first_level[i] or self.below[i] & placed):
                yield i

    def search(self, placed: int, lines: Lines) -> bool:
        """Whether the rest can be placed. Only while all statues will be covered does the order of statue tiles need trying out:
        a statue that stays visible allows nothing but lines, and then placing whatever fits is exact."""
        placed = self._add_bare(placed)
        if placed.bit_count() > self.best.bit_count():
            self.best = placed
        self.tried += 1
        if placed == self.everything or self.tried > MAX_STATES:
            return placed == self.everything
        if placed in self.seen:
            return False
        self.seen.add(placed)
        decided = any(not self.cover[i] for i in self._bearers(placed))
        for step in self._steps(placed, lines):
            if self.search(*step):
                return True
            if decided:
                return False
        return False

    def _bearers(self, placed: int) -> Iterator[int]:
        return (i for i, cells in enumerate(self.statues) if cells and placed >> i & 1)

    def _add_bare(self, placed: int) -> int:
        """With every tile that can be placed and bears no statue: they only help."""
        while True:
            bare = [i for i in self._ready(placed) if not self.statues[i]]
            if not bare:
                return placed
            for i in bare:
                placed |= 1 << i

    def _steps(self, placed: int, lines: Lines) -> Iterator[tuple[int, Lines]]:
        """Every next turn that adds statues: one tile, or two."""
        ready = list(self._ready(placed))
        turns = [(i,) for i in ready] + list(combinations(ready, 2))
        turns += [(i, j) for i in ready for j in self._ready(placed | 1 << i) if j not in ready]
        bearers = list(self._bearers(placed))
        for turn in turns:
            after = placed | sum(1 << i for i in turn)
            free = all(after & self.cover[i] == self.cover[i] != 0 for i in bearers)
            joined = _attach([cell for i in turn for cell in self.statues[i]], lines, free)
            if joined:
                yield after, joined


def _attach(statues: list[Cell], lines: Lines, free: bool) -> Lines | None:
    """Rows and columns after all the statues were added one by one, the first anywhere if `free`; None when one cannot be added."""
    seeds: list[Lines] = [lines]
    if free:
        seeds += [(lines[0] | 1 << r, lines[1] | 1 << c) for c, r in statues]
    for rows, cols in seeds:
        left = list(statues)
        moved = True
        while left and moved:
            moved = False
            for c, r in left:
                if rows >> r & 1 or cols >> c & 1:
                    rows, cols = rows | 1 << r, cols | 1 << c
                    left.remove((c, r))
                    moved = True
                    break
        if not left:
            return rows, cols
    return None
