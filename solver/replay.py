"""Plays an answer by the slow, obvious rules: every answer passes it before it leaves."""

from __future__ import annotations

from typing import TypeAlias

from solver.errors import ReplayError
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules
from solver.model import Solution
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import SlideRules

Puzzle: TypeAlias = JumpPuzzle | SlidePuzzle


def replay(puzzle: Puzzle, solution: Solution) -> None:
    """Play a solution from the start and look at where it ends.

    Raises
    ------
    ReplayError
        If a move is not legal, the opening is not kept, or the last position does not meet the goal.
    """
    if isinstance(puzzle, JumpPuzzle):
        met = puzzle.goal.met(JumpRules(puzzle).play(solution))
    else:
        met = puzzle.met(SlideRules(puzzle).play(solution))
    if not met:
        raise ReplayError("the solution does not end in the goal")
