"""The k best gardens: structures from the integer program, flowers and statues varied exactly around each of them.

Flowers and statues hinder nothing, so the program takes the best of them for granted; for each structure the variations are then
enumerated in order of their loss. A structure's value bounds all its variations, hence the order over everything is exact.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scanner.games.babylon.garden import FLOWERS, Decoration, Garden, Tile
from scanner.reconstruct.hypotheses import Field, Hypotheses, Scores
from scanner.reconstruct.model import GardenModel, Program, build_model
from scanner.reconstruct.params import ReconstructParams
from scanner.reconstruct.shrink import shrink
from scanner.reconstruct.solver import Integral, Relaxation, Solution
from scanner.reconstruct.structure import Structure, read_structure, statue_groups
from scanner.types import Candidate, Reconstruction

TIE = 1e-6
"""Values closer than this count as equal, nats."""

Change = tuple[int, int]
"""(factor, option): the factor takes its option-th best instead of its best."""


@dataclass(frozen=True, slots=True)
class Factor:
    """An independent choice: options in order of rising loss, the first loses nothing."""

    losses: tuple[float, ...]
    options: tuple[int, ...]
    """Indices into FLOWERS for a tile; 0 empty, 1 statue for a field."""
    at: Field
    is_tile: bool


class Pool:
    """The best gardens so far, at most k, none more than `reach` below the best."""

    def __init__(self, params: ReconstructParams, at_least: float) -> None:
        self._params = params
        self._at_least = at_least
        self.candidates: list[Candidate] = []

    @property
    def threshold(self) -> float:
        """A garden must beat this to get in; every garden refused or dropped so far is at most that good."""
        if not self.candidates:
            return self._at_least
        low = max(self.candidates[0].logp - self._params.reach, self._at_least)
        return max(low, self.candidates[-1].logp) if len(self.candidates) >= self._params.k else low

    def add(self, candidate: Candidate) -> None:
        self.candidates.append(candidate)
        self.candidates.sort(key=lambda c: -c.logp)
        low = self.candidates[0].logp - self._params.reach
        self.candidates = [c for c in self.candidates[: self._params.k] if c.logp >= low]


class Search:
    """The pool, what has been varied already, and whether everything was looked at."""

    def __init__(self, model: GardenModel, scores: Scores, params: ReconstructParams, at_least: float) -> None:
        self.model, self.scores, self.params = model, scores, params
        self.pool = Pool(params, at_least)
        self.done: set[frozenset[int]] = set()
        self.proven = True

    def take(self, solution: Solution) -> Structure:
        """Vary the structure of an integral solution, unless that has been done."""
        structure = read_structure(self.model, solution.values)
        if structure.signature not in self.done:
            self.done.add(structure.signature)
            self.proven &= _vary(structure, solution.objective, self.scores, self.params, self.pool)
        return structure

    def hopeful(self, solution: Solution | None) -> bool:
        return solution is not None and solution.objective > self.pool.threshold


def first_look(model: GardenModel, scores: Scores, params: ReconstructParams) -> Pool | None:
    """Gardens found from one structure only: k, or all within reach of the best of them; None when nothing is legal."""
    search = Search(model, scores, params, -np.inf)
    root = _root(model.program, Relaxation(model.program, params.time_limit_s), params)
    if root is None:
        return None
    search.take(root)
    return search.pool


def k_best(hypotheses: Hypotheses, scores: Scores, edition: str, params: ReconstructParams, known: Pool) -> Reconstruction:
    """The k best gardens over the hypotheses; `known` ones are a lower bound, and the answer when time runs out first.

    The relaxation is nearly always integral. Probing it (the best's every visible feature denied in turn) finds most alternatives and
    proves most features to be common to all gardens within reach; the integer program finishes what is left, which is little.
    """
    at_least = known.threshold - TIE
    model = build_model(hypotheses, scores, edition, params)
    relaxed = Relaxation(model.program, params.time_limit_s).solve()
    if relaxed is None:
        return _unproven(known, 0)
    model = build_model(shrink(model, relaxed, at_least), scores, edition, params)
    relaxation = Relaxation(model.program, params.time_limit_s)
    root = _root(model.program, relaxation, params)
    if root is None:
        return _unproven(known, 1)
    search = Search(model, scores, params, at_least)
    search.proven &= root.proven
    best = search.take(root)
    common = _probe(relaxation, best, search)
    solves = 1 + _finish(Integral(model.program, common, params.time_limit_s), search, time.monotonic() + params.budget_s)
    if not search.pool.candidates:
        return _unproven(known, solves)
    return Reconstruction(tuple(search.pool.candidates), search.pool.threshold, search.proven, solves)


def _unproven(known: Pool, solves: int) -> Reconstruction:
    return Reconstruction(tuple(known.candidates), known.threshold, False, solves)


def _root(program: Program, relaxation: Relaxation, params: ReconstructParams) -> Solution | None:
    """The best integral solution; the relaxation is left warm."""
    root = relaxation.solve()
    if root is not None and not root.integral:
        return Integral(program, (), params.time_limit_s).solve()
    return root


def _probe(relaxation: Relaxation, best: Structure, search: Search) -> list[int]:
    """Deny each feature of the best structure; return those without which nothing comes near."""
    bounds: dict[int, float] = {}
    for feature in sorted(best.signature):
        solution = relaxation.probe(feature)
        bounds[feature] = -np.inf if solution is None else solution.objective if solution.proven else np.inf
        if solution is not None and solution.integral and search.hopeful(solution):
            search.take(solution)
    return [feature for feature, bound in bounds.items() if bound <= search.pool.threshold]


def _finish(integral: Integral, search: Search, deadline_s: float) -> int:
    """Solve, vary, forbid, again, until nothing within reach is left or the time is up; the number of programs solved."""
    for signature in search.done:
        integral.forbid(signature)
    while (left_s := deadline_s - time.monotonic()) > 0:
        solution = integral.solve(left_s)
        if time.monotonic() >= deadline_s:
            search.proven = False
        if solution is None or not search.hopeful(solution):
            return integral.solves
        search.proven &= solution.proven
        integral.forbid(search.take(solution).signature)
    search.proven = False
    return integral.solves


def _vary(structure: Structure, value: float, scores: Scores, params: ReconstructParams, pool: Pool) -> bool:
    """Put the structure's variations into the pool; False when there were too many to look at all of them."""
    factors = _factors(structure, scores, params)
    for n, (loss, changes) in enumerate(_variations(factors)):
        if value - loss <= pool.threshold:
            return True
        if n >= params.max_expansions:
            return False
        chosen = dict(changes)
        logp = value - loss - _statue_price(factors, chosen, params)
        if logp > pool.threshold:
            pool.add(_candidate(structure, factors, chosen, logp))
    return True


def _factors(structure: Structure, scores: Scores, params: ReconstructParams) -> list[Factor]:
    """Flowers of the visible tiles and statue or not on the plain fields; those beyond reach have one option only."""
    factors = []
    for at, shown in structure.tiles:
        row = scores.flower[at]
        order = np.argsort(-row, kind="stable")
        factors.append(_factor([float(row[order[0]] - row[i]) for i in order], order.tolist(), at, True, params.reach if shown else -1.0))
    for f in structure.plain:
        gain = float(scores.statue[f])
        factors.append(_factor([0.0, abs(gain)], [1, 0] if gain > 0 else [0, 1], f, False, params.reach))
    return sorted(factors, key=lambda f: f.losses[1] if len(f.losses) > 1 else np.inf)


def _factor(losses: list[float], options: list[int], at: Field, is_tile: bool, reach: float) -> Factor:
    n = max(1, sum(loss <= reach for loss in losses))
    return Factor(tuple(losses[:n]), tuple(options[:n]), at, is_tile)


def _variations(factors: list[Factor]) -> Iterator[tuple[float, tuple[Change, ...]]]:
    """Every combination of options once, in order of rising loss. Factors come sorted by the loss of their second option."""
    live = sum(len(f.losses) > 1 for f in factors)
    yield 0.0, ()
    heap: list[tuple[float, tuple[Change, ...]]] = [(factors[0].losses[1], ((0, 1),))] if live else []
    while heap:
        loss, changes = heapq.heappop(heap)
        yield loss, changes
        last, option = changes[-1]
        losses = factors[last].losses
        if option + 1 < len(losses):
            heapq.heappush(heap, (loss - losses[option] + losses[option + 1], (*changes[:-1], (last, option + 1))))
        if last + 1 < live:
            step = factors[last + 1].losses[1]
            heapq.heappush(heap, (loss + step, (*changes, (last + 1, 1))))
            if option == 1:
                heapq.heappush(heap, (loss - losses[1] + step, (*changes[:-1], (last + 1, 1))))


def _statue_price(factors: list[Factor], changes: dict[int, int], params: ReconstructParams) -> float:
    """What the chosen statues cost: groups that nothing visible links, and more of them than the box holds."""
    cells = [(f.at.col, f.at.row) for i, f in enumerate(factors) if not f.is_tile and f.options[changes.get(i, 0)]]
    strangers = max(statue_groups(cells) - 1, 0)
    return params.statue_link_price * strangers + params.extra_tile_price * max(len(cells) - params.max_statues, 0)


def _candidate(structure: Structure, factors: list[Factor], changes: dict[int, int], logp: float) -> Candidate:
    tiles, statues = [], []
    for i, factor in enumerate(factors):
        option = factor.options[changes.get(i, 0)]
        at = factor.at
        if factor.is_tile:
            tiles.append(Tile(at.col, at.row, at.level, FLOWERS[option]))
        elif option:
            statues.append(Decoration("statue", ((at.col, at.row),), (at.level,)))
    garden = Garden(tuple(tiles), (*structure.pieces, *statues))
    return Candidate(garden, logp, sum(not shown for _, shown in structure.tiles))
