"""The map and the box: every count of the facts file and of the Czech rule book (p. 2–3)."""

from __future__ import annotations

from collections import Counter

import pytest

from scanner.errors import GameError
from scanner.games.babylonia.board import (
    CENTRE,
    EUPHRATES,
    LAND,
    NORTH,
    RIVER,
    SITE,
    SOUTH,
    TIGRIS,
    ZIGGURAT,
    Board,
    Hex,
    load_board,
    load_data,
)
from scanner.games.babylonia.components import TOKEN_COUNTS, TOKENS, city_tiles, field_tiles, is_city, parse_tile

WHOLE = load_board(4)


def flood(board: Board, start: Hex, area: str) -> set[Hex]:
    seen, queue = {start}, [start]
    while queue:
        for near in board.neighbours[queue.pop()]:
            if near not in seen and board.areas[near] == area:
                seen.add(near)
                queue.append(near)
    return seen


def test_hexes_by_area_and_kind() -> None:
    assert len(WHOLE.kinds) == 175
    assert all((r + c) % 2 == 0 for r, c in WHOLE.kinds)
    counts = Counter((WHOLE.areas[h], kind) for h, kind in WHOLE.kinds.items())
    assert counts == {
        (NORTH, LAND): 19, (NORTH, SITE): 6, (NORTH, ZIGGURAT): 1,
        (CENTRE, LAND): 42, (CENTRE, SITE): 12, (CENTRE, ZIGGURAT): 2,
        (SOUTH, LAND): 46, (SOUTH, SITE): 14, (SOUTH, ZIGGURAT): 2,
        (TIGRIS, RIVER): 17, (EUPHRATES, RIVER): 14,
    }  # fmt: skip


def test_rivers_are_connected_and_apart() -> None:
    tigris = flood(WHOLE, (2, 2), TIGRIS)
    euphrates = flood(WHOLE, (0, 8), EUPHRATES)
    assert (len(tigris), len(euphrates)) == (17, 14)
    assert not any(n in euphrates for h in tigris for n in WHOLE.neighbours[h])


def test_land_areas_touch_only_across_rivers() -> None:
    for spot, near in WHOLE.neighbours.items():
        lands = {WHOLE.areas[n] for n in near if WHOLE.kinds[n] != RIVER} | {WHOLE.areas[spot]}
        if WHOLE.kinds[spot] != RIVER:
            assert len(lands) == 1


def test_empty_land_around_8_0_with_two_players() -> None:
    board = load_board(2)
    seen, queue = {(8, 0)}, [(8, 0)]
    while queue:
        for near in board.neighbours[queue.pop()]:
            if near not in seen and board.kinds[near] == LAND:
                seen.add(near)
                queue.append(near)
    assert len(seen) == 19


def test_places_that_matter_never_touch() -> None:
    special = {h for h, kind in WHOLE.kinds.items() if kind in (SITE, ZIGGURAT)}
    assert not any(n in special for h in special for n in WHOLE.neighbours[h])
    assert max(map(len, WHOLE.temples.values())) == 1
    touching = Counter(sum(n in WHOLE.sites for n in WHOLE.neighbours[h]) for h in WHOLE.kinds if h not in special)
    assert touching == {0: 18, 1: 81, 2: 39}


def test_sites_without_a_river() -> None:
    dry = {WHOLE.label(h) for h in WHOLE.sites if not any(WHOLE.kinds[n] == RIVER for n in WHOLE.neighbours[h])}
    assert dry == {f"T{i:02}" for i in (2, 4, 5, 6, 9, 10, 11, 14, 15, 17, 21, 23, 25, 27, 29, 30, 31, 32)}
    assert {WHOLE.label(z): z for z in WHOLE.ziggurats} == {"Z1": (3, 1), "Z2": (5, 11), "Z3": (12, 8), "Z4": (18, 2), "Z5": (18, 14)}


@pytest.mark.parametrize(
    ("players", "hexes", "sites", "cities", "fields", "ziggurats"),
    [(4, 175, 32, 19, 13, 5), (3, 149, 26, 16, 10, 4), (2, 113, 18, 12, 6, 3)],
)
def test_what_is_in_play(players: int, hexes: int, sites: int, cities: int, fields: int, ziggurats: int) -> None:
    board = load_board(players)
    assert (len(board.kinds), len(board.sites), len(board.ziggurats)) == (hexes, sites, ziggurats)
    assert (city_tiles(players).total(), field_tiles(players).total()) == (cities, fields)
    assert sites == cities + fields
    assert load_data()["ziggurats"][str(players)] == ziggurats
    assert sum(kind == RIVER for kind in board.kinds.values()) == 31


def test_removed_parts() -> None:
    """p. 3: groups 1, 1, 1, 1, 3 with three players, nine groups of one more with two."""
    three = (city_tiles(4) + field_tiles(4)) - (city_tiles(3) + field_tiles(3))
    two = (city_tiles(3) + field_tiles(3)) - (city_tiles(2) + field_tiles(2))
    assert three == {"P": 1, "S": 1, "M": 1, "cities": 3}
    assert two == {"SP": 1, "MS": 1, "MP": 1, "MSP": 1, "5": 1, "6": 1, "7": 1, "cities": 1}
    assert {load_board(3).areas[h] for h in load_board(3).kinds} == {CENTRE, SOUTH, TIGRIS, EUPHRATES}
    assert {load_board(2).areas[h] for h in load_board(2).kinds} == {NORTH, CENTRE, TIGRIS, EUPHRATES}


def test_tokens_and_cards() -> None:
    assert dict(TOKEN_COUNTS) == load_data()["tokens"] == {"farmer": 12, "priest": 6, "merchant": 6, "servant": 6}
    assert TOKENS == 30
    assert load_data()["cards"] == {"base": list(range(1, 8)), "all": list(range(1, 10))}


def test_tile_names_have_one_spelling() -> None:
    assert [parse_tile(t) for t in ("pm", "PSM", "Cities", 5)] == ["MP", "MSP", "cities", "5"]
    assert is_city("MP")
    assert not is_city("cities")
    with pytest.raises(GameError, match="bad-tile"):
        parse_tile("MM")
