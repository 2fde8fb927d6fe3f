"""The real scanner with the shipped networks on the sample photos: whatever it reads, it never claims a wrong score."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scanner import Scanner
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.scan import Scan

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.jpg"))
HARD_TO_MISS = 0.25
"""Worst corner of a board that counts as found, cells."""


@pytest.fixture(scope="module")
def scans() -> dict[str, Scan]:
    scanner = Scanner()
    return {path.stem: scanner.scan(path.read_bytes()) for path in SAMPLES}


def truth(name: str) -> dict[str, object]:
    return json.loads((SAMPLES[0].parent / f"{name}.json").read_text())


def test_twelve_samples_two_of_them_negatives() -> None:
    assert len(SAMPLES) == 12
    assert sum(truth(p.stem)["expect"] == "no garden" for p in SAMPLES) == 2
    assert sum(p.stat().st_size for p in SAMPLES) < 25e6
    for path in SAMPLES:
        known = truth(path.stem)
        if "garden" in known:
            assert score_garden(Garden.from_dict(known["garden"])).to_dict() == known["score"]  # type: ignore[arg-type]


def test_every_sample_gives_a_garden_or_a_reason(scans: dict[str, Scan]) -> None:
    for name, scan in scans.items():
        data = scan.to_dict()
        json.dumps(data)
        assert data["format"] == "semiramis.scan/1"
        assert bool(data["gardens"]) != ("error" in data), name
        for garden in data["gardens"]:
            read = Garden.from_dict(garden["garden"])
            assert garden["score"] == score_garden(read).to_dict()
            assert 0 <= garden["probability"] <= 1
            assert not [v for v in violations(read, Settings(hidden_listed=False)) if v.hard], name


def test_nothing_sure_is_wrong_and_no_negative_is_scored(scans: dict[str, Scan]) -> None:
    for name, scan in scans.items():
        known = truth(name)
        if known["expect"] == "no garden":
            assert scan.best is None or scan.best.judgement.status == "unsure", name
        elif scan.best and scan.best.judgement.status == "sure":
            assert scan.best.sheet.total == known["score"]["total"], name  # type: ignore[index]


def test_boards_are_found_where_they_are(scans: dict[str, Scan]) -> None:
    """At least those that were found when this was written (the others are in drawing styles held back from training, see the model card);
    a wrong place is never called sure."""
    found = 0
    for name, scan in scans.items():
        known = truth(name)
        if scan.best is None or "board_corners_px" not in known:
            continue
        corners = np.array(known["board_corners_px"])
        cell = np.linalg.norm(corners[0] - corners[3]) / 8
        near = np.linalg.norm(scan.best.board.corners_px - corners, axis=1).max() / cell < HARD_TO_MISS
        found += bool(near)
        assert near or scan.best.judgement.status == "unsure", name
    assert found >= 6
