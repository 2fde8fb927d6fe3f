"""The k best gardens in, a verdict out: how probable the total is, what else it could be, and what to ask or do about it."""

from __future__ import annotations

from scanner.games.babylon.score import score_garden
from scanner.judge.calibration import Calibration, load_calibration
from scanner.judge.features import measure_features
from scanner.judge.hints import find_hint, hint_text, hint_texts
from scanner.judge.questions import Choice, Question, ask
from scanner.judge.totals import total_shares
from scanner.judge.verdict import Alternative, Judgement
from scanner.types import Board, Evidence, Reconstruction

__all__ = ["Alternative", "Calibration", "Choice", "Judgement", "Question", "hint_text", "hint_texts", "judge", "load_calibration"]


def judge(reconstruction: Reconstruction, evidence: Evidence, *, board: Board, calibration: Calibration | None = None) -> Judgement:
    """How far the total of the best garden can be believed; without `calibration` the shipped one is used."""
    calibration = calibration or load_calibration()
    candidates = reconstruction.candidates
    totals = [score_garden(c.garden).total for c in candidates]
    shares = total_shares([c.logp for c in candidates], totals, reconstruction.floor, calibration)
    features = measure_features(reconstruction, evidence, board, shares.best)
    probability = calibration.probability(features)
    others = sorted(((t, s) for t, s in shares.by_total.items() if t != totals[0]), key=lambda o: (-o[1], o[0]))
    left = (1.0 - probability) / max(1.0 - shares.best, 1e-12)
    alternatives = tuple(Alternative(total, share * left) for total, share in others)
    if probability >= calibration.sure_from:
        return Judgement("sure", probability, alternatives)
    questions = ask([c.garden for c in candidates], totals, shares.weights, tolerance=1.0 - calibration.sure_from)
    return Judgement("unsure", probability, alternatives, questions, find_hint(questions, board))
