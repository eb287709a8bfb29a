"""Find a proof, without a search, that a jump puzzle has no solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.certificates import check, goal_positions, opened, renumber, weigh
from solver.jump.puzzle import JumpPuzzle
from solver.model import Proof

__all__ = ["Goals", "check", "prove", "renumber", "sift"]

MOST_PROGRAMS = 4
"""Linear programs solved per puzzle, some milliseconds each."""

DENOMINATOR = 1000
"""A weight of a corner of the linear program is a fraction with a small denominator; larger ones are not tried."""


@dataclass(frozen=True, slots=True)
class Goals:
    """Which goals are left to search, and why the others are not.

    Attributes
    ----------
    positions
        Goals that may be reached, in order; None if they are too many to list.
    refuted
        Groups of goals with the proof that holds for each group.
    """

    positions: tuple[int, ...] | None
    refuted: tuple[tuple[tuple[int, ...], Proof], ...] = ()


def prove(puzzle: JumpPuzzle) -> Proof | None:
    """Prove that a puzzle has no solution, if too few pegs, parities or pagoda functions show it."""
    position = opened(puzzle)
    if puzzle.goal.met(position):
        return None
    pegs, counts = position.bit_count(), {p.bit_count() for p in puzzle.goal.positions} | puzzle.goal.counts
    if all(n >= pegs or n == 0 for n in counts):
        return {"by": "pegs", "start": pegs, "goal": puzzle.goal.least_pegs}
    goals = sift(puzzle)
    if goals.positions is None or goals.positions:
        return None
    if len(goals.refuted) == 1:
        return goals.refuted[0][1]
    parts = [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in goals.refuted]
    return {"by": "goals", "goals": parts}


def sift(puzzle: JumpPuzzle) -> Goals:
    """Take away the goals that are proven out of reach from the position after the opening.

    The position itself stays if it is a goal.
    """
    position = opened(puzzle)
    positions = goal_positions(puzzle.board, puzzle.goal)
    if positions is None:
        return Goals(None)
    refuted: list[tuple[tuple[int, ...], Proof]] = []
    pegs = position.bit_count()
    left = [g for g in positions if 0 < g.bit_count() < pegs or g == position]
    gone = tuple(sorted(set(positions) - set(left)))
    if gone:
        refuted.append((gone, {"by": "pegs", "start": pegs, "goal": min(g.bit_count() for g in gone)}))
    for weights in parities(puzzle.board):
        start = weigh(weights, position) % 2
        mask = mask_of(hole for hole, weight in enumerate(weights) if weight)
        gone = tuple(g for g in left if (g & mask).bit_count() % 2 != start)
        if gone:
            refuted.append((gone, {"by": "parity", "weights": weights, "start": start, "goal": 1 - start}))
            left = [g for g in left if (g & mask).bit_count() % 2 == start]
    return _weigh_out(puzzle.board, position, left, refuted)


def _weigh_out(board: JumpBoard, position: int, left: list[int], refuted: list[tuple[tuple[int, ...], Proof]]) -> Goals:
    """Take away goals by pagoda functions, a few programs at most; one function often refutes several goals."""
    tried = 0
    for goal in tuple(left):
        if tried >= MOST_PROGRAMS or goal not in left or goal == position:
            continue
        tried += 1
        weights = pagoda(board, position, goal)
        if weights is not None:
            start = weigh(weights, position)
            gone = tuple(g for g in left if weigh(weights, g) > start)
            least = min(weigh(weights, g) for g in gone)
            refuted.append((gone, {"by": "pagoda", "weights": weights, "start": start, "goal": least}))
            left = [g for g in left if g not in set(gone)]
    return Goals(tuple(left), tuple(refuted))


def parities(board: JumpBoard) -> list[list[int]]:
    """A basis of the weights over GF(2) that every jump leaves alone: each jump's three holes weigh 0 together."""
    rows: dict[int, int] = {}
    for jump in board.jumps:
        row = mask_of(jump)
        for pivot, other in rows.items():
            if row >> pivot & 1:
                row ^= other
        if row:
            pivot = row.bit_length() - 1
            rows = {p: other ^ row if other >> pivot & 1 else other for p, other in rows.items()}
            rows[pivot] = row
    basis = []
    for free in (hole for hole in range(board.holes) if hole not in rows):
        ones = {free} | {pivot for pivot, row in rows.items() if row >> free & 1}
        basis.append([int(hole in ones) for hole in range(board.holes)])
    return basis


def pagoda(board: JumpBoard, position: int, goal: int) -> list[int] | None:
    """Find integer weights that no jump raises and by which the goal is heavier than the position.

    The weights maximise the difference over the reals (HiGHS); they are brought to integers and checked as integers,
    so rounding can lose a proof but never make a false one.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    if not board.jumps:
        return None
    jumps = np.array(board.jumps)
    places = np.repeat(np.arange(len(jumps)), 3)
    signs = np.tile([-1.0, -1.0, 1.0], len(jumps))
    rises = csr_array((signs, (places, jumps.ravel())), shape=(len(jumps), board.holes))
    lacks = np.array([float((position >> hole & 1) - (goal >> hole & 1)) for hole in range(board.holes)])
    answer = linprog(lacks, A_ub=rises, b_ub=np.zeros(len(jumps)), bounds=(-1, 1), method="highs-ds")
    if answer.x is None or answer.fun > -1e-6:
        return None
    weights = _integers(answer.x)
    falls = all(weights[start] + weights[over] >= weights[to] for start, over, to in board.jumps)
    return weights if falls and weigh(weights, position) < weigh(weights, goal) else None


def _integers(values: npt.NDArray[np.float64] | Sequence[float]) -> list[int]:
    """The smallest integers in the ratio of some fractions with small denominators."""
    fractions = [Fraction(float(value)).limit_denominator(DENOMINATOR) for value in values]
    scale = lcm(*(fraction.denominator for fraction in fractions))
    return [int(fraction * scale) for fraction in fractions]
