"""`semiramis score`: the score pad of a garden, or of several with their ranking."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from scanner.commands._input import add_common, add_settings, is_file, load_states, print_report, settings_words


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("score", help="score gardens line by line; several are ranked")
    parser.add_argument("garden", nargs="+", help="a file, - for standard input, or notation such as 'D6/1Y S:D6/1'")
    add_settings(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    doors, states = load_states(args.garden, args.game)
    names = [_name(source, number) for number, source in enumerate(args.garden, 1)]
    print_report(doors.score(states, names, doors.read_settings(settings_words(args)), args.lang), as_json=args.json)
    return 0


def _name(source: str, number: int) -> str:
    """What the ranking calls it: the file's name, or its place among the arguments."""
    return str(number) if source == "-" or not is_file(source) else Path(source).stem
