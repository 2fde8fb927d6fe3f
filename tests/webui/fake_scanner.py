"""A scanner without networks: it hands out a garden, a doubt or an error, and a photo that shows the garden."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from scanner.errors import ScannerError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import score_garden
from scanner.games.phrases import LANGUAGES
from scanner.games.registry import find_game
from scanner.photo import load_photo
from scanner.spec import KitSpec
from scanner.types import Array64, Board, Camera

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT = 1200, 900
STAGES = ("photo", "board", "evidence", "reconstruct", "judge")


def sample_garden() -> Garden:
    garden: Garden = find_game("babylon").parse((ROOT / "samples/garden.json").read_text(encoding="utf-8"))
    return garden


def camera() -> Camera:
    """Above the near edge, looking down at the board's middle."""
    eye, target = np.array([3.7, -15.0, 13.0]), np.array([3.7, -3.6, 0.6])
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return Camera(np.array([[1400.0, 0, WIDTH / 2], [0, 1400.0, HEIGHT / 2], [0, 0, 1]]), rotation, -rotation @ eye)


def board_corners() -> Array64:
    return camera().project(np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()]))


def photo_bytes(garden: Garden | None = None) -> bytes:
    """A JPEG with coloured slabs where the tiles are."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), (120, 95, 70))
    pen, view, kit = ImageDraw.Draw(picture), camera(), KitSpec()
    pen.polygon([tuple(p) for p in board_corners()], fill=(205, 165, 110))
    colours = {"white": (225, 230, 215), "blue": (80, 150, 190), "yellow": (225, 175, 60), "pink": (215, 120, 160)}
    for tile in (garden or sample_garden()).tiles:
        z = kit.level_height(tile.level)
        corners = [(tile.col - 0.5 + dx, -(tile.row - 0.5 + dy), z) for dx, dy in ((0, 0), (2, 0), (2, 2), (0, 2))]
        pen.polygon([tuple(p) for p in view.project(np.array(corners))], fill=colours[tile.flower], outline=(60, 45, 30))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85)
    return out.getvalue()


@dataclass(frozen=True)
class FakeGarden:
    board: Board


@dataclass(frozen=True)
class FakeScan:
    told: dict[str, Any]
    gardens: tuple[FakeGarden, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return self.told


@dataclass
class FakeScanner:
    """`mood`: sure, unsure, lost (no board until corners are given), broken, slow."""

    mood: str = "sure"
    stage_s: float = 0.0
    edition: str = "en"
    corners: list[Any] = field(default_factory=list)
    scans: int = 0

    def scan(self, data: bytes, *, corners_px: Any = None, progress: Callable[[str], None] | None = None) -> FakeScan:
        self.scans += 1
        self.corners.append(corners_px)
        for stage in STAGES:
            if progress:
                progress(stage)
            time.sleep(self.stage_s)
        seen = load_photo(data)
        if self.mood == "broken":
            raise RuntimeError("the scanner broke inside")
        if self.mood == "missing":
            raise ScannerError("models.missing", "The networks that read photos are not installed.")
        photo = {"sha256": "0" * 64, "width": seen.width, "height": seen.height}
        if self.mood == "lost" and corners_px is None:
            return FakeScan({"photo": photo, "gardens": [], "error": {"code": "board.not_found", "hint": "No player board was found."}})
        board = Board(camera(), board_corners(), 0.4, 0.98, 60)
        told = {"format": "semiramis.scan/1", "photo": photo, "gardens": [self._garden()], "models": {"edition": self.edition}}
        return FakeScan(told, (FakeGarden(board),))

    def _garden(self) -> dict[str, Any]:
        garden = sample_garden()
        sheet = score_garden(garden)
        questions = _questions(garden) if self.mood == "unsure" else []
        corners = [[float(x), float(y)] for x, y in board_corners()]
        return {
            "status": "unsure" if questions else "sure",
            "garden": garden.to_dict(),
            "score": sheet.to_dict(),
            "open_holes": sheet.open_holes,
            "probability": 0.61 if questions else 0.99,
            "alternatives": [],
            "questions": questions,
            "violations": [],
            "board": {"corners_px": corners, "residual_px": 0.4},
        }


def _questions(garden: Garden) -> list[dict[str, Any]]:
    """Is there a statue on D2? Is the belvedere on H8 one? In the form the judge gives them."""
    questions = []
    for kind, cell, name in (("statue", (3, 1), "D2"), ("belvedere", (7, 7), "H8")):
        piece = next(d for d in garden.decorations if d.kind == kind and d.cells == (cell,))
        without = Garden(garden.tiles, tuple(d for d in garden.decorations if d != piece))
        choices = [
            _choice(kind, score_garden(garden).total, 0.7),
            _choice("empty", score_garden(without).total, 0.3, remove=[piece.to_dict()]),
        ]
        text = f"What is at {name}?"
        questions.append({"kind": "piece", "cell": name, "cells": [list(cell)], "text": text, "texts": _all(text), "choices": choices})
    return questions


def _choice(text: str, total: int, probability: float, remove: list[Any] | None = None) -> dict[str, Any]:
    return {"text": text, "texts": _all(text), "total": total, "probability": probability, "remove": remove or [], "add": []}


def _all(text: str) -> dict[str, str]:
    return dict.fromkeys(LANGUAGES, text)
