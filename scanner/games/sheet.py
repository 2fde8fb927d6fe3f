"""The score sheet, findings and verdicts that every game played in turns hands back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

RIGHT, WRONG, POSSIBLE, IMPOSSIBLE, UNJUDGED = "right", "wrong", "possible", "impossible", "not-written"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell a player: `code` is stable, `details` fill the sentence in any language."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"code": self.code, "details": dict(self.details)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One player's written score against what can be proved; `low` equals `high` when the score is known exactly."""

    player: int
    status: str
    written: int | None
    low: int
    high: int | None
    """None: no upper limit is known."""
    reasons: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        reasons = [reason.to_dict() for reason in self.reasons]
        return {
            "player": self.player,
            "status": self.status,
            "written": self.written,
            "low": self.low,
            "high": self.high,
            "reasons": reasons,
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """Points of everybody by column; `high` is None where only a least score is known."""

    players: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, int], ...]
    """One per player."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; equal ranks share the place."""
    complete: bool
    """The game was played to its end and every point of it is known."""
    high: tuple[int | None, ...] = ()
    """The most each player can have, where `totals` is only the least; empty when totals are exact."""

    def to_dict(self) -> dict[str, Any]:
        most: Sequence[int | None] = self.high or self.totals
        per_player = zip(self.players, self.rows, self.totals, most, self.ranks, strict=True)
        lines = [
            {"player": name, "points": dict(row), "total": total, "most": high, "rank": rank} for name, row, total, high, rank in per_player
        ]
        return {"columns": list(self.columns), "players": lines, "complete": self.complete}


def rank_by(strengths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank of each, from 1, the strongest first; equals share."""
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)
