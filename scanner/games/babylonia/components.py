"""What is in the box: location tiles, clan tokens, ziggurat cards, and the rule settings for points the rule book leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scanner.errors import GameError
from scanner.games.babylonia.board import load_data

FARMER, PRIEST, MERCHANT, SERVANT = "farmer", "priest", "merchant", "servant"
KINDS = (FARMER, PRIEST, MERCHANT, SERVANT)
NOBLES = (PRIEST, MERCHANT, SERVANT)
UNKNOWN = "unknown"
"""A token lying face down whose front nobody wrote down."""
SYMBOLS: Mapping[str, str] = {"M": MERCHANT, "S": SERVANT, "P": PRIEST}
FIELD_POINTS: Mapping[str, int] = {"5": 5, "6": 6, "7": 7}
CITIES_FIELD = "cities"
FIELDS = (*FIELD_POINTS, CITIES_FIELD)
TOKEN_COUNTS: Mapping[str, int] = {FARMER: 12, PRIEST: 6, MERCHANT: 6, SERVANT: 6}
TOKENS = sum(TOKEN_COUNTS.values())
"""Clan tokens of one colour."""
CARD_TEN, CARD_TURN, CARD_STAND, CARD_NOBLES, CARD_NOBLE, CARD_FIELDS, CARD_PAIRS, CARD_LAND, CARD_RIVER = range(1, 10)
TEN = 10
"""Points of the first ziggurat card."""
NETWORK_POINTS = 2
"""Points for each matching token linked to a surrounded city."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Points the rule book leaves open; the defaults are those of the facts file."""

    field_support_river: bool = False
    """A face-down river token lets its owner put a farmer on the field beside it."""
    field_support_same_turn: bool = True
    """A token put down earlier in the same turn supports a farmer on a field."""
    noble_scores_field: bool = True
    """A noble put on a field with card 6 scores it like a farmer."""
    tiles_link: bool = False
    """Cards 8 and 9 link through hexes with a tile or ziggurat as well, not only through free ones."""
    free_hex_touches_city: bool = True
    """With card 9, a free river hex next to the city ties tokens to the city itself, not only to each other."""
    noble_last: bool = False
    """The noble of card 5 must come after the third farmer and no farmer may follow."""
    first_round_limits: bool = True
    """In the first round the first player plays one token, the second player two."""
    variant_cards: bool = False
    """Seven random cards of the nine instead of cards 1 to 7."""
    track_length: int = 0
    """Spaces of one lap of the score track; 0: unknown, so markers are read as full scores."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settings:
        known = {f.name: f.type for f in fields(cls)}
        for name, value in data.items():
            if name not in known:
                raise GameError("bad-setting", f"unknown setting {name!r}; known: {', '.join(known)}")
            if isinstance(value, bool) != (name != "track_length") or not isinstance(value, int) or value < 0:
                raise GameError("bad-setting", f"setting {name!r} cannot be {value!r}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Only what differs from the defaults."""
        plain = Settings()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(plain, f.name)}


def city_tiles(players: int) -> Counter[str]:
    """City tiles in the game by their symbols."""
    return Counter({symbols: n for symbols, n in load_data()["cities"][str(players)].items() if n})


def field_tiles(players: int) -> Counter[str]:
    """Field tiles in the game by their value."""
    return Counter(load_data()["fields"][str(players)])


def parse_tile(text: object) -> str:
    """The tile's name in its one spelling: symbols in the order M, S, P, or the value of a field."""
    name = str(text).strip()
    if name.lower() in FIELDS:
        return name.lower()
    symbols = "".join(s for s in SYMBOLS if s in name.upper())
    if not symbols or sorted(symbols) != sorted(name.upper()):
        raise GameError("bad-tile", f"{text!r} is no tile: write symbols such as MP, or 5, 6, 7, cities")
    return symbols


def is_city(tile: str) -> bool:
    return tile not in FIELDS


def parse_kind(text: object) -> str:
    """The token's kind; its first letter is enough."""
    name = str(text).strip().lower()
    for kind in (*KINDS, UNKNOWN):
        if name and kind.startswith(name):
            return kind
    raise GameError("bad-token", f"{text!r} is no clan token: farmer, priest, merchant, servant, or unknown on a river")
