"""Large photos are searched in a smaller copy: the answer is in pixels of the photo itself."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.board import SEARCH_SIDE_PX, _reduced, _restored
from scanner.types import Board, Photo
from tests.fake_board import fake_board

FACE = np.array([[0.0, 0.0, 0.0], [7.0, 0.0, 0.0], [7.0, -7.0, 0.0], [3.0, -2.0, 1.5]])


def photo_of(width: int, height: int) -> Photo:
    return Photo(np.zeros((height, width, 3), np.uint8), "0" * 64, 1000.0)


def test_small_photos_stay_as_they_are() -> None:
    photo = photo_of(1200, 900)
    assert _reduced(photo) == (photo, 1.0)


@pytest.mark.parametrize("size", [(4800, 3600), (3000, 4000)])
def test_a_board_comes_back_in_pixels_of_the_photo(size: tuple[int, int]) -> None:
    small, factor = _reduced(photo_of(*size))
    assert max(small.width, small.height) == SEARCH_SIDE_PX
    assert small.focal_px == pytest.approx(1000 * factor)
    board = fake_board()
    back: Board = _restored(board, factor)
    # Pixel centres lie at whole numbers, so the corner of the picture is at -0.5 in both.
    assert np.allclose((back.camera.project(FACE) + 0.5) * factor - 0.5, board.camera.project(FACE))
    assert np.allclose((back.corners_px + 0.5) * factor - 0.5, board.corners_px)
    assert back.residual_px == pytest.approx(board.residual_px / factor)
