"""A whole game of Amyitis from its log: every event checked and scored, up to the first that is illegal or missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.amyitis.box import PLAYER_COUNTS, Box, Cell, Settings, Tile, load_box, parse_tile
from scanner.games.amyitis.events import Gap, Layout, Track, find_player, parse_cell, parse_event
from scanner.games.amyitis.garden import needed_quality
from scanner.games.amyitis.rounds import apply
from scanner.games.amyitis.state import Game, State, cells_in_use, new_state
from scanner.games.eventlog import Event, EventLog, IllegalEvent, Step, Stop, TrackCheck, is_whole, object_at
from scanner.games.sheet import Finding

COLUMNS = ("irrigation", "babylon", "tiles", "palace", "temple", "banker", "favour", "goods")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something an event needed that nobody knows: it was believed, not judged."""

    number: int
    turn: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Replay:
    """A log played through: the last legal state, how it came about, what could not be judged, and why it stops there."""

    state: State
    steps: tuple[Step, ...]
    stop: Stop | None
    checks: tuple[TrackCheck, ...]
    doubts: tuple[Doubt, ...]

    def columns(self) -> tuple[dict[str, int], ...]:
        """Points of each player by column of the score sheet."""
        sheets = tuple(dict.fromkeys(COLUMNS, 0) for _ in self.state.game.players)
        for step in self.steps:
            for award in step.awards:
                sheets[award.player][award.column] += award.points
        return sheets


def parse_setup(header: Mapping[str, Any]) -> Game:
    """The game before the first round; raises GameError when the setup is impossible."""
    players = parse_players(header.get("players"))
    box = load_box(object_at(header, "box"))
    settings = Settings.from_dict(object_at(header, "settings"))
    garden = parse_garden(box, len(players), object_at(header, "garden"))
    return Game(players, box, settings, garden, box.double_edges, box.ring)


def parse_players(raw: object) -> tuple[str, ...]:
    """Two to four different names, clockwise from the first start player."""
    if not isinstance(raw, list) or not all(isinstance(name, str) and name for name in raw) or len(set(raw)) != len(raw):
        raise GameError("bad-players", "`players` must be different names, the start player first")
    if len(raw) not in PLAYER_COUNTS:
        raise GameError("bad-players", "Amyitis is played by 2, 3 or 4")
    return tuple(raw)


def parse_garden(box: Box, players: int, raw: Mapping[str, Any]) -> dict[Cell, Tile]:
    """The tiles dealt, as far as written: {"0,0": {"points": 10}}; the quality follows from the level."""
    garden = {cell: Tile(needed_quality(cell)) for cell in cells_in_use(box, players)}
    top = box.data["top_tile"]
    garden[(0, 0)] = Tile(top["quality"], top["points"])
    for name, written in raw.items():
        parts = name.split(",")
        cell = parse_cell([int(part) for part in parts] if all(part.strip().isdecimal() for part in parts) else name)
        if cell not in garden:
            raise GameError("bad-setup", f"cell {name} is not used with {players} players")
        known, tile = garden[cell], parse_tile(written)
        if tile.quality not in (None, known.quality) or (known.points is not None and tile.points not in (None, known.points)):
            raise GameError("bad-setup", f"the tile on {name} does not belong there")
        garden[cell] = Tile(known.quality, tile.points if tile.points is not None else known.points, tile.bonus)
    return garden


def replay(log: EventLog) -> Replay:
    """Plays the log through; what is illegal or missing ends it and is named in `stop`."""
    state = new_state(parse_setup(log.header))
    steps: list[Step] = []
    checks: list[TrackCheck] = []
    doubts: list[Doubt] = []
    stop: Stop | None = None
    for number, raw in enumerate(log.events, 1):
        try:
            state, stop = _advance(state, number, raw, steps, checks, doubts)
        except IllegalEvent as error:
            stop = Stop("illegal", number, state.turn, error.code, error.details)
        except GameError as error:
            stop = Stop("illegal", number, state.turn, error.code, {"detail": error.hint})
        if stop is not None:
            break
    if stop is None and log.broken_at is not None:
        stop = Stop("gap", log.broken_at, state.turn, "gap-unreadable")
    return Replay(state, tuple(steps), stop, tuple(checks), tuple(doubts))


def _advance(
    state: State, number: int, raw: Event, steps: list[Step], checks: list[TrackCheck], doubts: list[Doubt]
) -> tuple[State, Stop | None]:
    """One raw event; appends what it brought."""
    turn = raw.get("turn", state.turn)
    if is_whole(turn) and turn > state.turn and not state.over:
        return state, Stop("gap", number, state.turn, "gap-turn", {"written": turn, "expected": state.turn})
    move = parse_event(state.game.players, tuple(state.game.box.data["cities"]), raw)
    if isinstance(move, Gap):
        return state, Stop("gap", number, state.turn, "gap-noted")
    if isinstance(move, Track):
        checks += _check_track(state, number, move.scores, checks)
        return state, None
    if turn != state.turn:
        raise IllegalEvent("wrong-turn", written=turn, expected=state.turn)
    player = find_player(state.game.players, raw.get("player", state.player))
    if player != state.player and not state.over and not isinstance(move, Layout):
        raise IllegalEvent("not-your-turn", player=state.game.players[player], expected=state.game.players[state.player])
    outcome = apply(state, move)
    steps.append(Step(number, state.turn, player, raw, outcome.awards, outcome.state.points))
    known = {(d.finding.code, str(d.finding.details)) for d in doubts}
    doubts += [Doubt(number, state.turn, f) for f in outcome.doubts if (f.code, str(f.details)) not in known]
    return outcome.state, None


def _check_track(state: State, number: int, scores: Sequence[tuple[int, int]], earlier: Sequence[TrackCheck]) -> list[TrackCheck]:
    length = state.game.settings.track_length
    found = []
    for player, written in scores:
        computed = state.points[player]
        agrees = written == computed or (length > 0 and written == computed % length)
        since = max((c.number for c in earlier if c.player == player and c.agrees), default=0)
        found.append(TrackCheck(number, state.turn, player, written, computed, agrees, since))
    return found
