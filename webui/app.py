"""The application factory: everything the pages need is handed in, so that tests can hand in something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Flask

from webui import api, errors, games, gate, kept, pages, uploads
from webui.jobs import DeskParams, ScanDesk, ScannerLike, load_scanner
from webui.words import LANGUAGES, choose_language, say

if TYPE_CHECKING:
    from scanner.dataset import Store


@dataclass(frozen=True, slots=True)
class WebParams:
    """Limits of the server and who is let in."""

    max_photo_bytes: int = 40_000_000
    """A 48-megapixel HEIC or JPEG of a phone fits twice."""
    max_photos: int = 4
    """As many as there are players."""
    max_text_bytes: int = 2_000_000
    """No log of any game is a tenth as long."""
    access_code: str | None = None
    """Asked from everyone when the page is open to the network."""
    hosts: tuple[str, ...] | None = ("127.0.0.1", "localhost", "[::1]")
    """Names this server answers to; None answers to all, for a network whose guests show the access code."""


def create_app(
    scanner: ScannerLike | None = None,
    *,
    store: Store | None = None,
    params: WebParams | None = None,
    desk: DeskParams | None = None,
) -> Flask:
    """The whole page; without `scanner` the real one is loaded with the first photo, without `store` nothing is kept."""
    params = params or WebParams()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = params.max_photos * params.max_photo_bytes + 1_000_000
    app.config["MAX_FORM_MEMORY_SIZE"] = params.max_text_bytes
    app.extensions["semiramis"] = Room(params, ScanDesk(load_scanner if scanner is None else lambda: scanner, desk or DeskParams()), store)
    gate.guard(app, params)
    errors.register(app)
    for module in (pages, games, api, uploads, kept):
        app.register_blueprint(module.blueprint)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    @app.context_processor
    def _words() -> dict[str, Any]:
        lang = choose_language()
        return {
            "lang": lang,
            "languages": LANGUAGES,
            "keeps": store is not None,
            "_": lambda key, **gaps: say(key, lang, gaps),
        }

    return app


@dataclass(frozen=True, slots=True)
class Room:
    """What the views share."""

    params: WebParams
    desk: ScanDesk
    store: Store | None
