"""What a table may play differently: the edition, the number of players, and the answers to open questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scanner.errors import GameError

EDITIONS = ("en", "cs", "pl", "de")
MOST_TILES = {None: 16, 2: 16, 3: 14, 4: 12}
"""Tiles in one garden by number of players: one per round and the starting tile."""
YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table plays. No rule book answers the two questions below, so they are settings."""

    edition: str = "en"
    """de forbids complete overlap on consecutive levels only; en, cs and pl whatever the levels."""
    players: int | None = None
    """2 to 4; unknown allows as many tiles as a game of two."""
    bridge_hides: bool = False
    """Open question: does a bridge hide what lies below its deck?"""
    cover_decorations: bool = True
    """Open question: may a tile lie over a fountain, a bridge or stairs?"""
    hidden_listed: bool = True
    """False for a garden read from a photo, where covered statues and belvederes may exist that nobody saw."""

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise GameError("bad-setting", f"edition: {self.edition!r} is unknown; choose one of {', '.join(EDITIONS)}")
        if self.players not in MOST_TILES:
            raise GameError("bad-setting", f"players: {self.players!r} is not 2, 3 or 4")

    @property
    def most_tiles(self) -> int:
        return MOST_TILES[self.players]

    @classmethod
    def from_words(cls, values: Mapping[str, str]) -> Settings:
        """From `name=value` pairs as typed by a person."""
        known = {f.name: f.type for f in fields(cls)}
        read: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise GameError("bad-setting", f"{name}: no such setting; known are {', '.join(known)}")
            read[name] = _read(name, value)
        return cls(**read)


def _read(name: str, value: str) -> str | int | bool | None:
    if name == "edition":
        return value
    if name == "players":
        if value not in ("2", "3", "4"):
            raise GameError("bad-setting", f"players: {value!r} is not 2, 3 or 4")
        return int(value)
    if value.lower() not in YES + NO:
        raise GameError("bad-setting", f"{name}: {value!r} is neither yes nor no")
    return value.lower() in YES


DEFAULTS = Settings()
