"""The dataset as training photos, and the gate for a network that was trained on them. Knows nothing of torch.

lot = divide(corrected_gardens(store))                          # whole games are kept for the gate
written = write_truths(store, lot.taught, folder, usual_eyes())  # NAME.jpg and NAME.json as the studio writes them
… models.training.fit on `folder` …
before, after = judge_network(store, lot.checks, eyes_in_use, eyes_with_the_new_network, profile_in_use)
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scanner.dataset.database import guard
from scanner.dataset.learning import Check, Patience, Reading, Solve, best_garden, compare
from scanner.dataset.looking import Eyes, Looked
from scanner.dataset.record import Record
from scanner.dataset.refit import Lesson
from scanner.dataset.splits import SALT, split_of
from scanner.dataset.store import Store
from scanner.errors import DatasetError, SemiramisError
from scanner.games.babylon.garden import Garden
from scanner.profile import Profile
from scanner.spec import KitSpec
from scanner.types import Array64, Camera

SIDE_PX = 1600
"""Longer side of a training photo: above what the rasters take from most photos, and a tenth of a phone photo's memory."""
QUALITY = 92
LEAST_CHECKS, LEAST_TAUGHT = 3, 3
CHECK_SHARE = 0.2
"""Of the gardens, kept for the gate: validation and test together."""

Known = tuple[Record, Garden]
Failed = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Lot:
    """Who is taught and who checks; no game is in both."""

    taught: tuple[Known, ...]
    checks: tuple[Known, ...]


def divide(gardens: Iterable[Known]) -> Lot:
    """The gate gets validation and test; when they hold too few gardens, further whole games, always in the same order."""
    games: dict[str, list[Known]] = {}
    for known in gardens:
        games.setdefault(known[0].group, []).append(known)
    count = sum(len(found) for found in games.values())
    wanted = max(LEAST_CHECKS, round(CHECK_SHARE * count))
    order = sorted(games, key=lambda group: (split_of(group) == "train", hashlib.sha256(f"{SALT}{group}".encode()).digest()))
    taught: list[Known] = []
    checks: list[Known] = []
    for group in order:
        (checks if split_of(group) != "train" or len(checks) < wanted else taught).extend(games[group])
    if len(checks) < LEAST_CHECKS or len(taught) < LEAST_TAUGHT:
        hint = (
            f"{count} corrected gardens are too few to train with: at least {LEAST_TAUGHT} for training and {LEAST_CHECKS} of other games."
        )
        raise DatasetError("models.too_few", f"{hint} `semiramis learn` makes do with two.")
    return Lot(tuple(taught), tuple(checks))


def write_truths(
    store: Store, taught: Sequence[Known], folder: Path, eyes: Eyes, *, each: Callable[[str], None] | None = None
) -> tuple[int, Failed]:
    """Every photo of the taught gardens with its truth; returns how many, and those whose board cannot be found."""
    folder.mkdir(parents=True, exist_ok=True)
    done, failed = 0, Failed()
    for main, garden in taught:
        for record in store.find(garden_id=main.garden_id):
            try:
                with guard():
                    write_truth(folder, record, garden, eyes.look(store.photo(record.id), record))
                done += 1
            except SemiramisError as error:
                failed.append((record.id, error.hint))
            if each:
                each(record.id)
    return done, failed


def write_truth(folder: Path, record: Record, garden: Garden, looked: Looked) -> None:
    """One pair in the studio's format; the truth is written last, so that half a pair does not count."""
    shrink = min(SIDE_PX / max(looked.photo.width, looked.photo.height), 1.0)
    size = (round(looked.photo.width * shrink), round(looked.photo.height * shrink))
    out = io.BytesIO()
    Image.fromarray(looked.photo.rgb).resize(size, Image.Resampling.BOX).save(out, "JPEG", quality=QUALITY)
    (folder / f"{record.id}.jpg").write_bytes(out.getvalue())
    factors = np.array(size) / (looked.photo.width, looked.photo.height)
    (folder / f"{record.id}.json").write_text(json.dumps(_truth(record, garden, looked, size, factors)), encoding="utf-8")


def _truth(record: Record, garden: Garden, looked: Looked, size: tuple[int, int], factors: Array64) -> dict[str, Any]:
    kit, camera = KitSpec(), looked.board.camera
    corners = (looked.board.corners_px + 0.5) * factors - 0.5
    return {
        "id": record.id,
        "like": "real",
        "expect": "garden" if garden.tiles else "empty garden",
        "garden": garden.to_dict(),
        "board_corners_px": corners.round(2).tolist(),
        "camera": _camera(camera, size, factors),
        "scene": {"level_first": kit.level_first * looked.height_scale, "level_step": kit.level_step * looked.height_scale},
    }


def _camera(camera: Camera, size: tuple[int, int], factors: Array64) -> dict[str, Any]:
    """The same camera for the shrunk picture; pixel centres lie at whole numbers."""
    fx, fy = factors.tolist()
    scale = np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1.0]])
    plain = {"size": list(size), "K": (scale @ camera.K).tolist(), "R": camera.R.tolist(), "t": np.ravel(camera.t).tolist()}
    return {**plain, "distortion": [float(camera.k1)]}


def judge_network(
    store: Store,
    checks: Sequence[Known],
    old: Eyes,
    new: Eyes,
    profile: Profile | None = None,
    *,
    solve: Solve = best_garden,
    patience: Patience | None = None,
) -> tuple[Reading, Reading, Failed]:
    """The gate: the same photos through both. `profile` belongs to the old networks. A photo that the old ones read and the new ones
    cannot even find the board in is a refusal; one that neither can use is left out."""
    before: list[Check] = []
    after: list[Check] = []
    failed = Failed()
    for record, garden in checks:
        data = store.photo(record.id)
        try:
            mine = Lesson(old.look(data, record).evidence, garden, record.garden_id, record.edition)
        except SemiramisError as error:
            failed.append((record.id, error.hint))
            continue
        try:
            theirs = Lesson(new.look(data, record).evidence, garden, record.garden_id, record.edition)
        except SemiramisError as error:
            hint = f"The new network cannot read record {record.id}, which the present one reads: {error.hint}"
            raise DatasetError("models.refused", f"{hint} Nothing was changed.") from error
        before.append((mine, profile))
        after.append((theirs, None))
    if len(before) < LEAST_CHECKS:
        raise DatasetError("models.too_few", f"Only {len(before)} photos that were not trained with can be read: too few to judge by.")
    return (*compare(after, before, solve, patience), failed)
