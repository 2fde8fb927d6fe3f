"""Real photos through the real scanner: two processes against one, a Dask cluster of two workers, and memory."""

from __future__ import annotations

import itertools
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scanner.batch import ScanPhoto, load_file, run_batch
from tests.dataset.dask_cluster import running_cluster

ROUNDS, SHOTS = 3, 12
MEMORY_PHOTOS, MARKS = 500, 5
ALONE, PLAIN, PAIR, CLUSTER = "one process", "one process, two threads", "two processes", "cluster of two"
DEFINITIONS = """
A way's time in a round: from the first photo handed over to the last result; starting the two processes is part of it, starting the
cluster's workers is not. Every process has one thread, but for "two threads", which is how `--jobs 1` runs. Ratio: the time of one process
over that of the way, within one round; given are its mean and, in brackets, the least and the largest of the rounds. Unread: photos that
gave no garden, which takes less time.
"""


def throughput(folder: Path, *, rounds: int = ROUNDS, shots: int = SHOTS, make: Callable[[int], Any] | None = None) -> None:
    """The same photos by one process, by two and by a cluster of two workers, turn by turn. All but the pool, which `run_batch` always
    starts anew, have scanned before the clock starts. `make(threads)` gives the work."""
    make = make or (lambda threads: ScanPhoto("en", threads=threads))
    keys = [str(p) for p in sorted(folder.glob("*.jpg"))[:shots]]
    unread = 0
    spent: dict[str, list[float]] = {}
    with running_cluster() as address:
        ways: dict[str, tuple[int, dict[str, Any]]] = {ALONE: (1, {}), PLAIN: (2, {}), PAIR: (1, {"jobs": 2})}
        ways[CLUSTER] = (1, {"cluster": address})
        for name in (ALONE, PLAIN, CLUSTER):
            threads, options = ways[name]
            timed(make(threads), keys[: 4 if name == CLUSTER else 1], options)
        for _ in range(rounds):
            for name, (threads, options) in ways.items():
                seconds, unread = timed(make(threads), keys, options)
                spent.setdefault(name, []).append(seconds)
    print(DEFINITIONS)
    for name, times in spent.items():
        ratios = [one / mine for one, mine in zip(spent[ALONE], times, strict=True)]
        ratio = f"{sum(ratios) / rounds:.2f} ({min(ratios):.2f}–{max(ratios):.2f}) times as fast as one process"
        pace = f"{sum(times) / rounds / len(keys):.2f} s per photo"
        print(
            f"{name}: {pace}, {ratio}; n = {len(keys)} photos ({unread} unread), {rounds} rounds, load {os.getloadavg()[0]:.1f}", flush=True
        )


def timed(work: Any, keys: list[str], options: dict[str, Any]) -> tuple[float, int]:
    """Seconds, and how many photos gave no garden; one that could not be worked on at all ends the bench."""
    start = time.perf_counter()
    found = list(run_batch(work, keys, **options))
    seconds = time.perf_counter() - start
    errors = [f"{done.key}: {done.error}" for done in found if done.result is None]
    if errors:
        raise SystemExit("\n".join(errors))
    return seconds, sum("error" in (done.result or {}) for done in found)


def memory(folder: Path, count: int = MEMORY_PHOTOS, work: Callable[[bytes], dict[str, Any]] | None = None) -> None:
    """The largest size so far (ru_maxrss) of this process and of the workers, at each fifth of the photos."""
    photos = [str(p) for p in sorted(folder.glob("*.jpg"))]
    keys = [f"{number} {path}" for number, path in zip(range(count), itertools.cycle(photos))]
    workers: dict[int, int] = {}
    marks: list[int] = []
    failed = 0
    found = run_batch(work or scan_and_weigh, keys, load=lambda key: load_file(key.partition(" ")[2]), jobs=2)
    for number, done in enumerate(found, 1):
        failed += done.result is None
        if done.result:
            workers[done.result["process"]] = done.result["kilobytes"]
        if number % max(count // MARKS, 1) == 0:
            mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            marks.append(mine + sum(workers.values()) // 1024)
            sizes = ", ".join(f"{kilobytes // 1024}" for kilobytes in workers.values())
            print(f"after {number} photos: this process {mine} MB, workers {sizes} MB", flush=True)
    grown = f"{marks[-1] - marks[0]:+d} MB from the first fifth ({marks[0]} MB in all) to the last"
    print(f"n = {count} scans of {len(photos)} photos, {failed} failed: {grown}", flush=True)


def scan_and_weigh(data: bytes) -> dict[str, Any]:
    ScanPhoto("en", threads=1)(data)
    return {"process": os.getpid(), "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}
