"""Printed cardboard: the player board with its holes, wavy tiles, flat sheets. Unit: cells; z = 0 is the upper face of the board.

The printed face carries texture coordinates of its picture (u to the right, v towards the near side, both 0..1); the cut edges and
the back are a separate mesh, so that they can be plain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.studio.mesh import Floats, Mesh, loft, merged, rounded_rectangle
from scanner.games.babylon.garden import SIZE
from scanner.spec import KitSpec

NOTCH = (0.70, 2.65, 0.60)
"""The storage notch in the right rim: from y, to y (measured from the far edge), depth."""
STRIP_SQUARES = (8.6, (3.84, 4.61, 5.38, 6.17, 6.95, 7.73))
"""x and the six y of the printed squares for stored pillars, from the far left corner."""


@dataclass(frozen=True)
class Card:
    """A printed face and its plain edges and back."""

    face: Mesh
    edges: Mesh

    def placed(self, turn_deg: float, x: float, y: float, z: float, lean: Floats | None = None) -> Card:
        """Turned counter-clockwise, leant by a matrix, then moved."""

        def put(mesh: Mesh) -> Mesh:
            mesh = mesh.turned(turn_deg)
            if lean is not None:
                mesh = Mesh(mesh.vertices @ lean.T, mesh.faces, mesh.uv)
            return mesh.moved(x, y, z)

        return Card(put(self.face), put(self.edges))

    def solid(self) -> Mesh:
        return merged([self.face, self.edges])


def fan_card(outline: Floats, thickness: float, picture: tuple[float, float], bevel: float = 0.012) -> Card:
    """A card over a star-shaped outline around the origin, upper face at z = 0, printed with a picture of the given size in cells."""
    size = np.array(picture)
    half = np.abs(outline).max(axis=0)
    inner = outline * ((half - bevel) / half)
    n = len(outline)
    top = np.column_stack([np.vstack([inner, outline, [[0.0, 0.0]]]), np.r_[np.zeros(n), np.full(n, -0.5 * bevel), 0.0]])
    i, j = np.arange(n), (np.arange(n) + 1) % n
    faces = np.concatenate([np.stack([np.full(n, 2 * n), i, j], 1), np.stack([n + i, n + j, j], 1), np.stack([n + i, j, i], 1)])
    uv = np.column_stack([top[:, 0] / size[0] + 0.5, 0.5 - top[:, 1] / size[1]])
    low = np.column_stack([outline, np.full(n, -thickness)])
    edges = loft([low, top[n : 2 * n]], top=False)
    return Card(Mesh(top, faces, np.clip(uv, 0.002, 0.998)), edges)


def tile_outline(side: float, wave: float, roundness: float, sharpness: float, per_side: int = 18) -> Floats:
    """A square with a shallow concave wave in every side; `wave` is its depth as a share of the side."""
    t = np.linspace(-0.5, 0.5, per_side, endpoint=False)
    dip = wave * side * (0.5 + 0.5 * np.cos(2 * np.pi * t)) ** sharpness
    corner = np.maximum(np.abs(t) - (0.5 - roundness), 0) / roundness
    dip = dip + roundness * side * 0.3 * corner**2
    right = np.column_stack([side / 2 - dip, t * side])
    turns = [np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in np.arange(4) * np.pi / 2]
    return np.concatenate([right @ m for m in turns])


def tile_card(spec: KitSpec, roundness: float, sharpness: float) -> Card:
    outline = tile_outline(spec.tile_side, spec.tile_wave, roundness, sharpness)
    return fan_card(outline, spec.tile_thickness, (spec.tile_side, spec.tile_side))


def sheet(width: float, height: float, thickness: float, radius: float = 0.03) -> Card:
    return fan_card(
        rounded_rectangle(width, height, min(radius, width / 2, height / 2)), thickness, (width, height), bevel=min(0.012, thickness)
    )


def board_card(spec: KitSpec, hole_radius: float) -> Card:
    """The board in board coordinates: hole A1's centre is the origin, 64 real holes, the notch cut out."""
    x0, y0 = -spec.hole_offset, spec.hole_offset
    hole = rounded_rectangle(spec.hole_side, spec.hole_side, hole_radius)
    frame = _on_square(hole)
    faces, walls = [], []
    for row in range(SIZE):
        for col in range(SIZE):
            centre = np.array([col, -row])
            faces.append(_ring(hole + centre, frame + centre))
            walls.append(_wall((hole + centre)[::-1], spec.board_thickness))
    field_right, field_bottom = SIZE - 0.5, -(SIZE - 0.5)
    right, bottom = x0 + spec.board_width, y0 - spec.board_height
    notch_top, notch_bottom, notch_left = y0 - NOTCH[0], y0 - NOTCH[1], right - NOTCH[2]
    rectangles = [
        (x0, field_right, y0, 0.5), (x0, -0.5, 0.5, field_bottom), (x0, field_right, field_bottom, bottom),
        (field_right, right, y0, notch_top), (field_right, notch_left, notch_top, notch_bottom), (field_right, right, notch_bottom, bottom),
    ]  # fmt: skip
    faces += [_rectangle(*r) for r in rectangles]
    rim = np.array(
        [
            (x0, y0),
            (x0, bottom),
            (right, bottom),
            (right, notch_bottom),
            (notch_left, notch_bottom),
            (notch_left, notch_top),
            (right, notch_top),
            (right, y0),
        ]
    )
    walls.append(_wall(rim, spec.board_thickness))
    face = merged(faces)
    uv = np.column_stack([(face.vertices[:, 0] - x0) / spec.board_width, (y0 - face.vertices[:, 1]) / spec.board_height])
    face = Mesh(face.vertices, face.faces, np.clip(uv, 0.001, 0.999))
    back = face.moved(z=-spec.board_thickness)
    return Card(face, merged([*walls, Mesh(back.vertices, back.faces[:, ::-1], back.uv)]))


def _on_square(hole: Floats) -> Floats:
    """The hole's points pushed out to the border of the unit cell around it."""
    return hole * (0.5 / np.abs(hole).max(axis=1, keepdims=True))


def _flat(points: Floats, faces: list[tuple[int, int, int]]) -> Mesh:
    vertices = np.column_stack([points, np.zeros(len(points))])
    return Mesh(vertices, np.array(faces, dtype=np.int64), np.zeros((len(points), 2)))


def _ring(inner: Floats, outer: Floats) -> Mesh:
    n = len(inner)
    faces = []
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, n + i, n + j), (i, n + j, j)]
    centre = inner.mean(axis=0)
    points, corners = np.vstack([inner, outer]), []
    for k, c in enumerate(((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))):
        d = np.abs(outer - centre - np.array(c)).sum(axis=1)
        a, b = np.argsort(d)[:2]
        if d[a] > 1e-9:
            a, b = (a, b) if (a + 1) % n == b else (b, a)
            corners.append(centre + np.array(c))
            faces.append((n + int(a), 2 * n + len(corners) - 1, n + int(b)))
        del k
    return _flat(np.vstack([points, *[c[None] for c in corners]]), faces)


def _rectangle(left: float, right: float, top: float, bottom: float) -> Mesh:
    return _flat(np.array([(left, top), (left, bottom), (right, bottom), (right, top)]), [(0, 1, 2), (0, 2, 3)])


def _wall(outline: Floats, thickness: float) -> Mesh:
    """The cut edge below a counter-clockwise outline."""
    return loft([np.column_stack([outline, np.full(len(outline), z)]) for z in (-thickness, 0.0)], bottom=False, top=False)
