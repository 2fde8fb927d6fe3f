"""Folders of photos in, and records that somebody else wrote: what cannot be kept is named, the rest is kept."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from scanner.dataset import Record, Store
from scanner.dataset.folders import import_folder
from scanner.errors import SemiramisError
from tests.dataset.kit import CORNERS, garden, photo


def test_a_folder_of_photos_with_and_without_truth(local: Store, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.jpg").write_bytes(photo(1))
    (folder / "a.json").write_text(json.dumps(garden(1)))
    (folder / "deep/b.JPG").write_bytes(photo(2))
    (folder / "deep/b.json").write_text(json.dumps({"garden": garden(2), "board_corners_px": CORNERS, "game": "g", "player": "p"}))
    (folder / "c.png").write_bytes(photo(3))
    (folder / "near.jpg").write_bytes(photo(1, quality=50))
    (folder / "broken.jpg").write_bytes(photo(4)[:900])
    (folder / "odd.jpg").write_bytes(photo(5))
    (folder / "odd.json").write_text("{")
    (folder / "readme.txt").write_text("no photo")
    outcome = import_folder(local, folder, consent=True)
    assert outcome.done == 4
    assert [what for what, _ in outcome.failed] == ["broken.jpg", "odd.jpg"]
    assert [what for what, _ in outcome.near] == ["near.jpg"]
    assert {r.total is not None for r in local.find(corrected=True)} == {True}
    assert [r.game for r in local.find(game="g")] == ["g"]
    again = import_folder(local, folder, consent=True)
    assert (again.done, again.skipped, len(again.failed)) == (0, 4, 2)


def test_a_photo_that_was_written_out_is_known_again(local: Store, tmp_path: Path) -> None:
    """By the checksum of what is stored as well as of what was given."""
    record = local.add(photo(1, private=True))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/out.jpg").write_bytes(local.photo(record.id))
    (tmp_path / "mine/given.jpg").write_bytes(photo(1, private=True))
    outcome = import_folder(local, tmp_path / "mine")
    assert (outcome.done, outcome.skipped) == (0, 2)


@pytest.mark.parametrize("told", [{"garden": []}, {"garden": 3}, {"sheet": [7]}, {"game": 5}, {"edition": "fr"}, {"board_corners_px": 4}])
def test_truth_of_the_wrong_kind_is_named(local: Store, tmp_path: Path, told: dict[str, object]) -> None:
    (tmp_path / "a.jpg").write_bytes(photo(1))
    (tmp_path / "a.json").write_text(json.dumps(told))
    outcome = import_folder(local, tmp_path)
    assert (outcome.done, [what for what, _ in outcome.failed]) == (0, ["a.jpg"])


def test_a_folder_without_photos_is_told(local: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/readme.txt").write_text("no photo")
    with pytest.raises(SemiramisError) as caught:
        import_folder(local, tmp_path / "empty")
    assert caught.value.code == "dataset.empty_folder"


def test_an_import_ends_when_nothing_can_be_kept(local: Store, tmp_path: Path) -> None:
    for n in range(3):
        (tmp_path / f"{n}.jpg").write_bytes(photo(n))
    assert local.database.file is not None

    def vanish(name: str) -> None:
        if name == "1.jpg":
            local.database.file.unlink()  # type: ignore[union-attr]

    outcome = import_folder(local, tmp_path, each=vanish)
    assert (outcome.done, [what for what, _ in outcome.failed]) == (1, ["1.jpg"]), "the third would fare no better"


def test_corners_beside_a_large_photo_are_in_its_own_pixels(local: Store, tmp_path: Path) -> None:
    """A scan shrinks photos of 3,600 px; the truth beside a photo knows nothing of that."""
    out = io.BytesIO()
    Image.open(io.BytesIO(photo(1))).resize((3600, 2700)).save(out, "JPEG")
    (tmp_path / "big.jpg").write_bytes(out.getvalue())
    corners = [[7.5 * x, 7.5 * y] for x, y in CORNERS]
    (tmp_path / "big.json").write_text(json.dumps({"board_corners_px": corners}))
    assert import_folder(local, tmp_path, whole=True).failed == ()
    (record,) = local.walk()
    assert record.board_px is not None
    for found, given in zip(record.board_px, corners, strict=True):
        assert found == pytest.approx(given, abs=0.02)


FORGED: list[tuple[str, object]] = [
    ("sheet", "abc"),
    ("sheet", [1]),
    ("crop", [1]),
    ("game", 5),
    ("game", ""),
    ("player", " x"),
    ("note", "a\0b"),
    ("licence", "\ud800"),
    ("licence", "two\nlines"),
    ("edition", "xx"),
    ("added_at", "x" * 27),
    ("added_at", "2026-01-01T00:00:00.000000000000Z"),
    ("board_px", [[1, 2]] * 3),
    ("board_px", [[1, float("nan")]] * 4),
    ("board_px", [[1, 10**400]] * 4),
    ("id", "../x"),
    ("scans", [{"at": "now", "scan": {}}]),
    ("corrections", [{"at": "2026-01-01T00:00:00Z", "by": None, "total": 10**30, "garden": garden(1)}]),
    ("corrections", [{"at": "2026-01-01T00:00:00Z", "by": "a\0b", "total": 1, "garden": garden(1)}]),
    ("corrections", [{"at": "2026-01-01T00:00:00Z", "by": None, "total": 1, "garden": {"tiles": 3}}]),
]


@pytest.mark.parametrize(("name", "value"), FORGED)
def test_a_forged_record_is_refused(store: Store, name: str, value: object) -> None:
    """Whoever writes an export can write its checksums too."""
    record = store.add(photo(1), whole=True)
    store.delete(record.id)
    with pytest.raises(SemiramisError):
        store.restore(Record.from_dict(record.to_dict() | {name: value}), photo(1))
    assert store.count() == 0
    assert store.restore(record, photo(1))
