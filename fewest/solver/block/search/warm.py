"""Compile every kernel of the search for sliding blocks before it is needed, by solving tiny puzzles."""

from __future__ import annotations

from fewest.solver.block.board import MAX_CELLS, WORD_CELLS, board_from_grid
from fewest.solver.block.puzzle import BOTH, BlockPuzzle, Metric
from fewest.solver.block.search.driver import search
from fewest.solver.block.search.frontier import Frontier
from fewest.solver.block.search.instance import Instance
from fewest.solver.budget import Budget
from fewest.solver.kernels import block_frontier
from fewest.solver.model import KernelSet, Limits, Want
from fewest.solver.slices import finish

BYTES = 100_000_000

BOARD, _ = board_from_grid(["...", "..."])
ONE_END = BlockPuzzle(BOARD, (1, 1, 2, 3, 0, 0), ((1, (4, 5)),), (BOTH,) * 3, (), Metric.STEP)
BOTH_ENDS = BlockPuzzle(BOARD, (1, 1, 2, 3, 0, 0), ((1, (4, 5)), (2, (0,)), (3, (1,))), (BOTH,) * 3, (), Metric.PATH)

ROW, _ = board_from_grid(["." * (WORD_CELLS + 1)])
MANY = BlockPuzzle(ROW, (1, *[0] * WORD_CELLS), ((1, (1,)),), (BOTH,), (), Metric.STEP)


def search_both() -> None:
    """Search from one end and from both, with positions of one word, and count."""
    for puzzle in (ONE_END, BOTH_ENDS):
        finish(search(puzzle, Want.ALL, Limits(bytes=BYTES)))
    block_frontier.rehash(_frontier(Instance(ONE_END)).found, 0, 0)  # the arena of neither grows


def _search_words() -> None:
    """Search with positions of several words."""
    # Kernels are compiled for the type of the width, so it is enough to name it.
    instance = Instance(ONE_END)
    instance.width = block_frontier.WORDS
    finish(_frontier(instance).advance())


def _search_many() -> None:
    """Search a board of more than 64 cells, and count."""
    finish(search(MANY, Want.ALL, Limits(bytes=BYTES)))


def _frontier(instance: Instance) -> Frontier:
    return Frontier(instance, instance.start, Budget(BYTES))


SETS = (
    KernelSet(WORD_CELLS, (search_both,)),
    KernelSet(WORD_CELLS, (_search_words,)),
    KernelSet(MAX_CELLS, (_search_many,)),
)
