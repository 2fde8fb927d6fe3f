"""What a dataset tells: counts, points, and how right each version of the scanner was on corrected records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from scanner.dataset.judging import CELLS, count_mistakes
from scanner.dataset.record import Record
from scanner.dataset.splits import split_of

Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Judged:
    """One scan of a corrected record."""

    at: str
    model: str
    total_right: bool
    garden_right: bool
    wrong_cells: int | None
    """None when the scan gave no garden."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares over the scans of one model version or month."""

    name: str
    count: int
    totals_right: float
    totals_interval: tuple[float, float]
    gardens_right: float
    cell_error: float | None
    """Share of cells, over the scans that gave a garden."""
    since: str
    """Day of the first of these scans."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the report shows."""

    counts: dict[str, int]
    splits: dict[str, int]
    points: tuple[int, ...]
    by_model: tuple[Accuracy, ...]
    by_month: tuple[Accuracy, ...]
    next: tuple[Record, ...]

    def to_dict(self) -> dict[str, Any]:
        def rows(found: Sequence[Accuracy]) -> list[dict[str, Any]]:
            return [{name: getattr(a, name) for name in Accuracy.__slots__} for a in found]

        ids = [{"id": r.id, "probability": r.probability, "total": r.total} for r in self.next]
        months, models = rows(self.by_month), rows(self.by_model)
        return {"counts": self.counts, "splits": self.splits, "points": list(self.points), "models": models, "months": months, "next": ids}


def judge_scans(record: Record) -> list[Judged]:
    """Every scan of a corrected record against its last correction."""
    if record.garden is None:
        return []
    out = []
    for scanned in record.scans:
        mistakes = None if scanned.garden is None else count_mistakes(scanned.garden, record.garden)
        right = scanned.total is not None and scanned.total == record.total
        exact = mistakes is not None and mistakes.exact
        out.append(Judged(scanned.at, scanned.model, right, exact, mistakes.cells if mistakes else None))
    return out


def gather_figures(records: Iterable[Record], next_count: int = 20) -> Figures:
    """One walk over the records."""
    counts: Counter[str] = Counter()
    splits: Counter[str] = Counter()
    judged: list[Judged] = []
    points: list[int] = []
    open_records: list[Record] = []
    games, gardens = set(), set()
    for record in records:
        counts.update(records=1, corrected=record.corrected, scanned=bool(record.scans), consent=record.consent)
        splits[split_of(record.group)] += 1
        games |= {record.game} - {None}
        if record.garden_id not in gardens and record.total is not None:
            points.append(record.total)
        gardens.add(record.garden_id)
        judged += judge_scans(record)
        if not record.corrected:
            open_records.append(record)
    counts.update(games=len(games), gardens=len(gardens))
    open_records.sort(key=lambda r: (r.probability is None, r.probability or 0.0, r.added_at))
    by_model, by_month = _grouped(judged, lambda j: j.model), _grouped(judged, lambda j: j.at[:7])
    return Figures(dict(counts), dict(splits), tuple(points), by_model, by_month, tuple(open_records[:next_count]))


def _grouped(judged: Sequence[Judged], key: Any) -> tuple[Accuracy, ...]:
    """In the order of the first scan of each group."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in sorted(judged, key=lambda j: j.at):
        groups[key(one)].append(one)
    return tuple(_accuracy(name, group) for name, group in groups.items())


def _accuracy(name: str, group: Sequence[Judged]) -> Accuracy:
    n, right = len(group), sum(j.total_right for j in group)
    read = [j.wrong_cells for j in group if j.wrong_cells is not None]
    cells = sum(read) / (len(read) * CELLS) if read else None
    return Accuracy(name, n, right / n, wilson(right, n), sum(j.garden_right for j in group) / n, cells, group[0].at[:10])


def wilson(right: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if count == 0:
        return 0.0, 1.0
    share, z2 = right / count, Z95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return max(0.0, middle - half), min(1.0, middle + half)
