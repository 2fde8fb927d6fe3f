"""Pictures for the pages: the photo as it is shown, the garden turned, the table of a game."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from scanner.errors import ScannerError
from scanner.games.babylon.drawing.isometric import ISO_HEIGHT_PX, ISO_WIDTH_PX, draw_isometric, project
from scanner.games.babylon.drawing.palette import DEFS, INK, PAPER, text
from scanner.games.babylon.drawing.plan import PLAN_PX, draw_plan
from scanner.games.babylon.garden import SIZE, Garden

MAX_PIXELS = 60_000_000
SHOWN_SIDE_PX = 1600
"""Sharp enough on a phone's screen at twice its width, and sent in a moment."""
JPEG_QUALITY = 85
_BOARD_LABEL = re.compile(r'<text [^>]*font-size="14"[^>]*>[^<]*</text>')
"""Names of columns and rows, which turn with the board."""


def check_pixels(data: bytes) -> None:
    """Refuse pictures beyond the page's limit by their header alone; what cannot be opened is the scanner's to explain."""
    import warnings

    from PIL import Image
    from pillow_heif import register_heif_opener

    register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data)) as picture:
                pixels = picture.width * picture.height
    except Image.DecompressionBombError:
        pixels = MAX_PIXELS + 1
    except (OSError, ValueError, SyntaxError):
        return
    if pixels > MAX_PIXELS:
        raise ScannerError("photo.too_large", f"The picture has more than {MAX_PIXELS // 1_000_000} megapixels. Send a smaller one.")


def shown_photo(data: bytes) -> bytes:
    """The photo upright and without EXIF, as JPEG."""
    from PIL import Image

    from scanner.photo import PhotoParams, load_photo

    photo = load_photo(data, params=PhotoParams(work_side_px=SHOWN_SIDE_PX))
    out = io.BytesIO()
    Image.fromarray(photo.rgb).save(out, "JPEG", quality=JPEG_QUALITY)
    return out.getvalue()


def scanned_size(data: bytes) -> tuple[int, int]:
    """Width and height in which the scanner sees the photo."""
    from scanner.photo import load_photo

    photo = load_photo(data)
    return photo.width, photo.height


def view_of_board(board: Any, height_scale: float = 1.0) -> dict[str, Any]:
    """What a page needs to draw outlines on the photo: the camera, and the sizes of the pieces as this photo shows them."""
    from scanner.spec import KitSpec

    kit, camera = KitSpec(), board.camera
    return {
        "K": [[float(v) for v in row] for row in camera.K],
        "R": [[float(v) for v in row] for row in camera.R],
        "t": [float(v) for v in camera.t],
        "k1": float(camera.k1),
        "level_first": kit.level_first * height_scale,
        "level_step": kit.level_step * height_scale,
        "tile_side": kit.tile_side,
        "board": [list(corner) for corner in kit.board_corners()],
    }


def turned_isometric(garden: Garden, quarters: int) -> str:
    """The garden seen after turning the table clockwise; columns and rows keep their names."""
    drawn = draw_isometric(garden.rotated(quarters))
    if quarters % 4:
        drawn = _BOARD_LABEL.sub("", drawn) + _turned_labels(quarters % 4)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ISO_WIDTH_PX} {ISO_HEIGHT_PX}" role="img">'
    return f"{head}{DEFS}{drawn}</svg>"


def _turned_labels(quarters: int) -> str:
    parts = []
    for index in range(SIZE):
        back = SIZE - 1 - index
        near, right = {1: (str(back + 1), index), 2: (chr(ord("A") + back), back), 3: (str(index + 1), back)}[quarters]
        side = str(right + 1) if quarters == 2 else chr(ord("A") + right)
        parts.append(text(*project(index + 0.5, SIZE + 0.62, 0), near, 14))
        parts.append(text(*project(SIZE + 0.62, index + 0.5, 0), side, 14))
    return "".join(parts)


def table_picture(gardens: Sequence[Garden], titles: Sequence[str]) -> str:
    """All gardens of one game side by side, each with its title, to be shared."""
    columns = 2 if len(gardens) > 1 else 1
    rows = -(-len(gardens) // columns)
    head_px = 56
    width, height = columns * PLAN_PX, rows * (PLAN_PX + head_px)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">']
    parts.append(f'{DEFS}<rect width="{width}" height="{height}" fill="{PAPER}"/>')
    for index, (garden, title) in enumerate(zip(gardens, titles, strict=True)):
        x, y = index % columns * PLAN_PX, index // columns * (PLAN_PX + head_px)
        words = f'<text x="44" y="42" font-size="28" font-weight="bold" font-family="DejaVu Sans, sans-serif" fill="{INK}">'
        parts.append(f'<g transform="translate({x} {y})">{words}{escape(title)}</text>')
        parts.append(f'<g transform="translate(0 {head_px})">{draw_plan(garden)}</g></g>')
    return "".join([*parts, "</svg>"])
