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
    """Reads a position; raises GameError when it cannot be read. Whether it can come from play is asked in `verify`."""
    players = parse_players(data.get("players"))
    board = load_board(len(players))
    tokens: dict[Hex, Token] = {}
    for raw in _rows(data.get("tokens")):
        spot = board.find(raw.get("hex"))
        if spot not in board.kinds or spot in tokens:
            raise GameError("bad-position", f"{list(spot)} is not in play or named twice")
        tokens[spot] = _token(board, players, raw, spot)
    tiles = {board.find(site): parse_tile(tile) for site, tile in _table(data, "tiles").items()}
    if not set(tiles) <= set(board.sites) or set(tiles) & set(tokens):
        raise GameError("bad-position", "tiles lie on sites without a token")
    fronts = _by_player(players, _table(data, "cities"), [])
    shown = tuple(() if isinstance(front, int) else tuple(map(parse_tile, front)) for front in fronts)
    if not all(is_city(tile) for front in shown for tile in front):
        raise GameError("bad-position", "only city tiles lie in front of players")
    counts = tuple(front if isinstance(front, int) else len(front) for front in fronts)
    dealt = None
    if data.get("dealt") is not None:
        dealt = {board.find(site): parse_tile(tile) for site, tile in _table(data, "dealt").items()}
        check_tiles(dealt, len(players), board.sites)
    cards = tuple(tuple(own) for own in _by_player(players, _table(data, "cards"), []))
    written = _by_player(players, _table(data, "scores"), None)
    settings = Settings.from_dict(data.get("settings", {}))
    return Position(board, players, settings, tokens, tiles, counts, shown, cards, dealt, written)


def _rows(raw: object) -> list[Mapping[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(row, dict) for row in raw):
        raise GameError("bad-position", "`tokens` must be a list of {player, token, hex}")
    return raw


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise GameError("bad-position", f"`{key}` must be an object")
    return table


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
