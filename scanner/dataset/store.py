"""The store: records in a database, photos beside it. A call that returns has its effect on the disk."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from scanner.dataset.cleaning import clean_photo, corners_of_scan, draft_record
from scanner.dataset.database import Database, guard
from scanner.dataset.judging import points_of, read_garden
from scanner.dataset.photos import Photos
from scanner.dataset.record import EDITIONS, Correction, Record, Scanned
from scanner.dataset.rows import Query, load_records, statement
from scanner.dataset.schema import gardens, photos, records, removals
from scanner.dataset.writing import (
    MAX_NOTE,
    append_correction,
    append_scan,
    check_json,
    check_label,
    check_record,
    divide_labels,
    drop_correction,
    insert_record,
    remove_record,
)
from scanner.errors import DatasetError

PAGE = 200
"""Records in memory at once while walking through all of them."""


def now_utc() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def new_id() -> str:
    """128 random bits: nobody guesses one."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Store:
    """Safe to use from several threads and from several programs at once."""

    database: Database
    photos: Photos
    clock: Callable[[], str] = now_utc
    make_id: Callable[[], str] = new_id

    def add(
        self,
        photo: bytes,
        *,
        scan: Mapping[str, Any] | None = None,
        garden: Mapping[str, Any] | None = None,
        sheet: Mapping[str, Any] | None = None,
        game: str | None = None,
        player: str | None = None,
        edition: str = "en",
        consent: bool = False,
        licence: str | None = None,
        note: str | None = None,
        crop_to: Sequence[Sequence[float]] | None = None,
        whole: bool = False,
        same_garden: str | None = None,
        by: str | None = None,
    ) -> Record:
        """Keep one photo; durable on return.

        `garden` is the garden as a person saw it. `crop_to`: the board's corners in the pixels of the scan; without it those of `scan`
        are used, and `whole` keeps what lies around the board. A photo belongs to the garden of the record `same_garden`, or to the one
        with the same `game` and `player`, or else to a garden of its own; a garden that is here already keeps its labels and edition.
        """
        if edition not in EDITIONS:
            raise DatasetError("dataset.bad_label", f"edition must be one of {', '.join(EDITIONS)}")
        scan = check_json("scan", scan)
        clean = clean_photo(photo, crop_to if crop_to is not None else corners_of_scan(scan), whole=whole)
        at = self.clock()
        truth = None if garden is None else self._correction(garden, edition, at, by)  # refused before anything is written
        record = draft_record(clean, self.make_id(), at)
        record = replace(
            record,
            game=check_label("game", game),
            player=check_label("player", player),
            edition=edition,
            consent=bool(consent),
            licence=check_label("licence", licence),
            note=check_label("note", note, MAX_NOTE),
            sheet=check_json("sheet", sheet),
            scans=() if scan is None else (Scanned(at, scan),),
        )
        with self._writing(clean.data, clean.sha256) as connection:
            record = self._join_garden(connection, record, same_garden)
            insert_record(connection, record)
            if truth is not None:
                append_correction(connection, record.garden_id, self._correction(truth.garden, record.edition, at, by))
            return self._one(connection, record.id)

    def restore(self, record: Record, photo: bytes) -> bool:
        """Put back a record of an export, ids and times included; False when it is already here."""
        clean = clean_photo(photo, whole=True)
        if clean.sha256 != record.photo_sha256:
            raise DatasetError("dataset.checksum", f"The photo of record {record.id} is not the one that was exported.")
        if (clean.width, clean.height, len(clean.data)) != (record.width, record.height, record.size_bytes):
            raise DatasetError("dataset.bad_record", f"Record {record.id} tells another size than its photo has.")
        check_record(record)
        for corrected in record.corrections:
            read_garden(corrected.garden)
        with self._writing(clean.data, clean.sha256) as connection:
            known = self._find(connection, record.id)
            if known is not None and known.to_dict() != record.to_dict():
                raise DatasetError("dataset.conflict", f"Record {record.id} is here already, with other contents.")
            if known is None:
                insert_record(connection, record)
        return known is None

    def get(self, record_id: str) -> Record:
        """The record with this id; DatasetError when there is none."""
        with self.database.read() as connection:
            return self._one(connection, record_id)

    def find(self, query: Query | None = None, **wanted: Any) -> list[Record]:
        """Records by `Query` or by its fields as keywords: game, player, corrected, scanned, consent, order, limit, offset …"""
        query = query or Query()
        try:
            query = replace(query, **wanted)
        except TypeError as error:
            raise DatasetError("dataset.bad_query", f"Unknown question: {error}") from error
        with self.database.read() as connection:
            return load_records(connection, connection.execute(statement(query)).all())

    def walk(self, query: Query | None = None) -> Iterator[Record]:
        """Like `find`, with only a page of records in memory."""
        query = query or Query()
        with self.database.read() as connection:
            ids = [row.id for row in connection.execute(statement(query))]
        for start in range(0, len(ids), PAGE):
            with self.database.read() as connection:
                rows = connection.execute(statement(Query()).where(records.c.id.in_(ids[start : start + PAGE]))).all()
                found = {record.id: record for record in load_records(connection, rows)}
            yield from (found[i] for i in ids[start : start + PAGE] if i in found)

    def count(self) -> int:
        with self.database.read() as connection:
            return int(connection.execute(select(func.count()).select_from(records)).scalar_one())

    def photo(self, record_id: str) -> bytes:
        """The stored JPEG of a record."""
        with guard():
            return self.photos.read(self.get(record_id).photo_sha256)

    def correct(self, record_id: str, garden: Mapping[str, Any], *, by: str | None = None) -> Record:
        """Keep the garden as a person saw it, for all photos of that garden; scans and earlier corrections stay."""
        record = self.get(record_id)
        truth = self._correction(garden, record.edition, self.clock(), by)
        with self.database.write() as connection:
            garden_id = self._lock_garden(connection, record_id)
            append_correction(connection, garden_id, truth)
            return self._one(connection, record_id)

    def withdraw_correction(self, record_id: str) -> Record:
        """Take back the last correction of the garden; the one before it counts again."""
        with self.database.write() as connection:
            if not drop_correction(connection, self._lock_garden(connection, record_id)):
                raise DatasetError("dataset.no_correction", "Nobody has corrected this garden: there is nothing to take back.")
            return self._one(connection, record_id)

    def add_scan(self, record_id: str, scan: Mapping[str, Any]) -> Record:
        """Another scan of the same photo, beside the earlier ones."""
        checked = check_json("scan", scan)
        assert checked is not None
        with self.database.write() as connection:
            self._lock_garden(connection, record_id)
            append_scan(connection, record_id, Scanned(self.clock(), checked))
            return self._one(connection, record_id)

    def label(self, record_id: str, **labels: Any) -> Record:
        """Change game, player (of all photos of the garden), consent, licence, note or sheet."""
        mine, of_garden = divide_labels(labels)
        with self.database.write() as connection:
            garden_id = self._lock_garden(connection, record_id)
            if mine:
                connection.execute(update(records).where(records.c.id == record_id).values(**mine))
            if of_garden:
                connection.execute(update(gardens).where(gardens.c.id == garden_id).values(**of_garden))
            return self._one(connection, record_id)

    def delete(self, record_id: str) -> None:
        """Remove a record for good: its rows, and its photo unless another record shows the same."""
        record = self.get(record_id)
        with self.database.write() as connection:
            self.database.lock(connection, record.photo_sha256)
            self._lock_garden(connection, record_id)
            doomed = remove_record(connection, record_id, record.photo_sha256, record.garden_id)
        if doomed:
            self.finish_removal(record.photo_sha256)
        self.database.forget_pages()

    def finish_removal(self, photo_sha256: str) -> None:
        """Remove the file of a photo that no record shows any more, unless one does again."""
        with self.database.write() as connection:
            self.database.lock(connection, photo_sha256)
            pending = connection.execute(select(removals).where(removals.c.photo_sha256 == photo_sha256)).first()
            if pending is None:
                return
            if connection.execute(select(photos.c.sha256).where(photos.c.sha256 == photo_sha256)).first() is None:
                self.photos.remove(photo_sha256)
            connection.execute(delete(removals).where(removals.c.photo_sha256 == photo_sha256))

    def pending_removals(self) -> list[str]:
        with self.database.read() as connection:
            return [row.photo_sha256 for row in connection.execute(select(removals))]

    def close(self) -> None:
        self.database.close()

    @contextmanager
    def _writing(self, data: bytes, sha256: str) -> Iterator[Connection]:
        """The photo is staged before the transaction and gets its name inside it, where no deletion can come between."""
        with guard():
            handle = self.photos.stage(data, sha256)
            try:
                with self.database.write() as connection:
                    self.database.lock(connection, sha256)
                    self.photos.publish(handle, data, sha256)
                    yield connection
            except BaseException:
                self._withdraw(sha256)
                raise
            finally:
                self.photos.drop(handle)

    def _withdraw(self, sha256: str) -> None:
        """The record was not kept: nor is its photo, unless another record shows it. What cannot be done now is the doctor's."""
        with suppress(DatasetError), self.database.write() as connection:
            self.database.lock(connection, sha256)
            if connection.execute(select(photos.c.sha256).where(photos.c.sha256 == sha256)).first() is None:
                self.photos.remove(sha256)

    def _join_garden(self, connection: Connection, record: Record, same_garden: str | None) -> Record:
        found = None
        if same_garden is not None:
            garden_id = self._lock_garden(connection, same_garden)
            found = connection.execute(select(gardens).where(gardens.c.id == garden_id)).one()
            for name, told, known in (("game", record.game, found.game), ("player", record.player, found.player)):
                if told not in (None, known):
                    raise DatasetError(
                        "dataset.bad_label", f"{name}: that garden has {known!r} there. Leave it out, or change it afterwards."
                    )
        elif record.game and record.player:
            self.database.lock(connection, f"{record.game}\n{record.player}")
            asked = select(gardens).where(gardens.c.game == record.game, gardens.c.player == record.player)
            found = connection.execute(asked.order_by(gardens.c.id)).first()
        if found is None:
            return replace(record, garden_id=self.make_id())
        return replace(record, garden_id=found.id, game=found.game, player=found.player, edition=found.edition)

    def _lock_garden(self, connection: Connection, record_id: str) -> str:
        asked = select(gardens.c.id).join(records, records.c.garden_id == gardens.c.id).where(records.c.id == record_id)
        found = connection.execute(asked.with_for_update(of=gardens)).first()
        if found is None:
            raise _unknown(record_id)
        return str(found.id)

    def _correction(self, garden: Mapping[str, Any], edition: str, at: str, by: str | None) -> Correction:
        read = read_garden(garden)
        return Correction(at, read, points_of(read, edition), check_label("by", by))

    def _find(self, connection: Connection, record_id: str) -> Record | None:
        found = load_records(connection, connection.execute(statement(Query()).where(records.c.id == record_id)).all())
        return found[0] if found else None

    def _one(self, connection: Connection, record_id: str) -> Record:
        found = self._find(connection, record_id) if isinstance(record_id, str) and record_id.isalnum() else None
        if found is None:
            raise _unknown(record_id)
        return found


def _unknown(record_id: object) -> DatasetError:
    return DatasetError("dataset.unknown_record", f"There is no record {str(record_id)[:40]!r}.")
