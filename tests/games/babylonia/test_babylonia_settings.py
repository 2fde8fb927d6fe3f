"""Each open rule point, flipped, changes exactly what it should."""

from __future__ import annotations

import pytest

from scanner.errors import GameError
from scanner.games.babylonia.components import Settings
from scanner.games.babylonia.events import Place
from scanner.games.babylonia.log import parse_setup, replay
from scanner.games.babylonia.placing import place
from scanner.games.babylonia.play import play_random
from scanner.games.babylonia.scoring import linked, network_awards
from scanner.games.eventlog import IllegalEvent, log_from_dict
from tests.games.babylonia.babylonia_tables import header, table

FIELD = {"T01": "6"}


def test_field_support_from_the_river() -> None:
    with pytest.raises(IllegalEvent, match="field-needs-neighbour"):
        place(table(3, {(2, 8): "f0"}, FIELD), Place("farmer", (1, 9)))
    _, awards = place(table(3, {(2, 8): "f0"}, FIELD, settings=Settings(field_support_river=True)), Place("farmer", (1, 9)))
    assert [a.points for a in awards] == [6]


def test_field_support_from_the_same_turn() -> None:
    state, _ = place(table(3, {}, FIELD), Place("priest", (3, 9)))
    assert place(state, Place("farmer", (1, 9)))[1][0].points == 6
    state, _ = place(table(3, {}, FIELD, settings=Settings(field_support_same_turn=False)), Place("priest", (3, 9)))
    with pytest.raises(IllegalEvent, match="field-needs-neighbour"):
        place(state, Place("farmer", (1, 9)))


def test_noble_on_a_field() -> None:
    owner = ((6,), (), ())
    _, awards = place(table(3, {}, FIELD, cards=owner), Place("priest", (1, 9)))
    assert [a.points for a in awards] == [6]
    after, awards = place(table(3, {}, FIELD, cards=owner, settings=Settings(noble_scores_field=False)), Place("priest", (1, 9)))
    assert not awards
    assert (1, 9) not in after.tiles


CENTRAL = {(5, 5): "m0", (5, 7): "f1", (2, 6): "f1", (3, 5): "f1", (3, 7): "f1", (6, 6): "f1"}
"""T04 surrounded; Adam's merchants beyond free central land and beyond T08 are linked by card 8 only."""


def test_card_8_links_over_free_land_and_over_tiles_if_set() -> None:
    tokens = {**CENTRAL, (5, 3): "m0"}
    wishes = {"T04": "M", "T08": "P", "T03": "S"}
    assert len(linked(table(3, tokens, wishes), 0, (4, 6))) == 1
    owner = ((8,), (), ())
    assert len(linked(table(3, tokens, wishes, cards=owner), 0, (4, 6))) == 2, "through (4,4) or (6,4)"
    blocked = {**tokens, (4, 4): "f1", (6, 4): "f1", (2, 4): "f1", (8, 6): "f1"}
    assert len(linked(table(3, blocked, wishes, cards=owner), 0, (4, 6))) == 1
    over_tile = {**blocked, (9, 7): "m0"}
    del over_tile[(8, 6)]
    wide = table(3, over_tile, wishes, cards=owner, settings=Settings(tiles_link=True))
    assert len(linked(table(3, over_tile, wishes, cards=owner), 0, (4, 6))) == 1
    assert len(linked(wide, 0, (4, 6))) == 2, "through the tile on T08 and (8,6)"


def test_card_9_ties_tokens_to_the_city_itself() -> None:
    tokens = {(8, 8): "f1", (5, 7): "f1", (7, 7): "f1", (7, 9): "f1", (3, 9): "m0"}
    wishes = {"T07": "M"}
    owner = ((9,), (), ())
    assert not network_awards(table(3, tokens, wishes), (6, 8))
    assert [a.points for a in network_awards(table(3, tokens, wishes, cards=owner), (6, 8))] == [2]
    narrow = Settings(free_hex_touches_city=False)
    assert not network_awards(table(3, tokens, wishes, cards=owner, settings=narrow), (6, 8))


def test_noble_of_card_5_comes_last() -> None:
    spots = ((4, 4), (5, 5), (5, 3), (3, 5))
    kinds = ("farmer", "priest", "farmer", "farmer")
    for settings, legal in ((Settings(), True), (Settings(noble_last=True), False)):
        state = table(3, {}, cards=((5,), (), ()), settings=settings)
        state, _ = place(state, Place(kinds[0], spots[0]))
        state, _ = place(state, Place(kinds[1], spots[1]))
        if legal:
            place(state, Place(kinds[2], spots[2]))
        else:
            with pytest.raises(IllegalEvent, match="noble-comes-last"):
                place(state, Place(kinds[2], spots[2]))
    state = table(3, {}, cards=((5,), (), ()), settings=Settings(noble_last=True))
    for kind, spot in zip(("farmer", "farmer", "farmer", "priest"), spots, strict=True):
        state, _ = place(state, Place(kind, spot))


def test_first_round_without_limits() -> None:
    moves = [{"do": "place", "token": "farmer", "hex": h} for h in ([4, 4], [5, 5])]
    limited = replay(log_from_dict({**header(3), "events": moves}))
    free = replay(log_from_dict({**header(3, settings={"first_round_limits": False}), "events": moves}))
    assert limited.stop is not None
    assert limited.stop.code == "first-round"
    assert free.stop is None


def test_cards_8_and_9_need_the_variant() -> None:
    cards = [1, 2, 3, 4, 5, 8, 9]
    with pytest.raises(GameError, match="variant_cards"):
        parse_setup(header(3, cards=cards))
    assert parse_setup(header(3, cards=cards, settings={"variant_cards": True})).cards == tuple(cards)


def test_a_track_with_laps() -> None:
    log, state = play_random(2, 4)
    length = max(state.points) - 3
    look = {"do": "track", "scores": {"Ada": state.points[0] % length}}
    settings = {**log.header.get("settings", {}), "track_length": length}
    data = {**log.header, "settings": settings, "events": [*log.events, look]}
    assert [c.agrees for c in replay(log_from_dict(data)).checks] == [True]


@pytest.mark.parametrize("bad", [{"noble_last": 1}, {"track_length": True}, {"track_length": -3}, {"magic": True}, {"noble_last": "yes"}])
def test_bad_settings(bad: dict[str, object]) -> None:
    with pytest.raises(GameError, match="bad-setting"):
        Settings.from_dict(bad)
