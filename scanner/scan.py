"""The result of a scan, and its stable JSON form `semiramis.scan/1`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scanner.errors import ScannerError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import ScoreSheet
from scanner.judge import Judgement, hint_texts
from scanner.types import Board

FORMAT = "semiramis.scan/1"


@dataclass(frozen=True, slots=True)
class ScannedGarden:
    """One garden as read from a photo, with what is doubtful about it."""

    garden: Garden
    sheet: ScoreSheet
    judgement: Judgement
    violations: tuple[dict[str, Any], ...]
    board: Board
    height_scale: float = 1.0
    """Heights of the levels in this photo over the nominal ones: what box and lens make of them."""

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "status": self.judgement.status,
            "garden": self.garden.to_dict(),
            "score": self.sheet.to_dict(),
            "open_holes": self.sheet.open_holes,
            "probability": round(self.judgement.probability, 4),
            "alternatives": [a.to_dict() for a in self.judgement.alternatives],
            "questions": [q.to_dict() for q in self.judgement.questions],
            "violations": list(self.violations),
            "board": {
                "corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in self.board.corners_px],
                "residual_px": round(self.board.residual_px, 3),
            },
        }
        if self.judgement.hint is not None:
            out["hint"] = {"code": self.judgement.hint, "text": self.judgement.hint_text(), "texts": hint_texts(self.judgement.hint)}
        return out


@dataclass(frozen=True, slots=True)
class Scan:
    """Everything a photo told: the gardens, or the reason why there is none."""

    sha256: str
    width: int
    height: int
    gardens: tuple[ScannedGarden, ...] = ()
    error: ScannerError | None = None
    other_boards: int = 0
    timings_ms: dict[str, float] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)

    @property
    def best(self) -> ScannedGarden | None:
        return self.gardens[0] if self.gardens else None

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "format": FORMAT,
            "photo": {"sha256": self.sha256, "width": self.width, "height": self.height},
            "gardens": [g.to_dict() for g in self.gardens],
            "timings_ms": {k: round(v, 1) for k, v in self.timings_ms.items()},
            "models": dict(self.models),
        }
        if self.other_boards:
            out["other_boards"] = self.other_boards
        if self.error is not None:
            out["error"] = self.error.to_dict()
        return out
