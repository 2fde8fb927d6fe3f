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
    data = {**shipped, **(added or {})}
    from scanner.games.amyitis.boxform import find_fault  # the form knows the names of this module

    fault = find_fault(data, frozenset(shipped["cities"]))
    if fault is not None:
        raise GameError("bad-box", fault)
    return Box(data)
