"""The desk where photos are handed in: a bounded queue, few workers, a time limit, results kept for a while.

A worker that overruns its time cannot be stopped from outside; its job is given up, a new worker takes its place, and the
old one ends when its scan returns.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from scanner.errors import ScannerError, SemiramisError
from webui.pictures import check_pixels, scanned_size, shown_photo, view_of_board

log = logging.getLogger("semiramis.webui")


NEWS_S = 0.02
"""How often a waiting page looks whether its photo has reached the next stage."""


class ScannerLike(Protocol):
    """What the desk needs of `scanner.pipeline.Scanner`, a dataclass."""

    @property
    def edition(self) -> str: ...

    def scan(self, data: bytes, *, corners_px: Any = None, progress: Callable[[str], None] | None = None) -> Any: ...


def load_scanner() -> ScannerLike:
    """The real one."""
    try:
        from scanner.networks import MODELS, load_network, manifest
        from scanner.pipeline import NETWORKS, Scanner
    except ModuleNotFoundError as error:
        raise ScannerError("models.missing", f"Photos cannot be read here: {error.name} is not installed.") from error
    missing = [name for name in NETWORKS if name not in manifest() or not (MODELS / manifest()[name]["file"]).exists()]
    if missing:
        hint = f"The networks that read photos are not installed ({', '.join(missing)}). Build the garden by hand meanwhile."
        raise ScannerError("models.missing", hint)
    scanner = Scanner()
    for name in NETWORKS:  # here, so that the first photo does not wait for them
        load_network(name, scanner.threads)
    return scanner


@dataclass(frozen=True, slots=True)
class DeskParams:
    """How much is taken on at once."""

    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 2))
    """A scan itself uses two cores."""
    most_waiting: int = 12
    """Three tables of four players; whoever comes later is told to come again."""
    limit_s: float = 90.0
    """Twenty times a usual scan on a slow machine."""
    most_stuck: int = 2
    """Overrun workers that may still be busy before nothing new is taken on."""
    most_kept: int = 64
    most_kept_bytes: int = 250_000_000


@dataclass(slots=True, eq=False)
class Job:
    """One photo on its way."""

    data: bytes
    corners_px: list[list[float]] | None = None
    edition: str = "en"
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "waiting"
    """waiting, running, done or failed."""
    stage: str | None = None
    result: dict[str, Any] | None = None
    error: dict[str, str] | None = None
    photo: bytes | None = None
    """Upright JPEG without EXIF, made when somebody asks for it: nobody waits for it to see the score."""
    size_px: tuple[int, int] | None = None
    """Width and height in which the scanner saw the photo; all coordinates are in these pixels."""
    started_s: float = 0.0
    ended: threading.Event = field(default_factory=threading.Event)
    _drawing: threading.Lock = field(default_factory=threading.Lock)

    @property
    def weight(self) -> int:
        return len(self.data) + len(self.photo or b"")

    def wait_for_news(self, seen: str, limit_s: float) -> None:
        """Until the job has ended or is at another stage than `seen`."""
        give_up = time.monotonic() + limit_s
        while (self.stage or self.state) == seen and not self.ended.wait(NEWS_S) and time.monotonic() < give_up:
            pass

    def picture(self) -> bytes | None:
        """The photo as the page shows it; None of one that could not be read."""
        with self._drawing:
            if self.photo is None and self.size_px is not None:
                self.photo = shown_photo(self.data)
            return self.photo

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"id": self.id, "state": self.state, "stage": self.stage}
        if self.size_px is not None:
            out["photo"] = {"url": f"/api/v1/scans/{self.id}/photo", "width": self.size_px[0], "height": self.size_px[1]}
        if self.result is not None:
            out["scan"] = self.result
        if self.error is not None:
            out["error"] = self.error
        return out


class ScanDesk:
    """Takes photos in, hands results out. Threads start with the first photo."""

    def __init__(self, make_scanner: Callable[[], ScannerLike], params: DeskParams) -> None:
        self.params = params
        self._make = make_scanner
        self._scanner: ScannerLike | None = None
        self._making = threading.Lock()
        self._lock = threading.Condition()
        self._queue: deque[Job] = deque()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._workers: dict[int, Job | None] = {}
        """Live workers by number, with what they are at; overrun ones are taken out."""
        self._stuck = 0
        self._next = 0

    def submit(self, data: bytes, corners_px: list[list[float]] | None = None, edition: str = "en") -> Job:
        """Queue a photo; error "busy" when the queue is full."""
        job = Job(data, corners_px, edition)
        with self._lock:
            self._sweep()
            if len(self._queue) >= self.params.most_waiting or not self._hire():
                raise SemiramisError("busy", "Too many photos at once. Try again in a few seconds.")
            self._queue.append(job)
            self._jobs[job.id] = job
            self._forget()
            self._lock.notify()
        return job

    def warm(self) -> threading.Thread:
        """Load the scanner while nobody waits; what is missing is told with the first photo."""

        def load() -> None:
            with contextlib.suppress(SemiramisError):
                self._ready()

        thread = threading.Thread(target=load, name="scan-warm", daemon=True)
        thread.start()
        return thread

    def _ready(self) -> ScannerLike:
        with self._making:
            if self._scanner is None:
                self._scanner = self._make()
            return self._scanner

    def find(self, job_id: str) -> Job | None:
        """The job of that id, unless it is unknown or forgotten."""
        with self._lock:
            self._sweep()
            return self._jobs.get(job_id)

    def wait(self, job: Job) -> Job:
        """Until the job has ended, at the latest when its time is up."""
        while not job.ended.wait(timeout=0.5):
            with self._lock:
                self._sweep()
        return job

    def _hire(self) -> bool:
        """Enough workers for the queue; False when too many are stuck."""
        while len(self._workers) < self.params.workers and self._stuck < self.params.most_stuck:
            self._next += 1
            self._workers[self._next] = None
            threading.Thread(target=self._work, args=(self._next,), name=f"scan-{self._next}", daemon=True).start()
        return bool(self._workers)

    def _sweep(self) -> None:
        """Give up what overran its time."""
        now = time.monotonic()
        for number, job in list(self._workers.items()):
            if job is not None and now - job.started_s > self.params.limit_s:
                del self._workers[number]
                self._stuck += 1
                hint = "Reading this photo took too long. Try another photo, or build the garden by hand."
                _end(job, "failed", error={"code": "scan.timeout", "hint": hint})
        if self._queue and not self._hire():
            hint = "The scanner is stuck. Try again in a minute, or build the garden by hand."
            while self._queue:
                _end(self._queue.popleft(), "failed", error={"code": "scan.timeout", "hint": hint})

    def _forget(self) -> None:
        """The oldest finished jobs, when there are too many or they weigh too much."""
        weight = sum(job.weight for job in self._jobs.values())
        for job_id, job in list(self._jobs.items()):
            if len(self._jobs) <= self.params.most_kept and weight <= self.params.most_kept_bytes:
                return
            if job.ended.is_set():
                weight -= job.weight
                del self._jobs[job_id]

    def _work(self, number: int) -> None:
        while True:
            with self._lock:
                while not self._queue:
                    self._lock.wait()
                job = self._queue.popleft()
                job.started_s, job.state = time.monotonic(), "running"
                self._workers[number] = job
            state, result, error = self._scan(job)
            with self._lock:
                if number not in self._workers:  # given up meanwhile
                    self._stuck -= 1
                    return
                _end(job, state, result, error)
                self._workers[number] = None

    def _scan(self, job: Job) -> tuple[str, dict[str, Any] | None, dict[str, str] | None]:
        def progress(stage: str) -> None:
            job.stage = stage

        try:
            progress("photo")
            check_pixels(job.data)
            known = self._ready()
            corners = None if job.corners_px is None else _as_array(job.corners_px)
            scanner = known if known.edition == job.edition else replace(known, edition=job.edition)  # type: ignore[type-var]
            scan = scanner.scan(job.data, corners_px=corners, progress=progress)
        except SemiramisError as error:
            _measure(job)
            return "failed", None, error.to_dict()
        except Exception:  # whatever breaks inside must not take the worker with it
            log.exception("a scan failed inside")
            _measure(job)
            hint = "The scanner failed on this photo. Try another photo, or build the garden by hand."
            return "failed", None, {"code": "scan.failed", "hint": hint}
        found = scan.to_dict()
        if found["photo"]["width"]:
            job.size_px = found["photo"]["width"], found["photo"]["height"]
        if "error" in found:
            return "failed", None, found["error"]
        for told, garden in zip(found["gardens"], scan.gardens, strict=True):
            told["view"] = view_of_board(garden.board, getattr(garden, "height_scale", 1.0))
        return "done", found, None


def _end(job: Job, state: str, result: dict[str, Any] | None = None, error: dict[str, str] | None = None) -> None:
    if job.ended.is_set():
        return
    job.state, job.result, job.error = state, result, error
    job.ended.set()


def _measure(job: Job) -> None:
    """The size of a photo that no scan has measured, so that the page can show it and offer its corners."""
    with contextlib.suppress(ScannerError):
        check_pixels(job.data)
        job.size_px = scanned_size(job.data)


def _as_array(corners_px: list[list[float]]) -> Any:
    import numpy as np

    return np.array(corners_px, dtype=np.float64)
