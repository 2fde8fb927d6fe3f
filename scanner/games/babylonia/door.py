"""The doors of Babylonia: text in; score with explanation, findings, verdicts and a drawing out."""

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
from scanner.games.babylonia.verify import points_of, verify_log, verify_position
from scanner.games.babylonia.witness import detect_violations
from scanner.games.babylonia.words import explain_award, explain_check, explain_stop, word
from scanner.games.eventlog import EventLog, is_whole, object_at, parse_log, to_dict
from scanner.games.sheet import Finding, Sheet, Verdict, rank_by

GAME = "babylonia"


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds: a log (with its replay) or a final position."""

    log: EventLog | None = None
    replay: Replay | None = None
    position: Position | None = None
    written: Mapping[str, int] | None = None

    @property
    def players(self) -> tuple[str, ...]:
        if self.position is not None:
            return self.position.players
        assert self.replay is not None
        return self.replay.state.game.players


def parse(text: str, settings: Mapping[str, Any] | None = None) -> Record:
    """A log (JSON or JSON lines) or a position; `settings` overrule those in the file. Raises GameError."""
    log = parse_log(text)
    header = {**log.header}
    if header.get("game", GAME) != GAME:
        raise GameError("other-game", f"this file is a game of {header['game']!r}")
    if settings:
        header["settings"] = {**object_at(header, "settings"), **settings}
    written = parse_written(header)
    if "tokens" in header:
        return Record(position=parse_position(header), written=written)
    log = replace(log, header=header)
    return Record(log, replay(log), written=written)


def parse_written(header: Mapping[str, Any]) -> Mapping[str, int]:
    """The scores somebody wrote down, under `scores`."""
    scores = object_at(header, "scores")
    if not all(map(is_whole, scores.values())):
        raise GameError("bad-scores", "`scores` must be whole numbers by player")
    return scores


def score(record: Record) -> Sheet:
    """The score sheet; from a position alone only the least and the most of every total are known."""
    if record.replay is not None:
        state = record.replay.state
        complete = state.over and record.replay.stop is None
        return Sheet(record.players, COLUMNS, record.replay.columns(), state.points, ranks(state), complete)
    assert record.position is not None
    bounds = estimate_bounds(record.position)
    rows = tuple({part.column: part.low for part in bound.parts} for bound in bounds)
    lows = tuple(bound.low for bound in bounds)
    return Sheet(record.players, COLUMNS, rows, lows, rank_by([(low,) for low in lows]), False, tuple(bound.high for bound in bounds))


def explain(record: Record, lang: str) -> Iterator[str]:
    """A line for every event that brought points."""
    if record.replay is None:
        return
    for step in record.replay.steps:
        for award in step.awards:
            name = record.players[award.player]
            yield f"{word('turn', lang)} {step.turn}, #{step.number}: {name} +{award.points} – {explain_award(award, lang)}"


def violations(record: Record) -> tuple[Finding, ...]:
    """What is illegal, missing or contradictory: at most one stop of a log, every wrong look at the track, every fault of a position."""
    if record.position is not None:
        return detect_violations(record.position)
    assert record.replay is not None
    found = [Finding("stop", {"stop": record.replay.stop})] if record.replay.stop is not None else []
    return (*found, *(Finding("track", {"check": check}) for check in record.replay.checks if not check.agrees))


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
    strangers = set(scores or ()) - set(record.players)
    if strangers:
        raise GameError("bad-player", f"{', '.join(sorted(strangers))}: none of {', '.join(record.players)}")
    by_player = {record.players.index(name): value for name, value in (scores or {}).items()}
    if record.position is not None:
        column = tuple(by_player.get(p) for p in range(len(record.players)))
        return verify_position(replace(record.position, written=column))
    assert record.replay is not None
    return verify_log(record.replay, by_player)


def draw(record: Record, lang: str = "en") -> str:
    """The map as SVG; the tokens of the turn under way are ringed."""
    if record.position is not None:
        p = record.position
        return draw_svg(p.board, p.tokens, p.tiles, p.players, lang=lang)
    assert record.replay is not None
    state = record.replay.state
    marked = frozenset(state.placed) or _last_turn(record.replay)
    return draw_svg(state.game.board, state.tokens, state.tiles, state.game.players, lang=lang, marked=marked)


def _last_turn(played: Replay) -> frozenset[tuple[int, int]]:
    """Hexes of the last finished turn."""
    last = played.steps[-1].turn if played.steps else 0
    board = played.state.game.board
    return frozenset(board.find(s.event.get("hex")) for s in played.steps if s.turn == last and s.event.get("do") == "place")


def play(players: int, seed: int) -> dict[str, Any]:
    """A random legal game as a log."""
    return to_dict(play_random(players, seed)[0])


def running_track(record: Record) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(turn, everybody's points at its end), for the track beside the map."""
    if record.replay is None:
        return ()
    ends = {step.turn: step.totals for step in record.replay.steps}
    return tuple(sorted(ends.items()))


__all__ = ["GAME", "Record", "draw", "explain", "parse", "play", "points_of", "running_track", "score", "tell", "verify", "violations"]
