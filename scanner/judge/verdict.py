"""What the judgement hands over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.games.babylon.garden import Cell
from scanner.judge.hints import hint_text
from scanner.judge.questions import Question


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another total the garden may have."""

    total: int
    probability: float

    def to_dict(self) -> dict[str, Any]:
        return {"total": self.total, "probability": round(self.probability, 4)}


@dataclass(frozen=True, slots=True)
class Judgement:
    """How far a total can be believed. A sure one has no questions and no hint."""

    status: str
    """sure or unsure."""
    probability: float
    """That the total of the best garden is right; calibrated on photos outside training."""
    alternatives: tuple[Alternative, ...] = ()
    """The other totals, likeliest first; what is missing to 1 belongs to totals nobody thought of."""
    questions: tuple[Question, ...] = ()
    """Whoever answers all of them settles the total; the most telling one comes first."""
    hint: str | None = None
    """A code such as `photo.far` when another photo would help; see `hint_text`."""

    @property
    def doubtful_cells(self) -> frozenset[Cell]:
        """The cells that the questions are about."""
        return frozenset(question.cell for question in self.questions)

    def hint_text(self, language: str = "en") -> str | None:
        return None if self.hint is None else hint_text(self.hint, language)
