"""What a final position contradicts: pieces that are not in the box, cities that should have been scored, cards nobody can have won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scanner.games.babylonia.board import RIVER, ZIGGURAT, Hex, load_data
from scanner.games.babylonia.components import TOKEN_COUNTS, TOKENS, city_tiles, field_tiles, is_city
from scanner.games.babylonia.position import Position
from scanner.games.babylonia.turn import LAST_CITIES
from scanner.games.sheet import Finding


def detect_violations(position: Position) -> tuple[Finding, ...]:
    """All contradictions at once."""
    return (*_tokens(position), *_tiles(position), *_cards(position), *_end(position))


def _tokens(position: Position) -> Iterator[Finding]:
    for player, name in enumerate(position.players):
        kinds = Counter(t.kind for t in position.tokens.values() if t.player == player)
        for kind, most in TOKEN_COUNTS.items():
            if kinds[kind] > most:
                yield Finding("too-many-of-kind", {"player": name, "token": kind, "count": kinds[kind], "most": most})
        if kinds.total() > TOKENS:
            yield Finding("too-many-tokens", {"player": name, "count": kinds.total(), "most": TOKENS})
    for spot in position.tokens:
        if position.board.kinds[spot] == ZIGGURAT:
            yield Finding("token-on-ziggurat", {"hex": position.board.label(spot)})


def _tiles(position: Position) -> Iterator[Finding]:
    players = len(position.players)
    board = position.board
    on_board = Counter(position.tiles.values())
    shown = Counter(tile for front in position.city_tiles for tile in front)
    box = city_tiles(players) + field_tiles(players)
    for tile in sorted((on_board + shown) - box):
        yield Finding("too-many-tiles", {"tile": tile, "count": (on_board + shown)[tile], "most": box[tile]})
    cities = sum(n for tile, n in on_board.items() if is_city(tile))
    if cities + position.captured > city_tiles(players).total():
        yield Finding("too-many-cities", {"count": cities + position.captured, "most": city_tiles(players).total()})
    for spot, tile in sorted(position.tiles.items()):
        if is_city(tile) and _surrounded(position, spot):
            yield Finding("city-not-scored", {"site": board.label(spot)})
        if position.dealt is not None and position.dealt[spot] != tile:
            yield Finding("tile-changed", {"site": board.label(spot), "dealt": position.dealt[spot], "tile": tile})
    yield from _freed_sites(position)


def _freed_sites(position: Position) -> Iterator[Finding]:
    """A field is gone because a token lies on it, a city because it was surrounded."""
    if position.dealt is None:
        return
    for spot in position.freed():
        label = position.board.label(spot)
        if is_city(position.dealt[spot]):
            if not _surrounded(position, spot):
                yield Finding("city-gone-unsurrounded", {"site": label})
        elif spot not in position.tokens:
            yield Finding("field-gone-untaken", {"site": label})


def _surrounded(position: Position, spot: Hex) -> bool:
    return all(h in position.tokens for h in position.board.shores[spot])


def _cards(position: Position) -> Iterator[Finding]:
    held = Counter(card for own in position.cards for card in own)
    known = load_data()["cards"]["all" if position.settings.variant_cards else "base"]
    for card in sorted(held):
        if held[card] > 1 or card not in known:
            yield Finding("impossible-card", {"card": card})
    won = [z for z in position.board.ziggurats if _surrounded(position, z)]
    for player, name in enumerate(position.players):
        surely = sum(_won(position, z, player, certain=True) for z in won)
        perhaps = sum(_won(position, z, player, certain=False) for z in won)
        if not surely <= len(position.cards[player]) <= perhaps:
            details = {"player": name, "count": len(position.cards[player]), "least": surely, "most": perhaps}
            yield Finding("wrong-number-of-cards", details)


def _won(position: Position, ziggurat: Hex, player: int, *, certain: bool) -> bool:
    """Whether the player has won it, surely or perhaps: river tokens may have come after it was scored."""
    board, tokens = position.board, position.tokens
    land, river = Counter[int](), Counter[int]()
    for spot in board.neighbours[ziggurat]:
        if spot in tokens:
            (river if board.kinds[spot] == RIVER else land)[tokens[spot].player] += 1
    others = [p for p in range(len(position.players)) if p != player]
    if certain:
        return land[player] > max(land[p] + river[p] for p in others)
    return land[player] + river[player] > max(land[p] for p in others)


def _end(position: Position) -> Iterator[Finding]:
    """The game ends with one city left or with all thirty tokens of a player on the board."""
    cities = sum(map(is_city, position.tiles.values()))
    most = max(Counter(t.player for t in position.tokens.values()).values(), default=0)
    if cities > LAST_CITIES and most < TOKENS:
        yield Finding("end-not-reached", {"cities": cities, "tokens": most})
