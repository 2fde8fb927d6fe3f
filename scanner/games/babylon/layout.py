"""A garden indexed by field: which tile, which piece and which bridge deck is where."""

from __future__ import annotations

from collections.abc import Iterator

from scanner.games.babylon.garden import Cell, Decoration, Garden, Tile

Field = tuple[Cell, int]
"""A cell and the level of the tile that offers the field; level 0 is a hole of the board."""


class Layout:
    """Look-up tables over one garden; where pieces wrongly share a field, all of them are listed."""

    def __init__(self, garden: Garden) -> None:
        self.garden = garden
        self.tiles: dict[Field, list[Tile]] = {}
        self.levels: dict[Cell, list[int]] = {}
        for tile in garden.tiles:
            for cell in tile.cells:
                self.tiles.setdefault((cell, tile.level), []).append(tile)
                self.levels.setdefault(cell, []).append(tile.level)
        self.pieces: dict[Field, list[Decoration]] = {}
        self.decks: dict[Field, list[Decoration]] = {}
        for piece in garden.decorations:
            for field in zip(piece.cells, piece.levels, strict=True):
                self.pieces.setdefault(field, []).append(piece)
            if piece.kind == "bridge" and piece.middle is not None:
                self.decks.setdefault((piece.middle, piece.levels[0]), []).append(piece)

    def tile_at(self, cell: Cell, level: int) -> Tile | None:
        found = self.tiles.get((cell, level))
        return found[0] if found else None

    def base(self, cell: Cell, level: int) -> int:
        """The level of the highest field below a tile on `level`; 0 is the board."""
        below = 0
        for other in self.levels.get(cell, ()):  # ascending
            if other >= level:
                break
            below = other
        return below

    def covered(self, cell: Cell, level: int) -> bool:
        """Whether a higher tile lies over the field."""
        levels = self.levels.get(cell)
        return levels is not None and levels[-1] > level

    def kinds(self, cell: Cell, level: int) -> tuple[str, ...]:
        """What stands on the field."""
        return tuple(piece.kind for piece in self.pieces.get((cell, level), ()))

    def under(self, piece: Decoration) -> Iterator[Tile]:
        """The tiles the piece stands on, as far as they exist."""
        for cell, level in zip(piece.cells, piece.levels, strict=True):
            tile = self.tile_at(cell, level)
            if tile is not None:
                yield tile
