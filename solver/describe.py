"""What can be said of a puzzle without searching it: symmetries, simple proofs, a lower bound. Nothing compiled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from solver.canonical import symmetries
from solver.jump import proofs as jump_proofs
from solver.jump.board import holes_of
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import group
from solver.model import Proof
from solver.replay import Puzzle
from solver.slide import proofs as slide_proofs
from solver.slide.bounds.distance import distances, next_bound, parity
from solver.slide.labelling import contents
from solver.slide.puzzle import EMPTY, SlidePuzzle


@dataclass(frozen=True, slots=True)
class Description:
    """A puzzle, looked at.

    Attributes
    ----------
    symmetries
        Number of renumberings that leave the puzzle as it is; at least 1.
    proof
        Why there is no solution, if one of the simple arguments shows it.
    lower_bound
        No solution has fewer moves; None if there is none at all.
    """

    symmetries: int
    proof: Proof | None
    lower_bound: int | None


def describe(puzzle: Puzzle) -> Description:
    """Look at a puzzle; some milliseconds."""
    if isinstance(puzzle, JumpPuzzle):
        proof, bound = jump_proofs.prove(puzzle), jump_bound(puzzle)
    else:
        proof = slide_proofs.prove(puzzle)
        bound = 0 if proof is not None else slide_bound(puzzle)
    return Description(symmetries(puzzle), proof, None if proof is not None else bound)


def jump_bound(puzzle: JumpPuzzle) -> int:
    """Moves needed at least: pegs nothing can jump over must leave by themselves, each with a move of its own.

    Of such pegs at the start, a goal of exact pegs lets those stay that it asks for, a goal of n pegs any n.
    """
    if puzzle.goal.met(puzzle.start) and not puzzle.opening:
        return 0
    jumped = {over for _, over, _ in puzzle.board.jumps}
    safe = sum(1 << hole for hole in holes_of(puzzle.start) if hole not in jumped)
    leaving = [(safe & ~position).bit_count() for position in puzzle.goal.positions]
    leaving += [safe.bit_count() - count for count in puzzle.goal.counts]
    return max(min(leaving), len(group(puzzle.opening)), 1)


def slide_bound(puzzle: SlidePuzzle) -> int:
    """Moves needed at least: every piece goes at least its distance, identical pieces sharing the goals out best.

    Where the board has two colours and the goal names the place of every empty cell, the parity is known too.
    """
    table, bound = distances(puzzle.board), 0
    for piece in set(puzzle.goal) - {None, EMPTY}:
        have = [cell for cell, other in enumerate(puzzle.start) if other == piece]
        need = [cell for cell, other in enumerate(puzzle.goal) if other == piece]
        steps = table[np.ix_(need, have)]
        bound += int(steps[linear_sum_assignment(steps)].sum())
    if bound == 0 and not puzzle.met(puzzle.start):
        bound = 1
    return next_bound(bound, parity(contents(puzzle)))
