"""Train, validation and test by game: where a game goes depends on its name alone, so adding records moves nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scanner.dataset.record import Record

SPLITS = ("train", "validation", "test")
SHARES = (0.8, 0.1, 0.1)
SALT = "semiramis.split/1"
NEAR_BITS = 6
"""Perceptual hashes that differ in at most so many of 64 bits belong to near pictures; see docs/dataset.md."""
BLOCK = 512


def split_of(group: str) -> str:
    """The split of a game (or of a garden without a game)."""
    point = int.from_bytes(hashlib.sha256(f"{SALT}\n{group}".encode()).digest()[:8], "big") / 2**64
    edge = 0.0
    for name, share in zip(SPLITS[:-1], SHARES[:-1], strict=True):
        edge += share
        if point < edge:
            return name
    return SPLITS[-1]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two records whose photos are equal (0 bits apart and the same file) or nearly so."""

    first: str
    second: str
    bits: int
    same_file: bool
    across_splits: bool


def find_twins(records: Iterable[Record], near_bits: int = NEAR_BITS) -> list[Twins]:
    """All pairs of equal or nearly equal photos, nearest first."""
    known = list(records)
    hashes = np.array([int(r.phash, 16) for r in known], dtype=np.uint64)
    found = []
    for start in range(0, len(known), BLOCK):
        apart = np.bitwise_count(hashes[start : start + BLOCK, None] ^ hashes[None, :])
        for i, j in np.argwhere(apart <= near_bits):
            if start + i < j:
                found.append(_twins(known, int(start + i), int(j), int(apart[i, j])))
    return sorted(found, key=lambda t: (not t.same_file, t.bits, t.first, t.second))


def _twins(known: Sequence[Record], i: int, j: int, bits: int) -> Twins:
    a, b = known[i], known[j]
    same = a.photo_sha256 == b.photo_sha256 or a.source_sha256 == b.source_sha256
    return Twins(a.id, b.id, bits, same, split_of(a.group) != split_of(b.group))
