"""Random legal games of Amyitis from a seed, with an invented box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from scanner.games.amyitis.box import BABYLON, CITIES, CRAFTSMEN, GOODS, GUILDS, ROWS, TEMPLES, WINE, Tile
from scanner.games.amyitis.caravan import plant_quality
from scanner.games.amyitis.events import parse_event
from scanner.games.amyitis.garden import EDGES, needed_quality
from scanner.games.amyitis.invented import deal, invent_box
from scanner.games.amyitis.log import parse_setup
from scanner.games.amyitis.rounds import apply, goods_of, stock_limit
from scanner.games.amyitis.state import ACTIONS, EXCHANGE, GROUP_SIZE, ISHTAR, PROCESSION, TAMMOUZ, State, new_state
from scanner.games.eventlog import EventLog, IllegalEvent

NAMES = ("Ada", "Ben", "Cyd", "Dov")
PASS_SHARE = 0.08
"""How often a player passes although something else could be done."""
CARAVAN_SHARE = 0.75
"""How often a possible caravan is sent off: random play that never plants would never end."""
CRAFTSMAN_COUNTS = {"farmer": 5, "priest": 5, "engineer": 4, "merchant": 4}
HIRE_TRIES = 6
NEED_SHARE = 0.6
"""How often a player hires what helps to plant."""


@dataclass(slots=True)
class _Match:
    state: State
    rng: Random
    events: list[dict[str, Any]] = field(default_factory=list)

    def attempt(self, event: dict[str, Any]) -> bool:
        """Does the event if it is legal."""
        state = self.state
        written = {"do": event["do"], "turn": state.turn, "player": state.game.players[state.player], **event}
        entry = parse_event(state.game.players, tuple(state.game.box.data["cities"]), written)
        try:
            self.state = apply(state, entry).state  # type: ignore[arg-type]
        except IllegalEvent:
            return False
        self.events.append(written)
        return True


def play_random(players: int, seed: int, settings: dict[str, Any] | None = None) -> tuple[EventLog, State]:
    """A whole legal game: its log (with the invented box in it) and its last state."""
    rng = Random(f"amyitis {players} {seed}")
    added = invent_box(rng)
    garden = deal(added, players, rng)
    header: dict[str, Any] = {"game": "amyitis", "invented": True, "players": list(NAMES[:players]), "box": added}
    header["garden"] = {f"{i},{j}": _tile_dict(tile) for (i, j), tile in sorted(garden.items())}
    if settings:
        header["settings"] = settings
    match = _Match(new_state(parse_setup(header)), rng)
    while not match.state.over:
        _step(match)
    return EventLog(header, tuple(match.events)), match.state


def _tile_dict(tile: Tile) -> dict[str, Any]:
    return {"quality": tile.quality, "points": tile.points, "bonus": list(tile.bonus or ())}


def _step(match: _Match) -> None:
    """One legal event."""
    state, rng = match.state, match.rng
    match state.phase:
        case phase if phase == ACTIONS:
            _act(match)
        case phase if phase == PROCESSION:
            match.attempt({"do": "procession", "temple": rng.choice(TEMPLES)})
        case phase if phase == ISHTAR:
            match.attempt({"do": "ishtar", "take": rng.choice(("camel", "talent"))})
        case phase if phase == TAMMOUZ:
            match.attempt({"do": "tammouz", "row": rng.choice(ROWS)})
        case phase if phase == EXCHANGE:
            held = goods_of(state.seats[state.player].goods)
            take = rng.choice([g for g in GOODS if g != WINE])
            if rng.random() < 0.3 or not match.attempt({"do": "exchange", "give": rng.choice(held), "take": take}):
                match.attempt({"do": "exchange"})
        case _:
            held = goods_of(state.seats[state.player].goods)
            match.attempt({"do": "discard", "goods": rng.sample(held, len(held) - stock_limit(state, state.player))})


def _act(match: _Match) -> None:
    state, rng = match.state, match.rng
    if not state.opened and rng.random() < 0.8:
        match.attempt({"do": "round", "groups": _groups(len(state.seats), rng)})
        state = match.state
    if rng.random() < PASS_SHARE:
        match.attempt({"do": "pass"})
        return
    if rng.random() < CARAVAN_SHARE:
        trips = list(islice(_trips(state, rng), 40))
        rng.shuffle(trips)
        trips.sort(key=lambda trip: "cell" not in trip)
        for trip in trips:
            if match.attempt(trip):
                return
    for _ in range(HIRE_TRIES):
        if match.attempt(_hire(match.state, rng)):
            return
    match.attempt({"do": "pass"})


def _groups(players: int, rng: Random) -> list[list[str]]:
    deck = [c for c in CRAFTSMEN for _ in range(CRAFTSMAN_COUNTS[c])]
    rng.shuffle(deck)
    return [deck[GROUP_SIZE * g : GROUP_SIZE * (g + 1)] for g in range(players)]


def _hire(state: State, rng: Random) -> dict[str, Any]:
    open_groups = [g for g, cards in enumerate(state.groups) if cards]
    if not open_groups:
        return {"do": "pass"}
    group = rng.choice(open_groups)
    craftsman = rng.choice(state.groups[group]) or rng.choice(CRAFTSMEN)
    needed = _needed(state)
    if rng.random() < NEED_SHARE:
        group = next((g for g in open_groups if needed in state.groups[g] or None in state.groups[g]), group)
        craftsman = needed if needed in state.groups[group] or None in state.groups[group] else craftsman
    event: dict[str, Any] = {"do": "hire", "group": group, "craftsman": craftsman}
    if craftsman == "farmer":
        event["row"] = rng.choice(ROWS)
    elif craftsman == "priest":
        event["temple"] = rng.choice(TEMPLES)
    elif craftsman == "engineer":
        event |= _edge(state, rng)
    return event


def _needed(state: State) -> str:
    """The craftsman who brings a caravan closer."""
    seat = state.seats[state.player]
    if seat.camels == 0:
        return "merchant"
    return "farmer" if sum(seat.goods) < 3 else "engineer"


def _edge(state: State, rng: Random) -> dict[str, Any]:
    canals = state.canals
    free = [edge for edge in EDGES if canals.is_free(edge)]
    return {"edge": [list(cell) for cell in rng.choice(free)]} if free else {}


def _trips(state: State, rng: Random) -> Iterator[dict[str, Any]]:
    """Journeys that the camels allow and the goods can pay."""
    seat = state.seats[state.player]
    ring = state.game.ring or ()
    more = state.game.box.data["caravans"][seat.caravan]["steps"]
    for camels in range(1, min(seat.camels, CITIES) + 1):
        for steps in range(camels, camels + more + 1):
            base = {"do": "caravan", "camels": camels, "steps": steps, "city": ring[(state.caravan + steps) % CITIES]}
            yield from _trades(state, base, rng)


def _trades(state: State, base: dict[str, Any], rng: Random) -> Iterator[dict[str, Any]]:
    seat = state.seats[state.player]
    held = goods_of(seat.goods)
    city = base["city"]
    if city == BABYLON:
        if held:
            yield {**base, "pay": rng.sample(held, rng.randint(1, min(2, len(held)))), **_edge(state, rng)}
        return
    facts = state.game.box.city(city)
    if facts["sort"] == "guild":
        pay = _afford(seat.goods, [facts["good"]])
        if pay is not None:
            yield {**base, "pay": pay, "card": rng.choice(facts["offer"]), "good": rng.choice([g for g in GOODS if g != WINE])}
        return
    side, quality = plant_quality(state, city)
    wanted = [facts["good"]] if quality == 1 else [facts["good"], state.game.box.plant_good(city, side)]
    pay = _afford(seat.goods, wanted)
    if pay is None or quality is None:
        return
    for cell in state.garden:
        extra = max(needed_quality(cell) - quality, 0)
        if extra <= seat.gardeners and state.canals.is_watered(cell):
            choice = [rng.choice(GOODS), rng.choice(GUILDS)]
            yield {**base, "pay": pay, "quality": quality, "gardeners": extra, "cell": list(cell), "choice": choice, "good": "salt"}


def _afford(goods: tuple[int, ...], wanted: list[str]) -> list[str] | None:
    """The wanted goods, wine where one is missing; None when it cannot be paid."""
    held = Counter(dict(zip(GOODS, goods, strict=True)))
    pay = []
    for good in wanted:
        token = good if held[good] else WINE
        if not held[token]:
            return None
        held[token] -= 1
        pay.append(token)
    return pay
