"""HiGHS behind a small door: one program, solved again and again with more rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import highspy
import numpy as np

from scanner.reconstruct.model import Program
from scanner.types import Array64

GAP = 1e-6
"""Absolute optimality gap, nats: far below anything the evidence can tell apart."""
INTEGRAL = 1e-6
"""How far from a whole number a value may be."""


@dataclass(frozen=True, slots=True)
class Solution:
    values: Array64
    objective: float
    proven: bool
    integral: bool
    reduced: Array64
    """Of a relaxation: what a variable that is 0 costs at least when it becomes 1; empty otherwise."""


class Relaxation:
    """The program without integrality, warm: solved once, then probed."""

    def __init__(self, program: Program, time_limit_s: float) -> None:
        self._highs = _highs(program, time_limit_s, integral=False)
        self._bound = program.bound

    def solve(self) -> Solution | None:
        return _run(self._highs)

    def probe(self, variable: int) -> Solution | None:
        """The optimum when the variable is 0."""
        self._highs.changeColBounds(variable, 0.0, 0.0)
        solution = _run(self._highs)
        self._highs.changeColBounds(variable, 0.0, self._bound[variable])
        return solution


class Integral:
    """The program itself; some variables fixed at 1, rows added between solves."""

    def __init__(self, program: Program, ones: Iterable[int], time_limit_s: float) -> None:
        self.solves = 0
        self._time_limit_s = time_limit_s
        self._highs = _highs(program, time_limit_s, integral=True)
        for variable in ones:
            self._highs.changeColBounds(variable, 1.0, 1.0)

    def forbid(self, variables: Iterable[int]) -> None:
        """Not all of these at once."""
        index = np.array(sorted(variables), np.int32)
        self._highs.addRow(-highspy.kHighsInf, len(index) - 1.0, len(index), index, np.ones(len(index)))

    def solve(self, within_s: float | None = None) -> Solution | None:
        self.solves += 1
        limit_s = self._time_limit_s if within_s is None else min(within_s, self._time_limit_s)
        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + limit_s)  # HiGHS counts from the first run on
        return _run(self._highs)


def _run(highs: highspy.Highs) -> Solution | None:
    """The best solution, None when there is none."""
    highs.run()
    info = highs.getInfo()
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return None
    solution = highs.getSolution()
    values = np.asarray(solution.col_value, np.float64)
    reduced = np.abs(np.asarray(solution.col_dual if solution.dual_valid else [], np.float64))
    integral = bool(np.abs(values - values.round()).max(initial=0.0) < INTEGRAL)
    return Solution(
        values, float(info.objective_function_value), highs.getModelStatus() == highspy.HighsModelStatus.kOptimal, integral, reduced
    )


def _highs(program: Program, time_limit_s: float, integral: bool) -> highspy.Highs:
    highs = highspy.Highs()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", GAP),
        ("time_limit", time_limit_s),
        ("random_seed", 0),
    ):
        highs.setOptionValue(option, value)
    highs.passModel(_highs_lp(program, integral))
    return highs


def _highs_lp(program: Program, integral: bool) -> highspy.HighsLp:
    lp = highspy.HighsLp()
    lp.num_col_ = len(program.cost)
    lp.num_row_ = len(program.rows)
    lp.col_cost_ = np.array(program.cost)
    lp.col_lower_ = np.zeros(len(program.cost))
    lp.col_upper_ = np.array(program.bound)
    lp.row_lower_ = np.array(program.lower)
    lp.row_upper_ = np.array(program.upper)
    lp.sense_ = highspy.ObjSense.kMaximize
    if integral:
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(program.cost)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *(len(row) for row in program.rows)]).astype(np.int32)
    lp.a_matrix_.index_ = np.array([v for row in program.rows for v, _ in row], np.int32)
    lp.a_matrix_.value_ = np.array([a for row in program.rows for _, a in row], np.float64)
    return lp
