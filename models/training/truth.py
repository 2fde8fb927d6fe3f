"""Photo and truth pairs on disk (the studio's and the validation's format are the same), and label arrays made from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.games.babylon.garden import FLOWERS, Garden
from scanner.types import CONTENTS, DIRECTIONS, LEVELS, Camera

IGNORE = -1


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known about one photo."""

    path: Path
    data: dict[str, Any]

    @property
    def has_board(self) -> bool:
        return "camera" in self.data and "board_corners_px" in self.data

    @property
    def expect(self) -> str:
        return str(self.data["expect"])

    @property
    def material_up(self) -> bool:
        """A garden whose tiles show the wrong side: not to be scored, but its tiles and levels are known."""
        return self.has_board and self.data.get("scene", {}).get("kind") == "material"

    @property
    def garden(self) -> Garden:
        return Garden.from_dict(self.data["garden"])

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.data["camera"]["size"]
        return int(width), int(height)

    @property
    def camera(self) -> Camera:
        c = self.data["camera"]
        return Camera(np.array(c["K"]), np.array(c["R"]), np.array(c["t"]), float(c["distortion"][0]))

    @property
    def level_heights(self) -> tuple[float, float]:
        """Height of level 1 and the step, in cells; the validation's box is described in its README."""
        scene = self.data.get("scene", {})
        return float(scene.get("level_first", 0.67)), float(scene.get("level_step", 0.75))


def load_truths(folder: Path) -> list[Truth]:
    """All pairs of a folder, sorted by name; a json without its jpg is left out."""
    found = []
    for path in sorted(folder.glob("*.json")):
        if path.with_suffix(".jpg").exists():
            found.append(Truth(path.with_suffix(".jpg"), json.loads(path.read_text())))
    return found


@dataclass(frozen=True, slots=True)
class Labels:
    """Label arrays indexed [row, col] or [level, row, col]; IGNORE where nothing is asked."""

    top: NDArray[np.int64]
    content: NDArray[np.int64]
    tile: NDArray[np.int64]
    flower: NDArray[np.int64]


def make_labels(garden: Garden) -> Labels:
    top = np.zeros((8, 8), np.int64)
    for t in garden.tiles:
        for c, r in t.cells:
            top[r, c] = max(top[r, c], t.level)
    content = np.zeros((8, 8), np.int64)
    for d in garden.decorations:
        for i, ((c, r), level) in enumerate(zip(d.cells, d.levels, strict=True)):
            if top[r, c] == level:
                content[r, c] = CONTENTS.index(_content_name(d.kind, d.cells, d.levels, i))
    tile = np.zeros((LEVELS, 7, 7), np.int64)
    flower = np.full((LEVELS, 7, 7), IGNORE, np.int64)
    for t in garden.tiles:
        if t.level >= LEVELS:
            continue
        seen = any(top[r, c] == t.level for c, r in t.cells)
        tile[t.level, t.row, t.col] = 1 if seen else IGNORE
        if seen:
            flower[t.level, t.row, t.col] = FLOWERS.index(t.flower)
    return Labels(top, content, tile, flower)


def _content_name(kind: str, cells: tuple[tuple[int, int], ...], levels: tuple[int, ...], i: int) -> str:
    if len(cells) == 1:
        return kind
    (c, r), (oc, orow) = cells[i], cells[1 - i]
    direction = DIRECTIONS.index((int(np.sign(oc - c)), int(np.sign(orow - r))))
    if kind == "stairs":
        kind = "stairs_top" if levels[i] > levels[1 - i] else "stairs_bottom"
    return f"{kind}-{direction}"


TURNS: tuple[NDArray[np.float64], ...] = tuple(
    np.array(m, dtype=np.float64)
    for m in (
        [[1, 0], [0, 1]],
        [[0, -1], [1, 0]],
        [[-1, 0], [0, -1]],
        [[0, 1], [-1, 0]],
        [[-1, 0], [0, 1]],
        [[1, 0], [0, -1]],
        [[0, 1], [1, 0]],
        [[0, -1], [-1, 0]],
    )
)
"""The eight symmetries of the square as maps of (X, Y) about the middle of the building area."""
MIDDLE = np.array([3.5, -3.5])


def turn_camera(camera: Camera, turn: NDArray[np.float64]) -> Camera:
    """The camera that sees the turned garden as the old one saw the garden."""
    inverse = np.eye(3)
    inverse[:2, :2] = turn.T
    shift = np.zeros(3)
    shift[:2] = MIDDLE - turn.T @ MIDDLE
    return Camera(camera.K, camera.R @ inverse, camera.R @ shift + camera.t, camera.k1)


def turn_garden(garden: Garden, turn: NDArray[np.float64]) -> Garden:
    """The garden after the symmetry; symbols are dropped."""
    data = garden.to_dict()

    def cell(c: float, r: float) -> tuple[int, int]:
        x, y = turn @ (np.array([c, -r]) - MIDDLE) + MIDDLE
        return round(float(x)), round(float(-y))

    for t in data["tiles"]:
        corners = [cell(t["col"] + i, t["row"] + j) for i in (0, 1) for j in (0, 1)]
        t["col"], t["row"] = min(c for c, _ in corners), min(r for _, r in corners)
        t.pop("symbols", None)
    for d in data["decorations"]:
        d["cells"] = [list(cell(c, r)) for c, r in d["cells"]]
    return Garden.from_dict(data)
