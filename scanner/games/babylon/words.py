"""Terms, score lines, violations and explanations of Babylon in English, Czech, Polish and German."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scanner.games.babylon.garden import Decoration, Tile, cell_name
from scanner.games.phrases import LANGUAGES, Phrases, load_phrases
from scanner.games.phrases import say as say_phrase

__all__ = ["LANGUAGES", "name_kind", "name_piece", "phrases", "say", "sentence"]

PHRASES = Path(__file__).with_name("words.json")
LINE_GAPS = ("line", "other_line")
"""Gaps whose value is a line of the score pad."""


def phrases() -> Phrases:
    """All phrases, loaded once."""
    return load_phrases(PHRASES)


def say(key: str, lang: str = "en", gaps: Mapping[str, Any] | None = None) -> str:
    """The phrase with its gaps filled; pieces and cells become words."""
    filled = {name: _in_words(name, value, lang) for name, value in (gaps or {}).items()}
    return say_phrase(phrases(), key, lang, filled)


def sentence(key: str, lang: str = "en", gaps: Mapping[str, Any] | None = None) -> str:
    """The phrase with a capital at its start."""
    words = say(key, lang, gaps)
    return words[:1].upper() + words[1:]


def _in_words(name: str, value: Any, lang: str) -> Any:
    if isinstance(value, Tile | Decoration):
        return name_piece(value, lang)
    if isinstance(value, tuple):
        if value and isinstance(value[0], Tile | Decoration):
            return "; ".join(name_piece(v, lang) for v in value)
        return ", ".join(cell_name(v) for v in value)
    if name in ("kind", "symbol"):
        return name_kind(str(value), lang)
    return say_phrase(phrases(), str(value), lang) if name in LINE_GAPS else value


def name_kind(kind: str, lang: str) -> str:
    """A piece or symbol; the word `stairs` is also a line of the score pad, which other languages put in the plural."""
    return say_phrase(phrases(), "stairs-piece" if kind == "stairs" else kind, lang)


def name_piece(piece: Tile | Decoration, lang: str) -> str:
    """'yellow tile D6 (level 3)', 'stairs D6–C6 (levels 3–2)'."""
    if isinstance(piece, Tile):
        gaps: dict[str, Any] = {"place": cell_name(piece.place), "level": piece.level}
        return say_phrase(phrases(), f"tile-{piece.flower}", lang, gaps)
    cells = "–".join(cell_name(c) for c in piece.cells)
    levels = sorted(set(piece.levels), reverse=True)
    key = "piece-on-level" if len(levels) == 1 else "piece-on-levels"
    gaps = {"kind": name_kind(piece.kind, lang), "cells": cells, "level": "–".join(map(str, levels))}
    return say_phrase(phrases(), key, lang, gaps)
