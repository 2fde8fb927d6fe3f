"""The final result of Amyitis from what lies on the table: track, garden tiles, goods; and what the table proves about the track.

    {"game": "amyitis", "players": ["Ada", "Ben"], "tiles_left": 3, "rounds": 8, "bonus_counted": false,
     "final": {"Ada": {"track": 54, "tiles": [4, 2, 6, null, 10], "goods": ["salt", "wine"],
                       "palace": 3, "caravan": 1, "banker": 0, "irrigation": 6},
               "Ben": {"track": 47, "tiles": 5, "goods": 1}},
     "scores": {"Ada": 61}}

`tiles` are point values (null: not read) or just their number; `irrigation` counts the player's cubes in the garden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scanner.errors import GameError
from scanner.games.amyitis.box import GOODS, Box, Settings, load_box
from scanner.games.amyitis.caravan import SALE_POINTS
from scanner.games.amyitis.hiring import ENGINEER_POINTS
from scanner.games.amyitis.log import Replay, parse_players
from scanner.games.amyitis.rounds import MARDUK_POINTS
from scanner.games.amyitis.state import State, cells_in_use
from scanner.games.eventlog import is_whole, object_at
from scanner.games.sheet import IMPOSSIBLE, POSSIBLE, RIGHT, UNJUDGED, WRONG, Finding, Verdict

BEST_PLANT = 3
"""The most an irrigation bonus can bring."""


@dataclass(frozen=True, slots=True)
class Hoard:
    """What one player has at the end; None: not written down."""

    track: int | None = None
    tiles: int = 0
    tile_points: tuple[int | None, ...] = ()
    goods: int = 0
    goods_shown: tuple[str, ...] = ()
    palace: int | None = None
    caravan: int | None = None
    banker: int | None = None
    irrigation: int | None = None


@dataclass(frozen=True, slots=True)
class Final:
    """The table after the last round."""

    players: tuple[str, ...]
    box: Box
    settings: Settings
    hoards: tuple[Hoard, ...]
    tiles_left: int | None
    rounds: int | None
    bonus_counted: bool
    """The markers were already moved for favour and goods."""


def parse_final(data: Mapping[str, Any]) -> Final:
    """Reads a final table; raises GameError."""
    players = parse_players(data.get("players"))
    table = object_at(data, "final")
    if set(table) - set(players):
        raise GameError("bad-player", f"{', '.join(sorted(set(table) - set(players)))}: none of {', '.join(players)}")
    hoards = tuple(_parse_hoard(object_at(table, name)) for name in players)
    counted = data.get("bonus_counted", False)
    if not isinstance(counted, bool):
        raise GameError("bad-final", "`bonus_counted` is true or false")
    settings = Settings.from_dict(object_at(data, "settings"))
    return Final(players, load_box(object_at(data, "box")), settings, hoards, _count(data, "tiles_left"), _count(data, "rounds"), counted)


def _count(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is not None and (not is_whole(value) or value < 0):
        raise GameError("bad-final", f"`{key}` must be a number")
    return value


def _parse_hoard(raw: Mapping[str, Any]) -> Hoard:
    tiles = raw.get("tiles", [])
    if isinstance(tiles, list):
        if not all(value is None or is_whole(value) for value in tiles):
            raise GameError("bad-final", "`tiles` are numbers, or null where a tile was not read")
        count, values = len(tiles), tuple(tiles)
    else:
        count = _count(raw, "tiles") or 0
        values = (None,) * min(count, len(GOODS) * 4)
    goods = raw.get("goods", 0)
    shown = tuple(goods) if isinstance(goods, list) else ()
    if not all(good in GOODS for good in shown):
        raise GameError("bad-final", f"goods are {', '.join(GOODS)}")
    held = len(shown) if isinstance(goods, list) else _count(raw, "goods") or 0
    more = {key: _count(raw, key) for key in ("palace", "caravan", "banker", "irrigation")}
    return Hoard(_count(raw, "track"), count, values, held, shown, **more)


def final_of(state: State) -> Final:
    """The table at the end of a replayed game, before the markers move for favour and goods."""
    hoards = []
    for player, seat in enumerate(state.seats):
        bonus = state.game.box.favour(len(seat.tiles), len(state.seats)) + sum(seat.goods) if state.over else 0
        values = tuple(tile.points for tile in seat.tiles)
        cubes = sum(owners.count(player) for owners in state.water.values())
        shown = tuple(good for good, n in zip(GOODS, seat.goods, strict=True) for _ in range(n))
        hoards.append(
            Hoard(seat.points - bonus, len(values), values, len(shown), shown, seat.palace, seat.caravan, seat.banker, irrigation=cubes)
        )
    return Final(state.game.players, state.game.box, state.game.settings, tuple(hoards), len(state.garden), state.round, False)


def favour(final: Final, player: int) -> int:
    return final.box.favour(final.hoards[player].tiles, len(final.players))


def result(final: Final, player: int) -> int | None:
    """The final score; None when the track was not written down."""
    hoard = final.hoards[player]
    if hoard.track is None or final.bonus_counted:
        return hoard.track
    return hoard.track + favour(final, player) + hoard.goods


def track_range(final: Final, player: int) -> tuple[int, int | None]:
    """Least and most points before favour and goods; no upper limit when rounds or tile values are unknown."""
    hoard = final.hoards[player]
    cubes = hoard.irrigation or 0
    low = sum(v for v in hoard.tile_points if v is not None) + final.box.palace_total(hoard.palace or 0) + ENGINEER_POINTS * cubes
    unknown = None in (*hoard.tile_points, final.rounds, hoard.palace, hoard.irrigation, hoard.banker, final.tiles_left)
    if unknown or final.rounds is None or final.tiles_left is None:
        return low, None
    planted = len(cells_in_use(final.box, len(final.players))) - final.tiles_left
    income = final.box.data["bankers"][min(hoard.banker or 0, len(final.box.data["bankers"]) - 1)]["points"] * max(final.rounds - 1, 0)
    sales = (max(SALE_POINTS.values()) - ENGINEER_POINTS) * cubes
    return low, low + sales + BEST_PLANT * planted + MARDUK_POINTS[0] * final.rounds + income


def detect_faults(final: Final) -> tuple[Finding, ...]:
    """Everything on the table that cannot come from legal play."""
    return (*_tile_faults(final), *_goods_faults(final), *_card_faults(final), *_track_faults(final))


def _tile_faults(final: Final) -> Iterator[Finding]:
    players = len(final.players)
    total = len(cells_in_use(final.box, players))
    held = sum(hoard.tiles for hoard in final.hoards)
    if final.tiles_left is None:
        if held > total:
            yield Finding("tiles-do-not-add-up", {"held": held, "left": 0, "total": total})
        return
    if held + final.tiles_left != total:
        yield Finding("tiles-do-not-add-up", {"held": held, "left": final.tiles_left, "total": total})
    most = final.box.data["end_tiles"][str(players)]
    if final.tiles_left > most:
        yield Finding("end-not-reached", {"left": final.tiles_left, "most": most})


def _goods_faults(final: Final) -> Iterator[Finding]:
    caravans = final.box.data["caravans"]
    for name, hoard in zip(final.players, final.hoards, strict=True):
        at = len(caravans) - 1 if hoard.caravan is None else min(hoard.caravan, len(caravans) - 1)
        if hoard.goods > caravans[at]["stock"]:
            yield Finding("too-many-goods", {"player": name, "count": hoard.goods, "most": caravans[at]["stock"]})
    for good, count in Counter(g for hoard in final.hoards for g in hoard.goods_shown).items():
        if count > final.box.data["goods"][good]:
            yield Finding("goods-not-in-box", {"good": good, "count": count, "most": final.box.data["goods"][good]})


def _card_faults(final: Final) -> Iterator[Finding]:
    players = len(final.players)
    for guild, top in final.box.top_level.items():
        levels = [getattr(hoard, guild) or 0 for hoard in final.hoards]
        for name, level in zip(final.players, levels, strict=True):
            if level > top:
                yield Finding("no-such-card", {"player": name, "card": guild, "level": level})
        for level in range(1, top + 1):
            copies = final.box.copies(guild, level, players)
            held = sum(own >= level for own in levels)
            if copies is not None and held > copies:
                yield Finding("too-many-cards", {"card": guild, "level": level, "count": held, "most": copies})


def _track_faults(final: Final) -> Iterator[Finding]:
    for player, name in enumerate(final.players):
        track = final.hoards[player].track
        if track is None or final.settings.track_length:
            continue
        before = track - favour(final, player) - final.hoards[player].goods if final.bonus_counted else track
        low, high = track_range(final, player)
        if before < low or (high is not None and before > high):
            yield Finding("track-impossible", {"player": name, "track": before, "low": low, "high": "–" if high is None else high})


def verify_final(final: Final, written: Mapping[int, int]) -> tuple[Verdict, ...]:
    """A verdict on every written final score."""
    return tuple(_judge(final, player, written.get(player)) for player in range(len(final.players)))


def _judge(final: Final, player: int, written: int | None) -> Verdict:
    extra = favour(final, player) + final.hoards[player].goods
    least, most = track_range(final, player)
    low, high = least + extra, None if most is None else most + extra
    exact = result(final, player)
    parts = Finding(
        "final-parts", {"favour": favour(final, player), "goods": final.hoards[player].goods, "tiles": final.hoards[player].tiles}
    )
    if written is None:
        return Verdict(player, UNJUDGED, None, low if exact is None else exact, high if exact is None else exact, (parts,))
    if written < low or (high is not None and written > high):
        details = {"written": written, "low": low, "high": "–" if high is None else high}
        return Verdict(player, IMPOSSIBLE, written, low, high, (Finding("verdict-outside", details), parts))
    if exact is None:
        return Verdict(player, POSSIBLE, written, low, high, (parts,))
    if written == exact:
        return Verdict(player, RIGHT, written, exact, exact, (parts,))
    details = {"written": written, "computed": exact, "difference": written - exact}
    return Verdict(player, WRONG, written, exact, exact, (Finding("verdict-differs", details), parts))


def verify_log(replay: Replay, written: Mapping[int, int]) -> tuple[Verdict, ...]:
    """A verdict on every written score against the log."""
    verdicts = []
    complete = replay.state.over and replay.stop is None
    for player, seat in enumerate(replay.state.seats):
        score = written.get(player)
        exact = complete and seat.unknown == 0
        high = seat.points if exact else None
        details = {"written": score, "computed": seat.points, "difference": 0 if score is None else score - seat.points}
        if score is None:
            verdicts.append(Verdict(player, UNJUDGED, None, seat.points, high))
        elif score == seat.points and exact:
            verdicts.append(Verdict(player, RIGHT, score, seat.points, high))
        elif exact:
            verdicts.append(
                Verdict(player, WRONG, score, seat.points, high, (Finding("verdict-differs", details), *_suspects(replay, player, score)))
            )
        elif score < seat.points:
            verdicts.append(Verdict(player, IMPOSSIBLE, score, seat.points, None, (Finding("verdict-below-log", details),)))
        else:
            code = "verdict-unknown-tiles" if complete else "verdict-incomplete"
            verdicts.append(Verdict(player, POSSIBLE, score, seat.points, None, (Finding(code, {**details, "tiles": seat.unknown}),)))
    return tuple(verdicts)


def _suspects(replay: Replay, player: int, written: int) -> Iterator[Finding]:
    """Single events that explain the difference."""
    missing = replay.state.points[player] - written
    since = max((c.number for c in replay.checks if c.player == player and c.agrees), default=0)
    for step in replay.steps:
        mine = [a for a in step.awards if a.player == player]
        if step.number > since and mine and sum(a.points for a in mine) == abs(missing):
            code = "suspect-forgotten" if missing > 0 else "suspect-twice"
            columns = tuple(dict.fromkeys(a.column for a in mine))
            yield Finding(code, {"turn": step.turn, "event": step.number, "points": abs(missing), "columns": columns})
