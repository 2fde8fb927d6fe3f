"""Worked examples of the Czech rule book (pages in the names) and the scoring table of section 1.7 of the facts file."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scanner.games.babylonia.board import Hex
from scanner.games.babylonia.events import End, Move, Place, Score
from scanner.games.babylonia.scoring import linked, majority, network_awards, score
from scanner.games.babylonia.state import State
from scanner.games.babylonia.turn import apply
from scanner.games.eventlog import Award, IllegalEvent
from tests.games.babylonia.babylonia_tables import sketch, table


def run(state: State, *moves: Move) -> tuple[State, list[Award]]:
    awards: list[Award] = []
    for move in moves:
        state, more = apply(state, move)
        awards += more
    return state, awards


def by_column(awards: list[Award], column: str, players: int = 3) -> tuple[int, ...]:
    return tuple(sum(a.points for a in awards if a.player == p and a.column == column) for p in range(players))


def test_page_4_two_tokens_or_farmers() -> None:
    state = table(3, {})
    run(state, Place("merchant", (4, 4)), Place("farmer", (5, 3)), End())
    run(state, Place("farmer", (4, 4)), Place("farmer", (5, 3)), Place("farmer", (5, 5)), End())
    with pytest.raises(IllegalEvent, match="noble-in-farmer-turn"):
        run(state, Place("merchant", (4, 4)), Place("farmer", (5, 3)), Place("farmer", (5, 5)))


def test_page_4_farmer_face_down_in_the_river() -> None:
    state, _ = run(table(3, {}), Place("servant", (4, 4)), Place("farmer", (4, 2)), End())
    assert state.tokens[(4, 2)].face_down
    assert not state.tokens[(4, 4)].face_down


def test_page_5_servant_beside_a_ziggurat_touching_three() -> None:
    _, awards = run(table(3, {(10, 8): "f0", (4, 10): "p0"}), Place("servant", (16, 14)))
    assert [(a.player, a.points, a.code) for a in awards] == [(0, 3, "ziggurat")]


def test_page_5_field_of_six_then_cities_field_with_five_cities_taken() -> None:
    state = table(3, {(3, 9): "m0", (11, 15): "p0"}, {"T01": "6", "T17": "cities"}, cities=(("M", "P"), ("S",), ("MP", "SP")))
    state, awards = run(state, Place("farmer", (1, 9)), Place("farmer", (12, 16)))
    assert [a.points for a in awards] == [6, 5]
    assert (1, 9) not in state.tiles
    assert state.tokens[(12, 16)].kind == "farmer"


CITY_EXAMPLE: Mapping[Hex, str] = {
    (7, 11): "p0", (9, 11): "m0", (11, 11): "p0", (12, 10): "f0", (11, 9): "m0", (13, 9): "p0",
    (9, 13): "m1", (7, 13): "p1", (6, 14): "p1", (10, 12): "s2",
}  # fmt: skip


def city_example() -> State:
    fronts = (("M", "P", "S"), ("MS", "SP"), ("M", "S", "P"))
    return table(3, CITY_EXAMPLE | {(9, 15): "f2"}, {"T10": "MP"}, cities=fronts)


def test_page_6_city_scores_twelve_and_six_then_four_two_three() -> None:
    """Adam 3 merchants and 3 priests, Valentina 1 and 2; then tiles: Adam 4, Nora 3, Valentina 2."""
    state, awards = run(city_example(), Place("merchant", (6, 12)), Place("farmer", (0, 10)), Score((8, 12)))
    assert by_column(awards, "networks") == (12, 6, 0)
    assert by_column(awards, "cities") == (4, 2, 3)
    assert state.cities[0][-1] == "MP"
    assert (8, 12) not in state.tiles
    after, _ = run(state, End())
    assert after.player == 1


def test_page_6_the_same_nobles_score_again_in_another_city() -> None:
    state, _ = run(city_example(), Place("merchant", (6, 12)), Place("farmer", (0, 10)), Score((8, 12)), End())
    shores = {(11, 7): "f1", (10, 6): "f1", (14, 6): "f1", (13, 7): "m0", (14, 8): "f0"}
    assert (12, 6) in state.tiles
    tokens = {h: f"{t.kind[0]}{t.player}" for h, t in state.tokens.items()} | shores
    again = table(3, tokens, {"T10": "M", "T16": "MP"})
    scored = {a.player: a.points for a in network_awards(again, (12, 6))}
    assert scored == {0: 2 * 7}, "Adam's three merchants and three priests and the new merchant"


def test_page_6_a_freed_city_takes_any_token() -> None:
    state, _ = run(city_example(), Place("merchant", (6, 12)), Place("farmer", (0, 10)), Score((8, 12)), End())
    state, awards = run(state, Place("servant", (8, 12)))
    assert state.tokens[(8, 12)].player == 1
    assert not awards


def test_page_6_tie_discards_the_tile() -> None:
    state = table(3, {(3, 13): "m0", (6, 14): "m1"}, {"T05": "M"}, cities=(("P",), ("P",), ()))
    state, awards = run(state, Place("priest", (0, 10)), Place("servant", (5, 13)))
    state, awards = run(state, Score((4, 14)))
    assert state.cities[0] == ("P", "M"), "two against one is no tie"
    tied = table(3, {(3, 13): "m0", (6, 14): "m1"}, {"T05": "M"}, cities=(("P",), ("P",), ()), player=2)
    tied, awards = run(tied, Place("merchant", (5, 13)), Place("servant", (0, 10)), Score((4, 14)))
    assert by_column(awards, "networks") == (2, 2, 2)
    assert by_column(awards, "cities") == (0, 0, 0)
    assert tied.cities == (("P",), ("P",), ())
    assert (4, 14) not in tied.tiles


def test_page_7_ziggurat_three_two_one_brings_a_card_and_stays() -> None:
    tokens = {(16, 14): "f0", (17, 13): "f0", (20, 14): "m2", (17, 15): "s2", (19, 13): "p1"}
    state, _ = run(table(3, tokens), Place("priest", (19, 15)), Place("farmer", (0, 10)), Score((18, 14), 3))
    assert state.cards == ((3,), (), ())
    assert 3 not in state.offer
    assert (18, 14) in state.settled
    assert state.game.board.kinds[(18, 14)] == "ziggurat"
    with pytest.raises(IllegalEvent, match="already-scored"):
        apply(state, Score((18, 14), 4))


def test_page_7_tied_ziggurat_brings_no_card() -> None:
    tokens = {(16, 14): "f0", (17, 13): "f0", (20, 14): "m2", (17, 15): "s2", (19, 13): "p1"}
    state, _ = run(table(3, tokens, player=1), Place("priest", (19, 15)), Place("farmer", (0, 10)), Score((18, 14)))
    assert state.cards == ((), (), ())
    assert state.offer == (1, 2, 3, 4, 5, 6, 7)


# Section 1.7: the positions of a public implementation's tests, drawn here hex by hex: kind and player; h lies face down.
MAP_PLAIN: Mapping[Hex, str] = {
    (2, 0): "m3", (2, 4): "p1", (4, 0): "p1", (4, 4): "m3", (5, 1): "p3", (5, 3): "m3", (6, 2): "h3", (7, 1): "m2", (8, 0): "m3",
}  # fmt: skip
MAP_RIVERS: Mapping[Hex, str] = {
    (1, 3): "m3", (2, 0): "m3", (2, 2): "h3", (2, 4): "p1", (3, 1): "s3", (3, 3): "h1", (4, 0): "p1", (4, 2): "h3",
    (5, 1): "p3", (5, 3): "h1", (6, 2): "h2", (7, 1): "m2", (8, 0): "m3",
}  # fmt: skip
MAP_BFS: Mapping[Hex, str] = {(1, 1): "m2", (1, 3): "m1", (2, 2): "m1", (3, 1): "p2", (3, 3): "m1", (4, 2): "m2"}
MAP_STARTS: Mapping[Hex, str] = {
    (0, 2): "p1", (0, 4): "p2", (1, 1): "s1", (1, 5): "s2", (2, 2): "m2", (2, 4): "m1", (3, 1): "p1", (3, 3): "m1", (4, 2): "p1",
}  # fmt: skip
MAP_TIE: Mapping[Hex, str] = {(0, 2): "s3", (1, 1): "p1", (1, 3): "p2", (3, 1): "m3", (3, 3): "m1", (4, 2): "s2"}
TABLE = [
    ("city scoring, first", MAP_PLAIN, (6, 0), "M", 3, (0, 2, 6), (3, 0, 3), (1, 1, 5)),
    ("city scoring, second", MAP_PLAIN, (3, 3), "P", 3, (2, 0, 2), (3, 0, 3), (1, 0, 4)),
    ("over rivers", MAP_RIVERS, (6, 0), "M", 3, (0, 2, 6), (3, 0, 3), (1, 2, 7)),
    ("naive search fails", MAP_BFS, (0, 2), "M", 1, (6, 4, 0), (4, 0, 2), (3, 3, 0)),
    ("several starts", MAP_STARTS, (1, 3), "M", 1, (4, 2, 0), (4, 0, 2), (6, 3, 0)),
    ("nobody takes it", MAP_TIE, (2, 2), "M", None, (2, 0, 2), (0, 0, 0), (2, 2, 2)),
]


@pytest.mark.parametrize(("name", "tokens", "city", "tile", "winner", "step_a", "step_b", "chain"), TABLE, ids=[row[0] for row in TABLE])
def test_section_1_7_cities(
    name: str,
    tokens: Mapping[Hex, str],
    city: Hex,
    tile: str,
    winner: int | None,
    step_a: tuple[int, ...],
    step_b: tuple[int, ...],
    chain: tuple[int, ...],
) -> None:
    state = sketch(tokens, {city: tile}, (), ((1, 1),) if (1, 1) not in tokens else ())
    assert majority(state, city) == (None if winner is None else winner - 1)
    assert tuple(len(linked(state, p, city)) for p in range(3)) == chain
    _, awards = score(state, Score(city))
    assert by_column(list(awards), "networks") == step_a
    assert by_column(list(awards), "cities") == step_b


def test_section_1_7_ziggurat_winner() -> None:
    around = {**MAP_PLAIN, (1, 1): "f2"}
    assert majority(sketch(around, {(6, 0): "M", (3, 3): "P"}, ((3, 1),), ((2, 2), (4, 2))), (3, 1)) == 2
    tied = {**around, (2, 2): "h2"}
    assert majority(sketch(tied, {(6, 0): "M", (3, 3): "P"}, ((3, 1),), ((4, 2),)), (3, 1)) is None
