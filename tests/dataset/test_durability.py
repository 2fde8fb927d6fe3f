"""Acknowledged means kept: writers killed at random moments, many writers at once, full disks, databases that vanish."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from scanner.dataset import DatasetError, Store, database, open_store
from scanner.dataset.doctor import examine
from tests.dataset.kit import garden, photo, scan

ROOT = Path(__file__).parents[2]
KILLS = {"sqlite": 110, "postgresql": 32}
"""Half of these writers worked alone, half in pairs; those that were done before they were killed come on top."""
REMARKS = {"same-photo", "near-photo"}
"""The writers use few photos on purpose."""


@pytest.fixture
def after(address: str, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens the store when the writers are done with it."""
    with ExitStack() as stack:

        def opened() -> Store:
            return stack.enter_context(closing(open_store(address, photos=tmp_path / "photos")))

        yield opened


def run_writers(address: str, photos: Path, *options: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.dataset.writers", address, str(photos), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    lives: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return lives


def check_promises(store: Store, lives: list[dict[str, Any]]) -> Counter[str]:
    """Everything that was acknowledged is there; what is there is whole; nothing else came about than what somebody had begun."""
    records = {r.id: r for r in store.walk()}
    counts: Counter[str] = Counter()
    unanswered = 0
    for life in lives:
        begun = [rest for word, rest in life["said"] if word == "begin delete"]
        gone = {rest for word, rest in life["said"] if word == "delete"}
        for word, rest in life["said"]:
            counts[word] += 1
            record_id, _, number = rest.partition(" ")
            if word == "delete":
                assert record_id not in records
            if word not in ("add", "correct", "scan") or record_id in gone:
                continue
            if record_id not in records:
                assert begun, "an acknowledged record is missing"
                assert begun[-1] == record_id, "another record than the one about to be deleted is missing"
                continue
            found = len(records[record_id].scans if word == "scan" else records[record_id].corrections)
            assert found >= int(number or 1)
        unanswered += bool(life["said"]) and life["said"][-1][0] == "begin add"
    acknowledged = {rest for life in lives for word, rest in life["said"] if word == "add"}
    assert len(records.keys() - acknowledged) <= unanswered
    for record in records.values():
        assert hashlib.sha256(store.photo(record.id)).hexdigest() == record.photo_sha256
        assert record.scans
        assert record.corrections
    return counts


@pytest.mark.parametrize("at_once", [1, 2])
def test_killed_writers_lose_nothing_acknowledged(address: str, tmp_path: Path, after: Callable[[], Store], at_once: int) -> None:
    wanted = KILLS[address.partition(":")[0]] // 2
    lives = run_writers(address, tmp_path / "photos", "--kills", str(wanted), "--at-once", str(at_once))
    store = after()
    counts = check_promises(store, lives)
    killed = sum(life["killed"] for life in lives)
    print(f"{killed} of {len(lives)} writers killed; {dict(counts)}")
    assert killed >= wanted
    assert counts["add"] > len(lives) // 4, "most writers were killed before they did anything"
    assert not [f for f in examine(store) if f.grave]
    examine(store, repair=True, grace_s=-1.0)
    assert {f.code for f in examine(store, grace_s=-1.0)} <= REMARKS
    check_promises(store, lives)


def test_many_programs_write_at_once(address: str, tmp_path: Path, after: Callable[[], Store]) -> None:
    lives = run_writers(address, tmp_path / "photos", "--at-once", "6")
    assert all(life["status"] == 0 for life in lives)
    store = after()
    counts = check_promises(store, lives)
    assert store.count() == counts["add"] - counts["delete"]
    assert {f.code for f in examine(store, grace_s=-1.0)} <= REMARKS


FILL = """
import resource, signal, sys
from scanner.dataset import DatasetError, open_store
from tests.dataset.kit import garden, photo, scan
store = open_store(sys.argv[1])
kept = store.add(photo(1), scan=scan(1), whole=True).id
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
codes = []
for n in range(2, 40):
    try:
        store.add(photo(n, quality=int(sys.argv[3])), scan=scan(n), whole=True)
    except DatasetError as error:
        codes.append(error.code)
        break
print(kept, store.count(), *codes)
"""


@pytest.mark.parametrize(("limit", "quality"), [(5_000, 98), (300_000, 40)], ids=["photo", "database"])
def test_the_disk_takes_no_more(tmp_path: Path, limit: int, quality: int) -> None:
    """The kernel refuses to let files grow beyond the limit: first a photo meets it, then the database."""
    command = [sys.executable, "-c", FILL, str(tmp_path / "d"), str(limit), str(quality)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    kept, count, code = done.stdout.split()
    assert code == "dataset.full"
    store = open_store(tmp_path / "d")
    assert store.count() == int(count)
    assert store.photo(kept)
    assert examine(store, grace_s=-1.0) == []
    store.add(photo(50))
    store.close()


def test_a_full_sqlite_file(local: Store) -> None:
    local.add(photo(1))
    with local.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    with local.database.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def fill() -> None:
        for n in range(2, 30):
            local.add(photo(n), scan=scan(n), garden=garden(n))

    with pytest.raises(DatasetError) as caught:
        fill()
    assert caught.value.code == "dataset.full"
    assert examine(local, grace_s=-1.0) == []


@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs Linux namespaces")
def test_a_really_full_disk(tmp_path: Path) -> None:
    """A file system of one megabyte, filled by records."""
    disk = tmp_path / "disk"
    disk.mkdir()
    script = FILL.replace("range(2, 40)", "range(2, 400)").replace("print(", "store.close()\nstore = open_store(sys.argv[1])\nprint(")
    (tmp_path / "fill.py").write_text(script)
    unlimited = "1000000000"
    inner = f"mount -t tmpfs -o size=1m none {disk} && PYTHONPATH={ROOT} {sys.executable} {tmp_path / 'fill.py'} {disk} {unlimited} 95"
    done = subprocess.run(["unshare", "-rm", "sh", "-c", inner], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    if "mount:" in done.stderr or "unshare:" in done.stderr:
        pytest.skip("this machine does not let us mount")
    assert done.returncode == 0, done.stderr
    _, count, code = done.stdout.split()
    assert code == "dataset.full"
    assert int(count) >= 3


def test_the_sqlite_file_vanishes(local: Store) -> None:
    record = local.add(photo(1))
    assert local.database.file is not None
    local.database.file.rename(local.database.file.with_name("elsewhere"))
    for call in (lambda: local.add(photo(2)), lambda: local.get(record.id), lambda: local.correct(record.id, garden(1))):
        with pytest.raises(DatasetError) as caught:
            call()
        assert caught.value.code == "dataset.gone"


def test_the_sqlite_file_is_replaced_in_the_middle_of_a_write(local: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    local.add(photo(1))
    file = local.database.file
    assert file is not None

    def vanish(self: Store) -> str:
        file.unlink()
        file.write_bytes(b"")
        return "0" * 32

    monkeypatch.setattr(type(local.photos), "publish", lambda *_: vanish(local))
    with pytest.raises(DatasetError) as caught:
        local.add(photo(2))
    assert caught.value.code == "dataset.gone"


def test_the_photos_folder_vanishes(local: Store, tmp_path: Path) -> None:
    record = local.add(photo(1))
    shutil.rmtree(tmp_path / "dataset/photos")
    with pytest.raises(DatasetError) as caught:
        local.photo(record.id)
    assert caught.value.code == "dataset.photo_missing"
    assert [f.code for f in examine(local) if f.grave] == ["photo-missing"]


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.add(photo(1))
    store.close()
    for name, data in (("dataset.sqlite", b"this is no database" * 500), ("dataset.sqlite-wal", b"")):
        (tmp_path / name).write_bytes(data)
    with pytest.raises(DatasetError) as caught:
        open_store(tmp_path)
    assert caught.value.code == "dataset.damaged"


def test_somebody_else_never_stops_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = tuple(p for p in database.PRAGMAS if not p.startswith("busy_timeout"))
    monkeypatch.setattr(database, "PRAGMAS", (*quick, "busy_timeout=50"))
    store = open_store(tmp_path)
    other = sqlite3.connect(tmp_path / "dataset.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatasetError) as caught:
        store.add(photo(1))
    assert caught.value.code == "dataset.busy"
    other.execute("ROLLBACK")
    other.close()
    store.add(photo(1))
    store.close()


def test_postgresql_cuts_the_line(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a transaction: nothing is kept, the error is clear, and the next call works."""
    import psycopg

    store = open_store(postgres, photos=tmp_path / "photos")
    store.add(photo(1))
    publish = type(store.photos).publish

    def cut(*args: Any) -> None:
        publish(*args)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    monkeypatch.setattr(type(store.photos), "publish", cut)
    with pytest.raises(DatasetError) as caught:
        store.add(photo(2))
    assert caught.value.code == "dataset.unreachable"
    monkeypatch.undo()
    assert store.count() == 1
    store.add(photo(2))
    assert examine(store, grace_s=-1.0) == []
    store.close()


def test_no_postgresql_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as caught:
        open_store("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2", photos=tmp_path)
    assert caught.value.code == "dataset.unreachable"
    assert "nobody" not in caught.value.hint


@pytest.mark.parametrize("place", ["mysql://x/y", "postgresql://[", "nonsense://"])
def test_addresses_that_lead_nowhere(place: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as caught:
        open_store(place, photos=tmp_path)
    assert caught.value.code in ("dataset.bad_url", "dataset.unreachable")


def test_a_database_address_needs_a_place_for_photos() -> None:
    with pytest.raises(DatasetError) as caught:
        open_store("postgresql://x/y")
    assert caught.value.code == "dataset.no_photos"
