"""A series of photos in a folder: several processes, resumable, every file written aside and renamed."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from models.studio.shoot import ShootParams, take_photo
from scanner.errors import StudioError

TASKS_PER_PROCESS = 200
"""The renderer keeps a little memory per scene: a worker is replaced after that many photos, and memory stays flat."""


def photo_name(seed: int, index: int) -> str:
    return f"{seed}-{index:05d}"


def missing(out: Path, seed: int, count: int, start: int = 0) -> list[int]:
    """Numbers of the photos that are not there yet; the truth is written last, so a photo without it does not count."""
    return [i for i in range(start, start + count) if not (out / f"{photo_name(seed, i)}.json").exists()]


def write_photo(out: str, seed: int, index: int, params: ShootParams, kind: str | None = None) -> str:
    """Take one photo and write its two files."""
    taken = take_photo(seed, index, params, kind=kind)
    name = photo_name(seed, index)
    _write(Path(out) / f"{name}.jpg", taken.jpeg)
    _write(Path(out) / f"{name}.json", json.dumps(taken.truth, ensure_ascii=False).encode())
    return name


def _write(path: Path, data: bytes) -> None:
    aside = path.with_suffix(f".{os.getpid()}.part")
    aside.write_bytes(data)
    aside.replace(path)


def shoot_series(
    out: Path, seed: int, count: int, params: ShootParams, *, jobs: int = 1, start: int = 0, each: Callable[[str], None] | None = None
) -> int:
    """Take what is missing of the photos `start` to `start + count`; returns how many were taken now."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudioError("studio.no_folder", f"{out} cannot be written: {error}") from error
    todo = missing(out, seed, count, start)
    for name in _names(out, seed, todo, params, jobs):
        if each:
            each(name)
    return len(todo)


def _names(out: Path, seed: int, todo: list[int], params: ShootParams, jobs: int) -> Iterator[str]:
    if jobs <= 1:
        for index in todo:
            yield write_photo(str(out), seed, index, params)
        return
    # Not a ProcessPoolExecutor: in Python 3.11 it may hang when it replaces a worker.
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=TASKS_PER_PROCESS) as pool:
        yield from pool.imap_unordered(partial(_write_numbered, str(out), seed, params), todo)


def _write_numbered(out: str, seed: int, params: ShootParams, index: int) -> str:
    return write_photo(out, seed, index, params)
