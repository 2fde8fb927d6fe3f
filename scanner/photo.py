"""Bytes -> an upright RGB Photo with its focal length, or a clear refusal."""

from __future__ import annotations

import hashlib
import io
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from scanner.errors import ScannerError
from scanner.types import Photo

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF")
EXIF_IFD = 0x8769
TAG_FOCAL_35MM = 41989
FULL_FRAME_DIAGONAL_MM = 43.27
"""Phones state "35 mm equivalent" lengths by the picture's diagonal."""


@dataclass(frozen=True, slots=True)
class PhotoParams:
    """Limits of what is accepted and the size that is worked on."""

    max_pixels: int = 110_000_000
    """A 108-megapixel phone still fits; a decompression bomb does not."""
    min_side_px: int = 320
    """Below this the board could not have 400 px, which the networks need."""
    work_side_px: int = 2000
    """Longer pictures are shrunk: 100 px per cell and more is beyond what the evidence uses, and JPEG decoders halve 4,000 px for free."""
    spare: float = 1.2
    """A picture so much longer is left alone: shrinking it by a little would only blur it."""


def load_photo(data: bytes, *, params: PhotoParams | None = None) -> Photo:
    """Decode `data`, turn it upright by its EXIF orientation and shrink it to the working size."""
    params = params or PhotoParams()
    if not data:
        raise ScannerError("photo.empty", "The file is empty. Was the photo copied completely?")
    register_heif_opener()
    picture = _open(data, params)
    focal_35mm = _focal_35mm(picture)
    rgb = _upright_rgb(picture, params)
    height, width = rgb.shape[:2]
    if min(height, width) < params.min_side_px:
        raise ScannerError("photo.too_small", f"The picture is only {width} × {height} pixels. Send the original photo, not a thumbnail.")
    focal_px = None if focal_35mm is None else focal_35mm / FULL_FRAME_DIAGONAL_MM * float(np.hypot(width, height))
    return Photo(rgb=rgb, sha256=hashlib.sha256(data).hexdigest(), focal_px=focal_px)


def _open(data: bytes, params: PhotoParams) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data))
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        if isinstance(error, Image.DecompressionBombError):
            raise ScannerError("photo.too_large", "The picture has too many pixels. Send a photo of at most 110 megapixels.") from error
        raise ScannerError("photo.not_an_image", "This file is no JPEG, PNG, WebP or HEIC picture.") from error
    if picture.format not in FORMATS:
        raise ScannerError("photo.not_an_image", f"{picture.format} pictures are not read. Send JPEG, PNG, WebP or HEIC.")
    if picture.width * picture.height > params.max_pixels:
        megapixels = picture.width * picture.height / 1e6
        raise ScannerError(
            "photo.too_large", f"The picture has {megapixels:.0f} megapixels; at most {params.max_pixels / 1e6:.0f} are read."
        )
    if getattr(picture, "n_frames", 1) > 1 and picture.format not in ("MPO", "HEIF"):
        raise ScannerError("photo.animated", "This is an animation. Send a single photo.")
    return picture


def _upright_rgb(picture: Image.Image, params: PhotoParams) -> np.ndarray[Any, np.dtype[np.uint8]]:
    try:
        if picture.format == "JPEG":
            # JPEG decoders halve for free; never below the working size.
            picture.draft("RGB" if picture.mode != "L" else "L", (params.work_side_px, params.work_side_px))
        picture.load()
        picture = ImageOps.exif_transpose(picture)
        if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
            values = np.asarray(picture, dtype=np.float32)
            picture = Image.fromarray(np.clip(values / max(float(values.max()), 1.0) * 255.0, 0, 255).astype(np.uint8))
        if picture.mode in ("RGBA", "LA", "PA"):
            backing = Image.new("RGBA", picture.size, (255, 255, 255, 255))
            picture = Image.alpha_composite(backing, picture.convert("RGBA"))
        rgb = picture.convert("RGB")
        if max(rgb.size) > params.work_side_px * params.spare:
            rgb.thumbnail((params.work_side_px, params.work_side_px), Image.Resampling.BOX)
        return np.asarray(rgb)
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise ScannerError("photo.damaged", "The picture is damaged or incomplete. Send it again, or take another photo.") from error


def _focal_35mm(picture: Image.Image) -> float | None:
    try:
        value = float(picture.getexif().get_ifd(EXIF_IFD).get(TAG_FOCAL_35MM, 0))
    except (OSError, ValueError, TypeError, SyntaxError, ZeroDivisionError):
        return None
    return value if 10.0 <= value <= 300.0 else None
