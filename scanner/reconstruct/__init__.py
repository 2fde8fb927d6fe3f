"""Evidence and the building rules in, the k best legal gardens out: an exact optimisation."""

from __future__ import annotations

from scanner.errors import ScannerError
from scanner.reconstruct.argmax import argmax_garden
from scanner.reconstruct.fuse import fuse
from scanner.reconstruct.hypotheses import build_hypotheses, evidence_scores, least_losses
from scanner.reconstruct.kbest import TIE, first_look, k_best
from scanner.reconstruct.model import build_model
from scanner.reconstruct.params import EDITIONS, ReconstructParams, check_edition
from scanner.types import Evidence, Reconstruction

__all__ = ["EDITIONS", "ReconstructParams", "argmax_garden", "fuse", "reconstruct"]


def reconstruct(evidence: Evidence, *, edition: str = "en", params: ReconstructParams | None = None) -> Reconstruction:
    """The gardens that explain the evidence best, best first, all legal in the edition, no two alike from above."""
    params = params or ReconstructParams()
    check_edition(edition)
    scores = evidence_scores(evidence, params)
    losses = least_losses(scores, edition, params)
    margin, known = params.margin, None
    for _ in range(params.widenings):
        hypotheses = build_hypotheses(scores, losses, params, margin)
        known = first_look(build_model(hypotheses, scores, edition, params), scores, params)
        if known is not None:
            break
        margin *= 2.0
    if known is None:
        raise ScannerError("garden.contradictory", "What the photo shows fits no garden. Photograph the board again, straight from above.")
    # What loses more than the k gardens already found cannot matter: from here on nothing is left out unproven.
    hypotheses = build_hypotheses(scores, losses, params, losses.bound - known.threshold + TIE)
    return k_best(hypotheses, scores, edition, params, known)
