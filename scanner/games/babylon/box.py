"""What one box of the game holds: the tiles with their symbols, and how many pieces of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scanner.games.babylon.garden import FLOWERS

LETTERS: dict[str, str | None] = {"S": "statue", "F": "fountain", "B": "bridge", "T": "stairs", "-": None}
SINGLE_PILLARS = 148
DOUBLE_PILLARS = 60
PIECES = {"belvedere": 38, "statue": 38, "fountain": 15, "bridge": 15, "stairs": 15}
TILES_PER_FLOWER = 12
MATERIALS = ("clay", "granite", "basalt")
"""From the top of the quarry to its bottom."""

Symbols = tuple[str | None, ...]

# Four tiles per material and flower, symbols clockwise. Read off pictures: good for play and hints, never to reject what is seen.
_CLAY = {
    "white": "F-B- T-S- F-T- B-S-",
    "blue": "F-B- T-S- F-T- B-S-",
    "yellow": "F-B- T-S- F-S- T-B-",
    "pink": "F-B- T-S- F-S- T-B-",
}
_GRANITE = {
    "white": "FBS- FTB- BST- STF-",
    "blue": "FST- TBF- STB- SBF-",
    "yellow": "BST- BFS- TFB- STF-",
    "pink": "FBT- BTS- TFS- SFB-",
}
_BASALT = dict.fromkeys(FLOWERS, "FBST FBST FTSB FTBS")
_STARTING = "TBFS"


def read_symbols(letters: str) -> Symbols:
    """'F-B-' -> fountain, blank, bridge, blank."""
    return tuple(LETTERS[letter] for letter in letters)


def turned(symbols: Symbols, quarters: int) -> Symbols:
    """The symbols after the tile was turned clockwise by quarter turns."""
    k = quarters % 4
    return (*symbols[4 - k :], *symbols[: 4 - k])


def tiles_of(material: str) -> list[tuple[str, Symbols]]:
    """(flower, symbols) of the sixteen tiles of one material."""
    table = {"clay": _CLAY, "granite": _GRANITE, "basalt": _BASALT}[material]
    return [(flower, read_symbols(letters)) for flower in FLOWERS for letters in table[flower].split()]


def starting_tile(flower: str) -> tuple[str, Symbols]:
    return flower, read_symbols(_STARTING)


def _unturned(symbols: Symbols) -> Symbols:
    return min((turned(symbols, k) for k in range(4)), key=lambda s: tuple(x or "" for x in s))


def _stock() -> Counter[tuple[str, Symbols]]:
    tiles = [tile for material in MATERIALS for tile in tiles_of(material)] + [starting_tile(f) for f in FLOWERS]
    return Counter((flower, _unturned(symbols)) for flower, symbols in tiles)


STOCK = _stock()


def beyond_stock(tiles: Iterable[tuple[str, Symbols]]) -> list[int]:
    """Indices of the tiles that the box does not hold, or not that often."""
    left = STOCK.copy()
    beyond = []
    for index, (flower, symbols) in enumerate(tiles):
        key = (flower, _unturned(symbols))
        left[key] -= 1
        if left[key] < 0:
            beyond.append(index)
    return beyond
