"""From JSON text to a Garden, strictly: whatever cannot be used raises a GameError that names its place.

What merely breaks a building rule is read without complaint; `rules.violations` reports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scanner.errors import GameError
from scanner.games import strict
from scanner.games.babylon.garden import ENDS, FLOWERS, KINDS, PLACES, SIZE, SYMBOLS, Cell, Decoration, Garden, Tile, cell_name

MAX_LEVEL = 16
"""Each level needs a tile below it and no garden has more than 16 tiles."""
MAX_TILES = 52
"""Tiles in the whole box."""
MAX_DECORATIONS = 121
"""Statues, fountains, bridges, stairs and belvederes in the whole box."""
MAX_CHARACTERS = 200_000
"""Ten times the longest JSON of a garden that uses the whole box."""


def load_json(text: str) -> Any:
    """Strict JSON no longer than a garden can be."""
    return strict.load_json(text, MAX_CHARACTERS)


def read_garden(data: object) -> Garden:
    """The Garden in parsed JSON: the garden object itself, or an object that carries it under "garden"."""
    if not isinstance(data, Mapping):
        raise GameError("bad-garden", f"expected an object with game, tiles and decorations, found {_kind(data)}")
    if "tiles" not in data and "garden" in data:
        return read_garden_object(data["garden"], "garden.")
    return read_garden_object(data, "")


def read_garden_object(data: object, where: str) -> Garden:
    if not isinstance(data, Mapping):
        raise GameError("bad-garden", f"{where.rstrip('.') or 'garden'}: expected an object, found {_kind(data)}")
    game = _field(data, "game", where)
    if game != "babylon":
        raise GameError("other-game", f"{where}game: expected 'babylon', found {_short(game)}")
    tiles = _items(data, "tiles", where, MAX_TILES)
    decorations = _items(data, "decorations", where, MAX_DECORATIONS)
    read = [_tile(raw, f"{where}tiles[{i}]") for i, raw in enumerate(tiles)]
    _no_twins(read, where)
    return Garden(tuple(read), tuple(_decoration(raw, f"{where}decorations[{i}]") for i, raw in enumerate(decorations)))


def _no_twins(tiles: list[Tile], where: str) -> None:
    seen: dict[tuple[int, int, int], int] = {}
    for i, tile in enumerate(tiles):
        key = (tile.col, tile.row, tile.level)
        if key in seen:
            spot = f"{cell_name(tile.place)} on level {tile.level}"
            raise GameError("two-tiles-in-one-place", f"{where}tiles[{i}]: {where}tiles[{seen[key]}] already lies at {spot}")
        seen[key] = i


def _tile(raw: object, where: str) -> Tile:
    data = _object(raw, where)
    col = _integer(data, "col", where, 0, PLACES - 1, "off-board")
    row = _integer(data, "row", where, 0, PLACES - 1, "off-board")
    level = _integer(data, "level", where, 1, MAX_LEVEL, "bad-level")
    flower = _choice(_field(data, "flower", where), FLOWERS, f"{where}.flower", "unknown-flower")
    return Tile(col, row, level, flower, _symbols(data.get("symbols"), f"{where}.symbols"))


def _symbols(raw: object, where: str) -> tuple[str | None, ...] | None:
    if raw is None:
        return None
    if not isinstance(raw, list | tuple) or len(raw) != 4:
        raise GameError("bad-symbols", f"{where}: expected a list of four symbols or nulls, found {_kind(raw)}")
    return tuple(None if s is None else _choice(s, SYMBOLS, f"{where}[{i}]", "unknown-symbol") for i, s in enumerate(raw))


def _decoration(raw: object, where: str) -> Decoration:
    data = _object(raw, where)
    kind = _choice(_field(data, "kind", where), KINDS, f"{where}.kind", "unknown-kind")
    ends = ENDS[kind]
    cells, levels = _field(data, "cells", where), _field(data, "levels", where)
    for name, value in (("cells", cells), ("levels", levels)):
        if not isinstance(value, list | tuple) or len(value) != ends:
            raise GameError(f"bad-{name}", f"{where}.{name}: a {kind} needs a list of {ends}, found {_kind(value)}")
    places = tuple(_cell(cell, f"{where}.cells[{i}]") for i, cell in enumerate(cells))
    if len(set(places)) != ends:
        raise GameError("bad-cells", f"{where}.cells: both ends stand on {cell_name(places[0])}")
    read = tuple(_whole(level, f"{where}.levels[{i}]", 1, MAX_LEVEL, "bad-level") for i, level in enumerate(levels))
    return Decoration(kind, places, read)


def _cell(raw: object, where: str) -> Cell:
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        raise GameError("bad-cells", f"{where}: expected [col, row], found {_kind(raw)}")
    return (_whole(raw[0], f"{where}[0]", 0, SIZE - 1, "off-board"), _whole(raw[1], f"{where}[1]", 0, SIZE - 1, "off-board"))


def _object(raw: object, where: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise GameError("bad-garden", f"{where}: expected an object, found {_kind(raw)}")
    return raw


def _field(data: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in data:
        spot = where.rstrip(".")
        raise GameError("missing-field", f"{spot}: {key!r} is missing" if spot else f"{key!r} is missing")
    return data[key]


def _items(data: Mapping[str, Any], key: str, where: str, most: int) -> list[Any] | tuple[Any, ...]:
    items = _field(data, key, where)
    if not isinstance(items, list | tuple):
        raise GameError("bad-garden", f"{where}{key}: expected a list, found {_kind(items)}")
    if len(items) > most:
        raise GameError("too-many-pieces", f"{where}{key}: {len(items)} entries, but the whole box holds only {most}")
    return items


def _integer(data: Mapping[str, Any], key: str, where: str, low: int, high: int, code: str) -> int:
    return _whole(_field(data, key, where), f"{where}.{key}", low, high, code)


def _whole(value: object, where: str, low: int, high: int, code: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise GameError("bad-number", f"{where}: expected a whole number, found {_short(value)}")
    if not low <= value <= high:
        raise GameError(code, f"{where}: {_short(value)} is not between {low} and {high}")
    return value


def _choice(value: object, known: tuple[str, ...], where: str, code: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise GameError(code, f"{where}: {_short(value)} is not one of {', '.join(known)}")
    return value


def _short(value: object) -> str:
    if isinstance(value, int) and abs(value) > 10**12:
        return "a huge number"
    text = repr(value) if isinstance(value, str | int | float | None) else _kind(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _kind(value: object) -> str:
    names = {dict: "an object", str: "a text", bool: "true or false", int: "a number", float: "a number", type(None): "null"}
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return names.get(type(value), "something else")
