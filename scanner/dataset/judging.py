"""What the game's engine says about gardens in the dataset: readable or not, points, and how far a scan was off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.babylon.garden import SIZE, Garden
from scanner.games.registry import find_game

DEFAULT_GAME = "babylon"
CELLS = SIZE * SIZE


def read_garden(data: Mapping[str, Any]) -> dict[str, Any]:
    """The garden in its one spelling; GameError when no game can read it."""
    if not isinstance(data, Mapping):
        raise GameError("bad-garden", "expected an object with game, tiles and decorations")
    doors = find_game(str(data.get("game", DEFAULT_GAME)))
    try:
        text = json.dumps(data)
    except (TypeError, ValueError) as error:
        raise GameError("bad-json", f"the garden is no JSON: {error}") from error
    return doors.to_dict(doors.parse(text))


def points_of(garden: Mapping[str, Any], edition: str) -> int | None:
    """Points by the rules of `edition`; None for games whose score is no single number."""
    doors = find_game(str(garden.get("game", DEFAULT_GAME)))
    state = doors.parse(json.dumps(garden))
    try:
        score = doors.score([state], ["1"], doors.read_settings({"edition": edition}), "en").data.get("score")
    except GameError:
        return None
    total = score.get("total") if isinstance(score, Mapping) else None
    return total if isinstance(total, int) else None


@dataclass(frozen=True, slots=True)
class Mistakes:
    """A scanned garden against the corrected one."""

    cells: int
    """Of 64: another level, flower or piece on top."""
    exact: bool
    """The same garden as far as it can be seen from above."""


def count_mistakes(scanned: Mapping[str, Any], corrected: Mapping[str, Any]) -> Mistakes | None:
    """None when one of them is no Babylon garden."""
    try:
        seen, true = _from_above(Garden.from_dict(scanned)), _from_above(Garden.from_dict(corrected))
    except GameError:
        return None
    wrong = sum(seen[cell] != true[cell] for cell in true)
    return Mistakes(wrong, wrong == 0)


def _from_above(garden: Garden) -> dict[tuple[int, int], tuple[Any, ...]]:
    """Per cell: level and flower of the topmost tile, and the pieces that stand on it with their other end."""
    tops, fields = garden.tops(), garden.fields()
    out: dict[tuple[int, int], tuple[Any, ...]] = {}
    for cell in ((col, row) for row in range(SIZE) for col in range(SIZE)):
        level = tops.get(cell, 0)
        tile = fields.get((cell, level))
        pieces = sorted((d.kind, d.cells) for d in garden.decorations if (cell, level) in zip(d.cells, d.levels, strict=True))
        out[cell] = (level, tile.flower if tile else None, tile.place if tile else None, tuple(pieces))
    return out
