"""Training on with the whole dataset: who is taught and who checks, the photos it writes, the gate, and the way back."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scanner import networks
from scanner.cli import main
from scanner.commands import models as command
from scanner.dataset import DatasetError, Record, Store, looking, open_store
from scanner.dataset.finetuning import divide, write_truth
from scanner.dataset.learning import corrected_gardens
from scanner.dataset.looking import Looked
from scanner.dataset.splits import split_of
from scanner.dataset.words import PHRASES
from scanner.errors import ScannerError
from scanner.games.phrases import LANGUAGES
from scanner.photo import load_photo
from scanner.profile import tuned_folder, with_tuned
from scanner.spec import KitSpec
from scanner.types import Board, Camera
from tests.dataset.box import TILES, lesson
from tests.dataset.kit import garden_of, photo

CAMERA = Camera(np.array([[400.0, 0, 239.5], [0, 400.0, 179.5], [0, 0, 1.0]]), np.diag([1.0, -1.0, -1.0]), np.array([-3.5, -3.5, 14.0]))
SHIPPED = {"evidence": {"file": "evidence.onnx", "sha256": "ab" * 32}, "board": {"file": "board.onnx", "sha256": "cd" * 32}}


def fill(store: Store, gardens: int = 8) -> None:
    for seed in range(gardens):
        store.add(photo(seed), game=f"g{seed}", note=str(seed), garden=garden_of(seed, TILES).to_dict())


def looked(record: Record, odd: bool) -> Looked:
    corners = CAMERA.project(np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()]))
    evidence = lesson(int(record.note or 0), odd=odd).evidence
    return Looked(load_photo(photo(int(record.note or 0))), Board(CAMERA, corners, 0.1, 0.9, 60), evidence, 1.1)


@dataclass(frozen=True)
class FakeEyes:
    """`evidence` says whether the box is misread."""

    board: bool = True
    holes: bool = True
    evidence: bool = True

    def look(self, data: bytes, record: Record) -> Looked:
        return looked(record, self.evidence)


def test_whole_games_are_kept_for_the_gate(local: Store) -> None:
    fill(local, 10)
    for seed in (10, 11):
        local.add(photo(seed), game="g0", player=f"p{seed}", note=str(seed), garden=garden_of(seed, TILES).to_dict())
    lot = divide(corrected_gardens(local))
    games = [{record.game for record, _ in side} for side in (lot.taught, lot.checks)]
    assert not games[0] & games[1]
    assert len(lot.taught) + len(lot.checks) == 12
    assert len(lot.checks) >= 3
    assert all(split_of(record.group) == "train" for record, _ in lot.taught)
    fill(local, 0)
    assert divide(corrected_gardens(local)) == lot


def test_too_few_gardens(local: Store) -> None:
    fill(local, 5)
    with pytest.raises(DatasetError) as caught:
        divide(corrected_gardens(local))
    assert caught.value.code == "models.too_few"


def test_a_training_photo_has_its_camera(local: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made smaller, the picture and its camera still fit together; the labels are read as the studio's are."""
    monkeypatch.setattr("scanner.dataset.finetuning.SIDE_PX", 240)
    fill(local, 1)
    record = next(local.walk())
    write_truth(tmp_path, record, garden_of(0, TILES), looked(record, True))
    data = json.loads((tmp_path / f"{record.id}.json").read_text())
    with Image.open(tmp_path / f"{record.id}.jpg") as small:
        size = list(small.size)
    assert size == data["camera"]["size"] == [240, 180]
    told = data["camera"]
    camera = Camera(np.array(told["K"]), np.array(told["R"]), np.array(told["t"]), told["distortion"][0])
    corners = camera.project(np.array([[x, y, 0.0] for x, y in KitSpec().board_corners()]))
    assert np.allclose(corners, data["board_corners_px"], atol=0.02)
    assert data["garden"] == garden_of(0, TILES).to_dict()
    assert data["scene"]["level_first"] == pytest.approx(1.1 * KitSpec().level_first)


class Told:
    """Only what `pick_batch` asks of a task."""

    def __init__(self, planes: tuple[int, ...]) -> None:
        self.planes = planes

    def wants(self, truth: Any) -> bool:
        return True

    def groups(self, truths: list[Any], size: int, rng: Any) -> Any:
        for planes in set(self.planes):
            mine = [t for t in truths if self.planes[t] == planes]
            step = max(1, round(size * 5 / planes))
            yield from (mine[i : i + step] for i in range(0, len(mine) - step + 1, step))


@pytest.mark.parametrize(("planes", "batch"), [((5,) * 8, 4), ((5, 5, 4, 4, 6, 6), 2), ((4, 5, 6, 7), 1)])
def test_the_batch_fits_the_photos(planes: tuple[int, ...], batch: int) -> None:
    assert command.pick_batch(Told(planes), list(range(len(planes)))) == batch


@pytest.mark.parametrize("planes", [(), (3,)])
def test_training_does_not_wait_for_photos_that_never_come(planes: tuple[int, ...]) -> None:
    with pytest.raises(DatasetError) as caught:
        command.pick_batch(Told(planes), list(range(len(planes))))
    assert caught.value.code == "models.too_few"


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Runs `semiramis models …` with imagined networks and training: a box that is misread becomes one that is not."""
    monkeypatch.setenv("SEMIRAMIS_PROFILES", str(tmp_path / "profiles"))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(set_num_threads=lambda n: None))  # type: ignore[arg-type]
    monkeypatch.setattr(looking, "usual_eyes", lambda threads=2: FakeEyes())
    monkeypatch.setattr(looking, "load_candidate", lambda name, path, threads: path.read_bytes() != b"good")
    monkeypatch.setattr(networks, "load_network", lambda name, threads=2: SimpleNamespace(version="net"))
    monkeypatch.setattr(command, "shipped_version", lambda name: SHIPPED[name]["sha256"][:12])

    def train(name: str, data: list[Path], out: Path, minutes: float) -> Path:
        assert len(list(data[0].glob("*.jpg"))) == len(list(data[0].glob("*.json"))) >= 3
        path = out / "export" / f"{name}.onnx"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"good" if minutes > 1 else b"bad")
        return path

    monkeypatch.setattr(command, "train", train)

    def run(*words: str) -> tuple[int, str]:
        place = ["--dataset", str(tmp_path / "dataset")] if words[0] == "finetune" else []
        code = main(["models", *words, *place])
        return code, capsys.readouterr().out

    with_store = open_store(tmp_path / "dataset")
    fill(with_store)
    with_store.close()
    return run


def test_a_better_network_is_used_until_it_is_taken_back(told: Callable[..., tuple[int, str]]) -> None:
    code, out = told("finetune", "--dry-run")
    assert code == 0
    assert "nothing was changed" in out
    assert with_tuned(SHIPPED) == SHIPPED
    code, out = told("finetune", "--json")
    found = json.loads(out)
    assert (code, found["accepted"], found["version"]) == (0, True, 1)
    assert found["after"]["wrong_cells"] < found["before"]["wrong_cells"]
    used = with_tuned(SHIPPED)
    assert used["board"] == SHIPPED["board"]
    assert Path(used["evidence"]["file"]).read_bytes() == b"good"
    assert used["evidence"]["sha256"] == hashlib.sha256(b"good").hexdigest()
    newer = {"evidence": {"file": "evidence.onnx", "sha256": "ee" * 32}}
    assert with_tuned(newer) == newer, "it was trained from another network"
    code, out = told("finetune", "board", "--lang", "de")
    assert "Version 2" in out
    assert Path(with_tuned(SHIPPED)["evidence"]["file"]).name == "0001-evidence.onnx", "the other one stays beside it"
    assert told("list")[1].splitlines()[1].startswith("   2* ")
    assert " Gärten, evidence " in told("list", "--lang", "de")[1]
    assert json.loads(told("list", "--json")[1])["current"] == 2
    assert told("revert", "--json") == (0, '{"current": 1}\n')
    assert told("revert") == (0, "The networks are used as they come.\n")
    assert with_tuned(SHIPPED) == SHIPPED
    assert told("revert")[0] == 1


def test_a_worse_network_is_refused(told: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "usual_eyes", lambda threads=2: FakeEyes(evidence=False))
    code, out = told("finetune", "--minutes", "1", "--lang", "cs")
    assert code == 1
    assert "by se skener zhoršil" in out
    assert not tuned_folder().exists()
    assert told("finetune", "--minutes", "0")[0] == 1


def test_a_damaged_description_is_named(told: Callable[..., tuple[int, str]]) -> None:
    told("finetune")
    (tuned_folder() / "0001.json").write_text("{")
    with pytest.raises(ScannerError) as caught:
        with_tuned(SHIPPED)
    assert caught.value.code == "models.tuned_damaged"
    assert told("revert")[0] == 0
    assert with_tuned(SHIPPED) == SHIPPED


def test_every_phrase_in_every_language() -> None:
    for key, phrase in PHRASES.items():
        assert set(phrase) == set(LANGUAGES), key
        gaps = {tuple(sorted(part.partition("}")[0] for part in text.split("{")[1:])) for text in phrase.values()}
        assert len(gaps) == 1, key
