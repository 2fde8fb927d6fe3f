"""Putting a token down: what the rules of a turn allow, and the points of fields and ziggurats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.games.babylonia.board import RIVER, ZIGGURAT, Hex, whole_map
from scanner.games.babylonia.components import (
    CARD_FIELDS,
    CARD_NOBLE,
    CARD_NOBLES,
    FARMER,
    FIELD_POINTS,
    NOBLES,
    TOKEN_COUNTS,
    TOKENS,
    UNKNOWN,
    Settings,
    is_city,
)
from scanner.games.babylonia.events import Place
from scanner.games.babylonia.state import TOKEN_ORDER, Hand, State, Token
from scanner.games.eventlog import Award, IllegalEvent

SMALL_TURN = 2
"""Tokens of an ordinary turn."""
LARGE_TURN = 3
"""Farmers that make a farmers' turn; nobles of card 4."""


def place(state: State, move: Place) -> tuple[State, tuple[Award, ...]]:
    """The state with the token on the board, and its points; raises IllegalEvent."""
    if state.scoring:
        raise IllegalEvent("placing-after-scoring")
    check_hex(state, move.kind, move.place)
    check_shape(state, move.kind, move.place)
    hand = _take(state.hands[state.player], move.kind, len(state.placed))
    token = Token(state.player, move.kind, state.game.board.kinds[move.place] == RIVER)
    tokens = {**state.tokens, move.place: token}
    tile = state.tiles.get(move.place)
    awards = [] if tile is None else _field_award(state, move, tile)
    awards += _ziggurat_award(replace(state, tokens=tokens), move.place)
    tiles = state.tiles if tile is None else {h: t for h, t in state.tiles.items() if h != move.place}
    hands = (*state.hands[: state.player], hand, *state.hands[state.player + 1 :])
    after = replace(state, tokens=tokens, tiles=tiles, hands=hands, placed=(*state.placed, move.place))
    return after, tuple(awards)


def check_hex(state: State, kind: str, spot: Hex) -> None:
    """Raises IllegalEvent unless this kind of token may lie on the hex."""
    board = state.game.board
    label = board.label(spot)
    if spot not in board.kinds:
        raise IllegalEvent("out-of-play" if spot in whole_map() else "no-such-hex", hex=label)
    if spot in state.tokens:
        raise IllegalEvent("occupied", hex=label)
    if board.kinds[spot] == ZIGGURAT:
        raise IllegalEvent("ziggurat-hex", hex=label)
    if kind == UNKNOWN and board.kinds[spot] != RIVER:
        raise IllegalEvent("unknown-on-land", hex=label)
    tile = state.tiles.get(spot)
    if tile is None:
        return
    if is_city(tile):
        raise IllegalEvent("city-hex", hex=label)
    if kind != FARMER:
        if not state.owns(state.player, CARD_FIELDS):
            raise IllegalEvent("field-needs-farmer", hex=label)
    elif not any(_supports(state, near) for near in board.neighbours[spot]):
        raise IllegalEvent("field-needs-neighbour", hex=label)


def _supports(state: State, near: Hex) -> bool:
    token = state.tokens.get(near)
    if token is None or token.player != state.player:
        return False
    settings = state.game.settings
    if token.face_down and not settings.field_support_river:
        return False
    return settings.field_support_same_turn or near not in state.placed


def check_shape(state: State, kind: str, spot: Hex) -> None:
    """Raises IllegalEvent when the tokens of this turn, with this one, can no longer become a legal turn."""
    count = len(state.placed) + 1
    limit = state.turn_limit()
    if limit is not None and count > limit:
        raise IllegalEvent("first-round", limit=limit)
    if count <= SMALL_TURN:
        return
    board = state.game.board
    if any(board.kinds[h] == RIVER for h in (*state.placed, spot)):
        raise IllegalEvent("river-in-large-turn")
    kinds = [*(state.tokens[h].kind for h in state.placed), kind]
    nobles = [k for k in kinds if k != FARMER]
    if not nobles or is_noble_trio(state, kinds):
        return
    if len(nobles) > 1 or not state.owns(state.player, CARD_NOBLE):
        raise IllegalEvent("noble-in-farmer-turn")
    _check_noble_order(state.game.settings, kinds)


def _check_noble_order(settings: Settings, kinds: Sequence[str]) -> None:
    if not settings.noble_last:
        return
    where = next(i for i, k in enumerate(kinds) if k != FARMER)
    if where < LARGE_TURN or where != len(kinds) - 1:
        raise IllegalEvent("noble-comes-last")


def is_noble_trio(state: State, kinds: Sequence[str]) -> bool:
    """Card 4: exactly one noble of each kind."""
    return state.owns(state.player, CARD_NOBLES) and sorted(kinds) == sorted(NOBLES)


def check_complete(state: State) -> None:
    """Raises IllegalEvent unless the tokens of this turn are a whole legal turn."""
    count = len(state.placed)
    limit = state.turn_limit()
    needed = limit if limit is not None else min(SMALL_TURN, state.hands[state.player].stand + count)
    if count < needed:
        raise IllegalEvent("too-few-tokens", placed=count, needed=needed)
    if count < LARGE_TURN:
        return
    kinds = [state.tokens[h].kind for h in state.placed]
    if kinds.count(FARMER) < LARGE_TURN and not is_noble_trio(state, kinds):
        raise IllegalEvent("three-farmers-needed", farmers=kinds.count(FARMER))


def _take(hand: Hand, kind: str, placed: int) -> Hand:
    """The hand without the token."""
    if hand.stand == 0:
        raise IllegalEvent("stand-empty", placed=placed)
    known = hand.known
    if known is not None and kind != UNKNOWN:
        if kind not in known:
            raise IllegalEvent("not-on-stand", token=kind)
        at = known.index(kind)
        known = known[:at] + known[at + 1 :]
    elif known is not None:
        known = None
    at = TOKEN_ORDER.index(kind)
    played = (*hand.played[:at], hand.played[at] + 1, *hand.played[at + 1 :])
    if played[at] > TOKEN_COUNTS.get(kind, TOKENS):
        raise IllegalEvent("token-limit", token=kind, count=TOKEN_COUNTS[kind])
    return Hand(hand.stand - 1, known, played)


def _field_award(state: State, move: Place, tile: str) -> list[Award]:
    if move.kind != FARMER and not state.game.settings.noble_scores_field:
        return []
    label = state.game.board.label(move.place)
    if tile in FIELD_POINTS:
        return [Award(state.player, FIELD_POINTS[tile], "fields", "field", {"site": label, "value": tile})]
    taken = state.cities_taken
    return [Award(state.player, taken, "fields", "field-cities", {"site": label, "cities": taken})]


def _ziggurat_award(state: State, spot: Hex) -> list[Award]:
    """Points for a token just put down on `spot`."""
    board = state.game.board
    if not board.temples[spot]:
        return []
    touched = touched_ziggurats(state, state.player)
    near = board.label(board.temples[spot][0])
    details = {"ziggurat": near, "count": len(touched), "all": ", ".join(map(board.label, touched))}
    return [Award(state.player, len(touched), "ziggurats", "ziggurat", details)]


def touched_ziggurats(state: State, player: int) -> list[Hex]:
    """The ziggurats with at least one token of the player beside them."""
    board, tokens = state.game.board, state.tokens
    return [z for z in board.ziggurats if any(n in tokens and tokens[n].player == player for n in board.neighbours[z])]
