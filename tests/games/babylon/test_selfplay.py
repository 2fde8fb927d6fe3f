"""Ten thousand gardens of complete games: legal, and worth what an independent recount says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from scanner.errors import GameError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.play import TASTES, play_game
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden

ROOT = Path(__file__).parents[3]
WORKER = str(Path(__file__).with_name("selfplay_worker.py"))
GARDENS = int(os.environ.get("SEMIRAMIS_TEST_GARDENS", "10000"))
"""Fewer for a quick look; the test suite plays them all."""
WORKERS = int(os.environ.get("SEMIRAMIS_TEST_WORKERS", str(min(4, os.cpu_count() or 1))))
GARDENS_IN_FIVE_GAMES = 17
"""The worker lets 4, 4, 3, 4 and 2 play in turn."""


def examine(*jobs: list[str]) -> tuple[list[str], Counter[int], Counter[int]]:
    """Run the jobs beside each other: all complaints, gardens by height, gardens by number of tiles."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = [subprocess.Popen([sys.executable, WORKER, *job], stdout=subprocess.PIPE, text=True, env=env) for job in jobs]
    results = [json.loads(process.communicate()[0]) for process in running]
    heights, sizes = (
        sum((Counter({int(k): n for k, n in result[name].items()}) for result in results), Counter[int]()) for name in ("heights", "sizes")
    )
    return [complaint for result in results for complaint in result["complaints"]], heights, sizes


def test_self_played_gardens_are_legal_and_recounted() -> None:
    games = 5 * -(-GARDENS // GARDENS_IN_FIVE_GAMES)
    complaints, heights, sizes = examine(*(["games", str(i), str(WORKERS), str(games)] for i in range(WORKERS)))
    assert complaints == []
    assert sum(heights.values()) >= GARDENS
    assert set(heights) <= set(range(1, 8))
    assert max(heights) >= 4, "towers are built"
    usual = sum(count for size, count in sizes.items() if 10 <= size <= 16)
    assert usual > 0.9 * sum(sizes.values()), "people build 10 to 16 tiles"


def test_random_gardens_are_legal_and_recounted() -> None:
    complaints, heights, sizes = examine(["random", "2", "400"])
    assert complaints == []
    assert sizes[0] > 0, "bare boards are among them"
    assert max(heights) >= 6


def test_tiles_are_never_dealt_twice() -> None:
    for seed in range(5):
        gardens = play_game(seed, 4)
        table = Garden(tuple(t for g in gardens for t in g.tiles))
        assert "unknown-tile" not in {v.code for v in violations(table)}


def test_tastes_differ() -> None:
    names = ["greedy", "tower", "flat", "careless"]
    games = [play_game(seed, 4, names) for seed in range(12)]
    height = {name: sum(game[i].height for game in games) for i, name in enumerate(names)}
    points = {name: sum(score_garden(game[i]).total for game in games) for i, name in enumerate(names)}
    assert height["tower"] > height["greedy"] > height["flat"]
    assert points["greedy"] > points["careless"]
    assert set(names) == set(TASTES)


def test_same_seed_same_game_whatever_the_hash_seed() -> None:
    script = "from scanner.games.babylon.play import play_game; print([g.to_dict() for g in play_game(7, 3)])"
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(("players", "tastes"), [(1, None), (5, None), (2, ["greedy"]), (2, ["greedy", "nobody"])])
def test_impossible_tables(players: int, tastes: list[str] | None) -> None:
    with pytest.raises(GameError):
        play_game(1, players, tastes)
