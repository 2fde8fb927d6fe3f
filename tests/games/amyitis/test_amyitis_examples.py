"""Worked examples of the Czech rule book; its text has lost page numbers, so pages are counted from the title page as 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.games.amyitis.box import load_box
from scanner.games.amyitis.garden import NEUTRAL
from scanner.games.amyitis.rounds import temple_ranking
from scanner.games.amyitis.state import PROCESSION, TAMMOUZ
from scanner.games.eventlog import IllegalEvent
from tests.games.amyitis.amyitis_tables import BLACK, BLUE, RED, SINGLE, WHITE, do, gains, goods, table, wet


def test_page_4_three_groups_of_three_for_three_players() -> None:
    groups = [["farmer", "priest", "engineer"], ["merchant", "farmer", "priest"], ["engineer", "merchant", "farmer"]]
    state = do(table(3), do="round", groups=groups).state
    assert [list(group) for group in state.groups] == groups
    with pytest.raises(IllegalEvent, match="wrong-groups"):
        do(table(3), do="round", groups=groups[:2])


def test_page_4_banker_three_brings_two_talents_and_two_points() -> None:
    state = table(2, seats={0: {"banker": 3}, 1: {"banker": 1}}, phase=PROCESSION, player=1)
    outcome = do(state, do="procession", temple="ishtar")
    outcome = do(outcome.state, do="ishtar", take="talent")
    assert outcome.state.round == 2
    assert gains(outcome) == [(0, 2, "banker")]
    assert [seat.talents for seat in outcome.state.seats] == [4 + 2, 4 + 1 + 1]


def test_page_4_passing() -> None:
    """White and black have passed; red passes: each of them takes a talent; blue passes: the phase ends, red takes nothing."""
    state = table(4, passed=frozenset({WHITE, BLACK}), player=BLUE)
    state = do(state, do="hire", group=0, craftsman="merchant").state
    assert state.player == RED
    state = do(state, do="pass").state
    assert [seat.talents for seat in state.seats] == [5, 5, 4, 4]
    assert state.player == BLUE
    state = do(state, do="pass").state
    assert state.phase == PROCESSION
    assert [seat.talents for seat in state.seats] == [5, 5, 4, 4]


def test_page_4_hiring_costs_what_was_hired_before() -> None:
    groups = (("farmer", "priest", "engineer"), ("priest",), ("farmer", "merchant"))
    state = table(3, groups=groups)
    assert do(state, do="hire", group=1, craftsman="priest", temple="marduk").state.seats[0].talents == 4 - 2
    assert do(state, do="hire", group=2, craftsman="farmer", row="upper").state.seats[0].talents == 4 - 1
    assert do(state, do="hire", group=0, craftsman="farmer", row="upper").state.seats[0].talents == 4


def test_page_5_farmer_fills_the_lower_row() -> None:
    """Blue takes wine, the row is full, red has most cubes and gets the gardener; in the upper row it would have been barley."""
    state = table(4, rows=((RED, WHITE), (RED, BLACK, RED, WHITE)), player=BLUE)
    full = do(state, do="hire", group=0, craftsman="farmer", row="lower").state
    assert full.seats[BLUE].has("wine") == 1
    assert full.seats[RED].gardeners == 1
    assert full.rows == ((RED, WHITE), ())
    upper = do(state, do="hire", group=0, craftsman="farmer", row="upper").state
    assert upper.seats[BLUE].has("barley") == 1
    assert upper.rows[0] == (RED, WHITE, BLUE)


def test_page_5_priest_pushes_the_red_cube_out() -> None:
    state = table(4, temples=((BLUE, NEUTRAL, WHITE, RED), (), ()), player=BLACK)
    after = do(state, do="hire", group=0, craftsman="priest", temple="ishtar").state
    assert after.temples[0] == (BLACK, BLUE, NEUTRAL, WHITE)


def test_page_5_engineer_needs_an_unbroken_way_to_the_river() -> None:
    water = wet({((1, 3), (2, 3)): RED, ((1, 2), (2, 2)): BLUE})
    state = table(4, box=SINGLE, water=water)
    for edge in ([[0, 3], [1, 3]], [[3, 0], [3, 1]], [[1, 1], [1, 2]], [[1, 2], [1, 3]], [[2, 2], [2, 3]]):
        outcome = do(state, do="hire", group=0, craftsman="engineer", edge=edge)
        assert gains(outcome) == [(WHITE, 2, "engineer")]
        assert not outcome.doubts
    for edge in ([[0, 0], [0, 1]], [[0, 1], [1, 1]], [[2, 0], [2, 1]]):
        with pytest.raises(IllegalEvent, match="edge-dry"):
            do(state, do="hire", group=0, craftsman="engineer", edge=edge)
    with pytest.raises(IllegalEvent, match="edge-full"):
        do(state, do="hire", group=0, craftsman="engineer", edge=[[1, 3], [2, 3]])


def test_page_5_merchant_brings_a_camel() -> None:
    assert do(table(4, player=RED), do="hire", group=0, craftsman="merchant").state.seats[RED].camels == 2


def test_page_6_caravan_leader_one_and_one_camel_reach_one_to_three_spaces() -> None:
    state = table(4, seats={RED: {"caravan": 1, "goods": goods(dates=1)}}, player=RED)
    for steps in (1, 2, 3):
        moved = do(state, do="caravan", camels=1, steps=steps, city="Uruk", pay=["dates"], card="banker").state
        assert (moved.caravan, moved.seats[RED].camels) == (steps, 0)
    for steps in (0, 4):
        with pytest.raises(IllegalEvent, match="wrong-steps"):
            do(state, do="caravan", camels=1, steps=steps, city="Uruk", pay=["dates"], card="banker")


def test_page_6_uruk_sells_a_banker_or_the_second_caravan_leader() -> None:
    seat = {"caravan": 1, "goods": goods(dates=1)}
    state = table(4, seats={RED: seat}, player=RED)
    banker = do(state, do="caravan", camels=1, steps=2, city="Uruk", pay=["dates"], card="banker").state.seats[RED]
    assert (banker.banker, banker.caravan, banker.goods) == (1, 1, goods())
    leader = do(state, do="caravan", camels=1, steps=2, city="Uruk", pay=["dates"], card="caravan", good="palm").state.seats[RED]
    assert (leader.banker, leader.caravan, leader.goods) == (0, 2, goods(palm=1))
    with pytest.raises(IllegalEvent, match="not-offered"):
        do(state, do="caravan", camels=1, steps=2, city="Uruk", pay=["dates"], card="palace")
    taken = table(4, seats={RED: seat, BLUE: {"banker": 1}}, player=RED, box={"guild_copies": {"banker": {"1": 1}}})
    with pytest.raises(IllegalEvent, match="no-card-left"):
        do(taken, do="caravan", camels=1, steps=2, city="Uruk", pay=["dates"], card="banker")


PLANTING = wet(
    {
        ((1, 3), (2, 3)): BLACK, ((2, 2), (2, 3)): BLACK, ((2, 3), (3, 3)): WHITE,
        ((1, 2), (2, 2)): WHITE, ((1, 1), (1, 2)): WHITE, ((1, 2), (1, 3)): BLACK,
    }
)  # fmt: skip
"""Black has two of the three cubes around (2,3); (3,3) below it is planted."""


def test_page_6_and_7_white_plants_quality_two_from_mari() -> None:
    """Barley and a palm; the tile brings 4 points and 2 talents, black 2 points for most cubes, a grey cube joins the neighbours."""
    dealt = {"2,3": {"points": 4, "bonus": ["talent", "talent"]}}
    state = table(4, seats={WHITE: {"goods": goods(barley=1, palm=1)}}, box=SINGLE, garden=dealt, water=PLANTING, bought={"Mari": 1})
    planted = {cell: tile for cell, tile in state.garden.items() if cell != (1, 3)}
    state = replace(state, garden=planted)
    move = {"do": "caravan", "camels": 1, "steps": 1, "city": "Mari", "pay": ["barley", "palm"], "quality": 2}
    assert (2, 3) in state.garden
    with pytest.raises(IllegalEvent, match="cell-planted"):
        do(state, **move, cell=[1, 3])
    with pytest.raises(IllegalEvent, match="cell-dry"):
        do(state, **move, cell=[3, 0])
    with pytest.raises(IllegalEvent, match="quality-too-low"):
        do(state, **move, cell=[1, 1])
    water = {edge: owners for edge, owners in PLANTING.items() if edge != ((1, 3), (2, 3))}
    outcome = do(replace(state, water=water | wet({((2, 2), (2, 3)): (BLACK, BLACK)})), **move, cell=[2, 3])
    assert gains(outcome) == [(WHITE, 4, "tile"), (BLACK, 2, "irrigation-bonus")]
    after = outcome.state
    assert after.seats[WHITE].talents == 4 + 2
    assert after.seats[WHITE].goods == goods()
    assert after.water[((1, 3), (2, 3))] == (NEUTRAL,)
    assert after.bought["Mari"] == 2


def test_page_7_a_gardener_lifts_quality_two_to_the_third_level() -> None:
    seats = {WHITE: {"goods": goods(barley=1, palm=1), "gardeners": 1}}
    state = table(4, seats=seats, box=SINGLE, water=PLANTING, bought={"Mari": 1})
    move = {"do": "caravan", "camels": 1, "steps": 1, "city": "Mari", "pay": ["barley", "palm"], "quality": 2, "cell": [1, 1]}
    with pytest.raises(IllegalEvent, match="quality-too-low"):
        do(state, **move)
    outcome = do(state, **move, gardeners=1, tile={"points": 6, "bonus": []})
    assert gains(outcome) == [(WHITE, 6, "tile"), (WHITE, 2, "irrigation-bonus")], "the gardener does not raise the irrigation bonus"
    assert outcome.state.seats[WHITE].gardeners == 0


def test_page_7_both_sections_of_a_side_are_needed() -> None:
    half = wet({((1, 3), (2, 3)): BLACK})
    seats = {WHITE: {"goods": goods(barley=1)}}
    move = {"do": "caravan", "camels": 1, "steps": 1, "city": "Mari", "pay": ["barley"], "quality": 1, "cell": [2, 3]}
    with pytest.raises(IllegalEvent, match="cell-dry"):
        do(table(4, seats=seats, box={"double_edges": [[[1, 3], [2, 3]]]}, water=half), **move)
    assert not any(d.code == "doubt-watered" for d in do(table(4, seats=seats, box=SINGLE, water=half), **move).doubts)
    assert any(d.code == "doubt-watered" for d in do(table(4, seats=seats, water=half), **move).doubts), "unknown: cannot judge"


def test_page_8_procession_of_the_player_to_the_right() -> None:
    state = table(4, start=BLUE, player=WHITE, passed=frozenset({BLACK, BLUE, RED}))
    state = do(state, do="pass").state
    assert (state.phase, state.player) == (PROCESSION, BLACK)
    state = do(state, do="procession", temple="marduk").state
    assert state.temples[0][0] == NEUTRAL
    assert state.temples[1][0] == BLACK
    assert state.temples[2][0] == NEUTRAL


def test_page_8_temples() -> None:
    """Ishtar: blue and red tie, red stands further right. Marduk: black two, white one. Tammouz: one each, black then red rightmost."""
    temples = ((BLUE, RED), (WHITE, BLACK), (WHITE, RED, BLACK))
    state = table(4, temples=temples, phase=PROCESSION, player=BLACK, seats={RED: {"goods": goods(salt=1)}})
    state = do(state, do="procession", temple="marduk").state
    assert state.player == RED
    outcome = do(state, do="ishtar", take="camel")
    assert gains(outcome) == [(BLACK, 2, "marduk"), (WHITE, 1, "marduk")]
    state = outcome.state
    assert (state.seats[RED].camels, state.seats[BLUE].talents) == (2, 5)
    assert (state.phase, state.player) == (TAMMOUZ, BLACK)
    state = do(state, do="tammouz", row="upper").state
    assert state.seats[BLACK].has("salt") == 1
    assert state.player == RED
    with pytest.raises(IllegalEvent, match="no-wine-there"):
        do(state, do="exchange", give="salt", take="wine")
    state = do(state, do="exchange", give="salt", take="dates").state
    assert state.seats[RED].goods == goods(dates=1)
    assert state.round == 2
    assert temple_ranking((WHITE, RED, BLACK)) == [BLACK, RED, WHITE]


@pytest.mark.parametrize(
    ("players", "favour"),
    [(2, {4: 0, 5: 5, 6: 5, 7: 10, 9: 10}), (3, {3: 0, 4: 5, 5: 5, 6: 10, 8: 10}), (4, {2: 0, 3: 5, 4: 5, 5: 10, 7: 10})],
)
def test_page_8_favour(players: int, favour: dict[int, int]) -> None:
    assert {tiles: load_box().favour(tiles, players) for tiles in favour} == favour


@pytest.mark.parametrize(("sold", "points"), [(["salt"], 3), (["salt", "salt"], 6), (["salt", "wine"], 6)])
def test_page_6_babylon_pays_three_or_six_and_one_irrigation_without_points(sold: list[str], points: int) -> None:
    state = table(4, seats={WHITE: {"goods": goods(salt=2, wine=1), "camels": 9}}, box=SINGLE)
    move = {"do": "caravan", "camels": 9, "steps": 9, "city": "Babylon", "pay": sold}
    outcome = do(state, **move, edge=[[2, 3], [3, 3]])
    assert gains(outcome) == [(WHITE, points, "sale")]
    assert outcome.state.water == wet({((2, 3), (3, 3)): WHITE})
    with pytest.raises(IllegalEvent, match="must-irrigate"):
        do(state, **move)
