"""`semiramis dataset` as a collector meets it: what can be taken back, what is asked, what is told, in every language."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scanner import pipeline
from scanner.cli import main
from scanner.commands import _dataset_words
from scanner.dataset import Store, open_store
from scanner.dataset.doctor import examine
from scanner.dataset.photos import place_of
from scanner.dataset.words import PHRASES, REPORT
from scanner.errors import ScannerError
from scanner.games.phrases import LANGUAGES
from scanner.progress import Bar
from tests.dataset.kit import garden, photo, scan, total

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Told:
    """Runs `semiramis dataset …` on a dataset of its own: (exit code, standard output, standard error)."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["dataset", words[0], "--dataset", str(tmp_path / "d"), *words[1:]])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def filled(tmp_path: Path) -> list[str]:
    """Six records in the dataset of `told`: scanned, half of them corrected; their ids."""
    store = open_store(tmp_path / "d")
    ids = [store.add(photo(n), scan=scan(n, 0.5), whole=True, consent=n < 2, game=f"game {n}").id for n in range(6)]
    for n in range(3):
        store.correct(ids[n], garden(n))
    store.close()
    return ids


READING = [("list",), ("next",), ("show", "x"), ("report",), ("doctor",), ("rescan",), ("export", "out"), ("correct", "x", "--undo")]


@pytest.mark.parametrize("words", [*READING, ("delete", "x"), ("label", "x", "--consent")])
def test_a_mistyped_place_is_told_and_not_made(told: Told, tmp_path: Path, words: tuple[str, ...]) -> None:
    code, _, err = told(*words)
    assert code == 1
    assert "[dataset.none]" in err
    assert not (tmp_path / "d").exists()


def test_an_empty_database_server_is_no_dataset(postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--database", postgres, "--photos", str(tmp_path)]
    assert main(["dataset", "list", *place]) == 1
    assert "[dataset.none]" in capsys.readouterr().err
    open_store(postgres, photos=tmp_path).close()
    assert main(["dataset", "list", *place]) == 0


def test_a_correction_is_taken_back(told: Told, filled: list[str]) -> None:
    code, out, _ = told("correct", filled[5], "D6/1Y", "--json")
    assert (code, len(json.loads(out)["corrections"])) == (0, 1)
    code, out, _ = told("correct", filled[5], "--undo", "--json")
    assert (code, json.loads(out)["corrections"]) == (0, [])
    for wrong in (("--undo",), (), ("D6/1Y", "--undo")):
        assert told("correct", filled[5], *wrong)[0] == 1


def test_labels_are_changed_afterwards(told: Told, filled: list[str]) -> None:
    assert told("label", *filled[2:4], "--consent", "--licence", "CC0-1.0", "--player", "Eva")[0] == 0
    assert told("export", str(Path(filled[0])), "--json")[0] == 0
    for record_id in filled[2:4]:
        record = json.loads(told("show", record_id, "--json")[1])
        assert (record["consent"], record["licence"], record["player"]) == (True, "CC0-1.0", "Eva")
    assert told("label", filled[2], "--no-consent", "--player", "", "--sheet", "statues=4")[0] == 0
    record = json.loads(told("show", filled[2], "--json")[1])
    assert (record["consent"], record["player"], record["sheet"]) == (False, None, {"statues": 4})
    assert "[dataset.bad_label]" in told("label", filled[2])[2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_mistyped_id_deletes_nothing(told: Told, filled: list[str]) -> None:
    assert told("delete", filled[0], filled[1], "0" * 32)[0] == 1
    assert len(told("list")[1].splitlines()) == 6
    assert told("delete", filled[0], filled[0], filled[1])[1] == "deleted: 2\n"
    assert len(told("list")[1].splitlines()) == 4


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "options", "left"), [("n", (), 6), ("", (), 6), ("j", ("--lang", "de"), 5), ("n", ("--yes",), 5)])
def test_deleting_asks_a_person(
    told: Told, filled: list[str], monkeypatch: pytest.MonkeyPatch, answer: str, options: tuple[str, ...], left: int
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\n"))
    assert told("delete", filled[0], *options)[0] == (left == 6)
    assert len(told("list", "--json")[1].splitlines()) == left


def test_a_long_list_says_that_it_is_cut(told: Told, filled: list[str]) -> None:
    code, out, err = told("list", "--limit", "4")
    assert (code, len(out.splitlines()), err) == (0, 4, "There are more than 4; --limit shows them.\n")
    assert told("list", "--limit", "6")[2] == ""
    assert told("list", "--limit", "0")[0] == 2
    assert told("list", "--limit", "-1")[0] == 2


def test_what_is_not_exported_is_told(told: Told, filled: list[str]) -> None:
    code, out, err = told("export", "out")
    assert (code, out) == (0, "exported 2, already there 0, failed 0\n")
    assert "left out: 4" in err
    assert told("export", "all", "--all")[2] == ""


def test_the_same_photo_twice_is_told(told: Told, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(photo(1))
    (tmp_path / "b.jpg").write_bytes(photo(1, quality=50))
    code, out, err = told("add", "a.jpg", "--json")
    first = json.loads(out)["id"]
    assert (code, err) == (0, "")
    assert told("add", "a.jpg")[2] == f"This photo was here already, as record {first}.\n"
    assert told("add", "b.jpg")[2] == f"b.jpg: looks nearly like record {first}\n"


def test_failures_of_one_kind_do_not_fill_the_screen(told: Told, tmp_path: Path) -> None:
    for n in range(9):
        (tmp_path / f"{n}.jpg").write_bytes(b"no photo")
    code, out, _ = told("import", ".")
    assert code == 1
    assert out.count("! ") == 6
    assert "! … and 4 more for the same reason\n" in out
    assert len(json.loads(told("import", ".", "--json")[1])["failed"]) == 9


def test_a_missing_network_leaves_nothing(told: Told, filled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ScannerError("models.missing", "The network pieces.onnx is missing. Install Semiramis again.")

    monkeypatch.setattr(pipeline, "load_network", refuse)
    (tmp_path / "a.jpg").write_bytes(photo(9))
    assert "[models.missing]" in told("add", "a.jpg", "--scan")[2]
    code, out, _ = told("rescan")
    assert code == 1
    assert "pieces.onnx is missing" in out
    assert out.endswith("rescanned 0, already there 0, failed 6\n")
    records = [json.loads(line) for line in told("list", "--json")[1].splitlines()]
    assert [len(r["scans"]) for r in records] == [1] * 6


def test_every_long_run_shows_how_far_it_is(told: Told, filled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: dict[str, list[int]] = {}

    def step(self: Bar, note: str = "") -> None:
        steps.setdefault(self.label, []).append(self.total)

    monkeypatch.setattr(Bar, "step", step)
    store = open_store(tmp_path / "d")
    store.add(photo(0), whole=True)  # two records of one photo
    store.close()
    monkeypatch.setattr(pipeline.Scanner, "_look", refuse_board)
    for words in (("export", "out", "--all"), ("import", "out"), ("doctor",), ("rescan",)):
        told(*words)
    assert steps == {"export": [7] * 7, "import": [7] * 7, "doctor": [7] * 6, "rescan": [7] * 7}


def test_labels_of_an_export_are_its_own(told: Told, filled: list[str]) -> None:
    told("export", "out", "--all")
    for label in (("--game", "x"), ("--consent",), ("--edition", "cs")):
        code, _, err = told("import", "out", *label)
        assert code == 1
        assert "[dataset.bad_label]" in err
    assert told("import", "out")[0] == 0


def refuse_board(*_: object) -> None:
    raise ScannerError("board.missing", "no board")


LABELS = {"corrected", "scanned", "photo", "record", "points", "wrong cells", "findings", "exported", "already there", "probability"}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_no_english_in_other_languages(told: Told, filled: list[str], lang: str, tmp_path: Path) -> None:
    printed = "".join(told("export", "out", "--lang", lang)[1:])
    store = open_store(tmp_path / "d")
    store.photos.remove(store.get(filled[0]).photo_sha256)
    store.add(photo(5), whole=True)
    store.close()
    for run in (("list",), ("next",), ("show", filled[1]), ("report",), ("doctor",), ("list", "--limit", "1")):
        printed += "".join(told(*run, "--lang", lang)[1:])
    assert printed.count("\n") > 30
    assert str(total(1)) in printed
    found = [word for word in LABELS if re.search(rf"(?<![\w\[-]){word}(?![\w\]-])", printed)]
    assert found == [], printed


def test_every_phrase_in_every_language_has_the_same_gaps() -> None:
    for phrases in (_dataset_words.PHRASES, PHRASES, REPORT):
        for key, phrase in phrases.items():
            assert set(phrase) == set(LANGUAGES), key
            gaps = {lang: sorted(re.findall(r"{(\w+)}", text)) for lang, text in phrase.items()}
            assert len({tuple(found) for found in gaps.values()}) == 1, key


def test_every_finding_has_its_words(local: Store, tmp_path: Path) -> None:
    import inspect

    from scanner.dataset import doctor

    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', inspect.getsource(doctor)))
    assert {"photo-missing", "same-photo", "across-splits"} <= codes <= set(_dataset_words.PHRASES)
    ids = [local.add(photo(1), game=game, whole=True) for game in ("club night 1", "club night 11")]
    (tmp_path / "dataset/photos" / place_of(ids[0].photo_sha256)).write_bytes(b"rotten")
    assert [(f.code, f.detail) for f in examine(local)] == [("photo-damaged", ""), ("same-photo", "across-splits")]
