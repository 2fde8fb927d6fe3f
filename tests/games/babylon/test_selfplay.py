"""Ten thousand gardens of complete games: legal, and worth what an independent recount says."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from scanner.errors import GameError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import format_garden, parse_notation
from scanner.games.babylon.play import TASTES, play_game, random_garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.games.babylon.supports import find_supports

GARDENS = int(os.environ.get("SEMIRAMIS_TEST_GARDENS", "10000"))
"""Fewer for a quick look; the test suite plays them all."""
WORKERS = int(os.environ.get("SEMIRAMIS_TEST_WORKERS", str(min(4, os.cpu_count() or 1))))
SOFT = {"odd-symbol", "unknown-tile", "belvedere-over-statue"}


def _load_recount() -> ModuleType:
    path = Path(__file__).with_name("recount.py")
    spec = importlib.util.spec_from_file_location("babylon_recount", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RECOUNT = _load_recount()


def examine(garden: Garden, settings: Settings) -> str | None:
    """What is wrong with the engine's view of one garden; None when nothing is."""
    sheet = score_garden(garden)
    if {**sheet.to_dict(), "open_holes": sheet.open_holes} != RECOUNT.recount(garden.to_dict()):
        return f"recount differs: {format_garden(garden)}"
    hard = [v.code for v in violations(garden, settings) if v.hard]
    if hard:
        return f"illegal {hard}: {format_garden(garden)}"
    if find_supports(garden, settings) is None:
        return f"no supports: {format_garden(garden)}"
    for same in (garden.rotated(), garden.mirrored()):
        if score_garden(same).to_dict() != sheet.to_dict():
            return f"turning changes the score: {format_garden(garden)}"
    if parse_notation(format_garden(garden)) != garden or Garden.from_dict(garden.to_dict()) != garden:
        return f"round trip: {format_garden(garden)}"
    return None


def examine_games(seeds: list[tuple[int, int]]) -> tuple[list[str], Counter[int], Counter[int]]:
    """(seed, players) of several games: complaints, gardens by height and by number of tiles."""
    complaints, heights, sizes = [], Counter[int](), Counter[int]()
    for seed, players in seeds:
        for garden in play_game(seed, players):
            heights[garden.height] += 1
            sizes[len(garden.tiles)] += 1
            complaint = examine(garden, Settings(players=players))
            if complaint is not None:
                complaints.append(f"seed {seed}, {players} players: {complaint}")
    return complaints, heights, sizes


def jobs() -> list[list[tuple[int, int]]]:
    """Games of two, three and four players until there are enough gardens, in batches."""
    games: list[tuple[int, int]] = []
    gardens, seed = 0, 0
    while gardens < GARDENS:
        players = (4, 4, 3, 4, 2)[seed % 5]
        games.append((seed, players))
        gardens, seed = gardens + players, seed + 1
    return [games[i : i + 25] for i in range(0, len(games), 25)]


def test_self_played_gardens_are_legal_and_recounted() -> None:
    if WORKERS > 1:
        with ProcessPoolExecutor(WORKERS, mp_context=get_context("fork")) as pool:
            results = list(pool.map(examine_games, jobs()))
    else:
        results = [examine_games(batch) for batch in jobs()]
    complaints = [c for batch, _, _ in results for c in batch]
    assert complaints == []
    heights = sum((h for _, h, _ in results), Counter[int]())
    sizes = sum((s for _, _, s in results), Counter[int]())
    assert sum(heights.values()) >= GARDENS
    assert set(heights) <= set(range(1, 8))
    assert max(heights) >= 4, "towers are built"
    usual = sum(count for size, count in sizes.items() if 10 <= size <= 16)
    assert usual > 0.9 * sum(sizes.values()), "people build 10 to 16 tiles"


def test_random_gardens_are_legal_and_recounted() -> None:
    rng = Random(2)
    gardens = [random_garden(rng) for _ in range(400)]
    assert [c for c in (examine(g, Settings()) for g in gardens) if c] == []
    assert {v.code for g in gardens for v in violations(g)} <= SOFT
    assert any(len(g.tiles) == 0 for g in gardens)
    assert max(g.height for g in gardens) >= 6


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
    root = Path(__file__).parents[3]
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(("players", "tastes"), [(1, None), (5, None), (2, ["greedy"]), (2, ["greedy", "nobody"])])
def test_impossible_tables(players: int, tastes: list[str] | None) -> None:
    with pytest.raises(GameError):
        play_game(1, players, tastes)
