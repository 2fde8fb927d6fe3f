"""The pages about Babylon: the workshop, the score without scripts, the table to share, language and access."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scanner.errors import GameError, SemiramisError
from scanner.games.babylon.drawing.icons import ICONS, PICTOGRAMS
from scanner.games.babylon.drawing.palette import DEFS, FLOWER_BORDER, FLOWER_LETTER, SCALE_TOP, level_colour
from scanner.games.babylon.garden import FLOWERS, Garden
from scanner.games.babylon.notation import format_garden
from scanner.games.babylon.score import NUMBERS
from scanner.games.registry import find_game
from webui import gate
from webui.pictures import table_picture
from webui.room import room
from webui.uploads import read_photo
from webui.words import COOKIE, LANGUAGES, NAMES, choose_language, hint_for, page_words

blueprint = Blueprint("pages", __name__)
LANGUAGE_DAYS = 365
MAX_NAME = 40
TABLE_RULES = ("edition", "bridge_hides", "cover_decorations")
PNG_SCALE = 1.2
OTHER_GAMES_WORDS = ("turns-", "turn-of", "turn-points", "turn-none", "act-", "f-", "final-", "setup-", "text-", "track-")
"""Words that only the pages of Babylonia and Amyitis say: the first page shall be light."""
PRINTED_WORDS = (
    *("tagline", "nav", "language", "back-home", "enter-", "hero-", "step-", "upload-text", "choose-", "take-photo", "drop-hint"),
    *("up-to-four", "notation", "score-", "has-questions", "open-correct", "kept-no", "kept-most", "kept-all", "kept-search"),
    *("kept-open", "kept-delete", "kept-sure", "kept-photo", "kept-drawing", "kept-corrected", "game-", "new-", "log-text", "extra-turn"),
    *("action", "do-it", "row-"),
)
"""Words that only templates and other pages say."""
MODULES = tuple(
    f"{name}.js"
    for name in ("dom", "garden", "state", "plan", "photo", "corners", "light", "editor", "pad", "question", "sheet", "scan", "table")
)
"""What the workshop imports, so that a browser fetches all of it at once."""


@blueprint.get("/")
def home() -> str:
    """The workshop: photos, gardens, questions, corrections; scripts do the work, the form works without them."""
    lang = choose_language()
    facts = {
        "lang": lang,
        "words": page_words(lang, OTHER_GAMES_WORDS + PRINTED_WORDS),
        "colours": {flower: [level_colour(flower, level) for level in range(1, SCALE_TOP + 1)] for flower in FLOWERS},
        "borders": FLOWER_BORDER,
        "letters": FLOWER_LETTER,
        "maxPhotoBytes": room().params.max_photo_bytes,
        "keeps": room().store is not None,
    }
    return render_template(
        "home.html", facts=json.dumps(facts, ensure_ascii=False), defs=DEFS, icons=ICONS, pictograms=PICTOGRAMS, modules=MODULES
    )


@blueprint.post("/scan")
def scan() -> str:
    """Without scripts: one to four photos, each with its score or the reason why there is none."""
    photos = [photo for photo in request.files.getlist("photo") if photo.filename]
    if not photos:
        raise SemiramisError("bad-request", "Choose a photo first.")
    if len(photos) > room().params.max_photos:
        raise SemiramisError("bad-request", f"Send at most {room().params.max_photos} photos at once.")
    taken: list[Any] = []
    for photo in photos:
        try:
            taken.append(room().desk.submit(read_photo(photo)))
        except SemiramisError as refusal:
            taken.append(refusal.to_dict())
    rows: list[dict[str, Any]] = []
    gardens: list[Garden] = []
    for photo, job in zip(photos, taken, strict=True):
        error = job if isinstance(job, dict) else room().desk.wait(job).error
        name = (photo.filename or "?").rsplit("/", 1)[-1][:MAX_NAME]
        if error is not None:
            rows.append({"name": name, "error": {**error, "hint": hint_for(error["code"], error["hint"], choose_language())}})
            continue
        found = job.result["gardens"][0]
        gardens.append(Garden.from_dict(found["garden"]))
        rows.append({"name": name, "probability": found["probability"], "questions": len(found["questions"])})
    return _results(rows, gardens)


@blueprint.get("/score")
def score() -> str:
    """Gardens in the address, `g` the garden on one line and `n` the player's name: to share, and to type without scripts."""
    gardens = _gardens()
    return _results([{"name": name} for name in _names(len(gardens))], gardens)


@blueprint.get("/table.png")
def table() -> Response:
    """The gardens of the address as one picture."""
    from scanner.draw import png_from_svg

    gardens, lang = _gardens(), choose_language()
    data = _score(gardens, _names(len(gardens)), lang)
    ranked = data["ranking"] if len({row["name"] for row in data["gardens"]}) == len(gardens) else []
    places = {place["name"]: f"{place['rank']}. " for place in ranked}
    titles = [f"{places.get(row['name'], '')}{row['name']}: {row['score']['total']}" for row in data["gardens"]]
    png = png_from_svg(table_picture(gardens, titles), scale=PNG_SCALE)
    return Response(png, mimetype="image/png")


@blueprint.get("/language/<lang>")
def language(lang: str) -> BaseResponse:
    """Choose a language and go back."""
    back = request.args.get("back", "/")
    safe = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = redirect(back if safe else "/")
    if lang in LANGUAGES:
        response.set_cookie(COOKIE, lang, max_age=LANGUAGE_DAYS * 86_400, samesite="Lax")
    return response


@blueprint.route("/enter", methods=["GET", "POST"])
def enter() -> BaseResponse | tuple[str, int]:
    """Where a guest types the access code."""
    code = room().params.access_code
    if code is None:
        return redirect(url_for("pages.home"))
    if gate.code_fits(request.form.get("code"), code):
        return gate.welcome(redirect(url_for("pages.home")), code)
    return render_template("enter.html", wrong=request.method == "POST"), 403


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
    pngs = [{"src": url_for("pages.icon", size=size), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)]
    facts = {"name": "Semiramis", "short_name": "Semiramis", "start_url": "/", "display": "standalone", "icons": [icon, *pngs]}
    facts |= {"background_color": "#fbf7ee", "theme_color": "#2f5d50"}
    response = make_response(json.dumps(facts))
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/icon-<int:size>.png")
def icon(size: int) -> Response:
    from pathlib import Path

    from scanner.draw import png_from_svg

    if size not in (180, 192, 512):
        raise SemiramisError("not-found", "No icon of that size.")
    svg = (Path(__file__).with_name("static") / "icon.svg").read_text(encoding="utf-8")
    return Response(png_from_svg(svg, scale=size / 512), mimetype="image/png", headers={"Cache-Control": "public, max-age=86400"})


@blueprint.app_context_processor
def _language_names() -> dict[str, Any]:
    return {"language_names": NAMES, "here": request.full_path.rstrip("?") if request.method == "GET" else "/"}


def _gardens() -> list[Garden]:
    texts = [text for text in request.args.getlist("g") if text.strip()]
    if not 1 <= len(texts) <= room().params.max_photos:
        raise GameError("bad-request", "Give one to four gardens, each on one line such as D6/1Y S:D6/1.")
    return [find_game("babylon").parse(text) for text in texts]


def _names(count: int) -> list[str]:
    given = [name.strip()[:MAX_NAME] for name in request.args.getlist("n")]
    return [given[i] if i < len(given) and given[i] else str(i + 1) for i in range(count)]


def _score(gardens: list[Garden], names: list[str], lang: str) -> dict[str, Any]:
    """By the rules of the table in the address, as the workshop puts them into its links."""
    doors = find_game("babylon")
    rules = {name: request.args[name] for name in TABLE_RULES if name in request.args}
    data = dict(doors.score(gardens, names, doors.read_settings(rules), lang).data)
    return data if len(gardens) > 1 else {"gardens": [{"name": names[0], **data}] if gardens else [], "ranking": []}


def _results(rows: list[dict[str, Any]], gardens: list[Garden]) -> str:
    """The page with score pads; rows with an error have no garden."""
    lang = choose_language()
    names = [row["name"] for row in rows if "error" not in row]
    data = _score(gardens, names, lang) if gardens else {"gardens": [], "ranking": []}
    pads = iter(zip(gardens, data["gardens"], strict=True))
    for row in rows:
        if "error" not in row:
            garden, pad = next(pads)
            row |= {"notation": format_garden(garden), "pad": pad, "numbers": NUMBERS}
    winners = sum(place["rank"] == 1 for place in data["ranking"])
    return render_template("results.html", rows=rows, ranking=data["ranking"], winners=winners)
