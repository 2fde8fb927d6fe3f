"""Every rule of a turn refuses what it forbids, with turn, rule and reason; gaps stop the count and say so."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from scanner.games.babylonia import placing, scoring, turn
from scanner.games.babylonia.events import End, Move, Place, Score
from scanner.games.babylonia.log import Replay, replay
from scanner.games.babylonia.play import play_random
from scanner.games.babylonia.state import Hand, State
from scanner.games.babylonia.turn import apply, ranks
from scanner.games.babylonia.words import explain_stop, word
from scanner.games.eventlog import IllegalEvent, log_from_dict, parse_log, to_dict, to_json_lines
from tests.games.babylonia.babylonia_tables import header, table

CITY_NEAR = {(3, 13): "m1", (6, 14): "m1"}
"""Two of the three land hexes around T05."""
ALL_ROUND_Z5 = {(16, 14): "f0", (17, 13): "f0", (20, 14): "m2", (17, 15): "s2", (19, 13): "p1"}


def events(*moves: dict[str, Any], players: int = 3, wishes: dict[str, str] | None = None, **more: Any) -> Replay:
    return replay(log_from_dict({**header(players, wishes, **more), "events": list(moves)}))


def put(token: str, spot: object, **more: Any) -> dict[str, Any]:
    return {"do": "place", "token": token, "hex": spot, **more}


def farmer(row: int, col: int) -> Place:
    return Place("farmer", (row, col))


LAST_HANDS = (Hand(2, None, (10, 6, 6, 6, 0)),) * 3
FIELDS = {"T01": "6", "T02": "5", "T05": "M"}
REFUSED: list[tuple[str, State, list[Move]]] = [
    ("out-of-play", table(3, {}), [farmer(1, 1)]),
    ("no-such-hex", table(3, {}), [farmer(1, 3)]),
    ("occupied", table(3, {(4, 4): "f1"}), [farmer(4, 4)]),
    ("ziggurat-hex", table(3, {}), [farmer(5, 11)]),
    ("city-hex", table(3, {}, FIELDS), [farmer(4, 14)]),
    ("unknown-on-land", table(3, {}), [Place("unknown", (4, 4))]),
    ("field-needs-farmer", table(3, {(3, 9): "m0"}, FIELDS), [Place("priest", (1, 9))]),
    ("field-needs-neighbour", table(3, {(3, 9): "m1"}, FIELDS), [farmer(1, 9)]),
    ("field-needs-neighbour", table(3, {(2, 8): "f0"}, FIELDS), [farmer(1, 9)]),
    ("first-round", table(3, {}, turn=1), [farmer(4, 4), farmer(5, 3)]),
    ("first-round", table(3, {}, turn=2, player=1), [Place("farmer", h) for h in ((4, 4), (5, 3), (5, 5))]),
    ("river-in-large-turn", table(3, {}), [farmer(4, 4), farmer(4, 2), farmer(5, 5)]),
    ("river-in-large-turn", table(3, {}), [farmer(4, 4), farmer(5, 5), farmer(4, 2)]),
    ("noble-in-farmer-turn", table(3, {}), [farmer(4, 4), farmer(5, 5), Place("priest", (5, 3))]),
    ("noble-in-farmer-turn", table(3, {}), [Place("priest", (4, 4)), Place("servant", (5, 5)), Place("merchant", (5, 3))]),
    ("too-few-tokens", table(3, {}), [farmer(4, 4), End()]),
    ("too-few-tokens", table(3, CITY_NEAR, FIELDS), [farmer(5, 13), Score((4, 14))]),
    ("three-farmers-needed", table(3, {}, cards=((5,), (), ())), [farmer(4, 4), farmer(5, 5), Place("priest", (5, 3)), End()]),
    ("stand-empty", table(3, {}, hands=(Hand(1, None),) * 3), [farmer(4, 4), farmer(5, 5)]),
    ("not-on-stand", table(3, {}, hands=(Hand(2, ("farmer", "priest")),) * 3), [Place("merchant", (4, 4))]),
    ("token-limit", table(3, {}, hands=(Hand(2, None, (0, 6, 0, 0, 0)),) * 3), [Place("priest", (4, 4))]),
    ("placing-after-scoring", table(3, CITY_NEAR, FIELDS), [farmer(5, 13), farmer(4, 4), Score((4, 14)), farmer(5, 5)]),
    ("nothing-to-score", table(3, {}, FIELDS), [farmer(4, 4), farmer(5, 5), Score((1, 9))]),
    ("not-surrounded", table(3, CITY_NEAR, FIELDS), [farmer(4, 4), farmer(5, 5), Score((4, 14))]),
    ("no-card-here", table(3, CITY_NEAR, FIELDS), [farmer(5, 13), farmer(5, 5), Score((4, 14), 1)]),
    ("unscored-site", table(3, CITY_NEAR, FIELDS), [farmer(5, 13), farmer(5, 5), End()]),
    ("choose-card", table(3, ALL_ROUND_Z5), [farmer(19, 15), farmer(5, 5), Score((18, 14))]),
    ("card-not-offered", table(3, ALL_ROUND_Z5), [farmer(19, 15), farmer(5, 5), Score((18, 14), 8)]),
    ("no-card-on-tie", table(3, ALL_ROUND_Z5, player=1), [farmer(19, 15), farmer(5, 5), Score((18, 14), 1)]),
    ("extra-needs-card", table(3, {}), [farmer(4, 4), farmer(5, 5), End(extra=True)]),
    ("extra-used", table(3, {}, cards=((2,), (), ()), spent=frozenset({2})), [farmer(4, 4), farmer(5, 5), End(extra=True)]),
    ("extra-after-end", table(3, {}, cards=((2,), (), ()), hands=LAST_HANDS), [farmer(4, 4), farmer(5, 5), End(extra=True)]),
    ("wrong-draw", table(3, {}), [farmer(4, 4), farmer(5, 5), End(("farmer",))]),
    ("game-over", table(3, {}, over=True), [farmer(4, 4)]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "state", "moves"), REFUSED, ids=[f"{i}-{row[0]}" for i, row in enumerate(REFUSED)])
def test_refused(code: str, state: State, moves: list[Move]) -> None:
    for move in moves[:-1]:
        state, _ = apply(state, move)
    with pytest.raises(IllegalEvent) as error:
        apply(state, moves[-1])
    assert error.value.code == code
    for lang in ("en", "cs", "pl", "de"):
        sentence = word(code, lang, error.value.details)
        assert sentence != code
        assert "{" not in sentence


def test_every_rule_has_a_case() -> None:
    tested = {row[0] for row in REFUSED} | {"wrong-turn", "not-your-turn", "noble-comes-last", "already-scored"}
    source = "".join(map(inspect.getsource, (placing, scoring, turn)))
    assert set(re.findall(r'IllegalEvent\("([a-z-]+)"', source)) <= tested


def test_first_round_one_then_two_then_free() -> None:
    played = events(
        put("farmer", [4, 4]), {"do": "end"},
        put("farmer", [5, 3]), put("priest", [4, 2]), {"do": "end"},
        *(put("farmer", spot) for spot in ([9, 7], [10, 6], [10, 8], [11, 9])), {"do": "end"},
    )  # fmt: skip
    assert played.stop is None
    assert (played.state.turn, played.state.player) == (4, 0)
    assert played.state.points == (0, 0, 3 - 1), "(10,8) and (11,9) each touch Z3"


def test_a_refusal_names_turn_event_rule_and_reason() -> None:
    played = events(put("farmer", [4, 4]), {"do": "end"}, put("farmer", [4, 4]))
    assert played.stop is not None
    assert (played.stop.kind, played.stop.turn, played.stop.number, played.stop.code) == ("illegal", 2, 3, "occupied")
    assert explain_stop(played.stop, "en") == "Turn 2, event 3 is refused (occupied): Hex 4,4 already holds a token."
    assert "4,4" in explain_stop(played.stop, "cs")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (put("wizard", [4, 4]), "bad-token"),
        (put("farmer", "nowhere"), "bad-hex"),
        (put("farmer", [4, 4], player="Zoe"), "bad-player"),
        (put("farmer", [4, 4], player="Nora"), "not-your-turn"),
        (put("farmer", [4, 4], turn=0), "wrong-turn"),
        ({"do": "dance"}, "bad-event"),
        ({"do": "end", "draw": "farmer"}, "bad-event"),
        ({"do": "track", "scores": [1]}, "bad-event"),
    ],
)
def test_unreadable_events_are_refused(bad: dict[str, Any], code: str) -> None:
    played = events(bad)
    assert played.stop is not None
    assert (played.stop.kind, played.stop.code, played.stop.turn) == ("illegal", code, 1)


@pytest.mark.parametrize("kind", ["turn", "noted", "line"])
def test_a_gap_is_scored_up_to_and_named(kind: str) -> None:
    log, _ = play_random(3, 11)
    cut = next(i for i, e in enumerate(log.events) if e["turn"] == 9)
    whole = to_dict(log)
    if kind == "turn":
        whole["events"] = [e for e in whole["events"] if e["turn"] != 9]
        text = json.dumps(whole)
    elif kind == "noted":
        whole["events"][cut] = {"do": "gap"}
        text = json.dumps(whole)
    else:
        lines = to_json_lines(log).splitlines()
        lines[1 + cut] = "{scribble"
        text = "\n".join(lines)
    played = replay(parse_log(text))
    assert played.stop is not None
    assert (played.stop.kind, played.stop.turn, played.stop.number) == ("gap", 9, cut + 1)
    whole["events"] = list(to_dict(log)["events"][:cut])
    assert played.state.points == replay(log_from_dict(whole)).state.points
    assert "gap" in explain_stop(played.stop, "en")


def test_extra_turn_is_played_once() -> None:
    state = table(3, {}, cards=((2,), (), ()))
    for move in (Place("farmer", (4, 4)), Place("farmer", (5, 5)), End(extra=True)):
        state, _ = apply(state, move)
    assert (state.turn, state.player, state.spent) == (11, 0, frozenset({2}))


def test_stand_of_seven_and_the_empty_stand() -> None:
    state = table(3, {}, cards=((3,), (), ()))
    for move in (Place("farmer", (4, 4)), Place("farmer", (5, 5)), End()):
        state, _ = apply(state, move)
    assert state.hands[0].stand == 7
    last = table(3, {}, hands=(Hand(1, None, (12, 6, 6, 5, 0)),) * 3)
    for move in (Place("servant", (4, 4)), End()):
        last, _ = apply(last, move)
    assert last.over
    assert last.hands[0] == Hand(0, None, (12, 6, 6, 6, 0))


def test_one_city_left_ends_the_game() -> None:
    state = table(3, {})
    keep = next(iter(h for h, t in state.tiles.items() if t == "M"))
    state = replace(state, tiles={keep: "M"})
    for move in (Place("farmer", (4, 4)), Place("farmer", (5, 5)), End()):
        state, _ = apply(state, move)
    assert state.over


def test_tie_break_by_city_tiles_then_shared() -> None:
    state = table(3, {}, points=(40, 40, 40), cities=(("M",), ("M", "P"), ("S",)))
    assert ranks(state) == (2, 1, 2)


def test_card_order_matters() -> None:
    """The player who scores the ziggurat first already owns card 7 when the city is scored."""
    tokens = {**ALL_ROUND_Z5, (16, 16): "f0", (17, 15): "f0", (20, 16): "f1"}
    state = table(3, tokens, {"T25": "M"}, cities=(("P",), (), ()))
    for move in (Place("farmer", (19, 15)), Place("farmer", (5, 5))):
        state, _ = apply(state, move)
    first, _ = apply(apply(state, Score((18, 14), 7))[0], Score((18, 16)))
    second, _ = apply(apply(state, Score((18, 16)))[0], Score((18, 14), 7))
    assert first.points[0] - second.points[0] == 1


def test_face_down_tokens_may_stay_unknown() -> None:
    played = events(put("unknown", [4, 2]), {"do": "end"})
    assert played.stop is None
    assert played.state.tokens[(4, 2)].kind == "unknown"


def test_track_checks_find_the_slip() -> None:
    ok = {"do": "track", "scores": {"Adam": 1}}
    slip = {"do": "track", "scores": {"Adam": 1, "Nora": 0}}
    played = events(
        put("farmer", [10, 8]), {"do": "end"}, ok, put("farmer", [5, 3]), put("farmer", [5, 5]), {"do": "end"},
        put("farmer", [4, 4]), put("farmer", [9, 7]), {"do": "end"}, put("farmer", [11, 9]), put("farmer", [14, 6]), {"do": "end"}, slip,
    )  # fmt: skip
    wrong = [c for c in played.checks if not c.agrees]
    assert [(c.player, c.written, c.computed, c.since) for c in wrong] == [(0, 1, 2, 3)]
