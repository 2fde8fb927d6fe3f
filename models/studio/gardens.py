"""Which garden is photographed: self-played, random, near-empty and very tall ones, so that no network learns one kind of garden."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from scanner.games.babylon.garden import Garden
from scanner.games.babylon.scatter import random_garden

Rng = np.random.Generator


@dataclass(frozen=True)
class GardenMix:
    """Shares of the kinds of garden; the issue asks for a mix in which "half the board is full" is no rule."""

    played: float = 0.40
    random: float = 0.35
    sparse: float = 0.10
    tall: float = 0.15


def draw_garden(rng: Rng, mix: GardenMix | None = None) -> tuple[Garden, str]:
    """A legal garden with symbols, and the kind it was drawn as."""
    mix = mix or GardenMix()
    kind = str(rng.choice(["played", "random", "sparse", "tall"], p=[mix.played, mix.random, mix.sparse, mix.tall]))
    dice = Random(int(rng.integers(2**62)))
    if kind == "played":
        return _played(dice), kind
    if kind == "sparse":
        return random_garden(dice, tiles=dice.randint(1, 4)), kind
    if kind == "tall":
        return _tall(dice), kind
    return random_garden(dice), kind


def _played(dice: Random) -> Garden:
    try:
        from scanner.games.babylon.play import play_game
    except ImportError:
        return random_garden(dice)
    players = dice.choice((2, 3, 4))
    return dice.choice(play_game(dice.getrandbits(48), players))


def _tall(dice: Random) -> Garden:
    for _ in range(20):
        garden = random_garden(dice, tiles=dice.randint(8, 16), climb=dice.uniform(1.5, 3.0))
        if max(t.level for t in garden.tiles) >= 4:
            return garden
    return garden
