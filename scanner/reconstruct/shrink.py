"""Throw out hypotheses that the relaxation proves to be too dear."""

from __future__ import annotations

from scanner.reconstruct.hypotheses import Hypotheses
from scanner.reconstruct.model import GardenModel
from scanner.reconstruct.solver import Solution


def shrink(model: GardenModel, relaxed: Solution, at_least: float) -> Hypotheses:
    """Hypotheses that may be part of a garden of value `at_least`: a variable that is 0 and would cost more stays 0."""
    out = (relaxed.values < 0.5) & (relaxed.objective - relaxed.reduced < at_least)
    h = model.hypotheses
    keep = h.keep.copy()
    for f, var in model.top.items():
        keep[f] = not out[var]
    tiles, showable, hideable = [], [], []
    for at, var, shown, hide in zip(h.tiles, model.tile, model.shown, h.hideable, strict=True):
        show = shown is not None and not out[shown]
        if not out[var] and (show or hide):
            tiles.append(at)
            showable.append(show)
            hideable.append(hide)
    pieces = tuple(
        piece
        for piece, var in zip(h.pieces, model.piece, strict=True)
        if not out[var] and all(keep[end] for end, shown in zip(piece.ends, piece.shown, strict=True) if shown)
    )
    return Hypotheses(keep, tuple(tiles), tuple(showable), tuple(hideable), pieces)
