"""Questions about what can be seen, as few as settle the total."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scanner.games.babylon.garden import Cell, Decoration, Garden, Piece, Tile, cell_name
from scanner.games.babylon.words import name_kind
from scanner.games.babylon.words import say as say_babylon
from scanner.games.phrases import LANGUAGES
from scanner.judge.facts import Answer, Fact, list_facts, seen_at
from scanner.judge.words import say

MAX_QUESTIONS = 6
"""Whoever had to answer more would rather build the garden by hand."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question and what it leads to."""

    kind: str
    """Of the question."""
    answer: Answer
    total: int
    """Of the likeliest garden with this answer."""
    probability: float
    """Among the choices of the question."""
    remove: tuple[Piece, ...] = ()
    """What has to go from the garden that was read, as far as it is there."""
    add: tuple[Piece, ...] = ()
    """What is put there afterwards."""

    def text(self, language: str = "en") -> str:
        if self.kind == "level":
            return say("on-level", language, {"level": self.answer}) if self.answer else say("on-board", language)
        if self.answer is None:
            return say("nothing" if self.kind == "piece" else "no-tile", language)
        if self.kind == "flower":
            return say_babylon(str(self.answer), language)
        assert isinstance(self.answer, Tile | Decoration)
        ends = {"first": cell_name(self.answer.cells[0]), "last": cell_name(self.answer.cells[-1])}
        if isinstance(self.answer, Tile):
            return say("covers", language, {**ends, "last": cell_name(self.answer.cells[2])})
        if self.answer.kind == "stairs":
            return say("stairs-down", language, ends)
        kind = name_kind(self.answer.kind, language)
        cells = "–".join(cell_name(cell) for cell in self.answer.cells)
        return kind if len(self.answer.cells) == 1 else say("piece-over", language, {"kind": kind, "cells": cells})

    def to_dict(self) -> dict[str, Any]:
        return {
            "answer": self.answer.to_dict() if isinstance(self.answer, Tile | Decoration) else self.answer,
            "text": self.text(),
            "texts": {language: self.text(language) for language in LANGUAGES},
            "total": self.total,
            "probability": round(self.probability, 4),
            "remove": [piece.to_dict() for piece in self.remove],
            "add": [piece.to_dict() for piece in self.add],
        }


@dataclass(frozen=True, slots=True)
class Question:
    """Something a person at the table sees at a glance; the likeliest choice first."""

    kind: str
    """piece, flower, level or tile."""
    cell: Cell
    choices: tuple[Choice, ...]

    def text(self, language: str = "en") -> str:
        *others, last = (choice.text(language) for choice in self.choices)
        choices = ", ".join(others) + say("or", language) + last
        return say(f"ask-{self.kind}", language, {"cell": cell_name(self.cell), "choices": choices})

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "cell": cell_name(self.cell),
            "cells": [list(self.cell)],
            "text": self.text(),
            "texts": {language: self.text(language) for language in LANGUAGES},
            "choices": [choice.to_dict() for choice in self.choices],
        }


def ask(gardens: Sequence[Garden], totals: Sequence[int], weights: Sequence[float], *, tolerance: float) -> tuple[Question, ...]:
    """The fewest questions after whose answers at most `tolerance` of the gardens' weight has another total than expected."""
    if len(set(totals)) < 2:
        return ()
    mass = np.asarray(weights, np.float64) / max(float(np.sum(weights)), 1e-300)
    facts = list_facts(gardens)
    chosen = _fewest(facts, totals, mass, tolerance)
    return tuple(_question(fact, gardens, totals, mass) for fact in sorted(chosen, key=lambda f: _doubt([f], totals, mass)))


def _fewest(facts: list[Fact], totals: Sequence[int], mass: np.ndarray[Any, np.dtype[np.float64]], tolerance: float) -> list[Fact]:
    """Every single fact and every pair are tried; beyond that the most telling fact is added again and again."""
    for size in (1, 2):
        sets = [list(some) for some in itertools.combinations(facts, size)]
        settling = [some for some in sets if _wrong(some, totals, mass) <= tolerance]
        if settling:
            return min(settling, key=lambda some: _doubt(some, totals, mass))
    chosen: list[Fact] = []
    while len(chosen) < MAX_QUESTIONS and _wrong(chosen, totals, mass) > tolerance:
        best = min(facts, key=lambda f: _doubt([*chosen, f], totals, mass))
        if _doubt([*chosen, best], totals, mass) >= _doubt(chosen, totals, mass) - 1e-9:
            break
        chosen.append(best)
    return chosen


def _groups(facts: list[Fact], totals: Sequence[int], mass: np.ndarray[Any, np.dtype[np.float64]]) -> list[dict[int, float]]:
    """Weight by total for every combination of answers."""
    groups: dict[tuple[int, ...], dict[int, float]] = {}
    for i, total in enumerate(totals):
        group = groups.setdefault(tuple(fact.split[i] for fact in facts), {})
        group[total] = group.get(total, 0.0) + float(mass[i])
    return list(groups.values())


def _wrong(facts: list[Fact], totals: Sequence[int], mass: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """Weight of the gardens whose total is not the likeliest one once the facts are known."""
    return sum(sum(group.values()) - max(group.values()) for group in _groups(facts, totals, mass))


def _doubt(facts: list[Fact], totals: Sequence[int], mass: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """Entropy (nats) of the total that is expected to be left once the facts are known."""
    left = 0.0
    for group in _groups(facts, totals, mass):
        whole = sum(group.values())
        left -= sum(p * float(np.log(p / whole)) for p in group.values() if p > 0.0)
    return left


def _question(fact: Fact, gardens: Sequence[Garden], totals: Sequence[int], mass: np.ndarray[Any, np.dtype[np.float64]]) -> Question:
    choices = []
    for group in dict.fromkeys(fact.split):
        members = [i for i, g in enumerate(fact.split) if g == group]
        best = max(members, key=lambda i: float(mass[i]))
        remove, add = _change(fact, gardens, best)
        choices.append(Choice(fact.kind, fact.answers[best], totals[best], float(mass[members].sum()), remove, add))
    return Question(fact.kind, fact.cell, tuple(sorted(choices, key=lambda c: -c.probability)))


def _change(fact: Fact, gardens: Sequence[Garden], best: int) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """From the garden that was read to the likeliest one with the answer.

    Answers to several questions are applied one after the other, so each says all about its own cell, even when the reading agrees: an
    earlier answer may have changed it. Whoever compares tiles by place and level only comes to the same garden.
    """
    read, wanted = _pieces(gardens[0]), _pieces(gardens[best])
    here = [piece for garden in gardens if (piece := seen_at(garden, fact.kind, fact.cell)) is not None]
    gone = dict.fromkeys([*here, *(p for p in read if p not in wanted)])
    add = tuple(p for p in wanted if p not in read or p in gone or _spot(p) in {_spot(g) for g in gone})
    return tuple(dict.fromkeys((*gone, *add))), add


def _spot(piece: Piece) -> tuple[Any, ...]:
    return (*piece.place, piece.level) if isinstance(piece, Tile) else (piece.kind, piece.cells, piece.levels)


def _pieces(garden: Garden) -> dict[Piece, None]:
    return dict.fromkeys((*garden.tiles, *garden.decorations))
