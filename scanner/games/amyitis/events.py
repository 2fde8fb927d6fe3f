"""What an Amyitis log records; `player` and `turn` may be left out and are checked when written.

    {"do": "round", "groups": [["farmer", "priest", "engineer"], …]}          the craftsmen laid out (may be left out)
    {"do": "hire", "group": 0, "craftsman": "farmer", "row": "upper"}        priest: "temple"; engineer: "edge": [[2, 3], [3, 3]]
    {"do": "pass"}
    {"do": "caravan", "camels": 1, "steps": 3, "city": "Uruk", "pay": ["dates"], "card": "banker"}
    {"do": "caravan", …, "city": "Babylon", "pay": ["salt", "wine"], "edge": [[2, 3], [3, 3]]}
    {"do": "caravan", …, "city": "Mari", "pay": ["barley", "palm"], "quality": 2, "gardeners": 1, "cell": [1, 2],
     "tile": {"points": 4, "bonus": ["talent", "talent"]}, "choice": ["salt"]}
    {"do": "procession", "temple": "marduk"}     {"do": "ishtar", "take": "camel"}     {"do": "tammouz", "row": "lower"}
    {"do": "exchange", "give": "salt", "take": "dates"}     {"do": "discard", "goods": ["salt"]}
    {"do": "track", "scores": {"Ada": 23}}     {"do": "gap"}

`choice` names what a bonus of one's choice was: a good, or a guild. `good` is the token that lay on a caravan card of level 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scanner.errors import GameError
from scanner.games.amyitis.box import BABYLON, CRAFTSMEN, GOODS, GUILDS, ROWS, TEMPLES, Cell, Edge, Tile, edge_between, parse_tile
from scanner.games.amyitis.garden import CELLS, EDGES
from scanner.games.eventlog import Event, is_whole


@dataclass(frozen=True, slots=True)
class Layout:
    """The groups of craftsmen of this round."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Hire:
    """A craftsman from a group (numbered from 0) and what he does."""

    group: int
    craftsman: str
    row: str | None = None
    temple: str | None = None
    edge: Edge | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """No more actions in this round."""


@dataclass(frozen=True, slots=True)
class Caravan:
    """The caravan moved and the trade at its end."""

    camels: int
    steps: int
    city: str
    pay: tuple[str, ...]
    edge: Edge | None = None
    card: str | None = None
    good: str | None = None
    quality: int | None = None
    gardeners: int = 0
    cell: Cell | None = None
    tile: Tile = field(default_factory=Tile)
    choice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procession:
    temple: str


@dataclass(frozen=True, slots=True)
class Ishtar:
    take: str


@dataclass(frozen=True, slots=True)
class Tammouz:
    row: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Both empty: the player does without."""

    give: str | None = None
    take: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Track:
    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """The scribe knows that something is missing here."""


Move = Layout | Hire | Pass | Caravan | Procession | Ishtar | Tammouz | Exchange | Discard
Entry = Move | Track | Gap


def find_player(players: tuple[str, ...], who: object) -> int:
    """The player's number from the name or the number (from 0); raises GameError for a stranger."""
    if isinstance(who, str) and who in players:
        return players.index(who)
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(players):
        return who
    raise GameError("bad-player", f"{who!r} is none of {', '.join(players)}")


def parse_event(players: tuple[str, ...], cities: Sequence[str], raw: Event) -> Entry:
    """One event of the log as a typed object; raises GameError when it cannot be read."""
    match raw.get("do"):
        case "round":
            return Layout(tuple(tuple(_one(c, CRAFTSMEN) for c in _list(group)) for group in _list(raw.get("groups"))))
        case "hire":
            edge = None if raw.get("edge") is None else parse_edge(raw["edge"])
            row, temple = _maybe(raw.get("row"), ROWS), _maybe(raw.get("temple"), TEMPLES)
            return Hire(_number(raw, "group"), _one(raw.get("craftsman"), CRAFTSMEN), row, temple, edge)
        case "pass":
            return Pass()
        case "caravan":
            return _caravan(cities, raw)
        case "procession":
            return Procession(_one(raw.get("temple"), TEMPLES))
        case "ishtar":
            return Ishtar(_one(raw.get("take"), ("camel", "talent")))
        case "tammouz":
            return Tammouz(_one(raw.get("row"), ROWS))
        case "exchange":
            return Exchange(_maybe(raw.get("give"), GOODS), _maybe(raw.get("take"), GOODS))
        case "discard":
            return Discard(tuple(_one(g, GOODS) for g in _list(raw.get("goods"))))
        case "track":
            return Track(_scores(players, raw.get("scores")))
        case "gap":
            return Gap()
        case other:
            raise GameError("bad-event", f"unknown event {other!r}")


def _caravan(cities: Sequence[str], raw: Event) -> Caravan:
    city = _one(raw.get("city"), (BABYLON, *cities))
    pay = tuple(_one(g, GOODS) for g in _list(raw.get("pay")))
    edge = None if raw.get("edge") is None else parse_edge(raw["edge"])
    cell = None if raw.get("cell") is None else parse_cell(raw["cell"])
    quality = None if raw.get("quality") is None else _number(raw, "quality")
    gardeners = _number(raw, "gardeners") if "gardeners" in raw else 0
    tile = parse_tile(raw.get("tile", {}))
    choice = tuple(_one(c, (*GOODS, *GUILDS)) for c in _list(raw.get("choice", [])))
    card, good = _maybe(raw.get("card"), GUILDS), _maybe(raw.get("good"), GOODS)
    return Caravan(_number(raw, "camels"), _number(raw, "steps"), city, pay, edge, card, good, quality, gardeners, cell, tile, choice)


def parse_cell(raw: object) -> Cell:
    """A cell of the garden as [i, j]."""
    if isinstance(raw, list) and len(raw) == 2 and all(map(is_whole, raw)) and (raw[0], raw[1]) in CELLS:
        return raw[0], raw[1]
    raise GameError("bad-cell", f"{raw!r} is no cell of the garden: write [i, j] with 0 to 3, the top being [0, 0]")


def parse_edge(raw: object) -> Edge:
    """An irrigation edge as the two cells it lies between."""
    if isinstance(raw, list) and len(raw) == 2:
        edge = edge_between(parse_cell(raw[0]), parse_cell(raw[1]))
        if edge in EDGES:
            return edge
    raise GameError("bad-edge", f"{raw!r} is no edge of the garden: write the two neighbouring cells, such as [[2, 3], [3, 3]]")


def _list(raw: object) -> list[Any]:
    if not isinstance(raw, list):
        raise GameError("bad-event", f"{raw!r} should be a list")
    return raw


def _one(raw: object, known: Sequence[str]) -> str:
    if not isinstance(raw, str) or raw not in known:
        raise GameError("bad-event", f"{raw!r} is none of {', '.join(known)}")
    return raw


def _maybe(raw: object, known: Sequence[str]) -> str | None:
    return None if raw is None else _one(raw, known)


def _number(raw: Event, key: str) -> int:
    value = raw.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise GameError("bad-event", f"`{key}` must be a number")
    return value


def _scores(players: tuple[str, ...], raw: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(raw, dict) or not all(map(is_whole, raw.values())):
        raise GameError("bad-event", "`scores` must name players and whole numbers")
    return tuple((find_player(players, who), score) for who, score in raw.items())
