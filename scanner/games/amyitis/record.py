"""A file about Amyitis as a typed object, and everything that can be asked of it: score, findings, verdicts, a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scanner.errors import GameError
from scanner.games.amyitis.draw import draw_svg
from scanner.games.amyitis.final import Final, detect_faults, favour, parse_final, result, track_range, verify_final, verify_log
from scanner.games.amyitis.log import COLUMNS, Replay, replay
from scanner.games.amyitis.play import play_random
from scanner.games.amyitis.rounds import ranks
from scanner.games.amyitis.words import explain_award, explain_check, explain_stop, word
from scanner.games.eventlog import parse_log, read_written, to_dict, with_settings
from scanner.games.sheet import Finding, Sheet, Verdict, rank_by

GAME = "amyitis"
FINAL_COLUMNS = ("track", "favour", "goods")


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
class FinalRecord:
    """A game as it lies on the table at its end."""

    data: Mapping[str, Any]
    final: Final
    written: Mapping[str, int]

    @property
    def players(self) -> tuple[str, ...]:
        return self.final.players


Record = LogRecord | FinalRecord


def parse(text: str, settings: Mapping[str, Any] | None = None) -> Record:
    """A log (JSON or JSON lines) or a final table; `settings` overrule those in the file. Raises GameError."""
    log = with_settings(parse_log(text), GAME, settings or {})
    written = read_written(log.header)
    if "final" in log.header:
        return FinalRecord(log.header, parse_final(log.header), written)
    return LogRecord(to_dict(log), replay(log), written)


def score(record: Record) -> Sheet:
    """The score sheet; `complete` only when no point of the game is unknown."""
    if isinstance(record, FinalRecord):
        return _score_final(record.final)
    state = record.replay.state
    complete = state.over and record.replay.stop is None and not any(seat.unknown for seat in state.seats)
    high = () if complete else tuple(None if seat.unknown or not state.over else seat.points for seat in state.seats)
    return Sheet(record.players, COLUMNS, record.replay.columns(), state.points, ranks(state), complete, high)


def _score_final(final: Final) -> Sheet:
    """Track, favour and goods; where the track is missing, the least the table proves."""
    rows, totals, high = [], [], []
    for player, hoard in enumerate(final.hoards):
        extra = favour(final, player) + hoard.goods
        exact = result(final, player)
        low, most = track_range(final, player)
        track = low if exact is None else exact - extra
        rows.append({"track": track, "favour": favour(final, player), "goods": hoard.goods})
        totals.append(track + extra)
        high.append(exact if exact is not None else None if most is None else most + extra)
    complete = all(hoard.track is not None for hoard in final.hoards)
    places = rank_by([(total,) for total in totals])
    return Sheet(final.players, FINAL_COLUMNS, tuple(rows), tuple(totals), places, complete, () if complete else tuple(high))


def explain(record: Record, lang: str) -> Iterator[str]:
    """A line for every event that brought points, then what could not be judged."""
    if isinstance(record, FinalRecord):
        return
    for step in record.replay.steps:
        for award in step.awards:
            name = record.players[award.player]
            yield f"{word('turn', lang)} {step.turn}, #{step.number}: {name} +{award.points} – {explain_award(award, lang)}"
    for doubt in record.replay.doubts:
        reason = word(doubt.finding.code, lang, doubt.finding.details)
        yield word("cannot-judge", lang, {"event": doubt.number, "reason": reason})


def violations(record: Record) -> tuple[Finding, ...]:
    """What is illegal, missing or contradictory; then what could not be judged."""
    if isinstance(record, FinalRecord):
        return detect_faults(record.final)
    played = record.replay
    found = [Finding("stop", {"stop": played.stop})] if played.stop is not None else []
    found += [Finding("track", {"check": check}) for check in played.checks if not check.agrees]
    return (*found, *(Finding("doubt", {"doubt": doubt}) for doubt in played.doubts))


def tell(finding: Finding, record: Record, lang: str) -> str:
    """The finding as a sentence."""
    if finding.code == "stop":
        return explain_stop(finding.details["stop"], lang)
    if finding.code == "track":
        return explain_check(finding.details["check"], record.players, lang)
    if finding.code == "doubt":
        doubt = finding.details["doubt"]
        return word("cannot-judge", lang, {"event": doubt.number, "reason": word(doubt.finding.code, lang, doubt.finding.details)})
    return word(finding.code, lang, finding.details)


def verify(record: Record, written: Mapping[str, int] | None = None) -> tuple[Verdict, ...]:
    """A verdict on every written score: those given, else those in the file."""
    scores = record.written if written is None else written
    strangers = set(scores) - set(record.players)
    if strangers:
        raise GameError("bad-player", f"{', '.join(sorted(strangers))}: none of {', '.join(record.players)}")
    by_player = {record.players.index(name): value for name, value in scores.items()}
    if isinstance(record, FinalRecord):
        return verify_final(record.final, by_player)
    return verify_log(record.replay, by_player)


def draw(record: Record, lang: str = "en") -> str:
    """The garden and everything around it as SVG."""
    if isinstance(record, FinalRecord):
        raise GameError("nothing-to-draw", "a final table has no map; draw a log")
    return draw_svg(record.replay.state, lang)


def running_track(record: Record) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(step, everybody's points after it), for the track beside the garden."""
    return () if isinstance(record, FinalRecord) else tuple((step.turn, step.totals) for step in record.replay.steps)


def play(players: int, seed: int) -> Record:
    """A random legal game, with an invented box."""
    log, _ = play_random(players, seed)
    return LogRecord(to_dict(log), replay(replace(log)), {})
