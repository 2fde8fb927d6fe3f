"""One event applied to a state: the order inside a turn, refilling the stand, and both ends of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scanner.games.babylonia.components import CARD_TURN, TOKEN_COUNTS, UNKNOWN
from scanner.games.babylonia.events import End, Move, Place, Score
from scanner.games.babylonia.placing import check_complete, place
from scanner.games.babylonia.scoring import score, surrounded
from scanner.games.babylonia.state import TOKEN_ORDER, Hand, State
from scanner.games.eventlog import Award, IllegalEvent
from scanner.games.sheet import rank_by

LAST_CITIES = 1
"""With this many cities left on the board the game ends."""


def apply(state: State, move: Move) -> tuple[State, tuple[Award, ...]]:
    """The state after the move and the points it brought; raises IllegalEvent and then nothing has happened."""
    if state.over:
        raise IllegalEvent("game-over")
    match move:
        case Place():
            after, awards = place(state, move)
        case Score():
            _check_ready_to_score(state)
            after, awards = score(state, move)
        case End():
            after, awards = _end(state, move), ()
    if not awards:
        return after, awards
    points = list(after.points)
    for award in awards:
        points[award.player] += award.points
    return replace(after, points=tuple(points)), awards


def _check_ready_to_score(state: State) -> None:
    if not state.scoring:
        check_complete(state)


def _end(state: State, move: End) -> State:
    """Refills the stand and hands the turn on, unless the game is over."""
    check_complete(state)
    waiting = surrounded(state)
    if waiting:
        raise IllegalEvent("unscored-site", site=", ".join(map(state.game.board.label, waiting)))
    if move.extra:
        _check_extra(state)
    hand = _refill(state.hands[state.player], state.stand_limit(state.player), move.draw)
    hands = (*state.hands[: state.player], hand, *state.hands[state.player + 1 :])
    state = replace(state, hands=hands, placed=(), scoring=False)
    if hand.stand == 0 or state.cities_on_board <= LAST_CITIES:
        if move.extra:
            raise IllegalEvent("extra-after-end")
        return replace(state, over=True)
    if move.extra:
        return replace(state, turn=state.turn + 1, spent=state.spent | {CARD_TURN})
    return replace(state, turn=state.turn + 1, player=(state.player + 1) % len(state.game.players))


def _check_extra(state: State) -> None:
    if not state.owns(state.player, CARD_TURN):
        raise IllegalEvent("extra-needs-card")
    if CARD_TURN in state.spent:
        raise IllegalEvent("extra-used")


def _refill(hand: Hand, limit: int, draw: Sequence[str] | None) -> Hand:
    """The hand with tokens drawn up to the limit of the stand."""
    wanted = min(max(limit - hand.stand, 0), hand.supply)
    if draw is not None and len(draw) != wanted:
        raise IllegalEvent("wrong-draw", drawn=len(draw), wanted=wanted)
    if draw is None or hand.known is None:
        return Hand(hand.stand + wanted, hand.known if wanted == 0 else None, hand.played)
    known = (*hand.known, *draw)
    held = Counter(known)
    for kind, most in TOKEN_COUNTS.items():
        if held[kind] + hand.played[TOKEN_ORDER.index(kind)] > most:
            raise IllegalEvent("token-limit", token=kind, count=most)
    return Hand(hand.stand + wanted, None if UNKNOWN in known else known, hand.played)


def ranks(state: State) -> tuple[int, ...]:
    """Everybody's place: points, then city tiles, then a shared place."""
    return rank_by([(points, len(own)) for points, own in zip(state.points, state.cities, strict=True)])
