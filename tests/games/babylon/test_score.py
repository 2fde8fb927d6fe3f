"""Scores from the rule books; each case names the book (cs, pl, de) and the sentence it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import parse_notation, parse_text
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import ScoreSheet, rank_gardens, score_garden
from scanner.games.babylon.settings import Settings

SAMPLE = parse_text((Path(__file__).parents[3] / "samples/garden.json").read_text())

# (book and rule, garden, line, points)
TABLE = [
    ("all: a bare board scores nothing", "empty", "total", 0),
    ("cs p. 8, pl p. 8, de Schlusswertung: a statue is worth its level", "A1/1W S:A1/1", "statues", 1),
    ("cs p. 8, pl p. 8, de Schlusswertung: a statue on the third level is worth 3", "A1/3W S:A1/3", "statues", 3),
    ("cs p. 8, pl p. 8, de Schlusswertung: a statue used as a pillar is worth 0", "A1/1W B1/2W S:B1/1", "statues", 0),
    ("cs p. 8, pl p. 8, de Schlusswertung: a fountain is worth 3 on level 1", "A1/1W C1/1W F:B1/1-C1/1", "fountains", 3),
    ("cs p. 8, pl p. 8, de Schlusswertung: a fountain on the second level is worth 6", "A1/2W C1/2W F:B1/2-C1/2", "fountains", 6),
    ("cs p. 8, pl p. 8, de Schlusswertung: a bridge is worth 3 times its level", "A1/3W D1/3W B:B1/3-D1/3", "bridges", 9),
    ("cs p. 8, pl p. 8, de Schlusswertung: stairs between levels 1 and 2 are worth 3", "A1/1W C1/2W T:C1/2-B1/1", "stairs", 3),
    ("cs p. 8, pl p. 8, de Schlusswertung: stairs between levels 2 and 3 are worth 5", "A1/2W C1/3W T:C1/3-B1/2", "stairs", 5),
    ("cs p. 8, pl p. 8, de Schlusswertung: stairs, and so on", "A1/5W C1/6W T:C1/6-B1/5", "stairs", 11),
    ("cs p. 8, pl p. 8, de Schlusswertung: a belvedere is worth 1 whatever the level", "A1/4W V:A1/4", "belvederes", 1),
    ("cs p. 8, pl p. 8, de Schlusswertung: highest point, first level 2", "A1/1W", "highest", 2),
    ("cs p. 8, pl p. 8, de Schlusswertung: highest point, second level 4", "A1/1W B1/2W", "highest", 4),
    ("cs p. 8, pl p. 8, de Schlusswertung: highest point, third level 6", "A1/1W C1/2W A3/3W", "highest", 6),
    ("cs p. 8, pl p. 8, de Schlusswertung: four different flowers are worth 4", "A1/1W C1/1B E1/1Y G1/1P", "flowers", 4),
    ("cs p. 8, pl p. 8, de Schlusswertung: three flowers are no set", "A1/1W C1/1B E1/1Y G1/1Y", "flowers", 0),
    ("pl p. 8: each tile belongs to one set only", "A1/1W C1/1B E1/1Y G1/1P A3/1W C3/1B E3/1Y", "flowers", 4),
    ("pl p. 8: two sets of flowers", "A1/1W C1/1B E1/1Y G1/1P A3/1W C3/1B E3/1Y G3/1P", "flowers", 8),
    ("cs p. 8, pl p. 8, de Schlusswertung: a wholly covered tile gives no flower", "A1/1W C1/1B E1/1Y G1/1P G1/2B", "flowers", 0),
    ("cs p. 8, pl p. 8, de Schlusswertung: a partly visible tile gives its flower", "A1/1W C1/1B E1/1Y F1/2P", "flowers", 4),
]

ONE_OF_EACH = "A1/1W C1/1W F1/1W A3/2W S:A1/1 F:B1/1-C1/1 B:D1/1-F1/1 T:A3/2-A2/1"


@pytest.mark.parametrize(("rule", "notation", "line", "points"), TABLE, ids=[case[0] for case in TABLE])
def test_rule_books(rule: str, notation: str, line: str, points: int) -> None:
    sheet = score_garden(parse_notation(notation))
    assert sheet.to_dict()[line] == points


def test_diversity_counts_each_piece_in_one_set() -> None:
    """cs p. 8, pl p. 8, de Schlusswertung: one statue, fountain, bridge and stairs are worth 4; pl: each piece belongs to one set only."""
    assert score_garden(parse_notation(ONE_OF_EACH)).diversity == 4
    assert score_garden(parse_notation(ONE_OF_EACH + " S:B2/1 S:D2/1")).diversity == 4
    assert score_garden(parse_notation(ONE_OF_EACH.replace("S:A1/1", ""))).diversity == 0


def test_worked_example_of_sixty_points() -> None:
    """The publisher's picture of a finished garden, read by hand."""
    sheet = score_garden(SAMPLE)
    expected = {"statues": 7, "fountains": 6, "bridges": 12, "stairs": 8, "diversity": 8, "flowers": 8, "belvederes": 5, "highest": 6}
    assert sheet.to_dict() == {**expected, "total": 60}
    assert violations(SAMPLE) == []
    assert score_garden(SAMPLE, Settings(bridge_hides=True)).total == 58


def test_reasons_for_pieces_without_points() -> None:
    garden = parse_notation("A1/1W C1/1W B1/2W B2/4Y S:B1/1 V:D1/1 S:C2/2 B:A1/1-C1/1")
    why = {(p.piece.to_dict().get("kind", "tile"), p.why) for p in score_garden(garden).silent()}
    assert why == {("statue", "pillar"), ("statue", "hidden")}
    hiding = score_garden(SAMPLE, Settings(bridge_hides=True))
    assert [p.piece.to_dict()["cells"] for p in hiding.silent() if p.why == "under-bridge"] == [[[3, 4]]]


def test_a_piece_scores_while_any_part_is_visible() -> None:
    below = "A1/1W C1/1W E1/1W A3/3W C3/3W"
    assert score_garden(parse_notation(below + " B1/2Y F:B1/1-C1/1")).fountains == 0
    assert score_garden(parse_notation("A1/1W C1/1W A2/2Y F:B1/1-C1/1")).fountains == 3
    assert score_garden(parse_notation("A2/1W C2/1W A1/2Y F:B2/1-C2/1")).fountains == 3
    # both ends of the bridge are covered, the middle of its deck is not
    assert score_garden(parse_notation("B1/1W E1/1W B2/3Y E2/3Y B:C2/1-E2/1")).bridges == 3


def sheet(total: int, holes: int) -> ScoreSheet:
    return ScoreSheet(total, 0, 0, 0, 0, 0, 0, 0, holes)


@pytest.mark.parametrize(
    ("sheets", "ranks"),
    [
        ([sheet(50, 20), sheet(60, 30)], {1: 1, 0: 2}),
        ([sheet(60, 20), sheet(60, 30)], {0: 1, 1: 2}),
        ([sheet(60, 20), sheet(60, 20)], {0: 1, 1: 1}),
        ([sheet(10, 9), sheet(60, 20), sheet(60, 20), sheet(60, 21)], {1: 1, 2: 1, 3: 3, 0: 4}),
    ],
)
def test_ranking_with_tie_break_and_shared_victory(sheets: list[ScoreSheet], ranks: dict[int, int]) -> None:
    """cs p. 8, pl p. 8, de Schlusswertung: most points, then fewest visible holes, then the victory is shared."""
    places = rank_gardens(sheets)
    assert {place.index: place.rank for place in places} == ranks
    assert [place.rank for place in places] == sorted(place.rank for place in places)


def test_open_holes() -> None:
    assert score_garden(Garden()).open_holes == 64
    assert score_garden(parse_notation("A1/1W B1/2W")).open_holes == 58
