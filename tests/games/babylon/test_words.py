"""Every sentence exists in four languages, with the same gaps, and every code has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scanner.games.babylon import decorating, rules, slips, verify
from scanner.games.babylon.garden import FLOWERS, KINDS
from scanner.games.babylon.score import NUMBERS
from scanner.games.babylon.words import LANGUAGES, phrases, say

GAP = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("key", sorted(phrases()))
def test_phrases_are_complete(key: str) -> None:
    known = phrases()[key]
    assert tuple(known) == LANGUAGES
    gaps = {frozenset(GAP.findall(words)) for words in known.values()}
    assert len(gaps) == 1, "the same gaps in every language"
    assert all(words.strip() == words and words for words in known.values())
    sentences = {words.endswith(".") for words in known.values()}
    assert len(sentences) == 1


def codes_in(module: object, pattern: str) -> set[str]:
    return set(re.findall(pattern, Path(str(module.__file__)).read_text()))  # type: ignore[attr-defined]


def test_every_violation_has_a_sentence() -> None:
    codes = codes_in(rules, r'Violation\(\s*"([\w-]+)"') | codes_in(decorating, r'Violation\(\s*"([\w-]+)"')
    assert len(codes) >= 25
    written = {key.removeprefix("violation-") for key in phrases() if key.startswith("violation-")}
    assert codes == written


def test_every_slip_has_a_sentence() -> None:
    codes = codes_in(slips, r'Slip\("([\w-]+)"') | codes_in(verify, r'Explanation\("([\w-]+)"')
    codes |= {"pillar-counted", "hidden-counted", "under-bridge-counted", "none"}
    assert codes == {key.removeprefix("slip-") for key in phrases() if key.startswith("slip-")}


def test_every_term_is_there() -> None:
    for term in (*NUMBERS, *KINDS, *FLOWERS, "garden", "tile", "level", "quarry", "round-token", "single-pillar", "double-pillar"):
        assert say(term, "cs") != term, term


def test_words_of_the_editions() -> None:
    assert [say("belvedere", lang) for lang in LANGUAGES] == ["belvedere", "vyhlídka", "belweder", "Aussichtspunkt"]
    assert [say("highest", lang) for lang in LANGUAGES] == ["highest point", "nejvyšší bod", "najwyższy punkt", "höchster Punkt"]
