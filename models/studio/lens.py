"""The camera of a photo: drawn so that tilt, distance and fill cover their ranges, and exact for the final, distorted picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.studio.mesh import Floats
from scanner.spec import KitSpec

Rng = np.random.Generator


@dataclass(frozen=True)
class LensParams:
    """Ranges of the photos people take (components.md)."""

    distance_cm: tuple[float, float] = (22.0, 90.0)
    f35: tuple[float, float] = (24.0, 80.0)
    phone_f35: tuple[float, ...] = (24.0, 25.0, 26.0, 27.0, 28.0)
    phone_share: float = 0.35
    """Share of photos taken with a phone's main lens, whatever distance follows; the rest covers distances evenly."""
    tilt_deg: tuple[float, float] = (0.0, 40.0)
    fill: tuple[float, float, float] = (0.35, 0.60, 0.95)
    """The board's larger extent as a share of the frame: 20 % of photos in the first interval, 80 % in the second."""
    crop_share: float = 0.06
    """Share of photos in which up to 8 % of the board lies outside the frame."""
    k1: float = 0.03
    k2: float = 0.008


@dataclass(frozen=True)
class Lens:
    """An OpenCV camera: pixel centres at integers, cells to pixels."""

    width: int
    height: int
    K: Floats
    R: Floats
    t: Floats
    distortion: Floats
    f35: float
    tilt_deg: float
    roll_deg: float

    @property
    def centre(self) -> Floats:
        return -self.R.T @ self.t

    def project(self, points: Floats) -> Floats:
        """(n, 3) cells -> (n, 2) pixels of the final picture."""
        out, _ = cv2.projectPoints(np.asarray(points, float).reshape(-1, 1, 3), cv2.Rodrigues(self.R)[0], self.t, self.K, self.distortion)
        return out.reshape(-1, 2)

    def directions(self, pixels: Floats) -> Floats:
        """(n, 2) pixels -> (n, 3) unit directions in the board frame, the distortion undone."""
        xd = (pixels - self.K[:2, 2]) / self.K[[0, 1], [0, 1]]
        x = xd
        k1, k2 = self.distortion[:2]
        for _ in range(4):
            r2 = (x**2).sum(axis=1, keepdims=True)
            x = xd / (1 + k1 * r2 + k2 * r2 * r2)
        d = x[:, :1] * self.R[0] + x[:, 1:] * self.R[1] + self.R[2]
        return d / np.linalg.norm(d, axis=1, keepdims=True)

    def to_dict(self) -> dict[str, object]:
        return {
            "convention": "OpenCV; X = col, Y = -row, Z = height above board top, unit = cell; upright picture",
            "size": [self.width, self.height],
            "K": self.K.tolist(),
            "distortion": self.distortion.tolist(),
            "R": self.R.tolist(),
            "t": self.t.tolist(),
            "f35": round(self.f35, 3),
            "centre": self.centre.tolist(),
        }


def focal_px(f35: float, width: int, height: int) -> float:
    """Pixels; the 35 mm equivalent is taken over the diagonal, as EXIF defines it."""
    return f35 * float(np.hypot(width, height)) / float(np.hypot(36.0, 24.0))


def pose(target: Floats, distance: float, tilt_deg: float, azimuth_deg: float, spin_deg: float) -> tuple[Floats, Floats]:
    """Rotation and translation of a camera that looks at `target` from `distance` cells, leaning away from the vertical by the tilt."""
    tilt, azimuth, spin = np.radians([tilt_deg, azimuth_deg, spin_deg])
    away = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    back = np.sin(tilt) * away + np.cos(tilt) * np.array([0, 0, 1.0])
    forward = -back
    right = np.cross(forward, np.cos(tilt) * -away + np.sin(tilt) * np.array([0, 0, 1.0]))
    down = np.cross(forward, right)
    x, y = np.cos(spin) * right + np.sin(spin) * down, -np.sin(spin) * right + np.cos(spin) * down
    R = np.stack([x, y, forward])
    return R, -R @ (target + distance * back)


def board_box(lens: Lens, spec: KitSpec) -> tuple[Floats, Floats]:
    """Smallest and largest pixel coordinates of the board's corners."""
    corners = lens.project(np.array([(*c, 0.0) for c in spec.board_corners()]))
    return corners.min(axis=0), corners.max(axis=0)


def draw_lens(rng: Rng, spec: KitSpec, size: int, params: LensParams | None = None) -> tuple[Lens, float, float]:
    """A camera, its distance in cm and the fill it reached."""
    params = params or LensParams()
    cell_cm = spec.cell_mm / 10
    low, mid, high = params.fill
    # Tilt and fill are drawn once: redrawing them with the rest would favour the small fills that every lens can reach.
    tilt = rng.uniform(*params.tilt_deg)
    fill = rng.uniform(mid, high) if rng.random() < 0.8 else rng.uniform(low, mid)
    while True:
        portrait = rng.random() < 0.5
        width, height = (round(size * 0.75), size) if portrait else (size, round(size * 0.75))
        azimuth = rng.uniform(0, 360)
        spin = rng.normal(0, 10) + 90 * rng.integers(4) if rng.random() < 0.5 else rng.uniform(0, 360)
        distortion = np.array([rng.uniform(-params.k1, params.k1), rng.uniform(-params.k2, params.k2), 0, 0, 0])
        phone = rng.random() < params.phone_share
        f35 = float(rng.choice(params.phone_f35)) if phone else 0.0
        distance = 0.0 if phone else rng.uniform(*params.distance_cm) / cell_cm
        aim = rng.uniform(-1, 1, 2)

        def build(f35: float, distance: float, shift: float, *drawn: object) -> Lens:
            width, height, tilt, azimuth, spin, distortion, aim = drawn
            f = focal_px(f35, width, height)  # type: ignore[arg-type]
            K = np.array([[f, 0, (width - 1) / 2], [0, f, (height - 1) / 2], [0, 0, 1]])  # type: ignore[operator]
            centre = np.array([spec.board_width / 2 - spec.hole_offset, spec.hole_offset - spec.board_height / 2, 0.0])
            R, t = pose(centre + np.array([*(shift * aim), 0.0]), distance, tilt, azimuth, spin)  # type: ignore[arg-type, operator]
            return Lens(width, height, K, R, t, distortion, f35, tilt, spin % 360)  # type: ignore[arg-type]

        drawn = (width, height, tilt, azimuth, spin, distortion, aim)
        solved = _solve_fill(build, drawn, fill, f35, distance, spec, params)
        if solved is None:
            continue
        lens, distance_cm, reached = _aim(build, drawn, *solved, spec, rng.random() < params.crop_share, cell_cm)
        if params.distance_cm[0] <= distance_cm <= params.distance_cm[1]:
            return lens, distance_cm, reached


def _fill_of(lens: Lens, spec: KitSpec) -> float:
    lo, hi = board_box(lens, spec)
    return float(((hi - lo) / np.array([lens.width, lens.height])).max())


def _solve_fill(build, drawn, fill, f35, distance, spec, params):  # type: ignore[no-untyped-def]
    """(f35, distance) at which the centred board reaches `fill`; None when the lens that would be needed does not exist."""
    for _ in range(8):
        reached = _fill_of(build(f35 or 40.0, distance or 20.0, 0.0, *drawn), spec) if (f35 or distance) else 0.0
        if not f35:
            return (f, distance) if params.f35[0] <= (f := 40.0 * fill / reached) <= params.f35[1] else None
        distance = (distance or 20.0) * (reached / fill) ** 0.9
        if not 5.0 < distance < 60.0:
            return None
    return f35, distance


def _aim(build, drawn, f35, distance, spec, cropped, cell_cm):  # type: ignore[no-untyped-def]
    """Moves the board off the centre of the frame as far as the drawn direction allows."""
    room = 0.04 if cropped else -0.012
    best = build(f35, distance, 0.0, *drawn)
    size = np.array([best.width, best.height])
    for shift in np.linspace(0.25, 5.0, 20) * (1.0 if cropped else np.random.default_rng(int(distance * 1e6)).uniform(0.1, 1.0)):
        lens = build(f35, distance, shift, *drawn)
        lo, hi = board_box(lens, spec)
        if (lo < -room * size).any() or (hi > (1 + room) * size).any():
            break
        best = lens
    return best, distance * cell_cm, _fill_of(best, spec)


@dataclass(frozen=True)
class CloseParams:
    """Photos cut to the building area at the scale the evidence is read at: every pixel traced is one the network looks at."""

    px_per_cell: tuple[float, float] = (40.0, 74.0)
    """The plane sweep shrinks larger photos to 45 px per cell, the closer look at pieces to 67; a little above and much below that."""
    spin_deg: float = 8.0
    """Rasters are turned upright anyway, and a board that lies straight needs half the pixels."""
    margin_cells: tuple[float, float] = (0.3, 1.2)
    """What is left of the table around the cells, drawn for each side."""


def close_up(lens: Lens, spec: KitSpec, highest: int, rng: Rng, params: CloseParams | None = None) -> Lens:
    """The same eye looking at the building area only, the board lying straight, up to the tiles of level `highest`."""
    params = params or CloseParams()
    turn = _upright_turn(lens) + np.radians(rng.normal(0, params.spin_deg) + 90 * rng.integers(4))
    c, s = np.cos(turn), np.sin(turn)
    Z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    turned = replace(lens, R=Z @ lens.R, t=Z @ lens.t)
    scale = rng.uniform(*params.px_per_cell) / _scale_px(turned)
    K = np.diag([scale, scale, 1.0]) @ lens.K
    far = [(x, y, z) for x in (-0.5, 7.5) for y in (0.5, -7.5) for z in (0.0, spec.level_height(highest))]
    px = replace(turned, K=K).project(np.array(far))
    cell = scale * _scale_px(turned)
    low = np.floor(px.min(axis=0) - cell * rng.uniform(*params.margin_cells, 2))
    high = np.ceil(px.max(axis=0) + cell * rng.uniform(*params.margin_cells, 2))
    K[:2, 2] -= low
    width, height = (int(v) for v in high - low)
    return replace(turned, width=width, height=height, K=K)


def _upright_turn(lens: Lens) -> float:
    """Radians by which the picture has to be turned so that the board's rows run level."""
    px = lens.project(np.array([[0.0, -3.5, 0], [7.0, -3.5, 0]]))
    dx, dy = px[1] - px[0]
    return float(-np.arctan2(dy, dx))


def _scale_px(lens: Lens) -> float:
    """Pixels per cell in the middle of the building area, the geometric mean of both directions."""
    px = lens.project(np.array([[3.0, -3.5, 0], [4.0, -3.5, 0], [3.5, -3.0, 0], [3.5, -4.0, 0]]))
    return float(np.sqrt(abs(np.linalg.det(np.stack([px[1] - px[0], px[3] - px[2]])))))
