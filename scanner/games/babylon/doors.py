"""The doors of Babylon; see `scanner.games.doors`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scanner.games.babylon.drawing import draw_garden
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import format_garden, parse_text
from scanner.games.babylon.play import play_game
from scanner.games.babylon.report import check_text, ranking_text, score_data, score_text, verdict_text
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import rank_gardens, score_garden
from scanner.games.babylon.settings import DEFAULTS, Settings
from scanner.games.babylon.supports import find_supports
from scanner.games.babylon.verify import read_sheet, verify_sheet
from scanner.games.doors import Report


def parse(text: str) -> Garden:
    """A garden from JSON or notation."""
    return parse_text(text)


def to_dict(state: Garden) -> dict[str, Any]:
    return state.to_dict()


def read_settings(values: Mapping[str, str]) -> Settings:
    return Settings.from_words(values)


def score(states: Sequence[Garden], names: Sequence[str], settings: Settings, lang: str) -> Report:
    """The score pad of one garden, or of several with their ranking."""
    sheets = [score_garden(garden, settings) for garden in states]
    if len(sheets) == 1:
        return Report({"game": "babylon", **score_data(sheets[0], lang)}, score_text(sheets[0], lang))
    places = rank_gardens(sheets)
    gardens = [{"name": name, **score_data(sheet, lang)} for name, sheet in zip(names, sheets, strict=True)]
    ranking = [{**place.to_dict(), "name": names[place.index]} for place in places]
    parts = [f"{name}\n{score_text(sheet, lang)}" for name, sheet in zip(names, sheets, strict=True)]
    text = "\n\n".join([*parts, ranking_text(places, names, lang)])
    return Report({"game": "babylon", "gardens": gardens, "ranking": ranking}, text)


def check(state: Garden, settings: Settings, lang: str) -> Report:
    """All violations, and the supports when the garden can stand."""
    found = violations(state, settings)
    supports = find_supports(state, settings)
    data = {
        "game": "babylon",
        "legal": not any(v.hard for v in found),
        "violations": [v.to_dict(lang) for v in found],
        "supports": None if supports is None else [s.to_dict() for s in supports],
    }
    return Report(data, check_text(found, supports, lang))


def verify(state: Garden, sheet: object, settings: Settings, lang: str) -> Report:
    """A written sheet, any subset of the nine numbers."""
    verdict = verify_sheet(state, read_sheet(sheet), settings)
    return Report({"game": "babylon", **verdict.to_dict(lang)}, verdict_text(verdict, lang))


def draw(state: Garden, view: str, lang: str) -> str:
    """`view`: plan, isometric or both."""
    return draw_garden(state, view, lang)


def play(seed: int, players: int, lang: str) -> tuple[list[Garden], Report]:
    """One game; the report has each garden with its score."""
    gardens = play_game(seed, players)
    sheets = [score_garden(garden, DEFAULTS) for garden in gardens]
    rows = [
        {"garden": g.to_dict(), "notation": format_garden(g), "score": s.to_dict(), "open_holes": s.open_holes}
        for g, s in zip(gardens, sheets, strict=True)
    ]
    names = [f"{seed}-{number}" for number in range(1, players + 1)]
    text = ranking_text(rank_gardens(sheets), names, lang)
    text += "".join(f"\n{name}  {format_garden(garden)}" for name, garden in zip(names, gardens, strict=True))
    return gardens, Report({"seed": seed, "players": players, "gardens": rows}, text)
