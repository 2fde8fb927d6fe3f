"""Figures of docs/dataset.md, measured again: python -m tests.dataset.bench_dataset [learn|batch|memory|store]…"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from scanner.batch import run_batch
from scanner.dataset import open_store
from scanner.dataset.figures import wilson
from scanner.dataset.judging import CELLS
from scanner.dataset.learning import Check, best_garden, read_all
from scanner.dataset.refit import fit_profile
from tests.dataset.box import lesson
from tests.dataset.kit import garden, photo, scan
from tests.dataset.work import digest, spin

GARDENS = 40


def learn() -> None:
    """A made-up box that is misread systematically; wrong cells and right totals of 40 other gardens."""
    for count in (0, 1, 2, 5):
        start = time.process_time()
        profile = fit_profile([lesson(seed) for seed in range(count)], "bench") if count else None
        spent = time.process_time() - start
        checks: list[Check] = [(lesson(seed), profile) for seed in range(100, 100 + GARDENS)]
        found = read_all(checks, best_garden)
        low, high = wilson(found.right_totals, GARDENS)
        cells = f"wrong cells {found.wrong_cells / CELLS / GARDENS:.2%}"
        totals = f"right totals {found.right_totals} of {GARDENS} ({low:.0%}–{high:.0%})"
        print(f"learned from {count}: {cells}, {totals}, {spent:.1f} s")


def batch() -> None:
    """The same work with one and with two processes, turn by turn."""
    keys = [str(n) for n in range(24)]
    spent = {1: 0.0, 2: 0.0}
    for _ in range(3):
        for jobs in spent:
            start = time.perf_counter()
            assert all(done.result for done in run_batch(spin, keys, load=str.encode, jobs=jobs))
            spent[jobs] += time.perf_counter() - start
    print(f"two jobs against one: {spent[1] / spent[2]:.2f} times as fast, start of the processes included")


def memory() -> None:
    """500 photos through a pool of two: the largest size of this process after 100 and after 500."""
    marks = []
    for number, _ in enumerate(run_batch(digest, [str(n) for n in range(500)], load=lambda key: photo(int(key) % 40), jobs=2), 1):
        if number in (100, 500):
            marks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"memory after 100 photos {marks[0]:.0f} MB, after 500 {marks[1]:.0f} MB")


def store() -> None:
    """Records kept per second, each of them durable before the next begins."""
    with tempfile.TemporaryDirectory() as folder:
        opened = open_store(Path(folder))
        start = time.perf_counter()
        for n in range(100):
            opened.add(photo(n % 40), scan=scan(n % 9), garden=garden(n % 9), game=f"game {n}")
        print(f"{100 / (time.perf_counter() - start):.0f} records kept per second on {folder}")
        opened.close()


if __name__ == "__main__":
    for name in sys.argv[1:] or ("store", "batch", "memory", "learn"):
        {"learn": learn, "batch": batch, "memory": memory, "store": store}[name]()
