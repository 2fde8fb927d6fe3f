"""Whose turn it is in a logged game and what may be chosen from: what the buttons of its page need to know."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scanner.games.amyitis.box import BABYLON, CRAFTSMEN, GOODS, GUILDS, ROWS, TEMPLES
from scanner.games.amyitis.record import LogRecord as AmyitisLog
from scanner.games.amyitis.state import EXCHANGE, ISHTAR, PROCESSION, STOCK, TAMMOUZ
from scanner.games.babylonia.components import CARD_TURN, KINDS
from scanner.games.babylonia.record import LogRecord as BabyloniaLog
from scanner.games.babylonia.scoring import surrounded

AMYITIS_DOES = {PROCESSION: "procession", ISHTAR: "ishtar", TAMMOUZ: "tammouz", EXCHANGE: "exchange", STOCK: "discard"}
"""The only event of a phase; in the phase of actions there is a choice."""


def table_of(record: Any) -> dict[str, Any] | None:
    """The table after the last event that was accepted; None for a table at its end."""
    if isinstance(record, BabyloniaLog):
        return _common(record) | _babylonia(record)
    if isinstance(record, AmyitisLog):
        return _common(record) | _amyitis(record)
    return None


def _common(record: BabyloniaLog | AmyitisLog) -> dict[str, Any]:
    state, stop = record.replay.state, record.replay.stop
    told = None if stop is None else {"event": stop.number, "code": stop.code}
    return {"player": state.player, "turn": state.turn, "over": state.over, "stop": told}


def _babylonia(record: BabyloniaLog) -> dict[str, Any]:
    """Waiting sites, the cards on offer, and how many tokens of each kind the player can still have."""
    state = record.replay.state
    board, hand = state.game.board, state.hands[state.player]
    stand = None if hand.known is None else {kind: Counter(hand.known)[kind] for kind in KINDS}
    return {
        "sites": {f"{row},{col}": board.label((row, col)) for row, col in board.kinds if board.label((row, col))[:1] in "TZ"},
        "tiles": {board.label(spot): tile for spot, tile in state.tiles.items()},
        "waiting": [board.label(spot) for spot in surrounded(state)],
        "offer": list(state.offer),
        "cards": [list(own) for own in state.cards],
        "stand": stand,
        "placed": len(state.placed),
        "extra": state.owns(state.player, CARD_TURN) and CARD_TURN not in state.spent,
    }


def _amyitis(record: AmyitisLog) -> dict[str, Any]:
    """The phase, the craftsmen still there, and every list an event chooses from."""
    state = record.replay.state
    return {
        "round": state.round,
        "phase": state.phase,
        "does": AMYITIS_DOES.get(state.phase),
        "opened": state.opened,
        "groups": [list(group) for group in state.groups],
        "craftsmen": list(CRAFTSMEN),
        "rows": list(ROWS),
        "temples": list(TEMPLES),
        "goods": list(GOODS),
        "guilds": list(GUILDS),
        "cities": {BABYLON: "sale", **{name: facts["sort"] for name, facts in state.game.box.data["cities"].items()}},
        "camels": state.seats[state.player].camels,
        "holds": [dict(zip(GOODS, seat.goods, strict=True)) for seat in state.seats],
    }
