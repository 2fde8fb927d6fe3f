"""What lies around a board on a real table: loose pieces, other tiles, score pads, cups, dice, pens, coins, hands, other boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.studio.arrange import Builder, draw_symbols
from models.studio.art.strangers import paint_chess, paint_other_board, paint_score_pad
from models.studio.cards import Card, sheet
from models.studio.lens import Lens
from models.studio.mesh import Floats, Mesh, box, circle, dome, lathe, merged, prism
from models.studio.stage import OTHER, Stage, linear
from scanner.games.babylon.box import MATERIALS
from scanner.games.babylon.garden import FLOWERS

Rng = np.random.Generator
CLEAR = 0.55
"""Cells kept free between the board and a thing beside it, for its own size comes on top."""
STRIP_REACH = 1.6
"""A stored tile sticks out that far to the right of the board."""


@dataclass
class Clutter:
    """Puts things on the table outside the board, inside the picture."""

    stage: Stage
    builder: Builder
    lens: Lens
    rng: Rng
    floor: float
    taken: list[tuple[float, float, float]]

    def place(self, radius: float) -> tuple[float, float] | None:
        """A free spot on the table for a thing of that radius, or None when none was found."""
        for _ in range(40):
            px = self.rng.uniform([-0.05, -0.05], [1.05, 1.05]) * [self.lens.width, self.lens.height]
            d = self.lens.directions(px[None])[0]
            if d[2] > -0.2:
                continue
            x, y = (self.lens.centre + d * ((self.floor - self.lens.centre[2]) / d[2]))[:2]
            if self._free(float(x), float(y), radius):
                self.taken.append((float(x), float(y), radius))
                return float(x), float(y)
        return None

    def _free(self, x: float, y: float, radius: float) -> bool:
        spec = self.builder.spec
        left, top = -spec.hole_offset, spec.hole_offset
        right, bottom = left + spec.board_width + STRIP_REACH, top - spec.board_height
        dx, dy = max(left - x, 0.0, x - right), max(y - top, 0.0, bottom - y)
        if np.hypot(dx, dy) < radius + CLEAR * 0.4:
            return False
        return all(np.hypot(x - tx, y - ty) > radius + r for tx, ty, r in self.taken)

    def add(self, name: str) -> bool:
        thing = THINGS[name]
        at = self.place(thing[0])
        if at is not None:
            thing[1](self, *at)
        return at is not None

    def solid(self, mesh: Mesh, x: float, y: float, srgb: Floats, turn: float | None = None) -> None:
        angle = self.rng.uniform(0, 360) if turn is None else turn
        self.stage.add("thing", mesh.turned(float(angle)).moved(x, y, self.floor), OTHER, linear(srgb))

    def card(self, picture: np.ndarray, card: Card, width: float, height: float, x: float, y: float) -> None:
        rect = self.stage.atlas.add(picture, width, height)
        thick = self.builder.spec.tile_thickness
        placed = card.placed(float(self.rng.uniform(0, 360)), x, y, self.floor + thick + 0.002)
        self.stage.add_card(placed, rect, self.builder.edge, OTHER)


def _loose(c: Clutter, x: float, y: float) -> None:
    """One to four plastic pieces, standing or lying."""
    b, rng = c.builder, c.rng
    for _ in range(int(rng.integers(1, 5))):
        kind = int(rng.integers(6))
        m = b.moulds
        mesh = (
            m.pillar(b.spec.level_step - 0.1, 1),
            m.pillar(2 * b.spec.level_step - 0.1, 2),
            m.statue,
            m.fountain,
            m.bridge,
            m.belvederes[0],
        )[kind]
        low = 0.0
        if kind < 3 and rng.random() < 0.6:
            mesh = mesh.turned(90, "y")
            low = float(mesh.vertices[:, 2].min())
        dx, dy = rng.normal(0, 0.8, 2)
        placed = mesh.turned(float(rng.uniform(0, 360))).moved(x + dx, y + dy, c.floor - low)
        c.stage.add("plastic", placed, OTHER, b.plastic * (1 + rng.normal(0, 0.02)))


def _material_tile(c: Clutter, x: float, y: float) -> None:
    b = c.builder
    flower = str(c.rng.choice(FLOWERS))
    kind = int(c.rng.integers(5))
    symbols = draw_symbols(c.rng, flower)
    if kind == 0:
        picture = b.edition.carpet(flower)
    elif kind == 1:
        picture = b.edition.tile(flower, symbols)
    else:
        picture = b.edition.material(str(c.rng.choice(MATERIALS)), flower, symbols)
    c.card(picture, b.card, b.spec.tile_side, b.spec.tile_side, x, y)


def _pad(c: Clutter, x: float, y: float) -> None:
    w, h = c.rng.uniform(3.2, 4.6), c.rng.uniform(4.6, 6.5)
    c.card(paint_score_pad(c.rng), sheet(w, h, 0.03), w, h, x, y)


def _stranger(c: Clutter, x: float, y: float) -> None:
    side = c.rng.uniform(6, 10)
    picture = paint_chess(c.rng) if c.rng.random() < 0.4 else paint_other_board(c.rng)
    c.card(picture, sheet(side, side, 0.1), side, side, x, y)


def _colour(rng: Rng) -> Floats:
    out: Floats = np.clip(rng.uniform(0.05, 0.95) + rng.normal(0, 0.25, 3), 0.02, 0.98)
    return out


def _cup(c: Clutter, x: float, y: float) -> None:
    r, h = c.rng.uniform(1.4, 2.1), c.rng.uniform(2.5, 4.8)
    wall = lathe([(r * 0.85, 0), (r, h), (r * 0.93, h), (r * 0.82, 0.15 * h), (0.0, 0.15 * h)], n=32)
    c.solid(wall, x, y, _colour(c.rng))
    drink = np.array([[0.25, 0.13, 0.07], [0.6, 0.35, 0.1], [0.85, 0.85, 0.8], [0.5, 0.05, 0.1]])[int(c.rng.integers(4))]
    c.solid(prism(circle(32, r * 0.93), 0.0, h * c.rng.uniform(0.5, 0.9)), x, y, drink)


def _dice(c: Clutter, x: float, y: float) -> None:
    for _ in range(int(c.rng.integers(1, 4))):
        s, (dx, dy), colour = c.rng.uniform(0.28, 0.42), c.rng.normal(0, 0.7, 2), _colour(c.rng)
        turn = float(c.rng.uniform(0, 360))
        c.solid(box(-s, s, -s, s, 0, 2 * s), x + dx, y + dy, colour, turn)
        pips = merged(
            [dome(0.1 * s / 0.35, 2 * s, height=0.012, n=10).moved(px * s, py * s) for px, py in ((-0.5, -0.5), (0.5, 0.5), (0, 0))]
        )
        c.solid(pips, x + dx, y + dy, 1 - np.round(colour), turn)


def _pen(c: Clutter, x: float, y: float) -> None:
    r, length = c.rng.uniform(0.14, 0.24), c.rng.uniform(5, 8)
    body = lathe([(r, -length / 2), (r, length / 2), (0.03, length / 2 + 0.8)], n=10).turned(90, "y").moved(0, 0, r)
    c.solid(body, x, y, _colour(c.rng))


def _coins(c: Clutter, x: float, y: float) -> None:
    for _ in range(int(c.rng.integers(1, 5))):
        dx, dy = c.rng.normal(0, 0.8, 2)
        metal = np.array([[0.72, 0.55, 0.25], [0.62, 0.62, 0.6], [0.6, 0.33, 0.2], [0.85, 0.75, 0.5]])[int(c.rng.integers(4))]
        c.solid(prism(circle(24, c.rng.uniform(0.4, 0.65)), 0, 0.09, bevel=0.02), x + dx, y + dy, metal)


def _bowl(c: Clutter, x: float, y: float) -> None:
    r = c.rng.uniform(1.8, 3.2)
    c.solid(lathe([(r * 0.5, 0), (r, r * 0.45), (r * 0.95, r * 0.45), (r * 0.5, 0.1), (0.0, 0.08)], n=32), x, y, _colour(c.rng))
    for _ in range(int(c.rng.integers(0, 9))):
        dx, dy = c.rng.normal(0, r * 0.3, 2)
        c.solid(dome(c.rng.uniform(0.2, 0.5), 0.12, n=12), x + dx, y + dy, _colour(c.rng))


def _hand(c: Clutter, x: float, y: float) -> None:
    """A palm with fingers that point roughly at the board."""
    rng = c.rng
    skin = np.array([0.85, 0.65, 0.53]) * rng.uniform(0.35, 1.1) + rng.normal(0, 0.02, 3)
    palm = dome(2.0, 0.0, height=1.1, n=20).scaled(1.0, 0.85, 1.0)
    fingers = [
        dome(0.42, 0.0, height=0.42, n=12).scaled(4.0, 1.0, 1.0).moved(2.6 - 0.3 * abs(k - 1), (k - 1.4) * 0.85, 0.3) for k in range(4)
    ]
    arm = dome(1.4, 0.0, height=1.4, n=16).scaled(4.0, 1.0, 1.0).moved(-4.5, 0, 0)
    turn = np.degrees(np.arctan2(-3.5 - y, 3.9 - x)) + rng.normal(0, 25)
    c.solid(merged([palm, arm, *fingers]), x, y, np.clip(skin, 0, 1), float(turn))


def _slab(c: Clutter, x: float, y: float) -> None:
    """A box, a book or a phone."""
    w, h, z = c.rng.uniform(2.5, 9), c.rng.uniform(2.5, 7), c.rng.uniform(0.3, 2.2)
    c.solid(box(-w / 2, w / 2, -h / 2, h / 2, 0, z), x, y, _colour(c.rng))


THINGS = {
    "loose": (1.2, _loose),
    "tile": (1.5, _material_tile),
    "pad": (3.0, _pad),
    "stranger": (6.0, _stranger),
    "cup": (2.2, _cup),
    "dice": (1.0, _dice),
    "pen": (2.5, _pen),
    "coins": (1.0, _coins),
    "bowl": (3.0, _bowl),
    "hand": (4.2, _hand),
    "slab": (4.0, _slab),
}
"""Name -> radius in cells and painter."""
OFTEN = ("loose", "loose", "loose", "tile", "tile", "tile", "pad", "cup", "dice", "pen", "coins", "bowl", "hand", "slab", "stranger")
