"""A program of the durability tests: forks writers that use one store at once, kills them when told to, and prints what they were told.

    python -m tests.dataset.writers ADDRESS PHOTOS --at-once 2 --kills 100

Every writer says on its pipe what it begins and what was acknowledged; the pipe survives its death. Forked from a small parent, because
starting Python anew takes longer than the writing. The parent never opens that store.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import signal
import tempfile
import time
from typing import Any

from scanner.dataset import open_store
from tests.dataset.kit import garden, photo, scan

LAST_WORD, LAST_BREATH_S = 8, 0.02
"""A writer is killed a moment after a random one of its words, at the latest this one."""
STEPS = 6


def write(address: str, photos: str, seed: int, say: Any) -> None:
    """Add, correct, scan again and delete, in a random order; `say` before and after each."""
    rng = random.Random(seed)
    say("open", "")
    store = open_store(address, photos=photos)
    mine: list[str] = []
    for step in range(STEPS):
        what = rng.choice(["add", "add", "correct", "scan", "delete"]) if mine else "add"
        say(f"begin {what}", mine[0] if mine else "")
        if what == "add":
            name = f"{seed}-{step}"
            record = store.add(photo(rng.randrange(12)), scan=scan(step), garden=garden(step), game=f"game {seed}", note=name, whole=True)
            mine.append(record.id)
            say("add", record.id)
        elif what == "correct":
            say("correct", f"{mine[0]} {len(store.correct(mine[0], garden(step)).corrections)}")
        elif what == "scan":
            say("scan", f"{mine[0]} {len(store.add_scan(mine[0], scan(step)).scans)}")
        else:
            doomed = mine.pop(0)
            store.delete(doomed)
            say("delete", doomed)
    store.close()
    say("end", "")


def start(address: str, photos: str, seed: int) -> tuple[int, int]:
    """(process id, reading end of its pipe)."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    os.close(reading)
    code = 1
    try:
        write(address, photos, seed, lambda word, rest: os.write(writing, f"{word}|{rest}\n".encode()))
        code = 0
    finally:
        os._exit(code)


def kill(pid: int, reading: int, rng: random.Random) -> bytes:
    """Listen for a while, then kill; returns what was heard."""
    heard, words = b"", rng.randint(1, LAST_WORD)
    while heard.count(b"\n") < words and (more := os.read(reading, 1)):
        heard += more
    time.sleep(rng.uniform(0.0, LAST_BREATH_S))
    os.kill(pid, signal.SIGKILL)
    return heard


def finish(pid: int, reading: int, heard: bytes = b"") -> dict[str, Any]:
    """How it ended and what it said."""
    with os.fdopen(reading, "rb") as pipe:
        said = [line.split("|") for line in (heard + pipe.read()).decode().splitlines()]
    _, status = os.waitpid(pid, 0)
    return {"killed": os.WIFSIGNALED(status), "status": status, "said": said}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("photos")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--kills", type=int, default=0, help="go on until so many were killed before they were done")
    args = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:  # everything imported and made once, inherited by all
        store = open_store(folder)
        for number in range(12):
            store.add(photo(number), scan=scan(number % STEPS), garden=garden(number % STEPS))
        store.close()
    lives: list[dict[str, Any]] = []
    for turn in itertools.count():
        running = [start(args.address, args.photos, turn * 100 + n) for n in range(args.at_once)]
        heard = [kill(pid, reading, rng) if args.kills else b"" for pid, reading in running]
        lives += [finish(pid, reading, words) for (pid, reading), words in zip(running, heard, strict=True)]
        if sum(life["killed"] for life in lives) >= args.kills:
            break
    print(json.dumps(lives))


if __name__ == "__main__":
    main()
