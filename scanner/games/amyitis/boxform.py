"""The form of the box data: what every entry of box.json, or of `box` in a log, must look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scanner.errors import GameError
from scanner.games.amyitis.box import BABYLON, CITIES, GOODS, GUILDS, PLAYER_COUNTS, ROWS, parse_tile
from scanner.games.amyitis.garden import CELLS, EDGES
from scanner.games.eventlog import is_whole

PLANT_CITIES = ("Khorsabad", "Eshnunna", "Ur", "Mari")
COUNTS = tuple(map(str, PLAYER_COUNTS))
MOST = 1000
"""No number in the box is as large."""

Form = Callable[[Any], bool]


def find_fault(data: Mapping[str, Any], names: frozenset[str]) -> str | None:
    """The first entry that cannot be used, with what is expected there; `names` are the eight cities beside Babylon."""
    forms = {**FORMS, "cities": (lambda raw: _cities(raw, names), CITIES_FORM), "ring": (lambda raw: _ring(raw, names), RING_FORM)}
    return next((f"box.{key}: expected {form}" for key, (fits, form) in forms.items() if not fits(data[key])), None)


def _whole(raw: Any) -> bool:
    return is_whole(raw) and 0 <= raw <= MOST


def _maybe(fits: Form) -> Form:
    return lambda raw: raw is None or fits(raw)


def _one_of(*known: object) -> Form:
    return lambda raw: any(raw is name or (isinstance(raw, str) and raw == name) for name in known)


def _list_of(fits: Form, *lengths: int) -> Form:
    return lambda raw: isinstance(raw, list) and (not lengths or len(raw) in lengths) and all(map(fits, raw))


def _object_of(fits: Form, *keys: str) -> Form:
    """An object with these keys, all of which fit."""
    return lambda raw: isinstance(raw, dict) and set(keys) <= set(raw) and all(fits(raw[key]) for key in keys)


def _cell(raw: Any) -> bool:
    return _list_of(is_whole, 2)(raw) and tuple(raw) in CELLS


def _edge(raw: Any) -> bool:
    return _list_of(_cell, 2)(raw) and tuple(sorted(map(tuple, raw))) in EDGES


def _tile(raw: Any) -> bool:
    try:
        parse_tile(raw)
    except GameError:
        return False
    return True


def _copies(raw: Any) -> bool:
    """Cards of a guild: unknown, or by level a number, or by level and number of players."""
    by_count = _maybe(lambda value: _whole(value) or (isinstance(value, dict) and all(map(_maybe(_whole), value.values()))))
    return raw is None or (isinstance(raw, dict) and all(map(by_count, raw.values())))


def _cities(raw: Any, names: frozenset[str]) -> bool:
    return isinstance(raw, dict) and set(raw) == names and all(map(_city, raw.values()))


def _city(raw: Any) -> bool:
    if not isinstance(raw, dict) or not _one_of("plant", "guild")(raw.get("sort")) or not _one_of(None, *GOODS)(raw.get("good", "")):
        return False
    return raw["sort"] == "plant" or ("offer" in raw and _maybe(_list_of(_one_of(*GUILDS)))(raw["offer"]))


def _ring(raw: Any, names: frozenset[str]) -> bool:
    if raw is None:
        return True
    return _list_of(_one_of(BABYLON, *names), CITIES)(raw) and raw[0] == BABYLON and set(raw[1:]) == names


CITIES_FORM = "the eight cities with sort (plant or guild) and good, guild cities with offer; null for what nobody has read"
RING_FORM = "null, or Babylon and then the eight cities clockwise"
FORMS: Mapping[str, tuple[Form, str]] = {
    "about": (lambda raw: isinstance(raw, str), "a text"),
    "goods": (_object_of(_whole, *GOODS), "the number of tokens of each good"),
    "camels": (_whole, "a number"),
    "fields": (_object_of(_list_of(_one_of(*GOODS), len(GOODS)), *ROWS), "five goods for upper and five for lower"),
    "bankers": (_list_of(_object_of(_whole, "talents", "points"), 4), "talents and points of no banker and of levels 1 to 3"),
    "caravans": (_list_of(_object_of(_whole, "steps", "stock"), 3), "steps and stock of caravan leaders 0 to 2"),
    "palaces": (_list_of(_whole, 6), "the points of six palaces"),
    "favour": (_object_of(_list_of(_list_of(_whole, 2)), *COUNTS), "[tiles, points] for 2, 3 and 4 players"),
    "end_tiles": (_object_of(_whole, *COUNTS), "a number for 2, 3 and 4 players"),
    "top_tile": (_object_of(_whole, "quality", "points"), "quality and points"),
    "unused_cells": (_object_of(_list_of(_cell), *COUNTS), "cells for 2, 3 and 4 players"),
    "plants": (_object_of(_list_of(lambda raw: raw in (None, 1, 2, 3), 2), *PLANT_CITIES), "two qualities for each plant city"),
    "plant_goods": (
        _maybe(_object_of(_list_of(_one_of(None, *GOODS), 2), *PLANT_CITIES)),
        "null, or the goods on both sides of the card of each plant city",
    ),
    "double_edges": (_maybe(_list_of(_edge)), "null, or edges such as [[2, 3], [3, 3]]"),
    "tiles": (_maybe(_list_of(_tile)), "null, or tiles with quality, points and bonus"),
    "guild_copies": (
        lambda raw: isinstance(raw, dict) and set(raw) <= set(GUILDS) and all(map(_copies, raw.values())),
        "cards of each guild by level, null where nobody has counted",
    ),
}
