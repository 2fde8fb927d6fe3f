"""Training examples for the evidence network: rasters of a photo's planes with jittered pose, turned garden and varied colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.truth import IGNORE, TURNS, Labels, Truth, make_labels, turn_camera, turn_garden
from scanner.evidence import SWEEP, SweepSpec, plane_views
from scanner.games.babylon.garden import Garden
from scanner.raster import plane_raster, shrink_for
from scanner.types import LEVELS, Camera

Lift = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class JitterParams:
    """How far training departs from the true pose and heights."""

    corner_cells: float = 0.02
    """What the board stage gets wrong at the corners of the hole field (1 sigma)."""
    scale_sigma: float = 0.05
    """Heights of an unmeasured box, after the scale was estimated (1 sigma of the logarithm)."""
    wild_share: float = 0.1
    wild_scale: float = 0.75
    """Examples that only teach the scale head: a lens that nobody told us, 24 to 80 mm where 32 is assumed at first."""


class JitteredCamera(Camera):
    """A camera that looks at a slightly bent board."""

    __slots__ = ("bend",)

    def __init__(self, camera: Camera, bend: NDArray[np.float64]) -> None:
        super().__init__(camera.K, camera.R, camera.t, camera.k1)
        object.__setattr__(self, "bend", bend)

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        bent = np.array(points, dtype=np.float64)
        xy = cv2.perspectiveTransform(bent[None, :, :2], self.bend)[0]
        bent[:, :2] = xy
        return super().project(bent)


@dataclass(frozen=True, slots=True)
class Example:
    rasters: NDArray[np.uint8]
    views: NDArray[np.float32]
    labels: Labels
    log_scale: float
    """log(true height scale / scale used)."""
    wild: bool
    lift: NDArray[np.float32]
    """[planes, 7, 7]: height of the place's visible tile above the plane, in levels; NaN where no tile is to be seen near."""


LIFT_LEVELS, LIFT_SHIFT_CELLS = 2.3, 0.6
"""How far from a tile a plane may be, in height and in apparent shift, to measure it."""


def make_lift(garden: Garden, labels: Labels, heights: list[float], level_heights: tuple[float, float], views: NDArray[np.float32]) -> Lift:
    """What a ruler would read at every plane and place."""
    out = np.full((len(heights), 7, 7), np.nan, np.float32)
    first, step = level_heights
    for t in garden.tiles:
        if t.level >= LEVELS or labels.tile[t.level, t.row, t.col] != 1:
            continue
        for i, height in enumerate(heights):
            above = first + (t.level - 1) * step - height
            lean = views[i, :2, t.row + 1 : t.row + 3, t.col + 1 : t.col + 3].mean(axis=(1, 2))
            near = abs(above / step) < LIFT_LEVELS and float(np.hypot(*lean)) * abs(above) < LIFT_SHIFT_CELLS
            if near and not abs(out[i, t.row, t.col]) < abs(above / step):
                out[i, t.row, t.col] = above / step
    return out


def true_scale(truth: Truth, spec: SweepSpec) -> float:
    """The factor that fits this box's level heights to the nominal ones best (levels 1 to 3)."""
    first, step = truth.level_heights
    actual = np.array([first, first + step, first + 2 * step])
    nominal = np.array([spec.heights[i] for i in (1, 2, 3)])
    return float(actual @ nominal / (nominal @ nominal))


def make_example(
    truth: Truth, rgb: NDArray[np.uint8], planes: int, rng: np.random.Generator | None, jitter: JitterParams | None = None
) -> Example:
    """One example; without `rng` the true pose, no turn and unchanged colours."""
    jitter = jitter or JitterParams()
    camera, garden = truth.camera, truth.garden
    used = actual = true_scale(truth, SWEEP)
    wild = False
    if rng is not None:
        turn = TURNS[int(rng.integers(8))]
        camera, garden = turn_camera(camera, turn), turn_garden(garden, turn)
        camera = JitteredCamera(camera, _bend(rng, jitter.corner_cells))
        wild = bool(rng.random() < jitter.wild_share)
        noise = rng.uniform(-jitter.wild_scale, jitter.wild_scale) if wild else rng.normal(0, jitter.scale_sigma)
        used = actual * float(np.exp(noise))
        rgb = vary_colours(rgb, rng)
    small, shrink = shrink_for(rgb, camera, SWEEP.raster)
    heights = [SWEEP.heights[i] * used for i in range(planes)]
    rasters = np.stack([plane_raster(small, shrink, camera, h, SWEEP.raster) for h in heights])
    views = plane_views(camera, heights)
    labels = make_labels(garden)
    if truth.material_up:
        labels.flower.fill(IGNORE)
    lift = make_lift(garden, labels, heights, truth.level_heights, views)
    return Example(rasters, views, labels, float(np.log(actual / used)), wild, lift)


def _bend(rng: np.random.Generator, sigma: float) -> NDArray[np.float64]:
    corners = np.array([[0, 0], [7, 0], [7, -7], [0, -7]], np.float32)
    moved = corners + rng.normal(0, sigma, corners.shape).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, moved), dtype=np.float64)


UNVARIED_SHARE = 0.4
"""Photos taken as the studio developed them: nothing is learned from what is always ruined twice."""


def vary_colours(rgb: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Exposure, white balance, contrast, saturation, blur and noise beyond what the studio drew; two photos in five stay as they are."""
    if rng.random() < UNVARIED_SHARE:
        return rgb
    curve = np.linspace(0, 1, 256)
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.18))
    gamma = np.exp(rng.normal(0, 0.18))
    table = np.stack([np.clip(curve**gamma * g, 0, 1) for g in gains], axis=1)
    out = cv2.LUT(rgb, (table * 255).astype(np.uint8)[:, None, :].transpose(1, 0, 2))
    if rng.random() < 0.5:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        out = cv2.addWeighted(out, s := float(rng.uniform(0.5, 1.5)), grey, 1 - s, 0)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(1, 9), out.shape).astype(np.float32)
        out = np.clip(out.astype(np.float32) + noise, 0, 255).astype(np.uint8)
    return np.asarray(out, dtype=np.uint8)
