"""Every kind of illegal change is reported under its code, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.games.babylon.garden import Decoration, Garden, Tile
from scanner.games.babylon.notation import format_garden, parse_notation, parse_text
from scanner.games.babylon.play import random_garden
from scanner.games.babylon.rules import is_legal, violations
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.games.babylon.supports import find_supports
from scanner.games.babylon.words import LANGUAGES

SAMPLE = parse_text((Path(__file__).parents[3] / "samples/garden.json").read_text())

# (rule, legal garden, one illegal change of it, code)
KINDS = [
    ("tiles of one level share a cell", "A1/1W", "A1/1W B2/1B", "tiles-collide"),
    ("one tile covers another (cs, pl p. 5)", "A1/1W C1/1W B1/2Y", "A1/1W A1/2Y", "tile-over-tile"),
    ("a level is missing", "A1/1W B1/2Y", "B1/2Y", "level-gap"),
    ("nothing carries the tile", "A1/1W C1/1W A3/1W B1/2Y", "A1/1W B1/2Y E5/3Y", "tile-unsupported"),
    ("three supports without belvedere", "A1/1W B1/2Y", "A1/1W B1/2Y V:B1/1", "belvedere-missing"),
    ("two belvederes on one tile", "A1/1W V:A1/1", "A1/1W V:A1/1 V:B1/1", "two-belvederes"),
    ("a pillar on a field that is taken", "A1/1W C1/1W B1/2Y", "A1/1W C1/1W B1/2Y F:B1/1-C1/1", "tile-unsupported"),
    ("a statue is too short to replace a double pillar", "A1/1W A3/1W E1/2Y A2/3W", "A1/1W A3/1W E1/2Y A2/3W S:A2/1", "belvedere-missing"),
    ("a piece without a tile", "A1/1W S:A1/1", "A1/1W S:A1/2", "piece-without-tile"),
    ("two pieces on one field", "A1/1W S:A1/1", "A1/1W S:A1/1 V:A1/1", "field-taken-twice"),
    ("the same piece twice", "A1/1W S:A1/1", "A1/1W S:A1/1 S:A1/1", "field-taken-twice"),
    ("stairs between cells apart", "A1/1W C1/2W T:C1/2-B1/1", "A1/1W C1/2W T:C1/2-A1/1", "stairs-crooked"),
    ("diagonal stairs (cs, pl p. 6)", "A1/1W C1/2W T:C1/2-B1/1", "A1/1W C1/2W T:C1/2-B2/1", "stairs-crooked"),
    ("stairs on one level", "A1/1W C1/2W T:C1/2-B1/1", "A1/1W C1/1W T:C1/1-B1/1", "stairs-levels"),
    ("stairs over two levels", "A1/1W E1/2W C1/1W C1/2W", "A1/1W E1/2W C2/1W C1/3W T:C1/3-B1/1", "stairs-levels"),
    ("a tile where stairs rise", "A1/1W C1/2W T:C1/2-B1/1", "A1/1W C1/2W A1/2W T:C1/2-B1/1", "tile-in-stairs"),
    ("a fountain between cells apart", "A1/1W C1/1W F:B1/1-C1/1", "A1/1W C1/1W F:A1/1-C1/1", "fountain-crooked"),
    ("a fountain on two levels", "A1/1W C1/1W F:B1/1-C1/1", "A1/1W C1/2W F:C1/2-B1/1", "fountain-levels"),
    ("a fountain on one tile", "A1/1W C1/1W F:B1/1-C1/1", "A1/1W C1/1W F:A1/1-B1/1", "fountain-on-one-tile"),
    ("a bridge on two levels", "A1/1W D1/1W B:B1/1-D1/1", "A1/1W D1/2W B:D1/2-B1/1", "bridge-levels"),
    ("a bridge that is too long", "A1/1W D1/1W B:B1/1-D1/1", "A1/1W E1/1W B:B1/1-E1/1", "bridge-crooked"),
    ("a bridge round the corner", "A1/1W D1/1W B:B1/1-D1/1", "A1/1W D1/1W B:B1/1-D2/1", "bridge-crooked"),
    ("a bridge over a tile of its level", "A1/1W D1/1W B:B1/1-D1/1", "A1/1W C1/1W B:A1/1-C1/1", "bridge-blocked"),
    ("bridges that cross", "B1/1W E1/1W B:C2/1-E2/1", "B2/1W E2/1W D1/1W C3/1Y B:C2/1-E2/1 B:D1/1-D3/1", "bridges-cross"),
    ("a statue out of line (cs, pl p. 6)", "A1/1W C1/1W S:A1/1 S:C1/1", "A1/1W C1/1W S:A1/1 S:C2/1", "statue-out-of-line"),
    ("a double pillar through a bridge", "A1/1W D1/1W B:B1/1-D1/1", "A1/1W D1/1W C4/1W B1/2W B:B2/1-D2/1", "tile-unsupported"),
    ("a belvedere on top of a statue", "A1/1W C1/1W B1/2Y S:B1/1", "A1/1W C1/1W B1/2Y S:B1/1 V:B1/2", "belvedere-over-statue"),
]


def codes(garden: Garden, rules: Settings = Settings()) -> set[str]:  # noqa: B008 (frozen)
    return {v.code for v in violations(garden, rules)}


@pytest.mark.parametrize(("rule", "legal", "illegal", "code"), KINDS, ids=[kind[0] for kind in KINDS])
def test_illegal_changes_are_reported(rule: str, legal: str, illegal: str, code: str) -> None:
    assert code not in codes(parse_notation(legal)), "the rule is not broken before the change"
    broken = violations(parse_notation(illegal))
    found = [v for v in broken if v.code == code]
    assert found
    for lang in LANGUAGES:
        for violation in found:
            sentence = violation.sentence(lang)
            assert "{" not in sentence
            assert len(sentence) > 20


def test_editions_differ_about_covered_tiles() -> None:
    """cs, pl p. 5: never; de: only on directly consecutive levels."""
    garden = parse_notation("A1/1W C1/1W A3/1W C3/1W B1/2Y B2/3P A1/2W").tiles
    stacked = parse_notation("B2/1W A2/2Y C2/2P B2/3B")
    assert {"tile-over-tile"} <= codes(stacked)
    assert {"tile-over-tile"} <= codes(stacked, Settings(edition="cs"))
    assert "tile-over-tile" not in codes(stacked, Settings(edition="de"))
    assert "tile-over-tile" in codes(Garden(garden), Settings(edition="de"))


def test_players_limit_the_tiles() -> None:
    tiles = tuple(Tile(c, r, 1, "white" if c < 3 else "blue") for c in (0, 2, 4, 6) for r in (0, 2, 4, 6))
    assert "too-many-tiles" not in codes(Garden(tiles))
    assert "too-many-tiles" in codes(Garden(tiles), Settings(players=3))
    assert "too-many-tiles" not in codes(Garden(tiles[:12]), Settings(players=4))
    assert "too-many-tiles" in codes(Garden((*tiles, Tile(1, 1, 2, "pink"))))


def test_supply_of_the_box() -> None:
    tiles = tuple(Tile(c, r, 1, "white") for c in (0, 2, 4, 6) for r in (0, 2, 4, 6))
    assert "piece-supply" in codes(Garden(tiles)), "sixteen tiles of one flower"
    fountains = tuple(Decoration("fountain", ((1, 1), (2, 1)), (1, 1)) for _ in range(16))
    assert "piece-supply" in codes(Garden(tiles, fountains))


def test_open_question_about_covered_decorations() -> None:
    garden = parse_notation("A1/1W C1/1W A2/2Y F:B1/1-C1/1 V:B2/1")
    covered = parse_notation("A1/1W C1/1W A2/1Y C3/1P B2/2Y F:B2/1-C2/1")
    assert "tile-over-decoration" not in codes(garden, Settings(cover_decorations=False))
    assert "tile-over-decoration" in codes(covered, Settings(cover_decorations=False))
    assert "tile-over-decoration" not in codes(covered)


def test_round_tokens_excuse_odd_symbols() -> None:
    garden = parse_notation("A1/1W:F-B- S:A1/1 S:B1/1")
    found = violations(garden)
    assert {v.code for v in found} == {"odd-symbol"}
    assert not any(v.hard for v in found)
    assert is_legal(garden)


def test_a_garden_from_a_photo_may_hide_what_explains_it() -> None:
    """A covered belvedere and a covered statue cannot be seen."""
    photo = Settings(hidden_listed=False)
    statues = parse_notation("A1/1W C1/1W S:A1/1 S:C2/1")
    assert [v.hard for v in violations(statues)] == [True]
    assert [v.hard for v in violations(statues, photo)] == [False]


def test_statue_lines_follow_the_order_of_building() -> None:
    """cs, pl p. 6: a statue needs an earlier one in its line; one that became a pillar is no statue any more."""
    link = "A1/1W C1/1W E3/1W S:A1/1 S:C1/1 S:C2/1"
    assert "statue-out-of-line" not in codes(parse_notation(link))
    freed = "A1/1W C1/1W B1/2Y S:B1/1 S:C2/2"
    assert "statue-out-of-line" not in codes(parse_notation(freed)), "the only earlier statue is covered by the very tile"
    late = "A1/1W C1/1W B1/2Y E5/1W S:A2/1 S:C1/2 S:E6/1"
    assert "statue-out-of-line" in codes(parse_notation(late))


def test_supports_of_the_worked_example() -> None:
    supports = find_supports(SAMPLE)
    assert supports is not None
    assert (supports.count("single"), supports.count("double"), supports.count("statue")) == (28, 7, 0)
    for tile in SAMPLE.tiles:
        carried = [s for s in supports if s.tile == tile]
        assert len(carried) in (3, 4)
        assert {s.cell for s in carried} <= set(tile.cells)
    assert find_supports(parse_notation("E5/3Y")) is None
    statue = find_supports(parse_notation("A1/1W C1/1W B1/2Y S:B1/1"))
    assert statue is not None
    assert statue.count("statue") == 1


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_adding_a_covered_piece_changes_no_line(seed: int) -> None:
    rng = Random(seed)
    garden = random_garden(rng, tiles=10)
    tops = garden.tops()
    fields = [(cell, tile.level) for tile in garden.tiles for cell in tile.cells if tops[cell] > tile.level]
    if not fields:
        return
    cell, level = rng.choice(fields)
    more = Garden(garden.tiles, (*garden.decorations, Decoration("statue", (cell,), (level,))))
    assert score_garden(more).to_dict() == score_garden(garden).to_dict()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_turning_keeps_score_and_legality(seed: int) -> None:
    garden = random_garden(Random(seed))
    same = [garden.rotated(1), garden.rotated(2), garden.rotated(3), garden.mirrored(), garden.mirrored().rotated()]
    assert {tuple(score_garden(g).to_dict().values()) for g in same} == {tuple(score_garden(garden).to_dict().values())}
    assert all(is_legal(g) for g in same)
    assert garden.rotated(4) == garden.mirrored().mirrored() == garden


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_single_changes_to_legal_gardens_are_reported(seed: int) -> None:
    """Whatever legal garden one starts from: these changes always break a rule."""
    rng = Random(seed)
    garden = random_garden(rng, tiles=rng.randint(3, 14))
    tile = rng.choice(garden.tiles)
    changes = {
        "tile-over-tile": Garden((*garden.tiles, Tile(tile.col, tile.row, tile.level + 1, "white")), garden.decorations),
        "tile-unsupported": Garden((*garden.tiles, Tile(tile.col, tile.row, garden.height + 3, "white")), garden.decorations),
        "piece-without-tile": Garden(garden.tiles, (*garden.decorations, Decoration("statue", (tile.place,), (garden.height + 1,)))),
        "fountain-on-one-tile": Garden(
            garden.tiles, (*garden.decorations, Decoration("fountain", tile.cells[:2], (tile.level, tile.level)))
        ),
    }
    for code, changed in changes.items():
        assert code in codes(changed), format_garden(changed)
