"""The description of the JSON doors, as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from scanner.games.babylon.garden import FLOWERS, KINDS
from scanner.games.babylon.score import NUMBERS
from scanner.games.babylon.settings import EDITIONS
from scanner.games.phrases import LANGUAGES
from scanner.games.registry import game_names

Schema = dict[str, Any]

STATE: Schema = {
    "description": "A garden or log as JSON object, or as the text the command line takes.",
    "anyOf": [{"$ref": "#/components/schemas/Garden"}, {"type": "object"}, {"type": "string"}],
}
SHARED: Schema = {
    "game": {"type": "string", "enum": list(game_names())},
    "lang": {"type": "string", "enum": list(LANGUAGES)},
    "settings": {"type": "object", "additionalProperties": {"type": ["string", "boolean", "integer"]}},
}
SMALL_CELL: Schema = {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False, "minItems": 2, "maxItems": 2}


def describe(max_photo_bytes: int) -> Schema:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Semiramis", "version": "1", "description": "From a photo of a finished garden to its exact score."},
        "paths": _paths(max_photo_bytes),
        "components": {"schemas": _schemas()},
    }


def _paths(max_photo_bytes: int) -> Schema:
    one = {"state": STATE, **SHARED}
    several = {**one, "states": {"type": "array", "items": STATE, "minItems": 1, "maxItems": 4}}
    several["names"] = {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 4}
    sheet = {
        "type": "object",
        "description": "Written numbers by line (Babylon) or by player.",
        "additionalProperties": {"type": "integer"},
    }
    return {
        "/api/v1/games": {"get": _operation("listGames", "The games this server scores", _json({"$ref": "#/components/schemas/Games"}))},
        "/api/v1/score": {"post": _post("score", "Score one state, or rank several", several, [])},
        "/api/v1/check": {"post": _post("check", "All violations", one, ["state"])},
        "/api/v1/verify": {"post": _post("verify", "Judge a written score", {**one, "sheet": sheet}, ["state", "sheet"])},
        "/api/v1/look": {"post": _post("look", "Everything a page shows about one garden or log", one, ["state"], "Look")},
        "/api/v1/play": {"post": _post("play", "A game between simple players", _play(), [], "Played")},
        "/api/v1/draw": {"get": _draw_by_address(), "post": _draw()},
        "/api/v1/scan": {"post": _upload("scan", "Scan a photo and wait", "200", "Scan", max_photo_bytes)},
        "/api/v1/scans": {"post": _upload("queueScan", "Queue a photo", "202", "Job", max_photo_bytes)},
        "/api/v1/scans/{id}": {
            "parameters": [_ID],
            "get": _operation("findScan", "State of a queued photo", _json({"$ref": "#/components/schemas/Job"}), "404")
            | {"parameters": [{"name": "seen", "in": "query", "schema": {"type": "string"}, "description": "Wait for another stage."}]},
        },
        "/api/v1/scans/{id}/photo": {
            "parameters": [_ID],
            "get": _operation("findPhoto", "The photo upright and freed of EXIF", {"image/jpeg": {"schema": {"type": "string"}}}, "404"),
        },
        "/api/v1/gardens": {
            "get": _operation("listGardens", "Kept gardens", _json({"$ref": "#/components/schemas/Answer"}), "503")
            | {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]},
            "post": _keep(),
        },
        "/api/v1/gardens/{id}": {
            "parameters": [_ID],
            "get": _operation("findGarden", "A kept garden", _json({"$ref": "#/components/schemas/Answer"}), "404", "503"),
            "delete": _delete(),
        },
        "/api/v1/gardens/{id}/correction": {
            "parameters": [_ID],
            "post": _correct(),
        },
        "/api/v1/gardens/{id}/photo": {
            "parameters": [_ID],
            "get": _operation("keptPhoto", "Its photo", {"image/jpeg": {"schema": {"type": "string"}}}, "404", "503"),
        },
    }


_ID: Schema = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}}


def _keep() -> Schema:
    label = {"type": ["string", "null"], "maxLength": 80}
    body = {
        "scan": {"type": "string"},
        "garden": {"type": ["object", "null"]},
        "sheet": {"type": ["object", "null"]},
        "game": label,
        "player": label,
    }
    body |= {"consent": {"type": "boolean"}, "whole": {"type": "boolean"}, "edition": {"type": "string", "enum": list(EDITIONS)}}
    out = _operation(
        "keepGarden",
        "Keep a scanned garden with its photo, or without 'scan' one that was built by hand",
        {},
        "400",
        "404",
        "413",
        "415",
        "422",
        "503",
    )
    out["responses"]["201"] = {"description": "Kept", "content": _json({"$ref": "#/components/schemas/Answer"})}
    del out["responses"]["200"]
    return {**out, "requestBody": _body(body, [])}


def _correct() -> Schema:
    answer = _json({"$ref": "#/components/schemas/Answer"})
    out = _operation("correctGarden", "Another garden in place of a kept one", answer, "400", "404", "413", "415", "422", "503")
    return {**out, "requestBody": _body({"garden": {"type": "object"}}, ["garden"])}


def _delete() -> Schema:
    out = _operation("deleteGarden", "Delete for good", {}, "404", "503")
    out["responses"]["204"] = {"description": "Gone"}
    del out["responses"]["200"]
    return out


def _play() -> Schema:
    return {
        "game": SHARED["game"],
        "lang": SHARED["lang"],
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
        "players": {"type": "integer", "minimum": 2, "maximum": 4},
    }


DRAWN: Schema = {
    "game": SHARED["game"],
    "lang": SHARED["lang"],
    "view": {"type": "string", "enum": ["plan", "isometric", "both"]},
    "turn": {"type": "integer", "minimum": 0, "maximum": 3, "description": "Quarter turns clockwise, isometric only."},
    "format": {"type": "string", "enum": ["svg", "png"]},
}
PICTURES: Schema = {"image/svg+xml": {"schema": {"type": "string"}}, "image/png": {"schema": {"type": "string"}}}


def _draw() -> Schema:
    out = _operation("draw", "A drawing", PICTURES, "400", "413", "415", "422")
    return {**out, "requestBody": _body({"state": STATE, **DRAWN}, ["state"])}


def _draw_by_address() -> Schema:
    state = {"name": "state", "in": "query", "required": True, "schema": {"type": "string"}, "description": "A garden on one line."}
    others = [{"name": name, "in": "query", "schema": schema} for name, schema in DRAWN.items()]
    return {**_operation("drawing", "A drawing by its address alone", PICTURES, "400", "422"), "parameters": [state, *others]}


def _post(name: str, summary: str, properties: Schema, required: list[str], answer: str = "Answer") -> Schema:
    out = _operation(name, summary, _json({"$ref": f"#/components/schemas/{answer}"}), "400", "413", "415", "422")
    return {**out, "requestBody": _body(properties, required)}


def _upload(name: str, summary: str, status: str, answer: str, max_photo_bytes: int) -> Schema:
    form = {
        "type": "object",
        "properties": {
            "photo": {"type": "string", "contentMediaType": "image/*", "description": f"At most {max_photo_bytes} bytes."},
            "corners": {"type": "string", "description": "JSON: four [x, y] in pixels; far left, far right, near right, near left."},
            "edition": {"type": "string", "enum": list(EDITIONS)},
            "again": {"type": "string", "description": "Instead of a photo: the id of an earlier scan."},
        },
    }
    out = _operation(name, summary, {}, "400", "404", "413", "415", "422", "500", "503", "504")
    out["responses"][status] = {"description": "Taken", "content": _json({"$ref": f"#/components/schemas/{answer}"})}
    if status != "200":
        del out["responses"]["200"]
    return {**out, "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": form}}}}


def _operation(name: str, summary: str, content: Schema, *failures: str) -> Schema:
    error = _json({"$ref": "#/components/schemas/Error"})
    failing = {code: {"description": "Cannot", "content": error} for code in (*failures, "403")}
    return {"operationId": name, "summary": summary, "responses": {"200": {"description": "Done", "content": content}, **failing}}


def _body(properties: Schema, required: list[str]) -> Schema:
    schema = {"type": "object", "properties": properties, "required": required}
    return {"required": True, "content": _json(schema)}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _object(properties: Schema, *optional: str) -> Schema:
    return {"type": "object", "properties": properties, "required": [name for name in properties if name not in optional]}


def _schemas() -> Schema:
    text, whole = {"type": "string"}, {"type": "integer"}
    tile = _object({"col": whole, "row": whole, "level": whole, "flower": {"enum": list(FLOWERS)}, "symbols": {}}, "symbols")
    cells = {"type": "array", "items": SMALL_CELL}
    piece = _object({"kind": {"enum": list(KINDS)}, "cells": cells, "levels": {"type": "array", "items": whole}})
    error = _object({"code": text, "hint": text})
    garden = {"game": {"const": "babylon"}, "tiles": {"type": "array", "items": tile}, "decorations": {"type": "array", "items": piece}}
    job = {
        "id": text,
        "state": {"enum": ["waiting", "running", "done", "failed"]},
        "stage": {"type": ["string", "null"]},
        "photo": {"type": "object"},
        "scan": {"type": "object"},
        "error": error,
    }
    score = {"type": "object", "properties": dict.fromkeys(NUMBERS, whole)}
    garden_look = {"garden": {"type": "object"}, "notation": text, "score": _object({"score": score}), "check": {"type": "object"}}
    log_look = {"state": {"type": "object"}, "score": {"type": "object"}, "table": {"type": ["object", "null"]}}
    log_look["drawing"] = {"type": ["string", "null"], "description": "The map as SVG; none of a table at its end."}
    return {
        "Error": _object({"error": error}),
        "Games": _object({"games": {"type": "array", "items": _object({"name": text, "title": text})}}),
        "Garden": _object(garden),
        "Answer": {"type": "object"},
        "Look": {"anyOf": [_object(garden_look), _object(log_look)]},
        "Played": _object({"game": text, "states": {"type": "array"}, "text": text}),
        "Job": _object(job, "photo", "scan", "error"),
        "Scan": _object({"format": text, "id": text, "photo": {"type": "object"}, "gardens": {"type": "array"}}),
    }
