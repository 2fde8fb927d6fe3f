"""2,000 random legal games: engine against independent recount, and every final position inside its own bounds."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations

import pytest

from scanner.games.babylonia.board import whole_map
from scanner.games.babylonia.bounds import city_range, estimate_bounds, table_bounds, ziggurat_range
from scanner.games.babylonia.log import COLUMNS, replay
from scanner.games.babylonia.play import play_random, without_draws
from scanner.games.babylonia.position import parse_position, position_of, position_to_dict
from scanner.games.babylonia.turn import ranks
from scanner.games.babylonia.verify import verify_position
from scanner.games.babylonia.witness import detect_violations
from scanner.games.eventlog import parse_log, to_dict, to_json_lines
from tests.games.babylonia.babylonia_recount import Recount

GAMES = {2: 700, 3: 700, 4: 600}
POSITIONS = 10
"""Every tenth game is also judged from its final position and read back from text."""


@pytest.mark.parametrize("players", sorted(GAMES))
def test_recount_of_random_games(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES[players]):
        log, state = play_random(players, seed)
        again = Recount(to_dict(log))
        assert tuple(again.total.values()) == state.points, f"seed {seed}"
        assert tuple(again.won.values()) == tuple(map(len, state.cities)), f"seed {seed}"
        assert again.over
        assert {p for p, rank in enumerate(ranks(state)) if rank == 1} == again.winners()
        seen["cities"] += state.cities_on_board <= 1
        seen["stand"] += any(hand.stand == 0 for hand in state.hands)
        for card in (c for own in state.cards for c in own):
            seen[f"card {card}"] += 1
        if seed % POSITIONS == 0:
            played = replay(parse_log(to_json_lines(log)))
            assert played.stop is None
            assert played.state == state
            for p, row in enumerate(played.columns()):
                assert row == {column: again.sheet[p, column] for column in COLUMNS}
    assert min(seen["stand"], seen["cities"]) > 0, "both ends of the game occur"
    assert all(seen[f"card {c}"] for c in range(1, 10)), "every card is won"


@pytest.mark.parametrize("players", sorted(GAMES))
def test_final_positions_stay_inside_their_bounds(players: int) -> None:
    for seed in range(0, GAMES[players], POSITIONS):
        _, state = play_random(players, seed)
        for with_dealt in (True, False):
            position = position_of(state, with_dealt=with_dealt)
            assert parse_position(json.loads(json.dumps(position_to_dict(position)))) == position
            assert {v.status for v in verify_position(position)} == {"possible"}, f"seed {seed}"
            assert not detect_violations(position), f"seed {seed}"
        bounds = estimate_bounds(position_of(state, with_dealt=True))
        low, high = table_bounds(bounds, state.cities_taken)
        assert sum(b.low for b in bounds) <= low <= sum(state.points) <= high <= sum(b.high for b in bounds)


def test_bounds_by_brute_force() -> None:
    """Every order of a few tokens and captures gives points inside the two formulas of section 1.8, and both ends are reached."""
    for counts in ((3,), (2, 1), (1, 1, 2), (2, 2, 1)):
        tokens = [z for z, n in enumerate(counts) for _ in range(n)]
        totals = {sum(len(set(order[: i + 1])) for i in range(len(order))) for order in set(permutations(tokens))}
        assert (min(totals), max(totals)) == ziggurat_range(counts)
    for own, captured in ((1, 3), (2, 4), (3, 3), (0, 2)):
        takes = [True] * own + [False] * (captured - own)
        totals = {sum(sum(order[: i + 1]) for i in range(captured)) for order in set(permutations(takes))}
        assert (min(totals), max(totals)) == city_range(own, captured)


def test_a_log_without_draws_scores_the_same() -> None:
    for seed in range(6):
        log, state = play_random(3, seed)
        played = replay(without_draws(log))
        assert played.stop is None
        assert played.state.points == state.points
        assert played.state.over


def test_same_seed_same_game() -> None:
    assert play_random(4, 7) == play_random(4, 7)
    assert play_random(4, 7) != play_random(4, 8)
    log, _ = play_random(2, 3)
    assert all(tuple(e["hex"]) in whole_map() for e in log.events if e["do"] == "place")
