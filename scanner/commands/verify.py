"""`semiramis verify`: a hand-written score sheet against the garden."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from scanner.commands._input import add_common, add_settings, load_states, print_report, read_text, settings_words
from scanner.errors import GameError


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("verify", help="find the slip in a written score")
    parser.add_argument("garden", help="a file, - for standard input, or notation")
    parser.add_argument("sheet", nargs="+", help="written numbers such as statues=7 total=60, or a JSON file with them")
    add_settings(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    doors, (state,) = load_states([args.garden], args.game)
    sheet = read_written(args.sheet)
    print_report(doors.verify(state, sheet, doors.read_settings(settings_words(args)), args.lang), as_json=args.json)
    return 0


def read_written(words: Sequence[str]) -> object:
    """`name=number` pairs, or one JSON text or file."""
    if len(words) == 1 and "=" not in words[0]:
        text = read_text(words[0])
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise GameError("bad-sheet", f"{words[0][:40]!r} is neither name=number nor JSON") from None
    sheet: dict[str, int] = {}
    for word in words:
        name, equals, number = word.partition("=")
        if not equals or not number.strip().isdecimal() or len(number) > 6:
            raise GameError("bad-sheet", f"{word[:40]!r}: write a line and its number, such as statues=7")
        if name in sheet:
            raise GameError("bad-sheet", f"{name[:40]!r} is given twice")
        sheet[name.strip()] = int(number)
    return sheet
