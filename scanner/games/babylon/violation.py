"""One broken building rule, as data that can be told in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scanner.games.babylon.garden import Cell, Piece, cell_name
from scanner.games.babylon.words import sentence


@dataclass(frozen=True, slots=True)
class Violation:
    """`code` is stable; hard means that the garden cannot stand or cannot have come about, soft that it is merely odd."""

    code: str
    pieces: tuple[Piece, ...] = ()
    cells: tuple[Cell, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    hard: bool = True

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, for a player."""
        gaps: dict[str, Any] = {f"piece{i}": piece for i, piece in enumerate(self.pieces, 1)}
        gaps |= {"pieces": self.pieces, "cells": self.cells, **self.details}
        return sentence(f"violation-{self.code}", lang, gaps)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        return {
            "code": self.code,
            "hard": self.hard,
            "pieces": [piece.to_dict() for piece in self.pieces],
            "cells": [cell_name(cell) for cell in self.cells],
            "sentence": self.sentence(lang),
        }
