"""Turned readings: whatever is turned comes back, and a network that sees only what is there says the same from every side."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.evidence import GRID, plane_views, read_turned, to_evidence
from scanner.raster import RasterSpec
from scanner.turning import TURNS, Turn
from scanner.types import CONTENTS, DIRECTIONS, LEVELS, SCALE_STEPS, FloatArray
from tests.fake_board import fake_board

PLANES = 4


class Honest:
    """Reads brightness as level and tile, and the lean of the view as the direction of every piece."""

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        rasters, views = inputs["rasters"][0], inputs["views"][0]
        px = rasters.shape[-1] // GRID
        cells = rasters.mean(axis=1).reshape(len(rasters), GRID, px, GRID, px).mean(axis=(2, 4))[:, 1:-1, 1:-1] / 50
        lean = views[:, :2, 1:-1, 1:-1]
        content = np.zeros((len(rasters), 8, 8, len(CONTENTS)), np.float32)
        for i, (dcol, drow) in enumerate(DIRECTIONS):
            along = dcol * lean[:, 0] - drow * lean[:, 1]
            for first in range(3, len(CONTENTS), 4):
                content[..., first + i] = along * first
        tile = cells[:, :-1, :-1] + cells[:, 1:, :-1] + cells[:, :-1, 1:] + cells[:, 1:, 1:]
        flower = np.stack([tile * k for k in range(4)], axis=-1)
        return [
            cells[None],
            content[None],
            tile[None],
            flower[None],
            np.zeros((1, len(SCALE_STEPS)), np.float32),
            flower[None, ..., :2],
            tile[None],
        ]


@pytest.fixture
def sweep() -> tuple[np.ndarray, FloatArray]:
    rng = np.random.default_rng(3)
    side = RasterSpec().side_px
    rasters = np.kron(rng.integers(0, 255, (PLANES, GRID, GRID, 3)), np.ones((1, side // GRID, side // GRID, 1))).astype(np.uint8)
    return rasters, plane_views(fake_board(tilt_deg=25).camera, [0.0, 0.7, 1.5, 2.3])


def test_eight_different_ways() -> None:
    picture = np.arange(12.0).reshape(1, 3, 4)[:, :, :3]
    assert len({turn.of_picture(picture, (1, 2)).tobytes() for turn in TURNS}) == 8
    assert TURNS[0] == Turn(0, False)


@pytest.mark.parametrize("turn", TURNS)
def test_turned_and_back(turn: Turn) -> None:
    a = np.random.default_rng(1).random((2, 8, 8, 3)).astype(np.float32)
    assert (turn.back(np.asarray(turn.of_picture(a, (1, 2)), np.float32), (1, 2)) == a).all()
    assert sorted(turn.contents().tolist()) == list(range(len(CONTENTS)))


@pytest.mark.parametrize("turn", TURNS)
def test_an_honest_network_reads_the_same_from_every_side(turn: Turn, sweep: tuple[np.ndarray, FloatArray]) -> None:
    plain, turned = read_turned(Honest(), *sweep, TURNS[0]), read_turned(Honest(), *sweep, turn)
    for name in ("level", "content", "tile", "flower", "lift", "material"):
        assert np.allclose(getattr(plain, name), getattr(turned, name), atol=1e-4), name


def test_the_mean_of_readings_and_planes_left_out(sweep: tuple[np.ndarray, FloatArray]) -> None:
    rasters, views = sweep
    plain = read_turned(Honest(), rasters, views, TURNS[0])
    both = to_evidence([plain, read_turned(Honest(), rasters[:3], views[:3], TURNS[5])])
    assert both.level_logp.shape == (LEVELS, 8, 8)
    assert np.allclose(np.exp(both.level_logp).sum(axis=0), 1, atol=1e-5)
    assert (both.level_logp[PLANES:] < -10).all()
    assert np.allclose(both.tile_logit[:3], plain.tile[:3], atol=1e-4)
