"""Compile every kernel of the jump search, or load it from the cache, before it is needed."""

from __future__ import annotations

import numpy as np

from solver.budget import Budget
from solver.jump.board import board_from_grid
from solver.jump.bounds.partition import anneal
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.search.driver import search
from solver.jump.search.position_set import ClassifiedSet, PositionSet
from solver.jump.symmetry import image_tables
from solver.model import Limits, Want


def warm() -> None:
    """Search two puzzles with a few jumps in every way, choose regions, and enlarge sets."""
    for rows, start in ((2, 0b0110_0011), (5, 0b0110_0011)):
        board, _ = board_from_grid(["...."] * rows, "orthogonal")
        puzzle = JumpPuzzle(board, start, JumpGoal(counts=frozenset([2])))
        for _ in search(puzzle, Want.ALL, Limits(), None, 1):
            pass
        anneal(board, 2, 1)
    word, images, budget = np.array([1], np.uint64), image_tables([range(1)], 1), Budget(1 << 30)
    for held in (PositionSet.of(budget, word, images), ClassifiedSet(budget)):
        for _ in range(2):
            for _ in held.grow(2 * held.slots.size):
                pass
