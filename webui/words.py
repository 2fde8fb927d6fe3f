"""The words of the pages, and which language a visitor reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import has_request_context, request

from scanner.games.phrases import LANGUAGES, Phrases, load_phrases
from scanner.games.phrases import say as say_phrase

__all__ = ["LANGUAGES", "NAMES", "choose_language", "hint_for", "page_words", "say"]

PHRASES = Path(__file__).with_name("words.json")
NAMES = {"en": "English", "cs": "Čeština", "pl": "Polski", "de": "Deutsch"}
COOKIE = "semiramis_lang"
GAME_WORDS = (
    *("statue", "fountain", "bridge", "stairs-piece", "belvedere", "white", "blue", "yellow", "pink", "level", "vp", "tile"),
    *("statues", "fountains", "bridges", "stairs", "diversity", "flowers", "belvederes", "highest", "total"),
    *("report-open-holes", "report-silent", "report-legal", "report-illegal", "report-odd", "report-written", "report-right"),
    *("report-all-right", "report-one-slip", "report-winner", "report-shared", "report-tie", "slip-none"),
)
"""Words of Babylon that the pages use too."""


def phrases() -> Phrases:
    return load_phrases(PHRASES)


def say(key: str, lang: str, gaps: Mapping[str, Any] | None = None) -> str:
    """A phrase of the pages, else one of Babylon."""
    from scanner.games.babylon.words import phrases as game_phrases

    return say_phrase(phrases() if key in phrases() else game_phrases(), key, lang, gaps)


def hint_for(code: str, hint: str, lang: str) -> str:
    """What a player is told about an error: in the visitor's language where there is a phrase for its code."""
    phrase = phrases().get(f"error-{code}")
    return hint if phrase is None else phrase[lang]


def page_words(lang: str, leave_out: tuple[str, ...] = ()) -> dict[str, str]:
    """Everything the scripts say, but for keys that begin with one of `leave_out`."""
    from scanner.games.babylon.words import phrases as game_phrases

    game = {key: game_phrases()[key][lang] for key in GAME_WORDS}
    return game | {key: texts[lang] for key, texts in phrases().items() if not key.startswith(leave_out)}


def choose_language() -> str:
    """The one asked for, the one chosen before, or the first the browser likes."""
    if not has_request_context():
        return LANGUAGES[0]
    for wanted in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
