"""Builds a garden on its board as hands do: every piece a little off, turned, at the height its supports give it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.studio.art import Edition
from models.studio.cards import STRIP_SQUARES, Card, board_card, tile_card
from models.studio.mesh import Floats, Mesh, turn_matrix
from models.studio.pieces import Moulds
from models.studio.stage import BOARD, FIRST_DECORATION, FIRST_PILLAR, FIRST_TILE, OTHER, Stage
from scanner.games.babylon.box import MATERIALS, tiles_of
from scanner.games.babylon.garden import FLOWERS, Decoration, Garden, Tile
from scanner.games.babylon.supports import find_supports
from scanner.spec import KitSpec

Rng = np.random.Generator


@dataclass(frozen=True)
class Hands:
    """How carelessly a garden is built."""

    offset: float
    """Typical misplacement in cells; nothing is ever more than 0.1 off."""
    turn_deg: float
    """Typical turn of tiles; never more than 8."""
    lean_deg: float
    wild_turns: float
    """Share of statues and belvederes that stand at any angle."""


def draw_hands(rng: Rng) -> Hands:
    return Hands(
        offset=float(rng.choice([rng.uniform(0.005, 0.02), rng.uniform(0.02, 0.04), rng.uniform(0.04, 0.06)], p=[0.3, 0.5, 0.2])),
        turn_deg=float(rng.choice([rng.uniform(0.2, 1.0), rng.uniform(1.0, 2.5), rng.uniform(2.5, 4.0)], p=[0.4, 0.45, 0.15])),
        lean_deg=0.0 if rng.random() < 0.6 else rng.uniform(0.1, 0.8),
        wild_turns=float(rng.choice([0.0, 0.15, 0.6], p=[0.4, 0.4, 0.2])),
    )


def draw_spec(rng: Rng) -> KitSpec:
    """A box of this photo: sizes a few per cent around the spec, level heights and tile sides as uncertain as they are in truth.

    Seen from above a larger tile looks like a higher one; a network that has only seen tiles of one size believes it.
    """
    base = KitSpec()
    size = rng.normal(1, 0.01, 3).clip(0.97, 1.03)
    first = rng.uniform(0.62, 0.78)
    step = float(np.clip(first + rng.uniform(-0.02, 0.12), 0.70, 0.84)) if rng.random() < 0.7 else rng.uniform(0.70, 0.84)
    return replace(
        base,
        hole_side=base.hole_side * size[0],
        tile_side=rng.uniform(1.90, 2.0),
        tile_thickness=rng.uniform(0.075, 0.12),
        board_thickness=rng.uniform(0.08, 0.12),
        tile_wave=rng.uniform(0.015, 0.065),
        pad_side=base.pad_side * size[1],
        level_first=first,
        level_step=step,
    )


@dataclass
class Builder:
    """Puts one board with its garden on the stage; `home` maps board coordinates to the stage."""

    stage: Stage
    spec: KitSpec
    moulds: Moulds
    edition: Edition
    hands: Hands
    plastic: Floats
    edge: Floats
    rng: Rng
    material_up: bool = False
    """Whether the tiles lie the wrong way up, as nobody plays but somebody may photograph."""
    numbered: bool = True
    """Whether this is the garden of the truth; another player's pieces are only clutter."""
    home_turn: float = 0.0
    home: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.card = tile_card(self.spec, float(self.rng.uniform(0.03, 0.08)), float(self.rng.uniform(0.7, 1.6)))
        self._rects: dict[tuple[object, ...], Floats] = {}
        self._faces: dict[tuple[int, int, int], float] = {}

    def _home(self, mesh: Mesh) -> Mesh:
        return mesh.turned(self.home_turn).moved(*self.home)

    def _put_card(self, card: Card, rect: Floats, owner: int) -> None:
        owner = owner if self.numbered else OTHER
        self.stage.add_card(Card(self._home(card.face), self._home(card.edges)), rect, self.edge, owner)

    def _put_piece(self, mesh: Mesh, owner: int) -> None:
        shade = 1 + self.rng.normal(0, 0.015)
        self.stage.add("plastic", self._home(mesh), owner if self.numbered else OTHER, self.plastic * shade)

    def _off(self) -> Floats:
        d = self.rng.normal(0, self.hands.offset, 2)
        return d * min(1.0, 0.1 / max(float(np.hypot(*d)), 1e-9))

    def board(self, owner_flower: str) -> None:
        rect = self.stage.atlas.add(self.edition.board(owner_flower), self.spec.board_width, self.spec.board_height)
        self._put_card(board_card(self.spec, float(self.rng.uniform(0.04, 0.12))), rect, BOARD)

    def picture(self, flower: str, symbols: tuple[str | None, ...]) -> Floats:
        """The place of a tile's picture in the atlas, painted at one of the four turns that show these symbols."""
        quarters = int(self.rng.integers(4))
        material = str(self.rng.choice(MATERIALS)) if self.material_up else None
        key = (flower, symbols, quarters, material)
        if key not in self._rects:
            drawn = tuple(symbols[(i + quarters) % 4] for i in range(4))
            side = self.edition.material(material, flower, drawn) if material else self.edition.tile(flower, drawn)
            art = np.ascontiguousarray(np.rot90(side, -quarters))
            self._rects[key] = self.stage.atlas.add(art, self.spec.tile_side, self.spec.tile_side)
        return self._rects[key]

    def garden(self, garden: Garden) -> None:
        for number, tile in enumerate(garden.tiles):
            self._tile(tile, FIRST_TILE + number)
        supports = find_supports(garden)
        for number, support in enumerate(supports or ()):
            if support.kind != "statue":
                base = self._height(support.cell, support.base_level)
                self._pillar(support.cell, base, support.tile.level, 1 if support.kind == "single" else 2, FIRST_PILLAR + number)
        for number, piece in enumerate(garden.decorations):
            self._decoration(piece, FIRST_DECORATION + number)

    def _tile(self, tile: Tile, owner: int) -> None:
        off = self._off()
        turn = float(np.clip(self.rng.normal(0, self.hands.turn_deg), -8, 8))
        lean = turn_matrix(self.rng.normal(0, self.hands.lean_deg), "x") @ turn_matrix(self.rng.normal(0, self.hands.lean_deg), "y")
        z = self.spec.level_height(tile.level) + self.rng.normal(0, 0.004)
        for cell in tile.cells:
            self._faces[(*cell, tile.level)] = z
        symbols = tile.symbols or draw_symbols(self.rng, tile.flower)
        card = self.card.placed(turn, tile.col + 0.5 + off[0], -tile.row - 0.5 + off[1], z, lean)
        self._put_card(card, self.picture(tile.flower, symbols), owner)

    def _height(self, cell: tuple[int, int], level: int) -> float:
        if level:
            return self._faces.get((*cell, level), self.spec.level_height(level))
        in_hole = self.spec.level_step - self.spec.level_first > 0.5 * self.spec.board_thickness
        return -self.spec.board_thickness if in_hole else 0.0

    def _pillar(self, cell: tuple[int, int], base: float, level: int, drums: int, owner: int) -> None:
        top = self._faces[(*cell, level)] - self.spec.tile_thickness - 0.004
        off = self._off() * (0.3 if base < 0 else 1.0)
        mesh = self.moulds.pillar(top - base, drums).turned(90 * self.rng.integers(4) + self.rng.normal(0, 2))
        self._put_piece(mesh.moved(cell[0] + off[0], -cell[1] + off[1], base), owner)

    def _decoration(self, piece: Decoration, owner: int) -> None:
        off = self._off()
        (c0, r0), (c1, r1) = piece.cells[0], piece.cells[-1]
        heights = [self._faces.get((*c, level), self.spec.level_height(level)) for c, level in zip(piece.cells, piece.levels, strict=True)]
        if piece.kind in ("statue", "belvedere"):
            wild = self.rng.random() < self.hands.wild_turns
            turn = self.rng.uniform(0, 360) if wild else 90 * self.rng.integers(4) + self.rng.normal(0, 3)
            shapes = (self.moulds.statue,) if piece.kind == "statue" else self.moulds.belvederes
            mesh, x, y, z = shapes[int(self.rng.integers(len(shapes)))], float(c0), -float(r0), heights[0]
        elif piece.kind == "stairs":
            upper, lower = (0, 1) if piece.levels[0] > piece.levels[1] else (1, 0)
            (cu, ru), (cl, rl) = piece.cells[upper], piece.cells[lower]
            turn = np.degrees(np.arctan2(-(rl - ru), cl - cu)) + self.rng.normal(0, 1)
            mesh, x, y, z = self.moulds.stairs(heights[upper] - heights[lower]), float(cl), -float(rl), heights[lower]
            off = off * 0.5
        else:
            turn = np.degrees(np.arctan2(-(r1 - r0), c1 - c0)) + 180 * self.rng.integers(2) + self.rng.normal(0, 1.2)
            mesh = self.moulds.fountain if piece.kind == "fountain" else self.moulds.bridge
            x, y, z = (c0 + c1) / 2, -(r0 + r1) / 2, max(heights)
        self._put_piece(mesh.turned(float(turn)).moved(x + off[0], y + off[1], z + 0.002), owner)

    def storage(self, stored: bool, pillars: int) -> None:
        """A tile put by in the notch and pillars on the printed squares: neither counts."""
        left, far = -self.spec.hole_offset, self.spec.hole_offset
        if stored:
            flower = str(self.rng.choice(FLOWERS))
            rect = self.picture(flower, draw_symbols(self.rng, flower))
            x = left + self.spec.board_width + 1.4 - self.spec.tile_side / 2 + self.rng.normal(0, 0.08)
            y = far - 1.68 + self.rng.normal(0, 0.08)
            flat = -self.spec.board_thickness + self.spec.tile_thickness if self.rng.random() < 0.5 else self.spec.tile_thickness + 0.003
            self._put_card(self.card.placed(float(self.rng.normal(0, 4)), x, y, flat), rect, OTHER)
        xs, ys = STRIP_SQUARES
        for k in self.rng.permutation(6)[:pillars]:
            height = self.spec.level_step - self.spec.tile_thickness
            mesh = self.moulds.pillar(height, 1).turned(float(90 * self.rng.integers(4) + self.rng.normal(0, 6)))
            off = self.rng.normal(0, 0.04, 2)
            self._put_piece(mesh.moved(left + xs + off[0], far - ys[k] + off[1]), OTHER)


def draw_symbols(rng: Rng, flower: str) -> tuple[str | None, ...]:
    """The symbols of some tile of the flower, at a random turn."""
    choices = [s for f, s in tiles_of(str(rng.choice(MATERIALS))) if f == flower]
    symbols = choices[int(rng.integers(len(choices)))]
    k = int(rng.integers(4))
    return (*symbols[k:], *symbols[:k])
