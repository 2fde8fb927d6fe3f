"""How fast the Babylon engine is: `make bench`. Seconds are those of one core, so that other work on the machine does not count."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scanner.games.babylon.garden import Garden
from scanner.games.babylon.play import play_game, random_garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden

SECONDS = 3.0
GAMES = 30


def per_second(work: Callable[[Garden], object], gardens: list[Garden]) -> float:
    """Gardens per second, over at least SECONDS."""
    start, done = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        for garden in gardens:
            work(garden)
        done += len(gardens)
    return done / (time.process_time() - start)


def main() -> int:
    from random import Random

    start = time.process_time()
    gardens = [garden for seed in range(GAMES) for garden in play_game(seed, 4)]
    games = GAMES / (time.process_time() - start)
    rng = Random(0)
    start = time.process_time()
    for _ in range(300):
        random_garden(rng)
    scattered = 300 / (time.process_time() - start)
    results = [
        ("gardens scored", per_second(score_garden, gardens), 3000),
        ("gardens scored and checked", per_second(lambda g: (score_garden(g), violations(g)), gardens), 1000),
        ("four-player games played", games, 5),
        ("random gardens built", scattered, None),
    ]
    for name, speed, goal in results:
        print(f"{name:<28} {speed:>10,.1f} per second of one core" + (f"   (goal {goal:,})" if goal else ""))
    return 0 if all(goal is None or speed >= goal for _, speed, goal in results) else 1


if __name__ == "__main__":
    sys.exit(main())
