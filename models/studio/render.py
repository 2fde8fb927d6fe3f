"""Path tracing with Mitsuba 3: a stage, a light and a lens become radiance, guides for the denoiser and an instance mask.

Rays are made here, not by one of Mitsuba's cameras, so that lens distortion is exact and the truth needs no warping. The scene always has
the same kinds of plugins, so that the just-in-time kernels are compiled once and then come from the cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from models.studio.lens import Lens
from models.studio.light import Light
from models.studio.mitsuba_door import load_mitsuba
from models.studio.stage import GROUPS, Group, Stage


@dataclass(frozen=True)
class RenderParams:
    samples: int = 8
    """Per pixel; with the denoiser enough for training."""
    bounces: int = 4
    """Path length; below 3 the shade under tiles turns black, above 5 nothing changes."""
    threads: int = 1
    clamp: float = 12.0
    """Radiance of a single sample is cut here, in units of the room's light: no fireflies."""


@dataclass(frozen=True)
class Raw:
    """What the renderer saw, (height, width, …): linear radiance, reflectance, normal, distance, and the owner of each pixel."""

    radiance: np.ndarray
    albedo: np.ndarray
    normal: np.ndarray
    depth: np.ndarray
    owner: np.ndarray
    spread: np.ndarray
    """Variance of the pixel's irradiance estimate."""


def render(stage: Stage, light: Light, lens: Lens, seed: int, params: RenderParams | None = None) -> Raw:
    params = params or RenderParams()
    mi = load_mitsuba(params.threads)
    groups = {name: stage.group(name) for name in GROUPS}
    meshes = {name: _mesh(mi, name, groups[name], _bsdf(mi, stage, name)) for name in GROUPS}
    scene = mi.load_dict({"type": "scene", **meshes, **_emitters(mi, light)})
    owner = _owners(mi, scene, meshes, groups, lens)
    return _trace(mi, scene, lens, owner, seed, params)


def see_owners(stage: Stage, lens: Lens) -> np.ndarray:
    """Only the instance mask, without light."""
    mi = load_mitsuba(1)
    groups = {name: stage.group(name) for name in GROUPS}
    plain = mi.load_dict({"type": "diffuse"})
    meshes = {name: _mesh(mi, name, groups[name], plain) for name in GROUPS}
    return _owners(mi, mi.load_dict({"type": "scene", **meshes}), meshes, groups, lens)


def _bsdf(mi: Any, stage: Stage, name: str) -> Any:
    material = stage.materials[name]
    if name in ("card", "table"):
        picture = stage.atlas.pixels if name == "card" else stage.table_picture
        base: dict[str, Any] = {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(picture)), "wrap_mode": "repeat"}
    else:
        base = {"type": "mesh_attribute", "name": "vertex_color"}
    bsdf = {"type": "principled", "base_color": base, "roughness": material.roughness, "specular": material.specular}
    return mi.load_dict({"type": "twosided", "bsdf": bsdf})


def _mesh(mi: Any, name: str, group: Group, bsdf: Any) -> Any:
    props = mi.Properties()
    props["mesh_bsdf"] = bsdf
    mesh = mi.Mesh(name, len(group.vertices), len(group.faces), has_vertex_normals=True, has_vertex_texcoords=True, props=props)
    if name in ("plastic", "thing"):
        mesh.add_attribute("vertex_color", 3, group.colours.astype(np.float32).ravel())
    values = mi.traverse(mesh)
    values["vertex_positions"] = group.vertices.astype(np.float32).ravel()
    values["faces"] = group.faces.astype(np.uint32).ravel()
    values["vertex_normals"] = group.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = group.uv.astype(np.float32).ravel()
    values.update()
    return mesh


def _emitters(mi: Any, light: Light) -> dict[str, Any]:
    turn = mi.ScalarTransform4f().rotate([0, 0, 1], light.spin_deg).rotate([1, 0, 0], 90)
    out: dict[str, Any] = {"room": {"type": "envmap", "bitmap": mi.Bitmap(light.panorama), "to_world": turn}}
    for number, lamp in enumerate(light.lamps):
        place = mi.ScalarTransform4f().look_at(origin=lamp.place.tolist(), target=lamp.target.tolist(), up=[0.3, 0.9, 0.1])
        shape = {"type": "disk", "to_world": place @ mi.ScalarTransform4f().scale(lamp.radius)}
        shape["emitter"] = {"type": "area", "radiance": {"type": "rgb", "value": lamp.radiance.tolist()}}
        out[f"lamp{number}"] = shape
    return out


def _rays(mi: Any, lens: Lens, x: np.ndarray, y: np.ndarray) -> Any:
    """Rays through pixel coordinates (float32 arrays), the lens distortion undone by fixed-point iteration."""
    import drjit as dr

    def scalar(value: float) -> Any:
        return dr.opaque(mi.Float, float(value))  # an opaque value keeps the compiled kernel the same for every camera

    K, R, (k1, k2) = lens.K, lens.R, lens.distortion[:2]
    xd, yd = (mi.Float(x) - scalar(K[0, 2])) / scalar(K[0, 0]), (mi.Float(y) - scalar(K[1, 2])) / scalar(K[1, 1])
    u, v, c1, c2 = xd, yd, scalar(k1), scalar(k2)
    for _ in range(4):
        r2 = u * u + v * v
        scale = 1 / (1 + c1 * r2 + c2 * r2 * r2)
        u, v = xd * scale, yd * scale
    d = mi.Vector3f(*[u * scalar(R[0, i]) + v * scalar(R[1, i]) + scalar(R[2, i]) for i in range(3)])
    return mi.Ray3f(mi.Point3f(*[scalar(c) for c in lens.centre]), dr.normalize(d))


def _grid(lens: Lens) -> tuple[np.ndarray, np.ndarray]:
    y, x = np.mgrid[0 : lens.height, 0 : lens.width].astype(np.float32)
    return x.ravel(), y.ravel()


def _owners(mi: Any, scene: Any, meshes: dict[str, Any], groups: dict[str, Group], lens: Lens) -> np.ndarray:
    """The instance pass: one ray through every pixel centre."""
    import drjit as dr

    hit = scene.ray_intersect_preliminary(_rays(mi, lens, *_grid(lens)), coherent=True)
    shape = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
    prim = np.array(hit.prim_index)
    out = np.zeros(len(shape), np.int32)
    for name, mesh in meshes.items():
        number = int(np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(mesh)))[0])
        mine = shape == number
        out[mine] = groups[name].owner[prim[mine]]
    return out.reshape(lens.height, lens.width)


def _trace(mi: Any, scene: Any, lens: Lens, owner: np.ndarray, seed: int, params: RenderParams) -> Raw:
    """One wavefront per sample: memory stays flat and every wavefront runs the same kernel."""
    import drjit as dr

    (x, y), n = _grid(lens), lens.width * lens.height
    rng = np.random.default_rng(seed)
    shift = rng.random((2, n), dtype=np.float32)
    inner = {"type": "path", "max_depth": params.bounces, "rr_depth": 16}
    integrator = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal,depth:depth", "image": inner})
    sampler = mi.load_dict({"type": "independent"})
    total, squares, sums = np.zeros((10, n), np.float32), np.zeros(n, np.float32), np.zeros(n, np.float32)
    for k in range(params.samples):
        dx, dy = (np.float32(k) * LATTICE[:, None] + shift) % 1 - np.float32(0.5)
        sampler.seed((seed + 7919 * k) % 2**31, n)
        colour, _, extra = integrator.sample(scene, sampler, _rays(mi, lens, x + dx, y + dy))
        dr.eval(colour, extra[:7])  # one kernel for all of it; asking for them one by one would trace the paths ten times
        values = np.stack([np.array(v) for v in (*colour, *extra[:7])])
        np.minimum(values[:3], params.clamp, out=values[:3])
        grey = values[:3].mean(axis=0) / (values[3:6].mean(axis=0) + 0.05)
        sums += grey
        squares += grey * grey
        total += values
    total /= params.samples
    spread = np.maximum(squares / params.samples - (sums / params.samples) ** 2, 0) / max(params.samples - 1, 1)
    planes = total.reshape(10, lens.height, lens.width)
    radiance, albedo, normal = (np.ascontiguousarray(planes[i : i + 3].transpose(1, 2, 0)) for i in (0, 3, 6))
    return Raw(radiance, albedo, normal, planes[9], owner, spread.reshape(lens.height, lens.width))


LATTICE = np.array([0.7548776662466927, 0.5698402909980532], np.float32)
"""Steps of the R2 sequence: samples of a pixel spread evenly over it."""
