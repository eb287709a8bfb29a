"""The bounds of IDA* by distances alone: the arguments of ``kernels.slide_ida_star_distances``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_ida_star_distances as kernel
from fewest.solver.slide.bounds.distance_sums import distance_sums
from fewest.solver.slide.bounds.pattern_tables import Ints
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.search.bounds import Root


class DistanceBounds:
    """Sums of distances, see :func:`fewest.solver.slide.bounds.distance_sums.distance_sums`.

    Parameters
    ----------
    labelled
        A puzzle with one empty cell.
    adjacent
        int64 (cells, degree): adjacent cells, -1 at the end of short rows.
    automaton
        int32 (states, degree): see ``move_pruning.automaton``.
    """

    def __init__(self, labelled: LabelledPuzzle, adjacent: Ints, automaton: NDArray[np.int32]) -> None:
        goal, distance = np.array(labelled.goal, np.int64), distance_sums(labelled).arrays
        self.board = kernel.Board(
            np.maximum(adjacent, 0).astype(np.uint8), automaton.astype(np.uint32), goal, distance
        )  # fmt: skip

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves; ``FAR`` or more if the goal cannot be reached."""
        return int(sum(self.board.distance[label, cell] for cell, label in enumerate(labels)))

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
        depths = max(limit, 0) + 2
        path = kernel.Path(
            labels=np.array(labels, np.uint8),
            empty_cell=np.zeros(depths, np.uint8),
            automaton_state=np.zeros(depths, np.uint32),
            untried=np.zeros(depths, np.int64),
            bounds=np.zeros(depths, np.int64),
        )
        path.empty_cell[0], path.automaton_state[0] = labels.index(0), automaton_state
        path.untried[0], path.bounds[0] = kernel.NOT_EXPANDED, self.bound(labels)

        def depth_first(cursor: Ints, max_work: int) -> int:
            return int(kernel.depth_first(self.board, path, cursor, limit, max_work))

        return Root(path.empty_cell, path.untried, depth_first)
