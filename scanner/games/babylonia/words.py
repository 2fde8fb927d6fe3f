"""Sentences about Babylonia in English, Czech, Polish and German."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scanner.games.eventlog import Award, Stop, TrackCheck
from scanner.games.phrases import load_phrases, say, translate

PHRASES = Path(__file__).with_name("words.json")
TRANSLATED = ("token", "column", "columns")
"""Details whose value is itself a word of the game."""


def word(key: str, lang: str, details: Mapping[str, Any] | None = None) -> str:
    """One word or sentence."""
    phrases = load_phrases(PHRASES)
    return say(phrases, key, lang, translate(phrases, details or {}, TRANSLATED, lang))


def explain_award(award: Award, lang: str) -> str:
    """Why these points were given."""
    return word(f"why-{award.code}", lang, award.details)


def explain_stop(stop: Stop, lang: str) -> str:
    """Turn, event, rule and reason."""
    reason = word(stop.code, lang, stop.details)
    return word(f"stop-{stop.kind}", lang, {"turn": stop.turn, "event": stop.number, "code": stop.code, "reason": reason})


def explain_check(check: TrackCheck, players: tuple[str, ...], lang: str) -> str:
    """Where the score track left the events."""
    details = {"event": check.number, "turn": check.turn, "player": players[check.player], "since": check.since}
    return word("track-differs", lang, {**details, "written": check.written, "computed": check.computed})
