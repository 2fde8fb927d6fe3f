"""Random legal gardens of every size and height, for training pictures and tests: no economy, no plan."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from scanner.games.babylon.box import MATERIALS, Symbols, starting_tile, tiles_of, turned
from scanner.games.babylon.garden import FLOWERS, Garden, Tile
from scanner.games.babylon.site import CORNERS, OUTWARD, Opening, Site

MAX_LEVEL = 7
SIZES = ((0.08, 0, 2), (0.14, 3, 6), (0.58, 7, 13), (0.20, 14, 16))
"""Share of gardens with that many tiles, from and to."""
CLIMB = (-1.6, 2.6)
"""Range of the taste for height: from flat gardens to towers of six or seven levels."""
TOWERS = 0.12
"""Share of gardens built upwards with as few other pieces as possible: their fields must stay free for pillars."""
TOWER_TRIES = 3
"""Towers get stuck easily: the tallest of so many is kept."""
LOOKS = 12
"""Places and turns of a tile that an eager builder compares for fountains, bridges and stairs."""
WILD = 0.03
"""Chance per tile that a round token made a symbol count as another."""


@dataclass(frozen=True, slots=True)
class _Mood:
    """How one garden is built."""

    climb: float
    crowd: float
    """Taste for places beside other tiles."""
    generous: float
    """Chance to add each possible decoration."""
    thrifty: float
    """Chance to save a pillar by a belvedere."""
    eager: float
    """Chance to look for a place that joins symbols."""
    pull: float = 0.0
    """How strongly tiles gather round `centre`."""
    centre: tuple[float, float] = (3.0, 3.0)


def _tower(rng: Random) -> _Mood:
    centre = (rng.uniform(1, 5), rng.uniform(1, 5))
    return _Mood(rng.uniform(1.5, 3.5), 0.5, rng.choice((0.15, 0.4)), 0.05, 0.3, rng.uniform(0.2, 0.6), centre)


def _mood(rng: Random, climb: float | None) -> _Mood:
    taste = rng.uniform(*CLIMB) if climb is None else climb
    return _Mood(taste, rng.uniform(-0.8, 1.2), rng.choice((0.4, 0.8, 1.0, 1.0)), rng.uniform(0.05, 0.6), rng.choice((0.0, 0.5, 0.9)))


def random_garden(rng: Random, *, tiles: int | None = None, climb: float | None = None, max_level: int = MAX_LEVEL) -> Garden:
    """A legal garden with symbols. `tiles`: how many, if they fit; `climb`: taste for height, about -2 (flat) to 5 (towers)."""
    if tiles is None and climb is None and rng.random() < TOWERS:
        towers = [_build(rng, rng.randint(13, 16), _tower(rng), max_level) for _ in range(TOWER_TRIES)]
        return max(towers, key=lambda garden: garden.height)
    return _build(rng, _size(rng) if tiles is None else tiles, _mood(rng, climb), max_level)


def _build(rng: Random, count: int, mood: _Mood, max_level: int) -> Garden:
    stock = [tile for material in MATERIALS for tile in tiles_of(material)]
    drawn = [starting_tile(rng.choice(FLOWERS)), *rng.sample(stock, 15)]
    rng.shuffle(drawn)
    site = Site()
    for flower, symbols in drawn[:count]:
        openings = site.openings(max_level)
        if not openings:
            break
        opening, way = _choose(site, openings, symbols, rng, mood)
        corners = opening.belvedere_corners()
        saves = opening.lacking is not None or rng.random() < mood.thrifty
        belvedere = rng.choice(corners) if corners and saves else None
        _decorate(site, site.place(opening, flower, way, belvedere), rng, mood.generous)
    return site.garden()


def _choose(site: Site, openings: list[Opening], symbols: Symbols, rng: Random, mood: _Mood) -> tuple[Opening, Symbols]:
    weights = [_weight(site, o, mood) for o in openings]
    looks = LOOKS if rng.random() < mood.eager else 1
    tries = [(o, turned(symbols, rng.randrange(4))) for o in rng.choices(openings, weights, k=looks)]
    return max(tries, key=lambda t: _joins(site, *t)) if looks > 1 else tries[0]


def _joins(site: Site, opening: Opening, symbols: Symbols) -> int:
    """How many symbols would find a partner."""
    joins = 0
    for corner, (cell, kind) in enumerate(zip(CORNERS[opening.place], symbols, strict=True)):
        if kind is not None and kind != "statue" and corner != opening.lacking:
            joins += any(site.partner(cell, opening.level, kind, d) for d in OUTWARD[corner])
    return joins


def _size(rng: Random) -> int:
    _, low, high = rng.choices(SIZES, [share for share, _, _ in SIZES])[0]
    return rng.randint(low, high)


def _weight(site: Site, opening: Opening, mood: _Mood) -> float:
    """Higher levels weigh more for climbers; places beside other tiles weigh more in crowded gardens."""
    (col, row), level = opening.place, opening.level
    beside = ((col - 1, row), (col + 2, row), (col, row - 1), (col, row + 2))
    company = sum(site.top.get(cell, 0) > 0 for cell in beside)
    away = math.dist(opening.place, mood.centre) if mood.pull else 0.0
    return math.exp(mood.climb * level + 0.5 * mood.crowd * company - mood.pull * away**2)


def _decorate(site: Site, tile: Tile, rng: Random, generous: float) -> None:
    """Add offered pieces at random until none is left or the builder has had enough."""
    wild = rng.random() < WILD
    while True:
        offers = site.offers(tile, wild)
        if not offers or rng.random() > generous:
            return
        site.add(rng.choice(offers))
        wild = False
