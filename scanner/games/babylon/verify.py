"""A hand-written score sheet against the garden: which lines are right, by how much the others are off, and the likeliest slip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scanner.errors import GameError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import LINES, NUMBERS, ScoreSheet, score_garden
from scanner.games.babylon.settings import DEFAULTS, Settings
from scanner.games.babylon.slips import Slip, single_slips
from scanner.games.babylon.words import sentence

MAX_NUMBER = 9999


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence about a wrong number, as data."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        return sentence(f"slip-{self.code}", lang, self.details)

    def to_dict(self, lang: str = "en") -> dict[str, str]:
        return {"code": self.code, "sentence": self.sentence(lang)}


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """One written number against the right one."""

    line: str
    written: int
    right: int
    slip: Explanation | None = None

    @property
    def ok(self) -> bool:
        return self.written == self.right

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        out: dict[str, Any] = {"line": self.line, "written": self.written, "right": self.right, "ok": self.ok}
        out["off"] = self.written - self.right
        return out if self.ok else {**out, "slip": self.slip.to_dict(lang) if self.slip else None}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The whole sheet; `slip` is one mistake that explains every wrong number at once, if there is one."""

    sheet: ScoreSheet
    lines: tuple[LineVerdict, ...]
    slip: Explanation | None

    @property
    def ok(self) -> bool:
        return all(line.ok for line in self.lines)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        return {
            "ok": self.ok,
            "lines": [line.to_dict(lang) for line in self.lines],
            "slip": self.slip.to_dict(lang) if self.slip else None,
            "score": self.sheet.to_dict(),
            "open_holes": self.sheet.open_holes,
        }


def read_sheet(data: object) -> dict[str, int]:
    """The written numbers, any subset of the nine; also under "score"."""
    if isinstance(data, Mapping) and isinstance(data.get("score"), Mapping):
        data = data["score"]
    if not isinstance(data, Mapping) or not data:
        raise GameError("bad-sheet", f"a sheet names at least one of {', '.join(NUMBERS)}")
    sheet = {}
    for name, value in data.items():
        if name not in NUMBERS:
            raise GameError("bad-sheet", f"{str(name)[:40]!r} is no line of the score pad; known are {', '.join(NUMBERS)}")
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_NUMBER:
            raise GameError("bad-sheet", f"{name}: expected a whole number from 0 to {MAX_NUMBER}")
        sheet[name] = value
    return {name: sheet[name] for name in NUMBERS if name in sheet}


def verify_sheet(garden: Garden, written: Mapping[str, int], settings: Settings = DEFAULTS) -> Verdict:
    """Judge every written number."""
    sheet = score_garden(garden, settings)
    slips = list(single_slips(garden, sheet, settings))
    right = sheet.to_dict()
    lines = tuple(
        LineVerdict(name, written[name], right[name], _explain(name, written, right, slips)) for name in NUMBERS if name in written
    )
    return Verdict(sheet, lines, _whole(written, right, slips))


def _whole(written: Mapping[str, int], right: Mapping[str, int], slips: list[Slip]) -> Explanation | None:
    """One mistake for everything that is wrong: a slip in the lines that carries into the total, or a wrong sum."""
    wrong = [name for name in written if written[name] != right[name]]
    if not wrong:
        return None
    if wrong == ["total"] and all(line in written for line in LINES):
        return next(_sums(written), None)
    for slip in slips:
        if all(slip.numbers[name] == written[name] for name in LINES if name in written) and written.get("total", slip.total) == slip.total:
            return Explanation(slip.code, slip.details)
    return None


def _explain(name: str, written: Mapping[str, int], right: Mapping[str, int], slips: list[Slip]) -> Explanation | None:
    if written[name] == right[name]:
        return None
    if name == "total":
        return next(_sums(written), None) if all(line in written for line in LINES) else _explain_partial_total(written, right, slips)
    fitting = [s for s in slips if s.numbers[name] == written[name]]
    best = min(fitting, key=lambda s: _contradictions(s, written), default=None)  # the first of equals is the likeliest
    return None if best is None else Explanation(best.code, best.details)


def _explain_partial_total(written: Mapping[str, int], right: Mapping[str, int], slips: list[Slip]) -> Explanation | None:
    """A total beside some of the lines: what those lines do not explain must come from the others."""
    known = [line for line in LINES if line in written]
    rest = written["total"] - right["total"] - sum(written[line] - right[line] for line in known)
    if rest == 0:
        return Explanation("total-follows")
    for slip in slips:
        if slip.total - right["total"] == rest and all(slip.numbers[line] == right[line] for line in known):
            return Explanation(slip.code, slip.details)
    return None


def _contradictions(slip: Slip, written: Mapping[str, int]) -> int:
    """How many of the other written lines the slip would have made different."""
    return sum(slip.numbers[name] != written[name] for name in LINES if name in written)


def _sums(written: Mapping[str, int]) -> Iterator[Explanation]:
    """Why a total may differ although, or because, the lines are what they are; all nine numbers are written."""
    total = written["total"]
    added = sum(written[line] for line in LINES)
    if added == total:
        yield Explanation("total-follows")
        return
    for line in LINES:
        if written[line] and total == added - written[line]:
            yield Explanation("left-out-of-total", {"line": line, "added": added})
    for line in LINES:
        if written[line] and total == added + written[line]:
            yield Explanation("added-twice", {"line": line, "added": added})
    if str(total) == str(added)[::-1]:
        yield Explanation("digits-swapped", {"added": added})
    if abs(total - added) in (10, 20):
        yield Explanation("carry", {"added": added, "off": abs(total - added)})
    yield Explanation("addition", {"added": added, "off": abs(total - added)})
