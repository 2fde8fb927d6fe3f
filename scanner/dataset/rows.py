"""Rows of the database -> Records, and the questions one can ask."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, select

from scanner.dataset.record import Correction, Record, Scanned
from scanner.dataset.schema import corrections, gardens, photos, records, scans
from scanner.errors import DatasetError

CHUNK = 500
"""Ids per question: SQLite's oldest limit is 999 values."""
ORDERS = ("added", "newest", "doubtful")


@dataclass(frozen=True, slots=True)
class Query:
    """What to find; None asks nothing. `doubtful` puts the lowest probability first and failed scans last."""

    game: str | None = None
    player: str | None = None
    edition: str | None = None
    licence: str | None = None
    garden_id: str | None = None
    photo: str | None = None
    """sha256 of the photo as it is stored or as it was given."""
    model: str | None = None
    consent: bool | None = None
    corrected: bool | None = None
    scanned: bool | None = None
    order: str = "added"
    limit: int | None = None
    offset: int = 0


def statement(query: Query) -> Select[Any]:
    """One row per record, without scans and corrections."""
    if query.order not in ORDERS:
        raise DatasetError("dataset.bad_query", f"order must be one of {', '.join(ORDERS)}")
    found = select(records, photos.c.phash, photos.c.width, photos.c.height, photos.c.size_bytes)
    found = found.add_columns(gardens.c.game, gardens.c.player, gardens.c.edition)
    found = found.join(photos, photos.c.sha256 == records.c.photo_sha256).join(gardens, gardens.c.id == records.c.garden_id)
    found = found.where(*_conditions(query))
    if query.order == "doubtful":
        newest = select(func.max(scans.c.seq)).where(scans.c.record_id == records.c.id).correlate(records).scalar_subquery()
        last = scans.alias("last_scan")  # a name of its own: the conditions ask about `scans`
        found = found.outerjoin(last, and_(last.c.record_id == records.c.id, last.c.seq == newest))
        found = found.order_by(last.c.probability.is_(None), last.c.probability)
    when = records.c.added_at.desc() if query.order == "newest" else records.c.added_at
    return found.order_by(when, records.c.id).limit(query.limit).offset(query.offset)


def _conditions(query: Query) -> Iterator[ColumnElement[bool]]:
    plain = (
        (gardens.c.game, query.game),
        (gardens.c.player, query.player),
        (gardens.c.edition, query.edition),
        (gardens.c.id, query.garden_id),
        (records.c.licence, query.licence),
        (records.c.consent, query.consent),
    )
    yield from (column == value for column, value in plain if value is not None)
    if query.photo is not None:
        yield (records.c.photo_sha256 == query.photo) | (records.c.source_sha256 == query.photo)
    if query.model is not None:
        yield exists().where(scans.c.record_id == records.c.id, scans.c.model == query.model)
    if query.corrected is not None:
        yield exists().where(corrections.c.garden_id == gardens.c.id) == query.corrected
    if query.scanned is not None:
        yield exists().where(scans.c.record_id == records.c.id) == query.scanned


def load_records(connection: Connection, found: Sequence[Row[Any]]) -> list[Record]:
    """Whole records for rows of `statement`, in their order."""
    scanned: dict[str, list[Scanned]] = defaultdict(list)
    corrected: dict[str, list[Correction]] = defaultdict(list)
    for ids in _chunks(row.id for row in found):
        for row in connection.execute(select(scans).where(scans.c.record_id.in_(ids)).order_by(scans.c.seq)):
            scanned[row.record_id].append(Scanned(row.at, json.loads(row.data)))
    for ids in _chunks({row.garden_id for row in found}):
        for row in connection.execute(select(corrections).where(corrections.c.garden_id.in_(ids)).order_by(corrections.c.seq)):
            corrected[row.garden_id].append(Correction(row.at, json.loads(row.data), row.total, row.by))
    return [_record(row, tuple(scanned[row.id]), tuple(corrected[row.garden_id])) for row in found]


def _record(row: Row[Any], scanned: tuple[Scanned, ...], corrected: tuple[Correction, ...]) -> Record:
    board = None if row.board_px is None else json.loads(row.board_px)
    return Record(
        id=row.id,
        garden_id=row.garden_id,
        added_at=row.added_at,
        photo_sha256=row.photo_sha256,
        source_sha256=row.source_sha256,
        phash=row.phash,
        width=row.width,
        height=row.height,
        size_bytes=row.size_bytes,
        game=row.game,
        player=row.player,
        edition=row.edition,
        consent=row.consent,
        licence=row.licence,
        note=row.note,
        sheet=None if row.sheet is None else json.loads(row.sheet),
        board_px=None if board is None else tuple((x, y) for x, y in board),
        crop=None if row.crop is None else json.loads(row.crop),
        scans=scanned,
        corrections=corrected,
    )


def _chunks(values: Iterable[str]) -> Iterator[list[str]]:
    ordered = list(values)
    for start in range(0, len(ordered), CHUNK):
        yield ordered[start : start + CHUNK]
