"""The building rules as rows of an integer program over the hypotheses.

Variables, all binary: a tile is there, a tile is visible, a level is a cell's topmost, a field carries a belvedere (visible or hidden),
a two-cell piece stands there, a level is in use. Flowers and statues restrict nothing: they are decided afterwards (kbest.py).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from scanner.games.babylon.garden import SIZE
from scanner.reconstruct.hypotheses import CORNERS, Field, Hypotheses, Piece, Scores, tile_fields
from scanner.reconstruct.params import ReconstructParams
from scanner.surface import BELVEDERE
from scanner.types import LEVELS

Term = tuple[int, float]


@dataclass(slots=True)
class Program:
    """Maximise cost·x, rows lower <= a·x <= upper, x in [0, bound]."""

    cost: list[float] = field(default_factory=list)
    bound: list[float] = field(default_factory=list)
    rows: list[list[Term]] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def variable(self, cost: float = 0.0, bound: float = 1.0) -> int:
        self.cost.append(cost)
        self.bound.append(bound)
        return len(self.cost) - 1

    def at_most(self, terms: Iterable[Term], upper: float) -> None:
        self.rows.append(list(terms))
        self.lower.append(-float("inf"))
        self.upper.append(upper)

    def equal(self, terms: Iterable[Term], value: float) -> None:
        self.rows.append(list(terms))
        self.lower.append(value)
        self.upper.append(value)


def plus(variables: Iterable[int]) -> list[Term]:
    return [(v, 1.0) for v in variables]


def minus(variables: Iterable[int]) -> list[Term]:
    return [(v, -1.0) for v in variables]


@dataclass(slots=True)
class GardenModel:
    """The program and what its variables mean."""

    hypotheses: Hypotheses
    program: Program
    tile: list[int] = field(default_factory=list)
    """Variable of each hypothesis tile: it is there."""
    shown: list[int | None] = field(default_factory=list)
    """Variable of each tile: it is visible (the same as `tile` when it cannot be hidden, None when it cannot be seen)."""
    top: dict[Field, int] = field(default_factory=dict)
    plain: dict[Field, int] = field(default_factory=dict)
    """The field is on top, with a statue or nothing on it."""
    piece: list[int] = field(default_factory=list)
    over: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Tile variables covering a field."""
    belvedere_shown: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    belvedere_hidden: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    ends_shown: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Piece variables with a visible end on the field."""
    ends_hidden: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    decks: dict[Field, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Bridges over a cell, at their own level."""

    def belvederes(self, at: Field) -> list[int]:
        return self.belvedere_shown.get(at, []) + self.belvedere_hidden.get(at, [])


def build_model(hypotheses: Hypotheses, scores: Scores, edition: str, params: ReconstructParams) -> GardenModel:
    """All rules of the rule book that a finished garden can be held to, over the given hypotheses."""
    model = GardenModel(hypotheses, Program())
    _add_tiles(model, scores, params)
    _add_tops(model, scores)
    _add_visibility(model)
    _add_belvederes(model, scores, params)
    _add_pieces(model, params)
    _add_contents(model)
    _add_supports(model)
    _add_places(model, edition)
    _add_levels(model)
    _add_supply(model, params)
    return model


def _add_tiles(model: GardenModel, scores: Scores, params: ReconstructParams) -> None:
    """A hidden tile costs its price, a visible one earns its evidence."""
    h, program = model.hypotheses, model.program
    for at, showable, hideable in zip(h.tiles, h.showable, h.hideable, strict=True):
        gain = float(scores.tile[at])
        if not hideable:
            var = program.variable(gain)
            shown: int | None = var
        else:
            var = program.variable(-params.hidden_tile_price)
            shown = program.variable(gain + params.hidden_tile_price) if showable else None
        model.tile.append(var)
        model.shown.append(shown)
        for drow, dcol in CORNERS:
            model.over[Field(at.level, at.row + drow, at.col + dcol)].append(var)


def _add_tops(model: GardenModel, scores: Scores) -> None:
    """Every cell has one topmost level: a tile lies there, and none higher."""
    keep, program = model.hypotheses.keep, model.program
    for row in range(SIZE):
        for col in range(SIZE):
            fields = [Field(level, row, col) for level in range(LEVELS) if keep[level, row, col]]
            for f in fields:
                model.top[f] = program.variable(float(scores.plain[f]))
            program.equal(plus(model.top[f] for f in fields), 1.0)
            for level in range(1, LEVELS):
                here = Field(level, row, col)
                if here in model.top:
                    program.at_most([(model.top[here], 1.0), *minus(model.over[here])], 0.0)
                if here in model.over:
                    lower = [model.top[f] for f in fields if f.level < level]
                    program.at_most(plus(lower) + plus(model.over[here]), 1.0)


def _add_visibility(model: GardenModel) -> None:
    """A tile is visible exactly when one of its fields is on top."""
    for at, var, shown in zip(model.hypotheses.tiles, model.tile, model.shown, strict=True):
        tops = [model.top[f] for f in tile_fields(at) if f in model.top]
        if shown is not None:
            model.program.at_most([(shown, 1.0), *minus(tops)], 0.0)
        if shown == var:
            continue
        for top in tops:
            seen: list[Term] = [] if shown is None else [(shown, -1.0)]
            model.program.at_most([(var, 1.0), (top, 1.0), *seen], 1.0)
        if shown is not None:
            model.program.at_most([(shown, 1.0), (var, -1.0)], 0.0)


def _add_belvederes(model: GardenModel, scores: Scores, params: ReconstructParams) -> None:
    """At most one on a tile; whether a field needs one is a matter of its support."""
    for at, var in zip(model.hypotheses.tiles, model.tile, strict=True):
        own = []
        for f in tile_fields(at):
            if f in model.top:
                own.append(model.program.variable(float(scores.content[f][BELVEDERE])))
                model.belvedere_shown[f].append(own[-1])
            if any(Field(level, f.row, f.col) in model.top for level in range(f.level + 1, LEVELS)):
                own.append(model.program.variable(-params.hidden_belvedere_price))
                model.belvedere_hidden[f].append(own[-1])
        model.program.at_most([*plus(own), (var, -1.0)], 0.0)


def _add_pieces(model: GardenModel, params: ReconstructParams) -> None:
    for piece in model.hypotheses.pieces:
        var = model.program.variable(piece.gain)
        model.piece.append(var)
        for end, shown in zip(piece.ends, piece.shown, strict=True):
            (model.ends_shown if shown else model.ends_hidden)[end].append(var)
        _PIECE_RULES[piece.kind](model, piece, var, params)
    for bridges in model.decks.values():
        model.program.at_most(plus(bridges), 1.0)


def _fountain(model: GardenModel, piece: Piece, var: int, params: ReconstructParams) -> None:
    """Two different tiles."""
    a, b = piece.ends
    both = set(model.over[a]) & set(model.over[b])
    if both:
        model.program.at_most([(var, 1.0), *plus(sorted(both))], 1.0)


def _bridge(model: GardenModel, piece: Piece, var: int, params: ReconstructParams) -> None:
    """No tile of its level on the middle cell; a higher one only at a price, because it must have come later."""
    row, col = piece.middle
    level = piece.ends[0].level
    below = [model.top[f] for f in (Field(n, row, col) for n in range(level)) if f in model.top]
    higher = any(Field(n, row, col) in model.top for n in range(level + 1, LEVELS))
    excuse: list[Term] = [(model.program.variable(-params.covered_bridge_price), -1.0)] if higher else []
    model.program.at_most([(var, 1.0), *minus(below), *excuse], 0.0)
    own = model.over.get(Field(level, row, col), [])
    if higher and own:
        model.program.at_most([(var, 1.0), *plus(own)], 1.0)
    next_up = Field(level + 1, row, col)
    if model.over.get(next_up):  # only a belvedere's corner fits there: a double pillar would pierce the deck
        model.program.at_most([(var, 1.0), *plus(model.over[next_up]), *minus(model.belvederes(next_up))], 1.0)
    model.decks[Field(level, row, col)].append(var)


def _stairs(model: GardenModel, piece: Piece, var: int, params: ReconstructParams) -> None:
    """Solid above the lower field: no tile of the upper level there (a visible lower end has nothing above it anyway)."""
    lower = piece.ends[1]
    if not piece.shown[1]:
        model.program.at_most([(var, 1.0), *plus(model.over.get(Field(lower.level + 1, lower.row, lower.col), []))], 1.0)


_PIECE_RULES = {"fountain": _fountain, "bridge": _bridge, "stairs": _stairs}


def _add_contents(model: GardenModel) -> None:
    """One thing on a field; visible things need the field on top, hidden ones need it there and covered."""
    for f, top in model.top.items():
        stands = model.belvedere_shown.get(f, []) + model.ends_shown.get(f, [])
        model.plain[f] = model.program.variable() if stands else top
        if stands:
            model.program.equal([*plus(stands), (model.plain[f], 1.0), (top, -1.0)], 0.0)
    for f in sorted(set(model.belvedere_hidden) | set(model.ends_hidden)):
        stands = model.belvedere_hidden.get(f, []) + model.ends_hidden.get(f, [])
        on_top = [model.top[f]] if f in model.top else []
        model.program.at_most([*plus(stands), *plus(on_top), *minus(model.over[f])], 0.0)


def _add_supports(model: GardenModel) -> None:
    """A field without belvedere stands on the next surface below, one or two levels down, where nothing blocks the pillar."""
    program = model.program
    for f, tiles in sorted(model.over.items()):
        if not tiles:
            continue
        supported = plus(tiles) + minus(model.belvederes(f))
        below = [Field(f.level - d, f.row, f.col) for d in (1, 2)]
        carriers = [model.over.get(b, []) for b in below]
        if f.level >= 3:
            program.at_most(supported + minus(carriers[0]) + minus(carriers[1]), 0.0)
        blocks = [model.belvederes(b) + model.ends_hidden.get(b, []) for b in below]
        if blocks[0]:
            program.at_most(supported + plus(blocks[0]), 1.0)
        if blocks[1]:
            program.at_most(supported + plus(blocks[1]) + minus(carriers[0]), 1.0)


def _add_places(model: GardenModel, edition: str) -> None:
    """Complete cover: never, in the German edition only not on directly consecutive levels."""
    by_place: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for at, var in zip(model.hypotheses.tiles, model.tile, strict=True):
        by_place[at.row, at.col].append((at.level, var))
    for stack in by_place.values():
        if edition != "de":
            model.program.at_most(plus(var for _, var in stack), 1.0)
            continue
        for (level, var), (next_level, next_var) in itertools.pairwise(stack):
            if next_level == level + 1:
                model.program.at_most(plus((var, next_var)), 1.0)


def _add_levels(model: GardenModel) -> None:
    """A tile on level n needs a tile on level n-1 somewhere."""
    on_level: dict[int, list[int]] = defaultdict(list)
    for at, var in zip(model.hypotheses.tiles, model.tile, strict=True):
        on_level[at.level].append(var)
    for level in range(2, LEVELS):
        if not on_level[level]:
            continue
        used = model.program.variable()
        model.program.at_most([(used, 1.0), *minus(on_level[level - 1])], 0.0)
        for var in on_level[level]:
            model.program.at_most([(var, 1.0), (used, -1.0)], 0.0)


def _add_supply(model: GardenModel, params: ReconstructParams) -> None:
    if len(model.tile) > params.max_tiles:
        extra = model.program.variable(-params.extra_tile_price, bound=float(len(model.tile)))
        model.program.at_most([*plus(model.tile), (extra, -1.0)], float(params.max_tiles))
    for kind in _PIECE_RULES:
        of_kind = [var for piece, var in zip(model.hypotheses.pieces, model.piece, strict=True) if piece.kind == kind]
        if len(of_kind) > params.max_pieces:
            model.program.at_most(plus(of_kind), float(params.max_pieces))
