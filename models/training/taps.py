"""How often a person has to tap until the total is right: questions answered by what is true, then corrections."""

from __future__ import annotations

from dataclasses import replace

from scanner.games.babylon.garden import Garden, Piece, Tile
from scanner.games.babylon.score import score_garden
from scanner.judge import Choice, Question
from scanner.judge.facts import KINDS, look_at
from scanner.scan import ScannedGarden
from scanner.surface import visible_garden

TAPS_PER_CORRECTION = 2
"""Open the cell, say what is there."""


def count_taps(found: ScannedGarden, truth: Garden) -> int:
    """One for every question asked; if the total is still wrong then, two for every tile or piece that has to be put right."""
    garden, taps = found.garden, 0
    for question in found.judgement.questions:
        taps += 1
        choice = true_choice(question, truth)
        if choice is not None:
            garden = with_choice(garden, choice)
    if score_garden(garden).total == score_garden(truth).total:
        return taps
    return taps + TAPS_PER_CORRECTION * count_corrections(garden, truth)


def true_choice(question: Question, truth: Garden) -> Choice | None:
    """What somebody who sees the garden answers; None when it is not among the choices."""
    answer = KINDS[question.kind](look_at(truth), question.cell)
    return next((choice for choice in question.choices if choice.answer == answer), None)


def with_choice(garden: Garden, choice: Choice) -> Garden:
    """As the page does it: what goes goes, what comes takes its place."""
    gone = {_key(piece) for piece in (*choice.remove, *choice.add)}
    tiles = [t for t in garden.tiles if _key(t) not in gone] + [p for p in choice.add if isinstance(p, Tile)]
    decorations = [d for d in garden.decorations if _key(d) not in gone] + [p for p in choice.add if not isinstance(p, Tile)]
    return Garden(tuple(tiles), tuple(decorations))


def count_corrections(garden: Garden, truth: Garden) -> int:
    """Tiles and pieces that can be seen and differ; one that lies wrong is one, not one too many and one too few."""
    here, there = visible_garden(garden), visible_garden(truth)
    tiles = [{replace(t, symbols=None) for t in g.tiles} for g in (here, there)]
    pieces = [set(g.decorations) for g in (here, there)]
    return sum(max(len(a - b), len(b - a)) for a, b in (tiles, pieces))


def _key(piece: Piece) -> tuple[object, ...]:
    return (*piece.place, piece.level) if isinstance(piece, Tile) else (piece.kind, piece.cells, piece.levels)
