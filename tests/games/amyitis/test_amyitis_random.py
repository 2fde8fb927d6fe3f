"""2,000 random legal games with invented boxes: engine against independent recount, and every final table judged."""

from __future__ import annotations

from collections import Counter

import pytest

from scanner.games.amyitis.final import detect_faults, final_of, track_range, verify_final
from scanner.games.amyitis.log import COLUMNS, replay
from scanner.games.amyitis.play import play_random
from scanner.games.eventlog import parse_log, to_dict, to_json_lines
from tests.games.amyitis.amyitis_recount import Recount

GAMES = {2: 600, 3: 700, 4: 700}
READ_BACK = 20
"""Every twentieth game is also read back from text."""


@pytest.mark.parametrize("players", sorted(GAMES))
def test_recount_of_random_games(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES[players]):
        log, state = play_random(players, seed)
        again = Recount(to_dict(log))
        assert again.total() == state.points, f"seed {seed}"
        assert len(state.garden) <= (3 if players == 2 else 4)
        assert sum(len(seat.tiles) for seat in state.seats) + len(state.garden) == (13 if players == 2 else 16)
        final = final_of(state)
        assert not detect_faults(final), f"seed {seed}"
        assert {v.status for v in verify_final(final, dict(enumerate(state.points)))} == {"right"}
        for player, hoard in enumerate(final.hoards):
            low, high = track_range(final, player)
            assert hoard.track is not None
            assert high is not None
            assert low <= hoard.track <= high
        seen.update(column for (_, column), points in again.sheet.items() if points)
        if seed % READ_BACK == 0:
            played = replay(parse_log(to_json_lines(log)))
            assert played.stop is None
            assert played.state == state
            for name, row in zip(state.game.players, played.columns(), strict=True):
                assert row == {column: again.sheet[name, column] for column in COLUMNS}
    assert set(seen) == set(COLUMNS), "every source of points occurs"


def test_same_seed_same_game() -> None:
    assert play_random(3, 5)[0] == play_random(3, 5)[0]
    assert play_random(3, 5)[0] != play_random(3, 6)[0]
