"""Scan a folder of photos with truth and say how right it was: one CSV row per photo and a table with n and 95 % intervals."""

from __future__ import annotations

import csv
import math
import multiprocessing
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np

from models.training.taps import count_taps
from models.training.truth import Truth, load_truths, make_labels
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import score_garden
from scanner.pipeline import Scanner
from scanner.pose import px_per_cell
from scanner.scan import Scan

CORNER_LIMIT_CELLS = 0.25
STEEP_DEG = 20.0
FEW_TAPS = 2


@dataclass(frozen=True, slots=True)
class Row:
    """How one photo went."""

    id: str
    like: str
    expect: str
    tilt_deg: float
    distance_cm: float
    light: str
    highest: int
    error: str
    corner_cells: float
    """Worst corner of the board, in cells; -1 when there is no board or none was found."""
    level_wrong: int
    content_wrong: int
    cells_wrong: int
    """Of the 64: level or content differs."""
    tiles_wrong: int
    flowers_wrong: int
    total_true: int
    total_read: int
    exact: bool
    garden_exact: bool
    status: str
    probability: float
    taps: int
    """Questions answered truly, and corrections if the total is still wrong (models/training/taps.py); -1 without a garden."""
    ms: float


def evaluate(folder: Path, scanner: Scanner, *, jobs: int = 1, each: Callable[[Row], None] | None = None) -> list[Row]:
    """One row per photo of the folder, in the order of their names; `jobs` processes share the photos."""
    rows = []
    for row in _rows(load_truths(folder), scanner, jobs):
        rows.append(row)
        if each:
            each(row)
    return rows


def _rows(truths: list[Truth], scanner: Scanner, jobs: int) -> Iterator[Row]:
    read = partial(_row, scanner=scanner)
    if jobs == 1:
        yield from map(read, truths)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(read, truths)


def _row(truth: Truth, scanner: Scanner) -> Row:
    return compare(truth, scanner.scan(truth.path.read_bytes()))


def compare(truth: Truth, scan: Scan) -> Row:
    data = truth.data
    found = scan.best
    garden = truth.garden if truth.expect != "no garden" else Garden()
    want = make_labels(garden)
    read = found.garden if found else Garden()
    got = make_labels(read)
    level = want.top != got.top
    content = ~level & (want.content != got.content)
    total_true = score_garden(garden).total if truth.expect != "no garden" else -1
    scene = data.get("scene", {})
    return Row(
        id=str(data["id"]),
        like=str(data["like"]),
        expect=truth.expect,
        tilt_deg=float(scene.get("tilt", -1.0)),
        distance_cm=float(data.get("distance_cm") or -1.0),
        light=str(scene.get("light", "")),
        highest=max((t.level for t in garden.tiles), default=0),
        error=scan.error.code if scan.error else "",
        corner_cells=_corner_error(truth, scan),
        level_wrong=int(level.sum()) if found else 64,
        content_wrong=int(content.sum()) if found else 0,
        cells_wrong=int((level | content).sum()) if found else 64,
        tiles_wrong=int(((want.tile == 1) != (got.tile == 1)).sum()),
        flowers_wrong=int(((want.tile == 1) & (got.tile == 1) & (want.flower != got.flower)).sum()),
        total_true=total_true,
        total_read=found.sheet.total if found else -1,
        exact=bool(found and found.sheet.total == total_true),
        garden_exact=bool(found and not level.any() and not content.any() and (want.flower == got.flower).all()),
        status=found.judgement.status if found else "",
        probability=found.judgement.probability if found else 0.0,
        taps=count_taps(found, garden) if found else -1,
        ms=sum(scan.timings_ms.values()),
    )


def _corner_error(truth: Truth, scan: Scan) -> float:
    if not truth.has_board or scan.best is None:
        return -1.0
    true = np.array(truth.data["board_corners_px"], float)
    factor = scan.width / truth.size[0]
    read = scan.best.board.corners_px / factor
    return float(np.linalg.norm(read - true, axis=1).max() / px_per_cell(truth.camera))


def write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", newline="") as out:
        writer = csv.DictWriter(out, [f.name for f in fields(Row)])
        writer.writeheader()
        writer.writerows(asdict(r) for r in rows)


def interval(k: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for k of n."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, k / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def _share(label: str, hits: Iterable[bool]) -> str:
    values = list(hits)
    k, n = sum(values), len(values)
    low, high = interval(k, n)
    percent = 100 * k / n if n else float("nan")
    return f"| {label} | {k}/{n} | {percent:.1f} % | {100 * low:.1f}–{100 * high:.1f} % |"


def table(rows: Sequence[Row]) -> str:
    """The figures of the goals as a Markdown table."""
    boards = [r for r in rows if r.expect != "no garden"]
    scored = [r for r in boards if not r.error]
    built = [r for r in boards if r.expect == "garden"]
    negatives = [r for r in rows if r.expect == "no garden"]
    sure = [r for r in boards if r.status == "sure"]
    lines = ["| what | k/n | share | 95 % interval |", "|---|---|---|---|"]
    lines.append(_share("board found, worst corner < 0.25 cell", (0 <= r.corner_cells < CORNER_LIMIT_CELLS for r in boards)))
    lines.append(
        _share("board missed without an error or doubt", (r.corner_cells >= CORNER_LIMIT_CELLS and r.status == "sure" for r in boards))
    )
    lines.append(_share("exact total", (r.exact for r in built)))
    lines.append(_share("exact total, tilt ≤ 20°", (r.exact for r in built if r.tilt_deg <= STEEP_DEG)))
    lines.append(_share("exact total, tilt 20–40°", (r.exact for r in built if r.tilt_deg > STEEP_DEG)))
    lines.append(_share("exact garden (levels, contents, flowers)", (r.garden_exact for r in built)))
    lines.append(_cells("wrong cells where a board was found", scored))
    lines.append(_share("called sure", (r.status == "sure" for r in built)))
    lines.append(_share("sure, but a wrong total", (not r.exact for r in sure)))
    lines.append(_share("negatives given a sure score", (r.status == "sure" for r in negatives)))
    lines.append(_share("negatives given any score", (not r.error for r in negatives)))
    lines.append(_share("at most two taps to the right total", (0 <= r.taps <= FEW_TAPS for r in built)))
    return "\n".join(lines) + "\n\n" + _taps(built) + _kinds(built)


KINDS_OF_PHOTO: tuple[tuple[str, Callable[[Row], str]], ...] = (
    ("like", lambda r: r.like),
    ("tilt", lambda r: f"{int(max(r.tilt_deg, 0) // 10) * 10}–{int(max(r.tilt_deg, 0) // 10) * 10 + 10}°"),
    ("distance", lambda r: f"{int(max(r.distance_cm, 0) // 20) * 20}–{int(max(r.distance_cm, 0) // 20) * 20 + 20} cm"),
    ("highest level", lambda r: str(r.highest)),
    ("light", lambda r: r.light),
)


def breakdown(rows: Sequence[Row]) -> str:
    """Exact totals and wrong cells by the kinds of photo, gardens only."""
    built = [r for r in rows if r.expect == "garden"]
    lines = ["| | | exact total | 95 % interval | wrong cells where found |", "|---|---|---|---|---|"]
    for name, kind in KINDS_OF_PHOTO:
        for value in sorted({kind(r) for r in built}):
            chosen = [r for r in built if kind(r) == value]
            found = [r for r in chosen if not r.error]
            k, n = sum(r.exact for r in chosen), len(chosen)
            low, high = interval(k, n)
            wrong = 100 * sum(r.cells_wrong for r in found) / max(64 * len(found), 1)
            lines.append(f"| {name} | {value} | {k}/{n} | {100 * low:.0f}–{100 * high:.0f} % | {wrong:.2f} % |")
    return "\n".join(lines)


def _cells(label: str, rows: Sequence[Row]) -> str:
    k, n = sum(r.cells_wrong for r in rows), 64 * len(rows)
    low, high = interval(k, n)
    return f"| {label} | {k}/{n} | {100 * k / n if n else 0:.2f} % | {100 * low:.2f}–{100 * high:.2f} % |"


def _taps(rows: Sequence[Row]) -> str:
    told = sorted(r.taps for r in rows if r.taps >= 0)
    return f"taps to the right total, where a garden was read: median {statistics.median(told):g} of {len(told)}\n\n" if told else ""


def _kinds(rows: Sequence[Row]) -> str:
    """What went wrong first, stage by stage."""
    lost = [r for r in rows if not r.exact]
    first = {
        "no board": [r for r in lost if r.error],
        "board in the wrong place": [r for r in lost if not r.error and r.corner_cells >= CORNER_LIMIT_CELLS],
    }
    rest = [r for r in lost if not r.error and r.corner_cells < CORNER_LIMIT_CELLS]
    first["level"] = [r for r in rest if r.level_wrong]
    first["piece"] = [r for r in rest if not r.level_wrong and r.content_wrong]
    first["flower"] = [r for r in rest if not r.level_wrong and not r.content_wrong and r.flowers_wrong]
    first["hidden only"] = [r for r in rest if not r.level_wrong and not r.content_wrong and not r.flowers_wrong]
    lines = ["| wrong totals by first cause | photos |", "|---|---|"]
    lines += [f"| {name} | {len(found)} |" for name, found in first.items()]
    return "\n".join(lines)
