"""The closer look: windows show the cells they are cut around, and what they tell is blended into the evidence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training.piece_data import WindowJitter, piece_windows
from models.training.truth import load_truths
from scanner.closer import WINDOW, CloserParams, cell_windows, look_closer, read_windows, window_views
from scanner.evidence import SWEEP
from scanner.games.babylon.garden import Decoration, Garden, Tile
from scanner.surface import BELVEDERE, EMPTY, STATUE, garden_surface
from scanner.types import CONTENTS, DIRECTIONS, Camera, Evidence, FloatArray
from tests.fake_board import fake_board
from tests.fake_evidence import CLEAN, fake_evidence

ROOT = Path(__file__).parents[1]
GARDEN = Garden((Tile(2, 3, 1, "blue"),), (Decoration("statue", ((2, 3),), (1,)),))


def dotted(camera: Camera, height: float) -> np.ndarray:
    """A black photo with a white dot on every cell at that height."""
    rgb = np.zeros((900, 1200, 3), np.uint8)
    for col in range(8):
        for row in range(8):
            x, y = camera.project(np.array([[col, -row, height]]))[0].round().astype(int)
            rgb[y - 2 : y + 3, x - 2 : x + 3] = 255
    return rgb


class Told:
    """A network that says the same of every window, and remembers how many it saw."""

    def __init__(self, content: int) -> None:
        self.content, self.seen = content, 0

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        n = len(inputs["windows"])
        self.seen += n
        out = np.zeros((n, len(CONTENTS)), np.float32)
        out[:, self.content] = 9.0
        return [out]


@pytest.fixture
def evidence() -> Evidence:
    return fake_evidence(GARDEN, np.random.default_rng(1), CLEAN)


@pytest.mark.parametrize("height", [0.0, 0.7, 2.3])
def test_a_window_shows_its_cell_in_the_middle(height: float) -> None:
    camera = fake_board(tilt_deg=25).camera
    windows = cell_windows(dotted(camera, height), 1.0, camera, np.array([[1.0, -2.0, height], [6.0, -5.0, height]]))
    for window in windows:
        bright = np.argwhere(window[..., 0] > 128)
        middle = bright[np.linalg.norm(bright - WINDOW.side_px / 2, axis=1) < WINDOW.px_per_cell / 2].mean(axis=0)
        assert np.allclose(middle, (WINDOW.side_px - 1) / 2, atol=1.5)


def test_the_second_look_corrects_the_first(evidence: Evidence) -> None:
    camera, rgb = fake_board().camera, np.zeros((900, 1200, 3), np.uint8)
    network = Told(BELVEDERE)
    seen = look_closer(rgb, camera, list(SWEEP.heights), evidence, network, CloserParams(first_weight=0.1))
    assert garden_surface(GARDEN).content[3, 2] == STATUE == evidence.content_logp[1, 3, 2].argmax()
    assert seen.content_logp[1, 3, 2].argmax() == BELVEDERE
    assert np.allclose(np.exp(seen.content_logp).sum(axis=-1), 1, atol=1e-4)
    assert 4 <= network.seen < 64, "only levels that a cell may have, and never the bare board"
    assert (seen.level_logp == evidence.level_logp).all()


def test_nothing_built_nothing_looked_at(evidence: Evidence) -> None:
    bare = fake_evidence(Garden((), ()), np.random.default_rng(1), CLEAN)
    network = Told(EMPTY)
    camera, rgb = fake_board().camera, np.zeros((900, 1200, 3), np.uint8)
    assert look_closer(rgb, camera, list(SWEEP.heights), bare, network) is bare
    assert network.seen == 0


def test_training_windows_name_what_stands_in_their_middle() -> None:
    truth = next(t for t in load_truths(ROOT / "samples") if t.expect == "garden")
    import cv2

    rgb = np.asarray(cv2.imread(str(truth.path))[..., ::-1], np.uint8)
    windows, views, contents = piece_windows(truth, rgb, np.random.default_rng(4), WindowJitter(windows=12))
    assert windows.shape == (12, WINDOW.side_px, WINDOW.side_px, 3)
    assert views.shape == (12, 3)
    assert (contents > 0).sum() == round(12 * WindowJitter().piece_share)
    assert windows.reshape(12, -1).std(axis=1).min() > 5, "no window lies outside the photo"


def test_things_lean_away_from_the_camera() -> None:
    camera = fake_board(tilt_deg=0).camera
    views = window_views(camera, np.array([[0.0, 0.0, 0.7], [7.0, -7.0, 0.7]]))
    assert views[0, 0] < 0 < views[1, 0]
    assert views[1, 1] < 0 < views[0, 1]


class Leaning:
    """Tells the direction of every piece by how the view leans, which turns with the window."""

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        lean = inputs["views"]
        out = np.zeros((len(lean), len(CONTENTS)), np.float32)
        for i, (dcol, drow) in enumerate(DIRECTIONS):
            for first in range(3, len(CONTENTS), 4):
                out[:, first + i] = (dcol * lean[:, 0] - drow * lean[:, 1]) * first
        return [out]


def test_a_window_read_from_every_side_says_the_same() -> None:
    windows = np.zeros((5, WINDOW.side_px, WINDOW.side_px, 3), np.uint8)
    views = np.random.default_rng(2).normal(0, 1, (5, 3)).astype(np.float32)
    once, often = (read_windows(Leaning(), windows, views, CloserParams(turns=n)) for n in (1, 8))
    assert np.abs(once).max() > 1
    assert np.allclose(once, often, atol=1e-4)
