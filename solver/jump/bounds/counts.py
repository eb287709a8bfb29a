"""Numbers of jumps: how often each jump of the board would have to be made to lead from one position to another.

They are integers of 0 and more, and the pegs they add and remove make up the difference of the positions. A pagoda
function refutes all such numbers, fractions too. If only fractions remain, one of them is rounded down in one case and
up in the other, until all cases are refuted (branch and bound; the integer program is that of M. Kiyomi and T. Matsui,
Integer programming based algorithms for peg solitaire problems, CG 2000). The weights that refute a case are those of a
pagoda function, but a jump that is made at most so often may raise them, and one that is made at least so often lowers
them so often.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard
from solver.jump.bounds.pagoda import PROGRAM_SECONDS, Weights, integers, pagoda, peg_rows

Counts: TypeAlias = npt.NDArray[np.int64]
"""A number per jump."""

UNBOUNDED = 1 << 20
"""More than any number of jumps."""

PRECISION = 1e-6
"""A number this near to an integer is one."""


class Case(NamedTuple):
    """Numbers of jumps from ``least`` to ``most``, both included; ``most`` is ``UNBOUNDED`` if it is not limited."""

    least: Counts
    most: Counts


def refute_pairs(board: JumpBoard, positions: Sequence[int], goals: Sequence[int]) -> Generator[None, None, bool]:
    """Whether no numbers of jumps lead from any of the positions to any of the goals. Yields after each program.

    Most pairs are refuted by a pagoda function of their own, or of another pair.
    """
    functions = np.zeros((0, board.holes), np.int64)
    for position in positions:
        for goal in goals:
            start, end = peg_rows([position, goal], board.holes)
            if (functions @ (start - end) < 0).any():
                continue
            found = pagoda(board, [position], [goal])
            yield
            if found is not None:
                functions = np.vstack([functions, found])
            elif not (yield from refute_counts(board, position, goal)):
                return False
    return True


def refute_counts(board: JumpBoard, position: int, goal: int) -> Generator[None, None, bool]:
    """Whether no numbers of jumps lead from a position to a goal. Yields after each linear program."""
    start, end = peg_rows([position, goal], board.holes)
    cases = [Case(np.zeros(len(board.jumps), np.int64), np.full(len(board.jumps), UNBOUNDED))]
    while cases:
        case = cases.pop()
        found = _program(board, start - end, case)
        yield
        if found is None:
            return False
        weights, numbers = found
        if _refutes(board, weights, start - end, case):
            continue
        jump = int(np.abs(numbers - np.round(numbers)).argmax())
        below = int(np.floor(numbers[jump]))
        if min(numbers[jump] - below, below + 1 - numbers[jump]) < PRECISION:
            return False
        fewer, more = case.most.copy(), case.least.copy()
        fewer[jump], more[jump] = below, below + 1
        cases += [Case(case.least, fewer), Case(more, case.most)]
    return True


def _program(board: JumpBoard, difference: Weights, case: Case) -> tuple[Weights, npt.NDArray[np.float64]] | None:
    """Weights that refute a case by as much as possible, and the numbers of jumps if there are some; None if it fails.

    By ``fall`` the weight falls, or by ``rise`` it rises, with each jump. All jumps together lower it by at least the
    sum of ``least * fall - most * rise``; they should lower it by the weight of the difference.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack, identity

    jumps = np.array(board.jumps)
    count, limited = len(jumps), case.most < UNBOUNDED
    rows, signs = np.repeat(np.arange(count), 3), np.tile([1.0, 1.0, -1.0], count)
    falls = csr_array((signs, (rows, jumps.ravel())), shape=(count, board.holes))
    answer = linprog(
        np.concatenate([difference, -case.least, np.where(limited, case.most, 0)]).astype(np.float64),
        A_eq=hstack([falls, -identity(count), identity(count)], format="csr"),
        b_eq=np.zeros(count),
        bounds=[(-1, 1)] * board.holes + [(0, 3)] * count + [(0, 3 * int(bound)) for bound in limited],
        method="highs-ds",
        options={"time_limit": PROGRAM_SECONDS},
    )
    if answer.x is None or answer.eqlin is None:
        return None
    return integers(answer.x[: board.holes]), np.abs(answer.eqlin.marginals)


def _refutes(board: JumpBoard, weights: Weights, difference: Weights, case: Case) -> bool:
    """Whether integer weights refute a case."""
    jumps = np.array(board.jumps)
    falls = weights[jumps[:, 0]] + weights[jumps[:, 1]] - weights[jumps[:, 2]]
    if (case.most[falls < 0] == UNBOUNDED).any():
        return False
    least = np.where(falls > 0, falls * case.least, falls * case.most).sum()
    return bool(weights @ difference < least)
