"""Out and in again without loss, readable by the tools of each form, with splits that leak nothing."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import subprocess
from pathlib import Path

import pytest

from scanner.dataset import DatasetError, Store, open_store
from scanner.dataset.export import export_store, import_export, is_export
from scanner.dataset.formats import FORMS
from scanner.dataset.photos import place_of
from scanner.dataset.splits import SPLITS, find_twins, split_of
from tests.dataset.kit import CORNERS, failed_scan, garden, photo, scan

GAMES = 14
"""Enough that every split gets some."""


def fill(store: Store) -> None:
    """All that a record can hold, in a few dozen records."""
    for n in range(GAMES):
        game = f"Večer č. {n}"
        first = store.add(photo(3 * n), scan=scan(n, 0.5), garden=garden(n), game=game, player="Eva", consent=True, licence="CC-BY-4.0")
        store.add(photo(3 * n + 1), game=game, player="Jan", consent=True, note='"quoted",\n\tžluť\u2028kůň', sheet={"statues": n})
        store.add(photo(3 * n + 2), scan=failed_scan(), same_garden=first.id, consent=n % 2 == 0, edition="en")
        store.add_scan(first.id, scan(n + 1, 0.75, {"evidence": "new"}))
        store.correct(first.id, garden(n + 1), by="Jan")
    store.add(photo(0), consent=True, licence="CC0-1.0")
    store.add(photo(60), consent=True, crop_to=CORNERS, whole=True, edition="pl")


def tree(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = open_store(tmp_path_factory.mktemp("filled"))
    fill(store)
    return store


@pytest.mark.parametrize("form", FORMS)
def test_export_import_export_gives_the_same_bytes(filled: Store, tmp_path: Path, form: str) -> None:
    done = export_store(filled, tmp_path / "one", form, everything=True)
    assert done.done == filled.count()
    other = open_store(tmp_path / "other")
    assert is_export(tmp_path / "one")
    back = import_export(other, tmp_path / "one")
    assert (back.done, back.skipped, back.failed) == (filled.count(), 0, ())
    assert {r.id: r for r in other.walk()} == {r.id: r for r in filled.walk()}
    export_store(other, tmp_path / "two", form, everything=True)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    again = import_export(other, tmp_path / "two")
    assert (again.done, again.skipped, again.failed) == (0, filled.count(), ())
    other.close()


def test_export_to_postgresql_and_back(filled: Store, postgres: str, tmp_path: Path) -> None:
    export_store(filled, tmp_path / "one", "jsonl", everything=True)
    other = open_store(postgres, photos=tmp_path / "photos")
    assert import_export(other, tmp_path / "one").failed == ()
    export_store(other, tmp_path / "two", "jsonl", everything=True)
    other.close()
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_only_with_consent(filled: Store, tmp_path: Path) -> None:
    done = export_store(filled, tmp_path / "out", "jsonl")
    agreed = {r.id for r in filled.walk() if r.consent}
    lines = [json.loads(line) for split in SPLITS for line in (tmp_path / f"out/{split}.jsonl").read_text("utf-8").rstrip("\n").split("\n")]
    assert {line["id"] for line in lines} == agreed
    assert 0 < done.done == len(agreed) < filled.count()
    shown = {p.stem for p in (tmp_path / "out/photos").iterdir()}
    assert shown == {line["photo"]["sha256"] for line in lines}


@pytest.mark.parametrize("form", FORMS)
def test_checksums_and_card(filled: Store, tmp_path: Path, form: str) -> None:
    export_store(filled, tmp_path / "out", form, title="My box")
    checked = subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=tmp_path / "out", check=False, capture_output=True)
    assert checked.returncode == 0, checked.stdout
    listed = {line.split("  ", 1)[1] for line in (tmp_path / "out/SHA256SUMS").read_text().splitlines()}
    assert listed | {"SHA256SUMS"} == tree(tmp_path / "out").keys()
    card = (tmp_path / "out/README.md").read_text()
    assert card.startswith("---\nlicense: other\n")
    for words in ("# My box", "| CC-BY-4.0 | 14 |", "| unspecified |", "| train |"):
        assert words in card


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # of pycocotools against numpy 2
def test_pycocotools_reads_the_coco_export(filled: Store, tmp_path: Path) -> None:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    export_store(filled, tmp_path / "out", "coco", everything=True)
    images = 0
    for split in SPLITS:
        with contextlib.redirect_stdout(io.StringIO()):
            coco = COCO(tmp_path / f"out/annotations/{split}.json")
        assert coco.loadCats(coco.getCatIds())[0]["keypoints"] == ["far_left", "far_right", "near_right", "near_left"]
        for image in coco.loadImgs(coco.getImgIds()):
            images += 1
            assert (tmp_path / "out/images" / split / image["file_name"]).is_file()
            for annotation in coco.loadAnns(coco.getAnnIds(imgIds=[image["id"]])):
                x, y, w, h = annotation["bbox"]
                assert 0 <= x <= x + w <= image["width"]
                assert 0 <= y <= y + h <= image["height"]
                assert coco.annToMask(annotation).sum() > 0.5 * w * h
                assert annotation["num_keypoints"] == 4
        found = [{"image_id": a["image_id"], "category_id": 1, "bbox": a["bbox"], "score": 1.0} for a in coco.dataset["annotations"]]
        if found:
            with contextlib.redirect_stdout(io.StringIO()):
                judged = COCOeval(coco, coco.loadRes(found), "bbox")
                judged.evaluate()
                judged.accumulate()
                judged.summarize()
            assert judged.stats[0] == pytest.approx(1.0)
    assert images == filled.count()


def test_yolo_labels_point_at_the_board(filled: Store, tmp_path: Path) -> None:
    export_store(filled, tmp_path / "out", "yolo", everything=True)
    assert "val: images/validation" in (tmp_path / "out/data.yaml").read_text()
    seen = 0
    for record in filled.walk():
        split = split_of(record.group)
        assert (tmp_path / f"out/images/{split}/{record.id}.jpg").is_file()
        words = (tmp_path / f"out/labels/{split}/{record.id}.txt").read_text().split()
        if record.board_px is None:
            assert words == []
            continue
        seen += 1
        assert (len(words), words[0]) == (5 + 4 * 3, "0")
        numbers = [float(w) for w in words[1:]]
        assert all(0 <= n <= 2 for n in numbers)
        for i, (x, y) in enumerate(record.board_px):
            assert numbers[4 + 3 * i] * record.width == pytest.approx(x, abs=0.01)
            assert numbers[5 + 3 * i] * record.height == pytest.approx(y, abs=0.01)
    assert seen == GAMES + 1


def test_an_export_appears_complete_or_not_at_all(filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(filled.photos), "read", fail)
    with pytest.raises(DatasetError) as caught:
        export_store(filled, tmp_path / "out", "jsonl")
    assert caught.value.code == "dataset.full"
    assert list(tmp_path.iterdir()) == []


def test_a_record_without_its_photo_is_left_out_and_named(local: Store, tmp_path: Path) -> None:
    kept = [local.add(photo(n), whole=True, consent=n != 3) for n in range(4)]
    local.photos.remove(kept[0].photo_sha256)
    (tmp_path / "dataset/photos" / place_of(kept[1].photo_sha256)).write_bytes(photo(9))
    steps: list[str] = []
    outcome = export_store(local, tmp_path / "out", "yolo", each=steps.append)
    assert (outcome.done, outcome.unagreed, {what for what, _ in outcome.failed}) == (1, 1, {kept[0].id, kept[1].id})
    assert sorted(steps) == sorted(r.id for r in kept[:3])
    other = open_store(tmp_path / "other")
    assert import_export(other, tmp_path / "out").failed == ()
    assert [r.id for r in other.walk()] == [kept[2].id]
    other.close()


def test_a_place_that_cannot_be_reached_ends_the_export(local: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise DatasetError("dataset.photos_unreachable", "no answer")

    local.add(photo(1), consent=True)
    monkeypatch.setattr(type(local.photos), "read", fail)
    with pytest.raises(DatasetError):
        export_store(local, tmp_path / "out", "jsonl")
    assert not (tmp_path / "out").exists()


def test_equal_photos_in_different_splits_are_told(local: Store, tmp_path: Path) -> None:
    ids = {local.add(photo(1), game=game, consent=True).id for game in ("club night 1", "club night 11")}
    outcome = export_store(local, tmp_path / "out", "jsonl")
    assert [set(pair) for pair in outcome.near] == [ids]
    assert "| nearly equal photos across splits | 1 |" in (tmp_path / "out/README.md").read_text()


def test_any_licence_fits_into_the_card(local: Store, tmp_path: Path) -> None:
    local.add(photo(1), consent=True, licence='club: "ours", # all')
    export_store(local, tmp_path / "out", "jsonl")
    assert (tmp_path / "out/README.md").read_text().splitlines()[1] == r'license: "club: \"ours\", # all"'


def test_nothing_is_written_over(filled: Store, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(DatasetError) as caught:
        export_store(filled, tmp_path, "coco")
    assert caught.value.code == "dataset.not_empty"
    with pytest.raises(DatasetError):
        export_store(filled, tmp_path / "new", "parquet")


def test_a_changed_export_is_noticed(filled: Store, tmp_path: Path, local: Store) -> None:
    export_store(filled, tmp_path / "out", "jsonl", everything=True)
    lines = tmp_path / "out/train.jsonl"
    good = lines.read_bytes()
    lines.write_bytes(good.replace(b"Eva", b"Iva"))
    assert [what for what, _ in import_export(local, tmp_path / "out").failed] == ["train.jsonl"]
    lines.write_bytes(good)
    victim = next((tmp_path / "out/photos").iterdir())
    victim.write_bytes(photo(70))
    missing = sorted((tmp_path / "out/photos").iterdir())[-1]
    missing.unlink()
    outcome = import_export(local, tmp_path / "out")
    hit = {r.id for r in filled.walk() if r.photo_sha256 in (victim.stem, missing.stem)}
    assert {what for what, _ in outcome.failed} == hit
    assert outcome.done == filled.count() - len(hit)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format":"semiramis.dataset/9"}', "\0", '{"format":"semiramis.dataset/1","form":"../x"}']
)
def test_what_is_no_export(tmp_path: Path, local: Store, text: str) -> None:
    (tmp_path / "semiramis.json").write_text(text)
    with pytest.raises(DatasetError) as caught:
        import_export(local, tmp_path)
    assert caught.value.code == "dataset.bad_export"


def test_an_import_ends_when_the_database_is_gone(filled: Store, tmp_path: Path, local: Store) -> None:
    export_store(filled, tmp_path / "out", "jsonl", everything=True)
    seen: list[str] = []

    def vanish(record_id: str) -> None:
        seen.append(record_id)
        if len(seen) == 3:
            assert local.database.file is not None
            local.database.file.unlink()

    outcome = import_export(local, tmp_path / "out", vanish)
    assert (outcome.done, len(outcome.failed), len(seen)) == (3, 1, 3)
    assert "removed or replaced" in outcome.failed[0][1]


def test_an_import_does_not_overwrite(filled: Store, tmp_path: Path) -> None:
    export_store(filled, tmp_path / "out", "jsonl", everything=True)
    other = open_store(tmp_path / "other")
    import_export(other, tmp_path / "out")
    record = next(other.walk())
    other.label(record.id, note="changed since")
    outcome = import_export(other, tmp_path / "out")
    assert [what for what, _ in outcome.failed] == [record.id]
    assert other.get(record.id).note == "changed since"
    other.close()


def test_splits_are_by_game_and_stable() -> None:
    names = [f"game:{n}" for n in range(4000)]
    before = {name: split_of(name) for name in names[:100]}
    counts = [sum(split_of(n) == s for n in names) / len(names) for s in SPLITS]
    assert before == {name: split_of(name) for name in names[:100]}
    assert counts == pytest.approx([0.8, 0.1, 0.1], abs=0.02)
    known = {"game:club night 1": "train", "game:club night 11": "validation", "game:club night 4": "test"}
    assert {name: split_of(name) for name in known} == known, "a new version moved games to other splits"


def test_no_game_garden_or_photo_is_in_two_splits(filled: Store, tmp_path: Path) -> None:
    export_store(filled, tmp_path / "out", "jsonl", everything=True)
    homes: dict[str, set[str]] = {}
    for split in SPLITS:
        for line in (tmp_path / f"out/{split}.jsonl").read_text("utf-8").rstrip("\n").split("\n"):
            data = json.loads(line)
            for key in (f"game {data['game']}", f"garden {data['garden_id']}"):
                if data["game"] is not None or key.startswith("garden"):
                    homes.setdefault(key, set()).add(split)
    assert {key for key, where in homes.items() if len(where) > 1} == set()
    assert len(set().union(*homes.values())) == 3


def test_twins_are_found(local: Store) -> None:
    one = local.add(photo(1), game="a")
    same = local.add(photo(1), game="b")
    near = local.add(photo(1, quality=50), game="c")
    local.add(photo(2), game="d")
    twins = find_twins(local.walk())
    assert {frozenset((t.first, t.second)) for t in twins} == {
        frozenset(p) for p in ((one.id, same.id), (one.id, near.id), (same.id, near.id))
    }
    assert [t.same_file for t in twins] == [True, False, False]
    assert all(t.across_splits == (split_of(local.get(t.first).group) != split_of(local.get(t.second).group)) for t in twins)
