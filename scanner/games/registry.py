"""The games, found by their place: every folder of this package with a module `doors` is one."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import cast

from scanner.errors import GameError
from scanner.games.doors import Doors

DEFAULT = "babylon"


def game_names() -> tuple[str, ...]:
    """Every game, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/doors.py")))


def find_game(name: str) -> Doors:
    """The doors of one game."""
    if name not in game_names():
        raise GameError("unknown-game", f"{name[:40]!r} is no game here; known are {', '.join(game_names())}")
    return cast(Doors, importlib.import_module(f"scanner.games.{name}.doors"))


def recognise(text: str) -> str:
    """The game a text belongs to: what its "game" field says, in JSON or in the first of several JSON lines."""
    start = text.lstrip()
    if start[:1] != "{":
        return DEFAULT
    for part in (start, start.partition("\n")[0]):
        try:
            data = json.loads(part)
        except (ValueError, RecursionError):
            continue
        inner = data.get("garden", data) if isinstance(data, dict) else {}
        game = inner.get("game", data.get("game")) if isinstance(inner, dict) else None
        return game if isinstance(game, str) else DEFAULT
    return DEFAULT
