"""The quarry of 4 × 4 stacks and the round tokens."""

from __future__ import annotations

from random import Random

from scanner.games.babylon.box import MATERIALS, Symbols, tiles_of

SIDE = 4
REMOVED_CLAY = {2: 6, 3: 3, 4: 0}
ROUNDS = {2: 15, 3: 13, 4: 11}

# Effects of the round tokens. How many of each there are is not known; two of each and two blanks fill the fourteen.
MORE_SINGLE, MORE_DOUBLE, OTHER_SYMBOL, BLANK_SYMBOL, OWN_FLOWER, FEWER = "single", "double", "symbol", "blank", "flower", "fewer"
NOTHING = "nothing"
TOKENS = (MORE_SINGLE, MORE_DOUBLE, OTHER_SYMBOL, BLANK_SYMBOL, OWN_FLOWER, FEWER, NOTHING) * 2

Spot = tuple[int, int]
QuarryTile = tuple[str, Symbols]
SPOTS = tuple((x, y) for y in range(SIDE) for x in range(SIDE))


class Quarry:
    """Stacks of tiles, basalt at the bottom, clay on top; only the top of a stack is visible."""

    def __init__(self, rng: Random) -> None:
        self.stacks: dict[Spot, list[QuarryTile]] = {spot: [] for spot in SPOTS}
        for material in reversed(MATERIALS):
            layer = tiles_of(material)
            rng.shuffle(layer)
            for spot, tile in zip(SPOTS, layer, strict=True):
                self.stacks[spot].append(tile)

    def visible(self) -> dict[Spot, QuarryTile]:
        return {spot: stack[-1] for spot, stack in self.stacks.items() if stack}

    def income(self, spot: Spot) -> int:
        """Single pillars for digging here: one per edge at the rim, at the floor, or at a tile on the same or a lower layer."""
        layer = len(self.stacks[spot])
        x, y = spot
        sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return sum(side not in self.stacks or len(self.stacks[side]) <= layer for side in sides)

    def take(self, spot: Spot) -> QuarryTile:
        return self.stacks[spot].pop()
