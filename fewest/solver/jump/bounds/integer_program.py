"""Jump multiplicities: how often each jump of the board is made on a way from one position to another.

They are nonnegative integers, and the pegs they add and remove make up the difference of the positions. A pagoda
function refutes all multiplicities, fractional ones too. If only fractional ones remain, one of them is rounded down in
one case and up in another, until all cases are refuted (branch and bound; the integer program is that of M. Kiyomi and
T. Matsui, Integer programming based algorithms for peg solitaire problems, CG 2000). The weights that refute a case are
those of a pagoda function, except that a jump with an upper limit may raise the weight of the pegs, and a jump with a
lower limit lowers it at least as often as that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.bounds.pagoda import Weights, integers, pagoda, peg_rows
from fewest.solver.jump.bounds.program import Program
from fewest.solver.jump.ends import Tree
from fewest.solver.model import Slices

Multiplicities: TypeAlias = npt.NDArray[np.int64]
"""How often each jump is made: int64 (jumps)."""

UNBOUNDED = 1 << 20
"""More than any multiplicity."""

MAX_DEPTH = 60
"""Deepest tree of cases."""

MAX_JOINT = 200
"""Pairs that one function is tried for."""

PRECISION = 1e-6
"""A number this near to an integer is one."""


class Case(NamedTuple):
    """Multiplicities from ``lower`` to ``upper``, both included; ``upper`` is ``UNBOUNDED`` if there is no limit."""

    lower: Multiplicities
    upper: Multiplicities


class Refuted(NamedTuple):
    """The proof that no multiplicities lead from some positions to others: pagoda functions, and trees for the rest."""

    functions: list[list[int]]
    trees: list[Tree]


def refute_pairs(
    board: JumpBoard, positions: Sequence[int], goals: Sequence[int], budget: Budget, by_integers: bool = True
) -> Slices[Refuted | None]:
    """Refute that any multiplicities lead from one of the positions to one of the goals; None if that fails.

    A pagoda function refutes most pairs, often several at once. Yields before each linear program.
    Without ``by_integers`` multiplicities may be fractions, and there are no trees.
    """
    functions, program = np.zeros((0, board.holes), np.int64), Program(board)
    trees = []
    for position in positions:
        for goal in goals:
            start, end = peg_rows([position, goal], board.holes)
            # A function found for an earlier pair often refutes this one, too, and a product takes microseconds, not
            # milliseconds.
            if (functions @ (start - end) < 0).any():
                continue
            yield budget.progress()
            found = pagoda(program, [position], [goal])
            if found is not None:
                functions = np.vstack([functions, found])
                continue
            tree = (yield from refute_multiplicities(program, position, goal, budget)) if by_integers else None
            if tree is None:
                return None
            trees.append(tree)
    if len(functions) > 1 and not trees and len(positions) * len(goals) <= MAX_JOINT:
        yield budget.progress()
        # One function for all pairs makes the shortest certificate. It may not exist though every pair has one.
        joint = pagoda(program, positions, goals)
        functions = functions if joint is None else joint[None]
    return Refuted(functions[_needed(functions, board, positions, goals)].tolist(), trees)


def _needed(functions: Weights, board: JumpBoard, positions: Sequence[int], goals: Sequence[int]) -> list[int]:
    """Functions that together refute all pairs that any of them refutes, the last ones left out first."""
    start = functions @ peg_rows(positions, board.holes).T
    end = functions @ peg_rows(goals, board.holes).T
    refuted = start[:, :, None] < end[:, None, :]
    needed = list(range(len(functions)))
    for index in reversed(range(len(functions))):
        others = [other for other in needed if other != index]
        if (refuted[np.array(others, int)].any(axis=0) == refuted.any(axis=0)).all():
            needed = others
    return needed


def refute_multiplicities(program: Program, position: int, goal: int, budget: Budget) -> Slices[Tree | None]:
    """Refute that any multiplicities lead from a position to a goal; yields before each linear program."""
    count = len(program.board.jumps)
    every = Case(np.zeros(count, np.int64), np.full(count, UNBOUNDED))
    return (yield from _refute_case(program, peg_rows([position, goal], program.board.holes), every, MAX_DEPTH, budget))


def _refute_case(program: Program, pegs: Weights, case: Case, depth: int, budget: Budget) -> Slices[Tree | None]:
    """A tree of limited depth that refutes a case; None if it was not found."""
    yield budget.progress()
    board = program.board
    found = program.fit(pegs[:1], pegs[1:], case.lower, np.where(case.upper < UNBOUNDED, case.upper, np.inf))
    if found is None:
        return None
    weights, numbers = integers(found[0]), found[1]
    if refutes_case(board, weights, pegs[0] - pegs[1], case):
        return {"weights": weights.tolist()}
    # The multiplicity farthest from an integer: rounding it either way changes most.
    jump = int(np.abs(numbers - np.round(numbers)).argmax())
    below = int(np.floor(numbers[jump]))
    if min(numbers[jump] - below, below + 1 - numbers[jump]) < PRECISION or depth == 0:
        return None
    fewer = case.upper.copy()
    more = case.lower.copy()
    fewer[jump], more[jump] = below, below + 1
    otherwise = yield from _refute_case(program, pegs, Case(more, case.upper), depth - 1, budget)
    if otherwise is None:
        return None
    then = yield from _refute_case(program, pegs, Case(case.lower, fewer), depth - 1, budget)
    if then is None:
        return None
    return {"jump": list(board.jumps[jump]), "at_most": below, "then": then, "else": otherwise}


def refutes_case(board: JumpBoard, weights: Weights, difference: Weights, case: Case) -> bool:
    """Whether integer weights refute a case."""
    jumps = np.array(board.jumps)
    falls = weights[jumps[:, 0]] + weights[jumps[:, 1]] - weights[jumps[:, 2]]
    if (case.upper[falls < 0] == UNBOUNDED).any():
        return False
    least = np.where(falls > 0, falls * case.lower, falls * case.upper).sum()
    return bool(weights @ difference < least)
