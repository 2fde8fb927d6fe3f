"""What the command line and the pages use: text in; sheets, sentences, verdicts and drawings out; nothing but GameError for bad input."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.errors import GameError
from scanner.games.babylonia import record as door
from scanner.games.babylonia.play import play_random
from scanner.games.babylonia.position import position_of, position_to_dict
from scanner.games.babylonia.words import PHRASES
from scanner.games.phrases import LANGUAGES, load_phrases
from tests.games.babylonia.babylonia_tables import header

GAME = dict(door.play(3, 2).data)
FINAL = play_random(3, 2)[1]


def test_every_phrase_in_four_languages_with_the_same_gaps() -> None:
    for key, versions in load_phrases(PHRASES).items():
        assert tuple(versions) == LANGUAGES, key
        gaps = {tuple(sorted(re.findall(r"\{(\w+)\}", text))) for text in versions.values()}
        assert len(gaps) == 1, key
        assert all(versions.values()), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_award_is_explained(lang: str) -> None:
    record = door.parse(json.dumps(GAME))
    assert isinstance(record, door.LogRecord)
    lines = list(door.explain(record, lang))
    assert len(lines) == sum(len(step.awards) for step in record.replay.steps)
    assert not any("{" in line or "why-" in line for line in lines)


def test_sheet_adds_up() -> None:
    sheet = door.score(door.parse(json.dumps(GAME)))
    assert sheet.complete
    assert sheet.totals == FINAL.points == tuple(sum(row.values()) for row in sheet.rows)
    assert door.running_track(door.parse(json.dumps(GAME)))[-1][1] == FINAL.points


def test_verify_a_log() -> None:
    names = GAME["players"]
    right = dict(zip(names, FINAL.points, strict=True))
    record = door.parse(json.dumps({**GAME, "scores": right}))
    assert isinstance(record, door.LogRecord)
    assert {v.status for v in door.verify(record)} == {"right"}
    step = next(s for s in record.replay.steps if s.awards)
    award = step.awards[0]
    slip = {**right, names[award.player]: right[names[award.player]] - award.points}
    verdict = door.verify(record, slip)[award.player]
    assert verdict.status == "wrong"
    assert any(f.code == "suspect-forgotten" and f.details["event"] == step.number for f in verdict.reasons)
    assert all("{" not in door.tell(f, record, lang) for f in verdict.reasons for lang in LANGUAGES)


def test_verify_a_log_that_breaks_off() -> None:
    cut = {**GAME, "events": GAME["events"][:60]}
    record = door.parse(json.dumps(cut))
    assert not door.score(record).complete
    low = door.score(record).totals
    names = GAME["players"]
    assert door.verify(record, {names[0]: low[0] + 9})[0].status == "possible"
    assert low[0] > 0
    assert door.verify(record, {names[0]: low[0] - 1})[0].status == "impossible"


def test_verify_a_position_says_why() -> None:
    data = position_to_dict(position_of(FINAL, with_dealt=True))
    record = door.parse(json.dumps(data))
    assert not door.violations(record)
    assert {v.status for v in door.verify(record)} == {"possible"}
    name = data["players"][0]
    for score, code in ((0, "verdict-too-low"), (900, "verdict-too-high")):
        verdict = door.verify(record, {name: score})[0]
        assert verdict.status == "impossible"
        assert verdict.reasons[0].code == code
        assert all("{" not in door.tell(f, record, lang) for f in verdict.reasons for lang in LANGUAGES)


def test_a_table_whose_sum_is_impossible() -> None:
    """Every score alone is possible; together they are not, because city tiles pay a fixed sum to the whole table."""
    record = door.parse(json.dumps(position_to_dict(position_of(FINAL, with_dealt=True))))
    sheet = door.score(record)
    assert sheet.high
    highest = {name: most for name, most in zip(sheet.players, sheet.high, strict=True) if most is not None}
    verdicts = door.verify(record, highest)
    assert {v.status for v in verdicts} == {"impossible"}
    assert {v.reasons[0].code for v in verdicts} == {"verdict-table"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"cards": {"Ada": [1, 2, 3, 4, 5]}}, "wrong-number-of-cards"),
        ({"cards": {"Ada": [11]}}, "impossible-card"),
        ({"cities": {"Ada": 17}}, "too-many-cities"),
        ({"cities": {"Ada": ["MSP", "MSP"]}}, "too-many-tiles"),
    ],
)
def test_contradictions_in_a_position(change: dict[str, Any], code: str) -> None:
    data = {**position_to_dict(position_of(FINAL, with_dealt=True)), **change}
    record = door.parse(json.dumps(data))
    found = door.violations(record)
    assert code in {f.code for f in found}
    assert all("{" not in door.tell(f, record, lang) for f in found for lang in LANGUAGES)


def test_pieces_of_a_position_that_contradict_each_other() -> None:
    data = position_to_dict(position_of(FINAL, with_dealt=True))
    farmers = [t for t in data["tokens"] if t["player"] == "Ada" and t["token"] == "farmer"]
    for token in data["tokens"]:
        if token["player"] == "Ada" and token["token"] is not None:
            token["token"] = "farmer"
    assert len(farmers) <= 12
    assert "too-many-of-kind" in {f.code for f in door.violations(door.parse(json.dumps(data)))}
    bare = {**position_to_dict(position_of(FINAL, with_dealt=True)), "tokens": data["tokens"][:5]}
    codes = {f.code for f in door.violations(door.parse(json.dumps(bare)))}
    assert {"end-not-reached", "city-gone-unsurrounded", "field-gone-untaken"} <= codes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_drawing_is_whole_and_tappable(players: int) -> None:
    record = door.play(players, 1)
    root = ElementTree.fromstring(door.draw(record, "pl"))
    groups = [g for g in root.iter() if g.get("data-hex")]
    assert len(groups) == len({g.get("data-hex") for g in groups}) == 175
    tokens = [g for g in root.iter() if g.get("class") == "token"]
    assert isinstance(record, door.LogRecord)
    assert len(tokens) == len(record.replay.state.tokens)


BAD = [
    "", "[]", "7", "{", '"x"', "{}",
    json.dumps({"players": ["A", "A"]}), json.dumps({"players": ["A"]}), json.dumps({"players": "AB"}), json.dumps({"game": "chess"}),
    json.dumps({**GAME, "tiles": {}}), json.dumps({**GAME, "tiles": {"T01": "X"}}), json.dumps({**GAME, "cards": [[1]] * 7}),
    json.dumps({**GAME, "stands": {"Ada": 5}}), json.dumps({**GAME, "settings": 4}), json.dumps({**GAME, "scores": {"Ada": "x"}}),
    json.dumps({**GAME, "events": {}}), json.dumps({"players": ["A", "B"], "tokens": 5}),
    json.dumps({"players": ["A", "B"], "tokens": [{}]}),
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_bad_files_raise_game_errors(text: str) -> None:
    with pytest.raises(GameError):
        door.parse(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("do", "turn", "player", "token", "hex", "site", "card", "draw", "extra", "scores")


@settings(max_examples=250, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(["place", "score", "end", "track", "gap", "farmer", "T05"]), max_size=6)
)
def test_any_event_is_scored_or_refused(event: dict[str, Any]) -> None:
    record = door.parse(json.dumps({**header(3), "events": [event]}))
    for finding in door.violations(record):
        assert door.tell(finding, record, "en")


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(("players", "tiles", "cards", "stands", "settings", "scores", "tokens", "cities", "dealt", "events")), JSON)
def test_any_header_is_read_or_refused(key: str, value: Any) -> None:
    for base in (GAME, position_to_dict(position_of(FINAL, with_dealt=True))):
        try:
            record = door.parse(json.dumps({**base, key: value}))
            door.score(record)
            door.violations(record)
            door.verify(record)
        except GameError:
            pass
