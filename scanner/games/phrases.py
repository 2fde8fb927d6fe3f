"""The words of a game in every language, kept as data beside the game: {key: {"en": ..., "cs": ..., "pl": ..., "de": ...}}."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scanner.errors import GameError

LANGUAGES = ("en", "cs", "pl", "de")

Phrases = Mapping[str, Mapping[str, str]]


@cache
def load_phrases(path: Path) -> Phrases:
    """All phrases of one game."""
    phrases: Phrases = json.loads(path.read_text(encoding="utf-8"))
    return phrases


def say(phrases: Phrases, key: str, lang: str, details: Mapping[str, Any] | None = None) -> str:
    """The phrase `key` with its gaps filled; a phrase that is missing shows its key, so that nothing is silently lost."""
    if lang not in LANGUAGES:
        raise GameError("bad-language", f"known languages: {', '.join(LANGUAGES)}")
    known = phrases.get(key)
    if known is None:
        return key
    return known[lang].format_map(_Gaps(details or {}))


def translate(phrases: Phrases, details: Mapping[str, Any], names: tuple[str, ...], lang: str) -> dict[str, Any]:
    """The details with the values under `names` turned into words of the game; several words are listed."""
    out = dict(details)
    for name in names:
        if name in out:
            value = out[name]
            out[name] = ", ".join(say(phrases, str(one), lang) for one in (value if isinstance(value, tuple) else (value,)))
    return out


class _Gaps(dict[str, Any]):
    """A gap nobody filled stays visible as its name."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
