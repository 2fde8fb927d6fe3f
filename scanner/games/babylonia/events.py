"""The four things a Babylonia log records: a token put down, a site scored, the end of a turn, a look at the score track.

    {"do": "place", "turn": 3, "player": "Ada", "token": "merchant", "hex": [12, 6]}
    {"do": "score", "player": "Ada", "site": "Z3", "card": 7}
    {"do": "end", "player": "Ada", "draw": ["farmer"], "extra": true}
    {"do": "track", "scores": {"Ada": 23}}

`turn` and `player` may be left out; when they are written they are checked. {"do": "gap"} says that something was missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.babylonia.board import Hex
from scanner.games.babylonia.components import parse_kind
from scanner.games.babylonia.state import Game
from scanner.games.eventlog import Event, is_whole


@dataclass(frozen=True, slots=True)
class Place:
    """A clan token put down; face down when the hex is a river."""

    kind: str
    place: Hex


@dataclass(frozen=True, slots=True)
class Score:
    """A surrounded city or ziggurat scored; `card` is what the winner of a ziggurat takes."""

    place: Hex
    card: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The stand refilled; `extra` turns card 2 over for another turn."""

    draw: tuple[str, ...] | None = None
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """Markers on the score track, by player."""

    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """The scribe knows that something is missing here."""


Move = Place | Score | End
Entry = Move | Track | Gap


def find_player(game: Game, who: object) -> int:
    """The player's number from the name or the number (from 0); raises GameError for a stranger."""
    if isinstance(who, str) and who in game.players:
        return game.players.index(who)
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(game.players):
        return who
    raise GameError("bad-player", f"{who!r} is none of {', '.join(game.players)}")


def parse_event(game: Game, raw: Event) -> Entry:
    """One event of the log as a typed object; raises GameError when it cannot be read."""
    match raw.get("do"):
        case "place":
            return Place(parse_kind(raw.get("token")), game.board.find(raw.get("hex")))
        case "score":
            return Score(game.board.find(raw.get("site", raw.get("hex"))), _card(raw.get("card")))
        case "end":
            draw = raw.get("draw")
            if draw is not None and not isinstance(draw, list):
                raise GameError("bad-event", "`draw` must be a list of tokens")
            return End(None if draw is None else tuple(map(parse_kind, draw)), bool(raw.get("extra", False)))
        case "track":
            return Track(_scores(game, raw.get("scores")))
        case "gap":
            return Gap()
        case other:
            raise GameError("bad-event", f"unknown event {other!r}; known: place, score, end, track, gap")


def _card(raw: object) -> int | None:
    if raw is None or (isinstance(raw, int) and not isinstance(raw, bool)):
        return raw
    raise GameError("bad-event", f"{raw!r} is no ziggurat card")


def _scores(game: Game, raw: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(raw, dict) or not all(map(is_whole, raw.values())):
        raise GameError("bad-event", "`scores` must name players and whole numbers")
    return tuple((find_player(game, who), score) for who, score in raw.items())


def event_to_dict(game: Game, turn: int, player: int, move: Move) -> dict[str, Any]:
    """The event as it is written in a log."""
    base: dict[str, Any] = {"turn": turn, "player": game.players[player]}
    match move:
        case Place(kind, place):
            return {"do": "place", **base, "token": kind, "hex": list(place)}
        case Score(place, card):
            return {"do": "score", **base, "site": game.board.label(place), **({} if card is None else {"card": card})}
        case End(draw, extra):
            more: dict[str, Any] = {} if draw is None else {"draw": list(draw)}
            return {"do": "end", **base, **more, **({"extra": True} if extra else {})}
