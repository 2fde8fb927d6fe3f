"""An independent recount of a Babylonia log: other coordinates, other algorithms, nothing imported from the engine.

It believes that the log is legal and asks only who scored what, when the game ended, and who won. Rules as printed, default settings.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import scanner.games.babylonia

Cube = tuple[int, int, int]
MAP = Path(scanner.games.babylonia.__file__).with_name("board.json")


def cube(row: int, col: int) -> Cube:
    """Doubled-height to cube coordinates; neighbours lie at distance one."""
    r = (row - col) // 2
    return col, r, -col - r


@cache
def world(players: int) -> tuple[dict[Cube, str], dict[Cube, frozenset[Cube]], dict[str, Cube]]:
    """Letters of the map in play, who touches whom (by distance), and the named places."""
    rows = json.loads(MAP.read_text())["map"]
    letters = {cube(r, c): ch for r, row in enumerate(rows) for c, ch in enumerate(row) if ch != "."}
    names: dict[str, Cube] = {}
    for wanted, form in (("NCS", "T{:02}"), ("123", "Z{}")):
        spots = [(r, c) for r, row in enumerate(rows) for c, ch in enumerate(row) if ch in wanted]
        names |= {form.format(i): cube(r, c) for i, (r, c) in enumerate(spots, 1)}
    unused = {2: "sS3", 3: "nN1", 4: ""}[players]
    letters = {k: ch for k, ch in letters.items() if ch not in unused}
    touch: dict[Cube, set[Cube]] = defaultdict(set)
    for a, b in combinations(letters, 2):
        if max(abs(x - y) for x, y in zip(a, b, strict=True)) == 1:
            touch[a].add(b)
            touch[b].add(a)
    return letters, {k: frozenset(touch[k]) for k in letters}, names


class Recount:
    """Totals and endings, event by event."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.players = log["players"]
        self.letters, self.touch, self.names = world(len(self.players))
        self.tiles = {self.names[name]: tile for name, tile in log["tiles"].items()}
        self.who: dict[Cube, int] = {}
        self.face: dict[Cube, str] = {}
        self.held: dict[int, list[int]] = {p: [] for p in range(len(self.players))}
        self.won = dict.fromkeys(range(len(self.players)), 0)
        self.total = dict.fromkeys(range(len(self.players)), 0)
        self.sheet: dict[tuple[int, str], int] = defaultdict(int)
        self.played = dict.fromkeys(range(len(self.players)), 0)
        for event in log["events"]:
            getattr(self, "_" + event["do"])(event, self.players.index(event["player"]))

    def _gain(self, player: int, points: int, column: str) -> None:
        self.total[player] += points
        self.sheet[player, column] += points

    def _place(self, event: dict[str, Any], player: int) -> None:
        spot = cube(*event["hex"])
        tile = self.tiles.pop(spot, None)
        if tile is not None:
            self._gain(player, sum(self.won.values()) if tile == "cities" else int(tile), "fields")
        self.who[spot] = player
        self.played[player] += 1
        if self.letters[spot] not in "te":
            self.face[spot] = event["token"]
        mine = [k for k, p in self.who.items() if p == player]
        if any(self.letters[n] in "123" for n in self.touch[spot]):
            self._gain(
                player, len({z for z, ch in self.letters.items() if ch in "123" and not self.touch[z].isdisjoint(mine)}), "ziggurats"
            )

    def _score(self, event: dict[str, Any], player: int) -> None:
        spot = self.names[event["site"]]
        assert all(n in self.who for n in self.touch[spot] if self.letters[n] in "ncs"), "scored before it was surrounded"
        around = sorted(self.who[n] for n in self.touch[spot] if n in self.who)
        best = max(around.count(p) for p in around)
        leaders = {p for p in around if around.count(p) == best}
        winner = leaders.pop() if len(leaders) == 1 else None
        if spot not in self.tiles:
            assert (winner is None) == ("card" not in event)
            if winner is not None:
                self.held[winner].append(event["card"])
                self._gain(winner, 10 if event["card"] == 1 else 0, "cards")
            return
        wanted = {"M": "merchant", "S": "servant", "P": "priest"}
        kinds = {wanted[s] for s in self.tiles[spot]}
        for p in self.total:
            reached = self._group(p, spot)
            self._gain(p, 2 * sum(self.face.get(k) in kinds for k in reached), "networks")
        del self.tiles[spot]
        if winner is not None:
            self.won[winner] += 1
            for p, n in self.won.items():
                self._gain(p, n, "cities")
                self._gain(p, n // 2 if 7 in self.held[p] else 0, "cards")

    def _group(self, player: int, city: Cube) -> set[Cube]:
        """Tokens of the player in the groups that touch the city: groups grow by merging, not by searching from the city."""
        nodes = {k for k, p in self.who.items() if p == player}
        blocked = set(self.who) | set(self.tiles)
        if 9 in self.held[player]:
            nodes |= {k for k, ch in self.letters.items() if ch in "te" and k not in blocked}
        if 8 in self.held[player]:
            nodes |= {k for k, ch in self.letters.items() if ch in "cC" and k not in blocked}
        parent = {k: k for k in nodes}

        def root(k: Cube) -> Cube:
            while parent[k] != k:
                parent[k] = parent[parent[k]]
                k = parent[k]
            return k

        for k in nodes:
            for n in self.touch[k] & nodes:
                parent[root(k)] = root(n)
        tied = {root(n) for n in self.touch[city] & nodes}
        return {k for k in nodes if root(k) in tied and k in self.who}

    def _end(self, event: dict[str, Any], player: int) -> None:
        cities = sum(tile not in ("5", "6", "7", "cities") for tile in self.tiles.values())
        self.over = cities <= 1 or self.played[player] == 30

    def winners(self) -> set[int]:
        best = max((self.total[p], self.won[p]) for p in self.total)
        return {p for p in self.total if (self.total[p], self.won[p]) == best}
