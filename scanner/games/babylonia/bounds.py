"""What a final position proves about the score: for every player and column the least and the most it can have brought.

Tokens never move or leave the board, so the end is a strong witness. The intervals are true for every order of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scanner.games.babylonia.board import CENTRE, RIVER, ZIGGURAT, Hex
from scanner.games.babylonia.components import (
    CARD_FIELDS,
    CARD_LAND,
    CARD_PAIRS,
    CARD_RIVER,
    CARD_TEN,
    FARMER,
    FIELD_POINTS,
    NETWORK_POINTS,
    SYMBOLS,
    TEN,
    city_tiles,
    field_tiles,
    is_city,
)
from scanner.games.babylonia.position import Position


@dataclass(frozen=True, slots=True)
class Bound:
    """Least and most points of one column."""

    column: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PlayerBounds:
    """The interval of one player's score, and where it comes from."""

    player: int
    parts: tuple[Bound, ...]

    @property
    def low(self) -> int:
        return sum(part.low for part in self.parts)

    @property
    def high(self) -> int:
        return sum(part.high for part in self.parts)


def estimate_bounds(position: Position) -> tuple[PlayerBounds, ...]:
    """The interval of every player's score."""
    return tuple(
        PlayerBounds(p, (_networks(position, p), _cities(position, p), _ziggurats(position, p), _fields(position, p), _cards(position, p)))
        for p in range(len(position.players))
    )


def table_bounds(bounds: Iterable[PlayerBounds], captured: int) -> tuple[int, int]:
    """Least and most points of all players together: city tiles pay 1 + 2 + … for the whole table, whoever took them."""
    everybody = list(bounds)
    cities = captured * (captured + 1) // 2
    parts = [part for bound in everybody for part in bound.parts if part.column != "cities"]
    return cities + sum(part.low for part in parts), cities + sum(part.high for part in parts)


def ziggurat_range(counts: Iterable[int]) -> tuple[int, int]:
    """Points for tokens beside ziggurats, from the number beside each: least when the crowded ones come first."""
    beside = sorted((n for n in counts if n), reverse=True)
    k, total = len(beside), sum(beside)
    return sum(i * n for i, n in enumerate(beside, 1)), k * (k + 1) // 2 + (total - k) * k


def city_range(own: int, captured: int) -> tuple[int, int]:
    """Points of step B for a player with `own` of `captured` tiles: late captures pay least, early ones most."""
    base = own * (own + 1) // 2
    return base, base + own * (captured - own)


def _ziggurats(position: Position, player: int) -> Bound:
    board, tokens = position.board, position.tokens
    counts = (sum(h in tokens and tokens[h].player == player for h in board.neighbours[z]) for z in board.ziggurats)
    return Bound("ziggurats", *ziggurat_range(counts))


def _cities(position: Position, player: int) -> Bound:
    return Bound("cities", *city_range(position.cities[player], position.captured))


def _cards(position: Position, player: int) -> Bound:
    ten = TEN if CARD_TEN in position.cards[player] else 0
    if CARD_PAIRS not in position.cards[player]:
        return Bound("cards", ten, ten)
    own = position.cities[player]
    most = sum(i // 2 for i in range(own + 1)) + (position.captured - own) * (own // 2)
    return Bound("cards", ten, ten + most)


def _fields(position: Position, player: int) -> Bound:
    if position.dealt is None:
        return _fields_unknown(position, player)
    low = high = 0
    for spot in position.freed():
        token, tile = position.tokens.get(spot), position.dealt[spot]
        if is_city(tile) or token is None or token.player != player:
            continue
        if token.kind != FARMER and not position.settings.noble_scores_field:
            continue
        low += FIELD_POINTS.get(tile, 0)
        high += FIELD_POINTS.get(tile, position.captured)
    return Bound("fields", low, high)


def _fields_unknown(position: Position, player: int) -> Bound:
    """Without the setup: any freed site with a fitting token may have been any field that is gone."""
    gone = field_tiles(len(position.players)) - Counter(t for t in position.tiles.values() if not is_city(t))
    fitting = [_could_have_taken(position, spot) for spot in position.freed()]
    own, others = fitting.count(player), sum(p is not None for p in fitting) - fitting.count(player)
    values = sorted(FIELD_POINTS.get(tile, position.captured) for tile in gone.elements())
    least = sorted(FIELD_POINTS.get(tile, 0) for tile in gone.elements())
    forced = max(len(values) - others, 0)
    if CARD_FIELDS in position.cards[player] and not position.settings.noble_scores_field:
        forced = 0
    return Bound("fields", sum(least[:forced]), sum(values[len(values) - min(own, len(values)) :]))


def _could_have_taken(position: Position, spot: Hex) -> int | None:
    """Whose token on the freed site may have taken a field there."""
    token = position.tokens.get(spot)
    if token is None or (token.kind != FARMER and CARD_FIELDS not in position.cards[token.player]):
        return None
    return token.player


def _networks(position: Position, player: int) -> Bound:
    cities = city_tiles(len(position.players)) - Counter(t for t in position.tiles.values() if is_city(t))
    sites = [spot for spot in position.freed() if all(h in position.tokens for h in position.board.shores[spot])]
    if position.dealt is not None:
        places = [(position.dealt[s], [s]) for s in position.freed() if is_city(position.dealt[s])]
    else:
        places = [(tile, sites) for tile in cities.elements()]
    reach = {s: _reach(position, player, s) for s in position.freed()}
    low = high = 0
    for tile, candidates in places:
        wanted = {SYMBOLS[s] for s in tile}
        low += min((_count(position, player, position.board.shores[s], wanted) for s in candidates), default=0)
        high += max((_count(position, player, reach[s], wanted) for s in candidates), default=0)
    return Bound("networks", NETWORK_POINTS * low, NETWORK_POINTS * high)


def _count(position: Position, player: int, hexes: Iterable[Hex], kinds: set[str]) -> int:
    """The player's face-up tokens of these kinds on these hexes."""
    found = (position.tokens.get(h) for h in hexes)
    return sum(t is not None and t.player == player and not t.face_down and t.kind in kinds for t in found)


def _reach(position: Position, player: int, site: Hex) -> frozenset[Hex]:
    """Hexes that can have been tied to the site at some moment: a hex that is taken now may have been free then."""
    board, tokens, own = position.board, position.tokens, position.cards[player]

    def carries(spot: Hex) -> bool:
        token = tokens.get(spot)
        if token is not None and token.player == player:
            return True
        if board.kinds[spot] == ZIGGURAT and not position.settings.tiles_link:
            return False
        return (CARD_RIVER in own and board.kinds[spot] == RIVER) or (CARD_LAND in own and board.areas[spot] == CENTRE)

    seen: set[Hex] = {site}
    queue = [site]
    while queue:
        for near in board.neighbours[queue.pop()]:
            if near not in seen and carries(near):
                seen.add(near)
                queue.append(near)
    return frozenset(seen - {site})
