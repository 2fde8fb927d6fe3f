"""Gardens that are kept through the dataset: save, browse, search, reopen, delete for good."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scanner.errors import SemiramisError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import format_garden
from scanner.games.babylon.settings import EDITIONS
from scanner.games.registry import DEFAULT
from webui.api import read_body
from webui.room import room
from webui.uploads import find_job

if TYPE_CHECKING:
    from scanner.dataset import Record, Store
    from scanner.dataset.drawn import Drawn

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
    found = _search(wanted, MOST_SHOWN + 1)
    shown = [_summary(kept) for kept in found[:MOST_SHOWN]]
    return render_template("kept.html", records=shown, wanted=wanted, most=MOST_SHOWN if len(found) > MOST_SHOWN else None)


@blueprint.post("/kept/<record_id>/delete")
def delete_page(record_id: str) -> BaseResponse:
    _delete(record_id)
    return redirect(url_for("kept.browse"))


@blueprint.get("/api/v1/gardens")
def list_gardens() -> Response:
    return jsonify({"gardens": [_summary(record) for record in _search(request.args.get("q", "").strip(), MOST_SHOWN)]})


@blueprint.post("/api/v1/gardens")
def keep() -> tuple[Response, int]:
    """Keep the photo of a scan with the garden as the player sees it, or without `scan` a garden that was built by hand."""
    body = read_body()
    garden, sheet = body.get("garden"), body.get("sheet")
    if not all(value is None or isinstance(value, dict) for value in (garden, sheet)):
        raise SemiramisError("bad-request", "'garden' and 'sheet' are objects.")
    if body.get("scan") is None:
        return _keep_drawn(body), 201
    job = find_job(str(body["scan"]))
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
        edition=job.edition,
    )
    return jsonify(_summary(record)), 201


def _keep_drawn(body: Mapping[str, Any]) -> Response:
    from scanner.dataset.drawn import keep_drawn

    edition = body.get("edition", EDITIONS[0])
    if edition not in EDITIONS:
        raise SemiramisError("bad-request", f"'edition' is one of {', '.join(EDITIONS)}.")
    labels = {"game": _label(body, "game"), "player": _label(body, "player"), "edition": edition}
    return jsonify(_summary(keep_drawn(_store(), _garden_of_babylon(body), sheet=body.get("sheet"), **labels)))


@blueprint.get("/api/v1/gardens/<record_id>")
def find_garden(record_id: str) -> Response:
    kept = _find(record_id)
    sheet = {name: str(value) for name, value in (kept.sheet or {}).items()}
    if _is_drawn(kept):
        return jsonify({**_summary(kept), "garden": kept.garden, "sheet": sheet, "view": None, "probability": None})
    more = {"garden": kept.best_garden, "sheet": sheet, "view": _shifted_view(kept), "probability": kept.probability}
    return jsonify({**_summary(kept), **more})


@blueprint.post("/api/v1/gardens/<record_id>/correction")
def correct(record_id: str) -> Response:
    """Another garden, as a player sees it now; with a photo, what was read and said before stays on record."""
    from scanner.dataset.drawn import correct_drawn

    garden = _garden_of_babylon(read_body())
    if _is_drawn(_find(record_id)):
        return jsonify(_summary(correct_drawn(_store(), record_id, garden)))
    return jsonify(_summary(_store().correct(record_id, garden, by="web page")))


@blueprint.delete("/api/v1/gardens/<record_id>")
def delete(record_id: str) -> tuple[str, int]:
    _delete(record_id)
    return "", 204


@blueprint.get("/api/v1/gardens/<record_id>/photo")
def find_photo(record_id: str) -> Response:
    if _is_drawn(_find(record_id)):
        raise SemiramisError("not-found", "This garden was built by hand: it has no photo.")
    return Response(_store().photo(record_id), mimetype="image/jpeg")


def _store() -> Store:
    store = room().store
    if store is None:
        raise SemiramisError("store.missing", "This server keeps no gardens.")
    return store


def _find(record_id: str) -> Any:
    """The Record, or the Drawn garden, of that id."""
    from scanner.dataset.drawn import get_drawn

    store = _store()
    for get in (store.get, lambda name: get_drawn(store, name)):
        try:
            if _ID.fullmatch(record_id):
                return get(record_id)
        except SemiramisError as error:
            if error.code != "dataset.unknown_record":
                raise
    raise SemiramisError("not-found", "There is no kept garden of that name.")


def _delete(record_id: str) -> None:
    from scanner.dataset.drawn import delete_drawn

    if _is_drawn(_find(record_id)):
        delete_drawn(_store(), record_id)
    else:
        _store().delete(record_id)


def _is_drawn(kept: Record | Drawn) -> bool:
    from scanner.dataset.drawn import Drawn

    return isinstance(kept, Drawn)


def _search(wanted: str, most: int) -> list[Record | Drawn]:
    """Every word must occur in the player, the game, the day or the total."""
    words = wanted.lower().split()
    fitting = (kept for kept in _newest() if all(word in _told(kept) for word in words))
    return list(islice(fitting, most))


def _newest() -> Iterator[Record | Drawn]:
    """All that is kept, with or without a photo; only a page of it in memory."""
    from scanner.dataset.drawn import find_drawn
    from scanner.dataset.rows import Query

    both: tuple[Iterable[Record | Drawn], ...] = (_store().walk(Query(order="newest")), find_drawn(_store()))
    return heapq.merge(*both, key=lambda kept: kept.added_at, reverse=True)


def _told(kept: Record | Drawn) -> str:
    parts = (kept.player, kept.game, getattr(kept, "note", None), kept.added_at[:10], kept.total)
    return " ".join(str(part) for part in parts if part is not None).lower()


def _summary(kept: Any) -> dict[str, Any]:
    """With the address of its photo, or else of a drawing."""
    out = {"id": kept.id, "added_at": kept.added_at, "player": kept.player, "game": kept.game, "total": kept.total}
    if _is_drawn(kept):
        line = format_garden(Garden.from_dict(kept.garden))
        return {**out, "corrected": True, "consent": False, "photo": None, "drawing": url_for("api.draw", state=line, view="isometric")}
    photo = {"url": url_for("kept.find_photo", record_id=kept.id), "width": kept.width, "height": kept.height}
    return {**out, "corrected": kept.corrected, "consent": kept.consent, "photo": photo, "drawing": None}


def _garden_of_babylon(body: Mapping[str, Any]) -> dict[str, Any]:
    garden = body.get("garden")
    if not isinstance(garden, dict) or garden.get("game", DEFAULT) != DEFAULT:
        raise SemiramisError("bad-request", "'garden' is a garden of Babylon, as an object.")
    return garden


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
