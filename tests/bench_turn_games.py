"""Random full games of Babylonia and Amyitis per second of one core; run by `make bench`. Goal: at least 20 Babylonia games."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from scanner.games.amyitis.log import replay as replay_amyitis
from scanner.games.amyitis.play import play_random as play_amyitis
from scanner.games.babylonia.log import replay as replay_babylonia
from scanner.games.babylonia.play import play_random as play_babylonia

GOAL = 20.0
"""Babylonia games per second."""
GAMES = 60


def rate(work: Callable[[int], Any]) -> float:
    """Calls per second."""
    start = process_time()
    for seed in range(GAMES):
        work(seed)
    return GAMES / (process_time() - start)


def main() -> int:
    slowest = float("inf")
    for name, play, replay in (("babylonia", play_babylonia, replay_babylonia), ("amyitis", play_amyitis, replay_amyitis)):
        for players in (2, 3, 4):
            log, _ = play(players, 0)
            played, read = rate(lambda seed: play(players, seed)), rate(lambda _: replay(log))  # noqa: B023
            print(f"{name}, {players} players: {played:.0f} games played, {read:.0f} logs scored per second")
            slowest = min(slowest, played) if name == "babylonia" else slowest
    print(f"slowest Babylonia: {slowest:.0f} games per second, goal {GOAL:.0f}")
    return 0 if slowest >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
