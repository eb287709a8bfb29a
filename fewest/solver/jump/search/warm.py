"""Compile every kernel of the jump search, or load it from the cache, before it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.jump.board import MAX_HOLES, WORD_HOLES, board_from_grid
from fewest.solver.jump.bounds.partition import anneal
from fewest.solver.jump.puzzle import SMALL_HOLES, JumpGoal, JumpPuzzle
from fewest.solver.jump.search.goals import search
from fewest.solver.jump.search.plan import DEFAULT_PLAN, Plan
from fewest.solver.jump.search.position_set import ClassifiedSet, PositionSet
from fewest.solver.jump.symmetry import image_tables
from fewest.solver.jump.words import NO_WORDS, WIDE, WORD, pack
from fewest.solver.kernels import jump_bidirectional
from fewest.solver.model import KernelSet, Limits, Want


def _search_wide() -> None:
    """Everything that positions go through, for those of two words."""
    _search_rows(17, DEFAULT_PLAN)
    _grow(WIDE)


def _search_small() -> None:
    """A board small enough for arrays with an entry for every position."""
    _search_rows(2, DEFAULT_PLAN)


def _search() -> None:
    """Search two puzzles with a few jumps in every other way."""
    # Eight holes have an exact table and are searched forward only; twenty are searched from both ends.
    for rows in (2, 5):
        _search_rows(rows, Plan(dense_holes=0, plain_nodes=0))


def _search_rows(rows: int, plan: Plan) -> None:
    """Search a puzzle with a few jumps on so many rows of four holes."""
    board, _ = board_from_grid(["...."] * rows, "orthogonal")
    puzzle = JumpPuzzle(board, 0b0110_0011, JumpGoal(counts=frozenset([2])))
    for _ in search(puzzle, Want.ALL, Limits(), 1, plan=plan):
        pass


def _choose_and_grow() -> None:
    """Choose classes (the longest to compile, except the walk), and everything else."""
    owner = np.zeros((1, jump_bidirectional.CLASSES), np.int64)
    jump_bidirectional.choose_classes(owner, owner.copy(), True, 1, np.zeros(owner.size, np.bool_))
    for rows in (2, 5):
        anneal(board_from_grid(["...."] * rows, "orthogonal")[0], 2, 1)
    _grow(WORD)


def _grow(dtype: np.dtype[Any]) -> None:
    """Two sets of either kind that grow."""
    word = pack([1], dtype)
    images = image_tables([range(8 * dtype.itemsize)], 8 * dtype.itemsize)
    budget = Budget(1 << 30)
    for held in (PositionSet.of(budget, word, images), ClassifiedSet(budget, NO_WORDS[dtype])):
        for _ in range(2):
            for _ in held.grow(2 * held.slots.size):
                pass


SETS = (
    KernelSet(SMALL_HOLES, (_search_small,)),
    KernelSet(WORD_HOLES, (_search, _choose_and_grow)),
    KernelSet(MAX_HOLES, (_search_wide,)),
)
