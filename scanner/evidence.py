"""Photo and board -> Evidence: the plane sweep and the evidence network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from scanner.closer import look_closer
from scanner.networks import Network
from scanner.pose import refocus
from scanner.raster import RasterSpec, plane_raster, shrink_for
from scanner.spec import KitSpec
from scanner.turning import TURNS, Turn
from scanner.types import LEVELS, Board, Camera, Evidence, FloatArray, Photo

GRID = 10
"""Tokens per side of the network: the cells and one cell of margin."""


def _nominal_heights() -> tuple[float, ...]:
    kit = KitSpec()
    return tuple(kit.level_height(level) for level in range(LEVELS))


@dataclass(frozen=True, slots=True)
class SweepSpec:
    """The planes and their raster; the network was trained with exactly these."""

    raster: RasterSpec = field(default_factory=RasterSpec)
    heights: tuple[float, ...] = field(default_factory=_nominal_heights)


SWEEP = SweepSpec()
UNSEEN = -20.0
"""Log-probability of what lies on a plane that was left out."""


@dataclass(frozen=True, slots=True)
class EvidenceParams:
    """How the height scale of box and lens is settled."""

    max_log_scale: float = 0.9
    box_sigma_log: float = 0.06
    """How far the heights of a box may be from the nominal ones; more than that is the lens's doing."""
    lens_sigma_log: float = 0.4
    """How far a lens nobody named may be from what the view of the board's face suggests."""
    lens_steps: tuple[float, ...] = (-0.75, -0.5, -0.25, 0.25)
    """Height scales (logarithm) that are tried for such a lens: from twice as long as the usual one to a little shorter."""
    lens_fine: float = 0.12
    """Then these to both sides of the best; what the planes explain falls off within twice as much."""
    lens_planes: int = 6
    """Enough to tell whether tiles lie on them or between them."""
    box_step: float = 0.07
    """A tenth of a level at the third one: less would not change what the planes explain."""
    box_steps: int = 3
    """So many further steps are taken to either side while the planes explain more."""
    box_settled: float = 0.02
    """A smaller correction would not change a raster by half a pixel."""
    turns: int = 4
    """In how many of the eight ways the last sweep is read: a quarter of the wrong levels and a sixth of the pieces fewer than in one."""
    level_doubt: float = 0.002
    """A level that no cell has with at least this probability needs no plane."""
    fewest_planes: int = 3
    tile_share: float = 0.5
    """Tile places repeat what their cells say; the reconstruction weighs them the same."""


def plane_views(camera: Camera, heights: list[float]) -> FloatArray:
    """[planes, 3, 10, 10]: lean outward in X and in Y per cell of height, and the nearness of the camera, per token."""
    centre = camera.centre
    at = np.arange(GRID) - 1.0
    col, row = np.meshgrid(at, at)
    out = np.empty((len(heights), 3, GRID, GRID), np.float32)
    for i, h in enumerate(heights):
        depth = max(float(centre[2]) - h, 1.0)
        out[i, 0] = (col - centre[0]) / depth
        out[i, 1] = (-row - centre[1]) / depth
        out[i, 2] = 10.0 / depth
    return out


@dataclass(frozen=True, slots=True)
class Sweep:
    """What the planes told, and the camera and height scale under which they told it."""

    evidence: Evidence
    board: Board
    height_scale: float
    lift: FloatArray
    """[LEVELS, 7, 7, 2]: measured height of a place's tile above each plane in levels, and the logarithm of its variance."""
    material_logit: FloatArray
    """[LEVELS, 7, 7]: logit of a tile there lying material side up."""


def gather_evidence(
    photo: Photo, board: Board, network: Network, pieces: Network | None = None, *, params: EvidenceParams | None = None
) -> Sweep:
    """Sweep the planes under the heights through which tiles lie on them, let the network read them, then look closer at every cell.

    Seen straight from above, a longer lens, larger tiles and lower levels look the same. When EXIF names the lens, what is off is the
    box's doing; when nobody does, the heights tell the lens as far as the view of the board's face leaves it open.
    """
    params = params or EvidenceParams()
    settle = _settle_lens if photo.focal_px is None else _settle_box
    look = settle(photo, board, network, params)
    planes = _planes_worth(look.reading, params)
    turned = [read_turned(network, look.rasters[:planes], look.views[:planes], turn) for turn in TURNS[1 : params.turns]]
    readings = [look.reading, *turned]
    evidence, scale = to_evidence(readings), float(np.exp(look.log_scale))
    if pieces is not None:
        evidence = look_closer(photo.rgb, look.board.camera, [h * scale for h in SWEEP.heights], evidence, pieces)
    return Sweep(evidence, look.board, scale, _mean(readings, "lift", 0.0), _mean(readings, "material", UNSEEN))


@dataclass(frozen=True, slots=True)
class _Look:
    """One sweep under one camera and height scale, and what the network said about it."""

    board: Board
    log_scale: float
    rasters: NDArray[np.uint8]
    views: FloatArray
    reading: Reading


def _look(photo: Photo, board: Board, log_scale: float, network: Network, planes: int) -> _Look:
    small, shrink = shrink_for(photo.rgb, board.camera, SWEEP.raster)
    rasters, views = _sweep(small, shrink, board.camera, log_scale, planes)
    return _Look(board, log_scale, rasters, views, read_turned(network, rasters, views, TURNS[0]))


def _settle_box(photo: Photo, board: Board, network: Network, params: EvidenceParams) -> _Look:
    """The lens is known: climb to the height scale under which the planes explain most, boxes being what they usually are."""
    first = _look(photo, board, 0.0, network, LEVELS)
    planes = _planes_worth(first.reading, params)
    tried: dict[int, Reading] = {0: _lowest(first.reading, planes)}

    def value(k: int) -> float:
        return explained(tried[k], params) - 0.5 * (k * params.box_step / params.box_sigma_log) ** 2

    best = 0
    for _ in range(params.box_steps):
        for k in (best - 1, best + 1):
            if k not in tried:
                tried[k] = _look(photo, board, k * params.box_step, network, planes).reading
        climbed = max(tried, key=value)
        if climbed == best:
            break
        best = climbed
    step = _vertex(sorted((k * params.box_step, value(k)) for k in tried), params.box_step)
    return first if abs(step) < params.box_settled else _look(photo, board, step, network, LEVELS)


def _lowest(reading: Reading, planes: int) -> Reading:
    """The reading as if only the lowest planes had been swept."""
    parts = {f.name: getattr(reading, f.name)[:planes] for f in fields(Reading) if f.name != "scale_logp"}
    return Reading(**{**parts, "level": _log_softmax(parts["level"], 0)}, scale_logp=reading.scale_logp)


def _settle_lens(photo: Photo, board: Board, network: Network, params: EvidenceParams) -> _Look:
    """Nobody names the lens: try some, and take the one through which tiles lie on the planes instead of between them."""
    first = _look(photo, board, 0.0, network, params.lens_planes)
    tried = {0.0: first}

    def value(step: float) -> float:
        return explained(tried[step].reading, params) - 0.5 * (step / params.lens_sigma_log) ** 2

    def add(step: float) -> None:
        other, log_scale = _corrected(photo, first, step, params)
        # A tilted view ties the lens down: no box is as far off as would be left over.
        if abs(log_scale) <= 2 * params.box_sigma_log:
            tried[step] = _look(photo, other, log_scale, network, params.lens_planes)

    for step in params.lens_steps:
        add(step)
    best = max(tried, key=value)
    for step in (best - params.lens_fine, best + params.lens_fine):
        add(step)
    step = _vertex(sorted((s, value(s)) for s in tried), params.lens_fine)
    return _look(photo, *_corrected(photo, first, step, params), network, LEVELS)


def _vertex(points: list[tuple[float, float]], most: float) -> float:
    """Where the parabola through the best point and its two neighbours is highest, at most half of `most` from that point."""
    i = max(range(len(points)), key=lambda k: points[k][1])
    if not 0 < i < len(points) - 1:
        return points[i][0]
    (x0, y0), (x1, y1), (x2, y2) = points[i - 1 : i + 2]
    a, b = (y2 - y1) / (x2 - x1), (y1 - y0) / (x1 - x0)
    if a >= b:
        return x1
    top = (x0 + x1) / 2 - b * (x2 - x0) / (2 * (a - b))
    return float(np.clip(top, x1 - most / 2, x1 + most / 2))


def _corrected(photo: Photo, look: _Look, step: float, params: EvidenceParams) -> tuple[Board, float]:
    """The board and the height scale with a correction applied: to the box when the lens is known, else to the lens as far as it gives."""
    board = look.board
    if photo.focal_px is None:
        board, gained = _refocused(photo, board, -step)
        step += gained
    return board, float(np.clip(look.log_scale + step, -params.max_log_scale, params.max_log_scale))


def explained(reading: Reading, params: EvidenceParams) -> float:
    """Nats by which cells and tile places speak clearly: tiles that lie between the planes of a sweep speak of nothing."""
    cells = (reading.level + reading.content.max(axis=-1)).max(axis=0).sum()
    tiles = np.maximum(reading.tile[1:], 0.0).max(axis=0).sum()
    return float(cells + params.tile_share * tiles)


def _sweep(rgb: NDArray[np.uint8], shrink: float, camera: Camera, log_scale: float, planes: int) -> tuple[NDArray[np.uint8], FloatArray]:
    """[planes, side, side, 3] rasters and the views that belong to them."""
    heights = [h * float(np.exp(log_scale)) for h in SWEEP.heights[:planes]]
    return np.stack([plane_raster(rgb, shrink, camera, h, SWEEP.raster) for h in heights]), plane_views(camera, heights)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network said about one sweep, turned back; log-probabilities over the planes that were swept."""

    level: FloatArray
    content: FloatArray
    tile: FloatArray
    flower: FloatArray
    lift: FloatArray
    material: FloatArray
    scale_logp: FloatArray
    """[scale steps]: log-probability of the factor by which the heights should be multiplied (SCALE_STEPS: its logarithm)."""


def read_turned(network: Network, rasters: NDArray[np.uint8], views: FloatArray, turn: Turn) -> Reading:
    """The network's reading of the turned sweep, in the garden's own orientation."""
    picture = np.ascontiguousarray(turn.of_picture(rasters, (1, 2)).transpose(0, 3, 1, 2)[None], dtype=np.float32)
    level, content, tile, flower, scale, lift, material = network.run({"rasters": picture, "views": turn.of_views(views)[None]})
    return Reading(
        level=turn.back(_log_softmax(level[0], 0), (1, 2)),
        content=turn.back(_log_softmax(content[0], -1), (1, 2))[..., turn.contents()],
        tile=turn.back(tile[0], (1, 2)),
        flower=turn.back(_log_softmax(flower[0], -1), (1, 2)),
        lift=turn.back(lift[0], (1, 2)),
        material=turn.back(material[0], (1, 2)),
        scale_logp=_log_softmax(scale[0], 0),
    )


def _planes_worth(reading: Reading, params: EvidenceParams) -> int:
    """Planes up to the one above the highest level that any cell may have."""
    likely = np.flatnonzero(reading.level.max(axis=(1, 2)) > np.log(params.level_doubt))
    return int(min(max(likely.max() + 2, params.fewest_planes), len(reading.level)))


def _refocused(photo: Photo, board: Board, log_change: float) -> tuple[Board, float]:
    """The board through another lens, and how far the lens really changed."""
    camera = refocus(board.camera, log_change, (photo.width, photo.height))
    return replace(board, camera=camera), float(np.log(camera.K[0, 0] / board.camera.K[0, 0]))


def to_evidence(readings: Sequence[Reading]) -> Evidence:
    """The mean of several readings of one sweep; planes that were not swept get the least that a reading ever says."""
    return Evidence(
        level_logp=_log_softmax(_mean(readings, "level", UNSEEN), 0),
        content_logp=_log_softmax(_mean(readings, "content", 0.0), -1),
        tile_logit=_mean(readings, "tile", UNSEEN),
        flower_logp=_log_softmax(_mean(readings, "flower", 0.0), -1),
    )


def _mean(readings: Sequence[Reading], name: str, missing: float) -> FloatArray:
    """Over the readings, for all levels; `missing` stands for planes that were not swept."""
    parts = [getattr(reading, name) for reading in readings]
    full = np.full((len(parts), LEVELS, *parts[0].shape[1:]), missing, np.float32)
    for row, part in zip(full, parts, strict=True):
        row[: len(part)] = part
    return np.asarray(full.mean(axis=0), np.float32)


def _log_softmax(x: FloatArray, axis: int) -> FloatArray:
    x = np.asarray(x, np.float32)
    x = x - x.max(axis=axis, keepdims=True)
    out: FloatArray = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
    return out
