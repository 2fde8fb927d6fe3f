"""Tables: every kind paints a tile that repeats without seams (printed papers excepted), about 24 cells wide."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from models.studio.art import tables_cloth, tables_hard, tables_printed
from models.studio.art.canvas import Picture, to_bytes
from models.studio.art.styles import names

TABLE_SPAN = 24.0
"""Width of a painted table in cells, for whoever lays it out; half to twice that looks right too."""

TABLE_KINDS: tuple[str, ...] = names("table", "train")
HELD_TABLE_KINDS: tuple[str, ...] = names("table", "held")

PAINTERS: dict[str, Callable[[np.random.Generator], Picture]] = {
    **tables_hard.PAINTERS,
    **tables_cloth.PAINTERS,
    **tables_printed.PAINTERS,
}


def table_kinds(split: str) -> tuple[str, ...]:
    """The kinds of table that may stand under a photo of the split."""
    return names("table", split)


def paint_table(rng: np.random.Generator, kind: str, split: str = "train") -> NDArray[np.uint8]:
    """A table of the kind, square RGB; a kind held back from training cannot be painted for it."""
    if split == "train" and kind not in TABLE_KINDS:
        raise ValueError(f"{kind!r} is no table for training")
    return to_bytes(PAINTERS[kind](rng))
