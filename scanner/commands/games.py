"""`semiramis games`: the games of the scoring engine."""

from __future__ import annotations

import argparse
import json
from typing import Any

from scanner.commands._input import add_common
from scanner.games.registry import game_names


def add_parser(subparsers: Any) -> None:
    add_common(subparsers.add_parser("games", help="list the games that can be scored"))


def run(args: argparse.Namespace) -> int:
    print(json.dumps({"games": list(game_names())}) if args.json else "\n".join(game_names()))
    return 0
