"""Folders of photos in, with or without the truth beside them."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from pillow_heif import register_heif_opener
from sqlalchemy import select

from scanner.dataset.cleaning import worked_side_px
from scanner.dataset.database import HOPELESS
from scanner.dataset.export import Outcome
from scanner.dataset.schema import photos, records
from scanner.dataset.splits import NEAR_BITS
from scanner.dataset.store import Store
from scanner.errors import DatasetError, SemiramisError

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


def detect_photos(folder: Path) -> list[Path]:
    """Every picture below `folder` by its name's ending, in order."""
    if not folder.is_dir():
        raise DatasetError("dataset.no_folder", f"{folder} is no folder.")
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())


def import_folder(store: Store, folder: Path, *, each: Callable[[str], None] | None = None, **labels: Any) -> Outcome:
    """Add every photo; NAME.json beside it may tell `garden`, `board_corners_px` (in pixels of the upright photo), `sheet`, `game`,
    `player`, `edition`. Photos that were added before are skipped, so an interrupted import can simply be run again."""
    paths = detect_photos(folder)
    if not paths:
        raise DatasetError("dataset.empty_folder", f"{folder} holds no photo. Files ending in {', '.join(SUFFIXES)} are read.")
    known, hashes = load_prints(store)
    done, skipped, failed, near = 0, 0, [], []
    for path in paths:
        name = str(path.relative_to(folder))
        if each:
            each(name)
        try:
            data = path.read_bytes()
            sha256 = hashlib.sha256(data).hexdigest()
            if sha256 in known:
                skipped += 1
                continue
            record = store.add(data, **{**labels, **_truth(path.with_suffix(".json"), data)})
        except (SemiramisError, OSError) as error:
            failed.append((name, error.hint if isinstance(error, SemiramisError) else str(error)))
            if isinstance(error, SemiramisError) and error.code in HOPELESS:
                break
            continue
        twin = nearest(hashes, record.phash)
        near += [] if twin is None else [(name, twin)]
        hashes[record.id] = int(record.phash, 16)
        known |= {sha256, record.photo_sha256}
        done += 1
    return Outcome(done, skipped, tuple(failed), tuple(near))


def load_prints(store: Store) -> tuple[set[str], dict[str, int]]:
    """sha256 of all photos, as they were given and as they are stored; and the perceptual hash of every record."""
    asked = select(records.c.id, records.c.source_sha256, photos.c.sha256, photos.c.phash)
    with store.database.read() as connection:
        rows = connection.execute(asked.join(photos, photos.c.sha256 == records.c.photo_sha256).order_by(records.c.added_at)).all()
    return {sha256 for row in rows for sha256 in (row.source_sha256, row.sha256)}, {row.id: int(row.phash, 16) for row in rows}


def nearest(hashes: Mapping[str, int], phash: str) -> str | None:
    """The record with the nearest photo, if it is near enough."""
    found = min(hashes, key=lambda i: (hashes[i] ^ int(phash, 16)).bit_count(), default=None)
    return found if found is not None and (hashes[found] ^ int(phash, 16)).bit_count() <= NEAR_BITS else None


def _truth(path: Path, photo: bytes) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DatasetError("dataset.bad_truth", f"{path.name} is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise DatasetError("dataset.bad_truth", f"{path.name} is no JSON object.")
    if "tiles" in data:
        return {"garden": data}
    told = {name: data[name] for name in ("garden", "sheet", "game", "player", "edition") if data.get(name) is not None}
    if data.get("board_corners_px") is not None:
        told["crop_to"] = corners_as_scanned(data["board_corners_px"], photo)
    return told


def corners_as_scanned(corners: Any, photo: bytes) -> Any:
    """From pixels of the photo to those of a scan, which shrinks large photos; what cannot be used is left to be refused."""
    register_heif_opener()
    try:
        long_side = max(Image.open(io.BytesIO(photo)).size)
        shrink = worked_side_px(photo) / long_side
        return [[float(x) * shrink, float(y) * shrink] for x, y in corners]
    except (OSError, ValueError, TypeError, SyntaxError, OverflowError, SemiramisError, Image.DecompressionBombError):
        return corners
