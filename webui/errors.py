"""Every "cannot" as a sentence: JSON for programs, a page for people, with the right status."""

from __future__ import annotations

from flask import Flask, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError

from scanner.errors import SemiramisError
from webui.words import choose_language, hint_for

UNUSABLE = 422
STATUS = {
    "busy": 503,
    "models.missing": 503,
    "models.damaged": 503,
    "store.missing": 503,
    "not-installed": 503,
    "scan.timeout": 504,
    "scan.failed": 500,
    "photo.too_many_bytes": 413,
    "photo.not_an_image": 415,
    "not-found": 404,
    "gone": 404,
    "bad-request": 400,
}
RETRY_AFTER_S = 10
HINTS = {
    400: ("bad-request", "The request cannot be read."),
    404: ("not-found", "There is nothing at this address."),
    405: ("method-not-allowed", "This address does not take that kind of request."),
    413: ("too-large", "That is too large. Photos may have 40 MB."),
    415: ("unsupported-type", "Send JSON, or a photo as a form field."),
}


def status_of(code: str) -> int:
    return STATUS.get(code, UNUSABLE)


def error_json(code: str, hint: str, status: int) -> tuple[Response, int]:
    response = jsonify({"error": {"code": code, "hint": hint}})
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response, status


def wants_json() -> bool:
    return request.path.startswith("/api/")


def register(app: Flask) -> None:
    """Errors of the house, of HTTP, and those nobody expected."""

    @app.errorhandler(SemiramisError)
    def _known(error: SemiramisError) -> tuple[Response | str, int]:
        return _answer(error.code, error.hint, status_of(error.code))

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> tuple[Response | str, int]:
        if isinstance(error, SecurityError):  # a foreign host name: no address of ours can be built under it
            return error_json("bad-host", "This server does not answer to that name.", 400)
        status = error.code or 500
        code, hint = HINTS.get(status, (f"http-{status}", error.description or error.name))
        return _answer(code, hint, status)

    @app.errorhandler(Exception)
    def _unexpected(error: Exception) -> tuple[Response | str, int]:
        current_app.logger.exception("unexpected error", exc_info=error)
        return _answer("internal", "Something broke inside. The server goes on; please report what you did.", 500)


def _answer(code: str, hint: str, status: int) -> tuple[Response | str, int]:
    if wants_json():
        return error_json(code, hint, status)
    return render_template("error.html", code=code, hint=hint_for(code, hint, choose_language())), status
