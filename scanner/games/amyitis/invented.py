"""A complete Amyitis box made up from a seed, so that whole games can be played in tests. It is NOT the real box."""

from __future__ import annotations

from random import Random
from typing import Any

from scanner.games.amyitis.box import BABYLON, GOODS, WINE, Cell, Tile, load_box
from scanner.games.amyitis.garden import EDGES, level, needed_quality
from scanner.games.amyitis.state import cells_in_use

TILE_COUNTS = {1: 8, 2: 7, 3: 5}
TILE_POINTS = {1: (1, 2, 3), 2: (3, 4, 5), 3: (5, 6, 8)}
BONUSES = ((), (), ("talent",), ("talent", "talent"), ("camel",), ("good",), ("palace",), ("guild",), ("gardener",))
PLANT_CITIES = ("Eshnunna", "Ur", "Mari", "Khorsabad")
GUILD_CITIES = ("Susa", "Uruk", "Palmyra", "Ninoua")
OFFERS = (["banker", "caravan"], ["palace", "gardener"], ["palace", "banker"], ["caravan", "palace"])


def invent_box(rng: Random) -> dict[str, Any]:
    """Additions that leave nothing unknown; what is known of the real box stays as it is."""
    plain = [g for g in GOODS if g != WINE]
    plants, guilds = rng.sample(PLANT_CITIES, 4), rng.sample(GUILD_CITIES, 4)
    ring = [BABYLON, *(city for pair in zip(plants, guilds, strict=True) for city in pair)]
    cities: dict[str, Any] = {city: {"sort": "plant", "good": "barley" if city == "Mari" else rng.choice(plain)} for city in PLANT_CITIES}
    for city, offer in zip(GUILD_CITIES, OFFERS, strict=True):
        cities[city] = {"sort": "guild", "good": rng.choice(plain), "offer": offer}
    cities["Uruk"] = {"sort": "guild", "good": "dates", "offer": OFFERS[0]}
    cities["Susa"]["offer"] = OFFERS[1]
    tiles = [_invent_tile(rng, quality) for quality, count in TILE_COUNTS.items() for _ in range(count)]
    tiles[-1] = {"quality": 3, "points": 10, "bonus": []}
    doubles = [[list(a), list(b)] for a, b in EDGES if min(level(a), level(b)) > 1]
    copies = {"banker": {"1": 3, "2": 2, "3": 1}, "caravan": {"1": 3, "2": {"2": 1, "3": 1, "4": 2}}, "gardener": {"1": 4}}
    return {
        "ring": ring,
        "cities": cities,
        "plants": {city: [2, 2] if city == "Khorsabad" else [1, rng.choice((2, 2, 3))] for city in PLANT_CITIES},
        "plant_goods": {city: [rng.choice(plain), rng.choice(plain)] for city in PLANT_CITIES},
        "double_edges": doubles,
        "tiles": tiles,
        "guild_copies": {**copies, "palace": {"1": 3, "2": 3, "3": 2, "4": 2, "5": 1, "6": 1}},
    }


def _invent_tile(rng: Random, quality: int) -> dict[str, Any]:
    return {"quality": quality, "points": rng.choice(TILE_POINTS[quality]), "bonus": list(rng.choice(BONUSES))}


def deal(added: dict[str, Any], players: int, rng: Random) -> dict[Cell, Tile]:
    """Random tiles of the right quality on every cell in use, the best one on top."""
    box = load_box(added)
    stacks: dict[int, list[Tile]] = {1: [], 2: [], 3: []}
    for tile in box.tiles or ():
        if tile.points != box.data["top_tile"]["points"]:
            stacks[tile.quality or 1].append(tile)
    for stack in stacks.values():
        rng.shuffle(stack)
    garden = {cell: stacks[needed_quality(cell)].pop() for cell in cells_in_use(box, players) if cell != (0, 0)}
    return {(0, 0): Tile(3, box.data["top_tile"]["points"], ()), **garden}
