"""The benches of the Proof run with imagined networks, and print n, definitions and intervals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.errors import ScannerError
from scanner.types import Evidence
from tests.dataset import bench_batch, bench_learning
from tests.dataset.box import TILES, lesson
from tests.dataset.kit import CORNERS, garden_of, photo
from tests.dataset.work import Spin, weigh


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Six photos of one box with their truth."""
    folder = tmp_path / "edition-1"
    folder.mkdir()
    for seed in range(6):
        (folder / f"{seed}.jpg").write_bytes(photo(seed))
        truth = {"garden": garden_of(seed, TILES).to_dict(), "board_corners_px": CORNERS}
        (folder / f"{seed}.json").write_text(json.dumps(truth))
    return folder


class ImaginedEyes:
    """Misread as `box` is; the board of photo 0 is only found when it is told."""

    def look(self, data: bytes, record: Any = None) -> Any:
        seed = next(n for n in range(6) if photo(n) == data)
        if seed == 0 and record is None:
            raise ScannerError("board.missing", "No board.")
        if seed == 0:
            assert record.board_px == tuple(tuple(corner) for corner in CORNERS)
        return type("Looked", (), {"evidence": lesson(seed).evidence})


def test_learning_is_measured(box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("scanner.dataset.looking.usual_eyes", ImaginedEyes)
    monkeypatch.setattr(bench_learning, "STEPS", (0, 1, 2))
    results = bench_learning.measure([box], tmp_path / "keep", jobs=1)
    assert [(r.learned, len(r.right)) for r in results] == [(0, 4), (1, 4), (2, 4)]
    assert sum(results[2].wrong_cells) < sum(results[0].wrong_cells)
    assert [r.accepted is None for r in results] == [True, True, False]
    out = capsys.readouterr().out
    assert "told where the board is in 1: 0 -->" in out
    assert "n = 4 gardens" in out
    assert "n is less than 40" in out
    assert all(words in out for words in ("wrong cell:", "total right:", "Wilson", "bootstrap", "gate:"))
    row = r"\| (edition-1|all) \| \d \| [\d.]+% \([\d.]+%–[\d.]+%\) \| [+-][\d.]+% \(.+ to .+\) \| \d of 4 \(\d+%–\d+%\) \|"
    assert len(re.findall(row, out)) == 6
    monkeypatch.setattr("scanner.dataset.looking.usual_eyes", lambda: pytest.fail("looked again"))
    monkeypatch.setattr(bench_learning, "solve", lambda data: pytest.fail("solved again"))
    assert [r.wrong_cells for r in bench_learning.measure([box], tmp_path / "keep", jobs=1, gate=False)] == [r.wrong_cells for r in results]


def test_a_missing_network_ends_the_bench(box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Evidence:
        raise ScannerError("models.missing", "The network is missing.")

    monkeypatch.setattr(ImaginedEyes, "look", refuse)
    monkeypatch.setattr("scanner.dataset.looking.usual_eyes", ImaginedEyes)
    with pytest.raises(ScannerError):
        bench_learning.measure([box], tmp_path / "keep")


def test_the_interval_of_a_mean() -> None:
    mean, (low, high) = bench_learning.interval(np.arange(100.0))
    assert mean == 49.5
    assert low == pytest.approx(49.5 - 1.96 * 2.887, abs=0.5)
    assert high == pytest.approx(49.5 + 1.96 * 2.887, abs=0.5)


def test_throughput_is_measured(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench_batch.throughput(box, rounds=2, shots=3, make=Spin)
    out = capsys.readouterr().out
    assert "Ratio:" in out
    for name in (bench_batch.ALONE, bench_batch.PLAIN, bench_batch.PAIR, bench_batch.CLUSTER):
        assert re.search(
            rf"^{name}: [\d.]+ s per photo, [\d.]+ \([\d.]+–[\d.]+\) times as .*; n = 3 photos \(0 unread\), 2 rounds", out, re.MULTILINE
        )


def test_a_photo_that_fails_ends_the_throughput(box: Path) -> None:
    (box / "1.jpg").write_bytes(b"bad")
    with pytest.raises(SystemExit, match="This is no photo"):
        bench_batch.timed(weigh, [str(box / "1.jpg")], {})


def test_memory_is_measured(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (box / "3.jpg").write_bytes(b"bad")
    bench_batch.memory(box, 20, weigh)
    out = capsys.readouterr().out
    assert [line.split()[1] for line in out.splitlines()[:5]] == ["4", "8", "12", "16", "20"]
    assert re.search(r"n = 20 scans of 6 photos, 3 failed: [+-]\d+ MB from the first fifth \(\d+ MB in all\) to the last", out)
