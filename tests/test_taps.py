"""Taps to the right total: what a person with the photo in hand would have to do."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.taps import count_corrections, count_taps, true_choice, with_choice
from scanner.games.babylon.notation import parse_notation
from scanner.games.babylon.score import score_garden
from scanner.judge import Judgement
from scanner.judge.questions import ask
from scanner.scan import ScannedGarden
from tests.fake_board import fake_board

STATUE, BARE, BELVEDERE = (parse_notation(text) for text in ("D6/1Y S:D6/1", "D6/1Y", "D6/1Y V:D6/1"))


def found(*gardens, weights=(0.6, 0.4)):  # type: ignore[no-untyped-def]
    questions = ask(gardens, [score_garden(g).total for g in gardens], weights[: len(gardens)], tolerance=0.01)
    return ScannedGarden(gardens[0], score_garden(gardens[0]), Judgement("unsure", 0.5, (), questions), (), fake_board())


def test_nothing_to_do_when_the_total_is_right() -> None:
    assert count_taps(found(STATUE), STATUE) == 0


def test_an_answer_is_one_tap() -> None:
    scanned = found(BARE, STATUE)
    assert len(scanned.judgement.questions) == 1
    assert count_taps(scanned, STATUE) == 1
    assert count_taps(scanned, BARE) == 1
    choice = true_choice(scanned.judgement.questions[0], STATUE)
    assert choice is not None
    assert with_choice(BARE, choice) == STATUE


def test_what_no_question_names_is_corrected_by_hand() -> None:
    assert count_taps(found(BARE), BELVEDERE) == 2 * (score_garden(BELVEDERE).total != score_garden(BARE).total)
    higher = parse_notation("D6/1Y E6/2W S:D6/1")
    assert count_corrections(BARE, higher) == 2
    assert count_taps(found(BARE), higher) == pytest.approx(4)


def test_a_piece_that_lies_wrong_is_one_correction() -> None:
    assert count_corrections(STATUE, BELVEDERE) == 1
    assert count_corrections(STATUE, STATUE) == 0
    assert np.isfinite(count_corrections(parse_notation("D6/1Y"), parse_notation("D6/1B")))
