"""Real photos through the real scanner: two processes against one, a Dask cluster of two workers, and memory."""

from __future__ import annotations

import itertools
import os
import resource
import time
from pathlib import Path
from typing import Any

from scanner.batch import ScanPhoto, load_file, run_batch
from tests.dataset.dask_cluster import running_cluster

ROUNDS = 2
MEMORY_PHOTOS = 500


def throughput(folder: Path, *, rounds: int = ROUNDS) -> None:
    """The same photos by one process, by two and by a cluster of two workers, turn by turn; every process with one thread. Each has
    scanned before the clock starts, except for the pool, which `run_batch` always starts anew."""
    keys = [str(p) for p in sorted(folder.glob("*.jpg"))]
    work = ScanPhoto("en", threads=1)
    spent = {"one process": 0.0, "two processes": 0.0, "cluster of two": 0.0}
    with running_cluster() as address:
        ways: dict[str, dict[str, Any]] = {"one process": {}, "two processes": {"jobs": 2}, "cluster of two": {"cluster": address}}
        list(run_batch(work, keys[:1]))
        list(run_batch(work, keys[:4], cluster=address))
        for _ in range(rounds):
            for name, options in ways.items():
                start = time.perf_counter()
                errors = [done.key for done in run_batch(work, keys, **options) if done.result is None]
                spent[name] += time.perf_counter() - start
                assert not errors, errors
    load = os.getloadavg()[0]
    for name, seconds in spent.items():
        rate = f"{seconds / rounds / len(keys):.2f} s per photo, {spent['one process'] / seconds:.2f} times as fast as one process"
        print(f"{name}: {rate} ({len(keys)} photos, {rounds} rounds, load {load:.1f})", flush=True)


def memory(folder: Path, count: int = MEMORY_PHOTOS) -> None:
    """The largest size of this process and of the workers, as far as each fifth of the photos."""
    photos = [str(p) for p in sorted(folder.glob("*.jpg"))]
    keys = [f"{number} {path}" for number, path in zip(range(count), itertools.cycle(photos))]
    workers: dict[int, int] = {}
    fifth = max(count // 5, 1)
    for number, done in enumerate(run_batch(scan_and_weigh, keys, load=lambda key: load_file(key.partition(" ")[2]), jobs=2), 1):
        if done.result:
            workers[done.result["process"]] = done.result["kilobytes"]
        if number % fifth == 0:
            mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            sizes = ", ".join(f"{kilobytes // 1024}" for kilobytes in workers.values())
            print(f"after {number} photos: this process {mine} MB, workers {sizes} MB", flush=True)


def scan_and_weigh(data: bytes) -> dict[str, Any]:
    ScanPhoto("en", threads=1)(data)
    return {"process": os.getpid(), "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}
