"""An independent recount of an Amyitis log: it believes that the log is legal and follows only what brings points.

Water is kept as one flat list of (pair of cells, owner), palaces and goods as plain counters; nothing is imported from the engine.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

PALACES = (2, 3, 4, 5, 7, 10)
FAVOUR = {2: ((7, 10), (5, 5)), 3: ((6, 10), (4, 5)), 4: ((5, 10), (3, 5))}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Recount:
    """Totals by player and column."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.names: list[str] = log["players"]
        self.box = log["box"]
        self.tiles = dict(log["garden"])
        self.planted: set[tuple[int, int]] = set()
        self.cubes: list[tuple[frozenset[tuple[int, int]], str]] = []
        self.temple: dict[str, list[str]] = {"ishtar": [], "marduk": [], "tammouz": []}
        self.rows: dict[str, list[str]] = {"upper": [], "lower": []}
        self.goods: dict[str, Counter[str]] = {name: Counter() for name in self.names}
        self.guild: dict[str, Counter[str]] = {name: Counter() for name in self.names}
        self.gardeners: Counter[str] = Counter()
        self.owned: Counter[str] = Counter()
        self.sheet: Counter[tuple[str, str]] = Counter()
        self.income_due = False
        self.doubles = {frozenset((tuple(a), tuple(b))) for a, b in self.box["double_edges"]}
        for event in log["events"]:
            if self.income_due and event["do"] in ("hire", "pass", "caravan", "round"):
                self.income_due = False
                for name in self.names:
                    self._gain(name, 2 if self.guild[name]["banker"] == 3 else 0, "banker")
            getattr(self, "_" + event["do"])(event, event["player"])
        for name in self.names:
            self._gain(name, next((p for n, p in FAVOUR[len(self.names)] if self.owned[name] >= n), 0), "favour")
            self._gain(name, self.goods[name].total(), "goods")

    def total(self) -> tuple[int, ...]:
        return tuple(sum(n for (who, _), n in self.sheet.items() if who == name) for name in self.names)

    def _gain(self, name: str, points: int, column: str) -> None:
        self.sheet[name, column] += points

    def _round(self, event: dict[str, Any], name: str) -> None: ...

    _pass = _ishtar = _round

    def _hire(self, event: dict[str, Any], name: str) -> None:
        if event["craftsman"] == "farmer":
            self._tammouz(event, name)
        elif event["craftsman"] == "priest":
            self._enter(event["temple"], name)
        elif event["craftsman"] == "engineer":
            self._irrigate(event, name)
            self._gain(name, 2, "irrigation")

    def _tammouz(self, event: dict[str, Any], name: str) -> None:
        orders = {"upper": "salt palm barley dates wine", "lower": "barley dates salt palm wine"}
        row = self.rows[event["row"]]
        good = orders[event["row"]].split()[len(row)]
        if sum(held[good] for held in self.goods.values()) < 7:
            self.goods[name][good] += 1
        row.append(name)
        if len(row) == 5:
            (first, most), *others = Counter(row).most_common()
            if (not others or others[0][1] < most) and self.gardeners.total() < 4:
                self.gardeners[first] += 1
            row.clear()

    def _enter(self, temple: str, name: str) -> None:
        self.temple[temple] = [name, *self.temple[temple]][:4]

    def _irrigate(self, event: dict[str, Any], name: str) -> None:
        if event.get("edge"):
            a, b = event["edge"]
            self.cubes.append((frozenset((tuple(a), tuple(b))), name))

    def _procession(self, event: dict[str, Any], name: str) -> None:
        for temple in self.temple:
            self._enter(temple, name if temple == event["temple"] else "grey")
        cells = self.temple["marduk"]
        strength = {who: cells.count(who) + (3 - cells[::-1].index(who)) / 10 for who in cells if who != "grey"}
        prizes = (2,) if len(self.names) == 2 else (2, 1)
        for who, points in zip(sorted(strength, key=lambda w: -strength[w]), prizes, strict=False):
            self._gain(who, points, "temple")
        self.income_due = True

    def _exchange(self, event: dict[str, Any], name: str) -> None:
        if event.get("give"):
            self.goods[name][event["give"]] -= 1
            self.goods[name][event["take"]] += 1

    def _discard(self, event: dict[str, Any], name: str) -> None:
        self.goods[name].subtract(event["goods"])

    def _caravan(self, event: dict[str, Any], name: str) -> None:
        self.goods[name].subtract(event["pay"])
        if event["city"] == "Babylon":
            self._gain(name, 3 * len(event["pay"]), "babylon")
            self._irrigate(event, name)
        elif "card" in event:
            self._card(name, event["card"], event.get("good"))
        else:
            self._plant(event, name)

    def _card(self, name: str, kind: str, good: str | None) -> bool:
        """The next card of the guild, if there is one."""
        if kind == "gardener":
            if self.gardeners.total() >= 4:
                return False
            self.gardeners[name] += 1
            return True
        level = self.guild[name][kind] + 1
        copies = self.box["guild_copies"][kind].get(str(level), 0)
        if isinstance(copies, dict):
            copies = copies[str(len(self.names))]
        if sum(held[kind] >= level for held in self.guild.values()) >= copies:
            return False
        self.guild[name][kind] = level
        if kind == "palace":
            self._gain(name, PALACES[level - 1], "palace")
        if (kind, level) == ("caravan", 2) and good:
            self.goods[name][good] += 1
        return True

    def _plant(self, event: dict[str, Any], name: str) -> None:
        i, j = event["cell"]
        tile = self.tiles.pop(f"{i},{j}")
        self.gardeners[name] -= event["gardeners"]
        self.owned[name] += 1
        self._gain(name, tile["points"], "tiles")
        choices = list(event["choice"])
        for item in tile["bonus"]:
            if item == "good":
                self.goods[name][choices.pop(0)] += 1
            elif item == "guild":
                assert self._card(name, choices[-1], event["good"])
            elif item in ("palace", "gardener", "banker", "caravan"):
                self._card(name, item, event["good"])
        around = Counter(who for pair, who in self.cubes if (i, j) in pair and who != "grey").most_common(2)
        if len(around) == 1 or (len(around) == 2 and around[0][1] > around[1][1]):
            self._gain(around[0][0], event["quality"], "irrigation")
        for di, dj in STEPS:
            near = (i + di, j + dj)
            if near in self.planted:
                pair = frozenset(((i, j), near))
                room = 1 + (pair in self.doubles) - sum(p == pair for p, _ in self.cubes)
                self.cubes += [(pair, "grey")] * room
        self.planted.add((i, j))
