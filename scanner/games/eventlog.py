"""Event logs of games that are played in turns: how they are read, the points they bring, where they stop.

A log is one JSON object with an `events` list, or JSON lines: the header on the first line, one event on each further line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scanner.errors import GameError
from scanner.games.strict import load_json

MAX_CHARACTERS = 4_000_000
"""A hundred times a long game."""

Event = Mapping[str, Any]


class IllegalEvent(GameError):
    """A rule forbids the event; `code` names the rule, `args` fill the sentence that explains it in any language."""

    def __init__(self, code: str, **args: Any) -> None:
        detail = ", ".join(f"{key} {value}" for key, value in args.items())
        super().__init__(code, detail or code)
        self.details: dict[str, Any] = args


@dataclass(frozen=True, slots=True)
class EventLog:
    """A log as written: nothing in it is checked against the rules yet."""

    header: Mapping[str, Any]
    events: tuple[Event, ...]
    broken_at: int | None = None
    """Number (from 1) of the first event that cannot be read; everything after it is ignored."""


@dataclass(frozen=True, slots=True)
class Award:
    """Points one player gets from one event; `column` is the line of the score sheet, `code` the reason."""

    player: int
    points: int
    column: str
    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"player": self.player, "points": self.points, "column": self.column, "code": self.code, "details": dict(self.details)}


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted event and what it brought."""

    number: int
    turn: int
    player: int
    event: Event
    awards: tuple[Award, ...]
    totals: tuple[int, ...]
    """Everybody's points after the event."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a log is not scored to its end: `kind` is "illegal" or "gap"."""

    kind: str
    number: int
    turn: int
    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "event": self.number, "turn": self.turn, "code": self.code, "details": dict(self.details)}


@dataclass(frozen=True, slots=True)
class TrackCheck:
    """What the score track showed for one player after an event, against what the events give."""

    number: int
    turn: int
    player: int
    written: int
    computed: int
    agrees: bool
    since: int
    """Number of the last event after which this player's marker was right (0: the start of the game)."""


def parse_log(text: str) -> EventLog:
    """Reads either form; raises GameError when there is no usable header."""
    if not text.strip():
        raise GameError("bad-log", "the log is empty")
    try:
        data = load_json(text, MAX_CHARACTERS)
    except GameError as error:
        return _parse_lines(text, error)
    return log_from_dict(data)


def log_from_dict(data: object) -> EventLog:
    """The log in an already decoded JSON object."""
    if not isinstance(data, dict):
        raise GameError("bad-log", "a log is one JSON object, or one JSON object per line")
    events = data.get("events", [])
    if not isinstance(events, list):
        raise GameError("bad-log", "`events` must be a list")
    header = {key: value for key, value in data.items() if key != "events"}
    readable = next((i for i, event in enumerate(events) if not isinstance(event, dict)), None)
    if readable is None:
        return EventLog(header, tuple(events))
    return EventLog(header, tuple(events[:readable]), readable + 1)


def _parse_lines(text: str, why: GameError) -> EventLog:
    """The log in JSON lines; raises `why` when not even the header is one."""
    first, *rest = filter(None, (raw.strip() for raw in text.splitlines()))
    header = _readable(first)
    if not isinstance(header, dict):
        raise why
    events: list[Event] = []
    for line in rest:
        data = _readable(line)
        if not isinstance(data, dict):
            return EventLog(header, tuple(events), len(events) + 1)
        events.append(data)
    return EventLog(header, tuple(events))


def _readable(line: str) -> Any:
    """The value of one line; None when it cannot be read."""
    try:
        return load_json(line, MAX_CHARACTERS)
    except GameError:
        return None


def to_json_lines(log: EventLog) -> str:
    """The log as JSON lines, header first."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in (dict(log.header), *(dict(e) for e in log.events)))


def to_dict(log: EventLog) -> dict[str, Any]:
    """The log as one JSON object."""
    return {**log.header, "events": [dict(e) for e in log.events]}


def object_at(header: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The JSON object under `key`, empty when it is missing; raises GameError for anything else."""
    value = header.get(key, {})
    if not isinstance(value, dict):
        raise GameError("bad-log", f"`{key}` must be an object")
    return value


def is_whole(value: object) -> bool:
    """A whole number that is not true or false."""
    return isinstance(value, int) and not isinstance(value, bool)


def with_settings(log: EventLog, game: str, settings: Mapping[str, Any]) -> EventLog:
    """The log of that game with `settings` in place of those written in it; raises GameError when it belongs to another game."""
    if log.header.get("game", game) != game:
        raise GameError("other-game", f"this file is a game of {log.header['game']!r}, not of {game}")
    if not settings:
        return log
    return EventLog({**log.header, "settings": {**object_at(log.header, "settings"), **settings}}, log.events, log.broken_at)


def read_written(header: Mapping[str, Any]) -> Mapping[str, int]:
    """The scores somebody wrote down, under `scores`."""
    scores = object_at(header, "scores")
    if not all(map(is_whole, scores.values())):
        raise GameError("bad-scores", "`scores` must be whole numbers by player")
    return scores
