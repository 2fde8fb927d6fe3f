"""Triangle meshes as numpy arrays: the few solids from which the studio builds every piece.

A piece is a union of overlapping closed solids; path tracing does not mind the overlaps. Unit: cells. Z is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CREASE_COS = 0.72
"""Faces meeting at less than about 44 degrees shade as one smooth surface; sharper edges stay sharp."""


@dataclass(frozen=True)
class Mesh:
    """Vertices (n, 3), faces (m, 3) with outward winding, texture coordinates (n, 2)."""

    vertices: Floats
    faces: Ints
    uv: Floats

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
        return Mesh(self.vertices + np.array([x, y, z]), self.faces, self.uv)

    def scaled(self, x: float, y: float, z: float) -> Mesh:
        return Mesh(self.vertices * np.array([x, y, z]), self.faces, self.uv)

    def turned(self, degrees: float, axis: str = "z") -> Mesh:
        """Turned counter-clockwise about an axis through the origin."""
        return Mesh(self.vertices @ turn_matrix(degrees, axis).T, self.faces, self.uv)

    def mapped(self, rect: Floats) -> Mesh:
        """Texture coordinates moved from the unit square into `rect` = (u, v, width, height)."""
        return Mesh(self.vertices, self.faces, self.uv * rect[2:] + rect[:2])

    def swatch(self, uv: Floats) -> Mesh:
        """All texture coordinates set to one point: one flat colour."""
        return Mesh(self.vertices, self.faces, np.repeat(np.asarray(uv, dtype=float)[None, :2], len(self.vertices), axis=0))


def turn_matrix(degrees: float, axis: str) -> Floats:
    c, s = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
    rows = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}
    return np.array(rows[axis], dtype=float)


def merged(meshes: Sequence[Mesh]) -> Mesh:
    offsets = np.cumsum([0] + [len(m.vertices) for m in meshes[:-1]])
    faces = [m.faces + o for m, o in zip(meshes, offsets, strict=True)]
    return Mesh(np.concatenate([m.vertices for m in meshes]), np.concatenate(faces), np.concatenate([m.uv for m in meshes]))


def loft(rings: Sequence[Floats], *, bottom: bool = True, top: bool = True) -> Mesh:
    """Skin over rings of equally many points (each counter-clockwise seen from the last ring's side), capped by fans."""
    n, k = len(rings[0]), len(rings)
    vertices = [np.asarray(r, dtype=float) for r in rings]
    a = (np.arange(k - 1)[:, None] * n + np.arange(n)[None, :]).ravel()
    b = (np.arange(k - 1)[:, None] * n + (np.arange(n)[None, :] + 1) % n).ravel()
    faces = [np.stack([a, b, b + n], axis=1), np.stack([a, b + n, a + n], axis=1)]
    i = np.arange(n)
    j = (i + 1) % n
    if bottom:
        faces.append(np.stack([np.full(n, k * n), j, i], axis=1))
        vertices.append(vertices[0].mean(axis=0, keepdims=True))
    if top:
        c = k * n + int(bottom)
        faces.append(np.stack([np.full(n, c), i + (k - 1) * n, j + (k - 1) * n], axis=1))
        vertices.append(vertices[k - 1].mean(axis=0, keepdims=True))
    points = np.concatenate(vertices)
    return Mesh(points, np.concatenate(faces), np.zeros((len(points), 2)))


def at_height(outline: Floats, z: float, scale: float | tuple[float, float] = 1.0) -> Floats:
    """An outline (n, 2) scaled about the origin and lifted to z."""
    return np.column_stack([outline * np.asarray(scale), np.full(len(outline), z)])


def prism(outline: Floats, z0: float, z1: float, *, bevel: float = 0.0) -> Mesh:
    """An upright solid over a star-shaped outline; the upper edge is bevelled by `bevel`."""
    if bevel <= 0:
        return loft([at_height(outline, z0), at_height(outline, z1)])
    half = np.abs(outline).max(axis=0)
    shrink = tuple((half - bevel) / half)
    mid = tuple((half - 0.3 * bevel) / half)
    rings = [
        at_height(outline, z0),
        at_height(outline, z1 - bevel),
        at_height(outline, z1 - 0.3 * bevel, mid),
        at_height(outline, z1, shrink),
    ]
    return loft(rings)


def box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Mesh:
    ring = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    return loft([np.column_stack([ring, np.full(4, z0)]), np.column_stack([ring, np.full(4, z1)])])


def circle(n: int = 24, radius: float = 1.0) -> Floats:
    a = np.arange(n) * 2 * np.pi / n
    return np.column_stack([np.cos(a), np.sin(a)]) * radius


def rounded_rectangle(width: float, height: float, radius: float, per_corner: int = 4) -> Floats:
    a = np.linspace(0, np.pi / 2, per_corner + 1)
    corner = np.column_stack([np.cos(a), np.sin(a)]) * radius
    parts = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        c, s = np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)
        parts.append(corner @ np.array([[c, s], [-s, c]]) + np.array([sx * (width / 2 - radius), sy * (height / 2 - radius)]))
    return np.concatenate(parts)


def lathe(profile: Sequence[tuple[float, float]], *, n: int = 24, x: float = 1.0, y: float = 1.0) -> Mesh:
    """Turned solid from (radius, z) pairs, bottom to top; x and y stretch its round plan to an ellipse."""
    ring = circle(n) * np.array([x, y])
    return loft([at_height(ring, z, max(r, 1e-4)) for r, z in profile])


def dome(radius: float, z: float, *, height: float | None = None, n: int = 16) -> Mesh:
    h = radius if height is None else height
    a = np.linspace(0, np.pi / 2, 6)
    return lathe([(radius * float(np.cos(t)), z + h * float(np.sin(t))) for t in a], n=n)


def sweep(section: Floats, xs: Floats, zs: Floats) -> Mesh:
    """A section (n, 2) of (y, dz), convex, carried along the curve (x, z) in the plane y = 0."""
    rings = [np.column_stack([np.full(len(section), x), section[:, 0], section[:, 1] + z]) for x, z in zip(xs, zs, strict=True)]
    return loft(rings)


def shading_normals(mesh: Mesh) -> tuple[Floats, Ints, Floats, Floats]:
    """Corners split so that flat faces stay flat and round ones look round: vertices, faces, uv, normals."""
    v, f = mesh.vertices, mesh.faces
    fn = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    length = np.linalg.norm(fn, axis=1, keepdims=True)
    unit = fn / np.maximum(length, 1e-12)
    corner_vertex = f.ravel()
    corner_face = np.repeat(np.arange(len(f)), 3)
    order = np.argsort(corner_vertex, kind="stable")
    counts = np.bincount(corner_vertex, minlength=len(v))
    starts = np.cumsum(counts) - counts
    many = counts[corner_vertex]
    mine = np.repeat(np.arange(len(corner_vertex)), many)
    turn = np.arange(len(mine)) - np.repeat(np.cumsum(many) - many, many)
    mate = corner_face[order[starts[corner_vertex[mine]] + turn]]
    near = (unit[corner_face[mine]] * unit[mate]).sum(axis=1) > CREASE_COS
    mine, mate = mine[near], mate[near]
    normals = np.stack([np.bincount(mine, fn[mate, axis], len(corner_vertex)) for axis in range(3)], axis=1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return v[corner_vertex], np.arange(len(corner_vertex)).reshape(-1, 3), mesh.uv[corner_vertex], normals
