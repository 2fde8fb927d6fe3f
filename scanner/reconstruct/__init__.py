"""Evidence and the building rules in, the k best legal gardens out: an exact optimisation."""

from __future__ import annotations

from dataclasses import replace

from scanner.reconstruct.argmax import argmax_garden
from scanner.reconstruct.fuse import fuse
from scanner.reconstruct.hypotheses import build_hypotheses, evidence_scores, least_losses
from scanner.reconstruct.kbest import k_best
from scanner.reconstruct.model import build_model
from scanner.reconstruct.params import EDITIONS, ReconstructParams, check_edition
from scanner.types import Evidence, Reconstruction

__all__ = ["EDITIONS", "ReconstructParams", "argmax_garden", "fuse", "reconstruct"]


def reconstruct(evidence: Evidence, *, edition: str = "en", params: ReconstructParams = ReconstructParams()) -> Reconstruction:
    """The gardens that explain the evidence best, best first, all legal in the edition, no two alike from above."""
    check_edition(edition)
    scores = evidence_scores(evidence, params)
    losses = least_losses(scores, edition, params)

    def solve(margin: float, search: ReconstructParams) -> Reconstruction | None:
        hypotheses = build_hypotheses(scores, losses, params, margin)
        return k_best(build_model(hypotheses, scores, edition, params), scores, search)

    margin, first = params.margin, None
    while first is None:
        first = solve(margin, replace(params, k=1))
        margin *= 2.0
    # Now it is known how much the best garden loses at most: what loses more than that plus the reach cannot matter.
    found = solve(losses.bound - first.best.logp + params.reach, params)
    assert found is not None
    return replace(found, solves=found.solves + first.solves)
