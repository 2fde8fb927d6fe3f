"""The JSON doors: same answers as the engine, errors with code, hint and status."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from tests.webui.fake_scanner import ROOT, sample_garden


def state() -> dict[str, object]:
    return sample_garden().to_dict()


def test_score_check_verify_look(client: FlaskClient) -> None:
    assert client.post("/api/v1/score", json={"state": state()}).json["score"]["total"] == 60
    assert client.post("/api/v1/check", json={"state": state()}).json["legal"] is True
    verdict = client.post("/api/v1/verify", json={"state": state(), "sheet": {"statues": 6, "total": 59}}).json
    assert verdict["ok"] is False
    assert verdict["slip"]["code"] == "piece-missed"
    look = client.post("/api/v1/look", json={"state": "A1/1W A1/3B", "lang": "cs"}).json
    assert look["check"]["legal"] is False
    assert look["garden"]["tiles"][0]["flower"] == "white"


def test_settings_and_ranking(client: FlaskClient) -> None:
    assert client.post("/api/v1/score", json={"state": state(), "settings": {"bridge_hides": True}}).json["score"]["total"] == 58
    ranked = client.post("/api/v1/score", json={"states": ["A1/1W", state()], "names": ["Ada", "Ben"]}).json["ranking"]
    assert [(place["name"], place["rank"]) for place in ranked] == [("Ben", 1), ("Ada", 2)]


@pytest.mark.parametrize("game", ["babylonia", "amyitis"])
def test_other_games(client: FlaskClient, game: str) -> None:
    log = (ROOT / f"samples/games/{game}.jsonl").read_text(encoding="utf-8")
    data = client.post("/api/v1/score", json={"state": log}).json
    assert data["complete"]
    assert client.post("/api/v1/check", json={"state": log}).status_code == 200
    sheet = {row["player"]: row["total"] for row in data["players"]}
    verdicts = client.post("/api/v1/verify", json={"state": log, "sheet": sheet}).json["verdicts"]
    assert {v["status"] for v in verdicts} == {"right"}
    drawn = client.post("/api/v1/draw", json={"state": log})
    assert drawn.mimetype == "image/svg+xml"
    played = client.post("/api/v1/play", json={"game": game, "seed": 4, "players": 2}).json
    assert client.post("/api/v1/score", json={"game": game, "state": played["states"][0]}).status_code == 200
    assert game in [entry["name"] for entry in client.get("/api/v1/games").json["games"]]


def test_drawings(client: FlaskClient) -> None:
    for turn in range(4):
        svg = client.post("/api/v1/draw", json={"state": state(), "view": "isometric", "turn": turn}).text
        assert svg.startswith("<svg")
        assert all(f">{letter}</text>" in svg for letter in "ABCDEFGH12345678")
    png = client.get("/api/v1/draw", query_string={"state": "A1/1W", "view": "plan", "format": "png"})
    assert png.data.startswith(b"\x89PNG")
    assert client.get("/table.png", query_string={"g": ["A1/1W", "B2/1P"], "n": ["<b>", "Ben"]}).data.startswith(b"\x89PNG")


BAD = [
    ("score", {}, 400, "bad-request"),
    ("score", {"states": []}, 400, "bad-request"),
    ("score", {"states": ["A1/1W"] * 5}, 400, "bad-request"),
    ("score", {"state": "A1/1W", "names": [3]}, 400, "bad-request"),
    ("score", {"state": 7}, 422, "bad-state"),
    ("score", {"state": "A9/1W"}, 422, "off-board"),
    ("score", {"state": {"game": "chess"}}, 422, "unknown-game"),
    ("score", {"state": "A1/1W", "settings": {"edition": "xx"}}, 422, "bad-setting"),
    ("score", {"state": "A1/1W", "settings": [1]}, 422, "bad-setting"),
    ("check", {"state": "A1/1W", "lang": "xx"}, 422, "bad-language"),
    ("verify", {"state": "A1/1W"}, 400, "bad-request"),
    ("verify", {"state": "A1/1W", "sheet": {"total": -1}}, 422, "bad-sheet"),
    ("draw", {"state": "A1/1W", "view": "inside"}, 422, "bad-view"),
    ("draw", {"state": "A1/1W", "turn": 9}, 400, "bad-request"),
    ("play", {"seed": "x"}, 400, "bad-request"),
    ("play", {"game": "../x"}, 422, "unknown-game"),
    ("look", {"state": {"game": "babylonia"}}, 422, None),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), BAD)
def test_bad_input_has_code_hint_and_status(client: FlaskClient, path: str, body: object, status: int, code: str | None) -> None:
    answer = client.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == status
    assert set(answer.json["error"]) == {"code", "hint"}
    assert code is None or answer.json["error"]["code"] == code


@pytest.mark.parametrize("body", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000, b'{"state": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", b"NaN"])
def test_unreadable_bodies(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/v1/score", data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer.json["error"]["hint"]


def test_sizes_types_methods_and_places(client: FlaskClient) -> None:
    huge = json.dumps({"state": "A" * 3_000_000})
    assert client.post("/api/v1/score", data=huge, content_type="application/json").status_code == 413
    assert client.post("/api/v1/score", data="A1/1W", content_type="text/plain").json["error"]["code"] == "bad-request"
    assert client.get("/api/v1/score").status_code == 405
    assert client.get("/api/v1/nothing").json["error"]["code"] == "not-found"
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404
