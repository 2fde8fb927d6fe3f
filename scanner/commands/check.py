"""`semiramis check`: everything in a garden that breaks a rule, and the pillars that carry it."""

from __future__ import annotations

import argparse
from typing import Any

from scanner.commands._input import add_common, add_settings, load_states, print_report, settings_words


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("check", help="list every broken rule")
    parser.add_argument("garden", help="a file, - for standard input, or notation")
    add_settings(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    doors, (state,) = load_states([args.garden], args.game)
    print_report(doors.check(state, doors.read_settings(settings_words(args)), args.lang), as_json=args.json)
    return 0
