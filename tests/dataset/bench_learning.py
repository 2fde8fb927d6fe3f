"""How much one, two and five corrected photos of a box teach: folders of photos of one box each, NAME.jpg with NAME.json.

What was looked at and put together is kept below `keep`, by the version of the networks: an interrupted run goes on.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scanner.batch import NOT_THE_PHOTO, run_batch
from scanner.dataset import open_store
from scanner.dataset.figures import wilson
from scanner.dataset.folders import corners_as_scanned
from scanner.dataset.judging import CELLS, count_mistakes
from scanner.dataset.learning import best_garden, teach
from scanner.dataset.record import model_version
from scanner.dataset.refit import Lesson, fit_profile
from scanner.errors import SemiramisError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import score_garden
from scanner.profile import Profile
from scanner.types import Evidence

DEFINITIONS = """
n: gardens of the box that were learned from at no step; the same at every step.
wrong cell: of the 64 of a garden, one whose level, flower or piece on top differs from the truth. Interval: bootstrap over gardens, 95 %.
fewer wrong cells than before: per garden, against the scanner that learned nothing. Interval: the same.
total right: the garden that was put together is worth as many points as the true one. Interval: Wilson, 95 %.
A garden that could not be put together counts as 64 wrong cells and a wrong total. Where the scanner did not find the board, its corners
were told it, as a person would have to; how often is said below each box.
gate: what `semiramis learn` would say with these photos alone.
"""
STEPS = (0, 1, 2, 5)
"""Photos learned from."""
LEAST_CHECKS = 40
"""Gardens per box for a figure to count."""
DRAWS = 4000
"""Of the bootstrap over gardens."""
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Result:
    """The gardens of one box after some photos, those learned from left out."""

    box: str
    learned: int
    wrong_cells: tuple[int, ...]
    right: tuple[bool, ...]
    accepted: bool | None
    """What the gate of `semiramis learn` says, with these photos only; None when it needs more."""

    def line(self, before: Result) -> str:
        n = len(self.right)
        low, high = wilson(sum(self.right), n)
        error, (a, b) = interval(np.array(self.wrong_cells) / CELLS)
        gain, (c, d) = interval((np.array(before.wrong_cells) - np.array(self.wrong_cells)) / CELLS)
        gate = "" if self.accepted is None else "yes" if self.accepted else "refused"
        cells = f"{error:.2%} ({a:.2%}–{b:.2%}) | {gain:+.2%} ({c:+.2%} to {d:+.2%})"
        return f"| {self.box} | {self.learned} | {cells} | {sum(self.right)} of {n} ({low:.0%}–{high:.0%}) | {gate} |"


def interval(values: Any) -> tuple[float, tuple[float, float]]:
    """Mean with its 95 % bootstrap interval."""
    picks = np.random.default_rng(1).integers(0, len(values), (DRAWS, len(values)))
    low, high = np.percentile(values[picks].mean(axis=1), [2.5, 97.5])
    return float(values.mean()), (float(low), float(high))


def measure(folders: Sequence[Path], keep: Path, *, jobs: int = 2, seed: int = 1, gate: bool = True) -> list[Result]:
    """All boxes; prints the table as it goes."""
    from scanner.networks import manifest

    version = model_version({"models": {name: entry["sha256"] for name, entry in manifest().items()}})
    print(DEFINITIONS)
    print("| box | learned from | wrong cells (95 %) | fewer wrong cells than before (95 %) | totals right (95 %) | gate |")
    print("|---|---|---|---|---|---|", flush=True)
    results = []
    for folder in folders:
        lessons, told = look_at(folder, keep / version / folder.name)
        rows = measure_box(folder.name, lessons, keep / version / folder.name, version, jobs=jobs, seed=seed, gate=gate)
        for row in rows:
            print(row.line(rows[0]), flush=True)
        n, words = len(rows[0].right), f"told where the board is in {len(told)}"
        print(f"<!-- {folder.name}: {len(lessons)} photos, n = {n} gardens; {words}: {', '.join(told)} -->", flush=True)
        if n < LEAST_CHECKS:
            print(f"<!-- {folder.name}: n is less than {LEAST_CHECKS} -->", flush=True)
        results += rows
    tell_pooled(results)
    return results


def measure_box(name: str, lessons: list[Lesson], keep: Path, network: str, *, jobs: int, seed: int, gate: bool) -> list[Result]:
    """The same gardens are checked at every step: those of none of the lessons."""
    order = np.random.default_rng(seed).permutation(len(lessons))
    steps = [count for count in STEPS if count < len(lessons)]
    if not steps:
        raise SystemExit(f"{name}: no photo with a board.")
    taught, checks = [lessons[i] for i in order[: steps[-1]]], [lessons[i] for i in order[steps[-1] :]]
    rows = []
    for count in steps:
        profile = fit_profile(taught[:count], network) if count else None
        accepted = teach(taught[:count], network).refusal is None if gate and count > 1 else None
        found = solve_all(checks, profile, keep / f"solved-{seed}-{count}.jsonl", jobs)
        rows.append(Result(name, count, *found, accepted))
    return rows


def tell_pooled(results: Sequence[Result]) -> None:
    """All boxes as one, gardens as the units."""
    rows = []
    for count in STEPS:
        mine = [r for r in results if r.learned == count]
        if not mine:
            continue
        cells, right = [c for r in mine for c in r.wrong_cells], [x for r in mine for x in r.right]
        rows.append(Result("all", count, tuple(cells), tuple(right), None))
    for row in rows:
        print(row.line(rows[0]))


def look_at(folder: Path, keep: Path) -> tuple[list[Lesson], list[str]]:
    """The evidence of every garden in the folder, and the photos whose board was told and not found."""
    keep.mkdir(parents=True, exist_ok=True)
    lessons, told = [], []
    for path in sorted(folder.glob("*.jpg")):
        truth = json.loads(path.with_suffix(".json").read_text())
        if not truth.get("garden", {}).get("tiles"):
            continue
        kept = keep / f"{path.stem}.npz"
        if not kept.exists():
            evidence, found = look_once(path.read_bytes(), truth)
            aside = kept.with_suffix(".part.npz")
            np.savez_compressed(aside, found=found, **{name: getattr(evidence, name) for name in Evidence.__slots__})
            aside.replace(kept)
        with np.load(kept) as arrays:
            lessons.append(Lesson(Evidence(**{n: arrays[n] for n in Evidence.__slots__}), Garden.from_dict(truth["garden"]), path.stem))
            told += [] if arrays["found"] else [path.stem]
    return lessons, told


def look_once(photo: bytes, truth: dict[str, Any]) -> tuple[Evidence, bool]:
    """The evidence of a photo, and whether its board was found without help."""
    from scanner.dataset.cleaning import clean_photo, draft_record
    from scanner.dataset.looking import usual_eyes

    try:
        return usual_eyes().look(photo).evidence, True
    except SemiramisError as error:
        if error.code.startswith(NOT_THE_PHOTO):
            raise
    clean = clean_photo(photo, corners_as_scanned(truth["board_corners_px"], photo), whole=True)
    return usual_eyes().look(photo, draft_record(clean, "0" * 32, "")).evidence, False


def solve_all(checks: Sequence[Lesson], profile: Profile | None, journal: Path, jobs: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """(wrong cells, total right) per garden; one that the solver gives up on is wrong altogether."""
    by_id = {x.garden_id: x for x in checks}

    def load(key: str) -> bytes:
        evidence = by_id[key].evidence
        return pickle.dumps(evidence if profile is None else profile.apply(evidence))

    found = {done.key: done for done in run_batch(solve, list(by_id), load=load, jobs=jobs, journal=journal)}
    cells, right = [], []
    for key, lesson in by_id.items():
        result = found[key].result
        mistakes = count_mistakes(result, lesson.garden.to_dict()) if result else None
        cells.append(mistakes.cells if mistakes else CELLS)
        right.append(result is not None and score_garden(Garden.from_dict(result)).total == score_garden(lesson.garden).total)
    return tuple(cells), tuple(right)


def solve(data: bytes) -> dict[str, Any]:
    return best_garden(pickle.loads(data), "en").to_dict()


def time_the_command(folder: Path, photos: int = 5) -> None:
    """`semiramis learn` as its user runs it, from the start of the program to its end; with as many photos and with three more."""
    for count in (photos, photos + 3):
        with tempfile.TemporaryDirectory() as place:
            store = open_store(Path(place) / "d")
            named = [p for p in sorted(folder.glob("*.jpg")) if "garden" in json.loads(p.with_suffix(".json").read_text())]
            for path in named[:count]:
                truth = json.loads(path.with_suffix(".json").read_text())
                data = path.read_bytes()
                store.add(data, garden=truth["garden"], crop_to=corners_as_scanned(truth["board_corners_px"], data), whole=True)
            store.close()
            command = [sys.executable, "-m", "scanner.cli", "learn", "--dataset", f"{place}/d"]
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            environment = {**os.environ, "SEMIRAMIS_PROFILES": f"{place}/profiles"}
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"semiramis learn, {count} corrected photos: {wall:.0f} s, {cpu:.0f} s of processor, exit code {done.returncode}")
            print("".join(f"    {line}\n" for line in (done.stdout + done.stderr).splitlines()), end="", flush=True)
