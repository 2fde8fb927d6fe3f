"""Plays games, or scatters random gardens, and examines them; run as a program so that several cores can share the work.

    python selfplay_worker.py games FIRST STEP LAST       every STEP-th game from seed FIRST below LAST
    python selfplay_worker.py random SEED COUNT           random gardens

Prints JSON: complaints, and how many gardens had which height and how many tiles.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from recount import recount

from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import format_garden, parse_notation
from scanner.games.babylon.play import play_game, random_garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.games.babylon.supports import find_supports

PLAYERS = (4, 4, 3, 4, 2)
"""Players of the games with seeds 0, 1, 2, ..., repeating."""


def examine(garden: Garden, settings: Settings) -> str | None:
    """What is wrong with the engine's view of one garden; None when nothing is."""
    sheet = score_garden(garden)
    if {**sheet.to_dict(), "open_holes": sheet.open_holes} != recount(garden.to_dict()):
        return "recount differs"
    hard = [v.code for v in violations(garden, settings) if v.hard]
    if hard:
        return f"illegal: {hard}"
    if find_supports(garden, settings) is None:
        return "no supports"
    if any(score_garden(same).to_dict() != sheet.to_dict() for same in (garden.rotated(), garden.mirrored())):
        return "turning changes the score"
    if parse_notation(format_garden(garden)) != garden or Garden.from_dict(garden.to_dict()) != garden:
        return "round trip"
    return None


def played(first: int, step: int, last: int) -> Iterator[tuple[Garden, Settings]]:
    for seed in range(first, last, step):
        players = PLAYERS[seed % len(PLAYERS)]
        yield from ((garden, Settings(players=players)) for garden in play_game(seed, players))


def scattered(seed: int, count: int) -> Iterator[tuple[Garden, Settings]]:
    rng = Random(seed)
    yield from ((random_garden(rng), Settings()) for _ in range(count))


def main(kind: str, *numbers: str) -> None:
    gardens = played(*map(int, numbers)) if kind == "games" else scattered(*map(int, numbers))
    complaints: list[str] = []
    heights: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    for garden, settings in gardens:
        heights[garden.height] += 1
        sizes[len(garden.tiles)] += 1
        complaint = examine(garden, settings)
        if complaint is not None:
            complaints.append(f"{complaint}: {format_garden(garden)}")
    print(json.dumps({"complaints": complaints, "heights": heights, "sizes": sizes}))


if __name__ == "__main__":
    main(*sys.argv[1:])
