"""What is in the Amyitis box, as far as anybody knows, and the rule settings for what the rule book leaves open.

Unknown lists are None: a rule that needs them says "cannot judge" instead of guessing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from scanner.errors import GameError
from scanner.games.eventlog import is_whole

DATA = Path(__file__).with_name("box.json")
GOODS = ("barley", "dates", "salt", "palm", "wine")
WINE = "wine"
"""Stands for any other good."""
CRAFTSMEN = ("farmer", "priest", "engineer", "merchant")
TEMPLES = ("ishtar", "marduk", "tammouz")
ROWS = ("upper", "lower")
GUILDS = ("banker", "caravan", "palace", "gardener")
BABYLON = "Babylon"
CITIES = 9
"""Spaces of the Mesopotamia board, Babylon included."""
PLAYER_COUNTS = (2, 3, 4)

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Tile:
    """A garden tile; None where nobody has read it."""

    quality: int | None = None
    points: int | None = None
    bonus: tuple[str, ...] | None = None
    """talent, camel, good, banker, caravan, palace, gardener, or guild for one of the player's choice."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table may play differently."""

    field_tie_rightmost: bool = False
    """A tie in a full row of fields goes to the cube furthest right instead of to nobody."""
    engineer_always_scores: bool = True
    """An engineer hired when no section is free still brings 2 points."""
    half_edge_carries: bool = False
    """Water passes an edge with two sections as soon as one of them is irrigated."""
    track_length: int = 0
    """Spaces of one lap of the score track; 0: unknown, so markers are read as full scores."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settings:
        known = [f.name for f in fields(cls)]
        for name, value in data.items():
            if name not in known:
                raise GameError("bad-setting", f"unknown setting {name!r}; known: {', '.join(known)}")
            if (not is_whole(value) or value < 0) if name == "track_length" else not isinstance(value, bool):
                raise GameError("bad-setting", f"setting {name!r} cannot be {value!r}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Only what differs from the defaults."""
        plain = Settings()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(plain, f.name)}


@dataclass(frozen=True, slots=True)
class Box:
    """Typed access to box.json and what an owner added to it."""

    data: Mapping[str, Any]

    @property
    def ring(self) -> tuple[str, ...] | None:
        """Cities clockwise from Babylon, Babylon first."""
        return None if self.data["ring"] is None else tuple(self.data["ring"])

    @property
    def double_edges(self) -> frozenset[Edge] | None:
        """Edges of the garden with two irrigation sections."""
        edges = self.data["double_edges"]
        return None if edges is None else frozenset(edge_between(_cell(a), _cell(b)) for a, b in edges)

    @property
    def tiles(self) -> tuple[Tile, ...] | None:
        tiles = self.data["tiles"]
        return None if tiles is None else tuple(parse_tile(t) for t in tiles)

    def city(self, name: str) -> Mapping[str, Any]:
        cities: Mapping[str, Mapping[str, Any]] = self.data["cities"]
        return cities[name]

    def unused_cells(self, players: int) -> frozenset[Cell]:
        return frozenset(_cell(c) for c in self.data["unused_cells"][str(players)])

    def plant_sides(self, city: str) -> tuple[int | None, int | None]:
        """Quality on the first and on the second side of the plant card that lies there."""
        first, second = self.data["plants"][city]
        return first, second

    def plant_good(self, city: str, side: int) -> str | None:
        """The good that side of the card asks for beside the city's own; None when unknown."""
        goods = self.data["plant_goods"]
        good: str | None = None if goods is None else goods[city][side]
        return good

    def copies(self, guild: str, level: int, players: int) -> int | None:
        """Cards of that level in the game; None when unknown."""
        levels = self.data["guild_copies"].get(guild)
        count = None if levels is None else levels.get(str(level))
        found: int | None = count.get(str(players)) if isinstance(count, dict) else count
        return found

    def favour(self, tiles: int, players: int) -> int:
        """Points of Amyitis' favour at the end."""
        steps: list[list[int]] = self.data["favour"][str(players)]
        return max((points for least, points in steps if tiles >= least), default=0)

    def palace_total(self, level: int) -> int:
        points: list[int] = self.data["palaces"][:level]
        return sum(points)

    @property
    def top_level(self) -> Mapping[str, int]:
        """The highest card of each guild that has levels."""
        return {"banker": len(self.data["bankers"]) - 1, "caravan": len(self.data["caravans"]) - 1, "palace": len(self.data["palaces"])}


def _cell(raw: Any) -> Cell:
    return int(raw[0]), int(raw[1])


def edge_between(a: Cell, b: Cell) -> Edge:
    """The edge in its one spelling."""
    return (a, b) if a < b else (b, a)


def parse_tile(raw: object) -> Tile:
    """A tile as written: {"quality": 2, "points": 4, "bonus": ["talent", "talent"]}."""
    if not isinstance(raw, dict) or not all(raw.get(k) is None or is_whole(raw[k]) for k in ("quality", "points")):
        raise GameError("bad-tile", "a garden tile has whole numbers for quality and points")
    bonus = raw.get("bonus")
    known = ("talent", "camel", "good", "guild", *GUILDS)
    if bonus is not None and (not isinstance(bonus, list) or not all(item in known for item in bonus)):
        raise GameError("bad-tile", f"a bonus is a list of {', '.join(known)}")
    return Tile(raw.get("quality"), raw.get("points"), None if bonus is None else tuple(bonus))


@cache
def _shipped() -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


def load_box(added: Mapping[str, Any] | None = None) -> Box:
    """The shipped box with an owner's additions; raises GameError when these have the wrong form."""
    shipped = _shipped()
    strangers = set(added or ()) - set(shipped)
    if strangers:
        raise GameError("bad-box", f"unknown: {', '.join(sorted(strangers))}; known: {', '.join(shipped)}")
    box = Box({**shipped, **(added or {})})
    try:
        _check(box)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise GameError("bad-box", f"the box data cannot be used: {error!r}") from None
    return box


def _check(box: Box) -> None:
    """Touches everything once, so that later reading cannot fail."""
    if box.ring is not None and (len(box.ring) != CITIES or box.ring[0] != BABYLON or set(box.ring[1:]) != set(box.data["cities"])):
        raise ValueError("ring must name Babylon and then the eight cities")
    if set(box.data["cities"]) != set(_shipped()["cities"]):
        raise ValueError("the eight cities have other names")
    for city in box.data["cities"].values():
        if city["sort"] not in ("plant", "guild") or city["good"] not in (None, *GOODS):
            raise ValueError("a city is a plant or a guild city and asks for one good")
        if city["sort"] == "guild" and not set(city["offer"] or ()) <= set(GUILDS):
            raise ValueError("a guild city offers banker, caravan, palace or gardener")
    _ = box.double_edges, box.tiles, box.top_level
    for city in ("Khorsabad", "Eshnunna", "Ur", "Mari"):
        if not all(q in (None, 1, 2, 3) for q in box.plant_sides(city)) or box.plant_good(city, 0) not in (None, *GOODS):
            raise ValueError("plant cards have quality 1 to 3 and ask for a good")
    for players in PLAYER_COUNTS:
        _ = box.unused_cells(players), box.favour(0, players), box.data["end_tiles"][str(players)] + 0
    for row in ROWS:
        if len(box.data["fields"][row]) != len(GOODS) or not set(box.data["fields"][row]) <= set(GOODS):
            raise ValueError("a row has five fields")
    _ = [box.copies(guild, level, 4) for guild in GUILDS for level in range(7)]
    _ = [row["talents"] + row["points"] for row in box.data["bankers"]], [row["steps"] + row["stock"] for row in box.data["caravans"]]
    _ = sum(box.data["palaces"]) + sum(box.data["goods"][g] for g in GOODS) + box.data["camels"]
