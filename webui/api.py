"""The JSON doors of every game: score, check, verify, draw, play; described by /api/v1/openapi.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request

from scanner.errors import GameError, SemiramisError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import format_garden
from scanner.games.doors import Doors
from scanner.games.phrases import LANGUAGES
from scanner.games.registry import find_game, game_names, recognise
from webui.openapi import describe
from webui.pictures import turned_isometric
from webui.room import room
from webui.tables import table_of
from webui.words import choose_language, say

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
MOST_STATES = 4
MAX_SEED = 2**31 - 1
PNG_SCALE = 1.5


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return jsonify(describe(room().params.max_photo_bytes))


@blueprint.get("/games")
def games() -> Response:
    lang = choose_language()
    return jsonify({"games": [{"name": name, "title": say(f"game-{name}", lang)} for name in game_names()]})


@blueprint.post("/score")
def score() -> Response:
    body = read_body()
    states = body.get("states", [body["state"]] if "state" in body else None)
    if not isinstance(states, list) or not 1 <= len(states) <= MOST_STATES:
        raise SemiramisError("bad-request", f"Send 'state', or 'states' with one to {MOST_STATES} entries.")
    doors, parsed = read_states(states, body)
    names = body.get("names", [str(number) for number in range(1, len(parsed) + 1)])
    if not isinstance(names, list) or len(names) != len(parsed) or not all(isinstance(name, str) and len(name) <= 80 for name in names):
        raise SemiramisError("bad-request", "'names' needs one text of at most 80 characters for each state.")
    return jsonify(doors.score(parsed, names, read_settings(doors, body), language(body)).data)


@blueprint.post("/check")
def check() -> Response:
    body = read_body()
    doors, (state,) = read_states([_need(body, "state")], body)
    return jsonify(doors.check(state, read_settings(doors, body), language(body)).data)


@blueprint.post("/verify")
def verify() -> Response:
    body = read_body()
    doors, (state,) = read_states([_need(body, "state")], body)
    return jsonify(doors.verify(state, _need(body, "sheet"), read_settings(doors, body), language(body)).data)


@blueprint.post("/look")
def look() -> Response:
    """Everything a page shows about one garden or log, in one answer."""
    body = read_body()
    doors, (state,) = read_states([_need(body, "state")], body)
    settings, lang = read_settings(doors, body), language(body)
    if not isinstance(state, Garden):
        score = doors.score([state], ["1"], settings, lang).data
        return jsonify({"state": doors.to_dict(state), "score": score, "table": table_of(state), "drawing": _drawing(doors, state, lang)})
    data = {
        "garden": doors.to_dict(state),
        "notation": format_garden(state),
        "score": doors.score([state], ["1"], settings, lang).data,
        "check": {key: value for key, value in doors.check(state, settings, lang).data.items() if key != "supports"},
    }
    return jsonify(data)


def _drawing(doors: Doors, state: Any, lang: str) -> str | None:
    """The map; None for a table at its end, which has none."""
    try:
        return doors.draw(state, "both", lang)
    except GameError:
        return None


@blueprint.route("/draw", methods=["GET", "POST"])
def draw() -> Response:
    """A drawing as SVG or PNG."""
    body: Mapping[str, Any] = read_body() if request.method == "POST" else request.args
    doors, (state,) = read_states([_need(body, "state")], body)
    view, quarters = str(body.get("view", "both")), _whole(body.get("turn", 0), "turn", 0, 3)
    if view == "isometric" and isinstance(state, Garden):
        svg = turned_isometric(state, quarters)
    else:
        svg = doors.draw(state, view, language(body))
    if body.get("format", "svg") == "png":
        from scanner.draw import png_from_svg

        return Response(png_from_svg(svg, scale=PNG_SCALE), mimetype="image/png")
    return Response(svg, mimetype="image/svg+xml")


@blueprint.post("/play")
def play() -> Response:
    """One game between simple players, as an example to look at."""
    body = read_body()
    game = body.get("game", "babylon")
    doors = find_game(game if isinstance(game, str) else "?")
    seed, players = _whole(body.get("seed", 1), "seed", 0, MAX_SEED), _whole(body.get("players", 3), "players", 2, 4)
    states, report = doors.play(seed, players, language(body))
    return jsonify({"game": game, "states": [doors.to_dict(state) for state in states], "text": report.text})


def read_body() -> dict[str, Any]:
    """The JSON object of the request."""
    request.max_content_length = room().params.max_text_bytes
    if request.mimetype != "application/json":
        raise SemiramisError("bad-request", "Send JSON with the header Content-Type: application/json.")
    try:
        body = json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise SemiramisError("bad-request", f"The JSON cannot be read: {type(error).__name__}.") from None
    if not isinstance(body, dict):
        raise SemiramisError("bad-request", "Send a JSON object.")
    return body


def read_states(states: list[Any], body: Mapping[str, Any]) -> tuple[Doors, list[Any]]:
    """The states of one game; each an object, or a text as the command line takes it."""
    texts = [_text(state) for state in states]
    wanted = body.get("game")
    names = {recognise(text) for text in texts} if wanted is None else {str(wanted)}
    if len(names) > 1:
        raise GameError("other-game", f"the states belong to different games: {', '.join(sorted(names))}")
    doors = find_game(names.pop())
    return doors, [doors.parse(text) for text in texts]


def _text(state: Any) -> str:
    if isinstance(state, str):
        return state
    if not isinstance(state, dict):
        raise GameError("bad-state", "a state is an object or a text")
    try:
        return json.dumps(state)
    except RecursionError:
        raise GameError("bad-state", "the state is nested too deeply") from None


def read_settings(doors: Doors, body: Mapping[str, Any]) -> Any:
    values = body.get("settings") or {}
    if not isinstance(values, dict) or not all(isinstance(value, str | bool | int) for value in values.values()):
        raise GameError("bad-setting", "settings are an object of texts, numbers, true and false")
    return doors.read_settings({name: _word(value) for name, value in values.items()})


def _word(value: str | bool | int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str) or abs(value) < 10**9 else "?"


def language(body: Mapping[str, Any]) -> str:
    lang = body.get("lang")
    if lang is None:
        return choose_language()
    if lang not in LANGUAGES:
        raise GameError("bad-language", f"known languages: {', '.join(LANGUAGES)}")
    return str(lang)


def _need(body: Mapping[str, Any], name: str) -> Any:
    if name not in body:
        raise SemiramisError("bad-request", f"{name!r} is missing.")
    return body[name]


def _whole(value: Any, name: str, low: int, high: int) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 12:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SemiramisError("bad-request", f"{name!r} is a whole number from {low} to {high}.")
    return value
