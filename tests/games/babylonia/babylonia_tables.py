"""Babylonia tables for tests: a game dealt as wished, and positions drawn hex by hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scanner.games.babylonia.board import LAND, RIVER, SITE, ZIGGURAT, Board, Hex, load_board, make_board
from scanner.games.babylonia.components import Settings, city_tiles, field_tiles, parse_kind
from scanner.games.babylonia.state import Game, Hand, State, Token, new_state

PLAYERS = ("Adam", "Valentina", "Nora", "Dana")


def deal(players: int, wishes: Mapping[str, str] | None = None) -> dict[Hex, str]:
    """Every tile of the box on some site; `wishes` name the tiles of certain sites."""
    board = load_board(players)
    rest = city_tiles(players) + field_tiles(players)
    tiles: dict[Hex, str] = {}
    for site, tile in (wishes or {}).items():
        tiles[board.find(site)] = tile
        rest[tile] -= 1
        assert rest[tile] >= 0, f"no {tile} left"
    left = sorted(rest.elements())
    for spot in board.sites:
        if spot not in tiles:
            tiles[spot] = left.pop()
    return tiles


def header(players: int, wishes: Mapping[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """The header of a log with that deal."""
    board = load_board(players)
    tiles = {board.label(h): tile for h, tile in deal(players, wishes).items()}
    return {"game": "babylonia", "players": list(PLAYERS[:players]), "tiles": tiles, **more}


def table(players: int, tokens: Mapping[Hex, str], wishes: Mapping[str, str] | None = None, **changes: Any) -> State:
    """A state in mid-game (turn 10, first player's); tokens such as {(9, 11): "m0"} are kind and player."""
    settings = changes.pop("settings", Settings())
    game = Game(load_board(players), PLAYERS[:players], settings, deal(players, wishes), (1, 2, 3, 4, 5, 6, 7))
    return fill(new_state(game), tokens, **changes)


def fill(state: State, tokens: Mapping[Hex, str], **changes: Any) -> State:
    """The state with tokens on the board; a token on a site has replaced the tile."""
    board = state.game.board
    put = {h: Token(int(text[1]), parse_kind(text[0]), board.kinds[h] == RIVER) for h, text in tokens.items()}
    tiles = {h: t for h, t in state.tiles.items() if h not in put}
    return replace(state, tokens=put, tiles=tiles, **{"turn": 10, "hands": (Hand(5, None),) * len(state.hands), **changes})


def sketch(tokens: Mapping[Hex, str], cities: Mapping[Hex, str], ziggurats: tuple[Hex, ...], rivers: tuple[Hex, ...]) -> State:
    """A position on a map of its own, with three players who own 3, 0 and 2 city tiles."""
    kinds = {
        **dict.fromkeys(tokens, LAND),
        **dict.fromkeys(cities, SITE),
        **dict.fromkeys(ziggurats, ZIGGURAT),
        **dict.fromkeys(rivers, RIVER),
    }
    board: Board = make_board(kinds, dict.fromkeys(kinds, "north"), {})
    game = Game(board, PLAYERS[:3], Settings(), cities, (1, 2, 3, 4, 5, 6, 7))
    put = {h: Token(int(text[1]) - 1, "unknown" if text[0] == "h" else parse_kind(text[0]), text[0] == "h") for h, text in tokens.items()}
    return replace(new_state(game), tokens=put, cities=(("M",) * 3, (), ("P",) * 2), placed=tuple(put), turn=10)
