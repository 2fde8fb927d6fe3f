"""The single mistakes people make when they fill in a score pad, each with the numbers it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from scanner.games.babylon.garden import FLOWERS, SYMBOLS, Decoration, Garden, Tile
from scanner.games.babylon.score import LINES, SET_POINTS, Counted, ScoreSheet, score_garden, worth
from scanner.games.babylon.settings import Settings


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake: the eight lines it leads to, and what fills the sentence about it."""

    code: str
    numbers: Mapping[str, int]
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.numbers.values())


def single_slips(garden: Garden, sheet: ScoreSheet, settings: Settings) -> Iterator[Slip]:
    """Every single slip, likeliest first."""
    right = {line: getattr(sheet, line) for line in LINES}
    for slip in _slips(garden, sheet, settings, right):
        if dict(slip.numbers) != right:
            yield slip


def _slips(garden: Garden, sheet: ScoreSheet, settings: Settings, right: dict[str, int]) -> Iterator[Slip]:
    yield from _habits(sheet, right)
    yield from _hidden_counted(sheet, right)
    other = score_garden(garden, replace(settings, bridge_hides=not settings.bridge_hides))
    yield Slip("bridge-rule", {line: getattr(other, line) for line in LINES})
    yield from _miscounted(sheet, right)
    yield from _misread_levels(sheet, right)
    yield from _sets(right)
    yield from _rows(right)


def _pieces(sheet: ScoreSheet) -> list[tuple[Counted, Decoration]]:
    return [(p, p.piece) for p in sheet.pieces if isinstance(p.piece, Decoration)]


def _habits(sheet: ScoreSheet, right: dict[str, int]) -> Iterator[Slip]:
    """One rule misunderstood throughout a line."""
    seen = [piece for counted, piece in _pieces(sheet) if counted.scores]
    stairs = [p for p in seen if p.kind == "stairs"]
    yield Slip("highest-not-doubled", {**right, "highest": right["highest"] // 2})
    yield Slip("stairs-upper-only", {**right, "stairs": sum(p.levels[0] for p in stairs)})
    yield Slip("stairs-lower-only", {**right, "stairs": sum(p.levels[1] for p in stairs)})
    for line in ("fountains", "bridges"):
        yield Slip("not-tripled", {**right, line: right[line] // 3}, {"line": line})
        count = sum(p.kind == line[:-1] for p in seen)
        yield Slip("level-ignored", {**right, line: 3 * count}, {"line": line})
        yield Slip("both-ends-counted", {**right, line: 2 * right[line]}, {"line": line})
    yield Slip("level-ignored", {**right, "statues": sum(p.kind == "statue" for p in seen)}, {"line": "statues"})
    by_level = sum(p.levels[0] for p in seen if p.kind == "belvedere")
    yield Slip("belvederes-by-level", {**right, "belvederes": by_level})
    for line in ("diversity", "flowers"):
        yield Slip("sets-not-multiplied", {**right, line: right[line] // SET_POINTS}, {"line": line})


def _diversity(sheet: ScoreSheet, kind: str, change: int) -> int:
    """The diversity line with so many more or fewer pieces of one kind counted."""
    count = dict.fromkeys(SYMBOLS, 0)
    for counted, piece in _pieces(sheet):
        if counted.scores and piece.kind in count:
            count[piece.kind] += 1
    if kind in count:
        count[kind] += change
    return SET_POINTS * min(count.values())


def _with_piece(sheet: ScoreSheet, right: dict[str, int], line: str, kind: str, points: int, change: int) -> Iterator[dict[str, int]]:
    """The piece miscounted in its own line only, or in its line and in the sets."""
    once = {**right, line: right[line] + points}
    diversity = _diversity(sheet, kind, change)
    if diversity != right["diversity"]:
        yield {**once, "diversity": diversity}
    yield once


def _hidden_counted(sheet: ScoreSheet, right: dict[str, int]) -> Iterator[Slip]:
    hidden = [(counted, piece) for counted, piece in _pieces(sheet) if not counted.scores]
    for counted, piece in hidden:
        for numbers in _with_piece(sheet, right, counted.line, piece.kind, worth(piece), 1):
            yield Slip(f"{counted.why}-counted", numbers, {"piece1": piece})
    for line in dict.fromkeys(counted.line for counted, _ in hidden):
        several = [piece for counted, piece in hidden if counted.line == line]
        if len(several) > 1:
            points = sum(map(worth, several))
            for numbers in _with_piece(sheet, right, line, several[0].kind, points, len(several)):
                yield Slip("all-hidden-counted", numbers, {"pieces": tuple(several), "line": line})
    flowers = dict.fromkeys(FLOWERS, 0)
    covered = []
    for counted in sheet.of_line("flowers"):
        if isinstance(counted.piece, Tile):
            flowers[counted.piece.flower] += 1
            covered += [] if counted.scores else [counted.piece]
    if covered:
        yield Slip("hidden-tiles-counted", {**right, "flowers": SET_POINTS * min(flowers.values())}, {"pieces": tuple(covered)})


def _miscounted(sheet: ScoreSheet, right: dict[str, int]) -> Iterator[Slip]:
    for counted, piece in _pieces(sheet):
        if counted.scores:
            for numbers in _with_piece(sheet, right, counted.line, piece.kind, -counted.points, -1):
                yield Slip("piece-missed", numbers, {"piece1": piece})
            yield Slip("piece-twice", {**right, counted.line: right[counted.line] + counted.points}, {"piece1": piece})


def _misread_levels(sheet: ScoreSheet, right: dict[str, int]) -> Iterator[Slip]:
    for counted, piece in _pieces(sheet):
        if not counted.scores or piece.kind == "belvedere":
            continue
        for shift in (1, -1):
            if min(piece.levels) + shift > 0:
                moved = replace(piece, levels=tuple(level + shift for level in piece.levels))
                numbers = {**right, counted.line: right[counted.line] + worth(moved) - worth(piece)}
                yield Slip("wrong-level", numbers, {"piece1": piece, "level": moved.levels[0]})
        if piece.kind == "stairs":
            for level in piece.levels:
                numbers = {**right, "stairs": right["stairs"] - counted.points + level}
                yield Slip("one-end-of-stairs", numbers, {"piece1": piece, "level": level})
    for shift in (1, -1):
        level = right["highest"] // 2 + shift
        if level >= 0:
            yield Slip("highest-level", {**right, "highest": 2 * level}, {"level": level, "right": right["highest"] // 2})


def _sets(right: dict[str, int]) -> Iterator[Slip]:
    for line in ("diversity", "flowers"):
        yield Slip("set-twice", {**right, line: right[line] + SET_POINTS}, {"line": line})
        if right[line] >= SET_POINTS:
            yield Slip("set-missed", {**right, line: right[line] - SET_POINTS}, {"line": line})


def _rows(right: dict[str, int]) -> Iterator[Slip]:
    for line in LINES:
        yield Slip("line-forgotten", {**right, line: 0}, {"line": line})
    for a, b in combinations(LINES, 2):
        yield Slip("rows-swapped", {**right, a: right[b], b: right[a]}, {"line": a, "other_line": b})
