"""The height scale: a lens that nobody names is searched by what the planes explain."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.evidence import SWEEP, EvidenceParams, _vertex, gather_evidence
from scanner.types import CONTENTS, LEVELS, SCALE_STEPS, FloatArray, Photo
from tests.fake_board import HEIGHT, WIDTH, fake_board

PARAMS = EvidenceParams()
STEPS = np.array(SCALE_STEPS)
TURNED = PARAMS.turns - 1


def votes(*peaks: tuple[float, float]) -> FloatArray:
    """Log-probabilities with a narrow peak of some weight at every place."""
    shares = sum(weight * np.exp(-0.5 * ((STEPS - at) / 0.04) ** 2) for at, weight in peaks)
    return np.log(np.asarray(shares, np.float32) / shares.sum() + 1e-9).astype(np.float32)


def test_the_vertex_of_a_parabola_is_found_and_never_far_from_the_best_point() -> None:
    points = [(x, -((x - 0.03) ** 2)) for x in (-0.25, -0.12, 0.0, 0.12)]
    assert _vertex(points, 0.12) == pytest.approx(0.03)
    assert _vertex([(-0.1, 0.0), (0.0, 1.0), (1.0, 0.99)], 0.12) <= 0.06
    assert _vertex(points[:1], 0.12) == -0.25


class SeenFrom:
    """A network that recognises tiles the better, the nearer the camera of its sweep is to the right distance."""

    def __init__(self, right: float) -> None:
        self.right, self.sweeps = right, 0

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        self.sweeps += 1
        n = inputs["rasters"].shape[1]
        depth = 10 / float(inputs["views"][0, 0, 2, 0, 0])
        places = np.full((1, n, 7, 7), 6 - 12 * abs(float(np.log(depth / self.right))), np.float32)
        content = np.zeros((1, n, 8, 8, len(CONTENTS)), np.float32)
        flower, lift = np.zeros((1, n, 7, 7, 4), np.float32), np.zeros((1, n, 7, 7, 2), np.float32)
        return [np.zeros((1, n, 8, 8), np.float32), content, places, flower, votes((0.0, 1.0))[None], lift, places]


@pytest.mark.parametrize("off", [-0.6, -0.2, 0.0, 0.2])
def test_a_lens_that_nobody_names_is_the_one_that_explains_most(off: float) -> None:
    board = fake_board(tilt_deg=0)
    right = float(board.camera.centre[2] * np.exp(-off))
    photo = Photo(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "", None)
    network = SeenFrom(right)
    sweep = gather_evidence(photo, board, network)
    assert np.log(sweep.board.camera.centre[2] / right) == pytest.approx(0, abs=0.06)
    assert abs(np.log(sweep.height_scale)) < 0.1, "the lens gives way, not the box"
    assert network.sweeps <= 2 + len(PARAMS.lens_steps) + 2 + TURNED


def test_a_tilted_view_ties_the_lens_down() -> None:
    board = fake_board(tilt_deg=30)
    photo = Photo(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "", None)
    network = SeenFrom(2 * float(board.camera.centre[2]))
    sweep = gather_evidence(photo, board, network)
    assert np.log(sweep.board.camera.centre[2] / board.camera.centre[2]) < 0.3


@pytest.mark.parametrize("off", [-0.1, 0.0, 0.06])
def test_behind_a_named_lens_the_box_is_measured(off: float) -> None:
    """The network knows tiles when planes lie at their true heights; the box has others than the usual ones."""
    board = fake_board()
    photo = Photo(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "", float(board.camera.K[0, 0]))
    network = TallAs(float(board.camera.centre[2]), off)
    sweep = gather_evidence(photo, board, network)
    assert np.log(sweep.height_scale) == pytest.approx(off, abs=0.03)
    assert network.sweeps <= 2 + 2 * PARAMS.box_steps + TURNED
    assert sweep.board.camera is board.camera
    assert sweep.evidence.level_logp.shape == (LEVELS, 8, 8)


class TallAs(SeenFrom):
    """A network that recognises tiles the better, the nearer the planes of its sweep are to the right heights."""

    def __init__(self, eye: float, log_scale: float) -> None:
        super().__init__(eye)
        self.eye, self.log_scale = eye, log_scale

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        out = super().run(inputs)
        height = self.eye - 10 / float(inputs["views"][0, 1, 2, 0, 0])
        off = float(np.log(height / SWEEP.heights[1])) - self.log_scale
        out[2] = np.full_like(out[2], 6 - 300 * off**2)
        return out
