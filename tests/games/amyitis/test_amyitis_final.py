"""The final result from the table, what the table contradicts, and the doors: sheets, sentences, drawings, bad input."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.errors import GameError
from scanner.games.amyitis import record as door
from scanner.games.amyitis.words import PHRASES
from scanner.games.phrases import LANGUAGES, load_phrases

TABLE: dict[str, Any] = {
    "game": "amyitis",
    "players": ["Ada", "Ben", "Cyd"],
    "tiles_left": 4,
    "final": {
        "Ada": {
            "track": 54,
            "tiles": [4, 2, 6, 1, 10, 3],
            "goods": ["salt", "wine"],
            "palace": 3,
            "caravan": 1,
            "irrigation": 5,
            "banker": 0,
        },
        "Ben": {"track": 47, "tiles": 4, "goods": 1},
        "Cyd": {"track": 61, "tiles": [8, None], "goods": 4, "caravan": 2},
    },
}
GAME = dict(door.play(3, 2).data)


def change(player: str, **values: Any) -> dict[str, Any]:
    return {**TABLE, "final": {**TABLE["final"], player: {**TABLE["final"][player], **values}}}


def test_final_result() -> None:
    sheet = door.score(door.parse(json.dumps(TABLE)))
    assert sheet.complete
    assert sheet.totals == (54 + 10 + 2, 47 + 5 + 1, 61 + 0 + 4)
    assert sheet.ranks == (1, 3, 2)
    assert not door.violations(door.parse(json.dumps(TABLE)))


def test_final_result_when_the_markers_have_moved() -> None:
    sheet = door.score(door.parse(json.dumps({**TABLE, "bonus_counted": True})))
    assert sheet.totals == (54, 47, 61)
    assert [row["favour"] for row in sheet.rows] == [10, 5, 0]


def test_verify_final_scores() -> None:
    record = door.parse(json.dumps({**TABLE, "scores": {"Ada": 66, "Ben": 55, "Cyd": 11}}))
    verdicts = door.verify(record)
    assert [v.status for v in verdicts] == ["right", "wrong", "impossible"]
    assert verdicts[0].low == 66
    for verdict in verdicts:
        for reason in verdict.reasons:
            assert all("{" not in door.tell(reason, record, lang) for lang in LANGUAGES)


def test_bounds_without_a_track() -> None:
    """Tiles 26, palace 2 + 3 + 4, five cubes at least 2 each; with 8 rounds at most 6 per cube, 3 per planted cell, Marduk 2 a round."""
    record = door.parse(json.dumps({**change("Ada", track=None), "rounds": 8}))
    sheet = door.score(record)
    assert not sheet.complete
    assert sheet.totals[0] == 26 + 9 + 10 + 10 + 2
    assert sheet.high[0] == sheet.totals[0] + 5 * 4 + 12 * 3 + 8 * 2
    assert door.verify(record, {"Ada": 60})[0].status == "possible"
    assert door.verify(record, {"Ada": 50})[0].status == "impossible"
    assert door.verify(record, {"Ada": 200})[0].status == "impossible"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({**TABLE, "tiles_left": 5}, "tiles-do-not-add-up"),
        ({**TABLE, "tiles_left": 5}, "end-not-reached"),
        (change("Ben", goods=3, caravan=1), "too-many-goods"),
        (change("Ben", goods=["salt"] * 8), "goods-not-in-box"),
        (change("Ben", palace=7), "no-such-card"),
        (change("Ada", caravan=2), "too-many-cards"),
        (change("Ada", track=30), "track-impossible"),
    ],
)
def test_contradictions(data: dict[str, Any], code: str) -> None:
    record = door.parse(json.dumps(data))
    found = door.violations(record)
    assert code in {f.code for f in found}
    assert all("{" not in door.tell(f, record, lang) for f in found for lang in LANGUAGES)


def test_every_phrase_in_four_languages_with_the_same_gaps() -> None:
    for key, versions in load_phrases(PHRASES).items():
        assert tuple(versions) == LANGUAGES, key
        assert len({tuple(sorted(re.findall(r"\{(\w+)\}", text))) for text in versions.values()}) == 1, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_award_and_doubt_is_explained(lang: str) -> None:
    poor = {**GAME, "box": {}, "garden": {}}
    for data in (GAME, poor):
        record = door.parse(json.dumps(data))
        assert not any("{" in line or "why-" in line or "doubt-" in line for line in door.explain(record, lang))
        assert all("{" not in door.tell(f, record, lang) for f in door.violations(record))


def test_verify_a_log() -> None:
    record = door.parse(json.dumps(GAME))
    sheet = door.score(record)
    right = dict(zip(sheet.players, sheet.totals, strict=True))
    assert {v.status for v in door.verify(record, right)} == {"right"}
    assert door.verify(record, {"Ada": right["Ada"] - 2})[0].status == "wrong"
    cut = door.parse(json.dumps({**GAME, "events": GAME["events"][:50]}))
    assert door.verify(cut, {"Ada": 500})[0].status == "possible"
    assert door.running_track(record)[-1][1] == sheet.totals


def test_a_log_with_unread_tiles_is_never_complete() -> None:
    blank = {key: {"quality": tile["quality"], "bonus": tile["bonus"]} for key, tile in GAME["garden"].items()}
    record = door.parse(json.dumps({**GAME, "garden": blank}))
    sheet = door.score(record)
    assert not sheet.complete
    assert None in sheet.high
    assert "possible" in {v.status for v in door.verify(record, dict.fromkeys(sheet.players, 300))}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_drawing_is_whole_and_tappable(players: int) -> None:
    record = door.play(players, 1)
    root = ElementTree.fromstring(door.draw(record, "de"))
    assert len({g.get("data-cell") for g in root.iter() if g.get("data-cell")}) == 16
    assert len({g.get("data-edge") for g in root.iter() if g.get("data-edge")}) == 24
    with pytest.raises(GameError, match="nothing-to-draw"):
        door.draw(door.parse(json.dumps(TABLE)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
EVENT_KEYS = (
    "turn",
    "player",
    "group",
    "groups",
    "craftsman",
    "row",
    "temple",
    "edge",
    "camels",
    "steps",
    "city",
    "pay",
    "card",
    "cell",
    "quality",
    "tile",
)
WORDS = ["hire", "pass", "caravan", "farmer", "engineer", "upper", "marduk", "Babylon", "Mari", "Uruk", "salt", "banker"]


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(["round", "hire", "pass", "caravan", "track", "discard"]),
    st.dictionaries(st.sampled_from(EVENT_KEYS), JSON | st.sampled_from(WORDS)),
)
def test_any_event_is_scored_or_refused(kind: str, event: dict[str, Any]) -> None:
    record = door.parse(json.dumps({"players": ["Ada", "Ben"], "events": [{"do": kind, **event}]}))
    for finding in door.violations(record):
        assert door.tell(finding, record, "en")


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(("players", "box", "garden", "settings", "scores", "final", "tiles_left", "rounds", "bonus_counted", "events")), JSON
)
def test_any_header_is_read_or_refused(key: str, value: Any) -> None:
    for base in (GAME, TABLE):
        try:
            record = door.parse(json.dumps({**base, key: value}))
            door.score(record)
            door.violations(record)
            door.verify(record)
        except GameError:
            pass


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(("track", "tiles", "goods", "palace", "caravan", "banker", "irrigation")), JSON)
def test_any_hoard_is_read_or_refused(key: str, value: Any) -> None:
    try:
        record = door.parse(json.dumps(change("Ada", **{key: value})))
        door.score(record)
        door.violations(record)
    except GameError:
        pass


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(json.loads(json.dumps(GAME["box"])))), JSON)
def test_any_box_is_read_or_refused(key: str, value: Any) -> None:
    with suppress(GameError):
        door.parse(json.dumps({**GAME, "box": {**GAME["box"], key: value}}))
