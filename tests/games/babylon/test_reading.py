"""Bad input never gets further than a clear error; good input comes back exactly as it went in."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.errors import GameError
from scanner.games.babylon.garden import FLOWERS, KINDS, SYMBOLS, Decoration, Garden, Tile
from scanner.games.babylon.notation import format_garden, parse_notation, parse_text
from scanner.games.babylon.play import random_garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden

TILE = {"col": 3, "row": 5, "level": 3, "flower": "yellow", "symbols": ["stairs", None, "bridge", "statue"]}
# The example of the JSON form, word for word.
FORM = {
    "game": "babylon",
    "tiles": [TILE],
    "decorations": [
        {"kind": "statue", "cells": [[4, 5]], "levels": [3]},
        {"kind": "stairs", "cells": [[3, 5], [2, 5]], "levels": [3, 2]},
        {"kind": "fountain", "cells": [[1, 1], [2, 1]], "levels": [1, 1]},
        {"kind": "bridge", "cells": [[3, 5], [3, 3]], "levels": [3, 3]},
        {"kind": "belvedere", "cells": [[0, 0]], "levels": [1]},
    ],
}


def changed(path: str, value: Any) -> str:
    """FORM with one place changed; the value `...` removes it."""
    data = json.loads(json.dumps(FORM))
    *steps, last = [int(p) if p.isdigit() else p for p in path.split(".")]
    spot = data
    for step in steps:
        spot = spot[step]
    if value is ...:
        del spot[last]
    else:
        spot[last] = value
    return json.dumps(data)


# (what, text, code, part of the hint)
BAD = [
    ("no JSON", "{", "bad-json", "line 1"),
    ("cut off", json.dumps(FORM)[:-5], "bad-json", "column"),
    ("nothing", "", "bad-notation", "empty"),
    ("a list", "[1]", "bad-garden", "a list of 1"),
    ("another game", changed("game", "chess"), "other-game", "chess"),
    ("no game", changed("game", ...), "missing-field", "game"),
    ("no tiles", changed("tiles", ...), "missing-field", "tiles"),
    ("no decorations", changed("decorations", ...), "missing-field", "decorations"),
    ("tiles no list", changed("tiles", {}), "bad-garden", "tiles"),
    ("tile no object", changed("tiles.0", 7), "bad-garden", "tiles[0]"),
    ("no level", changed("tiles.0.level", ...), "missing-field", "tiles[0]"),
    ("off the board", changed("tiles.0.col", 7), "off-board", "tiles[0].col"),
    ("negative column", changed("tiles.0.col", -1), "off-board", "tiles[0].col"),
    ("negative level", changed("tiles.0.level", -2), "bad-level", "tiles[0].level"),
    ("level zero", changed("tiles.0.level", 0), "bad-level", "tiles[0].level"),
    ("huge level", changed("tiles.0.level", 10**40), "bad-level", "tiles[0].level"),
    ("fraction", changed("tiles.0.row", 1.5), "bad-number", "tiles[0].row"),
    ("truth for a number", changed("tiles.0.row", True), "bad-number", "tiles[0].row"),
    ("text for a number", changed("tiles.0.row", "1"), "bad-number", "tiles[0].row"),
    ("unknown flower", changed("tiles.0.flower", "green"), "unknown-flower", "tiles[0].flower"),
    ("flower null", changed("tiles.0.flower", None), "unknown-flower", "tiles[0].flower"),
    ("unknown symbol", changed("tiles.0.symbols.1", "tree"), "unknown-symbol", "tiles[0].symbols[1]"),
    ("three symbols", changed("tiles.0.symbols", [None] * 3), "bad-symbols", "tiles[0].symbols"),
    ("two tiles in one place", changed("tiles", [TILE, TILE]), "two-tiles-in-one-place", "D6 on level 3"),
    ("unknown piece", changed("decorations.0.kind", "tower"), "unknown-kind", "decorations[0].kind"),
    ("piece off the board", changed("decorations.0.cells", [[8, 0]]), "off-board", "decorations[0].cells[0][0]"),
    ("one end missing", changed("decorations.1.cells", [[1, 1]]), "bad-cells", "decorations[1].cells"),
    ("a level missing", changed("decorations.1.levels", [3]), "bad-levels", "decorations[1].levels"),
    ("both ends in one cell", changed("decorations.1.cells", [[1, 1], [1, 1]]), "bad-cells", "B2"),
    ("cell no pair", changed("decorations.0.cells", [[1]]), "bad-cells", "decorations[0].cells[0]"),
    ("doubled key", '{"game":"babylon","game":"babylon","tiles":[],"decorations":[]}', "duplicate-key", "game"),
    ("doubled key in a tile", '{"game":"babylon","tiles":[{"col":1,"col":2}],"decorations":[]}', "duplicate-key", "col"),
    ("NaN", '{"game":"babylon","tiles":NaN,"decorations":[]}', "bad-json", "NaN"),
    ("too many tiles", changed("tiles", [TILE] * 60), "too-many-pieces", "tiles"),
    ("deeply nested", '{"a":' + "[" * 50_000, "bad-json", "JSON"),
    ("long number", '{"game":' + "9" * 10_000 + "}", "bad-json", "JSON"),
    ("ten megabytes of noise", "x" * 10_000_000, "too-large", "characters"),
    ("ten megabytes of JSON", '{"a":"' + "x" * 10_000_000 + '"}', "too-large", "characters"),
    ("bad word", "A1/1W hello", "bad-notation", "word 2"),
    ("tile over the rim", "H1/1W", "off-board", "word 1"),
    ("cell over the rim", "A1/1W S:I1/1", "off-board", "word 2"),
    ("row zero", "A0/1W", "off-board", "A0"),
    ("level zero in a word", "V:A1/1 A1/0W", "bad-level", "word 2, 'A1/0W' (level)"),
    ("two words in one place", "A1/1W V:A1/1 A1/1P", "two-tiles-in-one-place", "word 3, 'A1/1P': word 1, 'A1/1W'"),
    ("unknown flower letter", "A1/1Q", "unknown-flower", "word 1"),
    ("unknown symbol letter", "A1/1W:XXXX", "unknown-symbol", "word 1"),
    ("stairs with one end", "A1/1W T:A1/1", "bad-cells", "word 2, 'T:A1/1'"),
    ("statue with two ends", "A1/1W S:A1/1-B1/1", "bad-cells", "word 2"),
]


@pytest.mark.parametrize(("what", "text", "code", "hint"), BAD, ids=[case[0] for case in BAD])
def test_bad_input_names_its_place(what: str, text: str, code: str, hint: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_text(text)
    assert caught.value.code == code
    assert hint in caught.value.hint
    assert len(caught.value.hint) < 300


def test_the_form_is_read_and_written() -> None:
    garden = parse_text(json.dumps(FORM))
    assert garden.tiles == (Tile(3, 5, 3, "yellow", ("stairs", None, "bridge", "statue")),)
    assert garden.to_dict()["tiles"] == [TILE]
    assert Garden.from_dict(garden.to_dict()) == garden
    assert list(garden.to_dict()) == ["game", "tiles", "decorations"]
    assert parse_text(json.dumps({"garden": FORM, "score": {}})) == garden


def test_equality_does_not_depend_on_order() -> None:
    backwards = json.loads(json.dumps(FORM))
    backwards["decorations"].reverse()
    for piece in backwards["decorations"]:
        piece["cells"].reverse()
        piece["levels"].reverse()
    one, other = Garden.from_dict(FORM), Garden.from_dict(backwards)
    assert one == other
    assert hash(one) == hash(other)


def test_notation_is_one_line_and_case_does_not_matter() -> None:
    text = "D6/3Y:T-BS V:A1/1 B:D4/3-D6/3 F:B2/1-C2/1 T:D6/3-C6/2 S:E6/3"
    garden = parse_notation(text)
    assert garden == Garden.from_dict(FORM)
    assert format_garden(garden).split() == sorted(text.split(), key=format_garden(garden).split().index)
    assert parse_notation(text.lower()) == garden
    assert format_garden(Garden()) == "empty"
    assert parse_notation(" Empty ") == Garden()


cells = st.tuples(st.integers(0, 7), st.integers(0, 7))
tiles = st.builds(
    Tile,
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(1, 16),
    st.sampled_from(FLOWERS),
    st.none() | st.tuples(*[st.sampled_from((None, *SYMBOLS))] * 4),
)


@st.composite
def decorations(draw: st.DrawFn) -> Decoration:
    kind = draw(st.sampled_from(KINDS))
    ends = draw(st.lists(cells, min_size=1 + (kind not in ("statue", "belvedere")), max_size=2, unique=True))
    ends = ends[:1] if kind in ("statue", "belvedere") else ends
    return Decoration(kind, tuple(ends), tuple(draw(st.integers(1, 16)) for _ in ends))


gardens = st.builds(
    Garden,
    st.lists(tiles, max_size=20, unique_by=lambda t: (t.col, t.row, t.level)).map(tuple),
    st.lists(decorations(), max_size=20).map(tuple),
)


@settings(max_examples=300, deadline=None)
@given(gardens)
def test_any_garden_round_trips_and_can_be_scored_and_checked(garden: Garden) -> None:
    assert parse_notation(format_garden(garden)) == garden
    assert parse_text(json.dumps(garden.to_dict())) == garden
    sheet = score_garden(garden)
    assert sheet.total == sum(sheet.to_dict().values()) - sheet.total
    for violation in violations(garden):
        assert violation.to_dict("cs")["sentence"]


def refusal(text: str) -> GameError | None:
    """The error about a text; None when it was read and could be scored. Anything else is a traceback and fails the test."""
    try:
        score_garden(parse_text(text))
    except GameError as error:
        return error
    return None


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_noise_is_refused_politely(text: str) -> None:
    error = refusal(text)
    assert error is None or (error.code and error.hint)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats(allow_nan=False) | st.sampled_from((*FLOWERS, *KINDS, "babylon", "x")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(("col", "row", "level", "flower", "kind")), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2000), st.data())
def test_mutilated_gardens_are_refused_or_read(seed: int, data: st.DataObject) -> None:
    """One value of a real garden replaced by anything."""
    garden = random_garden(Random(seed), tiles=5).to_dict()
    spots = list(_spots(garden))
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(json_values)
    error = refusal(json.dumps(garden))
    assert error is None or (error.code and error.hint)


def _spots(value: Any) -> Any:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield value, key
        if isinstance(inner, dict | list):
            yield from _spots(inner)
