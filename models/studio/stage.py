"""What stands in front of the camera: meshes gathered by material, every face with the number of the thing it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.studio.atlas import Atlas
from models.studio.cards import Card
from models.studio.mesh import Floats, Ints, Mesh, shading_normals

TABLE, BOARD, OTHER = 1, 2, 3
FIRST_TILE = 100
FIRST_DECORATION = 200
FIRST_PILLAR = 400

GROUPS = ("card", "plastic", "thing", "table")
"""card: the atlas; plastic: coloured vertices, matt; thing: coloured vertices, glossier; table: its own texture."""


@dataclass(frozen=True)
class Material:
    """How a group shines: roughness 0..1 and specular strength 0..1."""

    roughness: float
    specular: float


@dataclass(frozen=True)
class Group:
    """One mesh for the renderer: all faces of a material."""

    vertices: Floats
    faces: Ints
    uv: Floats
    normals: Floats
    colours: Floats
    owner: Ints
    """The number of the thing each face belongs to."""


@dataclass
class Stage:
    """Collects what is put on the table."""

    atlas: Atlas
    table_picture: np.ndarray | None = None
    materials: dict[str, Material] = field(default_factory=dict)
    _parts: dict[str, list[tuple[Mesh, Floats, int]]] = field(default_factory=lambda: {g: [] for g in GROUPS})
    solids: dict[int, Mesh] = field(default_factory=dict)
    """The whole mesh of every numbered tile and decoration, for outlines."""

    def add(self, group: str, mesh: Mesh, owner: int, colour: Floats | None = None) -> None:
        """`colour` is linear RGB for the groups without texture."""
        self._parts[group].append((mesh, np.ones(3) if colour is None else np.asarray(colour, float), owner))
        if owner >= FIRST_TILE:
            old = self.solids.get(owner)
            self.solids[owner] = mesh if old is None else _joined(old, mesh)

    def add_card(self, card: Card, rect: Floats, edge: Floats, owner: int) -> None:
        self.add("card", card.face.mapped(rect), owner)
        self.add("card", card.edges.swatch(self.atlas.swatch(edge)), owner)

    def group(self, name: str) -> Group:
        """One mesh of everything of a material; an unused material gets one triangle far below the table."""
        parts = self._parts[name] or [(_speck(), np.ones(3), 0)]
        split = [shading_normals(mesh) for mesh, _, _ in parts]
        offsets = np.cumsum([0] + [len(s[0]) for s in split[:-1]])
        return Group(
            np.concatenate([s[0] for s in split]),
            np.concatenate([s[1] + o for s, o in zip(split, offsets, strict=True)]),
            np.concatenate([s[2] for s in split]),
            np.concatenate([s[3] for s in split]),
            np.concatenate([np.repeat(c[None], len(s[0]), axis=0) for s, (_, c, _) in zip(split, parts, strict=True)]),
            np.concatenate([np.full(len(s[1]), owner) for s, (_, _, owner) in zip(split, parts, strict=True)]),
        )


def _joined(a: Mesh, b: Mesh) -> Mesh:
    return Mesh(np.vstack([a.vertices, b.vertices]), np.vstack([a.faces, b.faces + len(a.vertices)]), np.vstack([a.uv, b.uv]))


def _speck() -> Mesh:
    return Mesh(np.array([[0, 0, -50.0], [0.1, 0, -50], [0, 0.1, -50]]), np.array([[0, 1, 2]]), np.zeros((3, 2)))


def linear(srgb: Floats) -> Floats:
    """sRGB 0..1 to linear RGB."""
    c = np.clip(np.asarray(srgb, float), 0, 1)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
