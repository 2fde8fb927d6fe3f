"""The calibration learns from samples how far to believe the scanner: without photos, with invented and with fake evidence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.training.calibrate import (
    CalibrateParams,
    Sample,
    fit_calibration,
    gather_samples,
    load_samples,
    main,
    pick_threshold,
    probability_of,
    reliability,
    save_calibration,
)
from models.training.logistic import fit_signed_logistic, logistic
from models.training.truth import load_truths
from scanner.errors import ScannerError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.play import play_game
from scanner.judge import judge, load_calibration
from scanner.judge.calibration import NAMES
from scanner.reconstruct import reconstruct
from scanner.types import Board, Evidence, Reconstruction
from tests.fake_board import fake_board
from tests.fake_evidence import Noise, fake_evidence

CALM = dict.fromkeys(NAMES[1:], 0.0)


def invented(n: int, heat: float, tilt_harm: float, seed: int = 0) -> list[Sample]:
    """Gaps between two totals whose true odds are gap / heat, worse by `tilt_harm` per unit of tilt."""
    rng = np.random.default_rng(seed)
    samples = []
    for i in range(n):
        gap, tilt = rng.uniform(0.0, 14.0), rng.choice([0.0, 2.0])
        right = rng.random() < logistic(np.array(gap / heat - tilt_harm * tilt))
        samples.append(Sample(str(i), 10 if right else 12, (0.0, -gap), (10, 12), -40.0, {**CALM, "tilt": float(tilt)}))
    return samples


def test_probabilities_come_out_as_they_are() -> None:
    samples = invented(1500, heat=2.0, tilt_harm=0.8)
    fit = fit_calibration(samples)
    p, right = np.array(fit.held_out), np.array([s.right for s in samples])
    for low, high in ((0.3, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 1.0)):
        inside = (p >= low) & (p < high)
        assert right[inside].mean() == pytest.approx(p[inside].mean(), abs=0.06)
    assert fit.calibration.weights["tilt"] == pytest.approx(-0.8, abs=0.3)
    slope = fit.calibration.weights["odds"] / fit.calibration.temperature
    assert slope == pytest.approx(0.5, abs=0.1)
    assert "| 0.99–1.00 |" in reliability(fit, samples)


def test_sure_keeps_its_promise_on_new_photos() -> None:
    fit = fit_calibration(invented(1500, heat=1.2, tilt_harm=0.3))
    fresh = invented(4000, heat=1.2, tilt_harm=0.3, seed=9)
    sure = [s for s in fresh if probability_of(s, fit.calibration) >= fit.calibration.sure_from]
    assert len(sure) > 1000
    assert sum(not s.right for s in sure) / len(sure) < 0.01


def test_what_helps_may_not_harm() -> None:
    """In these samples tilted photos are right more often; the map must not learn to like tilt."""
    fit = fit_calibration(invented(300, heat=1.0, tilt_harm=-2.0))
    assert fit.calibration.weights["tilt"] == 0.0
    assert fit.calibration.weights["odds"] > 0.0


def test_same_seed_same_fit() -> None:
    samples = invented(100, heat=1.0, tilt_harm=0.5)
    assert fit_calibration(samples, seed=3) == fit_calibration(samples, seed=3)
    assert fit_calibration(samples, seed=3).held_out != fit_calibration(samples, seed=4).held_out


def test_logistic_finds_the_known_answer() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(5000, 2))
    right = (rng.random(5000) < logistic(0.5 + rows @ np.array([1.5, -0.7]))).astype(float)
    found = fit_signed_logistic(rows, right, np.array([1.0, -1.0]), np.zeros(3), 1.0)
    assert found == pytest.approx([0.5, 1.5, -0.7], abs=0.12)


@pytest.mark.parametrize(
    ("p", "right", "low", "high"),
    [
        ([0.9999, 0.9998, 0.9997, 0.6, 0.3], [1, 1, 1, 0, 0], 0.9, 0.9),
        ([0.99999, 0.99998, 0.9993, 0.9991], [1, 1, 0, 1], 0.9993, 0.99998),
        ([0.99, 0.9], [0, 1], 0.9999, 0.9999),
    ],
)
def test_threshold(p: list[float], right: list[int], low: float, high: float) -> None:
    params = CalibrateParams()
    assert low <= pick_threshold(np.array(p), np.array(right, float), params) <= high


def test_too_few_photos_are_refused() -> None:
    with pytest.raises(ScannerError, match=r"calibrate\.too_few"):
        fit_calibration(invented(5, heat=1.0, tilt_harm=0.0))


def make_folder(folder: Path, count: int) -> dict[bytes, Garden]:
    """Photo and truth pairs; a photo is nothing but its number."""
    gardens = {}
    for i in range(count):
        garden = play_game(i // 4, 4)[i % 4]
        data = {"id": f"g{i:02}", "like": "easy", "expect": "garden", "garden": garden.to_dict()}
        (folder / f"g{i:02}.json").write_text(json.dumps(data))
        (folder / f"g{i:02}.jpg").write_bytes(b"photo %d" % i)
        gardens[b"photo %d" % i] = garden
    return gardens


class FakeReader:
    """Reads every photo with some noise, refuses one, counts its work."""

    def __init__(self, gardens: dict[bytes, Garden]) -> None:
        self.gardens, self.reads = gardens, 0

    def __call__(self, data: bytes) -> tuple[Reconstruction, Evidence, Board]:
        self.reads += 1
        if data == b"photo 3":
            raise ScannerError("board.not_found", "No board.")
        rng = np.random.default_rng(len(self.gardens) + self.reads)
        evidence = fake_evidence(self.gardens[data], rng, Noise(confidence=5.0, flower_flips=0.02))
        return reconstruct(evidence), evidence, fake_board()


def test_from_photos_to_a_file_that_the_judge_uses(tmp_path: Path) -> None:
    reader = FakeReader(make_folder(tmp_path, 14))
    truths, kept = load_truths(tmp_path), tmp_path / "samples.jsonl"
    samples = gather_samples(truths, reader, kept)
    assert (len(samples), reader.reads) == (13, 14)
    kept.write_text(kept.read_text() + '{"torn')
    assert gather_samples(truths, reader, kept) == samples
    assert reader.reads == 14, "nothing is read twice"
    assert list(load_samples(kept).values()).count(None) == 1
    fit = fit_calibration(samples)
    save_calibration(fit, tmp_path / "calibration.toml", seed=1)
    loaded = load_calibration(tmp_path / "calibration.toml")
    assert loaded.sure_from == pytest.approx(fit.calibration.sure_from, rel=1e-4)
    reconstruction, evidence, board = reader(b"photo 0")
    verdict = judge(reconstruction, evidence, board=board, calibration=loaded)
    assert 0.0 < verdict.probability < 1.0


def test_photo_judged_as_calibrated(tmp_path: Path) -> None:
    """The fit and the judgement measure the same features: otherwise the map would not fit."""
    gardens = make_folder(tmp_path, 1)
    read = FakeReader(gardens)(b"photo 0")
    (sample,) = gather_samples(load_truths(tmp_path), lambda data: read)
    verdict = judge(read[0], read[1], board=read[2])
    assert probability_of(sample, load_calibration()) == pytest.approx(verdict.probability, abs=1e-6)


def test_missing_networks_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(tmp_path, 1)

    def missing(data: bytes) -> tuple[Reconstruction, Evidence, Board]:
        raise ScannerError("models.missing", "The network evidence.onnx is missing.")

    monkeypatch.setattr("models.training.calibrate.scanner_reader", lambda: missing)
    with pytest.raises(ScannerError, match=r"models\.missing"):
        main([str(tmp_path), "--out", str(tmp_path / "never.toml")])
    assert not (tmp_path / "never.toml").exists()
