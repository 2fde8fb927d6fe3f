"""Bytes -> Photo: every accepted format, and every refusal with its code."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from scanner.errors import ScannerError
from scanner.photo import PhotoParams, load_photo

GRADIENT = np.dstack(
    [np.tile(np.linspace(0, 255, 640), (480, 1)), np.tile(np.linspace(0, 255, 480)[:, None], (1, 640)), np.full((480, 640), 90)]
)


def encoded(form: str, picture: Image.Image | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    (picture or Image.fromarray(GRADIENT.astype(np.uint8))).save(out, form, **options)
    return out.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_formats_give_the_same_picture(form: str) -> None:
    from pillow_heif import register_heif_opener

    register_heif_opener()
    photo = load_photo(encoded(form, **({"quality": 95} if form != "PNG" else {})))
    assert (photo.width, photo.height) == (640, 480)
    assert np.abs(photo.rgb.astype(float) - GRADIENT).mean() < 4


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_applied_to_bytes(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load_photo(encoded("JPEG", exif=exif, quality=95))
    assert (photo.width, photo.height) == ((640, 480) if orientation < 5 else (480, 640))
    dark_red = {1: (0, 0), 2: (0, -1), 3: (-1, -1), 4: (-1, 0), 5: (0, 0), 6: (0, -1), 7: (-1, -1), 8: (-1, 0)}[orientation]
    assert photo.rgb[dark_red][:2].max() < 30


def test_focal_length_follows_the_picture_size() -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769)[41989] = 26
    photo = load_photo(encoded("JPEG", exif=exif))
    assert photo.focal_px == pytest.approx(26 / 43.27 * 800, rel=1e-3)


@pytest.mark.parametrize(("mode", "form"), [("L", "JPEG"), ("CMYK", "JPEG"), ("I;16", "PNG"), ("RGBA", "PNG"), ("P", "PNG"), ("LA", "PNG")])
def test_odd_modes_become_rgb(mode: str, form: str) -> None:
    base = Image.fromarray(GRADIENT.astype(np.uint8))
    picture = Image.fromarray((GRADIENT[..., 0] * 200).astype(np.uint16)) if mode == "I;16" else base.convert(mode)
    assert load_photo(encoded(form, picture)).rgb.shape == (480, 640, 3)


def _animation() -> bytes:
    frames = [Image.fromarray((GRADIENT * s).astype(np.uint8)) for s in (1.0, 0.5)]
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "photo.empty"),
        (b"not a picture" * 100, "photo.not_an_image"),
        (encoded("JPEG")[:4000], "photo.damaged"),
        (encoded("PNG")[:2000], "photo.damaged"),
        (encoded("GIF"), "photo.not_an_image"),
        (encoded("PNG", Image.new("RGB", (100, 80))), "photo.too_small"),
        (_animation(), "photo.animated"),
    ],
)
def test_refusals(data: bytes, code: str) -> None:
    with pytest.raises(ScannerError) as caught:
        load_photo(data)
    assert caught.value.code == code
    assert caught.value.hint.endswith((".", "?"))


def test_bomb_is_refused_before_decoding() -> None:
    bomb = encoded("PNG", Image.new("1", (20000, 10001)))
    with pytest.raises(ScannerError) as caught:
        load_photo(bomb)
    assert caught.value.code == "photo.too_large"


def test_large_photos_are_shrunk() -> None:
    photo = load_photo(encoded("JPEG", Image.new("RGB", (4000, 3000))), params=PhotoParams(work_side_px=1000))
    assert (photo.width, photo.height) == (1000, 750)
