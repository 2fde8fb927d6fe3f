"""Gardens that are kept through the dataset: save, browse, search, reopen, delete for good."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scanner.errors import SemiramisError
from webui.api import read_body
from webui.room import room
from webui.uploads import find_job

if TYPE_CHECKING:
    from scanner.dataset import Record, Store

blueprint = Blueprint("kept", __name__)
MOST_SHOWN = 200
MAX_LABEL = 80
_ID = re.compile(r"[0-9a-f]{32}")


def load_store(place: str | None) -> Store | None:
    """The dataset at `place`; None when what it needs is not installed."""
    try:
        from scanner.dataset import open_store
    except ModuleNotFoundError:
        return None
    return open_store(place)


@blueprint.get("/kept")
def browse() -> str:
    """All kept gardens, newest first, or those that fit the search."""
    wanted = request.args.get("q", "").strip()
    return render_template("kept.html", records=[_summary(record) for record in _search(wanted)], wanted=wanted)


@blueprint.post("/kept/<record_id>/delete")
def delete_page(record_id: str) -> BaseResponse:
    _find(record_id)
    _store().delete(record_id)
    return redirect(url_for("kept.browse"))


@blueprint.get("/api/v1/gardens")
def list_gardens() -> Response:
    return jsonify({"gardens": [_summary(record) for record in _search(request.args.get("q", "").strip())]})


@blueprint.post("/api/v1/gardens")
def keep() -> tuple[Response, int]:
    """Keep the photo of a scan with the garden as the player sees it."""
    body = read_body()
    job = find_job(str(body.get("scan", "")))
    garden, sheet = body.get("garden"), body.get("sheet")
    if not all(value is None or isinstance(value, dict) for value in (garden, sheet)):
        raise SemiramisError("bad-request", "'garden' and 'sheet' are objects.")
    record = _store().add(
        job.data,
        scan=job.result,
        garden=garden,
        sheet=sheet,
        consent=body.get("consent") is True,
        whole=body.get("whole") is True,
        by="web page",
        game=_label(body, "game"),
        player=_label(body, "player"),
    )
    return jsonify(_summary(record)), 201


@blueprint.get("/api/v1/gardens/<record_id>")
def find_garden(record_id: str) -> Response:
    record = _find(record_id)
    view = _shifted_view(record)
    sheet = {name: str(value) for name, value in (record.sheet or {}).items()}
    return jsonify({**_summary(record), "garden": record.best_garden, "sheet": sheet, "view": view, "probability": record.probability})


@blueprint.post("/api/v1/gardens/<record_id>/correction")
def correct(record_id: str) -> Response:
    """Another garden for a kept photo, as a player sees it now; what was read and said before stays on record."""
    body = read_body()
    garden = body.get("garden")
    if not isinstance(garden, dict):
        raise SemiramisError("bad-request", "'garden' is an object.")
    _find(record_id)
    return jsonify(_summary(_store().correct(record_id, garden, by="web page")))


@blueprint.delete("/api/v1/gardens/<record_id>")
def delete(record_id: str) -> tuple[str, int]:
    _find(record_id)
    _store().delete(record_id)
    return "", 204


@blueprint.get("/api/v1/gardens/<record_id>/photo")
def find_photo(record_id: str) -> Response:
    _find(record_id)
    return Response(_store().photo(record_id), mimetype="image/jpeg")


def _store() -> Store:
    store = room().store
    if store is None:
        raise SemiramisError("store.missing", "This server keeps no gardens.")
    return store


def _find(record_id: str) -> Record:
    if not _ID.fullmatch(record_id):
        raise SemiramisError("not-found", "There is no kept garden of that name.")
    try:
        return _store().get(record_id)
    except SemiramisError as error:
        if error.code != "dataset.unknown_record":
            raise
        raise SemiramisError("not-found", "There is no kept garden of that name.") from None


def _search(wanted: str) -> list[Record]:
    """Every word must occur in the player, the game, the day or the total."""
    words = wanted.lower().split()
    found = []
    for record in _store().find(order="newest"):
        text = " ".join(
            str(part) for part in (record.player, record.game, record.note, record.added_at[:10], record.total) if part is not None
        )
        if all(word in text.lower() for word in words):
            found.append(record)
        if len(found) == MOST_SHOWN:
            break
    return found


def _summary(record: Record) -> dict[str, Any]:
    photo = {"url": url_for("kept.find_photo", record_id=record.id), "width": record.width, "height": record.height}
    out = {"id": record.id, "added_at": record.added_at, "player": record.player, "game": record.game, "total": record.total}
    return {**out, "corrected": record.corrected, "consent": record.consent, "photo": photo}


def _label(body: Mapping[str, Any], name: str) -> str | None:
    value = body.get(name)
    if value is not None and (not isinstance(value, str) or len(value) > MAX_LABEL):
        raise SemiramisError("bad-request", f"{name!r} is a text of at most {MAX_LABEL} characters.")
    return value or None


def _shifted_view(record: Record) -> dict[str, Any] | None:
    """The camera of the scan, moved with the crop: stored pixel = scan's pixel × scale − (left, top)."""
    best = record.scans[-1].best if record.scans else None
    view = best.get("view") if best else None
    if not isinstance(view, Mapping) or record.crop is None:
        return None
    scale, shift = record.crop["scale"], (record.crop["left"], record.crop["top"])
    matrix = [[scale * value for value in row] for row in view["K"][:2]]
    for row, moved in zip(matrix, shift, strict=True):
        row[2] -= moved
    return {**view, "K": [*matrix, view["K"][2]]}
