"""What a person can see at a cell: the differences between gardens, as facts that split them into groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scanner.games.babylon.garden import SIZE, Cell, Decoration, Garden, Tile

Answer = int | str | Tile | Decoration | None


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing about one cell on which gardens differ."""

    kind: str
    cell: Cell
    answers: tuple[Answer, ...]
    """What each garden says."""
    split: tuple[int, ...]
    """The group of each garden: equal answers, equal numbers, counted from 0 as they come up."""


@dataclass(frozen=True, slots=True)
class Look:
    """A garden from above, ready to be asked."""

    top: dict[Cell, Tile]
    piece: dict[Cell, Decoration]


def look_at(garden: Garden) -> Look:
    top = {cell: replace(tile, symbols=None) for tile in garden.tiles for cell in tile.cells}
    piece = {
        cell: decoration
        for decoration in garden.decorations
        for cell, level in zip(decoration.cells, decoration.levels, strict=True)
        if cell in top and top[cell].level == level
    }
    return Look(top, piece)


def _piece(look: Look, cell: Cell) -> Answer:
    """Levels are asked apart: a statue is a statue on any of them."""
    found = look.piece.get(cell)
    if found is None:
        return None
    steps = range(len(found.levels) - 1, -1, -1) if found.kind == "stairs" else [0] * len(found.levels)
    return Decoration(found.kind, found.cells, tuple(steps))


def _flower(look: Look, cell: Cell) -> Answer:
    return look.top[cell].flower if cell in look.top else None


def _level(look: Look, cell: Cell) -> Answer:
    return look.top[cell].level if cell in look.top else 0


def _tile(look: Look, cell: Cell) -> Answer:
    return replace(look.top[cell], level=0, flower="") if cell in look.top else None


KINDS: dict[str, Callable[[Look, Cell], Answer]] = {"piece": _piece, "flower": _flower, "level": _level, "tile": _tile}
"""In the order of how easy they are to answer."""


def seen_at(garden: Garden, kind: str, cell: Cell) -> Tile | Decoration | None:
    """The piece or tile of the garden that a fact of this kind is about."""
    look = look_at(garden)
    return look.piece.get(cell) if kind == "piece" else look.top.get(cell)


def list_facts(gardens: Sequence[Garden]) -> list[Fact]:
    """One fact for every way in which seeing something splits the gardens: the easiest to answer, from far left to near right."""
    looks = [look_at(garden) for garden in gardens]
    facts: dict[tuple[int, ...], Fact] = {}
    for kind, answer in KINDS.items():
        for row in range(SIZE):
            for col in range(SIZE):
                answers = tuple(answer(look, (col, row)) for look in looks)
                numbers = {a: i for i, a in enumerate(dict.fromkeys(answers))}
                split = tuple(numbers[a] for a in answers)
                if len(numbers) > 1:
                    facts.setdefault(split, Fact(kind, (col, row), answers, split))
    return list(facts.values())
