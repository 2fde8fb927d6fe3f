"""`semiramis play`: complete games between simple players."""

from __future__ import annotations

import argparse
import json
from typing import Any

from scanner.commands._input import add_common
from scanner.errors import GameError
from scanner.games.registry import DEFAULT, find_game, game_names

MAX_GAMES = 100_000


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("play", help="play complete games and print their gardens")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed; each further game adds one (default: 0)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4, help="players per game (default: 4)")
    parser.add_argument("--count", type=int, default=1, help="number of games (default: 1)")
    parser.add_argument("--game", choices=game_names(), default=DEFAULT)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    if not 1 <= args.count <= MAX_GAMES:
        raise GameError("bad-count", f"{args.count} games: choose between 1 and {MAX_GAMES}")
    doors = find_game(args.game)
    reports = [doors.play(args.seed + number, args.players, args.lang)[1] for number in range(args.count)]
    if args.json:
        print(json.dumps({"game": args.game, "games": [report.data for report in reports]}, ensure_ascii=False))
    else:
        print("\n\n".join(report.text for report in reports))
    return 0
