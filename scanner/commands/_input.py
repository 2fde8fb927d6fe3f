"""What the commands about games share: reading a state from a file, standard input or notation, and printing a report."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scanner.errors import GameError
from scanner.games.doors import Doors, Report
from scanner.games.phrases import LANGUAGES
from scanner.games.registry import find_game, game_names, recognise

MAX_BYTES = 4_000_000
"""No state of any game is a tenth as large."""


def add_common(parser: argparse.ArgumentParser) -> None:
    """--lang and --json."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON, errors included")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """What a table plays differently."""
    parser.add_argument("--game", choices=game_names(), help="the game (default: what the input says)")
    parser.add_argument("--edition", help="rules of this edition: en, cs, pl or de")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="number of players at the table")
    parser.add_argument("--bridge-hides", action="store_true", help="Babylon: a bridge hides what lies below its deck")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="any other setting of the game")


def settings_words(args: argparse.Namespace) -> dict[str, str]:
    words = {}
    for pair in args.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise GameError("bad-setting", f"{pair[:40]!r}: write NAME=VALUE")
        words[name] = value
    if args.edition is not None:
        words["edition"] = args.edition
    if args.players is not None:
        words["players"] = str(args.players)
    if args.bridge_hides:
        words["bridge_hides"] = "yes"
    return words


def read_text(source: str) -> str:
    """The text behind an argument: `-` is standard input, a file is read, anything else is taken as notation."""
    if not source.strip():
        raise GameError("no-input", "the input is empty: name a file, - for standard input, or write notation such as 'D6/1Y S:D6/1'")
    if source == "-":
        if sys.stdin is None:
            raise GameError("unreadable-file", "standard input is closed")
        return _decode(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    if is_file(source):
        try:
            with Path(source).open("rb") as file:
                return _decode(file.read(MAX_BYTES + 1), source)
        except OSError as error:
            raise GameError("unreadable-file", f"{source}: {error.strerror}") from None
    if _looks_like_path(source):
        raise GameError("no-such-file", f"{source[:80]}: no such file")
    return source


def is_file(source: str) -> bool:
    """Whether the argument names something on disk."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # too long for a name, or a NUL inside
        return False


def _looks_like_path(source: str) -> bool:
    return " " not in source and (source.endswith((".json", ".jsonl", ".txt")) or source.startswith(("/", "./", "../", "~")))


def _decode(data: bytes, source: str) -> str:
    if len(data) > MAX_BYTES:
        raise GameError("too-large", f"{source}: more than {MAX_BYTES} bytes; that is no garden")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError("not-text", f"{source}: byte {error.start} is no UTF-8 text") from None


def load_states(sources: Sequence[str], game: str | None) -> tuple[Doors, list[Any]]:
    """The states behind the arguments, all of one game."""
    texts = [read_text(source) for source in sources]
    names = {recognise(text) for text in texts} if game is None else {game}
    if len(names) > 1:
        raise GameError("other-game", f"the inputs belong to different games: {', '.join(sorted(names))}")
    doors = find_game(names.pop())
    return doors, [doors.parse(text) for text in texts]


def print_report(report: Report, *, as_json: bool) -> None:
    print(json.dumps(report.data, ensure_ascii=False, indent=1) if as_json else report.text)
