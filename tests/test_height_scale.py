"""The height scale: what the network votes for, weighed with how far boxes and lenses usually are from the nominal ones."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.evidence import EvidenceParams, _likely_steps, gather_evidence
from scanner.types import CONTENTS, LEVELS, SCALE_STEPS, FloatArray, Photo
from tests.fake_board import HEIGHT, WIDTH, fake_board

PARAMS = EvidenceParams()
STEPS = np.array(SCALE_STEPS)


def votes(*peaks: tuple[float, float]) -> FloatArray:
    """Log-probabilities with a narrow peak of some weight at every place."""
    shares = sum(weight * np.exp(-0.5 * ((STEPS - at) / 0.04) ** 2) for at, weight in peaks)
    return np.log(np.asarray(shares, np.float32) / shares.sum() + 1e-9).astype(np.float32)


@pytest.mark.parametrize("at", [-0.5, -0.12, 0.0, 0.33])
def test_a_clear_vote_is_followed_when_nobody_names_the_lens(at: float) -> None:
    (step,) = _likely_steps(votes((at, 1.0)), 0.0, False, PARAMS)
    assert step == pytest.approx(at, abs=0.03)


def test_a_named_lens_leaves_only_the_box_to_be_blamed() -> None:
    assert abs(_likely_steps(votes((0.3, 0.5), (0.0, 0.5)), 0.0, True, PARAMS)[0]) < 0.05


def test_two_likely_scales_are_both_tried() -> None:
    steps = _likely_steps(votes((-0.24, 0.55), (0.3, 0.45)), 0.0, False, PARAMS)
    assert sorted(round(s, 1) for s in steps) == [-0.2, 0.3]
    assert len(_likely_steps(votes((-0.24, 0.97), (0.3, 0.03)), 0.0, False, PARAMS)) == 1


class OffBy:
    """A network that sees how far the heights of its sweep are off from those of a box `off` (logarithm) away, and counts the sweeps."""

    def __init__(self, off: float, nominal: float) -> None:
        self.off, self.nominal, self.sweeps = off, nominal, 0

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        self.sweeps += 1
        n = inputs["rasters"].shape[1]
        near = float(inputs["views"][0, 1, 2, 0, 0])  # 10 / depth of the first tile plane
        log_scale = np.log((self.nominal - 10 / near) / 0.72)
        level = np.zeros((1, n, 8, 8), np.float32)
        level[:, 1] = 8 - 40 * abs(self.off - log_scale)
        places = np.zeros((1, n, 7, 7), np.float32)
        content = np.zeros((1, n, 8, 8, len(CONTENTS)), np.float32)
        content[..., 0] = 9
        scale = votes((self.off - log_scale, 1.0))[None]
        return [level, content, places, np.zeros((1, n, 7, 7, 4), np.float32), scale, np.zeros((1, n, 7, 7, 2), np.float32), places]


@pytest.mark.parametrize("off", [0.0, 0.07, -0.1])
def test_the_box_is_measured_through_a_known_lens(off: float) -> None:
    board = fake_board()
    photo = Photo(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "", float(board.camera.K[0, 0]))
    network = OffBy(off, float(board.camera.centre[2]))
    sweep = gather_evidence(photo, board, network)
    assert np.log(sweep.height_scale) == pytest.approx(off, abs=0.04)
    assert network.sweeps <= 1 + PARAMS.passes
    assert sweep.evidence.level_logp.shape == (LEVELS, 8, 8)
