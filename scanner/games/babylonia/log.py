"""A whole game from its log: the setup read, every event checked and scored, up to the first that is illegal or missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.babylonia.board import Hex, load_board, load_data
from scanner.games.babylonia.components import TOKEN_COUNTS, UNKNOWN, Settings, city_tiles, field_tiles, parse_kind, parse_tile
from scanner.games.babylonia.events import Gap, Track, find_player, parse_event
from scanner.games.babylonia.state import Game, State, new_state
from scanner.games.babylonia.turn import apply
from scanner.games.eventlog import Event, EventLog, IllegalEvent, Step, Stop, TrackCheck, is_whole, object_at

COLUMNS = ("networks", "cities", "ziggurats", "fields", "cards")
CARDS_ON_OFFER = 7


@dataclass(frozen=True, slots=True)
class Replay:
    """A log played through: the last legal state, how it came about, and why it stops there."""

    state: State
    steps: tuple[Step, ...]
    stop: Stop | None
    checks: tuple[TrackCheck, ...]

    def columns(self) -> tuple[dict[str, int], ...]:
        """Points of each player by column of the score sheet."""
        sheets = tuple(dict.fromkeys(COLUMNS, 0) for _ in self.state.game.players)
        for step in self.steps:
            for award in step.awards:
                sheets[award.player][award.column] += award.points
        return sheets


def parse_setup(header: Mapping[str, Any]) -> Game:
    """The game before the first turn; raises GameError when the setup is impossible."""
    players = parse_players(header.get("players"))
    settings = Settings.from_dict(object_at(header, "settings"))
    board = load_board(len(players))
    dealt = header.get("tiles")
    if not isinstance(dealt, dict):
        raise GameError("bad-setup", '`tiles` must name the location tile of every site, such as {"T01": "MP"}')
    tiles = {board.find(site): parse_tile(tile) for site, tile in dealt.items()}
    check_tiles(tiles, len(players), board.sites)
    cards = _parse_cards(header.get("cards", load_data()["cards"]["base"]), settings)
    game = Game(board, players, settings, tiles, cards)
    stands = header.get("stands")
    return game if stands is None else Game(board, players, settings, tiles, cards, _parse_stands(game, stands))


def parse_players(raw: object) -> tuple[str, ...]:
    """Two to four different names in the order of play."""
    if not isinstance(raw, list) or not all(isinstance(name, str) and name for name in raw) or len(set(raw)) != len(raw):
        raise GameError("bad-players", "`players` must be different names, the first player first")
    load_board(len(raw))
    return tuple(raw)


def check_tiles(tiles: Mapping[Hex, str], players: int, sites: Sequence[Hex]) -> None:
    """Raises GameError unless exactly the tiles of the box lie on exactly the sites in play."""
    if set(tiles) != set(sites):
        odd = sorted(set(tiles) ^ set(sites))
        raise GameError("bad-setup", f"with {players} players {len(sites)} sites carry a tile; wrong or missing: {odd}")
    box = city_tiles(players) + field_tiles(players)
    if Counter(tiles.values()) != box:
        extra, missing = Counter(tiles.values()) - box, box - Counter(tiles.values())
        raise GameError("bad-setup", f"not the tiles of a {players}-player game: too many {dict(extra)}, missing {dict(missing)}")


def _parse_cards(raw: object, settings: Settings) -> tuple[int, ...]:
    known = load_data()["cards"]
    if (
        not isinstance(raw, list)
        or not all(map(is_whole, raw))
        or not set(raw) <= set(known["all"])
        or len(raw) != CARDS_ON_OFFER
        or len(set(raw)) != len(raw)
    ):
        raise GameError("bad-setup", "`cards` must be seven different numbers from 1 to 9")
    if not settings.variant_cards and sorted(raw) != known["base"]:
        raise GameError("bad-setup", "the base game offers cards 1 to 7; set `variant_cards` for seven of nine")
    return tuple(sorted(raw))


def _parse_stands(game: Game, raw: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(raw, dict) or set(raw) != set(game.players) or not all(isinstance(tokens, list) for tokens in raw.values()):
        raise GameError("bad-setup", "`stands` must list the first tokens of every player")
    found: dict[int, tuple[str, ...]] = {find_player(game, who): tuple(map(parse_kind, tokens)) for who, tokens in raw.items()}
    for tokens in found.values():
        too_many = any(tokens.count(kind) > most for kind, most in TOKEN_COUNTS.items())
        if len(tokens) != load_data()["stand"]["usual"] or UNKNOWN in tokens or too_many:
            raise GameError("bad-setup", "a stand begins with five known tokens")
    return tuple(found[p] for p in range(len(game.players)))


def setup_to_dict(game: Game) -> dict[str, Any]:
    """The header of a log."""
    header: dict[str, Any] = {"game": "babylonia", "players": list(game.players), "cards": list(game.cards)}
    header["tiles"] = {game.board.label(h): game.tiles[h] for h in sorted(game.tiles)}
    if game.settings != Settings():
        header["settings"] = game.settings.to_dict()
    if game.stands is not None:
        header["stands"] = {name: list(stand) for name, stand in zip(game.players, game.stands, strict=True)}
    return header


def replay(log: EventLog) -> Replay:
    """Plays the log through; what is illegal or missing ends it and is named in `stop`."""
    state = new_state(parse_setup(log.header))
    steps: list[Step] = []
    checks: list[TrackCheck] = []
    for number, raw in enumerate(log.events, 1):
        try:
            state, stop = _advance(state, number, raw, steps, checks)
        except IllegalEvent as error:
            stop = Stop("illegal", number, state.turn, error.code, error.details)
        except GameError as error:
            stop = Stop("illegal", number, state.turn, error.code, {"detail": error.hint})
        if stop is not None:
            return Replay(state, tuple(steps), stop, tuple(checks))
    stop = None
    if log.broken_at is not None:
        stop = Stop("gap", log.broken_at, state.turn, "gap-unreadable")
    return Replay(state, tuple(steps), stop, tuple(checks))


def _advance(state: State, number: int, raw: Event, steps: list[Step], checks: list[TrackCheck]) -> tuple[State, Stop | None]:
    """One raw event; appends what it brought."""
    turn = raw.get("turn", state.turn)
    if is_whole(turn) and turn > state.turn and not state.over:
        return state, Stop("gap", number, state.turn, "gap-turn", {"written": turn, "expected": state.turn})
    move = parse_event(state.game, raw)
    if isinstance(move, Gap):
        return state, Stop("gap", number, state.turn, "gap-noted")
    if isinstance(move, Track):
        checks += _check_track(state, number, move, checks)
        return state, None
    if turn != state.turn:
        raise IllegalEvent("wrong-turn", written=turn, expected=state.turn)
    player = find_player(state.game, raw.get("player", state.player))
    if player != state.player and not state.over:
        raise IllegalEvent("not-your-turn", player=state.game.players[player], expected=state.game.players[state.player])
    after, awards = apply(state, move)
    steps.append(Step(number, state.turn, player, raw, awards, after.points))
    return after, None


def _check_track(state: State, number: int, move: Track, earlier: Sequence[TrackCheck]) -> list[TrackCheck]:
    length = state.game.settings.track_length
    found = []
    for player, written in move.scores:
        computed = state.points[player]
        agrees = written == computed or (length > 0 and written == computed % length)
        since = max((c.number for c in earlier if c.player == player and c.agrees), default=0)
        found.append(TrackCheck(number, state.turn, player, written, computed, agrees, since))
    return found
