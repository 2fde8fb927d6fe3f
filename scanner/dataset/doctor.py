"""Finds what does not fit together in a store, and repairs what can be repaired."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import delete, select, text

from scanner.dataset.database import guard
from scanner.dataset.schema import gardens, photos, records
from scanner.dataset.splits import find_twins
from scanner.dataset.store import Store
from scanner.errors import DatasetError

GRACE_S = 3600.0
"""Younger files may belong to somebody who is adding a record right now."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`grave`: something acknowledged is missing or damaged; otherwise litter or a remark."""

    code: str
    about: str
    grave: bool
    repaired: bool = False
    detail: str = ""
    """A further remark, as a code."""


def examine(
    store: Store, *, repair: bool = False, deep: bool = True, grace_s: float = GRACE_S, each: Callable[[str], None] | None = None
) -> list[Finding]:
    """All findings; `deep` reads every photo and compares its checksum; `each` is called after every photo."""
    with guard():
        return [
            *_database(store),
            *_removals(store, repair),
            *_photos(store, repair, deep, each or (lambda _: None)),
            *_litter(store, repair, grace_s),
            *_rows(store, repair),
            *_twins(store),
        ]


def _database(store: Store) -> Iterator[Finding]:
    if store.database.file is None:
        return
    with store.database.read() as connection:
        answers = [str(row[0]) for row in connection.execute(text("PRAGMA integrity_check"))]
    yield from (Finding("database-damaged", answer, grave=True) for answer in answers if answer != "ok")


def _removals(store: Store, repair: bool) -> Iterator[Finding]:
    for sha256 in store.pending_removals():
        if repair:
            store.finish_removal(sha256)
        yield Finding("removal-unfinished", sha256, grave=False, repaired=repair)


def _photos(store: Store, repair: bool, deep: bool, each: Callable[[str], None]) -> Iterator[Finding]:
    there = {name for name, _ in store.photos.names()}
    for sha256 in _known(store):
        if sha256 not in there:
            back = repair and store.photos.bring_back(sha256)
            yield Finding("photo-missing", sha256, grave=not back, repaired=back)
        elif deep:
            try:
                data = store.photos.read(sha256)
            except DatasetError:
                data = b""
            if hashlib.sha256(data).hexdigest() != sha256:
                yield Finding("photo-damaged", sha256, grave=True)
        each(sha256[:12])


def _litter(store: Store, repair: bool, grace_s: float) -> Iterator[Finding]:
    known = set(_known(store)) | set(store.pending_removals())
    for sha256, age_s in store.photos.names():
        if sha256 not in known and age_s > grace_s:
            repaired = repair and _set_aside(store, sha256)
            yield Finding("photo-without-record", sha256, grave=False, repaired=repaired)
    for handle, age_s in store.photos.leftovers():
        if age_s > grace_s:
            if repair:
                store.photos.drop(handle)
            yield Finding("half-written-photo", handle, grave=False, repaired=repair)


def _set_aside(store: Store, sha256: str) -> bool:
    """To lost/, not away: after a restored backup it may be all there is. Looked at again under the lock."""
    with store.database.write() as connection:
        store.database.lock(connection, sha256)
        if connection.execute(select(photos.c.sha256).where(photos.c.sha256 == sha256)).first() is not None:
            return False
        store.photos.set_aside(sha256)
    return True


def _rows(store: Store, repair: bool) -> Iterator[Finding]:
    unused = select(gardens.c.id).where(gardens.c.id.not_in(select(records.c.garden_id)))
    idle = select(photos.c.sha256).where(photos.c.sha256.not_in(select(records.c.photo_sha256)))
    with store.database.write() as connection:
        for code, table, key, asked in (
            ("garden-without-record", gardens, gardens.c.id, unused),
            ("photo-row-without-record", photos, photos.c.sha256, idle),
        ):
            for row in connection.execute(asked).all():
                if repair:
                    connection.execute(delete(table).where(key == row[0]))
                yield Finding(code, str(row[0]), grave=False, repaired=repair)


def _twins(store: Store) -> Iterator[Finding]:
    for twins in find_twins(store.walk()):
        code = "same-photo" if twins.same_file else "near-photo"
        detail = "across-splits" if twins.across_splits else ""
        yield Finding(code, f"{twins.first}, {twins.second}", grave=False, detail=detail)


def _known(store: Store) -> list[str]:
    with store.database.read() as connection:
        return [row.sha256 for row in connection.execute(select(photos.c.sha256).order_by(photos.c.sha256))]
