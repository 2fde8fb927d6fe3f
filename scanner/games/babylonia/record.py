"""A file about Babylonia as a typed object, and everything that can be asked of it: score, findings, verdicts, a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scanner.errors import GameError
from scanner.games.babylonia.bounds import estimate_bounds
from scanner.games.babylonia.draw import draw_svg
from scanner.games.babylonia.log import COLUMNS, Replay, replay
from scanner.games.babylonia.play import play_random
from scanner.games.babylonia.position import Position, parse_position
from scanner.games.babylonia.turn import ranks
from scanner.games.babylonia.verify import verify_log, verify_position
from scanner.games.babylonia.witness import detect_violations
from scanner.games.babylonia.words import explain_award, explain_check, explain_stop, word
from scanner.games.eventlog import parse_log, read_written, to_dict, with_settings
from scanner.games.sheet import Finding, Sheet, Verdict, rank_by

GAME = "babylonia"


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A game as an event log, played through."""

    data: Mapping[str, Any]
    replay: Replay
    written: Mapping[str, int]

    @property
    def players(self) -> tuple[str, ...]:
        return self.replay.state.game.players


@dataclass(frozen=True, slots=True)
class PositionRecord:
    """A game as it lies on the table at its end."""

    data: Mapping[str, Any]
    position: Position
    written: Mapping[str, int]

    @property
    def players(self) -> tuple[str, ...]:
        return self.position.players


Record = LogRecord | PositionRecord


def parse(text: str, settings: Mapping[str, Any] | None = None) -> Record:
    """A log (JSON or JSON lines) or a final position; `settings` overrule those in the file. Raises GameError."""
    log = with_settings(parse_log(text), GAME, settings or {})
    written = read_written(log.header)
    if "tokens" in log.header:
        return PositionRecord(log.header, parse_position(log.header), written)
    return LogRecord(to_dict(log), replay(log), written)


def score(record: Record) -> Sheet:
    """The score sheet; from a position alone only the least and the most of every total are known."""
    if isinstance(record, LogRecord):
        state = record.replay.state
        complete = state.over and record.replay.stop is None
        high = () if complete else (None,) * len(record.players)
        return Sheet(record.players, COLUMNS, record.replay.columns(), state.points, ranks(state), complete, high)
    bounds = estimate_bounds(record.position)
    rows = tuple({part.column: part.low for part in bound.parts} for bound in bounds)
    lows = tuple(bound.low for bound in bounds)
    return Sheet(record.players, COLUMNS, rows, lows, rank_by([(low,) for low in lows]), False, tuple(bound.high for bound in bounds))


def explain(record: Record, lang: str) -> Iterator[str]:
    """A line for every event that brought points."""
    if isinstance(record, PositionRecord):
        return
    for step in record.replay.steps:
        for award in step.awards:
            name = record.players[award.player]
            yield f"{word('turn', lang)} {step.turn}, #{step.number}: {name} +{award.points} – {explain_award(award, lang)}"


def violations(record: Record) -> tuple[Finding, ...]:
    """What is illegal, missing or contradictory: at most one stop of a log, every wrong look at the track, every fault of a position."""
    if isinstance(record, PositionRecord):
        return detect_violations(record.position)
    played = record.replay
    found = [Finding("stop", {"stop": played.stop})] if played.stop is not None else []
    return (*found, *(Finding("track", {"check": check}) for check in played.checks if not check.agrees))


def tell(finding: Finding, record: Record, lang: str) -> str:
    """The finding as a sentence."""
    if finding.code == "stop":
        return explain_stop(finding.details["stop"], lang)
    if finding.code == "track":
        return explain_check(finding.details["check"], record.players, lang)
    return word(finding.code, lang, finding.details)


def verify(record: Record, written: Mapping[str, int] | None = None) -> tuple[Verdict, ...]:
    """A verdict on every written score: those given, else those in the file."""
    scores = record.written if written is None else written
    strangers = set(scores) - set(record.players)
    if strangers:
        raise GameError("bad-player", f"{', '.join(sorted(strangers))}: none of {', '.join(record.players)}")
    by_player = {record.players.index(name): value for name, value in scores.items()}
    if isinstance(record, PositionRecord):
        column = tuple(by_player.get(p) for p in range(len(record.players)))
        return verify_position(replace(record.position, written=column))
    return verify_log(record.replay, by_player)


def draw(record: Record, lang: str = "en") -> str:
    """The map as SVG; the tokens of the turn under way, or of the last one, are ringed."""
    if isinstance(record, PositionRecord):
        p = record.position
        return draw_svg(p.board, p.tokens, p.tiles, p.players, lang=lang)
    state = record.replay.state
    marked = frozenset(state.placed) or _last_turn(record.replay)
    return draw_svg(state.game.board, state.tokens, state.tiles, state.game.players, lang=lang, marked=marked)


def _last_turn(played: Replay) -> frozenset[tuple[int, int]]:
    """Hexes of the last finished turn."""
    last = played.steps[-1].turn if played.steps else 0
    board = played.state.game.board
    return frozenset(board.find(s.event.get("hex")) for s in played.steps if s.turn == last and s.event.get("do") == "place")


def running_track(record: Record) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(turn, everybody's points at its end), for the track beside the map."""
    if isinstance(record, PositionRecord):
        return ()
    ends = {step.turn: step.totals for step in record.replay.steps}
    return tuple(sorted(ends.items()))


def play(players: int, seed: int) -> Record:
    """A random legal game."""
    log, _ = play_random(players, seed)
    return LogRecord(to_dict(log), replay(log), {})
