"""Craftsmen and what they do: farmers on the fields, priests in the temples, engineers in the garden, merchants with camels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scanner.games.amyitis.box import ROWS, TEMPLES, Edge
from scanner.games.amyitis.events import Hire
from scanner.games.amyitis.garden import EDGES, NEUTRAL
from scanner.games.amyitis.state import GROUP_SIZE, Outcome, State, award
from scanner.games.eventlog import IllegalEvent
from scanner.games.sheet import Finding

ENGINEER_POINTS = 2
TEMPLE_CELLS = 4
ROW_FIELDS = 5


def hire(state: State, player: int, move: Hire) -> Outcome:
    """Pays the craftsman and lets him work; raises IllegalEvent."""
    state = _pay(state, player, move)
    match move.craftsman:
        case "farmer":
            if move.row is None:
                raise IllegalEvent("row-needed")
            return farm(state, player, move.row)
        case "priest":
            if move.temple is None:
                raise IllegalEvent("temple-needed")
            return Outcome(enter_temple(state, player, move.temple))
        case "engineer":
            return _engineer(state, player, move.edge)
        case _:
            return Outcome(take_camel(state, player))


def _pay(state: State, player: int, move: Hire) -> State:
    """The first craftsman of a group is free, the second costs one talent, the third two."""
    if move.group >= len(state.groups):
        raise IllegalEvent("no-such-group", group=move.group, groups=len(state.groups))
    group = state.groups[move.group]
    if not group:
        raise IllegalEvent("group-empty", group=move.group)
    known: str | None = move.craftsman if move.craftsman in group else None
    if known is None and None not in group:
        raise IllegalEvent("craftsman-gone", craftsman=move.craftsman, group=move.group)
    cost = GROUP_SIZE - len(group)
    seat = state.seats[player]
    if seat.talents < cost:
        raise IllegalEvent("too-few-talents", cost=cost, talents=seat.talents)
    at = group.index(known)
    left = (*group[:at], *group[at + 1 :])
    groups = (*state.groups[: move.group], left, *state.groups[move.group + 1 :])
    return replace(state, groups=groups).with_seat(player, replace(seat, talents=seat.talents - cost))


def farm(state: State, player: int, row: str) -> Outcome:
    """A cube on the leftmost empty field of the row and its good; a full row may bring a gardener."""
    at = ROWS.index(row)
    good: str = state.game.box.data["fields"][row][len(state.rows[at])]
    doubts: tuple[Finding, ...] = ()
    if state.goods_left(good) > 0:
        state = state.with_seat(player, state.seats[player].with_good(good, 1))
    else:
        doubts = (Finding("doubt-no-good-left", {"good": good}),)
    cubes = (*state.rows[at], player)
    if len(cubes) < ROW_FIELDS:
        return Outcome(_with_row(state, at, cubes), doubts=doubts)
    winner = row_winner(cubes, rightmost=state.game.settings.field_tie_rightmost)
    outcome = Outcome(_with_row(state, at, ()), doubts=doubts)
    return outcome if winner is None else outcome.then(take_gardener(outcome.state, winner))


def _with_row(state: State, at: int, cubes: tuple[int, ...]) -> State:
    return replace(state, rows=(cubes, state.rows[1]) if at == 0 else (state.rows[0], cubes))


def row_winner(cubes: Sequence[int], *, rightmost: bool) -> int | None:
    """Most cubes in a full row; a tie goes to nobody, or with the setting to the tied cube furthest right."""
    counts = Counter(cubes)
    best = max(counts.values())
    leaders = [p for p, n in counts.items() if n == best]
    if len(leaders) == 1:
        return leaders[0]
    return next(p for p in reversed(cubes) if p in leaders) if rightmost else None


def take_gardener(state: State, player: int) -> Outcome:
    """A gardener card, as long as there is one."""
    copies = state.game.box.copies("gardener", 1, len(state.seats))
    held = sum(seat.gardeners for seat in state.seats)
    if copies is not None and held >= copies:
        return Outcome(state)
    seat = state.seats[player]
    after = state.with_seat(player, replace(seat, gardeners=seat.gardeners + 1))
    return Outcome(after, doubts=(Finding("doubt-gardeners"),) if copies is None else ())


def enter_temple(state: State, player: int, temple: str) -> State:
    """A cube on the leftmost cell; the fifth is pushed out."""
    at = TEMPLES.index(temple)
    cubes = (player, *state.temples[at])[:TEMPLE_CELLS]
    return replace(state, temples=(*state.temples[:at], cubes, *state.temples[at + 1 :]))


def take_camel(state: State, player: int) -> State:
    """A camel, as long as there is one."""
    total: int = state.game.box.data["camels"]
    if sum(seat.camels for seat in state.seats) >= total:
        return state
    seat = state.seats[player]
    return state.with_seat(player, replace(seat, camels=seat.camels + 1))


def _engineer(state: State, player: int, edge: Edge | None) -> Outcome:
    if edge is not None:
        outcome = irrigate(state, player, edge)
        return outcome.then(award(outcome.state, player, ENGINEER_POINTS, "irrigation", "engineer", edge=_name(edge)))
    outcome = check_no_free_section(state)
    if not state.game.settings.engineer_always_scores:
        return outcome
    return outcome.then(award(state, player, ENGINEER_POINTS, "irrigation", "engineer-idle"))


def check_no_free_section(state: State) -> Outcome:
    """Raises IllegalEvent when a cube could have been put down."""
    answers = [state.canals.is_free(edge) for edge in EDGES]
    if True in answers:
        raise IllegalEvent("must-irrigate")
    return Outcome(state, doubts=(Finding("doubt-free-section"),) if None in answers else ())


def irrigate(state: State, player: int, edge: Edge) -> Outcome:
    """A cube on a section that water can reach; raises IllegalEvent."""
    canals = state.canals
    if canals.is_full(edge):
        raise IllegalEvent("edge-full", edge=_name(edge))
    if canals.is_reached(edge) is False:
        raise IllegalEvent("edge-dry", edge=_name(edge))
    doubts = (Finding("doubt-edge", {"edge": _name(edge)}),) if canals.is_free(edge) is None else ()
    water = {**state.water, edge: (*state.water.get(edge, ()), player)}
    return Outcome(replace(state, water=water), doubts=doubts)


def seal(state: State, edge: Edge) -> State:
    """Grey cubes on every empty section between two planted cells."""
    cubes = state.water.get(edge, ())
    sections = state.canals.sections(edge)
    grey = (sections or 1) - len(cubes)
    water = {**state.water, edge: (*cubes, *(NEUTRAL,) * max(grey, 0))}
    return replace(state, water=water, sealed=state.sealed | {edge})


def _name(edge: Edge) -> str:
    (i, j), (k, m) = edge
    return f"{i},{j}–{k},{m}"
