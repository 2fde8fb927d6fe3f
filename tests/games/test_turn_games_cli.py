"""Babylonia and Amyitis through the command line: the same commands as every game, found by the registry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scanner.cli import main
from scanner.errors import SemiramisError
from scanner.games.registry import find_game, game_names

GAMES = ("amyitis", "babylonia")
SAMPLES = Path(__file__).parents[2] / "samples" / "games"
MUTILATIONS = 150
"""Per file; a traceback shows up well before."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def log(game: str, tmp_path: Path) -> Path:
    states, report = find_game(game).play(3, 3, "en")
    path = tmp_path / "log.json"
    path.write_text(report.text, encoding="utf-8")
    assert find_game(game).to_dict(find_game(game).parse(report.text)) == find_game(game).to_dict(states[0])
    return path


def test_games_are_found_by_their_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert set(GAMES) <= set(capsys.readouterr().out.split())
    assert set(GAMES) <= set(game_names())


def test_score_check_verify_show(game: str, log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["score", "--game", game, str(log), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["complete"]
    totals = {line["player"]: line["total"] for line in data["players"]}
    assert sum(a["points"] for e in data["events"] for a in e["awards"]) == sum(totals.values())
    assert main(["score", str(log), "--lang", "pl"]) == 0
    assert "razem" in capsys.readouterr().out
    assert main(["check", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == game
    assert main(["verify", str(log), *(f"{name}={total}" for name, total in totals.items()), "--lang", "cs"]) == 0
    assert capsys.readouterr().out.count("správně") == 3
    assert main(["show", str(log), "-o", str(tmp_path / "table.svg")]) == 0
    assert (tmp_path / "table.svg").read_text(encoding="utf-8").startswith("<svg")


def test_two_logs_at_once(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(log), str(log)]) == 0
    assert capsys.readouterr().out.count("== log ==") == 2


def test_settings_overrule_the_file(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(log), "--set", "track_length=50", "--json"]) == 0
    capsys.readouterr()
    assert main(["score", str(log), "--set", "no_such_thing=yes"]) == 1
    assert "bad-setting" in capsys.readouterr().err
    assert main(["score", str(log), "--set", "track_length=perhaps"]) == 1


def test_a_refused_event_is_told_with_turn_rule_and_reason(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(log.read_text(encoding="utf-8"))
    data["events"].insert(10, {"do": "nonsense"})
    log.write_text(json.dumps(data), encoding="utf-8")
    assert main(["check", str(log), "--json"]) == 0
    finding = json.loads(capsys.readouterr().out)["findings"][0]
    assert finding["code"] == "bad-event"
    assert "event 11" in finding["sentence"]
    assert main(["score", str(log)]) == 0
    assert "≥" in capsys.readouterr().out
    assert main(["verify", str(log), "{}"]) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-log"),
        ("nonsense", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ('{"a":' * 100_000, "bad-json"),
        ('{"players": ' + "9" * 10_000 + "}", "bad-json"),
        ('{"players": NaN}', "bad-json"),
        ('{"players": [],\n "events": [,]}', "bad-json"),
        ('{"players": ["Ada"], "players": ["Ben"]}', "duplicate-key"),
        ("[1, 2]", "bad-log"),
        ('{"players": ["Ada", "Ada"]}', "bad-players"),
    ],
    ids=range(10),
)
def test_what_is_no_log_is_refused(game: str, text: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.json"
    path.write_text(text, encoding="utf-8")
    assert main(["score", "--game", game, str(path)]) == 1
    assert f"[{code}]" in capsys.readouterr().err


def test_an_unreadable_line_is_a_gap(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(log.read_text(encoding="utf-8"))
    events = data.pop("events")
    for broken in ("[" * 100_000, "9" * 10_000, '{"do": "gap", "do": "gap"}', '{"do": '):
        log.write_text("\n".join([json.dumps(data), *map(json.dumps, events[:5]), broken, *map(json.dumps, events[5:])]), encoding="utf-8")
        assert main(["check", str(log), "--json"]) == 0
        (finding,) = json.loads(capsys.readouterr().out)["findings"]
        assert finding["code"] == "gap-unreadable"
        assert "6" in finding["sentence"]


def test_the_scores_in_the_file_are_verified(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(log.read_text(encoding="utf-8"))
    assert main(["score", str(log), "--json"]) == 0
    scores = {line["player"]: line["total"] for line in json.loads(capsys.readouterr().out)["players"]}
    log.write_text(json.dumps({**data, "scores": {**scores, "Ben": scores["Ben"] + 1}}), encoding="utf-8")
    assert main(["verify", str(log), "--json"]) == 0
    assert [v["status"] for v in json.loads(capsys.readouterr().out)["verdicts"]] == ["right", "wrong", "right"]


@pytest.mark.parametrize(("name", "scores", "columns"), [("babylonia", "Ada=70", "zikkuraty"), ("amyitis", "Ben=70", "zavlažování")])
def test_suspects_are_told_in_words(name: str, scores: str, columns: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(SAMPLES / f"{name}.jsonl"), scores, "--lang", "cs"]) == 0
    suspects = [line for line in capsys.readouterr().out.splitlines() if "Snad" in line]
    assert any(f"({columns}" in line for line in suspects), suspects
    assert not any("{" in line for line in suspects)


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from spots(inner, (*path, key))


JUNK = (
    None,
    True,
    -1,
    0,
    2,
    10**30,
    1e308,
    float("inf"),
    "",
    "x",
    "Ada",
    "T01",
    "farmer",
    [],
    {},
    [[]],
    [0, 0],
    [3.5, 1],
    [[2, 3], [3, 3]],
)


@pytest.mark.parametrize("name", ["babylonia.jsonl", "babylonia-final.json", "amyitis.jsonl", "amyitis-final.json"])
def test_mutilated_files_are_refused_or_read(name: str) -> None:
    """One or two values of a real file replaced by anything: an error or an answer, never a traceback."""
    doors = find_game(name.split(".")[0].split("-")[0])
    text = (SAMPLES / name).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    whole = lines[0] if len(lines) == 1 else {**lines[0], "events": lines[1:61]}
    rng = Random(name)
    places = list(spots(whole))
    for _ in range(MUTILATIONS):
        data = json.loads(json.dumps(whole))
        for path in rng.sample(places, rng.choice((1, 1, 2))):
            with suppress(KeyError, IndexError, TypeError):  # the first change may have removed the place of the second
                replace_at(data, path, rng.choice(JUNK))
        with suppress(SemiramisError):
            state = doors.parse(json.dumps(data).replace("Infinity", "1e999"))
            for report in (doors.score([state], [name], {}, "cs"), doors.check(state, {}, "de"), doors.verify(state, {}, {}, "pl")):
                assert json.dumps(report.data)
            doors.draw(state, "both", "en")


def replace_at(data: Any, path: tuple[Any, ...], value: object) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def test_another_games_file_is_refused(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = next(name for name in GAMES if name != game)
    assert main(["score", "--game", other, str(log)]) == 1
    assert "other-game" in capsys.readouterr().err
    assert main(["verify", str(log), "Zoe=3"]) == 1


def test_json_lines_are_recognised(game: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(log.read_text(encoding="utf-8"))
    events = data.pop("events")
    log.write_text("\n".join(json.dumps(line) for line in (data, *events)), encoding="utf-8")
    assert main(["score", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"]


@pytest.mark.parametrize("name", ["babylonia.jsonl", "babylonia-final.json", "amyitis.jsonl", "amyitis-final.json"])
def test_the_samples_hold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SAMPLES / name)
    assert main(["score", path, "--json"]) == 0
    capsys.readouterr()
    assert main(["verify", path, "{}", "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)["verdicts"]
    assert {v["status"] for v in verdicts} <= {"right", "possible", "not-written"}
