"""Sentences about Amyitis in English, Czech, Polish and German."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scanner.games.eventlog import Award, Stop, TrackCheck
from scanner.games.phrases import load_phrases, say

PHRASES = Path(__file__).with_name("words.json")
TRANSLATED = ("good", "card", "craftsman", "phase", "column")
"""Details whose value is itself a word of the game."""


def word(key: str, lang: str, details: Mapping[str, Any] | None = None) -> str:
    """One word or sentence."""
    phrases = load_phrases(PHRASES)
    filled = {k: say(phrases, str(v), lang) if k in TRANSLATED else v for k, v in (details or {}).items()}
    return say(phrases, key, lang, filled)


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
