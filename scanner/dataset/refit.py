"""Evidence with its truth -> small corrections of the heads: ridge-regularised multinomial regression, solved by Newton's method.

How strongly a correction is held back, and whether a head is corrected at all, is decided by leaving out one garden after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.games.babylon.garden import FLOWERS, Garden
from scanner.profile import GROUPS, Profile, Refit, class_logp, features, group_logp
from scanner.surface import garden_surface
from scanner.types import LEVELS, Array64, Evidence


@dataclass(frozen=True, slots=True)
class RefitParams:
    """Chosen on made-up evidence, see docs/dataset.md."""

    ridges: tuple[float, ...] = (0.05, 0.2, 1.0, 5.0, 25.0)
    """Nats per squared weight: from nearly free to hardly moving."""
    only_garden_ridge: float = 1.0
    """With a single garden there is nothing to choose by."""
    least_gain: float = 0.02
    """A head is corrected when its loss on gardens left out falls by this share at least."""
    steps: int = 30
    settled: float = 1e-6
    """Newton stops when a step promises less than this, in nats."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the networks said about a photo, and the garden that was really there."""

    evidence: Evidence
    garden: Garden
    garden_id: str
    edition: str = "en"


@dataclass(frozen=True, slots=True)
class Examples:
    """Of one head: log-probabilities of the groups and the right group."""

    grouped: Array64
    target: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.target)


def examples_of(evidence: Evidence, garden: Garden) -> dict[str, Examples]:
    """What a garden has to say to every head; places of hidden tiles are asked nothing."""
    heads = class_logp(evidence)
    surface = garden_surface(garden)
    level = np.minimum(surface.level, LEVELS - 1).astype(np.int64)
    rows, cols = np.indices(level.shape)
    content = heads["content"][level, rows, cols].reshape(-1, heads["content"].shape[-1])
    kinds = np.asarray(GROUPS["content"])[surface.content.astype(int)].reshape(-1)
    shown = {int(i) for i in np.unique(surface.tile) if i >= 0}
    lies = np.zeros(heads["tile"].shape[:3], np.int64)
    lies[0] = -1
    for i, tile in enumerate(garden.tiles):
        if tile.level < LEVELS:
            lies[tile.level, tile.row, tile.col] = 1 if i in shown else -1
    seen = [garden.tiles[i] for i in sorted(shown) if garden.tiles[i].level < LEVELS]
    flower = np.array([heads["flower"][t.level, t.row, t.col] for t in seen]).reshape(-1, len(FLOWERS))
    return {
        "level": Examples(group_logp(heads["level"].reshape(-1, LEVELS), "level"), level.reshape(-1)),
        "content": Examples(group_logp(content, "content"), kinds),
        "tile": Examples(heads["tile"][lies >= 0], lies[lies >= 0]),
        "flower": Examples(flower, np.array([FLOWERS.index(t.flower) for t in seen], np.int64)),
    }


def loss_of(examples: Examples, refit: Refit | None) -> float:
    """Nats per example."""
    if not len(examples):
        return 0.0
    logp = examples.grouped if refit is None else _log_softmax(examples.grouped + refit.scores(examples.grouped))
    return float(-logp[np.arange(len(examples)), examples.target].mean())


def mean_loss(evidence: Evidence, garden: Garden) -> float:
    """Nats, summed over the heads' means: how badly the evidence explains the garden."""
    return sum(loss_of(examples, None) for examples in examples_of(evidence, garden).values())


def fit_profile(lessons: Sequence[Lesson], network: str, *, params: RefitParams | None = None) -> Profile:
    """Corrections that make the evidence of these lessons likelier, head by head; an empty profile when nothing helps."""
    params = params or RefitParams()
    by_garden: dict[str, list[dict[str, Examples]]] = {}
    for lesson in lessons:
        by_garden.setdefault(lesson.garden_id, []).append(examples_of(lesson.evidence, lesson.garden))
    heads: dict[str, Refit] = {}
    for head in GROUPS:
        folds = [_join([found[head] for found in group]) for group in by_garden.values()]
        ridge = choose_ridge(folds, params)
        if ridge is not None:
            heads[head] = fit_head(_join(folds), ridge, params)
    return Profile(heads, network, records=tuple(by_garden))


def choose_ridge(folds: Sequence[Examples], params: RefitParams) -> float | None:
    """The ridge with the least loss on folds left out; None when leaving the head alone is as good."""
    folds = [fold for fold in folds if len(fold)]
    if len(folds) < 2:
        return params.only_garden_ridge if folds else None
    total = sum(len(fold) for fold in folds)
    plain = sum(loss_of(fold, None) * len(fold) for fold in folds) / total
    losses: Mapping[float, float] = {ridge: _left_out(folds, ridge, params) / total for ridge in params.ridges}
    best = min(losses, key=losses.__getitem__)
    return best if losses[best] < plain * (1.0 - params.least_gain) else None


def _left_out(folds: Sequence[Examples], ridge: float, params: RefitParams) -> float:
    spent = 0.0
    for i, fold in enumerate(folds):
        refit = fit_head(_join([*folds[:i], *folds[i + 1 :]]), ridge, params)
        spent += loss_of(fold, refit) * len(fold)
    return spent


def fit_head(examples: Examples, ridge: float, params: RefitParams) -> Refit:
    """Minimises loss + ridge · squared weights; convex, so there is one answer."""
    n, groups = examples.grouped.shape
    inputs = np.concatenate([features(examples.grouped), np.ones((n, 1))], axis=1)
    wanted = np.eye(groups)[examples.target]
    weights = np.zeros((groups, groups + 1))

    def cost(w: Array64) -> float:
        logp = _log_softmax(examples.grouped + inputs @ w.T)
        return float(-(logp * wanted).sum() + ridge * (w**2).sum())

    spent = cost(weights)
    for _ in range(params.steps):
        p = np.exp(_log_softmax(examples.grouped + inputs @ weights.T))
        slope = (p - wanted).T @ inputs + 2.0 * ridge * weights
        step = np.linalg.solve(_curvature(p, inputs) + 2.0 * ridge * np.eye(slope.size), slope.ravel()).reshape(slope.shape)
        stride = 1.0
        while (after := cost(weights - stride * step)) > spent and stride > 1e-4:
            stride /= 2.0
        if spent - after < params.settled:
            break
        weights, spent = weights - stride * step, after
    return Refit(weights[:, :-1], weights[:, -1])


def _curvature(p: Array64, inputs: Array64) -> Array64:
    """Second derivatives of the loss by the weights, [groups · inputs, groups · inputs]."""
    n, groups = p.shape
    wide = inputs.shape[1]
    spread = (p[:, :, None] * inputs[:, None, :]).reshape(n, groups * wide)
    out: Array64 = -spread.T @ spread
    for g in range(groups):
        mine = slice(g * wide, (g + 1) * wide)
        out[mine, mine] += spread[:, mine].T @ inputs
    return out


def _join(parts: Sequence[Examples]) -> Examples:
    return Examples(np.concatenate([p.grouped for p in parts]), np.concatenate([p.target for p in parts]))


def _log_softmax(scores: Array64) -> Array64:
    out: Array64 = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return out
