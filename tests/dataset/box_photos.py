"""Rendered photos of one box: the same held edition, moulds and heights in every photo; garden, table, light and camera change.

    python -m tests.dataset.bench_dataset render OUT      # OUT/edition-1 … edition-3, needs the extra studio

The studio draws a new box for every photo, which is right for training and useless for learning one's own box.
"""

from __future__ import annotations

import multiprocessing
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

SERIES = 7000
"""Seeds of no training series."""
COUNT, SIZE_PX = 46, 1280
"""Five to learn from and forty to check with, and one for a board that is not found."""


def render_boxes(out: Path, *, editions: int = 3, count: int = COUNT, size: int = SIZE_PX, jobs: int = 2) -> list[Path]:
    """Takes what is missing, so that it can be interrupted."""
    from models.studio.series import missing

    folders = [out / f"edition-{number}" for number in range(1, editions + 1)]
    for number, folder in enumerate(folders, 1):
        folder.mkdir(parents=True, exist_ok=True)
        todo = missing(folder, SERIES + number, count)
        shoot = partial(shoot_box, str(folder), number, size)
        if jobs == 1:
            made = [shoot(index) for index in todo]
        else:
            with multiprocessing.get_context("spawn").Pool(jobs) as pool:
                made = list(pool.imap_unordered(shoot, todo))
        print(f"{folder}: {count} photos, {len(made)} of them taken now", flush=True)
    return folders


def shoot_box(out: str, edition: int, size: int, index: int) -> str:
    """One photo of that box."""
    from models.studio import shoot
    from models.studio.series import write_photo

    given = box_of(edition)
    shoot.paint_edition = lambda rng, split="train": given["edition"]
    shoot.draw_spec = lambda rng: given["spec"]
    shoot.draw_moulds = lambda rng: given["moulds"]
    return write_photo(out, SERIES + edition, index, shoot.ShootParams(size=size, split="held"), "garden")


@cache
def box_of(edition: int) -> dict[str, Any]:
    from models.studio.arrange import draw_spec
    from models.studio.art.edition import paint_edition
    from models.studio.pieces import draw_moulds

    rng = np.random.default_rng([SERIES, edition])
    return {"edition": paint_edition(rng, "held"), "spec": draw_spec(rng), "moulds": draw_moulds(rng)}
