"""The overlay: what was read is drawn where the camera sees it, doubts are ringed, the drawn garden stands beside it."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.games.babylon.garden import Decoration, Garden, Tile
from scanner.overlay import DOUBT_RGB, KIND_LETTER, LEVEL_RGB, draw_beside, draw_overlay
from scanner.spec import KitSpec
from scanner.types import Photo
from tests.fake_board import HEIGHT, WIDTH, fake_board

GREY = 100
BOARD = fake_board(tilt_deg=20)


def photo(width: int = WIDTH, height: int = HEIGHT) -> Photo:
    return Photo(np.full((height, width, 3), GREY, np.uint8), "0" * 64, None)


def near(picture: np.ndarray, at: tuple[float, float, float], rgb: tuple[int, int, int], within_px: int = 4) -> bool:  # type: ignore[type-arg]
    """Whether something of the colour lies around a point of the board frame."""
    x, y = (round(v) for v in BOARD.camera.project(np.array([at]))[0])
    patch = picture[max(y - within_px, 0) : y + within_px + 1, max(x - within_px, 0) : x + within_px + 1].astype(int)
    return bool((np.abs(patch - np.array(rgb)).max(axis=-1) < 60).any())


def drawn(*tiles: Tile, pieces: tuple[Decoration, ...] = (), **options: object) -> np.ndarray:  # type: ignore[type-arg]
    return draw_overlay(photo(), BOARD, Garden(tiles, pieces), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", range(1, 8))
def test_tiles_are_outlined_at_their_height_in_the_colour_of_their_level(level: int) -> None:
    picture = drawn(Tile(3, 3, level, "white"))
    height, half = KitSpec().level_height(level), KitSpec().tile_side / 2
    for dx, dy in ((-half, 0), (half, 0), (0, -half), (0, half)):
        assert near(picture, (3.5 + dx, -3.5 + dy, height), LEVEL_RGB[level])
    other = 7 if level < 4 else 1
    assert not near(picture, (3.5 + half, -3.5, KitSpec().level_height(other)), LEVEL_RGB[level])


def test_height_scale_moves_the_outline() -> None:
    high, half = KitSpec().level_height(3), KitSpec().tile_side / 2
    picture = drawn(Tile(3, 3, 3, "blue"), height_scale=1.6)
    assert near(picture, (3.5, -3.5 + half, high * 1.6), LEVEL_RGB[3])
    assert not near(picture, (3.5, -3.5 + half, high), LEVEL_RGB[3])


@pytest.mark.parametrize("kind", sorted(KIND_LETTER))
def test_every_piece_is_marked(kind: str) -> None:
    tiles = (Tile(2, 2, 1, "white"), Tile(4, 2, 1, "blue"), Tile(4, 4, 2, "pink"))
    cells = {"bridge": ((2, 2), (4, 2)), "fountain": ((3, 2), (4, 2)), "stairs": ((4, 4), (4, 3))}.get(kind, ((2, 2),))
    levels = (2, 1) if kind == "stairs" else (1,) * len(cells)
    bare, marked = drawn(*tiles), drawn(*tiles, pieces=(Decoration(kind, cells, levels),))
    changed = np.argwhere((bare != marked).any(axis=-1))
    assert 30 < len(changed) < 6000
    ends = np.array([[c, -r, KitSpec().level_height(n)] for (c, r), n in zip(cells, levels, strict=True)])
    middle = BOARD.camera.project(ends).mean(axis=0)[::-1]
    assert np.abs(changed.mean(axis=0) - middle).max() < 6


def test_doubtful_cells_get_a_ring_on_top_of_their_tile() -> None:
    tile = Tile(3, 3, 2, "white")
    plain, ringed = drawn(tile), drawn(tile, doubtful=frozenset({(3, 3), (0, 7)}))
    changed = np.argwhere((plain != ringed).any(axis=-1))[:, ::-1]
    centres = BOARD.camera.project(np.array([[3, -3, KitSpec().level_height(2)], [0, -7, 0.0]]))
    nearest = np.linalg.norm(changed[:, None] - centres[None], axis=-1).min(axis=1)
    assert nearest.max() < 20
    assert nearest.min() > 8
    assert (np.abs(ringed.astype(int) - np.array(DOUBT_RGB)).max(axis=-1) < 20).sum() > 100
    assert not (np.abs(plain.astype(int) - np.array(DOUBT_RGB)).max(axis=-1) < 20).any()


def test_the_photo_itself_stays_as_it_is() -> None:
    seen = photo()
    seen.rgb.setflags(write=False)
    picture = draw_overlay(seen, BOARD, Garden((Tile(0, 0, 1, "white"),)))
    assert picture.shape == seen.rgb.shape
    assert (seen.rgb == GREY).all()
    assert (picture != GREY).any()


@pytest.mark.parametrize("garden", [Garden(), Garden((Tile(6, 6, 12, "pink"),)), Garden((), (Decoration("statue", ((0, 0),), (9,)),))])
def test_odd_gardens_are_drawn_too(garden: Garden) -> None:
    assert draw_overlay(photo(), BOARD, garden).shape == (HEIGHT, WIDTH, 3)


def test_a_board_beyond_the_frame_is_no_error() -> None:
    assert draw_overlay(photo(500, 400), BOARD, Garden((Tile(6, 6, 1, "pink"),))).shape == (400, 500, 3)


@pytest.mark.parametrize("size", [(WIDTH, HEIGHT), (400, 1600), (1600, 400)])
def test_the_drawn_garden_stands_beside_the_photo(size: tuple[int, int]) -> None:
    overlay = draw_overlay(photo(*size), BOARD, Garden((Tile(3, 3, 1, "white"),)))
    both, other = (draw_beside(overlay, Garden((Tile(3, 3, 1, flower),))) for flower in ("white", "pink"))
    assert both.shape[0] == size[1]
    assert 1.2 * size[0] < both.shape[1] <= 2 * size[0] or size[0] > size[1]
    assert (both[:, : size[0]] == overlay).all()
    assert both[:, size[0] :].std() > 10
    assert (both != other).any()
