"""`semiramis scan` as a player and a script meet it; board and evidence are faked, everything else is real."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from scanner import judge as judging
from scanner import networks, pipeline
from scanner.batch import Done
from scanner.cli import main
from scanner.errors import ScannerError
from scanner.evidence import Sweep
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.play import play_game
from scanner.games.babylon.score import NUMBERS, score_garden
from scanner.judge.calibration import NAMES, Calibration
from scanner.progress import Bar
from scanner.quality import explain_miss
from scanner.surface import visible_garden
from scanner.types import Board, Photo
from tests.fake_board import HEIGHT, WIDTH, fake_board
from tests.fake_evidence import CLEAN, Noise, fake_evidence

ROOT = Path(__file__).parents[1]
GARDEN = play_game(2, 4)[0]
TOTAL = score_garden(GARDEN).total
KEYS = {"status", "garden", "score", "open_holes", "probability", "alternatives", "questions", "violations", "board"}


def picture(form: str = "JPEG", size: tuple[int, int] = (WIDTH, HEIGHT), **options: Any) -> bytes:
    register_heif_opener()
    out = io.BytesIO()
    shade = np.tile(np.linspace(60, 200, size[0]).astype(np.uint8), (size[1], 1))
    Image.fromarray(np.dstack([shade, shade, 255 - shade])).save(out, form, **options)
    return out.getvalue()


TRUSTING = Calibration(
    temperature=1.0, rest=1.0, sure_from=0.97, bias=1.0, weights={name: 1.0 if name == "odds" else -0.1 for name in NAMES}
)
"""So that what is sure does not depend on how good the shipped networks are."""


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Faked stages; what they are told can be changed by the test."""
    state: dict[str, Any] = {"noise": CLEAN, "seed": 0, "board": fake_board(), "error": None, "material": -5.0}

    def gather(photo: Photo, board: Board, *_: object) -> Sweep:
        if state["error"] is not None:
            raise state["error"]
        state["seed"] += 1
        return Sweep(
            fake_evidence(GARDEN, np.random.default_rng(state["seed"]), state["noise"]),
            board,
            1.0,
            np.zeros((8, 7, 7, 2), np.float32),
            np.full((8, 7, 7), state["material"], np.float32),
        )

    monkeypatch.setattr(pipeline, "load_network", lambda name, threads=2: None)
    monkeypatch.setattr(pipeline, "find_board", lambda *_: state["board"])
    monkeypatch.setattr(pipeline, "gather_evidence", gather)
    monkeypatch.setattr(judging, "load_calibration", lambda: TRUSTING)
    return state


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "garden.jpg"
    path.write_bytes(picture())
    return path


def scanned(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> list[dict[str, Any]]:
    assert main(["scan", "--json", *arguments]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# ---- one photo --------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("fakes")
def test_json_is_the_stable_form(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (scan,) = scanned([str(photo)], capsys)
    assert set(scan) == {"format", "photo", "gardens", "timings_ms", "models"}
    assert scan["format"] == "semiramis.scan/1"
    assert (scan["photo"]["width"], scan["photo"]["height"], len(scan["photo"]["sha256"])) == (WIDTH, HEIGHT, 64)
    (garden,) = scan["gardens"]
    assert set(garden) == KEYS
    assert set(garden["score"]) == set(NUMBERS)
    assert garden["score"]["total"] == TOTAL
    assert visible_garden(Garden.from_dict(garden["garden"])) == visible_garden(GARDEN)
    assert (garden["status"], garden["questions"], garden["violations"]) == ("sure", [], [])
    assert np.array(garden["board"]["corners_px"]).shape == (4, 2)
    assert set(scan["timings_ms"]) == {"photo", "board", "evidence", "reconstruct", "judge"}
    assert all(other["total"] != TOTAL for other in garden["alternatives"])


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize(("lang", "word"), [("en", "sure, prob"), ("cs", "jisté, pravd"), ("pl", "pewne, prawd"), ("de", "sicher, Wahr")])
def test_the_sheet_for_people(lang: str, word: str, photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(photo), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert word in out
    assert str(TOTAL) in out
    assert "100 %" not in out, "nothing is certain"


def test_tiles_that_lie_the_wrong_way_up_are_not_scored(fakes: dict[str, Any], photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fakes["material"] = 2.0
    (scan,) = scanned([str(photo)], capsys, code=1)
    assert (scan["gardens"], scan["error"]["code"]) == ([], "garden.wrong_side")


def test_doubts_are_said(fakes: dict[str, Any], photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fakes.update(noise=Noise(confidence=4.0, flips=0.04, flower_flips=0.05), board=fake_board(distance_cells=60), seed=5)
    (scan,) = scanned([str(photo)], capsys)
    (garden,) = scan["gardens"]
    assert set(garden) == KEYS | {"hint"}
    assert (garden["status"], garden["hint"]["code"]) == ("unsure", "photo.far")
    assert garden["questions"][0]["choices"][0]["total"] == garden["score"]["total"]
    fakes["seed"] = 5
    assert main(["scan", str(photo), "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert f"? {garden['questions'][0]['texts']['de']}" in out
    assert f"! {garden['hint']['texts']['de']}" in out
    assert "unsicher" in out


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_formats(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"photo.{form.lower()}"
    path.write_bytes(picture(form))
    (scan,) = scanned([str(path)], capsys)
    assert (scan["photo"]["width"], scan["photo"]["height"]) == (WIDTH, HEIGHT)
    assert scan["gardens"][0]["score"]["total"] == TOTAL


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize(("orientation", "size"), [(1, (WIDTH, HEIGHT)), (3, (WIDTH, HEIGHT)), (6, (HEIGHT, WIDTH)), (8, (HEIGHT, WIDTH))])
def test_exif_orientation(orientation: int, size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "turned.jpg"
    path.write_bytes(picture(exif=exif))
    (scan,) = scanned([str(path)], capsys)
    assert (scan["photo"]["width"], scan["photo"]["height"]) == size


def test_the_edition_reaches_the_reconstruction(
    fakes: dict[str, Any], photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    real = pipeline.reconstruct
    monkeypatch.setattr(pipeline, "reconstruct", lambda evidence, *, edition: asked.append(edition) or real(evidence, edition=edition))
    scanned([str(photo), "--edition", "de"], capsys)
    scanned([str(photo)], capsys)
    assert asked == ["de", "en"]
    assert main(["scan", str(photo), "--edition", "fr"]) == 2


# ---- input that cannot be used ----------------------------------------------------------------------------------------------

BAD = {
    "text.jpg": (b"This is not a photo. " * 50, "photo.not_an_image"),
    "empty.jpg": (b"", "photo.empty"),
    "truncated.jpg": (picture()[:9000], "photo.damaged"),
    "truncated.png": (picture("PNG")[:3000], "photo.damaged"),
    "head.jpg": (picture()[:20], "photo.not_an_image"),
    "dot.png": (picture("PNG", (1, 1)), "photo.too_small"),
    "thumbnail.jpg": (picture(size=(160, 120)), "photo.too_small"),
    "picture.gif": (picture("GIF"), "photo.not_an_image"),
}


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("name", BAD)
def test_bad_photos(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, code = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    refused(path, code, capsys)


def refused(path: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    (scan,) = scanned([str(path)], capsys, code=1)
    assert scan["format"] == "semiramis.scan/1"
    assert scan["gardens"] == []
    assert scan["error"]["code"] == code
    assert scan["error"]["hint"].endswith((".", "?"))
    assert main(["scan", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("semiramis: ")
    assert captured.err.endswith(f"[{code}]\n")


@pytest.mark.usefixtures("fakes")
def test_huge_dimensions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bomb.png"
    Image.new("1", (20_000, 10_001)).save(path)
    refused(path, "photo.too_large", capsys)


@pytest.mark.usefixtures("fakes")
def test_missing_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(tmp_path / "nowhere.jpg", "photo.unreadable", capsys)
    assert main(["scan", str(tmp_path)]) == 1
    assert "[scan.no_photos]" in capsys.readouterr().err
    assert main(["scan"]) == 2


def test_a_black_photo_with_the_real_networks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "night.jpg"
    Image.new("RGB", (800, 600)).save(path)
    refused(path, "photo.too_dark", capsys)


def test_another_game_is_named_as_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    squares = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((70, 70)))
    rgb = np.full((700, 900, 3), (150, 110, 70), np.uint8)
    rgb[70:630, 170:730] = np.where(squares[..., None] > 0, (60, 35, 20), (235, 215, 180))
    Image.fromarray(rgb).save(path := tmp_path / "chess.png")
    assert main(["scan", str(path)]) == 1
    told = capsys.readouterr()
    assert "board.not_found" in told.out + told.err
    assert "Other games cannot be read" in told.out + told.err


@pytest.mark.parametrize(
    ("rgb", "code"),
    [
        (np.full((600, 800, 3), 20, np.uint8), "photo.too_dark"),
        (np.full((600, 800, 3), 128, np.uint8), "board.not_found"),
        (np.random.default_rng(0).integers(0, 255, (600, 800, 3)).astype(np.uint8), "board.not_found"),
        (np.tile((128 + 100 * np.sin(np.arange(800) / 40)).astype(np.uint8)[None, :, None], (600, 1, 3)), "photo.too_blurred"),
    ],
)
def test_why_no_board_was_found(rgb: Any, code: str) -> None:
    missed = ScannerError("board.not_found", "No player board was found.")
    assert explain_miss(Photo(rgb, "", None), missed).code == code
    cut_off = ScannerError("board.cut_off", "The board is cut off.")
    assert explain_miss(Photo(rgb, "", None), cut_off) is cut_off


@pytest.fixture
def no_networks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    networks.load_network.cache_clear()
    monkeypatch.setattr(networks, "manifest", dict)
    monkeypatch.setattr(pipeline, "manifest", dict)
    yield
    networks.load_network.cache_clear()


@pytest.mark.usefixtures("no_networks")
def test_missing_networks_are_explained(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(photo, "models.missing", capsys)


def test_damaged_networks_are_refused(
    tmp_path: Path, photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    networks.load_network.cache_clear()
    for name in ("holes", "board", "evidence"):
        (tmp_path / f"{name}.onnx").write_bytes(b"no network")
    monkeypatch.setattr(networks, "MODELS", tmp_path)
    refused(photo, "models.damaged", capsys)
    networks.load_network.cache_clear()


def test_a_failure_inside_is_reported_not_thrown(fakes: dict[str, Any], photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fakes["error"] = RuntimeError("broken inside")
    refused(photo, "scan.failed", capsys)


# ---- many photos ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "photos"
    inside.mkdir()
    for name in ("b.jpg", "a.JPG", "old.jpg.overlay.jpg", "notes.txt"):
        (inside / name).write_bytes(picture())
    (inside / "c.png").write_bytes(b"broken")
    return inside


@pytest.mark.usefixtures("fakes")
def test_a_folder_gives_a_line_per_photo(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scans = scanned([str(folder)], capsys, code=1)
    assert [Path(s["file"]).name for s in scans] == ["a.JPG", "b.jpg", "c.png"]
    assert [s["gardens"][0]["score"]["total"] if s["gardens"] else s["error"]["code"] for s in scans] == [
        TOTAL,
        TOTAL,
        "photo.not_an_image",
    ]
    assert main(["scan", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["a.JPG", "b.jpg", "c.png"]
    assert f"{TOTAL} points, sure" in lines[0]
    assert lines[2].endswith("[photo.not_an_image]")


@pytest.mark.usefixtures("fakes")
def test_good_photos_only_are_exit_code_zero(photo: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scans = scanned([str(photo), str(folder / "b.jpg"), str(photo)], capsys)
    assert len(scans) == 2, "a photo named twice is scanned once"


@pytest.mark.usefixtures("fakes")
def test_one_missing_file_does_not_stop_the_others(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scans = scanned([str(tmp_path / "gone.jpg"), str(photo)], capsys, code=1)
    assert sorted(bool(s["gardens"]) for s in scans) == [False, True]


def test_jobs_and_cluster_are_handed_on(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    calls: list[dict[str, Any]] = []

    def run_batch(work: Any, keys: Any, **options: Any) -> Iterator[Done]:
        calls.append({"threads": work.threads, **{k: v for k, v in options.items() if k != "load"}})
        yield from (Done(key, None, "its worker died") for key in keys)

    monkeypatch.setattr("scanner.batch.run_batch", run_batch)
    scans = scanned([str(folder), "--jobs", "3"], capsys, code=1)
    assert {s["error"]["code"] for s in scans} == {"scan.failed"}
    scanned([str(folder), "--cluster", "tcp://there:8786"], capsys, code=1)
    scanned([str(folder)], capsys, code=1)
    assert calls == [
        {"threads": 1, "jobs": 3, "cluster": None},
        {"threads": 1, "jobs": 1, "cluster": "tcp://there:8786"},
        {"threads": 2, "jobs": 1, "cluster": None},
    ]


def test_real_workers_say_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in folder.iterdir():
        path.write_bytes(b"broken")
    scans = scanned([str(folder), "--jobs", "2"], capsys, code=1)
    assert sorted(Path(s["file"]).name for s in scans) == ["a.JPG", "b.jpg", "c.png"]
    assert {s["error"]["code"] for s in scans} == {"photo.not_an_image"}
    assert main(["scan", str(folder), "--jobs", "0"]) == 1
    assert "[batch.bad_jobs]" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_bar() -> None:
    out = Terminal()
    bar = Bar(4, "scan", out)
    bar.step("a.jpg")
    assert "1/4" in out.getvalue()
    assert "a.jpg" in out.getvalue()
    bar.close()
    silent = io.StringIO()
    Bar(4, "scan", silent).step()
    assert silent.getvalue() == ""


def test_same_garden_adds_up_the_photos(fakes: dict[str, Any], photo: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = [str(photo), str(folder / "a.JPG"), str(folder / "b.jpg"), str(photo)]
    fakes.update(noise=Noise(confidence=3.5, spread=1.0))
    (alone,) = scanned([photos[0]], capsys)
    (together,) = scanned(["--same-garden", *photos], capsys)
    assert fakes["seed"] == 5
    assert together["gardens"][0]["probability"] > alone["gardens"][0]["probability"]
    assert together["gardens"][0]["score"]["total"] == TOTAL
    (broken,) = scanned(["--same-garden", str(photo), str(folder / "c.png")], capsys, code=1)
    assert broken["error"]["code"] == "photo.not_an_image"


# ---- overlays ---------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_overlay_with_the_drawn_garden_beside_it(suffix: str, photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = photo.with_name(f"seen{suffix}")
    assert main(["scan", str(photo), "--overlay", str(out)]) == 0
    assert str(out) in capsys.readouterr().err
    with Image.open(out) as drawn:
        assert drawn.height == HEIGHT
        assert drawn.width > 1.5 * WIDTH


@pytest.mark.usefixtures("fakes")
def test_overlays_of_many_photos_go_into_a_folder(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scanned([str(folder), "--overlay", str(tmp_path / "out" / "here")], capsys, code=1)
    assert sorted(p.name for p in (tmp_path / "out/here").iterdir()) == ["a.JPG.overlay.jpg", "b.jpg.overlay.jpg"]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize(("out", "code"), [("seen.txt", "overlay.bad_name"), ("no/such/folder/seen.jpg", "overlay.unwritable")])
def test_overlay_that_cannot_be_written(out: str, code: str, photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(photo), "--overlay", str(photo.parent / out)]) == 1
    assert f"[{code}]" in capsys.readouterr().err


# ---- the library ------------------------------------------------------------------------------------------------------------


def test_scanner_is_importable_and_loads_nothing_until_asked() -> None:
    script = (
        "import sys, scanner\n"
        "assert not {'cv2', 'numpy', 'highspy', 'PIL'} & set(sys.modules)\n"
        "from scanner import Scanner\n"
        "assert 'onnxruntime' not in sys.modules\n"
        "print(Scanner().scan(b'').to_dict()['error']['code'])\n"
        "try: scanner.Nobody\n"
        "except AttributeError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["photo.empty", "module 'scanner' has no attribute 'Nobody'"]
