"""The table of figures: counted from the rows, nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.training.evaluate import Row, breakdown, interval, table

RIGHT = Row(
    id="a",
    like="easy",
    expect="garden",
    tilt_deg=4.0,
    distance_cm=35.0,
    light="soft",
    highest=2,
    error="",
    corner_cells=0.05,
    level_wrong=0,
    content_wrong=0,
    cells_wrong=0,
    tiles_wrong=0,
    flowers_wrong=0,
    total_true=40,
    total_read=40,
    exact=True,
    garden_exact=True,
    status="sure",
    probability=1.0,
    taps=0,
    ms=900.0,
)
WRONG = replace(
    RIGHT, id="b", tilt_deg=31.0, light="dim", level_wrong=3, cells_wrong=4, total_read=44, exact=False, garden_exact=False, taps=5
)
LOST = replace(WRONG, id="c", error="board.not_found", corner_cells=-1.0, cells_wrong=64, status="", total_read=-1, taps=-1)
NONE = replace(LOST, id="d", expect="no garden", like="none", total_true=-1)


def test_the_table_counts_what_the_rows_say() -> None:
    told = table([RIGHT, WRONG, LOST, NONE])
    for line in (
        "| board found, worst corner < 0.25 cell | 2/3 |",
        "| exact total | 1/3 |",
        "| exact total, tilt ≤ 20° | 1/1 |",
        "| exact total, tilt 20–40° | 0/2 |",
        "| wrong cells where a board was found | 4/128 |",
        "| sure, but a wrong total | 1/2 |",
        "| negatives given any score | 0/1 |",
        "| at most two taps to the right total | 1/3 |",
        "median 2.5 of 2",
        "| no board | 1 |",
        "| level | 1 |",
    ):
        assert line in told


def test_the_breakdown_leaves_negatives_out() -> None:
    told = breakdown([RIGHT, WRONG, LOST, NONE])
    assert "| tilt | 0–10° | 1/1 |" in told
    assert "| tilt | 30–40° | 0/2 |" in told
    assert "| distance | 20–40 cm | 1/3 |" in told
    assert "| light | dim | 0/2 |" in told
    assert "none" not in told


@pytest.mark.parametrize(("k", "n", "low", "high"), [(0, 0, 0, 1), (10, 10, 0.722, 1), (5, 10, 0.237, 0.763)])
def test_wilsons_interval(k: int, n: int, low: float, high: float) -> None:
    assert interval(k, n) == pytest.approx((low, high), abs=1e-3)
