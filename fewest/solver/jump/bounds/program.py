"""The linear program of two positions: weights of the holes by which the first is lighter, and jump multiplicities.

The weights are from -1 to 1, their sum over the pegs rises with no jump (a pagoda function), and the difference of the
positions is greatest. The dual values of the jumps are multiplicities, fractional ones, that lead from the first to the
second as nearly as possible. Of lists of positions, the least difference counts. A jump with an upper limit may raise
the weight, and one with a lower limit lowers it at least as often: the program is then the dual of the relaxed
integer program.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from highspy import HighsModelStatus
from highspy._core import _Highs

from fewest.solver.jump.board import JumpBoard

Pegs: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.float64]

PROGRAM_SECONDS = 0.5
"""Time limit of a linear program; none known takes a fifth of it."""

# Presolving takes longer than these programs do. For one thread HiGHS starts none. By the functions that the primal
# simplex method (4) finds, searches take a twentieth more nodes than by those of the dual one (1).
OPTIONS: dict[str, bool | int | str] = {
    "output_flag": False, "threads": 1, "presolve": "off", "solver": "simplex", "simplex_strategy": 1,
}  # fmt: skip


class Program:
    """The linear programs of a board: from one to the next only costs and bounds change. No two threads share one.

    There is a column for the weight of each hole, one for the rise by each jump, and one for each list by how much its
    first position is not the one that counts; a row for each jump, and one for each position but the first of a list.
    """

    def __init__(self, board: JumpBoard) -> None:
        self.board = board
        self._jumps = np.array(board.jumps, np.int32).reshape(-1, 3)
        self._falls = np.zeros((len(board.jumps), board.holes))
        self._falls[np.arange(len(board.jumps))[:, None], self._jumps] = 1, 1, -1
        self._others: list[list[list[int]]] | None = None

    def fit(
        self, lighter: Pegs, heavier: Pegs, lower: npt.ArrayLike = 0.0, upper: npt.ArrayLike = np.inf
    ) -> tuple[Values, Values] | None:
        """Weights, float64 (holes), and multiplicities within limits, float64 (jumps); None if that takes too long.

        The pegs of lists of positions are int64 (positions, holes), 0 or 1. If any weights make all of one list lighter
        than all of the other, these do.
        """
        holes, count = self.board.holes, len(self._jumps)
        others = [(lighter[1:] - lighter[0]).tolist(), (heavier[0] - heavier[1:]).tolist()]
        if others != self._others:
            self._others, self._highs = others, self._model(others)
        highs, least, spare = self._highs, np.full(count, lower, float), np.subtract(upper, lower)
        limited = np.full(count, spare < np.inf)
        costs = np.concatenate([lighter[0] - heavier[0] - least @ self._falls, np.where(limited, spare, 0), [1, 1]])
        highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), costs)
        # A jump changes the weight by at most 3.
        highs.changeColsBounds(count, np.arange(holes, holes + count, dtype=np.int32), np.zeros(count), 3.0 * limited)
        # Of several optima, the first basis decides which is found. No basis is kept, so that weights depend on nothing
        # solved before, and equal searches do the same. It would save no time: fewer steps from it take longer.
        highs.clearSolver()
        # The clock of an object runs on from program to program.
        highs.setOptionValue("time_limit", highs.getRunTime() + PROGRAM_SECONDS)
        highs.run()
        if highs.getModelStatus() != HighsModelStatus.kOptimal:
            return None
        solution = highs.getSolution()
        return np.array(solution.col_value)[:holes], least - np.array(solution.row_dual)[:count]

    def _model(self, others: list[list[list[int]]]) -> _Highs:
        holes, count = self.board.holes, len(self._jumps)
        # HiGHS' own class: the one that wraps it writes two lines to standard output before it can be told not to.
        highs = _Highs()
        for name, value in OPTIONS.items():
            highs.setOptionValue(name, value)
        sizes = [holes, count, 2]
        highs.addVars(sum(sizes), np.repeat([-1.0, 0.0, 0.0], sizes), np.repeat([1.0, 0.0, np.inf], sizes))
        falls = np.hstack([self._jumps, np.arange(holes, holes + count, dtype=np.int32)[:, None]])
        signs, starts = np.tile([-1.0, -1.0, 1.0, -1.0], count), np.arange(0, falls.size, 4, dtype=np.int32)
        highs.addRows(count, np.full(count, -np.inf), np.zeros(count), falls.size, starts, falls.ravel(), signs)
        for column, rows in enumerate(others, holes + count):
            for row in rows:
                holding = np.array([*np.flatnonzero(row), column], np.int32)
                highs.addRow(-np.inf, 0.0, len(holding), holding, np.array([value for value in row if value] + [-1.0]))
        return highs
