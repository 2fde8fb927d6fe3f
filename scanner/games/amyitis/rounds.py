"""The order of play: income, who acts next, passing, and the end of a round with procession, temples and stock; the end of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scanner.games.amyitis.box import GOODS, TEMPLES, WINE
from scanner.games.amyitis.caravan import move_caravan
from scanner.games.amyitis.events import Caravan, Discard, Exchange, Hire, Ishtar, Layout, Move, Pass, Procession, Tammouz
from scanner.games.amyitis.garden import NEUTRAL
from scanner.games.amyitis.hiring import enter_temple, farm, hire, take_camel
from scanner.games.amyitis.state import ACTIONS, EXCHANGE, GROUP_SIZE, ISHTAR, OVER, PROCESSION, STOCK, TAMMOUZ, Outcome, State, award
from scanner.games.eventlog import IllegalEvent
from scanner.games.sheet import rank_by

MARDUK_POINTS = (2, 1)
NEEDED_PHASE: dict[type, str] = {
    Layout: ACTIONS,
    Hire: ACTIONS,
    Pass: ACTIONS,
    Caravan: ACTIONS,
    Procession: PROCESSION,
    Ishtar: ISHTAR,
    Tammouz: TAMMOUZ,
    Exchange: EXCHANGE,
    Discard: STOCK,
}


def apply(state: State, move: Move) -> Outcome:
    """What the move does; raises IllegalEvent and then nothing has happened."""
    if state.over:
        raise IllegalEvent("game-over")
    if NEEDED_PHASE[type(move)] != state.phase:
        raise IllegalEvent("wrong-phase", phase=f"phase-{state.phase}")
    if isinstance(move, Layout):
        return _lay_out(state, move)
    outcome = _perform(state, move)
    return replace(outcome, state=replace(outcome.state, turn=outcome.state.turn + 1))


def _perform(state: State, move: Move) -> Outcome:
    player = state.player
    match move:
        case Hire():
            outcome = hire(state, player, move)
            return replace(outcome, state=_pass_on(outcome.state))
        case Caravan():
            outcome = move_caravan(state, player, move)
            return replace(outcome, state=_pass_on(outcome.state))
        case Pass():
            return Outcome(_pass_on(replace(state, passed=state.passed | {player})))
        case Procession(temple):
            for name in TEMPLES:
                state = enter_temple(state, player if name == temple else NEUTRAL, name)
            return _open_ishtar(state)
        case Ishtar(take):
            return _marduk(_ishtar(state, take))
        case Tammouz(row):
            outcome = farm(state, player, row)
            return outcome.then(_open_exchange(outcome.state))
        case Exchange():
            return _stock(_exchange(state, move))
        case Discard():
            return _stock(_discard(state, move))
        case _:
            raise IllegalEvent("wrong-phase", phase=f"phase-{state.phase}")


def _lay_out(state: State, move: Layout) -> Outcome:
    if state.opened:
        raise IllegalEvent("layout-too-late")
    if len(move.groups) != len(state.seats) or any(len(group) != GROUP_SIZE for group in move.groups):
        raise IllegalEvent("wrong-groups", groups=len(state.seats), size=GROUP_SIZE)
    return Outcome(replace(state, groups=move.groups, opened=True))


def _pass_on(state: State) -> State:
    """The next player who has not passed; those who have take a talent each as their turn goes by."""
    state = replace(state, opened=True)
    if len(state.passed) == len(state.seats):
        last = (state.start - 1) % len(state.seats)
        return replace(state, phase=PROCESSION, player=last)
    player = state.next_of(state.player)
    while player in state.passed:
        seat = state.seats[player]
        state = state.with_seat(player, replace(seat, talents=seat.talents + 1))
        player = state.next_of(player)
    return replace(state, player=player)


def temple_ranking(cubes: tuple[int, ...]) -> list[int]:
    """Players by cubes, ties to the cube furthest right; `cubes` begin at the left, grey ones do not count."""
    counts = Counter(owner for owner in cubes if owner != NEUTRAL)
    return sorted(counts, key=lambda p: (counts[p], max(at for at, owner in enumerate(cubes) if owner == p)), reverse=True)


def _prize_winners(state: State, temple: str) -> list[int]:
    """First and second; with two players there is no second prize."""
    return temple_ranking(state.temples[TEMPLES.index(temple)])[: 1 if len(state.seats) == 2 else 2]


def _open_ishtar(state: State) -> Outcome:
    winners = _prize_winners(state, "ishtar")
    return Outcome(replace(state, phase=ISHTAR, player=winners[0])) if winners else _marduk(state)


def _ishtar(state: State, take: str) -> State:
    """The first takes a camel or a talent, the second the other."""
    other = "talent" if take == "camel" else "camel"
    for player, prize in zip(_prize_winners(state, "ishtar"), (take, other), strict=False):
        if prize == "camel":
            state = take_camel(state, player)
        else:
            seat = state.seats[player]
            state = state.with_seat(player, replace(seat, talents=seat.talents + 1))
    return state


def _marduk(state: State) -> Outcome:
    outcome = Outcome(state)
    for player, points in zip(_prize_winners(state, "marduk"), MARDUK_POINTS, strict=False):
        outcome = outcome.then(award(outcome.state, player, points, "temple", "marduk", round=state.round))
    winners = _prize_winners(state, "tammouz")
    if winners:
        return outcome.then(Outcome(replace(outcome.state, phase=TAMMOUZ, player=winners[0])))
    return outcome.then(_stock(outcome.state))


def _open_exchange(state: State) -> Outcome:
    winners = _prize_winners(state, "tammouz")
    if len(winners) > 1 and any(state.seats[winners[1]].goods):
        return Outcome(replace(state, phase=EXCHANGE, player=winners[1]))
    return _stock(state)


def _exchange(state: State, move: Exchange) -> State:
    if move.give is None and move.take is None:
        return state
    if move.give is None or move.take is None:
        raise IllegalEvent("exchange-needs-both")
    seat = state.seats[state.player]
    if not seat.has(move.give):
        raise IllegalEvent("too-few-goods", good=move.give, count=0, wanted=1)
    if move.take == WINE:
        raise IllegalEvent("no-wine-there")
    if state.goods_left(move.take) < 1:
        raise IllegalEvent("no-good-left", good=move.take)
    return state.with_seat(state.player, seat.with_good(move.give, -1).with_good(move.take, 1))


def stock_limit(state: State, player: int) -> int:
    limit: int = state.game.box.data["caravans"][state.seats[player].caravan]["stock"]
    return limit


def _discard(state: State, move: Discard) -> State:
    seat = state.seats[state.player]
    wanted = sum(seat.goods) - stock_limit(state, state.player)
    if len(move.goods) != wanted:
        raise IllegalEvent("wrong-discard", count=len(move.goods), wanted=wanted)
    for good in move.goods:
        if not seat.has(good):
            raise IllegalEvent("too-few-goods", good=good, count=0, wanted=1)
        seat = seat.with_good(good, -1)
    return state.with_seat(state.player, seat)


def _stock(state: State) -> Outcome:
    """The next player, from the start player on, with too many goods; else the round is over."""
    for step in range(len(state.seats)):
        player = (state.start + step) % len(state.seats)
        if sum(state.seats[player].goods) > stock_limit(state, player):
            return Outcome(replace(state, phase=STOCK, player=player))
    least: int = state.game.box.data["end_tiles"][str(len(state.seats))]
    return _finish(state) if len(state.garden) <= least else _next_round(state)


def _next_round(state: State) -> Outcome:
    start = state.next_of(state.start)
    groups: tuple[tuple[str | None, ...], ...] = ((None,) * GROUP_SIZE,) * len(state.seats)
    state = replace(state, groups=groups, passed=frozenset(), phase=ACTIONS, start=start, player=start, round=state.round + 1, opened=False)
    outcome = Outcome(state)
    for player, seat in enumerate(state.seats):
        income = state.game.box.data["bankers"][seat.banker]
        richer = replace(outcome.state.seats[player], talents=seat.talents + income["talents"])
        outcome = outcome.then(Outcome(outcome.state.with_seat(player, richer)))
        if income["points"]:
            outcome = outcome.then(award(outcome.state, player, income["points"], "banker", "banker", round=state.round))
    return outcome


def _finish(state: State) -> Outcome:
    """Amyitis' favour and one point per good."""
    outcome = Outcome(replace(state, phase=OVER))
    for player, seat in enumerate(state.seats):
        favour = state.game.box.favour(len(seat.tiles), len(state.seats))
        if favour:
            outcome = outcome.then(award(outcome.state, player, favour, "favour", "favour", tiles=len(seat.tiles)))
        if any(seat.goods):
            goods = sum(seat.goods)
            outcome = outcome.then(award(outcome.state, player, goods, "goods", "goods", count=goods))
    return outcome


def ranks(state: State) -> tuple[int, ...]:
    """Everybody's place; equals share it."""
    return rank_by([(points,) for points in state.points])


def goods_of(seat_goods: tuple[int, ...]) -> list[str]:
    """The goods one by one."""
    return [good for good, count in zip(GOODS, seat_goods, strict=True) for _ in range(count)]
