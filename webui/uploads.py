"""Photos in, scans out: at once, or queued with progress by stage."""

from __future__ import annotations

import json
import math
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for
from werkzeug.datastructures import FileStorage

from scanner.errors import ScannerError, SemiramisError
from scanner.games.babylon.settings import EDITIONS
from webui.errors import status_of
from webui.jobs import Job
from webui.room import room

blueprint = Blueprint("uploads", __name__, url_prefix="/api/v1")
MAX_CORNER_PX = 100_000
NEWS_LIMIT_S = 8.0
"""Shorter than the patience of any proxy; then the page asks again."""


@blueprint.post("/scan")
def scan() -> tuple[Response, int]:
    """Wait for the result."""
    job = room().desk.wait(_submit())
    if job.error is not None:
        response = jsonify({"error": job.error, **{key: value for key, value in job.to_dict().items() if key in ("id", "photo")}})
        status = status_of(job.error["code"])
        if status == 503:
            response.headers["Retry-After"] = "60"
        return response, status
    told = job.to_dict()
    return jsonify({**(job.result or {}), "id": job.id, "photo": {**(job.result or {}).get("photo", {}), **told["photo"]}}), 200


@blueprint.post("/scans")
def queue_scan() -> tuple[Response, int, dict[str, str]]:
    """Take a photo in; its state is at the Location."""
    job = _submit()
    return jsonify(job.to_dict()), 202, {"Location": url_for("uploads.find_scan", job_id=job.id)}


@blueprint.get("/scans/<job_id>")
def find_scan(job_id: str) -> Response:
    """Its state; with `seen`, the stage a page shows already, the answer comes as soon as there is another one."""
    job = find_job(job_id)
    if "seen" in request.args:
        job.wait_for_news(request.args["seen"], NEWS_LIMIT_S)
        job = find_job(job_id)
    return jsonify(job.to_dict())


@blueprint.get("/scans/<job_id>/photo")
def find_photo(job_id: str) -> Response:
    job = find_job(job_id)
    picture = job.picture()
    if picture is None:
        raise SemiramisError("gone", "There is no picture of this scan.")
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def find_job(job_id: str) -> Job:
    job = room().desk.find(job_id)
    if job is None:
        raise SemiramisError("gone", "This scan is not known here any more. Send the photo again.")
    return job


def _submit() -> Job:
    corners = _corners(request.form.get("corners"))
    edition = request.form.get("edition", EDITIONS[0])
    if edition not in EDITIONS:
        raise SemiramisError("bad-request", f"'edition' is one of {', '.join(EDITIONS)}.")
    again = request.form.get("again")
    if again is not None:
        return room().desk.submit(find_job(again).data, corners, edition)
    photo = request.files.get("photo")
    if photo is None:
        raise SemiramisError("bad-request", "Send the photo as the form field 'photo'.")
    return room().desk.submit(read_photo(photo), corners, edition)


def read_photo(photo: FileStorage) -> bytes:
    """The bytes of one uploaded file, not too many."""
    most = room().params.max_photo_bytes
    data = photo.stream.read(most + 1)
    if len(data) > most:
        raise ScannerError("photo.too_many_bytes", f"The photo has more than {most // 1_000_000} MB.")
    if not data:
        raise ScannerError("photo.empty", "The file is empty. Was the photo copied completely?")
    return data


def _corners(text: str | None) -> list[list[float]] | None:
    """Four points in pixels of the shown photo: far left, far right, near right, near left."""
    if not text:
        return None
    try:
        points = json.loads(text)
    except (ValueError, RecursionError):
        points = None
    if not isinstance(points, list) or len(points) != 4 or not all(_is_point(point) for point in points):
        raise SemiramisError("bad-request", "'corners' are four points [x, y] in pixels: far left, far right, near right, near left.")
    return [[float(x), float(y)] for x, y in points]


def _is_point(point: Any) -> bool:
    if not isinstance(point, list) or len(point) != 2:
        return False
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in point)
    return numbers and all(abs(value) <= MAX_CORNER_PX and math.isfinite(value) for value in point)
