"""The caravan: camels and steps, selling in Babylon, guild cards, plants and everything that planting brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scanner.games.amyitis.box import BABYLON, CITIES, GOODS, GUILDS, WINE, Cell, Tile, edge_between
from scanner.games.amyitis.events import Caravan
from scanner.games.amyitis.garden import needed_quality, neighbours
from scanner.games.amyitis.hiring import check_no_free_section, irrigate, seal, take_camel, take_gardener
from scanner.games.amyitis.state import Outcome, State, award, cells_in_use
from scanner.games.eventlog import IllegalEvent
from scanner.games.sheet import Finding

SALE_POINTS = {1: 3, 2: 6}
"""Points in Babylon by goods sold."""


def move_caravan(state: State, player: int, move: Caravan) -> Outcome:
    """Moves and trades; raises IllegalEvent."""
    outcome = _travel(state, player, move)
    outcome = outcome.then(_pay(outcome.state, player, move.pay))
    if move.city == BABYLON:
        return outcome.then(_sell(outcome.state, player, move))
    city = state.game.box.city(move.city)
    if city["sort"] == "guild":
        return outcome.then(_buy_card(outcome.state, player, move))
    return outcome.then(_buy_plant(outcome.state, player, move))


def _travel(state: State, player: int, move: Caravan) -> Outcome:
    seat = state.seats[player]
    if move.camels < 1:
        raise IllegalEvent("camel-needed")
    if move.camels > seat.camels:
        raise IllegalEvent("too-few-camels", camels=seat.camels, wanted=move.camels)
    more: int = state.game.box.data["caravans"][seat.caravan]["steps"]
    if not move.camels <= move.steps <= move.camels + more:
        raise IllegalEvent("wrong-steps", steps=move.steps, least=move.camels, most=move.camels + more)
    space = (state.caravan + move.steps) % CITIES
    doubts = _check_city(state, space, move.city)
    after = replace(state, caravan=space, seen={**state.seen, space: move.city})
    return Outcome(after.with_seat(player, replace(seat, camels=seat.camels - move.camels)), doubts=doubts)


def _check_city(state: State, space: int, city: str) -> tuple[Finding, ...]:
    """The order of the cities is taken from the box, else learnt from the log itself."""
    if (space == 0) != (city == BABYLON):
        raise IllegalEvent("city-elsewhere", city=city, space=space)
    if state.game.ring is not None:
        if state.game.ring[space] != city:
            raise IllegalEvent("city-elsewhere", city=city, space=space)
        return ()
    known = state.seen.get(space)
    if (known is not None and known != city) or (known is None and city in state.seen.values()):
        raise IllegalEvent("city-elsewhere", city=city, space=space)
    return () if known == city or space == 0 else (Finding("doubt-ring", {"city": city, "space": space}),)


def _pay(state: State, player: int, goods: Sequence[str]) -> Outcome:
    seat = state.seats[player]
    for good, count in Counter(goods).items():
        if seat.has(good) < count:
            raise IllegalEvent("too-few-goods", good=good, count=seat.has(good), wanted=count)
        seat = seat.with_good(good, -count)
    return Outcome(state.with_seat(player, seat))


def _sell(state: State, player: int, move: Caravan) -> Outcome:
    """One or two goods for points and one irrigation that brings none."""
    if len(move.pay) not in SALE_POINTS:
        raise IllegalEvent("sell-one-or-two", count=len(move.pay))
    points = SALE_POINTS[len(move.pay)]
    outcome = award(state, player, points, "babylon", "sale", count=len(move.pay))
    if move.edge is None:
        return outcome.then(check_no_free_section(outcome.state))
    return outcome.then(irrigate(outcome.state, player, move.edge))


def _check_price(pay: Sequence[str], wanted: Sequence[str | None], city: str) -> tuple[Finding, ...]:
    """The goods a city asks for, None where unknown; wine stands for any."""
    if len(pay) != len(wanted):
        raise IllegalEvent("wrong-price", city=city, count=len(pay), wanted=len(wanted))
    known = Counter(good for good in wanted if good is not None)
    missing = known - Counter(pay)
    jokers = Counter(pay)[WINE] - known[WINE]
    if missing.total() > max(jokers, 0):
        raise IllegalEvent("wrong-goods", city=city, goods=", ".join(sorted(known.elements())))
    return (Finding("doubt-price", {"city": city}),) if None in wanted else ()


def _buy_card(state: State, player: int, move: Caravan) -> Outcome:
    city = state.game.box.city(move.city)
    if move.card is None:
        raise IllegalEvent("card-needed", city=move.city)
    doubts = _check_price(move.pay, [city["good"]], move.city)
    if city["offer"] is None:
        doubts += (Finding("doubt-offer", {"city": move.city}),)
    elif move.card not in city["offer"]:
        raise IllegalEvent("not-offered", city=move.city, card=move.card)
    return Outcome(state, doubts=doubts).then(take_card(state, player, move.card, move.good))


def take_card(state: State, player: int, guild: str, good: str | None) -> Outcome:
    """The next card of the guild; raises IllegalEvent when the player stands at the top or none is left."""
    if guild == "gardener":
        copies = state.game.box.copies("gardener", 1, len(state.seats))
        if copies is not None and sum(seat.gardeners for seat in state.seats) >= copies:
            raise IllegalEvent("no-card-left", card=guild, level=1)
        return take_gardener(state, player)
    seat = state.seats[player]
    level: int = getattr(seat, guild) + 1
    if level > state.game.box.top_level[guild]:
        raise IllegalEvent("top-card", card=guild)
    copies = state.game.box.copies(guild, level, len(state.seats))
    if copies is not None and sum(getattr(s, guild) >= level for s in state.seats) >= copies:
        raise IllegalEvent("no-card-left", card=guild, level=level)
    doubts = (Finding("doubt-copies", {"card": guild, "level": level}),) if copies is None else ()
    match guild:
        case "banker":
            seat = replace(seat, banker=level)
        case "caravan":
            seat = replace(seat, caravan=level)
        case _:
            seat = replace(seat, palace=level)
    outcome = Outcome(state.with_seat(player, seat), doubts=doubts)
    if guild == "palace":
        return outcome.then(award(outcome.state, player, state.game.box.data["palaces"][level - 1], "palace", "palace", level=level))
    if guild == "caravan" and level == state.game.box.top_level["caravan"]:
        return outcome.then(_good_on_card(outcome.state, player, good))
    return outcome


def _good_on_card(state: State, player: int, good: str | None) -> Outcome:
    """The highest caravan leader comes with one good, never wine."""
    if good is None:
        return Outcome(state, doubts=(Finding("doubt-card-good"),))
    if good == WINE:
        raise IllegalEvent("no-wine-there")
    return Outcome(state.with_seat(player, state.seats[player].with_good(good, 1)))


def plant_quality(state: State, city: str) -> tuple[int, int | None]:
    """Which side of the plant card is up, and its quality; None when unknown."""
    side = state.bought.get(city, 0) % 2
    return side, state.game.box.plant_sides(city)[side]


def _buy_plant(state: State, player: int, move: Caravan) -> Outcome:
    if move.cell is None or move.quality is None:
        raise IllegalEvent("plant-needs-cell")
    side, known = plant_quality(state, move.city)
    if known is not None and known != move.quality:
        raise IllegalEvent("wrong-quality", city=move.city, quality=move.quality, known=known)
    doubts: tuple[Finding, ...] = (Finding("doubt-quality", {"city": move.city, "quality": move.quality}),) if known is None else ()
    wanted = [state.game.box.city(move.city)["good"]]
    if move.quality > 1:
        wanted.append(state.game.box.plant_good(move.city, side))
    if move.quality <= 2:
        doubts += _check_price(move.pay, wanted, move.city)
    else:  # what a plant of quality 3 costs is not known
        doubts += (Finding("doubt-price", {"city": move.city}),)
    bought = {**state.bought, move.city: state.bought.get(move.city, 0) + 1}
    outcome = Outcome(replace(state, bought=bought), doubts=doubts)
    return outcome.then(plant(outcome.state, player, move, move.cell, move.quality))


def plant(state: State, player: int, move: Caravan, cell: Cell, quality: int) -> Outcome:
    """Takes the tile of a watered cell: its points and bonus, then the irrigation bonus, then grey cubes."""
    _check_cell(state, player, cell, quality, move.gardeners)
    watered = state.canals.is_watered(cell)
    if watered is False:
        raise IllegalEvent("cell-dry", cell=_name(cell))
    seat = state.seats[player]
    outcome = Outcome(state.with_seat(player, replace(seat, gardeners=seat.gardeners - move.gardeners)))
    if watered is None:
        outcome = outcome.then(Outcome(outcome.state, doubts=(Finding("doubt-watered", {"cell": _name(cell)}),)))
    outcome = outcome.then(_take_tile(outcome.state, player, cell, move))
    outcome = outcome.then(_irrigation_bonus(outcome.state, cell, quality))
    return outcome.then(Outcome(_grey_cubes(outcome.state, cell)))


def _check_cell(state: State, player: int, cell: Cell, quality: int, gardeners: int) -> None:
    if cell not in cells_in_use(state.game.box, len(state.seats)):
        raise IllegalEvent("cell-unused", cell=_name(cell))
    if cell not in state.garden:
        raise IllegalEvent("cell-planted", cell=_name(cell))
    if gardeners > state.seats[player].gardeners:
        raise IllegalEvent("too-few-gardeners", gardeners=state.seats[player].gardeners, wanted=gardeners)
    if quality + gardeners < needed_quality(cell):
        raise IllegalEvent("quality-too-low", cell=_name(cell), quality=quality + gardeners, needed=needed_quality(cell))


def _take_tile(state: State, player: int, cell: Cell, move: Caravan) -> Outcome:
    tile = merge_tiles(state.garden[cell], move.tile, cell)
    listed = state.game.box.tiles
    if listed is not None and not any(_fits(tile, known) for known in listed):
        raise IllegalEvent("no-such-tile", cell=_name(cell), points=tile.points)
    garden = {c: t for c, t in state.garden.items() if c != cell}
    seat = state.seats[player]
    seat = replace(seat, tiles=(*seat.tiles, tile), unknown=seat.unknown + (tile.points is None))
    outcome = Outcome(replace(state, garden=garden).with_seat(player, seat))
    if tile.points is None:
        outcome = outcome.then(Outcome(outcome.state, doubts=(Finding("doubt-tile", {"cell": _name(cell)}),)))
    else:
        outcome = outcome.then(award(outcome.state, player, tile.points, "tiles", "tile", cell=_name(cell)))
    if tile.points is not None and tile.bonus is None:
        outcome = outcome.then(Outcome(outcome.state, doubts=(Finding("doubt-bonus", {"cell": _name(cell)}),)))
    choices = list(move.choice)
    for item in tile.bonus or ():
        outcome = outcome.then(_bonus(outcome.state, player, item, choices, move.good))
    return outcome


def _fits(tile: Tile, known: Tile) -> bool:
    """Nothing known about the tile contradicts the listed one."""
    pairs = ((tile.quality, known.quality), (tile.points, known.points), (tile.bonus, known.bonus))
    return all(a is None or b is None or a == b for a, b in pairs)


def merge_tiles(dealt: Tile, written: Tile, cell: Cell) -> Tile:
    """What the deal and the event know together; raises IllegalEvent when they differ."""
    for a, b in ((dealt.quality, written.quality), (dealt.points, written.points), (dealt.bonus, written.bonus)):
        if a is not None and b is not None and a != b:
            raise IllegalEvent("tile-differs", cell=_name(cell))
    quality = dealt.quality if dealt.quality is not None else written.quality
    points = dealt.points if dealt.points is not None else written.points
    return Tile(quality, points, dealt.bonus if dealt.bonus is not None else written.bonus)


def _bonus(state: State, player: int, item: str, choices: list[str], good: str | None) -> Outcome:
    seat = state.seats[player]
    if item == "talent":
        return Outcome(state.with_seat(player, replace(seat, talents=seat.talents + 1)))
    if item == "camel":
        return Outcome(take_camel(state, player))
    if item == "good":
        chosen = _choose(choices, GOODS)
        return (
            Outcome(state, doubts=(Finding("doubt-choice"),))
            if chosen is None
            else Outcome(state.with_seat(player, seat.with_good(chosen, 1)))
        )
    guild = item if item in GUILDS else _choose(choices, GUILDS)
    if guild is None:
        return Outcome(state, doubts=(Finding("doubt-choice"),))
    try:
        return take_card(state, player, guild, good)
    except IllegalEvent as error:
        if item not in GUILDS or error.code not in ("top-card", "no-card-left"):
            raise
        return Outcome(state)  # a printed card that is no longer there brings nothing


def _choose(choices: list[str], known: Sequence[str]) -> str | None:
    """Takes the first written choice of that sort off the list."""
    for at, choice in enumerate(choices):
        if choice in known:
            return choices.pop(at)
    return None


def _irrigation_bonus(state: State, cell: Cell, quality: int) -> Outcome:
    """The plant's own quality to whoever has most cubes around the cell; a tie brings nothing."""
    ranked = Counter(state.canals.cubes_around(cell)).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return Outcome(state)
    return award(state, ranked[0][0], quality, "irrigation", "irrigation-bonus", cell=_name(cell), cubes=ranked[0][1])


def _grey_cubes(state: State, cell: Cell) -> State:
    """Empty sections towards planted neighbours are irrigated by neutral cubes."""
    in_use = cells_in_use(state.game.box, len(state.seats))
    for near in neighbours(cell):
        if near in in_use and near not in state.garden and not state.canals.is_full(edge_between(cell, near)):
            state = seal(state, edge_between(cell, near))
    return state


def _name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
