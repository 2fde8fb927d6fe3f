"""A photo as it may be kept: upright, cropped to the board, without EXIF, GPS or any other stowaway; and its perceptual hash."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scanner.dataset.record import Corners, Record
from scanner.errors import DatasetError
from scanner.photo import PhotoParams, load_photo

MAX_SIDE_PX = 4096
"""The long side of a 12-megapixel phone photo is 4032."""
MARGIN = 0.35
"""Of the board's larger side, kept around it: four levels seen at 45° rise by a third of the board."""
QUALITY = 95
PLAIN_SEGMENTS = {0xDB, 0xC0, 0xC1, 0xC2, 0xC4, 0xDD, 0xDA}
"""Tables, frames, scans: what a JPEG needs to be a picture."""
HASH_SIDE, HASH_BITS_SIDE = 32, 8


@dataclass(frozen=True, slots=True)
class CleanPhoto:
    """What is stored, and how its pixels relate to those of the scan."""

    data: bytes
    sha256: str
    source_sha256: str
    phash: str
    width: int
    height: int
    board_px: Corners | None
    crop: Mapping[str, float] | None


def clean_photo(source: bytes, corners_px: Sequence[Sequence[float]] | None = None, *, whole: bool = False) -> CleanPhoto:
    """`corners_px`: the board's four corners in the pixels the scanner works on; `whole` keeps what lies around the board."""
    corners = None if corners_px is None else _check_corners(corners_px)
    rgb = load_photo(source, params=PhotoParams(work_side_px=MAX_SIDE_PX)).rgb
    scale = 1.0 if corners is None else max(rgb.shape[:2]) / worked_side_px(source)
    if corners is not None:
        corners = corners * scale
    box = None if corners is None or whole else _box(corners, rgb.shape[1], rgb.shape[0])
    if box is None and is_plain_jpeg(source):
        data = source
    else:
        left, top, right, bottom = box or (0, 0, rgb.shape[1], rgb.shape[0])
        data = _encode(rgb[top:bottom, left:right])
        rgb = load_photo(data, params=PhotoParams(work_side_px=MAX_SIDE_PX)).rgb  # as anybody will see it who reads it again
    offset = (0, 0) if box is None else box[:2]
    board = None if corners is None else tuple((round(float(x) - offset[0], 2), round(float(y) - offset[1], 2)) for x, y in corners)
    crop = None if corners is None else {"scale": round(scale, 6), "left": float(offset[0]), "top": float(offset[1])}
    return CleanPhoto(
        data=data,
        sha256=hashlib.sha256(data).hexdigest(),
        source_sha256=hashlib.sha256(source).hexdigest(),
        phash=perceptual_hash(rgb),
        width=int(rgb.shape[1]),
        height=int(rgb.shape[0]),
        board_px=board,
        crop=crop,
    )


def draft_record(clean: CleanPhoto, record_id: str, at: str) -> Record:
    """What the photo alone tells about its record."""
    return Record(
        id=record_id,
        garden_id="",
        added_at=at,
        photo_sha256=clean.sha256,
        source_sha256=clean.source_sha256,
        phash=clean.phash,
        width=clean.width,
        height=clean.height,
        size_bytes=len(clean.data),
        board_px=clean.board_px,
        crop=clean.crop,
    )


def worked_side_px(source: bytes) -> int:
    """The longer side that a scan of this photo works on: asked of the loader, which decides by format and size."""
    rgb = load_photo(source).rgb
    return int(max(rgb.shape[:2]))


def corners_of_scan(scan: Mapping[str, Any] | None) -> list[list[float]] | None:
    """The board's corners in a `semiramis.scan/1`, if it found a board."""
    try:
        found = (scan or {})["gardens"][0]["board"]["corners_px"]
        return [[float(x), float(y)] for x, y in found]
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return None


def _check_corners(corners_px: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    try:
        corners = np.asarray(corners_px, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        corners = np.empty(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all() or np.abs(corners).max() > 1e6:
        raise DatasetError("dataset.bad_corners", "The board's corners must be four points [x, y] in pixels.")
    return corners


def _box(corners: NDArray[np.float64], width: int, height: int) -> tuple[int, int, int, int] | None:
    """left, top, right, bottom; None when the board does not lie in the picture."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = MARGIN * float((high - low).max())
    left, top = (max(int(v), 0) for v in np.floor(low - margin))
    right, bottom = min(int(np.ceil(high[0] + margin)), width), min(int(np.ceil(high[1] + margin)), height)
    if min(right - left, bottom - top) < PhotoParams().min_side_px or (left, top, right, bottom) == (0, 0, width, height):
        return None
    return left, top, right, bottom


def _encode(rgb: NDArray[np.uint8]) -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(rgb)).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def is_plain_jpeg(data: bytes) -> bool:
    """Whether `data` is a JPEG of nothing but pixels (and at most an empty JFIF header), small enough to be kept as it is."""
    if data[:2] != b"\xff\xd8" or data[-2:] != b"\xff\xd9":
        return False
    at, scans = 2, 0
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        marker = data[at + 1]
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        body = data[at + 4 : at + 2 + size]
        empty_jfif = marker == 0xE0 and size == 16 and body[:5] == b"JFIF\0" and body[-2:] == b"\0\0"
        if marker not in PLAIN_SEGMENTS and not empty_jfif:
            return False
        at += 2 + size
        if marker == 0xDA:
            at, scans = _end_of_scan(data, at), scans + 1
    return (
        scans > 0 and at + 2 == len(data) and max(Image.open(io.BytesIO(data)).size) <= MAX_SIDE_PX
    )  # nothing stands behind the end marker


def _end_of_scan(data: bytes, at: int) -> int:
    """Where the next marker stands that is neither a stuffed byte nor a restart."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


def perceptual_hash(rgb: NDArray[np.uint8]) -> str:
    """64 bits from the lowest frequencies of the grey picture; near pictures differ in few bits."""
    grey = cv2.resize(cv2.cvtColor(np.ascontiguousarray(rgb), cv2.COLOR_RGB2GRAY), (HASH_SIDE, HASH_SIDE), interpolation=cv2.INTER_AREA)
    waves = cv2.dct(grey.astype(np.float32))[:HASH_BITS_SIDE, :HASH_BITS_SIDE].ravel()
    bits = waves > np.median(waves[1:])
    return f"{int(''.join('1' if b else '0' for b in bits), 2):016x}"
