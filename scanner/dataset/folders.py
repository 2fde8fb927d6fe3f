"""Folders of photos in, with or without the truth beside them."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from pillow_heif import register_heif_opener

from scanner.dataset.export import Outcome
from scanner.dataset.splits import NEAR_BITS
from scanner.dataset.store import Store
from scanner.errors import DatasetError, SemiramisError
from scanner.photo import PhotoParams

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


def detect_photos(folder: Path) -> list[Path]:
    """Every picture below `folder` by its name's ending, in order."""
    if not folder.is_dir():
        raise DatasetError("dataset.no_folder", f"{folder} is no folder.")
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())


def import_folder(store: Store, folder: Path, *, each: Callable[[str], None] | None = None, **labels: Any) -> Outcome:
    """Add every photo; NAME.json beside it may tell `garden`, `board_corners_px` (in pixels of the upright photo), `sheet`, `game`,
    `player`, `edition`. Photos that were added before are skipped, so an interrupted import can simply be run again."""
    known = {r.source_sha256 for r in store.walk()}
    hashes = {r.id: int(r.phash, 16) for r in store.walk()}
    done, skipped, failed, near = 0, 0, [], []
    for path in detect_photos(folder):
        name = str(path.relative_to(folder))
        try:
            data = path.read_bytes()
            sha256 = hashlib.sha256(data).hexdigest()
            if sha256 in known:
                skipped += 1
                continue
            record = store.add(data, **{**labels, **_truth(path.with_suffix(".json"), data)})
        except (SemiramisError, OSError) as error:
            failed.append((name, error.hint if isinstance(error, SemiramisError) else str(error)))
            continue
        near += [(name, twin) for twin in _near(hashes, int(record.phash, 16))]
        hashes[record.id] = int(record.phash, 16)
        known.add(sha256)
        done += 1
        if each:
            each(name)
    return Outcome(done, skipped, tuple(failed), tuple(near))


def _near(hashes: dict[str, int], phash: int) -> Iterator[str]:
    """The nearest record, if it is near enough."""
    nearest = min(hashes, key=lambda i: (hashes[i] ^ phash).bit_count(), default=None)
    if nearest is not None and (hashes[nearest] ^ phash).bit_count() <= NEAR_BITS:
        yield nearest


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
    told = {name: data[name] for name in ("garden", "sheet", "game", "player", "edition") if isinstance(data.get(name), dict | str)}
    if data.get("board_corners_px") is not None:
        told["crop_to"] = _as_scanned(data["board_corners_px"], photo)
    return told


def _as_scanned(corners: Any, photo: bytes) -> Any:
    """From pixels of the photo to those of a scan, which shrinks large photos; what is no list of points is left to be refused."""
    register_heif_opener()
    try:
        long_side = max(Image.open(io.BytesIO(photo)).size)
        shrink = min(PhotoParams().work_side_px / long_side, 1.0)
        return [[float(x) * shrink, float(y) * shrink] for x, y in corners]
    except (OSError, ValueError, TypeError, SyntaxError, Image.DecompressionBombError):
        return corners
