"""Who is let in, and what a page may load: access code, same-site posts, headers."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import SecurityError
from werkzeug.wrappers import Response as BaseResponse

from webui.errors import error_json, wants_json

if TYPE_CHECKING:
    from webui.app import WebParams

COOKIE = "semiramis_code"
COOKIE_DAYS = 30
OPEN_ENDPOINTS = ("static", "pages.enter", "pages.manifest", "pages.icon")
"""Shown to everyone: they tell nothing about any garden."""
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""SVG drawings carry style attributes and load nothing."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def guard(app: Flask, params: WebParams) -> None:
    """Install the checks before and the headers after every request."""
    if params.hosts is not None:
        app.config["TRUSTED_HOSTS"] = list(params.hosts)

    @app.before_request
    def _check() -> BaseResponse | tuple[Response, int] | tuple[str, int] | None:
        if request.endpoint in OPEN_ENDPOINTS:
            return None
        if request.method not in SAFE_METHODS and not _same_site():
            return error_json("forbidden.cross-site", "This came from another web site. Open the page itself and try again.", 403)
        if params.access_code is not None:
            return _ask_for_code(params.access_code)
        return None

    @app.after_request
    def _headers(response: Response) -> Response:
        picture = response.mimetype == "image/svg+xml"
        response.headers.setdefault("Content-Security-Policy", PICTURE_POLICY if picture else PAGE_POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "geolocation=(), microphone=(), payment=()"
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def code_fits(given: str | None, code: str) -> bool:
    return given is not None and hmac.compare_digest(given.strip().upper().encode(), code.encode())


def welcome(target: BaseResponse, code: str) -> BaseResponse:
    """Remember the code in this browser."""
    target.set_cookie(COOKIE, code, max_age=COOKIE_DAYS * 86_400, httponly=True, samesite="Lax")
    return target


def _ask_for_code(code: str) -> BaseResponse | tuple[Response, int] | tuple[str, int] | None:
    if request.method == "GET" and code_fits(request.args.get("code"), code):
        rest = {name: value for name, value in request.args.items(multi=False) if name != "code"}
        endpoint = request.endpoint or "pages.home"
        return welcome(redirect(url_for(endpoint, **{**(request.view_args or {}), **rest})), code)
    bearer = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if code_fits(request.cookies.get(COOKIE), code) or code_fits(bearer, code):
        return None
    if wants_json():
        return error_json("forbidden.code", "Ask the host for the access code and send it as 'Authorization: Bearer CODE'.", 403)
    return render_template("enter.html"), 403


def _same_site() -> bool:
    """Browsers say where a post comes from; programs say nothing and are not at risk."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except (ValueError, SecurityError):
        return False
