"""Photo -> Board: a coarse network finds the board anywhere, a second one its holes, a robust fit gives the camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.errors import ScannerError
from scanner.networks import Network
from scanner.pose import PoseParams, camera_from_homography, camera_matrix, fit_camera, focal_px_from_35mm, px_per_cell
from scanner.raster import RasterSpec, plane_raster, shrink_for
from scanner.spec import KitSpec
from scanner.types import Array64, Board, Camera, FloatArray, Photo

COARSE_SIDE = 320
COARSE_STRIDE = 8
UV_CENTRE = (3.9, -3.5)
UV_SCALE = 4.6
"""Board coordinates are taught as (X - 3.9) / 4.6 and (Y + 3.5) / 4.6: about -1 to 1."""


COVER_CELLS, COVER_GROWTH = 1.5, 1.12
"""How high and how far around the main board the picture is painted over before a second one is looked for."""
OTHER_LOGIT = 1.0
"""A further board is only mentioned: better to miss one than to see ghosts."""
SEARCH_SIDE_PX = 2400
"""Rasters are read at 32 px per cell; a board a fifth of the picture wide still has 50 in a photo of this size."""
NOT_FOUND = (
    "No player board of Babylon was found. Photograph the whole board from above, with its storage strip. "
    "Other games cannot be read from photos."
)
MIN_SCALE_PX, MAX_SCALE_PX = 3.0, 2000.0
"""Pixels per cell outside of which a fit is nonsense."""


@dataclass(frozen=True, slots=True)
class BoardParams:
    """When a board counts as found."""

    mask_threshold: float = 0.5
    min_mask_px: int = 60
    """Of 1,600 coarse pixels: a board smaller than a fifth of the picture's side has too few pixels to read."""
    closer_looks: int = 2
    """Further looks of the coarse network at the board straightened by its last answer: each halves the error or better."""
    closer_px_per_cell: float = 26.0
    """The board then fills three quarters of the picture: the largest it was trained on, with room for what is still wrong."""
    closer_sharpness: float = 1.4
    """Photo pixels per picture pixel before the photo is shrunk first."""
    ransac_px: float = 4.0
    """Coarse pixels are 8 px wide; the regression is good to half of one."""
    min_inliers: float = 0.35
    refinements: int = 4
    min_hole_logit: float = 0.0
    min_holes: int = 8
    """Four would fix a homography; eight leave room to notice nonsense."""
    max_residual_cells: float = 0.06
    min_px_per_cell: float = 20.0
    """Below 20 px per cell pictograms and piece shapes blur into each other."""
    least_rim_cells: float = 0.2
    """What has to be seen beyond the centres of the outer holes: of a tile there half its pads, at a slant the better half."""
    settled_cells: float = 0.01
    tries: int = 2
    """Coarse starts that are refined: the two that look most like a board lying the right way round."""
    sure_confidence: float = 0.98
    sure_move_cells: float = 0.4
    """A first start that was nearer than this at every corner, and fits the right way round, needs no rivals: they would be a hole off."""
    more_tries: int = 6
    """Further starts when none of those fits."""


def find_board(photo: Photo, coarse: Network, refine: Network, *, params: BoardParams | None = None) -> Board:
    """The main player board of the photo, or ScannerError."""
    params = params or BoardParams()
    small, factor = _reduced(photo)
    board = _restored(_find_in(small, coarse, refine, params), factor)
    _refuse_unreadable(photo, board, params)
    return replace(board, others=_count_others(photo, board, coarse, params))


def _reduced(photo: Photo) -> tuple[Photo, float]:
    """The photo small enough to be looked at from a dozen cameras; returns it with the factor applied."""
    factor = SEARCH_SIDE_PX / max(photo.width, photo.height)
    if factor > 0.9:
        return photo, 1.0
    size = (round(photo.width * factor), round(photo.height * factor))
    rgb = np.asarray(cv2.resize(photo.rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    return replace(photo, rgb=rgb, focal_px=photo.focal_px * factor if photo.focal_px else None), factor


def _restored(board: Board, factor: float) -> Board:
    """The board in pixels of the photo itself."""
    K = board.camera.K / factor
    K[:2, 2] = (board.camera.K[:2, 2] + 0.5) / factor - 0.5
    K[2, 2] = 1.0
    corners = (board.corners_px + 0.5) / factor - 0.5
    return replace(board, camera=replace(board.camera, K=K), corners_px=corners, residual_px=board.residual_px / factor)


def _find_in(photo: Photo, coarse: Network, refine: Network, params: BoardParams) -> Board:
    cameras = _coarse_cameras(photo, coarse, params)
    first = _refine(photo, cameras[0], refine, params)
    if first and (_beyond_doubt(first, cameras[0], params) or _best_of_neighbours(photo, first, refine, params)):
        return first
    starts = _ranked(photo, cameras, refine)
    found = [board for start in starts[: params.tries] if (board := _refine(photo, start, refine, params))]
    if not any(_fits(board, params) for board in found):
        # A start half a hole off pulls some holes one way and some the other: try starts between.
        half = [_shifted(start, x / 2, y / 2) for start in starts[: params.tries] for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        found += [board for start in _ranked(photo, half, refine)[: params.more_tries] if (board := _refine(photo, start, refine, params))]
        found = [board for board in found if _fits(board, params)] or found
    if found:
        best = max(found, key=_trust)
        # A lattice fits one hole off as well; only the strip and the edges tell.
        near = _ranked(photo, _neighbours(best.camera), refine)
        again = _refine(photo, near[0], refine, params)
        if again and _trust(again) > _trust(best):
            best = again
        return best
    raise ScannerError("board.not_found", NOT_FOUND)


def _count_others(photo: Photo, board: Board, coarse: Network, params: BoardParams) -> int:
    """1 when the coarse network finds a further board in the picture with the main one painted over."""
    picture, factor, shift = letterbox(photo.rgb)
    rim = np.array([[x, y, z] for x, y in KitSpec().board_corners() for z in (0.0, COVER_CELLS)])
    px = ((board.camera.project(rim) + 0.5) * factor + np.array(shift) - 0.5).astype(np.float32)
    hull = cv2.convexHull(px).reshape(-1, 2)
    middle = hull.mean(axis=0)
    grown = np.round(middle + (hull - middle) * COVER_GROWTH).astype(np.int32)
    inside = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), grown, 1) > 0
    seen = picture.any(axis=2) & ~inside
    if not seen.any():
        return 0
    picture[inside & picture.any(axis=2)] = np.median(picture[seen], axis=0)
    (out,) = coarse.run({"picture": np.ascontiguousarray(picture.transpose(2, 0, 1)[None], dtype=np.float32)})
    return int(_largest_part(out[0, 0] > OTHER_LOGIT).sum() >= params.min_mask_px)


def _beyond_doubt(board: Board, start: Camera, params: BoardParams) -> bool:
    """Whether the closest look of the coarse network was so near that no other hole can be meant, and everything fits."""
    corners = np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()])
    moved = np.linalg.norm(start.project(corners) - board.corners_px, axis=1).max() / px_per_cell(board.camera)
    return _fits(board, params) and board.confidence >= params.sure_confidence and bool(moved <= params.sure_move_cells)


def _best_of_neighbours(photo: Photo, board: Board, refine: Network, params: BoardParams) -> bool:
    """Whether everything fits, and none of the eight boards that lie one hole off looks more like it."""
    if not _fits(board, params) or board.confidence < params.sure_confidence:
        return False
    best = _ranked(photo, _neighbours(board.camera), refine)
    return bool(best) and best[0] is board.camera


def _neighbours(camera: Camera) -> list[Camera]:
    """The camera itself first, and those that take a neighbouring hole for the origin."""
    return [camera, *(_shifted(camera, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)]


def _fits(board: Board, params: BoardParams) -> bool:
    return board.confidence >= 0.5 and board.residual_px <= params.max_residual_cells * px_per_cell(board.camera)


def _trust(board: Board) -> tuple[float, int]:
    return (round(board.confidence, 3), board.holes_seen)


def _ranked(photo: Photo, cameras: list[Camera], refine: Network) -> list[Camera]:
    """The cameras, most plausible board raster first."""
    spec = RasterSpec()
    usable = [c for c in cameras if MIN_SCALE_PX < px_per_cell(c) < MAX_SCALE_PX]
    if not usable:
        return []
    # One shrunk photo for all: the starts see the board at nearly the same scale.
    small, shrink = shrink_for(photo.rgb, sorted(usable, key=px_per_cell)[len(usable) // 2], spec)
    rasters = [plane_raster(small, shrink, camera, 0.0, spec).transpose(2, 0, 1) for camera in usable]
    upright = [refine.run({"raster": np.ascontiguousarray(raster[None], dtype=np.float32)})[1][0] for raster in rasters]
    return [usable[i] for i in np.argsort(-np.array(upright))]


def _shifted(camera: Camera, x: float, y: float) -> Camera:
    """The camera that takes the hole at (x, y) for the origin."""
    return Camera(camera.K, camera.R, camera.R @ np.array([x, y, 0.0]) + camera.t, camera.k1)


def board_from_corners(photo: Photo, corners_px: Array64, refine: Network, *, params: BoardParams | None = None) -> Board:
    """The board whose four outer corners (far left, far right, near right, near left) a person pointed at."""
    params = params or BoardParams()
    kit = np.array(KitSpec().board_corners(), np.float32)
    small, factor = _reduced(photo)
    H = cv2.getPerspectiveTransform(kit, np.asarray((corners_px + 0.5) * factor - 0.5, np.float32))
    start = camera_from_homography(np.asarray(H, np.float64), _start_matrix(small))
    return _restored(_refine(small, start, refine, params) or _as_board(start, 0.0, 0.0, 0), factor)


def _start_matrix(photo: Photo) -> Array64:
    focal = photo.focal_px or focal_px_from_35mm(PoseParams().focal_prior_35mm, photo.width, photo.height)
    return camera_matrix(focal, photo.width, photo.height)


def letterbox(rgb: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float, tuple[float, float]]:
    """The photo in a black square of COARSE_SIDE px; returns it with the factor and the shift applied."""
    height, width = rgb.shape[:2]
    factor = COARSE_SIDE / max(height, width)
    size = (round(width * factor), round(height * factor))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    left, top = (COARSE_SIDE - size[0]) // 2, (COARSE_SIDE - size[1]) // 2
    out = np.zeros((COARSE_SIDE, COARSE_SIDE, 3), np.uint8)
    out[top : top + size[1], left : left + size[0]] = small
    return out, factor, (float(left), float(top))


def _coarse_cameras(photo: Photo, coarse: Network, params: BoardParams) -> list[Camera]:
    """Cameras to try: what the coarse network says of the whole photo and, ever closer, of the board straightened by its last answer;
    the last ones in their four quarter turns."""
    picture, factor, shift = letterbox(photo.rgb)
    photo_from_picture = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]], [0, 0, factor]]) / factor
    found = _read_map(picture, photo_from_picture, coarse, params)
    if not found:
        raise ScannerError("board.not_found", NOT_FOUND)
    looks = [found]
    for _ in range(params.closer_looks):
        closer = [_read_map(*_straightened(photo, H, params), coarse, params) for H in looks[-1]]
        looks.append([H for answers in closer for H in answers[:1]])
    homographies = [H for look in reversed(looks) for H in look]
    K = _start_matrix(photo)
    cameras = [camera_from_homography(H, K) for H in homographies]
    closest = cameras[: len(looks[-1]) or 2]
    return [*cameras, *(_turned_board(camera, k) for camera in closest for k in (2, 1, 3))]


def _straightened(photo: Photo, image_from_board: Array64, params: BoardParams) -> tuple[NDArray[np.uint8], Array64]:
    """The board as `image_from_board` sees it, upright in a square of COARSE_SIDE px, and how that maps to the photo."""
    scale = params.closer_px_per_cell
    middle = (COARSE_SIDE - 1) / 2
    board_from_picture = np.array(
        [[1 / scale, 0, UV_CENTRE[0] - middle / scale], [0, -1 / scale, UV_CENTRE[1] + middle / scale], [0, 0, 1]]
    )
    photo_from_picture: Array64 = image_from_board @ board_from_picture
    centre = photo_from_picture @ np.array([middle, middle, 1.0])
    shrink = min(1.0, params.closer_sharpness / max(float(np.sqrt(abs(np.linalg.det(photo_from_picture / centre[2])))), 1e-6))
    size = (max(1, round(photo.width * shrink)), max(1, round(photo.height * shrink)))
    small = cv2.resize(photo.rgb, size, interpolation=cv2.INTER_AREA) if shrink < 0.9 else photo.rgb
    ratio = np.diag([small.shape[1] / photo.width, small.shape[0] / photo.height, 1.0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpPerspective(small, ratio @ photo_from_picture, (COARSE_SIDE, COARSE_SIDE), flags=flags)
    return np.asarray(picture, np.uint8), photo_from_picture


def _read_map(picture: NDArray[np.uint8], photo_from_picture: Array64, coarse: Network, params: BoardParams) -> list[Array64]:
    """Homographies (board to photo) that the coarse network suggests for a picture: from its coordinates, then from its outline."""
    (out,) = coarse.run({"picture": np.ascontiguousarray(picture.transpose(2, 0, 1)[None], dtype=np.float32)})
    mask = _largest_part(out[0, 0] > np.log(params.mask_threshold / (1 - params.mask_threshold)))
    if mask.sum() < params.min_mask_px:
        return []
    found = []
    rows, cols = np.nonzero(mask)
    px = (np.stack([cols, rows], axis=1) + 0.5) * COARSE_STRIDE - 0.5
    xy = out[0, 1:, rows, cols] * UV_SCALE + np.array(UV_CENTRE)
    H, inliers = cv2.findHomography(xy.astype(np.float64), px.astype(np.float64), cv2.RANSAC, params.ransac_px)
    if H is not None and inliers.mean() > params.min_inliers:
        found.append(np.asarray(photo_from_picture @ H, np.float64))
    corners = _mask_corners(out[0, 0], mask)
    if corners is not None:
        kit = np.array(KitSpec().board_corners(), np.float32)
        outline = cv2.getPerspectiveTransform(kit, (corners - 0.5).astype(np.float32))
        found.append(np.asarray(photo_from_picture @ outline, np.float64))
    return found


def _mask_corners(logit: FloatArray, mask: NDArray[np.bool_]) -> Array64 | None:
    """Four corners of the mask's outline in letterbox pixels, clockwise as seen in the picture, or None."""
    side = COARSE_SIDE
    fine = cv2.resize(np.where(mask, logit, np.minimum(logit, -0.5)), (side, side), interpolation=cv2.INTER_LINEAR)
    contours, _ = cv2.findContours((fine > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    length = cv2.arcLength(hull, True)
    for share in np.arange(0.01, 0.15, 0.005):
        quad = cv2.approxPolyDP(hull, share * length, True)
        if len(quad) <= 4:
            break
    if len(quad) != 4:
        quad = cv2.boxPoints(cv2.minAreaRect(hull))
    points = np.asarray(quad, np.float64).reshape(4, 2) + 0.5
    centred = points - points.mean(axis=0)
    order = np.argsort(np.arctan2(centred[:, 1], centred[:, 0]))
    out: Array64 = points[order]
    return out


def _turned_board(camera: Camera, quarter: int) -> Camera:
    """The same outline with the board's corners in another order: the strip on another side."""
    kit = np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()])
    px = np.roll(camera.project(kit), quarter, axis=0).astype(np.float32)
    H = cv2.getPerspectiveTransform(kit[:, :2].astype(np.float32), px)
    return camera_from_homography(np.asarray(H, np.float64), camera.K)


def _largest_part(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return mask
    return np.asarray(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])), dtype=np.bool_)


def _refine(photo: Photo, start: Camera, refine: Network, params: BoardParams) -> Board | None:
    """Alternate between reading hole offsets on the rectified board and fitting the camera to them."""
    spec = RasterSpec()
    camera, result = start, None
    col, row = np.meshgrid(np.arange(8.0), np.arange(8.0))
    grid = np.stack([col.ravel(), -row.ravel()], axis=1)
    if not MIN_SCALE_PX < px_per_cell(start) < MAX_SCALE_PX:
        return None
    small, shrink = shrink_for(photo.rgb, start, spec)
    for _ in range(params.refinements):
        raster = plane_raster(small, shrink, camera, 0.0, spec)
        holes, upright = refine.run({"raster": np.ascontiguousarray(raster.transpose(2, 0, 1)[None], dtype=np.float32)})
        seen = holes[0, 0].ravel()
        offset = holes[0, 1:].reshape(2, 64).T.astype(np.float64)
        use = seen > params.min_hole_logit
        if use.sum() < params.min_holes:
            return None
        at = np.column_stack([grid + offset, np.zeros(64)])[use]
        weights = 1 / (1 + np.exp(-seen[use].astype(np.float64)))
        camera, rms = fit_camera(grid[use], camera.project(at), weights, camera, (photo.width, photo.height), photo.focal_px)
        confidence = float(1 / (1 + np.exp(-float(upright[0]))))
        result = _as_board(camera, rms, confidence, int(use.sum()))
        if np.sqrt(np.mean(offset[use] ** 2)) < params.settled_cells:
            break
        if confidence < 0.02:
            break
    return result


def _as_board(camera: Camera, rms_px: float, confidence: float, holes: int) -> Board:
    corners = np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()])
    return Board(camera, camera.project(corners), rms_px, confidence, holes)


def _refuse_unreadable(photo: Photo, board: Board, params: BoardParams) -> None:
    """Raise when the board is found but cannot be read: too small, cut off, or not really a board."""
    scale = px_per_cell(board.camera)
    if not _fits(board, params):
        raise ScannerError("board.not_found", "No player board could be made out. Photograph the whole board from above, in even light.")
    if scale < params.min_px_per_cell:
        raise ScannerError("board.too_small", "The board is too small in this picture. Go closer, or send the original photo.")
    low, high = -params.least_rim_cells, 7 + params.least_rim_cells
    cells = np.array([[low, -low, 0], [high, -low, 0], [high, -high, 0], [low, -high, 0]])
    px = board.camera.project(cells)
    sides = []
    for side, outside in (
        ("left", (px[:, 0] < 0).any()),
        ("right", (px[:, 0] > photo.width).any()),
        ("top", (px[:, 1] < 0).any()),
        ("bottom", (px[:, 1] > photo.height).any()),
    ):
        if outside:
            sides.append(side)
    if sides:
        raise ScannerError("board.cut_off", f"The board is cut off at the {' and the '.join(sides)} of the picture. Step back a little.")
