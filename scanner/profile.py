"""What the scanner has learned about one box: small corrections to the evidence network's answers, kept as versioned files.

    evidence, name = personal(evidence, network="0123456789ab")     # as it was when nothing was learned for this network

A corrected head works on groups of classes (all four directions of a fountain are one group): with the group's log-probabilities g,
clipped and scaled to f, every class of a group gets `mix @ f + shift` added, and the head is normalised again. Zero changes nothing.
`scanner.dataset.learning` finds the numbers.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from scanner.errors import ScannerError, SemiramisError
from scanner.games.babylon.garden import FLOWERS
from scanner.types import CONTENTS, LEVELS, Array64, Evidence, FloatArray

FORMAT, TUNED_FORMAT = "semiramis.profile/1", "semiramis.tuned/1"
CURRENT, NONE = "current", "none"
FLOOR = -10.0
"""Nats; what is less likely than this is all the same to a correction."""
UNIT = 4.0
"""Nats per unit of a feature, so that a weight of 1 doubles the say of a usual log-probability gap."""
MAX_WEIGHT = 100.0
"""Nothing that was fitted comes near; larger numbers in a file are damage."""

KINDS = tuple(dict.fromkeys(name.partition("-")[0] for name in CONTENTS))
GROUPS: dict[str, tuple[int, ...]] = {
    "level": tuple(range(LEVELS)),
    "content": tuple(KINDS.index(name.partition("-")[0]) for name in CONTENTS),
    "tile": (0, 1),
    "flower": tuple(range(len(FLOWERS))),
}
"""The group of every class, by head; of a tile place the classes are "no tile" and "tile"."""


@dataclass(frozen=True, slots=True)
class Refit:
    """The correction of one head."""

    mix: Array64
    """[groups, groups]"""
    shift: Array64
    """[groups]"""

    def scores(self, grouped: Array64) -> Array64:
        """[…, groups] log-probabilities of the groups -> what is added to the classes of each group."""
        out: Array64 = features(grouped) @ self.mix.T + self.shift
        return out


def features(grouped: Array64) -> Array64:
    """Log-probabilities of groups, clipped and scaled."""
    out: Array64 = np.maximum(grouped, FLOOR) / UNIT
    return out


def group_logp(logp: Array64, head: str) -> Array64:
    """[…, classes] -> […, groups]: log of the summed probabilities."""
    groups = np.asarray(GROUPS[head])
    parts = [np.logaddexp.reduce(logp[..., groups == g], axis=-1) for g in range(groups.max() + 1)]
    return np.stack(parts, axis=-1)


def class_logp(evidence: Evidence) -> dict[str, Array64]:
    """The heads with their classes on the last axis: level [8, 8, 8], content [8, 8, 8, 19], tile [8, 7, 7, 2], flower [8, 7, 7, 4]."""
    logit = evidence.tile_logit.astype(np.float64)
    return {
        "level": np.moveaxis(evidence.level_logp, 0, -1).astype(np.float64),
        "content": evidence.content_logp.astype(np.float64),
        "tile": -np.logaddexp(0.0, np.stack([logit, -logit], axis=-1)),
        "flower": evidence.flower_logp.astype(np.float64),
    }


def correct(logp: Array64, head: str, refit: Refit) -> Array64:
    """The head after its correction, normalised."""
    raised = logp + refit.scores(group_logp(logp, head))[..., np.asarray(GROUPS[head])]
    out: Array64 = raised - np.logaddexp.reduce(raised, axis=-1, keepdims=True)
    return out


@dataclass(frozen=True, slots=True)
class Profile:
    """Corrections for the answers of one evidence network."""

    heads: Mapping[str, Refit]
    network: str
    """Version of the evidence network; for others the corrections mean nothing."""
    version: int = 0
    """0: not saved."""
    previous: int | None = None
    """The version in use when this one was learned."""
    learned_at: str = ""
    records: tuple[str, ...] = ()
    """Gardens it was fitted to."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """What the gate saw."""

    @property
    def name(self) -> str:
        """For the list of networks that made a scan."""
        return f"{self.network}+{self.version}"

    def apply(self, evidence: Evidence) -> Evidence:
        found = class_logp(evidence)
        found |= {head: correct(found[head], head, refit) for head, refit in self.heads.items()}
        tile = found["tile"][..., 1] - found["tile"][..., 0]
        return Evidence(
            level_logp=_small(np.moveaxis(found["level"], -1, 0)),
            content_logp=_small(found["content"]),
            tile_logit=_small(tile) if "tile" in self.heads else evidence.tile_logit,
            flower_logp=_small(found["flower"]),
        )

    def to_dict(self) -> dict[str, Any]:
        heads = {name: {"mix": r.mix.round(6).tolist(), "shift": r.shift.round(6).tolist()} for name, r in self.heads.items()}
        out = {"format": FORMAT, "version": self.version, "previous": self.previous, "network": self.network, "learned_at": self.learned_at}
        return {**out, "gardens": list(self.records), "figures": dict(self.figures), "heads": heads}

    @classmethod
    def from_dict(cls, data: object) -> Profile:
        """From the JSON form; ScannerError when it is none."""
        try:
            assert isinstance(data, dict)
            assert data["format"] == FORMAT
            heads = {str(name): _refit(str(name), found) for name, found in data["heads"].items()}
            previous = None if data["previous"] is None else int(data["previous"])
            told = (str(data["network"]), int(data["version"]), previous, str(data["learned_at"]), tuple(map(str, data["gardens"])))
            return cls(heads, *told, dict(data["figures"]))
        except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise ScannerError("profile.damaged", "A learned profile cannot be read. Run: semiramis learn --revert") from error


def _small(values: Array64) -> FloatArray:
    return np.ascontiguousarray(values, dtype=np.float32)


def _refit(head: str, data: Mapping[str, Any]) -> Refit:
    count = max(GROUPS[head]) + 1
    mix, shift = np.asarray(data["mix"], np.float64), np.asarray(data["shift"], np.float64)
    if mix.shape != (count, count) or shift.shape != (count,) or not (np.abs(np.append(mix, shift)) < MAX_WEIGHT).all():
        raise ValueError(head)
    return Refit(mix, shift)


def profiles_folder() -> Path:
    """$SEMIRAMIS_PROFILES, or the user's data folder."""
    told = os.environ.get("SEMIRAMIS_PROFILES")
    if told:
        return Path(told)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return Path(data) / "semiramis" / "profiles"


def tuned_folder() -> Path:
    """Where the finetuned networks lie."""
    return profiles_folder() / "networks"


def read_tuned(folder: Path, version: int) -> dict[str, Any]:
    """The description of one version of finetuned networks."""
    try:
        data = json.loads(place_in(folder, version).read_text(encoding="utf-8"))
        if data["format"] != TUNED_FORMAT or not all({"file", "sha256", "base"} <= set(e) for e in data["networks"].values()):
            raise ValueError(data["format"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ScannerError("models.tuned_damaged", "A finetuned network cannot be read. Run: semiramis models revert") from error
    return dict(data)


def with_tuned(shipped: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The list of networks with the finetuned ones in the place of those that they were trained from."""
    found = {name: dict(entry) for name, entry in shipped.items()}
    folder = tuned_folder()
    version = current_version(folder)
    if version is not None:
        for name, entry in read_tuned(folder, version)["networks"].items():
            if found.get(name, {}).get("sha256", "").startswith(entry["base"]):
                found[name] = {"file": str(folder / Path(entry["file"]).name), "sha256": str(entry["sha256"])}
    return found


def personal(evidence: Evidence, network: str) -> tuple[Evidence, str]:
    """The evidence as the owner's box wants it, and the name of network and profile; unchanged when nothing was learned for it."""
    profile = load_profile(profiles_folder(), network)
    return (evidence, network) if profile is None else (profile.apply(evidence), profile.name)


def versions_in_use(models: Mapping[str, str]) -> dict[str, str]:
    """Names of the networks of a scan, with the profile where one corrects them."""
    network = models.get("evidence")
    try:
        profile = None if network is None else load_profile(profiles_folder(), network)
    except ScannerError:  # who scans is told by the scan itself
        profile = None
    return dict(models) if profile is None else {**models, "evidence": profile.name}


def load_profile(folder: Path, network: str | None = None) -> Profile | None:
    """The profile in use; None when there is none, or when it was learned for another evidence network."""
    try:
        version = (folder / CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    if not version.isdecimal():
        return None
    found = load_version(folder, int(version))
    return found if network is None or found.network == network else None


def load_version(folder: Path, version: int) -> Profile:
    """One profile, in use or not."""
    try:
        return Profile.from_dict(json.loads(place_in(folder, version).read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise ScannerError("profile.damaged", "A learned profile cannot be read. Run: semiramis learn --revert") from error


def load_versions(folder: Path) -> list[Profile]:
    """All profiles that can be read, oldest first."""
    found = []
    for number in numbers_in(folder):
        with contextlib.suppress(ScannerError):
            found.append(load_version(folder, number))
    return found


def save_profile(folder: Path, profile: Profile) -> Profile:
    """Keep it under the next free number and put it into use; it is on the disk when this returns."""
    folder.mkdir(parents=True, exist_ok=True)
    current = current_version(folder)
    numbers = numbers_in(folder)
    kept = replace(profile, version=(numbers[-1] if numbers else 0) + 1, previous=current)
    write_aside(place_in(folder, kept.version), json.dumps(kept.to_dict(), indent=1) + "\n")
    write_aside(folder / CURRENT, f"{kept.version}\n")
    return kept


def current_version(folder: Path) -> int | None:
    """The number in use, whether or not its file can be read."""
    try:
        told = (folder / CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return int(told) if told.isdecimal() else None


def revert(folder: Path) -> int | None:
    """Go back to what was in use before the present profile; returns its number, None for the networks as they are."""
    current = current_version(folder)
    if current is None:
        raise SemiramisError("profile.none", "No learned profile is in use.")
    try:
        back = load_version(folder, current).previous
    except ScannerError:  # damaged: the one before it by number is the best guess
        back = max((n for n in numbers_in(folder) if n < current), default=None)
    write_aside(folder / CURRENT, f"{NONE if back is None else back}\n")
    return back


def use_version(folder: Path, version: int) -> None:
    """Put a kept profile into use, such as one that was reverted by mistake."""
    if version not in numbers_in(folder):
        raise SemiramisError("profile.none", f"There is no profile {version}. Run: semiramis learn --list")
    load_version(folder, version)
    write_aside(folder / CURRENT, f"{version}\n")


def place_in(folder: Path, version: int) -> Path:
    """Where a version is described."""
    return folder / f"{version:04d}.json"


def numbers_in(folder: Path) -> list[int]:
    """All versions, in or out of use."""
    return sorted(int(p.stem) for p in folder.glob("*.json") if p.stem.isdecimal())


def write_aside(path: Path, text: str) -> None:
    """Aside, synced, renamed: never half a file."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        handle = os.open(path.parent, os.O_RDONLY)  # a rename is on the disk only when its folder is
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    finally:
        part.unlink(missing_ok=True)
