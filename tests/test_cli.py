"""The command line as a player and a script meet it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scanner.cli import main

ROOT = Path(__file__).parents[1]
SAMPLE = str(ROOT / "samples/garden.json")


def test_score_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", SAMPLE]) == 0
    out = capsys.readouterr().out
    assert "highest point" in out
    assert "bridge D4–D6 (level 3): 3 × 3 = 9" in out
    assert "white tile D4 (level 1): covered by a higher tile" in out
    assert "white 2: E7 D7, blue 2: F1 D3, yellow 3: G4 D5 D6, pink 2: D2 G7" in out
    assert "highest level with a tile: 3 (D3, D6), doubled" in out


def test_score_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", SAMPLE, "--json", "--bridge-hides"]) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["score"]["total"] == 58
    assert out["open_holes"] == 35
    assert {line["line"] for line in out["lines"]} | {"total"} == set(out["score"])
    tiles = {line["line"]: len(line["tiles"]) for line in out["lines"] if "tiles" in line}
    assert tiles == {"flowers": 9, "highest": 2}


def test_several_gardens_are_ranked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", SAMPLE, "A1/1W", "C3/1B", "--json"]) == 0
    ranking = json.loads(capsys.readouterr().out)["ranking"]
    assert [place["rank"] for place in ranking] == [1, 2, 2]
    assert [place["name"] for place in ranking] == ["garden", "2", "3"]


@pytest.mark.parametrize(("lang", "word"), [("en", "total"), ("cs", "celkem"), ("pl", "suma"), ("de", "Summe")])
def test_languages(lang: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", SAMPLE, "--lang", lang]) == 0
    assert word in capsys.readouterr().out


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"A1/1W S:A1/1")))
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"]["total"] == 3


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SAMPLE, "--json"]) == 0
    legal = json.loads(capsys.readouterr().out)
    assert legal["legal"] is True
    assert len(legal["supports"]) == 35
    assert main(["check", "A1/1W A1/2B", "--json", "--edition", "de"]) == 0
    illegal = json.loads(capsys.readouterr().out)
    assert illegal["legal"] is False
    assert illegal["violations"][0]["code"] == "tile-over-tile"


def test_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["verify", SAMPLE, "highest=3", "total=57"]) == 0
    assert "The highest level was not doubled." in capsys.readouterr().out
    sheet = tmp_path / "sheet.json"
    sheet.write_text('{"total": 60}')
    assert main(["verify", SAMPLE, str(sheet), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", SAMPLE]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        assert main(["show", SAMPLE, "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "3", "--players", "2", "--count", "2", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["seed"] for game in games] == [3, 4]
    assert all(len(game["gardens"]) == 2 for game in games)
    assert main(["score", games[0]["gardens"][0]["notation"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == games[0]["gardens"][0]["score"]


# (arguments, code of the error)
UNUSABLE = [
    (["score", "missing.json"], "no-such-file"),
    (["score", "A1/1W X"], "bad-notation"),
    (["score", "nonsense"], "bad-notation"),
    (["score", ""], "no-input"),
    (["verify", SAMPLE], "bad-sheet"),
    (["verify", SAMPLE, '{"total": 1, "total": 2}'], "duplicate-key"),
    (["verify", SAMPLE, "total=1", " total=2"], "bad-sheet"),
    (["score", "{"], "bad-json"),
    (["score", str(ROOT)], "unreadable-file"),
    (["score", SAMPLE, "--set", "colour=red"], "bad-setting"),
    (["score", SAMPLE, "--set", "bridge_hides"], "bad-setting"),
    (["score", SAMPLE, "--edition", "fr"], "bad-setting"),
    (["score", '{"game": "chess"}'], "unknown-game"),
    (["verify", SAMPLE, "total=many"], "bad-sheet"),
    (["verify", SAMPLE, "total=1", "total=2"], "bad-sheet"),
    (["verify", SAMPLE, "nothing"], "bad-sheet"),
    (["show", SAMPLE, "-o", "a.gif"], "bad-picture"),
    (["show", SAMPLE, "-o", "/nowhere/a.svg"], "unwritable-file"),
    (["show", SAMPLE, "--view", "inside"], "bad-view"),
    (["play", "--count", "0"], "bad-count"),
]


@pytest.mark.parametrize(("arguments", "code"), UNUSABLE, ids=[" ".join(Path(a).name for a in case[0])[:60] for case in UNUSABLE])
def test_unusable_input_is_exit_code_one(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("semiramis: ")
    assert f"[{code}]" in captured.err
    assert main([*arguments, "--json"]) == 1
    captured = capsys.readouterr()
    error = json.loads(captured.out)["error"]
    assert error["code"] == code
    assert error["hint"]
    assert captured.err == ""


@pytest.mark.parametrize("arguments", [[], ["dig"], ["score"], ["play", "--players", "7"], ["score", SAMPLE, "--lang", "fr"]])
def test_wrong_usage_is_exit_code_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "usage: semiramis" in capsys.readouterr().err


def test_noise_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = tmp_path / "noise.json"
    noise.write_bytes(bytes(range(256)) * 40_000)
    assert main(["score", str(noise)]) == 1
    assert "too-large" in capsys.readouterr().err
    noise.write_bytes(b"\xff\xfe\x00")
    assert main(["score", str(noise)]) == 1
    assert "not-text" in capsys.readouterr().err


def test_missing_extra_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["show", SAMPLE, "-o", "/tmp/never.png"]) == 1
    assert "resvg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("redirected", "code"), [("score - <&-", 1), ("score empty >&-", 0), ("score empty > /dev/full", 1)], ids=["stdin", "stdout", "full"]
)
def test_closed_and_full_streams_are_no_traceback(redirected: str, code: int) -> None:
    done = subprocess.run(
        f"{sys.executable} -m scanner.cli {redirected}", shell=True, cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert (done.stderr == "") is (code == 0)


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m scanner.cli play --players 2 --count 3 --json | head -c 10"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert done.stdout.startswith('{"game"')
