"""Counts, accuracy and the page; and the commands, as a user meets them."""

from __future__ import annotations

import itertools
import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from scanner.cli import main
from scanner.dataset import Store, open_store
from scanner.dataset.figures import Accuracy, Figures, gather_figures, wilson
from scanner.dataset.judging import count_mistakes
from scanner.dataset.report import LETTER_PX, WIDTH, render_report
from scanner.dataset.words import REPORT
from scanner.games.phrases import LANGUAGES
from tests.dataset.kit import failed_scan, garden, garden_of, photo, scan, total

NEW = {"evidence": "new"}


def fill(store: Store) -> None:
    """Eight corrected records: the old networks read half of them rightly, the new ones all but the failed one."""
    for n in range(8):
        record = store.add(photo(n), scan=scan(n if n % 2 else n + 20, 0.5), garden=garden(n), game=f"<b>game</b> {n // 2}", player=f"p{n}")
        store.add_scan(record.id, failed_scan() | {"models": NEW} if n == 7 else scan(n, 0.9, NEW))
    for n, probability in ((8, 0.7), (9, 0.1), (10, 0.4)):
        store.add(photo(n), scan=scan(n, probability))
    store.add(photo(11))


def test_figures(store: Store) -> None:
    fill(store)
    figures = gather_figures(store.walk())
    assert figures.counts == {"records": 12, "corrected": 8, "scanned": 11, "consent": 0, "games": 4, "gardens": 12}
    assert sum(figures.splits.values()) == 12
    assert sorted(figures.points) == sorted(total(n) for n in range(11))
    old, new = figures.by_model
    assert (old.count, new.count) == (8, 8)
    assert new.totals_right == 7 / 8
    assert new.gardens_right == 7 / 8
    assert new.cell_error == 0.0
    assert old.cell_error is not None
    assert old.cell_error > 0.1
    assert old.gardens_right == 0.5
    assert [r.probability for r in figures.next] == [0.1, 0.4, 0.7, None]
    assert json.loads(json.dumps(figures.to_dict()))["next"][0]["probability"] == 0.1


def test_the_interval_of_a_share() -> None:
    """Worked by hand after Wilson: 8 of 10 right."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5)[1] == 1.0


def test_mistakes_are_counted_by_cell() -> None:
    whole = garden_of(3)
    assert count_mistakes(whole.to_dict(), whole.to_dict()) is not None
    data = whole.to_dict()
    top = max(data["tiles"], key=lambda t: t["level"])
    data["tiles"].remove(top)
    data["decorations"] = []
    found = count_mistakes({**whole.to_dict(), "decorations": []}, data)
    assert found is not None
    assert found.cells == 4
    assert count_mistakes({"game": "babylonia"}, data) is None


class Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.append(tag)
        assert not {"src", "href", "onclick"} & dict(attrs).keys(), "the page loads or runs nothing"
        if tag not in ("meta", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag


def test_the_page_stands_alone(store: Store) -> None:
    fill(store)
    page = render_report(gather_figures(store.walk()), "My <box>")
    outline = Outline()
    outline.feed(page)
    assert outline.seen.count("svg") == 3
    assert outline.seen.count("table") == 5
    assert "My &lt;box&gt;" in page
    assert "http" not in page
    for start in page.split("<svg")[1:]:
        ET.fromstring("<svg" + start.partition("</svg>")[0] + "</svg>")


def test_the_page_of_an_empty_dataset(local: Store) -> None:
    page = render_report(gather_figures(local.walk()))
    assert "none yet" in page
    assert "No garden has points yet." in page


@pytest.mark.parametrize(("lang", "words"), [("cs", "Body za zahradu"), ("pl", "Punkty za ogród"), ("de", "Punkte je Garten")])
def test_the_page_in_other_languages(store: Store, lang: str, words: str) -> None:
    fill(store)
    page = render_report(gather_figures(store.walk()), lang=lang)
    assert f'<html lang="{lang}">' in page
    assert words in page
    assert set(REPORT["title"]) == set(LANGUAGES)
    english = [
        phrase["en"] for phrase in REPORT.values() if phrase["en"] != phrase[lang] and " " in phrase["en"] and "{" not in phrase["en"]
    ]
    assert not [phrase for phrase in english if phrase in page]


def test_words_under_an_axis_do_not_touch() -> None:
    """However many months and versions there are; the table below has them all."""
    rows = tuple(Accuracy(f"2026-{n:02d}", 3, 0.5, (0.1, 0.9), 0.5, None, f"2026-{n:02d}-01") for n in range(40))
    figures = Figures({}, {}, tuple(range(0, 400, 3)), rows, rows, ())
    page = render_report(figures)
    for start in page.split("<svg")[1:]:
        texts = ET.fromstring("<svg" + start.partition("</svg>")[0] + "</svg>").findall("text[@text-anchor='middle']")
        assert len(texts) >= 3
        places = sorted((float(t.attrib["x"]), len(t.text or "") * LETTER_PX / 2) for t in texts)
        assert all(x + half < following - other for (x, half), (following, other) in itertools.pairwise(places))
        assert places[-1][0] + places[-1][1] <= WIDTH
    assert page.count("<td>2026-39</td>") == 2


def test_the_page_writes_numbers_as_its_readers_do(local: Store) -> None:
    fill(local)
    figures = gather_figures(local.walk())
    assert "87.5%" in render_report(figures)
    for lang, words in (("de", ("87,5 %", "<td>Training</td>")), ("cs", ("87,5 %", "<td>trénovací</td>")), ("pl", ("87,5%",))):
        page = render_report(figures, lang=lang)
        assert all(word in page for word in words)
        assert "87.5%" not in page


def test_wide_tables_scroll_within_the_page(local: Store) -> None:
    fill(local)
    page = render_report(gather_figures(local.walk()))
    assert page.count("<table>") == page.count('<div class="wide" role="region" tabindex="0" aria-label="') == 5


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Runs `semiramis dataset …` on a dataset of its own: (exit code, what it printed)."""

    def run(*words: str) -> tuple[int, str]:
        code = main(["dataset", words[0], "--dataset", str(tmp_path / "d"), *words[1:]])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_commands(told: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(photo(1))
    (tmp_path / "garden.json").write_text(json.dumps(garden(1)))
    code, out = told("add", str(tmp_path / "a.jpg"), "--game", "night", "--player", "Eva", "--consent", "--sheet", "statues=7", "--json")
    record = json.loads(out)
    assert (code, record["sheet"], record["consent"]) == (0, {"statues": 7}, True)
    code, out = told("correct", record["id"], str(tmp_path / "garden.json"), "--by", "Jan")
    assert code == 0
    assert f"{total(1)} points" in out
    assert told("show", record["id"], "--photo-to", str(tmp_path / "b.jpg"))[0] == 0
    assert (tmp_path / "b.jpg").read_bytes() == photo(1)
    assert record["id"] in told("list", "--corrected")[1]
    assert told("list", "--no-corrected") == (0, "No records.\n")
    assert told("export", str(tmp_path / "out"), "--form", "coco") == (0, "exported 1, already there 0, failed 0\n")
    assert told("import", str(tmp_path / "out")) == (0, "imported 0, already there 1, failed 0\n")
    assert "1 records, 0 findings" in told("doctor")[1]
    assert told("report", "-o", str(tmp_path / "report.html"))[0] == 0
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert told("delete", record["id"]) == (0, "deleted: 1\n")
    code, out = told("show", record["id"])
    assert code == 1
    assert "[dataset.unknown_record]" in out


def test_next_shows_the_most_doubtful_first(told: Any, tmp_path: Path) -> None:
    store = open_store(tmp_path / "d")
    fill(store)
    store.close()
    code, out = told("next", "--limit", "2")
    assert (code, [line.split()[-5] for line in out.splitlines()]) == (0, ["10%", "40%"]) or "10%" in out.splitlines()[0]
    code, out = told("next", "--json")
    assert [json.loads(line)["scans"][0]["scan"]["gardens"][0]["probability"] for line in out.splitlines()] == [0.1, 0.4, 0.7]
    assert told("report", "--json")[0] == 0


def test_a_folder_with_broken_photos_ends_with_a_summary_and_code_1(told: Any, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.jpg").write_bytes(photo(n))
    (folder / "broken.jpg").write_bytes(b"no photo")
    code, out = told("import", str(folder))
    assert code == 1
    assert out.startswith("! broken.jpg: ")
    assert out.endswith("added 3, already there 0, failed 1\n")


def test_a_grave_finding_is_code_1(told: Any, tmp_path: Path) -> None:
    store = open_store(tmp_path / "d")
    record = store.add(photo(1))
    store.photos.remove(record.photo_sha256)
    store.close()
    code, out = told("doctor", "--repair", "--json")
    assert code == 1
    assert [f["code"] for f in json.loads(out)] == ["photo-missing"]


BAD = [
    ("add", "nowhere.jpg"),
    ("add", "a.jpg", "--same-garden", "x"),
    ("show", "x"),
    ("correct", "x", "nonsense"),
    ("import", "nowhere"),
    ("delete", "x"),
    ("add", "a.jpg", "--sheet", "x"),
]


@pytest.mark.parametrize("words", BAD)
def test_refusals_are_sentences(told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jpg").write_bytes(photo(1))
    open_store(tmp_path / "d").close()
    code, out = told(*words)
    assert code == 1
    assert out.startswith("semiramis: ")
    assert json.loads(told(*words, "--json")[1])["error"]["code"]
