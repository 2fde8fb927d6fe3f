"""Work for the batch tests that worker processes can import: no networks, but all that can go wrong."""

from __future__ import annotations

import hashlib
import os
import resource
import time
from dataclasses import dataclass
from typing import Any

from scanner.errors import ScannerError
from tests.dataset.kit import scan


def digest(data: bytes) -> dict[str, Any]:
    """Refuses b"bad", breaks on b"bug", kills its process on b"die"."""
    if data == b"bad":
        raise ScannerError("photo.broken", "This is no photo.")
    if data == b"bug":
        raise ZeroDivisionError("oops")
    if data == b"die":
        os._exit(9)
    return {"sha256": hashlib.sha256(data).hexdigest(), "process": os.getpid()}


def slow(data: bytes) -> dict[str, Any]:
    """A tenth of a second of nothing."""
    time.sleep(0.1)
    return {"seen": len(data)}


def weigh(data: bytes) -> dict[str, Any]:
    """What `bench_batch.scan_and_weigh` tells, without a scan; refuses b"bad" as `digest` does."""
    return {**digest(data), "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}


@dataclass(frozen=True, slots=True)
class Spin:
    """`spin`, whatever the number of threads."""

    threads: int

    def __call__(self, data: bytes) -> dict[str, Any]:
        return spin(data)


def load(key: str) -> bytes:
    """Keys are their own photos; "gone" cannot be read."""
    if key == "gone":
        raise FileNotFoundError(2, "No such file", key)
    return key.rstrip("0123456789").encode() if key.startswith(("bad", "bug", "die")) else key.encode()


@dataclass(frozen=True, slots=True)
class Rescan:
    """What a new set of networks would say."""

    edition: str
    model: str = "new"
    refuse: bytes = b""

    def __call__(self, data: bytes) -> dict[str, Any]:
        if data == self.refuse:
            raise ScannerError("board.missing", "No board.")
        return scan(len(data) % 9, 0.8, {"evidence": self.model, "edition": self.edition})


def spin(data: bytes) -> dict[str, Any]:
    """Keeps one core busy for a while, without memory or disk."""
    digest_of = data
    for _ in range(150_000):
        digest_of = hashlib.sha256(digest_of).digest()
    return {"digest": digest_of.hex()}
