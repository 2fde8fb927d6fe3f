"""The Babylonia map as data: hexes, rivers, sites and ziggurats, and what is left of them with 2 and 3 players.

Hexes are (row, col) in doubled-height coordinates of a flat-top grid: row + col is even, the neighbours of (r, c) are (r±2, c) and
(r±1, c±1). In landscape the north bank lies on the left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scanner.errors import GameError

Hex = tuple[int, int]

DATA = Path(__file__).with_name("board.json")
NEIGHBOUR_STEPS = ((-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
LAND, RIVER, SITE, ZIGGURAT = "land", "river", "site", "ziggurat"
NORTH, CENTRE, SOUTH, TIGRIS, EUPHRATES = "north", "centre", "south", "tigris", "euphrates"
PLAYER_COUNTS = (2, 3, 4)

_CODES: Mapping[str, tuple[str, str]] = {
    **{code: (LAND, area) for code, area in zip("ncs", (NORTH, CENTRE, SOUTH), strict=True)},
    **{code: (SITE, area) for code, area in zip("NCS", (NORTH, CENTRE, SOUTH), strict=True)},
    **{code: (ZIGGURAT, area) for code, area in zip("123", (NORTH, CENTRE, SOUTH), strict=True)},
    "t": (RIVER, TIGRIS),
    "e": (RIVER, EUPHRATES),
}


@dataclass(frozen=True, slots=True)
class Board:
    """The hexes in play with everything about them that never changes during a game."""

    kinds: Mapping[Hex, str]
    areas: Mapping[Hex, str]
    names: Mapping[Hex, str]
    """T01–T32 for sites and Z1–Z5 for ziggurats, numbered in reading order over the whole map."""
    neighbours: Mapping[Hex, tuple[Hex, ...]]
    shores: Mapping[Hex, tuple[Hex, ...]]
    """For every site and ziggurat: the land hexes around it, which all have to be taken to surround it."""
    temples: Mapping[Hex, tuple[Hex, ...]]
    """For every hex: the ziggurats next to it."""
    sites: tuple[Hex, ...]
    ziggurats: tuple[Hex, ...]

    def label(self, place: Hex) -> str:
        """The name of a site or ziggurat, else "row,col"."""
        return self.names.get(place, f"{place[0]},{place[1]}")

    def find(self, text: object) -> Hex:
        """The hex written as [row, col], "row,col" or a name such as "T06"; raises GameError when it is no hex at all."""
        if isinstance(text, str):
            by_name = next((h for h, name in self.names.items() if name == text.upper()), None)
            if by_name is not None:
                return by_name
            text = text.split(",")
        if isinstance(text, (list, tuple)) and len(text) == 2 and all(map(_is_number, text)):
            return int(text[0]), int(text[1])
        raise GameError("bad-hex", f"{text!r} is no hex: write [row, col] or a site such as T06")


def _is_number(value: object) -> bool:
    """Whether the value is a whole number, or a short one written out."""
    if isinstance(value, str):
        return value.strip().isdecimal() and len(value) < 7
    return isinstance(value, int) and not isinstance(value, bool)


def make_board(kinds: Mapping[Hex, str], areas: Mapping[Hex, str], names: Mapping[Hex, str]) -> Board:
    """A board from its hexes; neighbours follow from the coordinates."""
    around = {h: tuple((h[0] + dr, h[1] + dc) for dr, dc in NEIGHBOUR_STEPS) for h in kinds}
    neighbours = {h: tuple(n for n in near if n in kinds) for h, near in around.items()}
    shores = {h: tuple(n for n in near if kinds[n] == LAND) for h, near in neighbours.items() if kinds[h] in (SITE, ZIGGURAT)}
    temples = {h: tuple(n for n in near if kinds[n] == ZIGGURAT) for h, near in neighbours.items()}
    sites, ziggurats = (tuple(h for h, kind in kinds.items() if kind == wanted) for wanted in (SITE, ZIGGURAT))
    return Board(dict(kinds), dict(areas), dict(names), neighbours, shores, temples, sites, ziggurats)


def parse_map(rows: Iterable[str]) -> Board:
    """A board drawn as text, one line per row; the letters are explained in board.json."""
    cells = {(r, c): _CODES[code] for r, line in enumerate(rows) for c, code in enumerate(line) if code != "."}
    names: dict[Hex, str] = {}
    for prefix, wanted in (("T{:02}", SITE), ("Z{}", ZIGGURAT)):
        places = (h for h, (kind, _) in cells.items() if kind == wanted)
        names |= {h: prefix.format(i) for i, h in enumerate(places, 1)}
    return make_board({h: kind for h, (kind, _) in cells.items()}, {h: area for h, (_, area) in cells.items()}, names)


@cache
def load_data() -> Mapping[str, Any]:
    """Everything board.json knows: the map and the counts of the box."""
    data: Mapping[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


@cache
def load_board(players: int) -> Board:
    """The part of the map used by that many players; the rivers always are."""
    if players not in PLAYER_COUNTS:
        raise GameError("bad-players", "Babylonia is played by 2, 3 or 4")
    whole = parse_map(load_data()["map"])
    unused = load_data()["unused_area"][str(players)]
    kinds = {h: kind for h, kind in whole.kinds.items() if whole.areas[h] != unused}
    return make_board(kinds, {h: whole.areas[h] for h in kinds}, {h: n for h, n in whole.names.items() if h in kinds})


@cache
def whole_map() -> frozenset[Hex]:
    """Every hex of the printed map, so that "out of play" can be told from "no such hex"."""
    return frozenset(load_board(4).kinds)
