"""From corrected records to a profile of the owner's box, through a gate that refuses to get worse."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from scanner.dataset.judging import count_mistakes
from scanner.dataset.record import Record
from scanner.dataset.refit import Lesson, RefitParams, fit_profile, mean_loss
from scanner.dataset.store import Store
from scanner.dataset.words import PHRASES
from scanner.errors import DatasetError, GameError, SemiramisError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import score_garden
from scanner.games.phrases import say
from scanner.profile import Profile
from scanner.types import Evidence

Look = Callable[[Record], Evidence]
Solve = Callable[[Evidence, str], Garden]
Clock = Callable[[], float]
"""Seconds; only differences mean anything."""
SOLVING_S = 8.0
"""Of one integer program: more than a scan allows, because a busy machine must not decide about a profile."""


@dataclass(frozen=True, slots=True)
class LearnParams:
    """How much is learned from, checked with, and how long it may take."""

    lessons: int = 5
    """Gardens learned from: those corrected last."""
    checks: int = 8
    """Gardens kept for the gate, if there are so many."""
    least_checks: int = 3
    """With fewer gardens left over, each garden is checked by a profile that was learned from all the others."""
    looking_s: float = 28.0
    """After this no photo is begun that only serves the gate; fitting and the gate need the rest of a minute."""
    total_s: float = 52.0
    """After this the gate puts no further garden together: of those left over only the loss is compared."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How well gardens that were not learned from were read."""

    gardens: int
    loss: float
    """Nats: how badly the evidence explains the true gardens, mean over the gardens."""
    wrong_cells: int = 0
    right_totals: int = 0
    solved: int = 0
    """Gardens that were put together; of the others only the loss is known."""

    def worse_than(self, other: Reading) -> bool:
        return self.loss > other.loss or self.wrong_cells > other.wrong_cells or self.right_totals < other.right_totals


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate saw. `active`: the same gardens as `after_active` by the profile in use, where it did not know them either."""

    profile: Profile
    before: Reading
    after: Reading
    active: Reading | None = None
    after_active: Reading | None = None

    @property
    def refusal(self) -> str | None:
        """Why the profile is not to be used; None when it is."""
        return self.explain("en")

    def explain(self, lang: str) -> str | None:
        """The refusal in a language."""
        if not self.profile.heads:
            return say(PHRASES, "nothing-new", lang)
        if self.after.worse_than(self.before):
            return say(PHRASES, "worse", lang, {"change": say_change(self.before, self.after, lang)})
        if self.active is not None and self.after_active is not None and self.after_active.worse_than(self.active):
            return say(PHRASES, "rival", lang, {"change": say_change(self.active, self.after_active, lang)})
        return None

    def to_dict(self) -> dict[str, Any]:
        return {name: None if (found := getattr(self, name)) is None else asdict(found) for name in ("before", "after", "active")}


def say_change(before: Reading, after: Reading, lang: str) -> str:
    """Both readings in one line; cells and totals only when gardens were put together."""
    loss = f"{before.loss:.3f} → {after.loss:.3f}"
    if not before.solved:
        return say(PHRASES, "change-loss", lang, {"loss": loss})
    totals, cells = f"{before.right_totals} → {after.right_totals}", f"{before.wrong_cells} → {after.wrong_cells}"
    return say(PHRASES, "change", lang, {"totals": totals, "solved": before.solved, "cells": cells, "loss": loss})


def gather_lessons(
    store: Store, look: Look, *, clock: Clock, params: LearnParams | None = None, each: Callable[[str], None] | None = None
) -> tuple[list[Lesson], list[tuple[str, str]]]:
    """One photo of every corrected garden, the last corrected first, until there are enough; and what failed. `each` is called after
    every photo."""
    params = params or LearnParams()
    start, lessons, failed = clock(), list[Lesson](), list[tuple[str, str]]()
    for record, garden in corrected_gardens(store):
        late = clock() - start > params.looking_s and len(lessons) >= max(params.lessons, 2)
        if late or len(lessons) == params.lessons + params.checks:
            break
        try:
            lessons.append(Lesson(look(record), garden, record.garden_id, record.edition))
        except SemiramisError as error:
            failed.append((record.id, error.hint))
        if each:
            each(record.id[:12])
    return lessons, failed


def corrected_gardens(store: Store) -> Iterator[tuple[Record, Garden]]:
    """One record of every corrected Babylon garden, the last corrected first."""
    found = sorted((r for r in store.walk() if r.corrected), key=lambda r: (r.corrections[-1].at, r.id), reverse=True)
    seen: set[str] = set()
    for record in found:
        assert record.garden is not None
        if record.garden_id in seen:
            continue
        try:
            garden = Garden.from_dict(record.garden)
        except GameError:  # of another game
            continue
        seen.add(record.garden_id)
        yield record, garden


@dataclass(frozen=True, slots=True)
class Patience:
    """Until when the gate may put gardens together."""

    until: float = float("inf")
    clock: Clock = time.monotonic


def best_garden(evidence: Evidence, edition: str) -> Garden:
    """The garden the scanner would show."""
    from scanner.reconstruct import ReconstructParams, reconstruct

    return reconstruct(evidence, edition=edition, params=ReconstructParams(k=1, time_limit_s=SOLVING_S)).best.garden


def teach(
    lessons: Sequence[Lesson],
    network: str,
    *,
    active: Profile | None = None,
    solve: Solve = best_garden,
    params: LearnParams | None = None,
    refit: RefitParams | None = None,
    patience: Patience | None = None,
) -> Verdict:
    """Learn from the first gardens of `lessons` and check with the others; raises when there is nothing to check with."""
    params, patience = params or LearnParams(), patience or Patience()
    gardens = list(dict.fromkeys(lesson.garden_id for lesson in lessons))
    if len(gardens) < 2:
        raise DatasetError("learn.too_few", "Correct the photos of at least two gardens: one is learned from, another one checked with.")
    if len(gardens) - params.lessons >= params.least_checks:
        taught = set(gardens[: params.lessons])
        profile = fit_profile([x for x in lessons if x.garden_id in taught], network, params=refit)
        checks: list[Check] = [(x, profile) for x in lessons if x.garden_id not in taught]
    else:
        profile = fit_profile(lessons, network, params=refit)
        others = {g: fit_profile([x for x in lessons if x.garden_id != g], network, params=refit) for g in gardens}
        checks = [(x, others[x.garden_id]) for x in lessons]
    before, after = compare(checks, [(x, None) for x, _ in checks], solve, patience)
    verdict = Verdict(profile, before, after)
    known = set() if active is None else set(active.records)
    fresh = [(x, by) for x, by in checks if x.garden_id not in known]
    if active is not None and fresh and verdict.refusal is None:
        rival, mine = compare(fresh, [(x, active) for x, _ in fresh], solve, patience)
        verdict = replace(verdict, active=rival, after_active=mine)
    return replace(verdict, profile=replace(profile, figures=verdict.to_dict()))


Check = tuple[Lesson, Profile | None]


def compare(new: Sequence[Check], old: Sequence[Check], solve: Solve, patience: Patience | None = None) -> tuple[Reading, Reading]:
    """Readings by the old and by the new side. When the evidence itself got worse nothing is solved: that is what takes time.
    Gardens that the solver gives up on, on either side, or that there is no time for, count by their loss only."""
    losses = (_loss(old), _loss(new))
    pairs = [] if losses[1] > losses[0] else list(_solved(new, old, solve, patience or Patience()))
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    sides = [[a for a, _ in both], [b for _, b in both]]
    readings = [Reading(len(new), loss, *_sum(side), len(side)) for loss, side in zip(losses, sides, strict=True)]
    return readings[0], readings[1]


def _solved(
    new: Sequence[Check], old: Sequence[Check], solve: Solve, patience: Patience
) -> Iterator[tuple[tuple[int, bool] | None, tuple[int, bool] | None]]:
    """(old, new) for one garden after the other, as long as the slowest so far would still be done in time."""
    slowest_s = 0.0
    for a, b in zip(old, new, strict=True):
        start = patience.clock()
        if start + slowest_s > patience.until:
            return
        yield _read(a, solve), _read(b, solve)
        slowest_s = max(slowest_s, patience.clock() - start)


def _seen(check: Check) -> Evidence:
    lesson, profile = check
    return lesson.evidence if profile is None else profile.apply(lesson.evidence)


def _loss(checks: Sequence[Check]) -> float:
    """Mean over the gardens, nats."""
    return round(sum(mean_loss(_seen(check), check[0].garden) for check in checks) / len(checks), 9)


def read_all(checks: Sequence[Check], solve: Solve) -> Reading:
    """How well these gardens are read."""
    found = [one for one in (_read(check, solve) for check in checks) if one is not None]
    return Reading(len(checks), _loss(checks), *_sum(found), len(found))


def _read(check: Check, solve: Solve) -> tuple[int, bool] | None:
    """(wrong cells, total right); None when the solver gives up."""
    truth = check[0].garden
    try:
        garden = solve(_seen(check), check[0].edition)
    except (SemiramisError, AssertionError):  # its time limit ran out before it had any garden
        return None
    mistakes = count_mistakes(garden.to_dict(), truth.to_dict())
    assert mistakes is not None
    return mistakes.cells, score_garden(garden).total == score_garden(truth).total


def _sum(found: Sequence[tuple[int, bool]]) -> tuple[int, int]:
    return sum(cells for cells, _ in found), sum(right for _, right in found)
