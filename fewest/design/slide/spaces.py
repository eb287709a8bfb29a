"""Whole spaces of sliding boards (see :class:`fewest.design.kinds.Spaces`)."""

from __future__ import annotations

from collections import Counter

from fewest.design.space import LoadedSpaces, SpaceTask
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.labelling import arrangements, two_colouring
from fewest.solver.slide.puzzle import EMPTY


class SlideSpaces(LoadedSpaces):
    """Spaces of any board, by ranks or as packed positions."""

    module = "fewest.design.slide.exploration"

    def least_size(self, task: SpaceTask) -> int:
        """Half of all arrangements, or all, where a theorem says so.

        On a board that no single cell disconnects, that is not a cycle and has more than 7 cells, one empty cell brings
        the pieces into all orders, or into the even ones if adjacent cells have different colours in some colouring by
        two (Wilson, "Graph puzzles, homotopy, and the alternating group", 1974). With two equal pieces each order is
        even.
        """
        board: SlideBoard = task.board
        if EMPTY not in task.origins[0] or board.cells <= 7:
            return 1
        cycle = all(len(row) == 2 for row in board.adjacency)
        if cycle or any(_disconnects(board, cell) for cell in range(board.cells)):
            return 1
        even = two_colouring(board) is not None and len(set(task.origins[0])) == board.cells
        return self.size_bound(task) // (2 if even else 1)

    def size_bound(self, task: SpaceTask) -> int:
        """All arrangements of the pieces."""
        return arrangements(Counter(task.origins[0]))


def _disconnects(board: SlideBoard, cut: int) -> bool:
    """Whether the board without this cell is not connected."""
    first = 0 if cut else 1
    seen = {cut, first}
    stack = [first]
    while stack:
        new = set(board.adjacency[stack.pop()]) - seen
        seen |= new
        stack += new
    return len(seen) < board.cells
