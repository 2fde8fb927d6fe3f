"""A finished game as it lies on the table: tokens, tiles left, tiles and cards in front of the players, and the written scores.

    {"game": "babylonia", "players": ["Ada", "Ben"], "tokens": [{"player": "Ada", "token": "priest", "hex": [12, 4]}, …],
     "tiles": {"T03": "MP"}, "cities": {"Ada": ["M", "SP"], "Ben": 3}, "cards": {"Ada": [1]},
     "dealt": {"T01": "MP", …}, "scores": {"Ada": 61, "Ben": 58}}

`dealt` (which tile lay where after setup) and `scores` may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.babylonia.board import RIVER, Board, Hex, load_board
from scanner.games.babylonia.components import UNKNOWN, Settings, is_city, parse_kind, parse_tile
from scanner.games.babylonia.log import check_tiles, parse_players
from scanner.games.babylonia.state import State, Token
from scanner.games.eventlog import is_whole, object_at


@dataclass(frozen=True, slots=True)
class Position:
    """The table at the end of a game."""

    board: Board
    players: tuple[str, ...]
    settings: Settings
    tokens: Mapping[Hex, Token]
    tiles: Mapping[Hex, str]
    """Tiles still on the board."""
    cities: tuple[int, ...]
    """Number of city tiles in front of each player."""
    city_tiles: tuple[tuple[str, ...], ...]
    """Their symbols, as far as they were written down."""
    cards: tuple[tuple[int, ...], ...]
    dealt: Mapping[Hex, str] | None = None
    written: tuple[int | None, ...] = ()
    """Scores to verify."""

    @property
    def captured(self) -> int:
        return sum(self.cities)

    def freed(self) -> tuple[Hex, ...]:
        """Sites whose tile is gone."""
        return tuple(h for h in self.board.sites if h not in self.tiles)


def parse_position(data: Mapping[str, Any]) -> Position:
    """Reads a position; raises GameError when it cannot be read. Whether it can come from play is asked in `witness`."""
    players = parse_players(data.get("players"))
    board = load_board(len(players))
    tokens = _parse_tokens(board, players, data.get("tokens"))
    tiles = {board.find(site): parse_tile(tile) for site, tile in object_at(data, "tiles").items()}
    if not set(tiles) <= set(board.sites) or set(tiles) & set(tokens):
        raise GameError("bad-position", "tiles lie on sites without a token")
    counts, shown = _parse_fronts(players, object_at(data, "cities"))
    dealt = None
    if data.get("dealt") is not None:
        dealt = {board.find(site): parse_tile(tile) for site, tile in object_at(data, "dealt").items()}
        check_tiles(dealt, len(players), board.sites)
    hands = _by_player(players, object_at(data, "cards"), [])
    if not all(isinstance(own, list) and all(map(is_whole, own)) for own in hands):
        raise GameError("bad-position", "`cards` must list the numbers of each player's cards")
    written = _by_player(players, object_at(data, "scores"), None)
    if not all(score is None or is_whole(score) for score in written):
        raise GameError("bad-scores", "`scores` must be whole numbers by player")
    settings = Settings.from_dict(object_at(data, "settings"))
    return Position(board, players, settings, tokens, tiles, counts, shown, tuple(map(tuple, hands)), dealt, written)


def _parse_tokens(board: Board, players: tuple[str, ...], raw: object) -> dict[Hex, Token]:
    tokens: dict[Hex, Token] = {}
    for row in _rows(raw):
        spot = board.find(row.get("hex"))
        if spot not in board.kinds or spot in tokens:
            raise GameError("bad-position", f"{list(spot)} is not in play or named twice")
        tokens[spot] = _token(board, players, row, spot)
    return tokens


def _parse_fronts(players: tuple[str, ...], raw: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    """City tiles in front of each player: how many, and their symbols as far as written."""
    fronts = _by_player(players, raw, [])
    if not all(isinstance(front, list) or (is_whole(front) and front >= 0) for front in fronts):
        raise GameError("bad-position", "`cities` must list each player's tiles or say how many there are")
    shown = tuple(tuple(map(parse_tile, front)) if isinstance(front, list) else () for front in fronts)
    if not all(is_city(tile) for front in shown for tile in front):
        raise GameError("bad-position", "only city tiles lie in front of players")
    return tuple(len(front) if isinstance(front, list) else front for front in fronts), shown


def _rows(raw: object) -> list[Mapping[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(row, dict) for row in raw):
        raise GameError("bad-position", "`tokens` must be a list of {player, token, hex}")
    return raw


def _by_player(players: tuple[str, ...], table: Mapping[str, Any], missing: Any) -> tuple[Any, ...]:
    strangers = set(table) - set(players)
    if strangers:
        raise GameError("bad-player", f"{', '.join(sorted(strangers))}: none of {', '.join(players)}")
    return tuple(table.get(name, missing) for name in players)


def _token(board: Board, players: tuple[str, ...], raw: Mapping[str, Any], spot: Hex) -> Token:
    if raw.get("player") not in players:
        raise GameError("bad-player", f"{raw.get('player')!r} is none of {', '.join(players)}")
    kind = parse_kind(raw.get("token") or UNKNOWN)
    in_river = board.kinds[spot] == RIVER
    if kind == UNKNOWN and not in_river:
        raise GameError("bad-position", f"the token on {list(spot)} lies face up: its kind is needed")
    return Token(players.index(str(raw["player"])), kind, in_river)


def position_of(state: State, *, with_dealt: bool) -> Position:
    """What a photo of the finished game shows: rivers hide their tokens' kinds."""
    game = state.game
    tokens = {h: Token(t.player, UNKNOWN, True) if t.face_down else t for h, t in state.tokens.items()}
    counts = tuple(map(len, state.cities))
    dealt = game.tiles if with_dealt else None
    return Position(
        game.board, game.players, game.settings, tokens, state.tiles, counts, state.cities, state.cards, dealt, tuple(state.points)
    )


def position_to_dict(position: Position) -> dict[str, Any]:
    """The position as it is written in a file."""
    names, label = position.players, position.board.label
    tokens = [
        {"player": names[t.player], "token": None if t.kind == UNKNOWN else t.kind, "hex": list(h)}
        for h, t in sorted(position.tokens.items())
    ]
    data: dict[str, Any] = {"game": "babylonia", "players": list(names), "tokens": tokens}
    data["tiles"] = {label(h): tile for h, tile in sorted(position.tiles.items())}
    fronts = zip(names, position.cities, position.city_tiles, strict=True)
    data["cities"] = {name: list(shown) if len(shown) == count else count for name, count, shown in fronts}
    data["cards"] = {name: list(own) for name, own in zip(names, position.cards, strict=True)}
    if position.dealt is not None:
        data["dealt"] = {label(h): tile for h, tile in sorted(position.dealt.items())}
    data["scores"] = {name: s for name, s in zip(names, position.written, strict=False) if s is not None}
    if position.settings != Settings():
        data["settings"] = position.settings.to_dict()
    return data
