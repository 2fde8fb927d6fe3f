"""The doors of Babylonia, as every game has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, cast

from scanner.games import turngame
from scanner.games.babylonia import record as record_module
from scanner.games.doors import Report
from scanner.games.turngame import TurnGame, read_settings

__all__ = ["check", "draw", "parse", "play", "read_settings", "score", "to_dict", "verify"]

_MODULE: ModuleType = record_module
_GAME = cast(TurnGame, _MODULE)


def parse(text: str) -> record_module.Record:
    """A log or a final table; GameError when it cannot be used."""
    return record_module.parse(text)


def to_dict(state: record_module.Record) -> dict[str, Any]:
    """The JSON form, which `parse` reads again."""
    return dict(state.data)


def score(states: Sequence[Any], names: Sequence[str], settings: Mapping[str, Any], lang: str) -> Report:
    """Points of every player and event."""
    return turngame.score_report(_GAME, states, names, settings, lang)


def check(state: Any, settings: Mapping[str, Any], lang: str) -> Report:
    """What is illegal, missing or contradictory."""
    return turngame.check_report(_GAME, state, settings, lang)


def verify(state: Any, sheet: object, settings: Mapping[str, Any], lang: str) -> Report:
    """Written scores against what the file proves."""
    return turngame.verify_report(_GAME, state, sheet, settings, lang)


def draw(state: Any, view: str, lang: str) -> str:
    """The table as SVG; there is only one view."""
    return record_module.draw(state, lang)


def play(seed: int, players: int, lang: str) -> tuple[Sequence[Any], Report]:
    """A random legal game."""
    return turngame.play_report(_GAME, seed, players, lang)
