"""Many photos through one function: on this machine's cores or on a Dask cluster, resumable, with flat memory.

    for done in run_batch(ScanPhoto("en"), paths, load=load_file, jobs=2, journal=Path("scans.jsonl")):
        print(done.key, done.result or done.error)

Only a window of photos is in memory or on its way at any time. A photo that kills its worker is reported, the others go on.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

from scanner.errors import SemiramisError

Work = Callable[[bytes], dict[str, Any]]
Load = Callable[[str], bytes]
NOT_THE_PHOTO = ("models.", "profile.")
"""Errors that say nothing about the photo: a scan that ends with one is none."""
WINDOW = 2
"""Photos on their way per worker: one at work, one waiting."""


@dataclass(frozen=True, slots=True)
class Done:
    """One finished key: its result, or why there is none."""

    key: str
    result: dict[str, Any] | None
    error: str | None = None
    resumed: bool = False
    """Taken from the journal of an earlier run."""

    def line(self) -> str:
        return json.dumps({"key": self.key, "result": self.result, "error": self.error}, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class ScanPhoto:
    """The pipeline as work: bytes of a photo -> `semiramis.scan/1`. One thread per worker: the workers share the cores."""

    edition: str = "en"
    threads: int = 1

    def __call__(self, data: bytes) -> dict[str, Any]:
        import cv2

        from scanner.pipeline import Scanner

        cv2.setNumThreads(self.threads)
        scan = Scanner(edition=self.edition, threads=self.threads).scan(data)
        if scan.error is not None and scan.error.code.startswith(NOT_THE_PHOTO):
            raise scan.error
        return scan.to_dict()


def load_file(key: str) -> bytes:
    return Path(key).read_bytes()


def run_batch(
    work: Work,
    keys: Iterable[str],
    *,
    load: Load = load_file,
    jobs: int = 1,
    cluster: str | None = None,
    journal: Path | None = None,
    patience_s: float = 10.0,
) -> Iterator[Done]:
    """Every key once, as they finish. With a `journal`, keys that it holds are not worked on again; each new line is on the disk before
    its Done is yielded. `cluster` is the address of a Dask scheduler whose workers have Semiramis installed; it is given `patience_s` to
    answer."""
    if jobs < 1:
        raise SemiramisError("batch.bad_jobs", "At least one job is needed.")
    with ExitStack() as stack:
        file, known = None, dict[str, Done]()
        if journal is not None:
            known = load_journal(journal)
            file = stack.enter_context(_open_journal(journal))
        fresh: list[str] = []
        for key in dict.fromkeys(keys):
            if key in known:
                yield known[key]
            else:
                fresh.append(key)
        if cluster is not None:
            found = _on_cluster(work, fresh, load, cluster, patience_s)
        else:
            found = _here(work, fresh, load) if jobs == 1 else _in_pool(work, fresh, load, jobs)
        for done in found:
            if file is not None:
                file.write(done.line().encode())
                file.flush()
                os.fsync(file.fileno())
            yield done


def load_journal(path: Path) -> dict[str, Done]:
    """Results of earlier runs by key; errors and a torn last line do not count, so they are tried again."""
    known = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            try:
                data = json.loads(line)
                if data["result"] is not None:
                    known[str(data["key"])] = Done(str(data["key"]), dict(data["result"]), resumed=True)
            except (ValueError, KeyError, TypeError):
                continue
    return known


def _open_journal(path: Path) -> IO[bytes]:
    """For appending, behind a torn line that a killed run may have left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("ab")
    if file.tell() and path.read_bytes()[-1:] != b"\n":
        file.write(b"\n")
    return file


def _attempt(key: str, work: Work, data: bytes) -> Done:
    """Runs where the work is done: errors come back as words, because not every exception survives the way between processes."""
    try:
        return Done(key, work(data))
    except Exception as error:  # one bad photo must not end the run, whatever it did
        return Done(key, None, _words(error))


def _collect(key: str, result: Callable[[], Done]) -> Done:
    """What came back, or why nothing did."""
    try:
        return result()
    except BrokenProcessPool:
        raise
    except Exception as error:  # a result that cannot be sent, a worker of a cluster that died
        return Done(key, None, _words(error))


def _words(error: BaseException) -> str:
    return error.hint if isinstance(error, SemiramisError) else f"{type(error).__name__}: {error}"


def _here(work: Work, keys: Iterable[str], load: Load) -> Iterator[Done]:
    for key in keys:
        try:
            data = load(key)
        except Exception as error:  # the photo cannot be read
            yield Done(key, None, _words(error))
            continue
        yield _attempt(key, work, data)


def _in_pool(work: Work, keys: Iterable[str], load: Load, jobs: int) -> Iterator[Done]:
    waiting, suspects = iter(keys), list[str]()
    while True:
        with _pool(jobs) as pool:
            yield from _until_broken(pool, work, waiting, load, jobs, suspects)
        if not suspects:
            return
        for key in suspects:  # one of them killed its worker: each gets a pool of its own
            yield _alone(work, key, load)
        suspects.clear()


def _until_broken(
    pool: ProcessPoolExecutor, work: Work, waiting: Iterator[str], load: Load, jobs: int, suspects: list[str]
) -> Iterator[Done]:
    """Work off `waiting`; when a worker dies, the keys that were on their way become suspects."""
    running: dict[Future[Done], str] = {}
    while True:
        for key in islice(waiting, WINDOW * jobs - len(running)):
            try:
                running[pool.submit(_attempt, key, work, load(key))] = key
            except BrokenProcessPool:
                suspects.append(key)
            except Exception as error:  # the photo cannot be read
                yield Done(key, None, _words(error))
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            key = running.pop(future)
            if isinstance(future.exception(), BrokenProcessPool):
                suspects.append(key)
            else:
                yield _collect(key, future.result)
        if suspects:
            suspects.extend(running.values())
            return


def _alone(work: Work, key: str, load: Load) -> Done:
    with _pool(1) as pool:
        try:
            return _collect(key, pool.submit(_attempt, key, work, load(key)).result)
        except BrokenProcessPool:
            return Done(key, None, "its worker died")


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Spawned, not forked: networks and their threads do not survive a fork."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


def _count_workers(client: Any, address: str, patience_s: float) -> int:
    """At least one, or an error: a scheduler without workers would keep us waiting for ever."""
    try:
        client.wait_for_workers(1, timeout=patience_s)
    except TimeoutError as error:
        raise SemiramisError(
            "batch.no_workers", f"The Dask cluster at {address} has no workers. Start some: dask worker {address}"
        ) from error
    return len(client.nthreads())


def _on_cluster(work: Work, keys: Iterable[str], load: Load, address: str, patience_s: float) -> Iterator[Done]:
    from distributed import Client, as_completed
    from distributed.comm.addressing import get_address_host_port

    try:
        get_address_host_port(address)  # a client with a wrong address would take 20 s to complain once more when it is thrown away
        client = Client(address, timeout=patience_s, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise SemiramisError("batch.no_cluster", f"No Dask cluster answers at {address}: {error}") from error
    with client:
        workers = _count_workers(client, address, patience_s)
        waiting, on_their_way = iter(keys), {}
        queue = as_completed([], loop=client.loop)

        def send(count: int) -> Iterator[Done]:
            for key in islice(waiting, count):
                try:
                    data = load(key)
                except Exception as error:  # the photo cannot be read
                    yield Done(key, None, _words(error))
                    continue
                future = client.submit(_attempt, key, work, data, pure=False)
                on_their_way[future.key] = key
                queue.add(future)

        yield from send(WINDOW * workers)
        while on_their_way:
            future = next(queue)
            if future.cancelled():  # nobody of ours does that: the scheduler is gone, and nothing that is sent now would come back
                raise SemiramisError("batch.cluster_lost", f"The Dask cluster at {address} was lost. What was read is kept; run it again.")
            yield _collect(on_their_way.pop(future.key), future.result)
            future.release()
            yield from send(WINDOW * workers - len(on_their_way))
