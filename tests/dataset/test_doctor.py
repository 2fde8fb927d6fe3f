"""What does not fit together is found, told, and repaired where it can be; old databases are brought up to date."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from scanner.dataset import DatasetError, Store, database, open_store
from scanner.dataset.cleaning import clean_photo
from scanner.dataset.doctor import examine
from scanner.dataset.photos import place_of
from scanner.dataset.schema import gardens, records, removals, scans
from tests.dataset.kit import garden, photo, scan

OLD = Path(__file__).parent / "old"
"""A database file per schema version, as that version wrote it."""


def codes(store: Store, **options: bool) -> list[tuple[str, bool, bool]]:
    return [(f.code, f.grave, f.repaired) for f in examine(store, grace_s=-1.0, **options)]


def test_a_healthy_store_has_no_findings(store: Store) -> None:
    for n in range(3):
        store.add(photo(n), scan=scan(n))
    assert codes(store) == []


def test_litter_is_set_aside(store: Store, tmp_path: Path) -> None:
    store.add(photo(1))
    stray = clean_photo(photo(2)).sha256
    store.photos.publish(store.photos.stage(photo(2), stray), photo(2), stray)
    store.photos.stage(photo(3), "0" * 64)
    found = [("photo-without-record", False, False), ("half-written-photo", False, False)]
    assert codes(store) == found
    assert examine(store) == [], "too young to be judged"
    assert codes(store, repair=True) == [(code, False, True) for code, _, _ in found]
    assert codes(store) == []
    assert (tmp_path / f"photos/lost/{stray}.jpg").read_bytes() == photo(2)


def test_lost_and_damaged_photos(store: Store, tmp_path: Path) -> None:
    kept = [store.add(photo(n), whole=True) for n in range(3)]
    store.photos.set_aside(kept[0].photo_sha256)
    (tmp_path / "photos" / place_of(kept[1].photo_sha256)).write_bytes(b"rotten")
    os.unlink(tmp_path / "photos" / place_of(kept[2].photo_sha256))
    assert sorted(codes(store)) == [("photo-damaged", True, False), ("photo-missing", True, False), ("photo-missing", True, False)]
    assert ("photo-damaged", True, False) not in codes(store, deep=False)
    assert sorted(codes(store, repair=True)) == [
        ("photo-damaged", True, False),
        ("photo-missing", False, True),
        ("photo-missing", True, False),
    ]
    assert store.photo(kept[0].id) == photo(0)
    for n in (1, 2):  # given again, the photo heals its record
        store.add(photo(n), whole=True)
        assert store.photo(kept[n].id) == photo(n)
    assert not [f for f in codes(store) if f[1]]


def test_rows_without_a_record(store: Store) -> None:
    record = store.add(photo(1), scan=scan(1), garden=garden(1))
    with store.database.write() as connection:
        connection.execute(insert(gardens).values(id="f" * 32, edition="en"))
        connection.execute(delete(scans).where(scans.c.record_id == record.id))
        connection.execute(delete(records).where(records.c.id == record.id))
    expected = ["garden-without-record", "garden-without-record", "photo-row-without-record"]
    assert [code for code, _, _ in codes(store)] == expected
    assert all(repaired for _, _, repaired in codes(store, repair=True))
    codes(store, repair=True)
    assert codes(store) == []


def test_an_interrupted_deletion_is_finished(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(address, photos=tmp_path / "photos")
    record = store.add(photo(1))
    monkeypatch.setattr(Store, "finish_removal", lambda *_: None)
    store.delete(record.id)
    assert (tmp_path / "photos" / place_of(record.photo_sha256)).exists()
    assert codes(store)[0][0] == "removal-unfinished"
    monkeypatch.undo()
    store.close()
    again = open_store(address, photos=tmp_path / "photos")
    assert not (tmp_path / "photos" / place_of(record.photo_sha256)).exists()
    assert codes(again) == []
    again.close()


def test_a_photo_that_came_back_is_not_removed(store: Store) -> None:
    record = store.add(photo(1), whole=True)
    with store.database.write() as connection:
        connection.execute(insert(removals).values(photo_sha256=record.photo_sha256))
    assert codes(store, repair=True)[0] == ("removal-unfinished", False, True)
    assert store.photo(record.id) == photo(1)


def test_damage_inside_the_database_file(local: Store, tmp_path: Path) -> None:
    for n in range(20):
        local.add(photo(n), scan=scan(n), garden=garden(n))
    local.database.forget_pages()
    local.close()
    file = tmp_path / "dataset/dataset.sqlite"
    data = bytearray(file.read_bytes())
    data[8 * 4096 : 20 * 4096] = os.urandom(12 * 4096)
    file.write_bytes(data)
    try:
        store = open_store(tmp_path / "dataset")
        found = [f.code for f in examine(store) if f.grave]
        store.close()
    except DatasetError as error:
        found = [error.code]
    assert found
    assert set(found) <= {"database-damaged", "dataset.damaged"}


@pytest.mark.parametrize("version", ["0001", "0002", "0003"])
def test_old_databases_are_brought_up_to_date(version: str, tmp_path: Path) -> None:
    """The file of each version holds a scanned and corrected record called "old"."""
    with sqlite3.connect(tmp_path / "dataset.sqlite") as target:
        target.executescript((OLD / f"{version}.sql").read_text())
    target.close()
    store = open_store(tmp_path)
    (record,) = store.walk()
    assert (record.game, record.total, record.corrected) == ("old", record.scans[0].total, True)
    store.label(record.id, note="new")
    assert store.get(record.id).note == "new"
    store.close()


def test_every_version_has_its_old_database() -> None:
    versions = {p.name[1:5] for p in (Path(database.__file__).parent / "migrations/versions").glob("v*.py")}
    assert {p.stem for p in OLD.glob("*.sql")} == versions


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with sqlite3.connect(tmp_path / "dataset.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(DatasetError) as caught:
        open_store(tmp_path)
    assert caught.value.code == "dataset.newer"


def test_the_usual_place_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos of people's homes; a folder that was named may be shared as the umask says."""
    monkeypatch.setenv("SEMIRAMIS_DATASET", str(tmp_path / "deep/usual"))
    open_store().close()
    open_store(tmp_path / "named").close()
    assert (tmp_path / "deep/usual").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "named").stat().st_mode & 0o777 == (tmp_path / "deep").stat().st_mode & 0o777
