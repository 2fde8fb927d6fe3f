"""Surrounded cities and ziggurats: majorities, linked tokens, tiles and cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scanner.games.babylonia.board import CENTRE, RIVER, ZIGGURAT, Hex
from scanner.games.babylonia.components import CARD_LAND, CARD_PAIRS, CARD_RIVER, CARD_TEN, NETWORK_POINTS, SYMBOLS, TEN, is_city
from scanner.games.babylonia.events import Score
from scanner.games.babylonia.state import State
from scanner.games.eventlog import Award, IllegalEvent


def surrounded(state: State) -> tuple[Hex, ...]:
    """Cities and ziggurats that wait to be scored: surrounded by this turn's tokens, in reading order."""
    near = {n for h in state.placed for n in state.game.board.neighbours[h]}
    return tuple(sorted(h for h in near if _waits(state, h)))


def _waits(state: State, spot: Hex) -> bool:
    board = state.game.board
    tile = state.tiles.get(spot)
    if board.kinds[spot] == ZIGGURAT:
        if spot in state.settled:
            return False
    elif tile is None or not is_city(tile):
        return False
    return all(h in state.tokens for h in board.shores[spot])


def counts_around(state: State, spot: Hex) -> Counter[int]:
    """Tokens next to the hex by player, rivers included."""
    return Counter(state.tokens[h].player for h in state.game.board.neighbours[spot] if h in state.tokens)


def majority(state: State, spot: Hex) -> int | None:
    """The player with more tokens around the hex than anybody else."""
    ranked = counts_around(state, spot).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def linked(state: State, player: int, city: Hex) -> tuple[Hex, ...]:
    """The player's tokens next to the city or tied to it by a chain of own tokens (and free hexes, with cards 8 and 9)."""
    neighbours = state.game.board.neighbours
    tokens = state.tokens
    bridges = _bridges(state, player, city)
    start = [h for h in neighbours[city] if (h in tokens and tokens[h].player == player) or h in bridges]
    if not state.game.settings.free_hex_touches_city:
        start = [h for h in start if h in tokens]
    seen = set(start)
    queue = start
    while queue:
        for near in neighbours[queue.pop()]:
            if near not in seen and ((near in tokens and tokens[near].player == player) or near in bridges):
                seen.add(near)
                queue.append(near)
    return tuple(sorted(h for h in seen if h in tokens))


def _bridges(state: State, player: int, city: Hex) -> frozenset[Hex]:
    """Hexes without a token that link this player's tokens."""
    land, river = state.owns(player, CARD_LAND), state.owns(player, CARD_RIVER)
    if not land and not river:
        return frozenset()
    board = state.game.board
    through_tiles = state.game.settings.tiles_link
    found = set()
    for spot, kind in board.kinds.items():
        if spot in state.tokens or spot == city:
            continue
        if not through_tiles and (spot in state.tiles or kind == ZIGGURAT):
            continue
        if (river and kind == RIVER) or (land and board.areas[spot] == CENTRE):
            found.add(spot)
    return frozenset(found)


def score(state: State, move: Score) -> tuple[State, tuple[Award, ...]]:
    """Scores one surrounded city or ziggurat; raises IllegalEvent."""
    board = state.game.board
    label = board.label(move.place)
    if move.place not in board.shores or (board.kinds[move.place] != ZIGGURAT and not is_city(state.tiles.get(move.place, "5"))):
        raise IllegalEvent("nothing-to-score", site=label)
    if move.place in state.settled:
        raise IllegalEvent("already-scored", site=label)
    if move.place not in surrounded(state):
        open_hexes = [board.label(h) for h in board.shores[move.place] if h not in state.tokens]
        raise IllegalEvent("not-surrounded", site=label, open="; ".join(open_hexes))
    if board.kinds[move.place] == ZIGGURAT:
        return _score_ziggurat(state, move, label)
    if move.card is not None:
        raise IllegalEvent("no-card-here", site=label)
    return _score_city(state, move.place, label)


def network_awards(state: State, city: Hex) -> tuple[Award, ...]:
    """Step A: two points for every linked face-up token with a symbol of the city."""
    wanted = {SYMBOLS[s] for s in state.tiles[city]}
    label = state.game.board.label(city)
    awards = []
    for player in range(len(state.game.players)):
        hexes = [h for h in linked(state, player, city) if not state.tokens[h].face_down and state.tokens[h].kind in wanted]
        if hexes:
            details = {"site": label, "tile": state.tiles[city], "count": len(hexes), "hexes": [list(h) for h in hexes]}
            awards.append(Award(player, NETWORK_POINTS * len(hexes), "networks", "network", details))
    return tuple(awards)


def _score_city(state: State, city: Hex, label: str) -> tuple[State, tuple[Award, ...]]:
    awards = network_awards(state, city)
    winner = majority(state, city)
    tile = state.tiles[city]
    tiles = {h: t for h, t in state.tiles.items() if h != city}
    if winner is None:
        return replace(state, tiles=tiles, scoring=True), awards
    cities = tuple((*own, tile) if p == winner else own for p, own in enumerate(state.cities))
    after = replace(state, tiles=tiles, cities=cities, scoring=True)
    return after, awards + _tile_awards(after, label)


def _tile_awards(state: State, label: str) -> tuple[Award, ...]:
    """Step B: everybody's city tiles, after the new one was taken."""
    awards = []
    for player, own in enumerate(state.cities):
        if own:
            awards.append(Award(player, len(own), "cities", "city-tiles", {"site": label, "count": len(own)}))
        if state.owns(player, CARD_PAIRS) and len(own) > 1:
            awards.append(Award(player, len(own) // 2, "cards", "card-pairs", {"site": label, "pairs": len(own) // 2}))
    return tuple(awards)


def _score_ziggurat(state: State, move: Score, label: str) -> tuple[State, tuple[Award, ...]]:
    winner = majority(state, move.place)
    after = replace(state, settled=state.settled | {move.place}, scoring=True)
    if winner is None:
        if move.card is not None:
            raise IllegalEvent("no-card-on-tie", site=label)
        return after, ()
    if move.card is None:
        raise IllegalEvent("choose-card", site=label, player=state.game.players[winner], cards=", ".join(map(str, state.offer)))
    if move.card not in state.offer:
        raise IllegalEvent("card-not-offered", card=move.card, cards=", ".join(map(str, state.offer)))
    cards = tuple((*own, move.card) if p == winner else own for p, own in enumerate(state.cards))
    after = replace(after, cards=cards, offer=tuple(c for c in state.offer if c != move.card))
    if move.card != CARD_TEN:
        return after, ()
    after = replace(after, spent=after.spent | {CARD_TEN})
    return after, (Award(winner, TEN, "cards", "card-ten", {"site": label}),)
