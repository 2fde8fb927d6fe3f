"""A contact sheet: the photos of a folder with the truth drawn on them, to look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.errors import StudioError

CELL = 480
COLOURS = ((90, 90, 90), (60, 200, 255), (80, 220, 80), (255, 170, 60), (230, 90, 230), (60, 60, 255), (255, 255, 255), (0, 0, 0))
"""BGR by level."""


def contact_sheet(folder: Path, *, most: int = 24, columns: int = 4) -> np.ndarray:
    """BGR picture of the first photos of the folder."""
    truths = sorted(folder.glob("*.json"))[:most]
    cells = [_cell(path) for path in truths if path.with_suffix(".jpg").exists()]
    if not cells:
        raise StudioError("studio.no_photos", f"{folder} holds no NAME.jpg with a NAME.json beside it.")
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    return np.vstack([np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)])


def _cell(path: Path) -> np.ndarray:
    truth = json.loads(path.read_text())
    photo = cv2.imread(str(path.with_suffix(".jpg")))
    if photo is None:
        raise StudioError("studio.broken_photo", f"{path.with_suffix('.jpg')} cannot be read.")
    scale = CELL / max(photo.shape[:2])
    photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if "camera" in truth:
        _draw(photo, truth, scale)
    out = np.zeros((CELL, CELL, 3), np.uint8)
    out[: photo.shape[0], : photo.shape[1]] = photo[:CELL, :CELL]
    total = truth.get("score", {}).get("total", truth["expect"])
    cv2.putText(out, f"{truth['id']}  {total}", (6, CELL - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    return out


def _draw(photo: np.ndarray, truth: dict[str, Any], scale: float) -> None:
    camera, scene = truth["camera"], truth["scene"]
    turn, _ = cv2.Rodrigues(np.array(camera["R"]))

    def project(points: list[tuple[float, float, float]]) -> np.ndarray:
        xy, _ = cv2.projectPoints(np.array(points), turn, np.array(camera["t"]), np.array(camera["K"]), np.array(camera["distortion"]))
        return np.round(((xy.reshape(-1, 2) + 0.5) * scale - 0.5) * 16).astype(np.int32)

    corners = np.round(np.array(truth["board_corners_px"]) * scale * 16).astype(np.int32)
    cv2.polylines(photo, [corners], True, (255, 255, 0), 1, cv2.LINE_AA, 4)
    for tile in sorted(truth["garden"]["tiles"], key=lambda t: t["level"]):
        c, r, z = tile["col"], tile["row"], scene["level_first"] + (tile["level"] - 1) * scene["level_step"]
        square = [(c - 0.45, -r + 0.45, z), (c + 1.45, -r + 0.45, z), (c + 1.45, -r - 1.45, z), (c - 0.45, -r - 1.45, z)]
        cv2.polylines(photo, [project(square)], True, COLOURS[tile["level"] % len(COLOURS)], 1, cv2.LINE_AA, 4)
    for piece in truth["garden"]["decorations"]:
        ends = [
            (c, -r, scene["level_first"] + (level - 1) * scene["level_step"])
            for (c, r), level in zip(piece["cells"], piece["levels"], strict=True)
        ]
        px = project([(float(a), float(b), float(z)) for a, b, z in ends])
        for p in px:
            cv2.circle(photo, (int(p[0]), int(p[1])), 48, (0, 0, 255), 1, cv2.LINE_AA, 4)
        cv2.putText(photo, piece["kind"][:2], (int(px[0][0]) >> 4, int(px[0][1]) >> 4), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0, 0, 255), 1)
