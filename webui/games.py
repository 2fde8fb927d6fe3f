"""The pages of the games that are kept as logs: Babylonia and Amyitis."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, render_template, request

from scanner.errors import SemiramisError
from scanner.games.registry import DEFAULT, find_game, game_names
from webui.words import choose_language, page_words, say

blueprint = Blueprint("games", __name__, url_prefix="/games")
WORDS = Path(__file__).parents[1] / "scanner" / "games"


@blueprint.route("/<name>", methods=["GET", "POST"])
def game(name: str) -> str:
    """Paste or load a log, see points, drawing, findings; without scripts, the report as text."""
    if name == DEFAULT or name not in game_names():
        raise SemiramisError("not-found", "There is no such game here.")
    lang = choose_language()
    text, report = request.form.get("log", ""), None
    if text.strip():
        doors = find_game(name)
        report = doors.score([doors.parse(text)], ["1"], doors.read_settings({}), lang).text
    facts = {"lang": lang, "game": name, "words": page_words(lang) | _game_words(name, lang)}
    return render_template("turns.html", name=name, title=say(f"game-{name}", lang), log=text, report=report, facts=json.dumps(facts))


def _game_words(name: str, lang: str) -> dict[str, str]:
    """Columns and tokens of the game itself, whose keys are single words."""
    from scanner.games.phrases import load_phrases

    phrases = load_phrases(WORDS / name / "words.json")
    return {f"g-{key}": texts[lang] for key, texts in phrases.items() if len(texts[lang]) < 60}
