"""One photo from a seed: garden, edition, kit, hands, light, table, clutter, camera -> JPEG bytes and the truth beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from models.studio.arrange import Builder, draw_hands, draw_spec
from models.studio.art import paint_edition
from models.studio.art.tables import TABLE_SPAN, paint_table, table_kinds
from models.studio.atlas import Atlas
from models.studio.clutter import OFTEN, Clutter
from models.studio.develop import Shot, develop, draw_shot, encode
from models.studio.gardens import GardenMix, draw_garden
from models.studio.lens import Lens, close_up, draw_lens
from models.studio.light import draw_light
from models.studio.mesh import Floats, Mesh
from models.studio.pieces import draw_moulds
from models.studio.render import Raw, RenderParams, render
from models.studio.stage import TABLE, Material, Stage, linear
from scanner.games.babylon.garden import FLOWERS, Garden
from scanner.games.babylon.score import score_garden
from scanner.spec import KitSpec

Rng = np.random.Generator
SAND = np.array([0xE7, 0xCA, 0x97]) / 255
KINDS = ("garden", "garden", "empty", "no board", "cut off", "dark", "blurred", "material")
NEGATIVES = ("no board", "cut off", "dark", "blurred", "material")
CLOSE_MIX = GardenMix(played=0.62, random=0.18, sparse=0.04, tall=0.16)
"""What is rendered to learn pieces should show many of them."""
CLOSE_BLUR = 0.6
"""A close-up stands for a phone's photo of twice its pixels, shrunk: what is out of focus there is half as wide here."""
REASONS = {
    "no board": "there is no player board",
    "cut off": "the board is cut off",
    "dark": "too dark",
    "blurred": "too blurred",
    "material": "the tiles lie material side up",
}


@dataclass(frozen=True)
class ShootParams:
    """What a run of the studio photographs."""

    size: int = 640
    split: str = "train"
    samples: int = 4
    empty_share: float = 0.02
    material_share: float = 0.04
    """Of close-ups: gardens whose tiles lie material side up."""
    negative_share: float = 0.06
    close: bool = False
    """Cut to the building area at the scale the evidence network reads: for its training only."""
    threads: int = 1


@dataclass(frozen=True)
class Scene:
    """Everything in front of the camera and what is true about it."""

    stage: Stage
    lens: Lens
    spec: KitSpec
    garden: Garden
    kind: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class Taken:
    """A finished photo."""

    jpeg: bytes
    truth: dict[str, Any]
    raw: Raw
    scene: Scene


def take_photo(seed: int, index: int, params: ShootParams, *, kind: str | None = None) -> Taken:
    """The photo number `index` of the series `seed`; the same numbers give the same pixels."""
    rng = np.random.default_rng([seed, index])
    kind = kind or _draw_kind(rng, params)
    scene, light = draw_scene(rng, kind, params)
    raw = render(scene.stage, light, scene.lens, int(rng.integers(2**30)), RenderParams(params.samples, threads=params.threads))
    shot = draw_shot(rng, round(params.size * (CLOSE_BLUR if params.close else 1.0)), dim=light.kind == "dim")
    if params.close:
        shot = replace(shot, exif=False, orientation=1)
    if kind == "blurred":
        shot = replace(shot, focus_px=params.size / 640 * float(rng.uniform(9, 16)))
    rgb = develop(raw, shot, rng, blind=float(rng.uniform(6, 8)) if kind == "dark" else 0.0)
    if kind == "cut off":
        rgb = _cut(rgb, scene, rng)
    truth = _truth(f"{seed}-{index:05d}", scene, light.kind, shot)
    return Taken(encode(rgb, shot, scene.lens.f35), truth, raw, scene)


def _draw_kind(rng: Rng, params: ShootParams) -> str:
    roll = rng.random()
    if params.close:
        return "empty" if roll < params.empty_share else "material" if roll < params.empty_share + params.material_share else "garden"
    if roll < params.negative_share:
        return str(rng.choice(NEGATIVES, p=[0.4, 0.3, 0.1, 0.1, 0.1]))
    return "empty" if roll < params.negative_share + params.empty_share else "garden"


def draw_scene(rng: Rng, kind: str, params: ShootParams) -> tuple[Scene, Any]:
    spec = draw_spec(rng)
    edition = paint_edition(rng, params.split)
    garden, drawn = (Garden(), "empty") if kind == "empty" else draw_garden(rng, CLOSE_MIX if params.close else None)
    lens, distance_cm, fill = draw_lens(rng, spec, params.size)
    if params.close:
        lens = close_up(lens, spec, max((t.level for t in garden.tiles), default=0), rng)
    light = draw_light(rng, lens, params.split)
    table = str(rng.choice(table_kinds(params.split)))
    stage = _draw_stage(rng, edition.gloss, table, params, spec)
    plastic = linear(np.clip(SAND * rng.uniform(0.8, 1.14) + rng.normal(0, 0.02, 3), 0, 1))
    edge = np.full(3, rng.uniform(0.45, 0.8)) + rng.normal(0, 0.03, 3)
    builder = Builder(stage, spec, draw_moulds(rng), edition, draw_hands(rng), plastic, edge.clip(0, 1), rng, kind == "material")
    stored, pillars = bool(rng.random() < 0.4), int(rng.integers(0, 7)) if rng.random() < 0.5 else 0
    owner = str(rng.choice(FLOWERS))
    if kind != "no board":
        builder.board(owner)
        builder.garden(garden)
        builder.storage(stored, pillars)
    second = _second_board(builder, rng, owner) if kind != "no board" and rng.random() < 0.14 else None
    clutter = _scatter(stage, builder, lens, rng, kind, second)
    facts = {
        "distance_cm": round(distance_cm, 2),
        "fill": fill,
        "table": table,
        "environment": light.name,
        "drawn": drawn,
        "clutter": clutter,
    }
    facts |= {
        "stored": stored,
        "pillars": pillars,
        "second_board": second is not None,
        "edition": edition.styles,
        "pieces": builder.moulds.styles,
    }
    return Scene(stage, lens, spec, garden, kind, facts), light


def _draw_stage(rng: Rng, gloss: float, table: str, params: ShootParams, spec: KitSpec) -> Stage:
    scale = min(96.0, 64.0 * params.size / 640)
    stage = Stage(Atlas(2048 if params.size <= 800 else 3072, scale))
    picture = paint_table(rng, table, params.split)
    stage.table_picture = picture
    stage.materials["card"] = Material(0.65 - 0.4 * gloss, 0.15 + 0.35 * gloss)
    stage.materials["plastic"] = Material(float(rng.uniform(0.4, 0.8)), float(rng.uniform(0.1, 0.45)))
    stage.materials["thing"] = Material(float(rng.uniform(0.15, 0.7)), float(rng.uniform(0.2, 0.6)))
    stage.materials["table"] = Material(float(rng.uniform(0.25, 0.9)), float(rng.uniform(0.05, 0.5)))
    reach, turn = 400.0, np.radians(rng.uniform(0, 360))
    span = TABLE_SPAN * rng.uniform(0.5, 1.6)
    corners = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    c, s = np.cos(turn), np.sin(turn)
    uv = corners @ np.array([[c, s], [-s, c]]) / span + rng.random(2)
    quad = Mesh(np.column_stack([corners, np.full(4, -spec.board_thickness)]), np.array([[0, 1, 2], [0, 2, 3]]), uv)
    stage.add("table", quad, TABLE)
    return stage


def _second_board(builder: Builder, rng: Rng, owner: str) -> tuple[float, float]:
    """Another player's board beside ours, with a garden of its own; returns its middle."""
    turn = float(90 * rng.integers(4) + rng.normal(0, 6))
    angle = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(10.8, 14.0)
    target = np.array([3.9, -3.5]) + away * np.array([np.cos(angle), np.sin(angle)])
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    home = target - np.array([[c, -s], [s, c]]) @ np.array([3.9, -3.5])
    other = replace(builder, numbered=False, home_turn=turn, home=(float(home[0]), float(home[1])))
    other.board(str(rng.choice([f for f in FLOWERS if f != owner])))
    other.garden(draw_garden(rng)[0])
    return float(target[0]), float(target[1])


def _scatter(stage: Stage, builder: Builder, lens: Lens, rng: Rng, kind: str, second: tuple[float, float] | None) -> list[str]:
    clutter = Clutter(stage, builder, lens, rng, -builder.spec.board_thickness, [])
    if second is not None:
        clutter.taken.append((*second, 6.3))
    count = int(rng.choice([0, rng.integers(1, 4), rng.integers(4, 9)], p=[0.25, 0.45, 0.3]))
    names = [str(n) for n in rng.choice(OFTEN, count)]
    if kind == "no board":
        clutter._free = lambda x, y, r: all(np.hypot(x - a, y - b) > r + q for a, b, q in clutter.taken)  # type: ignore[method-assign]
        names = [*(["stranger"] if rng.random() < 0.6 else []), *names, *(str(n) for n in rng.choice(OFTEN, 4))]
    return [n for n in names if clutter.add(n)]


def _cut(rgb: np.ndarray, scene: Scene, rng: Rng) -> np.ndarray:
    """Crop so that one to four rows or columns of holes are lost at one side."""
    holes = scene.lens.project(hole_centres())
    lost = rng.uniform(0.15, 0.45)
    side = int(rng.integers(4))
    axis = side % 2
    lo, hi = holes[:, axis].min(), holes[:, axis].max()
    at = int(np.clip(lo + lost * (hi - lo) if side < 2 else hi - lost * (hi - lo), 40, rgb.shape[1 - axis] - 40))
    keep = slice(at, None) if side < 2 else slice(None, at)
    return np.ascontiguousarray(rgb[:, keep] if axis == 0 else rgb[keep])


def hole_centres() -> Floats:
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    return np.column_stack([col.ravel(), -row.ravel(), np.zeros(64)])


def _truth(name: str, scene: Scene, light: str, shot: Shot) -> dict[str, Any]:
    negative = scene.kind in NEGATIVES
    lens, facts = scene.lens, dict(scene.facts)
    levels = max((t.level for t in scene.garden.tiles), default=0)
    like = "none" if negative else "tall" if levels >= 4 else "easy" if lens.tilt_deg <= 8 else "table" if lens.tilt_deg <= 20 else "hard"
    out: dict[str, Any] = {
        "id": name,
        "like": like,
        "expect": "no garden" if negative else "garden" if scene.garden.tiles else "empty garden",
    }
    if negative:
        out["reason"] = REASONS[scene.kind]
    if not negative or scene.kind == "material":
        sheet = score_garden(scene.garden)
        out |= {"garden": scene.garden.to_dict(), "score": sheet.to_dict(), "open_holes": sheet.open_holes}
        corners = np.array([(*c, 0.0) for c in scene.spec.board_corners()])
        holes = lens.project(hole_centres())
        out["board_corners_px"] = lens.project(corners).round(2).tolist()
        out["outer_holes_px"] = holes[[0, 7, 63, 56]].round(2).tolist()
        out["hole_centres_px"] = holes.round(2).tolist()
        out["camera"] = lens.to_dict()
    out["distance_cm"] = facts.pop("distance_cm")
    spec = scene.spec
    facts |= {"tilt": lens.tilt_deg, "roll": lens.roll_deg, "light": light, "lens": lens.f35, "kind": scene.kind, "shot": shot.to_dict()}
    facts |= {"level_first": spec.level_first, "level_step": spec.level_step}
    out["scene"] = facts
    return out


def outline_px(scene: Scene, owner: int, fine: int = 8) -> np.ndarray:
    """Filled silhouette of a numbered piece in the picture, what hides it left out of account; exact to an eighth of a pixel."""
    mesh = scene.stage.solids[owner]
    px = (scene.lens.project(mesh.vertices) + 0.5) * fine - 0.5
    lo = np.floor(px.min(axis=0) / fine).astype(int).clip(0)
    hi = (np.ceil(px.max(axis=0) / fine).astype(int) + 1).clip(max=[scene.lens.width, scene.lens.height])
    mask = np.zeros((scene.lens.height, scene.lens.width), bool)
    if (hi <= lo).any():
        return mask
    big = np.zeros(tuple((hi - lo)[::-1] * fine), np.uint8)
    at = np.round((px - lo * fine) * 16).astype(np.int32)
    for face in mesh.faces:
        cv2.fillConvexPoly(big, at[face], 1, cv2.LINE_8, 4)
    mask[lo[1] : hi[1], lo[0] : hi[0]] = big[fine // 2 :: fine, fine // 2 :: fine] > 0
    return mask
