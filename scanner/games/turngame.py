"""The doors of a game that is kept as an event log or a final table: the game answers with data, this module writes the reports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from scanner.errors import GameError
from scanner.games.doors import Report
from scanner.games.eventlog import Award, is_whole
from scanner.games.sheet import Finding, Sheet, Verdict

YES, NO = ("yes", "true", "on"), ("no", "false", "off")


class RecordLike(Protocol):
    """A file that was read."""

    @property
    def data(self) -> Mapping[str, Any]: ...

    @property
    def players(self) -> tuple[str, ...]: ...


class TurnGame(Protocol):
    """The module `record` of such a game."""

    GAME: str

    def parse(self, text: str, settings: Mapping[str, Any] | None = None) -> Any: ...
    def score(self, record: Any) -> Sheet: ...
    def explain(self, record: Any, lang: str) -> Iterator[str]: ...
    def violations(self, record: Any) -> tuple[Finding, ...]: ...
    def tell(self, finding: Finding, record: Any, lang: str) -> str: ...
    def verify(self, record: Any, written: Mapping[str, int] | None = None) -> tuple[Verdict, ...]: ...
    def running_track(self, record: Any) -> tuple[tuple[int, tuple[int, ...]], ...]: ...
    def play(self, players: int, seed: int) -> Any: ...
    def word(self, key: str, lang: str, details: Mapping[str, Any] | None = None) -> str: ...


def read_settings(values: Mapping[str, str]) -> dict[str, Any]:
    """`name=value` pairs as yes, no, a number, or else the text itself: the game knows the names and refuses what does not fit."""
    return {name: _value(text.strip().lower()[:40]) for name, text in values.items()}


def _value(text: str) -> bool | int | str:
    if text in YES + NO:
        return text in YES
    return int(text) if text.isdecimal() and len(text) < 7 else text


def under(game: TurnGame, record: RecordLike, settings: Mapping[str, Any]) -> Any:
    """The record as it reads under other settings."""
    return game.parse(json.dumps(record.data), settings) if settings else record


def score_report(game: TurnGame, records: Sequence[Any], names: Sequence[str], settings: Mapping[str, Any], lang: str) -> Report:
    """Sheet, explanation and findings of each file."""
    parts = [_score_one(game, under(game, record, settings), lang) for record in records]
    if len(parts) == 1:
        return parts[0]
    text = "\n\n".join(f"== {name} ==\n{part.text}" for name, part in zip(names, parts, strict=True))
    return Report({"game": game.GAME, "games": [dict(part.data) for part in parts]}, text)


def _score_one(game: TurnGame, record: Any, lang: str) -> Report:
    sheet = game.score(record)
    lines = list(game.explain(record, lang))
    found = _sentences(game, record, lang)
    data = {"game": game.GAME, **sheet.to_dict(), "explanation": lines, "events": _events(record), "findings": found}
    data["track"] = [{"turn": turn, "points": list(points)} for turn, points in game.running_track(record)]
    told = [entry["sentence"] for entry in found if entry["sentence"] not in lines]
    return Report(data, "\n".join([_sheet_text(game, sheet, lang), *(["", *lines] if lines else []), *(["", *told] if told else [])]))


def _events(record: Any) -> list[dict[str, Any]]:
    """Points of every event, for a page that shows them as they come."""
    played = getattr(record, "replay", None)
    steps = () if played is None else played.steps
    return [{"event": s.number, "turn": s.turn, "player": s.player, "awards": [_award(a) for a in s.awards]} for s in steps]


def _award(award: Award) -> dict[str, Any]:
    return award.to_dict()


def _sheet_text(game: TurnGame, sheet: Sheet, lang: str) -> str:
    """A table: one line per column of the sheet, one column per player."""
    most: Sequence[int | None] = sheet.high or sheet.totals
    rows = [[game.word(column, lang), *(str(row[column]) for row in sheet.rows)] for column in sheet.columns]
    totals = [
        f"{low}" if low == high else f"≥ {low}" if high is None else f"{low}–{high}" for low, high in zip(sheet.totals, most, strict=True)
    ]
    table = [["", *sheet.players], *rows, [game.word("total", lang), *totals]]
    if sheet.complete:
        table.append([game.word("rank", lang), *map(str, sheet.ranks)])
    widths = [max(len(line[at]) for line in table) for at in range(len(table[0]))]
    lines = (
        line[0].ljust(widths[0]) + "".join("  " + cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
        for line in table
    )
    return "\n".join(lines)


def _sentences(game: TurnGame, record: Any, lang: str) -> list[dict[str, Any]]:
    return [{"code": _code(finding), "sentence": game.tell(finding, record, lang)} for finding in game.violations(record)]


def _code(finding: Finding) -> str:
    """The rule behind a stop or a doubt, else the finding's own code."""
    inner = finding.details.get("stop") or getattr(finding.details.get("doubt"), "finding", None)
    code: str = finding.code if inner is None else inner.code
    return code


def check_report(game: TurnGame, record: Any, settings: Mapping[str, Any], lang: str) -> Report:
    """Everything illegal, missing or contradictory."""
    found = _sentences(game, under(game, record, settings), lang)
    data = {"game": game.GAME, "findings": found}
    return Report(data, "\n".join(entry["sentence"] for entry in found) or f"✓ {game.word('nothing-wrong', lang)}")


def verify_report(game: TurnGame, record: Any, sheet: object, settings: Mapping[str, Any], lang: str) -> Report:
    """A verdict on every written score; an empty sheet asks about those in the file."""
    if not isinstance(sheet, dict) or not all(map(is_whole, sheet.values())):
        raise GameError("bad-sheet", "write each player's name and score, such as Ada=61")
    record = under(game, record, settings)
    verdicts = game.verify(record, sheet or None)
    data, lines = [], []
    for verdict in verdicts:
        reasons = [game.tell(reason, record, lang) for reason in verdict.reasons]
        name = record.players[verdict.player]
        data.append({**verdict.to_dict(), "player": name, "reasons": reasons})
        written = "–" if verdict.written is None else verdict.written
        lines += [f"{name}: {written} – {game.word(verdict.status, lang)}", *(f"  {reason}" for reason in reasons)]
    found = _sentences(game, record, lang)
    return Report({"game": game.GAME, "verdicts": data, "findings": found}, "\n".join([*lines, *(entry["sentence"] for entry in found)]))


def play_report(game: TurnGame, seed: int, players: int, lang: str) -> tuple[Sequence[Any], Report]:
    """A random legal game: the text is the log itself, ready for a file."""
    record = game.play(players, seed)
    sheet = game.score(record)
    return [record], Report({"seed": seed, "log": dict(record.data), **sheet.to_dict()}, json.dumps(record.data, ensure_ascii=False))
