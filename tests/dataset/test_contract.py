"""What every store keeps to: the same tests on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect

from scanner.dataset import DatasetError, Record, Store, open_store
from scanner.dataset.judging import points_of
from scanner.dataset.schema import metadata
from scanner.errors import GameError, ScannerError, SemiramisError
from tests.dataset.kit import failed_scan, garden, photo, scan, total


def test_a_record_comes_back_as_it_was_kept(store: Store, address: str, tmp_path: Path) -> None:
    labels: dict[str, Any] = {"game": "club night 12", "player": "Zdeňka", "edition": "cs", "licence": "CC-BY-4.0", "note": "two\nlines"}
    kept = store.add(photo(1), scan=scan(1), garden=garden(2), sheet={"statues": 7}, consent=True, by="Eva", **labels)
    store.close()
    again = open_store(address, photos=tmp_path / "photos")
    found = again.get(kept.id)
    again.close()
    assert found == kept
    assert Record.from_dict(found.to_dict()) == kept
    assert (found.total, found.scan, found.sheet, found.consent) == (total(2), scan(1), {"statues": 7}, True)
    assert {name: getattr(found, name) for name in labels} == labels


def test_a_correction_leaves_the_scan_as_it_was(store: Store) -> None:
    record = store.add(photo(1), scan=scan(1))
    first = store.correct(record.id, garden(2), by="Eva")
    second = store.correct(record.id, garden(3), by="Jan")
    assert first.scan == second.scan == scan(1)
    assert [c.by for c in second.corrections] == ["Eva", "Jan"]
    assert (second.garden, second.total) == (garden(3), total(3))
    rescanned = store.add_scan(record.id, scan(3, 0.99, {"evidence": "new"}))
    assert [s.data for s in rescanned.scans] == [scan(1), scan(3, 0.99, {"evidence": "new"})]


def test_one_garden_in_several_photos_and_several_gardens_in_one_game(store: Store) -> None:
    eva = store.add(photo(1), game="night", player="Eva")
    again = store.add(photo(2), game="night", player="Eva")
    other = store.add(photo(3), same_garden=eva.id)
    jan = store.add(photo(4), game="night", player="Jan")
    elsewhere = store.add(photo(5), game="another night", player="Eva")
    assert eva.garden_id == again.garden_id == other.garden_id
    assert len({eva.garden_id, jan.garden_id, elsewhere.garden_id}) == 3
    store.correct(again.id, garden(7))
    assert store.get(eva.id).garden == store.get(other.id).garden == garden(7)
    assert store.get(jan.id).garden is None
    assert {r.id for r in store.find(game="night")} == {eva.id, again.id, other.id, jan.id}
    assert store.get(other.id).group == jan.group


def test_questions(store: Store) -> None:
    sure = store.add(photo(1), scan=scan(1, 0.95), consent=True, licence="CC0-1.0")
    doubtful = store.add(photo(2), scan=scan(2, 0.30))
    failed = store.add(photo(3), scan=failed_scan())
    plain = store.add(photo(4), edition="de")
    done = store.add(photo(5), scan=scan(5, 0.01), garden=garden(5))

    def ids(**wanted: Any) -> list[str]:
        return [r.id for r in store.find(**wanted)]

    assert ids() == [sure.id, doubtful.id, failed.id, plain.id, done.id]
    assert ids(order="newest", limit=2) == [done.id, plain.id]
    assert ids(order="doubtful", corrected=False, scanned=True) == [doubtful.id, sure.id, failed.id]
    assert ids(consent=True) == ids(licence="CC0-1.0") == [sure.id]
    assert ids(edition="de") == ids(scanned=False) == [plain.id]
    assert ids(photo=plain.photo_sha256) == [plain.id]
    assert ids(model=sure.scans[0].model) == [sure.id, doubtful.id, failed.id, done.id]
    assert ids(offset=4) == [done.id]
    assert [r.id for r in store.walk()] == ids()
    assert store.count() == 5


def test_a_correction_can_be_taken_back(store: Store) -> None:
    record = store.add(photo(1), scan=scan(1), garden=garden(2))
    store.correct(record.id, garden(3))
    assert store.withdraw_correction(record.id).garden == garden(2)
    assert store.correct(record.id, garden(4)).garden == garden(4)
    store.withdraw_correction(record.id)
    bare = store.withdraw_correction(record.id)
    assert (bare.corrected, bare.best_garden, bare.scan) == (False, garden(1), scan(1))
    with pytest.raises(DatasetError) as caught:
        store.withdraw_correction(record.id)
    assert caught.value.code == "dataset.no_correction"


def test_a_garden_keeps_its_labels(store: Store) -> None:
    """A further photo tells nothing new about whose garden it is, and its points follow the garden's edition."""
    first = store.add(photo(1), game="night", player="Eva", edition="cs")
    again = store.add(photo(2), same_garden=first.id, garden=garden(1))
    also = store.add(photo(3), game="night", player="Eva", edition="de")
    assert {(r.game, r.player, r.edition) for r in (again, also)} == {("night", "Eva", "cs")}
    assert again.total == points_of(garden(1), "cs")
    for labels in ({"game": "another"}, {"player": "Jan"}):
        with pytest.raises(DatasetError) as caught:
            store.add(photo(4), same_garden=first.id, **labels)
        assert caught.value.code == "dataset.bad_label"
    assert store.count() == 3


@pytest.mark.parametrize("labels", [{"licence": "two\nlines"}, {"licence": "x" * 201}, {"note": "x" * 4001}, {"sheet": [1]}, {"id": "x"}])
def test_labels_that_are_none(store: Store, labels: dict[str, Any]) -> None:
    record = store.add(photo(1))
    with pytest.raises(DatasetError):
        store.label(record.id, **labels)
    assert store.get(record.id) == record


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**31, 10**400, True, "7", None, [1]])
def test_numbers_of_a_scan_that_no_column_holds(store: Store, number: Any) -> None:
    """The scan stays as it was told; what cannot be looked up is not."""
    told = scan(1)
    told["gardens"][0] |= {"score": {"total": number}, "probability": number}
    record = store.add(photo(1), scan=told)
    assert store.get(record.id).scan == told
    assert record.total in (None, True)
    assert record.probability in (None, 1.0)
    told["gardens"][0]["board"] = {"corners_px": [[number, 10**400]] * 4}
    assert store.add(photo(2), scan=told).board_px is None


def test_labels_change(store: Store) -> None:
    record = store.add(photo(1))
    changed = store.label(record.id, game="g", player="p", consent=True, licence="CC0-1.0", note="n")
    assert store.label(record.id, sheet={"statues": 9}).sheet == {"statues": 9}
    assert (changed.game, changed.player, changed.consent, changed.licence, changed.note) == ("g", "p", True, "CC0-1.0", "n")
    with pytest.raises(DatasetError):
        store.label(record.id, id="x")


def test_deleted_means_gone(store: Store, tmp_path: Path) -> None:
    record, twin = store.add(photo(1), scan=scan(1), garden=garden(1), whole=True), store.add(photo(1), whole=True)
    store.delete(record.id)
    assert store.photo(twin.id) == photo(1)
    store.delete(twin.id)
    assert store.count() == 0
    assert not [p for p in (tmp_path / "photos").rglob("*") if p.is_file()]
    for call in (store.get, store.photo, store.delete):
        with pytest.raises(DatasetError) as caught:
            call(record.id)
        assert caught.value.code == "dataset.unknown_record"


def test_nothing_of_a_deleted_record_stays_in_the_sqlite_file(local: Store, tmp_path: Path) -> None:
    record = local.add(photo(1), game="VerySecretName", note="VerySecretNote", scan={"secret": "VerySecretScan"})
    local.delete(record.id)
    local.close()
    for path in (tmp_path / "dataset").rglob("*"):
        assert not path.is_file() or b"VerySecret" not in path.read_bytes(), path


@pytest.mark.parametrize("guess", ["", "%", "_" * 32, "*", "../photos", "0" * 32, "' OR 1=1 --", None, 7, "\0", "ž" * 32])
def test_ids_cannot_be_guessed(store: Store, guess: Any) -> None:
    record = store.add(photo(1))
    assert len(record.id) == 32
    for call in (store.get, store.photo, store.delete):
        with pytest.raises(DatasetError) as caught:
            call(guess)
        assert caught.value.code == "dataset.unknown_record"
    assert len({store.make_id() for _ in range(100)}) == 100


DEEP: dict[str, Any] = {}
for _ in range(5000):
    DEEP = {"d": DEEP}
BAD: dict[str, dict[str, Any]] = {
    "no photo": {"photo": b"this is no photo"},
    "empty photo": {"photo": b""},
    "half a photo": {"photo": photo(1)[:500]},
    "long label": {"game": "x" * 201},
    "control characters": {"player": "a\0b"},
    "half a character": {"note": "\ud800"},
    "unknown edition": {"edition": "fr"},
    "not a number": {"scan": {"p": float("nan")}},
    "no JSON": {"scan": {"p": object()}},
    "deep JSON": {"scan": DEEP},
    "no garden": {"garden": {"tiles": 3}},
    "unknown game": {"garden": {"game": "chess"}},
    "corners": {"crop_to": [[0, 0], [1, 1]]},
    "endless corners": {"crop_to": [[0, 0], [1, 1], [1, float("inf")], [0, 1]]},
    "unknown garden": {"same_garden": "0" * 32},
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_leaves_nothing(store: Store, tmp_path: Path, name: str) -> None:
    with pytest.raises(SemiramisError) as caught:
        store.add(**{"photo": photo(1), **BAD[name]})
    assert isinstance(caught.value, DatasetError | GameError | ScannerError)
    assert caught.value.code
    assert store.count() == 0
    assert not [p for p in (tmp_path / "photos").rglob("*") if p.is_file()]


def test_threads_write_side_by_side(store: Store) -> None:
    shared = store.add(photo(0), game="g", player="p")
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for step in range(4):
                store.add(photo(1 + number % 2), game="g", player="p" if step % 2 else f"p{number}", scan=scan(number))
                store.correct(shared.id, garden(number))
                store.add_scan(shared.id, scan(number))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert store.count() == 17
    final = store.get(shared.id)
    assert (len(final.scans), len(final.corrections)) == (16, 16)
    assert len(store.find(game="g", player="p")) == 9
    assert len({r.garden_id for r in store.find(game="g", player="p")}) == 1


def test_delete_and_add_of_the_same_photo_never_lose_it(store: Store) -> None:
    """The moment between the last record of a photo and the next one is where a file could vanish."""
    kept: list[str] = []

    def add() -> None:
        for _ in range(12):
            kept.append(store.add(photo(1)).id)

    def remove() -> None:
        for _ in range(30):
            if len(kept) > 1:
                store.delete(kept.pop(0))

    threads = [threading.Thread(target=add), threading.Thread(target=add), threading.Thread(target=remove)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {r.id for r in store.walk()} == set(kept)
    for record_id in kept:
        assert store.photo(record_id)


def test_the_migrations_lead_to_the_tables_in_use(store: Store) -> None:
    with store.database.read() as connection:
        found = inspect(connection)
        for table in metadata.tables.values():
            assert {c["name"] for c in found.get_columns(table.name)} == {c.name for c in table.columns}
            there = {tuple(i["column_names"]) for i in found.get_indexes(table.name)}
            assert {tuple(c.name for c in i.columns) for i in table.indexes} <= there
