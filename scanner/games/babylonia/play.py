"""Random legal games from a seed, for tests and for trying the software out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from scanner.games.babylonia.board import RIVER, ZIGGURAT, Hex, load_board, load_data
from scanner.games.babylonia.components import (
    CARD_FIELDS,
    CARD_NOBLE,
    CARD_NOBLES,
    CARD_TURN,
    FARMER,
    NOBLES,
    TOKEN_COUNTS,
    Settings,
    city_tiles,
    field_tiles,
    is_city,
)
from scanner.games.babylonia.events import End, Move, Place, Score, event_to_dict
from scanner.games.babylonia.log import CARDS_ON_OFFER, setup_to_dict
from scanner.games.babylonia.placing import LARGE_TURN, SMALL_TURN, check_hex
from scanner.games.babylonia.scoring import majority, surrounded
from scanner.games.babylonia.state import Game, State, new_state
from scanner.games.babylonia.turn import LAST_CITIES, apply
from scanner.games.eventlog import EventLog, IllegalEvent

NAMES = ("Ada", "Ben", "Cyd", "Dov")
LARGE_TURN_SHARE = 0.4
"""How often a player who can play three or more tokens does."""
NEAR_SHARE = 0.75
"""How often a token goes next to a site or ziggurat: random play that never surrounds anything would test little."""
KEENNESS = (2, 8, 24)
"""Hexes looked at for such a token, one of these per game; the one whose site is closest to being surrounded is taken."""


@dataclass(slots=True)
class _Match:
    """A game under way: the state, the events so far and the tokens still face down in front of each player."""

    state: State
    rng: Random
    supplies: list[list[str]]
    keenness: int
    events: list[dict[str, Any]] = field(default_factory=list)

    def do(self, move: Move) -> None:
        before = self.state
        self.state, _ = apply(before, move)
        self.events.append(event_to_dict(before.game, before.turn, before.player, move))


def play_random(players: int, seed: int, settings: Settings | None = None) -> tuple[EventLog, State]:
    """A whole legal game: its log and its last state."""
    rng = Random(f"babylonia {players} {seed}")
    game, supplies = _deal(players, rng, settings or Settings(variant_cards=rng.random() < 0.5))
    match = _Match(new_state(game), rng, supplies, rng.choice(KEENNESS))
    while not match.state.over:
        _play_turn(match)
    return EventLog(setup_to_dict(game), tuple(match.events)), match.state


def _deal(players: int, rng: Random, settings: Settings) -> tuple[Game, list[list[str]]]:
    board = load_board(players)
    tiles = sorted((city_tiles(players) + field_tiles(players)).elements())
    rng.shuffle(tiles)
    known = load_data()["cards"]
    cards = sorted(rng.sample(known["all"], CARDS_ON_OFFER)) if settings.variant_cards else known["base"]
    stands, supplies = [], []
    for _ in range(players):
        tokens = [kind for kind, count in TOKEN_COUNTS.items() for _ in range(count)]
        rng.shuffle(tokens)
        size = load_data()["stand"]["usual"]
        stands.append(tuple(tokens[:size]))
        supplies.append(tokens[size:])
    dealt = dict(zip(board.sites, tiles, strict=True))
    return Game(board, NAMES[:players], settings, dealt, tuple(cards), tuple(stands)), supplies


def _play_turn(match: _Match) -> None:
    for kind, river in _choose_tokens(match):
        spot = _choose_hex(match, kind, river)
        if spot is None:  # land can run out in the middle of a large turn; what was put down is then a legal turn
            break
        match.do(Place(kind, spot))
    while waiting := surrounded(match.state):
        spot = match.rng.choice(waiting)
        card = None
        if match.state.game.board.kinds[spot] == ZIGGURAT and majority(match.state, spot) is not None:
            card = match.rng.choice(match.state.offer)
        match.do(Score(spot, card))
    match.do(_end_turn(match))


def _choose_tokens(match: _Match) -> list[tuple[str, bool]]:
    """Kinds to play in order, each with whether a river will do."""
    state, rng = match.state, match.rng
    stand = list(state.hands[state.player].known or ())
    rng.shuffle(stand)
    limit = state.turn_limit()
    if limit is None and rng.random() < LARGE_TURN_SHARE:
        if state.owns(state.player, CARD_NOBLES) and set(NOBLES) <= set(stand) and rng.random() < 0.5:
            return [(kind, False) for kind in rng.sample(NOBLES, len(NOBLES))]
        farmers = [(FARMER, False) for kind in stand if kind == FARMER]
        if len(farmers) >= LARGE_TURN:
            farmers = farmers[: rng.randint(LARGE_TURN, len(farmers))]
            nobles = [(kind, False) for kind in stand if kind != FARMER][:1]
            return farmers + nobles if state.owns(state.player, CARD_NOBLE) else farmers
    return [(kind, True) for kind in stand[: min(SMALL_TURN, len(stand)) if limit is None else limit]]


def _choose_hex(match: _Match, kind: str, river: bool) -> Hex | None:
    """A random legal hex; None when no field or free hex is left."""
    state, rng = match.state, match.rng
    board = state.game.board
    fields = [h for h, tile in state.tiles.items() if not is_city(tile)]
    if fields and (kind == FARMER or state.owns(state.player, CARD_FIELDS)):
        legal = [h for h in fields if _allowed(state, kind, h)]
        if legal and rng.random() < 0.5:
            return rng.choice(legal)
    free = [h for h, k in board.kinds.items() if k != ZIGGURAT and h not in state.tokens and h not in state.tiles and (river or k != RIVER)]
    if not free or rng.random() > NEAR_SHARE:
        return rng.choice(free) if free else None
    return min((rng.choice(free) for _ in range(match.keenness)), key=lambda h: _gaps(state, h))


def _gaps(state: State, spot: Hex) -> int:
    """Open land hexes around the nearest city or ziggurat that a token on `spot` helps to surround."""
    board = state.game.board
    targets = (n for n in board.neighbours[spot] if is_city(state.tiles.get(n, "5")) or (n in board.ziggurats and n not in state.settled))
    return min((sum(h not in state.tokens for h in board.shores[n]) for n in targets), default=len(board.kinds))


def _allowed(state: State, kind: str, spot: Hex) -> bool:
    try:
        check_hex(state, kind, spot)
    except IllegalEvent:
        return False
    return True


def _end_turn(match: _Match) -> End:
    state = match.state
    hand = state.hands[state.player]
    supply = match.supplies[state.player]
    wanted = min(max(state.stand_limit(state.player) - hand.stand, 0), len(supply))
    draw = tuple(supply.pop() for _ in range(wanted))
    goes_on = hand.stand + wanted > 0 and state.cities_on_board > LAST_CITIES
    has_card = state.owns(state.player, CARD_TURN) and CARD_TURN not in state.spent
    return End(draw, extra=goes_on and has_card and match.rng.random() < 0.5)


def without_draws(log: EventLog) -> EventLog:
    """The same game as a table that writes down no stands would record it."""
    header = {key: value for key, value in log.header.items() if key != "stands"}
    return replace(log, header=header, events=tuple({k: v for k, v in e.items() if k != "draw"} for e in log.events))
