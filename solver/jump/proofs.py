"""Find a proof, without a search, that a jump puzzle has no solution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.certificates import check, goal_positions, opened, parities, renumber, weigh
from solver.jump.pagodas import pagoda
from solver.jump.puzzle import JumpPuzzle
from solver.model import Proof

__all__ = ["Goals", "check", "prove", "renumber", "sift"]

MOST_PROGRAMS, MOST_ROWS = 4, 2_000
"""Linear programs solved per puzzle, some milliseconds each, and the jumps in all of them; one is always solved."""


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


def prove(puzzle: JumpPuzzle, programs: bool = True) -> Proof | None:
    """Prove that a puzzle has no solution, if too few pegs, parities or pagoda functions show it.

    Pagoda functions take linear programs, some milliseconds each; without ``programs`` they are not tried.
    """
    position = opened(puzzle)
    if puzzle.goal.met(position):
        return None
    pegs, counts = position.bit_count(), {p.bit_count() for p in puzzle.goal.positions} | puzzle.goal.counts
    if all(n >= pegs or n == 0 for n in counts):
        return {"by": "pegs", "start": pegs, "goal": puzzle.goal.least_pegs}
    goals = sift(puzzle, programs)
    if goals.positions is None or goals.positions:
        return None
    if len(goals.refuted) == 1:
        return goals.refuted[0][1]
    parts = [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in goals.refuted]
    return {"by": "goals", "goals": parts}


@lru_cache(maxsize=4)
def sift(puzzle: JumpPuzzle, programs: bool = True) -> Goals:
    """Take away the goals that are proven out of reach from the position after the opening.

    The position itself stays if it is a goal. Without ``programs`` pagoda functions are not tried.
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
    return _weigh_out(puzzle.board, position, left, refuted) if programs else Goals(tuple(left), tuple(refuted))


def _weigh_out(board: JumpBoard, position: int, left: list[int], refuted: list[tuple[tuple[int, ...], Proof]]) -> Goals:
    """Take away goals by pagoda functions, a few programs at most; one function often refutes several goals."""
    tried, most = 0, max(1, min(MOST_PROGRAMS, MOST_ROWS // max(1, len(board.jumps))))
    for goal in tuple(left):
        if tried >= most or goal not in left or goal == position:
            continue
        tried += 1
        found = pagoda(board, [position], [goal])
        if found is not None:
            weights = [int(weight) for weight in found]
            start = weigh(weights, position)
            gone = tuple(g for g in left if weigh(weights, g) > start)
            least = min(weigh(weights, g) for g in gone)
            refuted.append((gone, {"by": "pagoda", "weights": weights, "start": start, "goal": least}))
            left = [g for g in left if g not in set(gone)]
    return Goals(tuple(left), tuple(refuted))
