"""An edition: one set of cardboard, every drawing of it made afresh from a random generator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.studio.art import board as board_art
from models.studio.art.border import paint_border, paint_carpet, rim_distance
from models.studio.art.canvas import Picture, Sprite, to_bytes
from models.studio.art.flowers import draw_sprites
from models.studio.art.ground import paint_ground
from models.studio.art.layout import CELL, SIDE
from models.studio.art.material import paint_material
from models.studio.art.pads import draw_look, print_symbol, stamp_pad
from models.studio.art.palette import FLOWERS, draw_schemes
from models.studio.art.pictograms import SYMBOLS, draw_pictogram
from models.studio.art.styles import draw
from models.studio.art.wear import draw_press, printed, worn

Bytes = NDArray[np.uint8]
Symbols = tuple[str | None, ...]
CENTRES = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5))
"""Pads of a tile in cells, clockwise from far left."""
CUES = ("both", "both", "both", "both", "border", "ground", "large")
"""What tells the flower: border and ground, the border only, the ground (under a thin border), or large flowers."""

BORDER_WIDTH = {"both": (0.12, 0.2), "border": (0.14, 0.21), "ground": (0.07, 0.1), "large": (0.19, 0.24)}
"""In cells; the pads begin at 0.24."""


class Edition:
    """Paints lazily and keeps what it painted; the order of the calls changes nothing."""

    def __init__(self, rng: np.random.Generator, split: str) -> None:
        self._seed = int(rng.integers(2**62))
        self.split = split
        self.styles: dict[str, str] = {
            category: draw(rng, category, split) for category in ("ground", "flower", "border", "pads", "ink", "board", *SYMBOLS)
        }
        self.styles["cues"] = CUES[int(rng.integers(len(CUES)))]
        self.gloss = float(rng.beta(1.5, 2.5))
        self.styles["rim"] = "shared" if self.styles["cues"] != "ground" and rng.random() < 0.25 else "own"
        self._schemes = draw_schemes(rng, self.styles["cues"], self.styles["rim"])
        self._press = draw_press(rng)
        self._look = draw_look(rng, self.styles["pads"], self.styles["ink"])
        self._width = float(rng.uniform(*BORDER_WIDTH[self.styles["cues"]]))
        self._offset = rng.uniform(-1.6, 1.6, 2) if rng.random() < 0.3 else np.zeros(2)
        self._carpet_size = float(rng.uniform(0.3, 0.62))
        self._cache: dict[object, object] = {}

    def _rng(self, *key: object) -> np.random.Generator:
        """A generator that depends on the edition and the key only."""
        return np.random.default_rng([self._seed, *(ord(c) for c in "/".join(map(str, key)))])

    def _sprites(self, flower: str) -> list[Sprite]:
        key = ("sprites", flower)
        if key not in self._cache:
            self._cache[key] = draw_sprites(self._rng(*key), self.styles["flower"], self._schemes[flower])
        return self._cache[key]  # type: ignore[return-value]

    def _masks(self) -> dict[str, Picture]:
        if "masks" not in self._cache:
            self._cache["masks"] = {s: draw_pictogram(self._rng("mask", s), s, self.styles[s], self.styles["ink"]) for s in SYMBOLS}
        return self._cache["masks"]  # type: ignore[return-value]

    def _blank(self, flower: str) -> Picture:
        """A tile of the flower with four blank pads."""
        key = ("blank", flower)
        if key not in self._cache:
            rng = self._rng("blank", flower)
            scheme = self._schemes[flower]
            ground = paint_ground(rng, self.styles["ground"], scheme, self.styles["cues"] != "border")
            # The border's layout is drawn from one generator for all flowers: the four tiles of an edition are designed alike.
            tile = paint_border(self._rng("border"), self.styles["border"], ground, scheme, self._sprites(flower), self._width)
            tile = np.ascontiguousarray(tile, np.float32)
            for x, y in CENTRES:
                stamp_pad(rng, tile, (x * CELL + self._offset[0], y * CELL + self._offset[1]), self._look, scheme)
            self._cache[key] = tile
        return self._cache[key]  # type: ignore[return-value]

    def tile(self, flower: str, symbols: Symbols) -> Bytes:
        """The garden side, 192 × 192; symbols clockwise from far left, their 'up' towards the far side."""
        key = ("tile", flower, tuple(symbols))
        if key not in self._cache:
            tile = self._blank(flower).copy()
            for symbol, (x, y) in zip(symbols, CENTRES, strict=True):
                if symbol is not None:
                    centre = (x * CELL + self._offset[0], y * CELL + self._offset[1])
                    print_symbol(tile, centre, self._masks()[symbol], self._look, self._schemes[flower].ink)
            rng = self._rng(*key)
            self._cache[key] = to_bytes(worn(rng, self._press, printed(rng, self._press, tile), rim_distance()))
        return self._cache[key]  # type: ignore[return-value]

    def carpet(self, flower: str) -> Bytes:
        """The back of a starting tile, 192 × 192."""
        key = ("carpet", flower)
        if key not in self._cache:
            rng = self._rng(*key)
            picture = paint_carpet(rng, self._schemes[flower], self._sprites(flower), SIDE, SIDE, self._carpet_size * CELL)
            self._cache[key] = to_bytes(worn(rng, self._press, printed(rng, self._press, picture), rim_distance()))
        return self._cache[key]  # type: ignore[return-value]

    def material(self, material: str, flower: str, symbols: Symbols) -> Bytes:
        """The material side (clay, granite or basalt), 192 × 192."""
        key = ("material", material, flower, tuple(symbols))
        if key not in self._cache:
            base_key = ("stone", material)
            if base_key not in self._cache:
                self._cache[base_key] = paint_material(self._rng(*base_key), material)
            picture: Picture = self._cache[base_key].copy()  # type: ignore[attr-defined]
            for symbol, (x, y) in zip(symbols, CENTRES, strict=True):
                if symbol is not None:
                    print_symbol(picture, (x * CELL, y * CELL), self._masks()[symbol], self._look, (0.97, 0.97, 0.95))
            self._sprites(flower)[0].stamp(picture, CELL, CELL, 0.42 * CELL, 0.0, 0.4)
            rng = self._rng(*key)
            self._cache[key] = to_bytes(worn(rng, self._press, printed(rng, self._press, picture), rim_distance()))
        return self._cache[key]  # type: ignore[return-value]

    def board(self, owner_flower: str) -> Bytes:
        """The whole board, 531 × 580."""
        key = ("board", owner_flower)
        if key not in self._cache:
            if "board_ground" not in self._cache:
                self._cache["board_ground"] = paint_board_ground_of(self)
            rng = self._rng(*key)
            size = self._carpet_size * board_art.CELL
            carpet = paint_carpet(rng, self._schemes[owner_flower], self._sprites(owner_flower), 224, 96, size)
            picture = board_art.lay_banner(self._cache["board_ground"], carpet)  # type: ignore[arg-type]
            self._cache[key] = to_bytes(worn(rng, self._press, printed(rng, self._press, picture), None))
        return self._cache[key]  # type: ignore[return-value]


def paint_board_ground_of(edition: Edition) -> Picture:
    """The board's ground, shared by the four owners."""
    return board_art.paint_board_ground(edition._rng("board"), edition.styles["board"])


def paint_edition(rng: np.random.Generator, split: str = "train") -> Edition:
    """A fresh edition; cheap, because everything is painted when first asked for."""
    return Edition(rng, split)


__all__ = ["CENTRES", "FLOWERS", "Edition", "paint_edition"]
