"""From radiance to a phone's JPEG: denoise, expose, balance, blur, grain, sharpen, compress."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import cv2
import numpy as np
from PIL import Image

from models.studio.render import Raw
from scanner.errors import StudioError

Rng = np.random.Generator
Picture = np.ndarray
ORIENTATION, EXIF_IFD, FOCAL_LENGTH_35MM = 0x0112, 0x8769, 0xA405


@dataclass(frozen=True)
class Shot:
    """How one photo was taken and processed; every field is what was drawn for it."""

    exposure_ev: float
    balance: float
    """0: the light's colour stays, 1: fully corrected."""
    tint: tuple[float, float, float]
    contrast: float
    saturation: float
    shoulder: float
    vignette: float
    focus_px: float
    motion_px: float
    motion_deg: float
    noise: float
    sharpen: float
    quality: int
    shrink: float
    """Messengers: the picture was made this much smaller and compressed twice."""
    exif: bool
    """Whether the file tells the focal length; a messenger strips it."""
    orientation: int
    """EXIF orientation: the pixels are stored turned (1, 3, 6 or 8)."""

    def to_dict(self) -> dict[str, object]:
        return {k: (round(v, 4) if isinstance(v, float) else v) for k, v in asdict(self).items()}


CLEAN_SHARE = 0.5
"""Photos as a phone takes them in a lit room: sharp, well exposed, hardly any noise. What the hidden photos look like most of the time must
not be what the networks see least."""


def draw_shot(rng: Rng, size: int, *, dim: bool = False) -> Shot:
    shot = _draw_any_shot(rng, size, dim=dim)
    if dim or rng.random() >= CLEAN_SHARE:
        return shot
    return replace(
        shot,
        exposure_ev=float(rng.uniform(-0.3, 0.6)),
        balance=float(rng.uniform(0.75, 1.0)),
        contrast=float(rng.uniform(0.95, 1.25)),
        saturation=float(rng.uniform(0.9, 1.45)),
        focus_px=0.0,
        motion_px=0.0,
        noise=float(rng.uniform(0.0, 0.006)),
        quality=int(rng.integers(82, 97)),
        shrink=1.0,
    )


def _draw_any_shot(rng: Rng, size: int, *, dim: bool) -> Shot:
    unit = size / 640
    shrink = float(rng.uniform(0.7, 0.95) if rng.random() < 0.1 else 1.0)
    exif = bool(rng.random() < 0.65) and shrink == 1.0
    return Shot(
        exposure_ev=float(
            rng.normal(0, 0.45) + (-rng.uniform(0.2, 1.4) if dim else rng.choice([0.0, rng.uniform(0.3, 1.2)], p=[0.8, 0.2]))
        ),
        balance=float(rng.uniform(0.55, 1.0)),
        tint=tuple(float(v) for v in np.exp(rng.normal(0, 0.03, 3))),  # type: ignore[arg-type]
        contrast=float(rng.uniform(0.85, 1.3)),
        saturation=float(rng.uniform(0.75, 1.35)),
        shoulder=float(rng.uniform(0.0, 1.0)),
        vignette=float(rng.choice([0.0, rng.uniform(0, 0.5)])),
        focus_px=float(unit * rng.choice([0.0, rng.uniform(0.2, 0.6), rng.uniform(0.6, 1.3)], p=[0.5, 0.35, 0.15])),
        motion_px=float(unit * (rng.uniform(0.8, 3.0) if rng.random() < 0.12 else 0.0)),
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(
            rng.choice([rng.uniform(0.0, 0.006), rng.uniform(0.006, 0.02), rng.uniform(0.02, 0.045)], p=[0.55, 0.33, 0.12])
            * (2 if dim else 1)
        ),
        sharpen=float(rng.choice([0.0, rng.uniform(0.2, 1.2)])),
        quality=int(rng.integers(60, 96)),
        shrink=shrink,
        exif=exif,
        orientation=int(rng.choice([1, 3, 6, 8], p=[0.6, 0.08, 0.24, 0.08])) if exif else 1,
    )


def denoise(raw: Raw) -> Picture:
    """Intel Open Image Denoise with reflectance and normals as guides: a few paths per pixel become a clean picture."""
    try:
        import pyoidn
    except ImportError as error:
        raise StudioError("no-denoiser", "The denoiser is missing: install the extra with  pip install 'semiramis[studio]'") from error
    colour, albedo, normal = (np.nan_to_num(np.ascontiguousarray(x, np.float32)) for x in (raw.radiance, raw.albedo, raw.normal))
    out: Picture = np.maximum(np.nan_to_num(pyoidn.denoise(colour, albedo=albedo.clip(0, 1), normal=normal, hdr=True)), 0)
    return out


def develop(raw: Raw, shot: Shot, rng: Rng, *, blind: float = 0.0) -> Picture:
    """Linear radiance to an 8-bit sRGB picture; `blind` darkens it beyond reading (stops)."""
    linear = denoise(raw)
    height, width = linear.shape[:2]
    albedo = np.nan_to_num(raw.albedo)
    pale = albedo.min(axis=2) > 0.12  # strongly coloured things would pull the balance to the other side
    lit = (linear / np.maximum(albedo, 0.04))[pale if pale.sum() > 500 else slice(None)].reshape(-1, 3)
    colour = np.median(lit, axis=0)
    colour = colour / max(float(colour.mean()), 1e-6)
    linear = linear / np.maximum(colour, 0.05) ** shot.balance * np.array(shot.tint)
    key = float(np.percentile(linear.mean(axis=2), 60)) * 0.6 + float(linear.mean()) * 0.4
    linear = linear * (0.2 / max(key, 1e-5)) * 2**shot.exposure_ev / 2**blind
    if shot.vignette:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        linear = linear * (1 - shot.vignette * 0.5 * (x**2 + y**2))[..., None]
    linear = _blur(linear.astype(np.float32), shot)
    x = _tone(linear, shot)
    x = x + rng.normal(0, 1, x.shape).astype(np.float32) * shot.noise * np.sqrt(np.maximum(0.15 + x, 0.02))
    if shot.noise > 0.02:  # phones smooth their noise away and leave blotches
        x = 0.5 * x + 0.5 * cv2.GaussianBlur(x, (0, 0), 0.8)
    if shot.sharpen:
        x = x + shot.sharpen * (x - cv2.GaussianBlur(x, (0, 0), max(0.8, 1.0 * width / 640)))
    return np.clip(np.round(x * 255), 0, 255).astype(np.uint8)


def _blur(linear: Picture, shot: Shot) -> Picture:
    if shot.focus_px > 0.05:
        linear = cv2.GaussianBlur(linear, (0, 0), shot.focus_px)
    if shot.motion_px > 0.5:
        n = int(np.ceil(shot.motion_px)) * 2 + 1
        kernel = np.zeros((n, n), np.float32)
        half = shot.motion_px / 2
        d = np.array([np.cos(np.radians(shot.motion_deg)), np.sin(np.radians(shot.motion_deg))]) * half
        c = n // 2
        for s in np.linspace(-1, 1, 4 * n):
            kernel[round(c + s * d[1]), round(c + s * d[0])] += 1
        linear = cv2.filter2D(linear, -1, kernel / kernel.sum())
    return linear


def _tone(linear: Picture, shot: Shot) -> Picture:
    x = np.maximum(linear, 0)
    soft = 1 - np.exp(-1.25 * x)
    x = np.clip((1 - shot.shoulder) * np.minimum(x, 1.0) + shot.shoulder * soft, 0, 1)
    x = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-8), 1 / 2.4) - 0.055)
    x = 0.45 + (x - 0.45) * shot.contrast
    grey = x @ np.array([0.3, 0.59, 0.11])
    out: Picture = (grey[..., None] + (x - grey[..., None]) * shot.saturation).astype(np.float32)
    return out


def encode(rgb: Picture, shot: Shot, f35: float) -> bytes:
    """The JPEG as the phone or the messenger writes it; always of the size it had."""
    stored = np.rot90(rgb, {1: 0, 3: 2, 6: 1, 8: 3}[shot.orientation])
    bgr = np.ascontiguousarray(stored[..., ::-1])
    if shot.shrink < 1:
        height, width = bgr.shape[:2]
        small = cv2.resize(bgr, None, fx=shot.shrink, fy=shot.shrink, interpolation=cv2.INTER_AREA)
        _, first = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
        bgr = cv2.resize(cv2.imdecode(first, cv2.IMREAD_COLOR), (width, height), interpolation=cv2.INTER_CUBIC)
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
    jpeg: bytes = data.tobytes()
    return _with_exif(jpeg, shot.orientation, f35) if shot.exif else jpeg


def _with_exif(jpeg: bytes, orientation: int, f35: float) -> bytes:
    """The EXIF segment put behind the start marker: orientation and focal length (35 mm equivalent)."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif.get_ifd(EXIF_IFD)[FOCAL_LENGTH_35MM] = round(f35)
    body = exif.tobytes()
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]
