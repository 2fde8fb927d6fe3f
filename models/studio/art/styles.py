"""Names of all drawing styles, and which of them are held back from training.

A network that was trained on split "train" has never met a style of split "held": what it scores there tells how it copes with art it does
not know.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

Split = Literal["train", "held"]
SPLITS: tuple[Split, ...] = ("train", "held")

STYLES: dict[str, dict[str, tuple[str, ...]]] = {
    "ground": {
        "train": ("illustrated", "strokes", "vector", "watercolour", "mosaic", "photo", "engraved", "dabs"),
        "held": ("linework", "chalk", "woven"),
    },
    "flower": {
        "train": ("painted", "layered", "photo", "vector", "blobs", "outlined"),
        "held": ("rosette", "folk"),
    },
    "border": {
        "train": ("rim", "dense", "garland", "beads", "double", "vine", "corners"),
        "held": ("hedge", "frame_dots"),
    },
    "pads": {
        "train": ("parchment", "framed", "worn", "clean", "stone"),
        "held": ("inset", "torn"),
    },
    "ink": {
        "train": ("solid", "rough", "outline", "shaded", "thin"),
        "held": ("hatched", "relief"),
    },
    "board": {
        "train": (
            "sand_grass",
            "scrub",
            "strokes",
            "flat",
            "pebbles",
            "photo",
            "rocks",
            "washed",
            "planks",
            "weave",
            "scribble",
            "confetti",
            "marble",
            "fields",
        ),
        "held": ("paved", "cracked"),
    },
    "stairs": {
        "train": ("solid_profile", "zigzag", "slabs", "front", "with_rail", "flight_sides", "blocks"),
        "held": ("isometric", "arrowed"),
    },
    "bridge": {
        "train": ("arch", "parapet", "double_line", "stone_arch", "three_arches", "humpback", "railing"),
        "held": ("viaduct", "plan"),
    },
    "statue": {
        "train": ("standing", "bust", "vase_man", "robed", "raised_arm", "on_plinth", "pawn"),
        "held": ("obelisk_head", "seated"),
    },
    "fountain": {
        "train": ("bowl_jets", "two_tiers", "three_tiers", "basin_wide", "dots_jets", "single_jet", "palm_jets"),
        "held": ("plan_rings", "wall"),
    },
    "table": {
        "train": (
            "planks",
            "veneer",
            "dark_wood",
            "butcher",
            "weave",
            "felt",
            "marble",
            "check",
            "stripes",
            "damask",
            "playmat",
            "plain",
            "concrete",
            "glass",
            "newspaper",
            "flowers",
            "lacquer",
            "photo",
        ),
        "held": ("parquet", "granite", "terrazzo", "topographic", "linen", "tiles"),
    },
}


def names(category: str, split: str) -> tuple[str, ...]:
    """The styles of one category that may be drawn for a split."""
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}")
    return STYLES[category][split]


def draw(rng: np.random.Generator, category: str, split: str) -> str:
    """One style of a category, all alike likely."""
    choices = names(category, split)
    return choices[int(rng.integers(len(choices)))]
