"""Drawings are well-formed, show what is there, and need no colour to be read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest

from scanner.draw import png_from_svg
from scanner.errors import GameError
from scanner.games.babylon.drawing import VIEWS, draw_garden
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.notation import parse_text
from scanner.games.babylon.play import random_garden

SAMPLE = parse_text((Path(__file__).parents[3] / "samples/garden.json").read_text())


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("view", VIEWS)
def test_views_are_well_formed(view: str) -> None:
    rng = Random(4)
    for garden in [Garden(), SAMPLE, *(random_garden(rng) for _ in range(5))]:
        ET.fromstring(draw_garden(garden, view))


def test_levels_and_flowers_are_written_too() -> None:
    plan = words(draw_garden(SAMPLE, "plan"))
    covered = SAMPLE.tops()
    legend = words(draw_garden(Garden(), "plan"))
    assert plan.count("3") - legend.count("3") == sum(level == 3 for level in covered.values())
    assert plan.count("P") - legend.count("P") == 2
    assert {"Y3", "B3", "W2", "P1"} <= set(words(draw_garden(SAMPLE, "isometric")))


def test_legend_speaks_the_language() -> None:
    assert "Aussichtspunkt" in words(draw_garden(SAMPLE, "plan", "de"))


def test_unknown_view() -> None:
    with pytest.raises(GameError):
        draw_garden(SAMPLE, "inside")


def test_png() -> None:
    assert png_from_svg(draw_garden(SAMPLE, "plan")).startswith(b"\x89PNG")
