"""Networks that were trained on with the dataset: numbered versions beside the profiles, one of them in use, always with a way back.

Each belongs to the shipped network it was trained from: when Semiramis brings a new one, the old finetuned one is left alone.
`scanner.profile.with_tuned` is the reading end.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from scanner.dataset.database import guard
from scanner.errors import ScannerError, SemiramisError
from scanner.profile import CURRENT, NONE, TUNED_FORMAT, current_version, numbers_in, place_in, read_tuned, tuned_folder, write_aside


@dataclass(frozen=True, slots=True)
class Tuned:
    """One version; `networks` holds for each finetuned network its file, its checksum and the shipped one it replaces."""

    networks: Mapping[str, Mapping[str, str]]
    version: int = 0
    previous: int | None = None
    learned_at: str = ""
    gardens: tuple[str, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"format": TUNED_FORMAT, **asdict(self), "gardens": list(self.gardens)}


def save_tuned(name: str, network: Path, base: str, *, learned_at: str, gardens: tuple[str, ...], figures: Mapping[str, Any]) -> Tuned:
    """Keep the network under the next free number and put it into use; finetuned networks of other names stay in use beside it.
    `base`: version of the shipped network."""
    folder = tuned_folder()
    with guard():
        folder.mkdir(parents=True, exist_ok=True)
        numbers, current = numbers_in(folder), current_version(folder)
        version = (numbers[-1] if numbers else 0) + 1
        file = folder / f"{version:04d}-{name}.onnx"
        _copy(network, file)
        entry = {"file": file.name, "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), "base": base}
        kept = Tuned({**_in_use(folder), name: entry}, version, current, learned_at, gardens, figures)
        write_aside(place_in(folder, version), json.dumps(kept.to_dict(), indent=1) + "\n")
        write_aside(folder / CURRENT, f"{version}\n")
    return kept


def revert_tuned() -> int | None:
    """Back to the networks in use before; returns their version, None for the shipped ones."""
    folder = tuned_folder()
    current = current_version(folder)
    if current is None:
        raise SemiramisError("models.none", "No finetuned network is in use.")
    try:
        previous = read_tuned(folder, current)["previous"]
        back = None if previous is None else int(previous)
    except (ScannerError, KeyError, TypeError, ValueError):
        back = max((n for n in numbers_in(folder) if n < current), default=None)
    write_aside(folder / CURRENT, f"{NONE if back is None else back}\n")
    return back


def list_tuned() -> tuple[int | None, list[dict[str, Any]]]:
    """The version in use, and all that can be read."""
    folder = tuned_folder()
    found = []
    for number in numbers_in(folder):
        try:
            found.append(read_tuned(folder, number))
        except ScannerError:
            continue
    return current_version(folder), found


def _in_use(folder: Path) -> dict[str, Mapping[str, str]]:
    current = current_version(folder)
    try:
        return {} if current is None else dict(read_tuned(folder, current)["networks"])
    except ScannerError:
        return {}


def _copy(source: Path, target: Path) -> None:
    part = target.with_suffix(".part")
    shutil.copyfile(source, part)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(part, target)
