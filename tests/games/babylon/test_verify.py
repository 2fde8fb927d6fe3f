"""Hand-written sheets: right lines are recognised, and each human slip is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.errors import GameError
from scanner.games.babylon.notation import parse_notation, parse_text
from scanner.games.babylon.score import LINES, score_garden
from scanner.games.babylon.settings import Settings
from scanner.games.babylon.verify import read_sheet, verify_sheet
from scanner.games.babylon.words import LANGUAGES

SAMPLE = parse_text((Path(__file__).parents[3] / "samples/garden.json").read_text())
RIGHT = score_garden(SAMPLE).to_dict()
# two statues serve as pillars, one belvedere and one white tile are hidden
TALL = parse_notation("A1/1W C1/1B E1/1Y B1/2P D1/2W C1/3Y A3/1P S:B1/1 S:C1/1 S:A1/1 S:F1/1 V:E1/1 T:B2/2-A2/1 V:D2/3")


def written(**numbers: int) -> dict[str, int]:
    """The right sheet of the sample with some lines changed and the total added up from them."""
    lines = {**{line: RIGHT[line] for line in LINES}, **{k: v for k, v in numbers.items() if k != "total"}}
    return {**lines, "total": numbers.get("total", sum(lines.values()))}


# (slip, written sheet of the worked example, code)
SLIPS = [
    ("highest point not doubled", written(highest=3), "highest-not-doubled"),
    ("highest point one level too high", written(highest=8), "highest-level"),
    ("stairs: upper level only", written(stairs=5), "stairs-upper-only"),
    ("stairs: lower level only", written(stairs=3), "stairs-lower-only"),
    ("bridges not tripled", written(bridges=4), "not-tripled"),
    ("bridges without level", written(bridges=6), "level-ignored"),
    ("fountains: both ends counted", written(fountains=12), "both-ends-counted"),
    ("statues without level", written(statues=4), "level-ignored"),
    ("belvederes by level", written(belvederes=9), "belvederes-by-level"),
    ("sets written instead of points", written(diversity=2), "sets-not-multiplied"),
    ("a set counted twice", written(diversity=12), "set-twice"),
    ("a set of flowers overlooked", written(flowers=4), "set-missed"),
    ("the hidden white tile counted changes nothing", written(), ""),
    ("a piece forgotten, its set too", written(fountains=3, diversity=4), "piece-missed"),
    ("a piece counted twice", written(bridges=21), "piece-twice"),
    ("a piece on a wrong level", written(bridges=15), "piece-twice"),
    ("bridge hides the statue", written(statues=5), "bridge-rule"),
    ("rows swapped", written(flowers=5, belvederes=8), "rows-swapped"),
    ("a line forgotten", written(belvederes=0), "line-forgotten"),
    ("a line left out of the total", written(total=54), "left-out-of-total"),
    ("a line added twice", written(total=67), "added-twice"),
    ("wrong carry", written(total=70), "carry"),
    ("plain addition error", written(total=61), "addition"),
    ("only the total, one slip", {"total": 57}, "highest-not-doubled"),
    ("only one line", {"stairs": 5}, "stairs-upper-only"),
]


@pytest.mark.parametrize(("slip", "sheet", "code"), SLIPS, ids=[case[0] for case in SLIPS])
def test_single_slips_are_named(slip: str, sheet: dict[str, int], code: str) -> None:
    verdict = verify_sheet(SAMPLE, sheet)
    if not code:
        assert verdict.ok
        assert verdict.slip is None
        return
    found = verdict.slip or next(line.slip for line in verdict.lines if line.slip)
    assert found.code == code, found.sentence()
    for lang in LANGUAGES:
        assert "{" not in found.sentence(lang)


@pytest.mark.parametrize(
    ("numbers", "code", "piece"),
    [
        ({"statues": 3}, "pillar-counted", "statue B1"),
        ({"statues": 4}, "all-hidden-counted", "statue B1"),
        ({"statues": 1}, "piece-missed", "statue"),
        ({"stairs": 2, "total": 15}, "stairs-upper-only", ""),
    ],
)
def test_hidden_pieces_are_named(numbers: dict[str, int], code: str, piece: str) -> None:
    verdict = verify_sheet(TALL, numbers)
    found = verdict.lines[0].slip
    assert found is not None
    assert found.code == code
    assert piece in found.sentence()


def test_every_line_tells_by_how_much() -> None:
    verdict = verify_sheet(SAMPLE, written(statues=9, highest=3))
    off = {line["line"]: line["off"] for line in verdict.to_dict()["lines"]}
    assert off == {**dict.fromkeys(RIGHT, 0), "statues": 2, "highest": -3, "total": -1}
    assert [line.slip.code for line in verdict.lines if line.slip] == ["piece-twice", "highest-not-doubled", "total-follows"]
    assert verdict.slip is None


def test_swapped_digits() -> None:
    verdict = verify_sheet(SAMPLE, written(statues=9, total=26))
    assert [line.slip.code for line in verdict.lines if line.slip] == ["piece-twice", "digits-swapped"]


def test_partial_sheets_with_a_total() -> None:
    verdict = verify_sheet(SAMPLE, {"highest": 3, "stairs": 5, "total": 54})
    assert [line.slip.code for line in verdict.lines if line.slip] == ["stairs-upper-only", "highest-not-doubled", "total-follows"]


def test_settings_reach_the_judge() -> None:
    assert verify_sheet(SAMPLE, {"total": 58}, Settings(bridge_hides=True)).ok


@pytest.mark.parametrize("bad", [{}, [], None, {"towers": 3}, {"total": "60"}, {"total": -1}, {"total": True}, {"total": 10**9}])
def test_bad_sheets(bad: object) -> None:
    with pytest.raises(GameError) as caught:
        read_sheet(bad)
    assert caught.value.code == "bad-sheet"
