"""A garden on one line, for people, tests and bug reports, with an exact round trip.

    D6/3Y:T-BS A1/1P S:E6/3 T:D6/3-C6/2 F:B2/1-C2/1 B:D6/3-D4/3 V:A1/1

Tiles: far left cell, level, flower (W, B, Y, P), and optionally the four symbols clockwise from there.
Pieces: S statue, F fountain, B bridge (its two ends), T stairs (upper end first), V belvedere; each end with its level.
A bare board is the word `empty`. Case and the order of the words do not matter.
"""

from __future__ import annotations

import re

from scanner.errors import GameError
from scanner.games.babylon.box import LETTERS
from scanner.games.babylon.garden import PLACES, SIZE, Cell, Decoration, Garden, Tile, cell_name
from scanner.games.babylon.reading import MAX_CHARACTERS, load_json, read_garden

EMPTY = "empty"
FLOWER_LETTERS = {"W": "white", "B": "blue", "Y": "yellow", "P": "pink"}
KIND_LETTERS = {"S": "statue", "F": "fountain", "B": "bridge", "T": "stairs", "V": "belvedere"}

_FLOWER = {name: letter for letter, name in FLOWER_LETTERS.items()}
_KIND = {name: letter for letter, name in KIND_LETTERS.items()}
_SYMBOL = {name: letter for letter, name in LETTERS.items()}
_TILE = re.compile(r"([A-Z])(\d{1,2})/(\d{1,3})([A-Z])(?::([A-Z-]{4}))?")
_PIECE = re.compile(r"([A-Z]):([A-Z])(\d{1,2})/(\d{1,3})(?:-([A-Z])(\d{1,2})/(\d{1,3}))?")
_SPOT = re.compile(r"((?:tiles|decorations)\[\d+\])(\.\w+(?:\[\d+\])*)?")
"""How the strict reader names a place."""
_WORDLIKE = re.compile(r"\s*(empty\b|[A-Za-z]\d{1,2}/|[A-Za-z]:[A-Za-z]\d)", re.IGNORECASE)


def format_garden(garden: Garden) -> str:
    """The one-line text of a garden."""
    words = [_tile_word(tile) for tile in garden.tiles] + [_piece_word(piece) for piece in garden.decorations]
    return " ".join(words) or EMPTY


def _tile_word(tile: Tile) -> str:
    word = f"{cell_name(tile.place)}/{tile.level}{_FLOWER[tile.flower]}"
    return word if tile.symbols is None else word + ":" + "".join(_SYMBOL[s] for s in tile.symbols)


def _piece_word(piece: Decoration) -> str:
    ends = zip(piece.cells, piece.levels, strict=True)
    return f"{_KIND[piece.kind]}:" + "-".join(f"{cell_name(cell)}/{level}" for cell, level in ends)


def looks_like_notation(text: str) -> bool:
    """Whether the text starts like this notation rather than like a file name or JSON."""
    return _WORDLIKE.match(text) is not None


def parse_notation(text: str) -> Garden:
    """The garden of a one-line text; GameError names the word that cannot be read."""
    if len(text) > MAX_CHARACTERS:
        raise GameError("too-large", f"the input has {len(text)} characters; a garden needs fewer than {MAX_CHARACTERS}")
    words = text.upper().split()
    if not words:
        raise GameError("bad-notation", "the input is empty; a bare board is written 'empty'")
    if words == [EMPTY.upper()]:
        words = []
    tiles: list[dict[str, object]] = []
    pieces: list[dict[str, object]] = []
    spots: dict[str, str] = {}
    for number, word in enumerate(words, 1):
        if word[1:2] == ":":
            spots[f"decorations[{len(pieces)}]"] = f"word {number}, {_short(word)}"
            pieces.append(_read_piece(word, number))
        else:
            spots[f"tiles[{len(tiles)}]"] = f"word {number}, {_short(word)}"
            tiles.append(_read_tile(word, number))
    try:  # the strict reader checks levels, board and doubles once for both forms
        return read_garden({"game": "babylon", "tiles": tiles, "decorations": pieces})
    except GameError as error:
        raise GameError(error.code, _SPOT.sub(lambda match: spots.get(match[1], match[1]) + _part(match[2]), error.hint)) from None


def _part(path: str | None) -> str:
    """'.cells[0]' becomes ' (cells)': people count neither cells nor levels."""
    return f" ({path[1:].partition('[')[0]})" if path else ""


def parse_text(text: str) -> Garden:
    """A garden from JSON or notation, whichever the text is."""
    return read_garden(load_json(text)) if text.lstrip()[:1] in ("{", "[") else parse_notation(text)


def _read_tile(word: str, number: int) -> dict[str, object]:
    match = _TILE.fullmatch(word)
    if match is None:
        raise GameError("bad-notation", f"word {number}, {_short(word)}: expected a tile such as D6/3Y or a piece such as S:E6/3")
    col, row, level, flower, symbols = match.groups()
    if flower not in FLOWER_LETTERS:
        raise GameError("unknown-flower", f"word {number}, {_short(word)}: {flower} is none of {', '.join(FLOWER_LETTERS)}")
    cell = _cell(col, row, PLACES, word, number)
    tile: dict[str, object] = {"col": cell[0], "row": cell[1], "level": int(level), "flower": FLOWER_LETTERS[flower]}
    if symbols is not None:
        if not set(symbols) <= set(LETTERS):
            raise GameError("unknown-symbol", f"word {number}, {_short(word)}: symbols are {' '.join(LETTERS)}")
        tile["symbols"] = [LETTERS[letter] for letter in symbols]
    return tile


def _read_piece(word: str, number: int) -> dict[str, object]:
    match = _PIECE.fullmatch(word)
    if match is None or match[1] not in KIND_LETTERS:
        kinds = ", ".join(f"{letter} {kind}" for letter, kind in KIND_LETTERS.items())
        raise GameError("bad-notation", f"word {number}, {_short(word)}: expected a piece such as S:E6/3 or T:D6/3-C6/2 ({kinds})")
    ends = [(_cell(match[2], match[3], SIZE, word, number), int(match[4]))]
    if match[5] is not None:
        ends.append((_cell(match[5], match[6], SIZE, word, number), int(match[7])))
    return {"kind": KIND_LETTERS[match[1]], "cells": [list(cell) for cell, _ in ends], "levels": [level for _, level in ends]}


def _cell(letter: str, digits: str, side: int, word: str, number: int) -> Cell:
    cell = (ord(letter) - ord("A"), int(digits) - 1)
    if not (0 <= cell[0] < side and 0 <= cell[1] < side):
        last = cell_name((side - 1, side - 1))
        raise GameError("off-board", f"word {number}, {_short(word)}: {letter}{digits} is not between A1 and {last}")
    return cell


def _short(word: str) -> str:
    return repr(word if len(word) <= 24 else word[:21] + "...")
