"""Many photos: in this process, in a pool, on a Dask cluster; whatever one photo does, the others go on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from scanner.batch import ScanPhoto, load_journal, run_batch
from scanner.dataset import Store
from scanner.dataset.record import model_version
from scanner.dataset.rescan import rescan
from scanner.errors import ScannerError, SemiramisError
from tests.dataset.dask_cluster import running_cluster
from tests.dataset.kit import MODELS, garden, photo, scan
from tests.dataset.work import Rescan, digest, load, slow

GOOD = [f"photo {n}" for n in range(12)]
MIXED = ["bad1", *GOOD[:5], "gone", "bug2", *GOOD[5:]]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with running_cluster() as address:
        yield address


def check_mixed(found: list[tuple[str, str | None]]) -> None:
    errors = dict(found)
    assert sorted(errors) == sorted(MIXED)
    assert len(found) == len(MIXED)
    assert {key for key, error in errors.items() if error is None} == set(GOOD)
    assert errors["bad1"] == "This is no photo."
    assert "ZeroDivisionError" in str(errors["bug2"])
    assert "No such file" in str(errors["gone"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_broken_photos_among_good_ones(jobs: int) -> None:
    done = list(run_batch(digest, MIXED, load=load, jobs=jobs))
    check_mixed([(d.key, d.error) for d in done])
    processes = {d.result["process"] for d in done if d.result}
    assert (os.getpid() in processes) == (jobs == 1)


def test_a_photo_that_kills_its_worker_is_named_and_the_others_go_on() -> None:
    done = {d.key: d for d in run_batch(digest, [*GOOD[:4], "die1", *GOOD[4:8], "die2", *GOOD[8:]], load=load, jobs=2)}
    assert {k for k, d in done.items() if d.error} == {"die1", "die2"}
    assert {done["die1"].error, done["die2"].error} == {"its worker died"}
    assert {k for k, d in done.items() if d.result} == set(GOOD)


def test_on_a_cluster(cluster: str) -> None:
    done = list(run_batch(digest, MIXED, load=load, cluster=cluster))
    check_mixed([(d.key, d.error) for d in done])
    assert os.getpid() not in {d.result["process"] for d in done if d.result}
    here = {d.key: d.result["sha256"] for d in run_batch(digest, GOOD, load=load) if d.result}
    assert {d.key: d.result["sha256"] for d in done if d.result} == here


def test_no_cluster_there() -> None:
    with pytest.raises(SemiramisError) as caught:
        list(run_batch(digest, GOOD, load=load, cluster="tcp://127.0.0.1:1", patience_s=1))
    assert caught.value.code == "batch.no_cluster"


@pytest.mark.parametrize("address", ["foo", "tcp://", "tcp://127.0.0.1:x", "", "http://127.0.0.1"])
def test_no_address_of_a_cluster(address: str) -> None:
    start = time.monotonic()
    with pytest.raises(SemiramisError) as caught:
        list(run_batch(digest, GOOD, load=load, cluster=address, patience_s=5))
    assert caught.value.code == "batch.no_cluster"
    assert time.monotonic() - start < 15


def test_a_cluster_without_workers() -> None:
    with running_cluster(workers=0) as address, pytest.raises(SemiramisError) as caught:
        list(run_batch(digest, GOOD, load=load, cluster=address, patience_s=1))
    assert caught.value.code == "batch.no_workers"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of the client, which looks for its scheduler
def test_the_cluster_is_lost_in_the_middle(tmp_path: Path) -> None:
    """What came back is kept, the rest is not waited for."""
    from distributed import Client

    journal, keys = tmp_path / "scans.jsonl", [f"photo {n}" for n in range(30)]
    with running_cluster(workers=1) as address:
        with Client(address, set_as_default=False) as client:
            scheduler = client.run_on_scheduler(os.getpid)
        found = run_batch(slow, keys, load=load, cluster=address, journal=journal)
        first = [next(found), next(found)]
        os.kill(scheduler, signal.SIGKILL)
        with pytest.raises(SemiramisError) as caught:
            list(found)
    assert caught.value.code == "batch.cluster_lost"
    assert {d.key for d in first} <= load_journal(journal).keys() < set(keys)


def test_no_jobs() -> None:
    with pytest.raises(SemiramisError) as caught:
        list(run_batch(digest, GOOD, load=load, jobs=0))
    assert caught.value.code == "batch.bad_jobs"


def test_a_journal_is_taken_up_again(tmp_path: Path) -> None:
    journal = tmp_path / "deep/scans.jsonl"
    first = run_batch(digest, ["bad1", *GOOD], load=load, journal=journal)
    for _ in range(5):
        next(first)
    first.close()  # type: ignore[attr-defined]
    with journal.open("ab") as file:
        file.write(b'{"key": "photo 9", "resu')  # torn by a crash
    second = list(run_batch(digest, ["bad1", *GOOD], load=load, journal=journal))
    assert sum(d.resumed for d in second) == 4
    assert {d.key for d in second if d.error} == {"bad1"}, "errors are tried again"
    assert {d.key for d in second} == {"bad1", *GOOD}
    assert load_journal(journal).keys() == set(GOOD)
    third = list(run_batch(digest, GOOD, load=load, jobs=2, journal=journal))
    assert all(d.resumed for d in third)


def test_only_a_window_is_in_memory() -> None:
    """Keys are asked for as photos leave: at most two per worker are on their way."""
    asked, finished, ahead = 0, 0, 0

    def counted(key: str) -> bytes:
        nonlocal asked
        asked += 1
        return load(key)

    for _ in run_batch(digest, [f"photo {n}" for n in range(60)], load=counted, jobs=2):
        finished += 1
        ahead = max(ahead, asked - finished)
    assert finished == 60
    assert ahead <= 4


def test_a_rescan_keeps_both_results_and_can_be_resumed(store: Store) -> None:
    kept = [store.add(photo(n), scan=scan(n), garden=garden(n), edition="de" if n == 2 else "en", whole=True) for n in range(5)]
    models = {"en": {"evidence": "new", "edition": "en"}, "de": {"evidence": "new", "edition": "de"}}
    version = {edition: model_version({"models": used}) for edition, used in models.items()}
    refuses = rescan(store, partial(Rescan, refuse=photo(3)), models["en"])
    assert (refuses.done, refuses.skipped, [key for key, _ in refuses.failed]) == (4, 0, [kept[3].id])
    again = rescan(store, Rescan, models["en"])
    assert (again.done, again.skipped) == (2, 3), "the German one has another name for its networks, the failed one none yet"
    for n, record in enumerate(kept):
        found = store.get(record.id)
        assert found.scans[0].data == scan(n)
        assert found.scans[0].model == model_version({"models": MODELS})
        assert found.scans[-1].model == version[found.edition]


@pytest.mark.parametrize(("code", "kept"), [("models.missing", 0), ("profile.damaged", 0), ("board.missing", 1)])
def test_what_is_not_the_photo_s_fault_is_no_scan(local: Store, monkeypatch: pytest.MonkeyPatch, code: str, kept: int) -> None:
    """A missing network would else count as the scan of that version for good."""
    from scanner import pipeline

    def refuse(*_: object) -> None:
        raise ScannerError(code, "refused")

    monkeypatch.setattr(pipeline.Scanner, "_look", refuse)
    record = local.add(photo(1), whole=True)
    told: list[int] = []
    steps: list[str] = []
    outcome = rescan(local, ScanPhoto, pipeline._versions(), start=lambda count: told.append(count) or steps.append)  # type: ignore[func-returns-value]
    assert (outcome.done, len(outcome.failed)) == (kept, 1 - kept)
    assert len(local.get(record.id).scans) == kept
    assert (told, steps) == ([1], [record.id])


def test_a_rescan_survives_a_deletion_in_between(local: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [local.add(photo(n), whole=True) for n in range(3)]
    monkeypatch.setattr("scanner.dataset.rescan.run_batch", lambda *a, **k: _delete_first(local, kept[1].id, *a, **k))
    outcome = rescan(local, Rescan, {"evidence": "new", "edition": "en"})
    assert (outcome.done, [key for key, _ in outcome.failed]) == (2, [kept[1].id])


def test_a_rescan_ends_when_the_database_is_gone(local: Store) -> None:
    for n in range(5):
        local.add(photo(n), whole=True)
    seen: list[str] = []

    def vanish(record_id: str) -> None:
        seen.append(record_id)
        assert local.database.file is not None
        local.database.file.unlink(missing_ok=True)

    with pytest.raises(SemiramisError) as caught:
        rescan(local, Rescan, {"evidence": "new"}, start=lambda _: vanish)
    assert caught.value.code == "dataset.gone"
    assert len(seen) == 1, "the others would fare no better"


def _delete_first(store: Store, doomed: str, *args: object, **options: object) -> Iterator[object]:
    done = list(run_batch(*args, **options))  # type: ignore[arg-type]
    store.delete(doomed)
    yield from done
