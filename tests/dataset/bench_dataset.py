"""Figures of docs/dataset.md, measured again.

    python -m tests.dataset.bench_dataset                      # made-up work: store, batch, memory, learn (or name some of them)
    python -m tests.dataset.bench_dataset render OUT           # three boxes of held drawing styles, 46 photos each (extra: studio)
    python -m tests.dataset.bench_dataset photos OUT/*         # the Proof: learning on each folder, the command's time, throughput,
                                                               # memory over 500 photos; --only learning|time|throughput|memory

`photos` needs the networks in models/, the extra cluster, folders of NAME.jpg with NAME.json (one box per folder, 45 gardens for five
lessons and forty checks) and a free machine for the times. Interrupted, the learning goes on where it was (--keep).
"""

from __future__ import annotations

import argparse
import resource
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


PARTS = ("learning", "time", "throughput", "memory")


def photos(folders: list[Path], keep: Path, only: list[str], jobs: int, count: int) -> None:
    """All that needs photos."""
    from tests.dataset import bench_batch, bench_learning

    if "learning" in only:
        bench_learning.measure(folders, keep, jobs=jobs)
    if "time" in only:
        bench_learning.time_the_command(folders[0])
    if "throughput" in only:
        bench_batch.throughput(folders[0])
    if "memory" in only:
        bench_batch.memory(folders[0], count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="store, batch, memory, learn; or render OUT; or photos FOLDER…")
    parser.add_argument("--keep", type=Path, default=Path("out/bench-dataset"), help="where what was read is kept")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--count", type=int, help="photos per box (render), photos for memory (photos)")
    args = parser.parse_args()
    if args.what[:1] == ["render"]:
        from tests.dataset.box_photos import COUNT, render_boxes

        render_boxes(Path(args.what[1]), count=args.count or COUNT, jobs=args.jobs)
    elif args.what[:1] == ["photos"]:
        photos([Path(folder) for folder in args.what[1:]], args.keep, args.only, args.jobs, args.count or 500)
    else:
        for name in args.what or ("store", "batch", "memory", "learn"):
            {"learn": learn, "batch": batch, "memory": memory, "store": store}[name]()


if __name__ == "__main__":
    main()
