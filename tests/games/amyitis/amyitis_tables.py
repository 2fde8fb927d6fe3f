"""Amyitis tables for tests: states in mid-game with chosen seats, water and cubes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scanner.games.amyitis.box import GOODS, Edge
from scanner.games.amyitis.events import Move, parse_event
from scanner.games.amyitis.log import parse_setup
from scanner.games.amyitis.rounds import apply
from scanner.games.amyitis.state import Outcome, Seat, State, new_state

COLOURS = ("white", "black", "blue", "red")
WHITE, BLACK, BLUE, RED = range(4)
SINGLE: dict[str, Any] = {"double_edges": []}
"""A box in which every edge has one section."""


def goods(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(good, 0) for good in GOODS)


def table(
    players: int = 4, *, box: dict[str, Any] | None = None, seats: Mapping[int, dict[str, Any]] | None = None, **changes: Any
) -> State:
    """A game of white, black, blue and red; `seats` change what they own, `changes` the rest of the table."""
    header: dict[str, Any] = {"players": list(COLOURS[:players]), "box": box or {}}
    for key in ("settings", "garden"):
        if key in changes:
            header[key] = changes.pop(key)
    state = new_state(parse_setup(header))
    owned = tuple(replace(Seat(), **(seats or {}).get(p, {})) for p in range(players))
    return replace(state, seats=owned, **changes)


def wet(edges: Mapping[tuple[tuple[int, int], tuple[int, int]], int | tuple[int, ...]]) -> dict[Edge, tuple[int, ...]]:
    """Irrigated edges with the owners of their cubes."""
    return {edge: owner if isinstance(owner, tuple) else (owner,) for edge, owner in edges.items()}


def do(state: State, **event: Any) -> Outcome:
    """One event, written as in a log."""
    move = parse_event(state.game.players, tuple(state.game.box.data["cities"]), event)
    assert isinstance(move, Move)
    return apply(state, move)


def gains(outcome: Outcome) -> list[tuple[int, int, str]]:
    return [(a.player, a.points, a.code) for a in outcome.awards]
