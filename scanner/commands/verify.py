"""`semiramis verify`: a hand-written score sheet against the garden."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from scanner.commands._input import add_common, add_settings, load_states, print_report, read_text, settings_words
from scanner.errors import GameError
from scanner.games.strict import load_json

MAX_CHARACTERS = 10_000
"""Nine numbers, or a name and a number for each player, need far fewer."""


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("verify", help="find the slip in a written score")
    parser.add_argument("garden", help="a file, - for standard input, or notation")
    parser.add_argument(
        "sheet", nargs="*", help="written numbers such as statues=7 total=60, or a JSON file with them; a log may hold them itself"
    )
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
        if text.lstrip()[:1] not in ("{", "["):
            raise GameError("bad-sheet", f"{words[0][:40]!r} is neither name=number nor JSON")
        return load_json(text, MAX_CHARACTERS)
    sheet: dict[str, int] = {}
    for word in words:
        name, equals, number = word.partition("=")
        name = name.strip()
        if not equals or not number.strip().isdecimal() or len(number) > 6:
            raise GameError("bad-sheet", f"{word[:40]!r}: write a line and its number, such as statues=7")
        if name in sheet:
            raise GameError("bad-sheet", f"{name[:40]!r} is given twice")
        sheet[name] = int(number)
    return sheet
