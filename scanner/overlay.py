"""The photo with what was read drawn on it: tile outlines by level, pieces marked, doubtful ones highlighted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.draw import png_from_svg
from scanner.games.babylon.drawing import draw_garden
from scanner.games.babylon.garden import Decoration, Garden, Tile
from scanner.spec import KitSpec
from scanner.types import Array64, Board, Camera, Photo

LEVEL_RGB = ((90, 90, 90), (64, 156, 255), (52, 199, 89), (255, 204, 0), (255, 105, 60), (214, 80, 220), (255, 60, 90), (255, 255, 255))
"""One colour per level; the level's number stands beside it, so that colour is never the only sign."""
KIND_LETTER = {"statue": "S", "fountain": "F", "bridge": "B", "stairs": "T", "belvedere": "V"}
DOUBT_RGB = (255, 0, 200)
PLAN_SCALE = 1.2
"""Pixels per unit of the drawing before it is fitted to the photo."""
FONT = cv2.FONT_HERSHEY_SIMPLEX
Rgb = NDArray[np.uint8]


def draw_overlay(
    photo: Photo, board: Board, garden: Garden, *, height_scale: float = 1.0, doubtful: frozenset[tuple[int, int]] = frozenset()
) -> Rgb:
    """A copy of the photo with the garden drawn on it; `doubtful` cells get a ring."""
    canvas = np.ascontiguousarray(photo.rgb.copy())
    thick = max(1, round(max(photo.width, photo.height) / 900))
    kit = KitSpec()
    _outline(canvas, board.camera, np.array([[x, y, 0.0] for x, y in kit.board_corners()]), (255, 255, 255), thick)
    for tile in garden.tiles:
        _draw_tile(canvas, board.camera, tile, kit.level_height(tile.level) * height_scale, thick)
    for piece in garden.decorations:
        _draw_piece(canvas, board.camera, piece, kit, height_scale, thick)
    tops = {cell: t.level for t in garden.tiles for cell in t.cells}
    for cell in doubtful:
        centre = _px(board.camera, np.array([[cell[0], -cell[1], kit.level_height(tops.get(cell, 0)) * height_scale]]))[0]
        cv2.circle(canvas, (int(centre[0]), int(centre[1])), 14 * thick, DOUBT_RGB, 2 * thick, cv2.LINE_AA)
    return np.asarray(canvas, np.uint8)


def draw_beside(overlay: Rgb, garden: Garden, *, language: str = "en") -> Rgb:
    """The overlay with the garden drawn from above to its right, as tall as the photo, at most as wide."""
    png = np.frombuffer(png_from_svg(draw_garden(garden, "plan", language), scale=PLAN_SCALE), np.uint8)
    decoded = cv2.imdecode(png, cv2.IMREAD_COLOR)
    assert decoded is not None
    plan = cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB)
    height, width = overlay.shape[:2]
    factor = min(height / plan.shape[0], width / plan.shape[1])
    size = (max(1, round(plan.shape[1] * factor)), max(1, round(plan.shape[0] * factor)))
    plan = cv2.resize(plan, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC)
    out = np.full((height, width + size[0], 3), 255, np.uint8)
    out[:, :width] = overlay
    top = (height - size[1]) // 2
    out[top : top + size[1], width:] = plan
    return out


def _px(camera: Camera, points: Array64) -> NDArray[np.int32]:
    return np.asarray(np.round(camera.project(points)), np.int32)


def _outline(canvas: Rgb, camera: Camera, points: Array64, rgb: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(canvas, [_px(camera, points)], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.polylines(canvas, [_px(camera, points)], True, rgb, thick, cv2.LINE_AA)


def _draw_tile(canvas: Rgb, camera: Camera, tile: Tile, height: float, thick: int) -> None:
    x, y = tile.col + 0.5, -tile.row - 0.5
    half = KitSpec().tile_side / 2
    square = np.array(
        [[x - half, y + half, height], [x + half, y + half, height], [x + half, y - half, height], [x - half, y - half, height]]
    )
    rgb = LEVEL_RGB[min(tile.level, len(LEVEL_RGB) - 1)]
    _outline(canvas, camera, square, rgb, thick)
    _label(canvas, _px(camera, np.array([[x, y, height]]))[0], str(tile.level), rgb, thick)


def _draw_piece(canvas: Rgb, camera: Camera, piece: Decoration, kit: KitSpec, scale: float, thick: int) -> None:
    ends = np.array([[c, -r, kit.level_height(n) * scale] for (c, r), n in zip(piece.cells, piece.levels, strict=True)])
    px = _px(camera, ends)
    rgb = LEVEL_RGB[min(max(piece.levels), len(LEVEL_RGB) - 1)]
    if len(px) == 2:
        cv2.line(canvas, px[0].tolist(), px[1].tolist(), (0, 0, 0), thick + 3, cv2.LINE_AA)
        cv2.line(canvas, px[0].tolist(), px[1].tolist(), rgb, thick + 1, cv2.LINE_AA)
    middle = px.mean(axis=0).astype(np.int32)
    cv2.circle(canvas, middle.tolist(), 7 * thick, (0, 0, 0), -1, cv2.LINE_AA)
    _label(canvas, middle, KIND_LETTER[piece.kind], (255, 255, 255), thick)


def _label(canvas: Rgb, at: NDArray[np.int32], text: str, rgb: tuple[int, int, int], thick: int) -> None:
    size = 0.42 * thick
    (w, h), _ = cv2.getTextSize(text, FONT, size, thick)
    where = (int(at[0]) - w // 2, int(at[1]) + h // 2)
    cv2.putText(canvas, text, where, FONT, size, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.putText(canvas, text, where, FONT, size, rgb, thick, cv2.LINE_AA)
