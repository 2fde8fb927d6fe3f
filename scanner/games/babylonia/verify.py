"""Is the written score right? Exactly, from a log; "possible" or "impossible", with the reason, from a final position alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scanner.games.babylonia.bounds import PlayerBounds, estimate_bounds, table_bounds
from scanner.games.babylonia.log import Replay
from scanner.games.babylonia.position import Position
from scanner.games.eventlog import Step
from scanner.games.sheet import IMPOSSIBLE, POSSIBLE, RIGHT, UNJUDGED, WRONG, Finding, Verdict


def verify_log(replay: Replay, written: Mapping[int, int]) -> tuple[Verdict, ...]:
    """A verdict for every player."""
    return tuple(_judge_log(replay, player, written.get(player)) for player in range(len(replay.state.game.players)))


def _judge_log(replay: Replay, player: int, written: int | None) -> Verdict:
    computed = replay.state.points[player]
    length = replay.state.game.settings.track_length
    complete = replay.stop is None and replay.state.over
    high = computed if complete else None
    if written is None:
        return Verdict(player, UNJUDGED, None, computed, high)
    if not complete:
        status = POSSIBLE if written >= computed else IMPOSSIBLE
        code = "verdict-incomplete" if status == POSSIBLE else "verdict-below-log"
        return Verdict(player, status, written, computed, None, (Finding(code, {"computed": computed, "written": written}),))
    if written == computed:
        return Verdict(player, RIGHT, written, computed, high)
    if length and written == computed % length:
        return Verdict(
            player, RIGHT, written, computed, high, (Finding("verdict-laps", {"laps": computed // length, "computed": computed}),)
        )
    reason = Finding("verdict-differs", {"written": written, "computed": computed, "difference": written - computed})
    return Verdict(player, WRONG, written, computed, high, (reason, *_suspects(replay, player, computed - written)))


def _suspects(replay: Replay, player: int, missing: int) -> Iterator[Finding]:
    """Single events that explain the difference: forgotten when points are missing, counted twice when there are too many."""
    code = "suspect-forgotten" if missing > 0 else "suspect-twice"
    since = max((c.number for c in replay.checks if c.player == player and c.agrees), default=0)
    for step in replay.steps:
        if step.number > since and points_of(step, player) == abs(missing):
            columns = tuple(dict.fromkeys(a.column for a in step.awards if a.player == player))
            yield Finding(code, {"turn": step.turn, "event": step.number, "points": abs(missing), "columns": columns})


def points_of(step: Step, player: int) -> int:
    """Points the event brought this player."""
    return sum(award.points for award in step.awards if award.player == player)


def verify_position(position: Position) -> tuple[Verdict, ...]:
    """A verdict for every player, from the position alone."""
    bounds = estimate_bounds(position)
    written = position.written or (None,) * len(position.players)
    verdicts = tuple(_judge_position(position, bound, score) for bound, score in zip(bounds, written, strict=True))
    scores = [score for score in written if score is not None]
    if len(scores) < len(written) or position.settings.track_length:
        return verdicts
    low, high = table_bounds(bounds, position.captured)
    if low <= sum(scores) <= high:
        return verdicts
    reason = Finding("verdict-table", {"sum": sum(scores), "low": low, "high": high})
    return tuple(replace(v, status=IMPOSSIBLE, reasons=(reason, *v.reasons)) for v in verdicts)


def _judge_position(position: Position, bound: PlayerBounds, written: int | None) -> Verdict:
    low, high = bound.low, bound.high
    parts = tuple(Finding("bound-part", {"column": part.column, "low": part.low, "high": part.high}) for part in bound.parts)
    if written is None:
        return Verdict(bound.player, UNJUDGED, None, low, high, parts)
    length = position.settings.track_length
    laps = range(1 + (high // length if length else 0))
    if any(low <= written + lap * length <= high for lap in laps):
        return Verdict(bound.player, POSSIBLE, written, low, high, parts)
    code = "verdict-too-low" if written < low else "verdict-too-high" if written > high else "verdict-no-lap"
    reason = Finding(code, {"written": written, "low": low, "high": high})
    return Verdict(bound.player, IMPOSSIBLE, written, low, high, (reason, *parts))
