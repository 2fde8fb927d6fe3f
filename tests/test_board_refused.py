"""Boards that were found and cannot be read: cut off (and where), too small, or not really a board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.board import BoardParams, _refuse_unreadable
from scanner.errors import ScannerError
from scanner.types import Board, Photo
from tests.fake_board import HEIGHT, WIDTH, fake_board

SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
OUTER = np.array([[0.0, 0.0, 0.0], [7.0, 0.0, 0.0], [7.0, -7.0, 0.0], [0.0, -7.0, 0.0]])
PHOTO = Photo(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "0" * 64, None)


def moved(board: Board, x: float, y: float) -> Board:
    """The same view with the picture's middle elsewhere."""
    K = board.camera.K.copy()
    K[:2, 2] += (x, y)
    return replace(board, camera=replace(board.camera, K=K))


def code(board: Board) -> str:
    try:
        _refuse_unreadable(PHOTO, board, BoardParams())
    except ScannerError as error:
        return f"{error.code}: {error}"
    return ""


def test_a_board_in_the_picture_is_not_refused() -> None:
    assert code(fake_board()) == ""


@pytest.mark.parametrize("side", SIDES)
def test_a_cut_off_board_says_which_side(side: str) -> None:
    board, (x, y) = fake_board(), SIDES[side]
    # The outermost holes on that side come to lie 30 px outside.
    px = board.camera.project(OUTER)
    gap = {"left": px[:, 0].min(), "right": WIDTH - px[:, 0].max(), "top": px[:, 1].min(), "bottom": HEIGHT - px[:, 1].max()}[side]
    told = code(moved(board, x * (gap + 30), y * (gap + 30)))
    assert told.startswith("board.cut_off")
    assert f"at the {side} of the picture" in told


def test_half_a_hole_may_be_missing() -> None:
    board = fake_board(tilt_deg=0.0)
    px = board.camera.project(OUTER)
    assert code(moved(board, -(px[:, 0].min() - 25), 0)) == ""


def test_a_tiny_board_is_refused() -> None:
    assert code(fake_board(focal_px=300.0)).startswith("board.too_small")


@pytest.mark.parametrize("change", [{"confidence": 0.2}, {"residual_px": 30.0}])
def test_what_does_not_fit_is_no_board(change: dict[str, float]) -> None:
    assert code(replace(fake_board(), **change)).startswith("board.not_found")
