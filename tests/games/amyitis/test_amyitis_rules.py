"""Refusals, gaps, settings, and everything the box does not tell: unknown means "cannot judge", never a guess."""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scanner.errors import GameError
from scanner.games.amyitis import caravan, hiring, rounds
from scanner.games.amyitis.box import Settings, load_box
from scanner.games.amyitis.garden import CELLS, EDGES, at_river, crossings, level, needed_quality
from scanner.games.amyitis.log import Replay, replay
from scanner.games.amyitis.play import play_random
from scanner.games.amyitis.state import EXCHANGE, OVER, PROCESSION, STOCK, State, cells_in_use
from scanner.games.amyitis.words import explain_stop, word
from scanner.games.eventlog import IllegalEvent, log_from_dict, parse_log, to_dict, to_json_lines
from tests.games.amyitis.amyitis_tables import BLACK, SINGLE, WHITE, do, gains, goods, table, wet

URUK: dict[str, Any] = {"do": "caravan", "camels": 1, "steps": 1, "city": "Uruk", "pay": ["dates"]}
HOME = {"do": "caravan", "camels": 1, "steps": 1}
BARLEY = {"goods": goods(barley=1, palm=1)}
ALL_WET = dict.fromkeys(EDGES, (BLACK,))
MARI: dict[str, Any] = {**HOME, "city": "Mari", "pay": ["barley"], "quality": 1}
TAKE_THREE = {**MARI, "cell": [3, 3], "tile": {"points": 3}}
ALL_PALMS = {"goods": goods(palm=7)}
RICH = {"goods": goods(barley=2, dates=2, salt=2), "camels": 9}


def hire(craftsman: str, group: int = 0, **more: Any) -> dict[str, Any]:
    return {"do": "hire", "group": group, "craftsman": craftsman, **more}


REFUSED: list[tuple[str, State, dict[str, Any]]] = [
    ("game-over", table(phase=OVER), {"do": "pass"}),
    ("wrong-phase", table(), {"do": "procession", "temple": "marduk"}),
    ("layout-too-late", table(opened=True), {"do": "round", "groups": [["farmer"] * 3] * 4}),
    ("wrong-groups", table(), {"do": "round", "groups": [["farmer"] * 2] * 4}),
    ("no-such-group", table(3), hire("farmer", 3, row="upper")),
    ("group-empty", table(groups=((), (None,), (), ())), hire("farmer", row="upper")),
    ("craftsman-gone", table(groups=(("priest",), (), (), ())), hire("farmer", row="upper")),
    ("too-few-talents", table(groups=((None,), (), (), ()), seats={0: {"talents": 1}}), hire("farmer", row="upper")),
    ("row-needed", table(), hire("farmer")),
    ("temple-needed", table(), hire("priest")),
    ("must-irrigate", table(), hire("engineer")),
    ("edge-full", table(box=SINGLE, water=ALL_WET), hire("engineer", edge=[[2, 3], [3, 3]])),
    ("edge-dry", table(), hire("engineer", edge=[[0, 0], [0, 1]])),
    ("camel-needed", table(), {"do": "caravan", "camels": 0, "steps": 1, "city": "Uruk", "pay": []}),
    ("too-few-camels", table(), {"do": "caravan", "camels": 2, "steps": 2, "city": "Uruk", "pay": []}),
    ("wrong-steps", table(), {"do": "caravan", "camels": 1, "steps": 2, "city": "Uruk", "pay": []}),
    ("city-elsewhere", table(seats={0: RICH}), {**HOME, "city": "Babylon", "pay": ["salt"]}),
    ("city-elsewhere", table(seats={0: RICH}, seen={1: "Ur"}), {**URUK, "card": "banker"}),
    ("city-elsewhere", table(seats={0: RICH}, seen={4: "Uruk"}), {**URUK, "card": "banker"}),
    ("too-few-goods", table(), {**URUK, "card": "banker"}),
    ("sell-one-or-two", table(seats={0: RICH}), {"do": "caravan", "camels": 9, "steps": 9, "city": "Babylon", "pay": []}),
    ("wrong-price", table(seats={0: RICH}), {**HOME, "city": "Uruk", "pay": ["dates", "salt"], "card": "banker"}),
    ("wrong-goods", table(seats={0: RICH}), {**HOME, "city": "Uruk", "pay": ["salt"], "card": "banker"}),
    ("card-needed", table(seats={0: RICH}), URUK),
    ("not-offered", table(seats={0: RICH}), {**URUK, "card": "gardener"}),
    ("top-card", table(seats={0: {**RICH, "banker": 3}}), {**URUK, "card": "banker"}),
    ("no-card-left", table(2, seats={0: {**RICH, "caravan": 1}, 1: {"caravan": 2}}), {**URUK, "card": "caravan"}),
    ("no-wine-there", table(seats={0: {**RICH, "caravan": 1}}), {**URUK, "card": "caravan", "good": "wine"}),
    ("plant-needs-cell", table(seats={0: BARLEY}), {**HOME, "city": "Mari", "pay": ["barley"]}),
    ("wrong-quality", table(seats={0: BARLEY}), {**MARI, "quality": 2, "cell": [3, 3]}),
    ("wrong-quality", table(seats={0: BARLEY}), {**HOME, "city": "Khorsabad", "pay": ["barley"], "quality": 1, "cell": [3, 3]}),
    ("cell-unused", table(2, seats={0: BARLEY}), {**MARI, "cell": [0, 3]}),
    ("cell-planted", table(seats={0: BARLEY}, garden={}, bought={}), {**MARI, "cell": [3, 3]}),
    ("too-few-gardeners", table(seats={0: BARLEY}), {**MARI, "cell": [3, 3], "gardeners": 1}),
    ("quality-too-low", table(seats={0: BARLEY}), {**MARI, "cell": [2, 2]}),
    ("cell-dry", table(seats={0: BARLEY}), {**MARI, "cell": [3, 3]}),
    ("tile-differs", table(seats={0: BARLEY}, water=ALL_WET, box=SINGLE, garden={"3,3": {"points": 2}}), TAKE_THREE),
    ("no-such-tile", table(seats={0: BARLEY}, water=ALL_WET, box={**SINGLE, "tiles": [{"quality": 1, "points": 2}]}), TAKE_THREE),
    ("exchange-needs-both", table(phase=EXCHANGE, seats={0: RICH}), {"do": "exchange", "give": "salt"}),
    ("too-few-goods", table(phase=EXCHANGE, seats={0: RICH}), {"do": "exchange", "give": "palm", "take": "salt"}),
    ("no-good-left", table(phase=EXCHANGE, seats={0: RICH, 1: ALL_PALMS}), {"do": "exchange", "give": "salt", "take": "palm"}),
    ("wrong-discard", table(phase=STOCK, seats={0: RICH}), {"do": "discard", "goods": ["salt"]}),
    ("too-few-goods", table(phase=STOCK, seats={0: RICH}), {"do": "discard", "goods": ["palm", "salt", "salt", "dates"]}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "state", "event"), REFUSED, ids=[f"{i}-{row[0]}" for i, row in enumerate(REFUSED)])
def test_refused(code: str, state: State, event: dict[str, Any]) -> None:
    if code == "cell-planted":
        state = replace(state, garden={c: t for c, t in state.garden.items() if c != (3, 3)})
    with pytest.raises(IllegalEvent) as error:
        do(state, **event)
    assert error.value.code == code
    for lang in ("en", "cs", "pl", "de"):
        sentence = word(code, lang, error.value.details)
        assert sentence != code
        assert "{" not in sentence


def test_every_rule_has_a_case() -> None:
    source = "".join(map(inspect.getsource, (hiring, caravan, rounds)))
    assert set(re.findall(r'IllegalEvent\("([a-z-]+)"', source)) <= {row[0] for row in REFUSED}


def events(*moves: dict[str, Any], players: int = 3, **more: Any) -> Replay:
    return replay(log_from_dict({"players": ["Ada", "Ben", "Cyd", "Dov"][:players], **more, "events": list(moves)}))


def test_a_refusal_names_step_event_rule_and_reason() -> None:
    played = events(hire("merchant"), hire("farmer"))
    assert played.stop is not None
    assert (played.stop.kind, played.stop.turn, played.stop.number, played.stop.code) == ("illegal", 2, 2, "row-needed")
    assert explain_stop(played.stop, "en") == "Step 2, event 2 is refused (row-needed): Which row of fields: upper or lower?"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"do": "fly"}, "bad-event"),
        (hire("wizard"), "bad-event"),
        (hire("engineer", edge=[[0, 0], [3, 3]]), "bad-edge"),
        ({**MARI, "cell": [4, 4]}, "bad-cell"),
        ({**MARI, "cell": [3, 3], "tile": {"points": "x"}}, "bad-tile"),
        ({"do": "pass", "player": "Zoe"}, "bad-player"),
        ({"do": "pass", "player": "Cyd"}, "not-your-turn"),
        ({"do": "pass", "turn": 0}, "wrong-turn"),
    ],
)
def test_unreadable_events_are_refused(bad: dict[str, Any], code: str) -> None:
    played = events(bad)
    assert played.stop is not None
    assert (played.stop.kind, played.stop.code, played.stop.turn) == ("illegal", code, 1)
    assert "{" not in explain_stop(played.stop, "pl")


@pytest.mark.parametrize("kind", ["turn", "noted", "line"])
def test_a_gap_is_scored_up_to_and_named(kind: str) -> None:
    log, _ = play_random(3, 4)
    cut = next(i for i, e in enumerate(log.events) if e["turn"] == 30)
    whole = to_dict(log)
    if kind == "line":
        lines = to_json_lines(log).splitlines()
        lines[1 + cut] = "{scribble"
        text = "\n".join(lines)
    else:
        left = [e for e in whole["events"] if e["turn"] != 30] if kind == "turn" else [*whole["events"][:cut], {"do": "gap"}]
        text = json.dumps({**whole, "events": left})
    played = replay(parse_log(text))
    assert played.stop is not None
    assert (played.stop.kind, played.stop.turn, played.stop.number) == ("gap", 30, cut + 1)
    assert played.state.points == replay(log_from_dict({**whole, "events": whole["events"][:cut]})).state.points


def test_the_garden_and_the_box() -> None:
    assert Counter(map(level, CELLS)) == {4: 1, 3: 3, 2: 5, 1: 7}
    assert {level(c): needed_quality(c) for c in CELLS} == {1: 1, 2: 2, 3: 3, 4: 3}
    assert len(EDGES) == 24
    assert sum(any(map(at_river, crossings(edge))) for edge in EDGES) == 6
    box = load_box()
    assert [len(cells_in_use(box, n)) for n in (2, 3, 4)] == [13, 16, 16]
    assert Counter(level(c) for c in cells_in_use(box, 2)) == {4: 1, 3: 3, 2: 4, 1: 5}
    assert sum(box.data["goods"].values()) == 35
    assert box.data["camels"] == 14
    assert [box.palace_total(n) for n in range(7)] == [0, 2, 5, 9, 14, 21, 31]
    assert (box.ring, box.tiles, box.double_edges, box.data["plant_goods"]) == (None, None, None, None), "nobody has read these yet"


def test_unknown_facts_are_doubts_and_known_ones_are_not() -> None:
    visit = {**HOME, "city": "Susa", "pay": ["salt"], "card": "palace"}
    unknown = do(table(seats={WHITE: RICH}), **visit)
    assert {d.code for d in unknown.doubts} == {"doubt-ring", "doubt-price", "doubt-offer", "doubt-copies"}
    assert gains(unknown) == [(WHITE, 2, "palace")]
    facts = load_box().data["cities"] | {"Susa": {"sort": "guild", "good": "salt", "offer": ["palace", "gardener"]}}
    ring = ["Babylon", "Susa", "Ur", "Uruk", "Mari", "Palmyra", "Eshnunna", "Ninoua", "Khorsabad"]
    known = do(table(seats={WHITE: RICH}, box={"cities": facts, "ring": ring, "guild_copies": {"palace": {"1": 3}}}), **visit)
    assert not known.doubts
    assert gains(known) == gains(unknown)


def test_an_unread_tile_leaves_the_total_open() -> None:
    water = wet({((2, 3), (3, 3)): BLACK})
    outcome = do(table(seats={WHITE: BARLEY}, water=water, box=SINGLE), **MARI, cell=[3, 3])
    assert gains(outcome) == [(BLACK, 1, "irrigation-bonus")]
    assert "doubt-tile" in {d.code for d in outcome.doubts}
    assert outcome.state.seats[WHITE].unknown == 1
    read = do(table(seats={WHITE: BARLEY}, water=water, box=SINGLE), **MARI, cell=[3, 3], tile={"points": 2, "bonus": ["camel"]})
    assert gains(read) == [(WHITE, 2, "tile"), (BLACK, 1, "irrigation-bonus")]
    assert read.state.seats[WHITE].camels == 1


def test_a_doubt_is_said_once() -> None:
    log, _ = play_random(3, 1)
    poor = {**to_dict(log), "box": {k: v for k, v in log.header["box"].items() if k not in ("ring", "double_edges", "guild_copies")}}
    played = replay(log_from_dict(poor))
    said = [(d.finding.code, str(d.finding.details)) for d in played.doubts]
    assert len(said) == len(set(said))
    assert {"doubt-ring", "doubt-copies"} <= {code for code, _ in said}


@pytest.mark.parametrize(
    "bad", [{"ring": ["Ur"]}, {"magic": 1}, {"double_edges": 7}, {"cities": {}}, {"palaces": "x"}, {"tiles": [{"points": "x"}]}]
)
def test_bad_boxes(bad: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        load_box(bad)


def test_setting_field_tie_rightmost() -> None:
    rows = ((WHITE, BLACK, WHITE, BLACK), ())
    plain = do(table(3, rows=rows, player=2), **hire("farmer", row="upper")).state
    flipped = do(table(3, rows=rows, player=2, settings={"field_tie_rightmost": True}), **hire("farmer", row="upper")).state
    assert [seat.gardeners for seat in plain.seats] == [0, 0, 0]
    assert [seat.gardeners for seat in flipped.seats] == [0, 1, 0]


def test_setting_engineer_always_scores() -> None:
    full = dict.fromkeys(EDGES, (BLACK,))
    assert gains(do(table(box=SINGLE, water=full), **hire("engineer"))) == [(WHITE, 2, "engineer-idle")]
    assert not gains(do(table(box=SINGLE, water=full, settings={"engineer_always_scores": False}), **hire("engineer")))


def test_setting_half_edge_carries() -> None:
    box = {"double_edges": [[[1, 3], [2, 3]]]}
    water = wet({((1, 3), (2, 3)): BLACK})
    further = hire("engineer", edge=[[1, 2], [1, 3]])
    with pytest.raises(IllegalEvent, match="edge-dry"):
        do(table(box=box, water=water), **further)
    assert gains(do(table(box=box, water=water, settings={"half_edge_carries": True}), **further)) == [(WHITE, 2, "engineer")]
    assert [d.code for d in do(table(water=water), **further).doubts] == ["doubt-edge"]


@pytest.mark.parametrize("bad", [{"half_edge_carries": 1}, {"track_length": True}, {"magic": True}])
def test_bad_settings(bad: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="bad-setting"):
        Settings.from_dict(bad)


def test_two_players_have_no_second_prize() -> None:
    state = table(2, temples=((), (0, 1), ()), phase=PROCESSION, player=1)
    assert gains(do(state, do="procession", temple="marduk")) == [(1, 2, "marduk")]


def test_wine_pays_for_anything() -> None:
    state = table(seats={WHITE: {"goods": goods(wine=1)}})
    assert do(state, **HOME, city="Uruk", pay=["wine"], card="banker").state.seats[WHITE].banker == 1
