"""Gardens without a photo: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scanner.dataset import DatasetError, Store, open_store
from scanner.dataset.doctor import examine
from scanner.dataset.drawn import correct_drawn, delete_drawn, find_drawn, get_drawn, keep_drawn
from scanner.errors import GameError
from tests.dataset.kit import garden, total


def test_a_drawn_garden_is_kept_changed_and_deleted(store: Store, address: str, tmp_path: Path) -> None:
    first = keep_drawn(store, garden(1), game="club night", player="Žofie", edition="cs", sheet={"statues": 4})
    second = keep_drawn(store, garden(2))
    store.close()
    again = open_store(address, photos=tmp_path / "photos")
    assert get_drawn(again, first.id) == first
    assert {d.id for d in find_drawn(again)} == {first.id, second.id}
    assert find_drawn(again)[0] == second
    changed = correct_drawn(again, first.id, garden(3))
    assert (changed.garden, changed.total, changed.player) == (garden(3), total(3), "Žofie")
    assert get_drawn(again, first.id) == changed
    delete_drawn(again, second.id)
    assert find_drawn(again) == [changed]
    assert again.count() == 0
    assert examine(again, repair=True) == []
    again.close()


@pytest.mark.parametrize("guess", ["", "%", "0" * 32, "' OR 1=1 --"])
def test_what_is_not_there(store: Store, guess: str) -> None:
    keep_drawn(store, garden(1))
    for call in (get_drawn, delete_drawn):
        with pytest.raises(DatasetError) as caught:
            call(store, guess)
        assert caught.value.code == "dataset.unknown_record"
    with pytest.raises(DatasetError):
        correct_drawn(store, guess, garden(2))
    assert len(find_drawn(store)) == 1


def test_what_is_no_garden_is_not_kept(store: Store) -> None:
    with pytest.raises(GameError):
        keep_drawn(store, {"tiles": "?"})
    with pytest.raises(DatasetError):
        keep_drawn(store, garden(1), edition="xx")
    with pytest.raises(DatasetError):
        keep_drawn(store, garden(1), player="x" * 300)
    assert find_drawn(store) == []


def test_nothing_of_a_deleted_one_stays_in_the_file(local: Store, tmp_path: Path) -> None:
    kept = keep_drawn(local, garden(1), player="VerySecretName", sheet=json.loads('{"VerySecretLine": 1}'))
    delete_drawn(local, kept.id)
    local.close()
    for path in (tmp_path / "dataset").rglob("*"):
        assert not path.is_file() or b"VerySecret" not in path.read_bytes(), path
