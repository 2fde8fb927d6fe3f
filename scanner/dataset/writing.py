"""Records -> rows, within a transaction of the caller; and what may stand in them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select

from scanner.dataset.record import EDITIONS, MOST_POINTS, Correction, Record, Scanned, canonical
from scanner.dataset.schema import corrections, gardens, photos, records, removals, scans
from scanner.errors import DatasetError

MAX_LABEL = 200
MAX_NOTE = 4000
MAX_TIME = 27
"""Characters of 2026-01-31T23:59:59.000000Z."""
MAX_JSON = 4_000_000
"""Characters; a scan has some 30,000."""


def check_label(name: str, value: str | None, longest: int = MAX_LABEL) -> str | None:
    """A short line of text, or None for nothing."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > longest:
        raise DatasetError("dataset.bad_label", f"{name}: at most {longest} characters of text.")
    bad = any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t" for c in value)
    if bad or (longest == MAX_LABEL and "\n" in value):
        raise DatasetError("dataset.bad_label", f"{name}: control characters are not kept.")
    return value.strip() or None


def check_json(name: str, value: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """An object as it comes back from JSON, or None."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise DatasetError("dataset.bad_json", f"{name}: expected an object.")
    try:
        text = canonical(dict(value))
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise DatasetError("dataset.bad_json", f"{name}: {type(error).__name__}: {error}") from error
    if len(text) > MAX_JSON:
        raise DatasetError("dataset.bad_json", f"{name}: more than {MAX_JSON} characters.")
    back: dict[str, Any] = json.loads(text)
    return back


def divide_labels(labels: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns of the record and columns of its garden that are to change, checked."""
    mine: dict[str, Any] = {}
    of_garden: dict[str, Any] = {}
    for name, value in labels.items():
        if name in ("game", "player"):
            of_garden[name] = check_label(name, value)
        elif name in ("licence", "note"):
            mine[name] = check_label(name, value, MAX_NOTE if name == "note" else MAX_LABEL)
        elif name == "consent":
            mine[name] = bool(value)
        elif name == "sheet":
            mine[name] = _text(check_json("sheet", value))
        else:
            raise DatasetError("dataset.bad_label", f"{name} cannot be changed.")
    return mine, of_garden


def check_record(record: Record) -> None:
    """Of an export that anybody may have written: all that `add` would have refused is refused here too."""
    for name in ("game", "player", "licence", "note"):
        value = getattr(record, name)
        if check_label(name, value, MAX_NOTE if name == "note" else MAX_LABEL) != value:
            raise DatasetError("dataset.bad_label", f"{name}: blank at an end, or nothing but blanks.")
    if record.edition not in EDITIONS:
        raise DatasetError("dataset.bad_label", f"edition must be one of {', '.join(EDITIONS)}")
    for name, value in (("sheet", record.sheet), ("crop", record.crop), *(("scan", s.data) for s in record.scans)):
        check_json(name, value)
    for at in (record.added_at, *(s.at for s in record.scans), *(c.at for c in record.corrections)):
        _check_time(at)
    for corrected in record.corrections:
        check_label("by", corrected.by)
        if not isinstance(corrected.total, int | None) or abs(corrected.total or 0) > MOST_POINTS:
            raise DatasetError("dataset.bad_record", "The points of a correction are no number that can be kept.")


def _check_time(at: str) -> None:
    try:
        if len(at) <= MAX_TIME:
            datetime.fromisoformat(at)
            return
    except ValueError:
        pass
    raise DatasetError("dataset.bad_record", f"{at[:MAX_TIME]!r} is no time as 2026-01-31T23:59:59Z.")


def insert_record(connection: Connection, record: Record) -> None:
    """The record with its photo's and garden's rows, as far as they are new."""
    if not _has(connection, photos, photos.c.sha256, record.photo_sha256):
        values = {"phash": record.phash, "width": record.width, "height": record.height, "size_bytes": record.size_bytes}
        connection.execute(insert(photos).values(sha256=record.photo_sha256, **values))
    connection.execute(delete(removals).where(removals.c.photo_sha256 == record.photo_sha256))
    if not _has(connection, gardens, gardens.c.id, record.garden_id):
        labels = {"game": record.game, "player": record.player, "edition": record.edition}
        connection.execute(insert(gardens).values(id=record.garden_id, **labels))
    connection.execute(
        insert(records).values(
            id=record.id,
            photo_sha256=record.photo_sha256,
            garden_id=record.garden_id,
            source_sha256=record.source_sha256,
            added_at=record.added_at,
            consent=record.consent,
            licence=record.licence,
            note=record.note,
            sheet=_text(record.sheet),
            board_px=None if record.board_px is None else canonical([list(p) for p in record.board_px]),
            crop=_text(record.crop),
        )
    )
    for scanned in record.scans:
        append_scan(connection, record.id, scanned)
    known = connection.execute(select(func.count()).where(corrections.c.garden_id == record.garden_id)).scalar_one()
    for corrected in record.corrections[known:]:
        append_correction(connection, record.garden_id, corrected)


def append_scan(connection: Connection, record_id: str, scanned: Scanned) -> None:
    seq = _next(connection, scans, scans.c.record_id, record_id)
    values = {"model": scanned.model, "probability": scanned.probability, "total": scanned.total, "data": canonical(dict(scanned.data))}
    connection.execute(insert(scans).values(record_id=record_id, seq=seq, at=scanned.at, **values))


def append_correction(connection: Connection, garden_id: str, corrected: Correction) -> None:
    """Older corrections stay; the last one counts."""
    seq = _next(connection, corrections, corrections.c.garden_id, garden_id)
    values = {"by": corrected.by, "total": corrected.total, "data": canonical(dict(corrected.garden))}
    connection.execute(insert(corrections).values(garden_id=garden_id, seq=seq, at=corrected.at, **values))


def drop_correction(connection: Connection, garden_id: str) -> bool:
    """The last one; False when there is none."""
    last = _next(connection, corrections, corrections.c.garden_id, garden_id) - 1
    if last >= 0:
        connection.execute(delete(corrections).where(corrections.c.garden_id == garden_id, corrections.c.seq == last))
    return last >= 0


def remove_record(connection: Connection, record_id: str, photo_sha256: str, garden_id: str) -> bool:
    """All rows that only this record needed; True when the photo's file is to follow."""
    connection.execute(delete(scans).where(scans.c.record_id == record_id))
    connection.execute(delete(records).where(records.c.id == record_id))
    if not _has(connection, records, records.c.garden_id, garden_id):
        connection.execute(delete(corrections).where(corrections.c.garden_id == garden_id))
        connection.execute(delete(gardens).where(gardens.c.id == garden_id))
    if _has(connection, records, records.c.photo_sha256, photo_sha256):
        return False
    connection.execute(delete(photos).where(photos.c.sha256 == photo_sha256))
    connection.execute(delete(removals).where(removals.c.photo_sha256 == photo_sha256))
    connection.execute(insert(removals).values(photo_sha256=photo_sha256))
    return True


def _has(connection: Connection, table: Table, column: Any, value: str) -> bool:
    return connection.execute(select(column).select_from(table).where(column == value).limit(1)).first() is not None


def _next(connection: Connection, table: Table, column: Any, value: str) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(column == value)).scalar_one())


def _text(value: Mapping[str, Any] | None) -> str | None:
    return None if value is None else canonical(dict(value))
