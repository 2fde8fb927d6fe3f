"""When another photo would help more than an answer, and what to do differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.games.babylon.garden import Cell
from scanner.games.phrases import LANGUAGES
from scanner.judge.features import tilt_deg
from scanner.judge.questions import Question
from scanner.judge.words import PHRASES, say
from scanner.pose import px_per_cell
from scanner.spec import KitSpec
from scanner.types import Board

__all__ = ["HINTS", "HintParams", "find_hint", "hint_text", "hint_texts", "level_step_px"]

HINTS = tuple(key for key in PHRASES if key.startswith("photo."))


@dataclass(frozen=True, slots=True)
class HintParams:
    """When geometry counts as unable to tell."""

    min_px_per_cell: float = 36.0
    """The evidence is read at 32 px per cell; with less than a tenth to spare the photo is the limit."""
    max_tilt_deg: float = 38.0
    """Towers hide what is behind them; training ends at 40°."""
    min_level_px: float = 2.0
    """A level that moves a tile's corners by less is lost in noise and JPEG."""
    min_level_cells: float = 0.07
    """Tiles laid by hand are 0.03 to 0.06 cell off; a level must move them by more."""
    max_residual_cells: float = 0.04
    """Twice the usual residual: blurred, or the board is bent."""


def find_hint(questions: Sequence[Question], board: Board, *, params: HintParams | None = None) -> str | None:
    """The code of what a second photo should do better, None when answers are the shorter way."""
    params = params or HintParams()
    scale = max(px_per_cell(board.camera), 1e-6)
    if scale < params.min_px_per_cell:
        return "photo.far"
    if board.residual_px / scale > params.max_residual_cells:
        return "photo.unsharp"
    for question in questions:
        step_px = level_step_px(board, question.cell)
        if question.kind in ("level", "tile") and (step_px < params.min_level_px or step_px / scale < params.min_level_cells):
            return "photo.levels_alike"
    if tilt_deg(board.camera) > params.max_tilt_deg:
        return "photo.steep"
    return None if questions else "photo.another"


def level_step_px(board: Board, cell: Cell, *, kit: KitSpec | None = None) -> float:
    """By how many pixels one level moves the corners of a tile that lies around the cell."""
    kit = kit or KitSpec()
    half = kit.tile_side / 2
    corners = [(cell[0] + dx, -cell[1] + dy) for dx in (-half, half) for dy in (-half, half)]
    low, high = (board.camera.project(np.array([[x, y, kit.level_height(n)] for x, y in corners])) for n in (1, 2))
    return float(np.linalg.norm(high - low, axis=1).mean())


def hint_text(code: str, language: str = "en") -> str:
    """The hint as a sentence for a player."""
    return say(code, language)


def hint_texts(code: str) -> dict[str, str]:
    """The hint in every language."""
    return {language: say(code, language) for language in LANGUAGES}
