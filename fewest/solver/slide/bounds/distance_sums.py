"""Sums of distances as bounds: for boards that are too large for pattern databases, and before tables are built.

Every move brings one piece one cell further. So the distances from all pieces to the nearest cells that want their
labels add up to a lower bound, with any number of empty cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.slide.bounds.distance import FAR, distances
from fewest.solver.slide.bounds.pattern_tables import NO_GOAL, Ints, Partition, PatternDatabase
from fewest.solver.slide.labelling import LabelledPuzzle


@dataclass(frozen=True)
class DistanceSums:
    """Bounds by distances, with the methods of a pattern database.

    Attributes
    ----------
    partitions
        None: there are no tables.
    arrays
        int64 (labels, cells): moves of a piece at least from each cell.
    expand
        The kernel of breadth-first search under them.
    """

    excess: ClassVar = False
    partitions: ClassVar[tuple[Partition, ...]] = ()
    expand: ClassVar = staticmethod(kernel.expand_by_distances)
    arrays: Ints

    def bound(self, position: tuple[int, ...]) -> int:
        """Bound of a position, the label on every cell, in moves; ``NO_GOAL`` or more if the goal cannot be reached."""
        return int(self.bounds(np.array([position], np.uint8))[0])

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bounds of positions, uint8 (number, cells), as int64 (number,), in moves."""
        sums = self.arrays[positions, np.arange(positions.shape[1])].sum(axis=1)
        return np.where(sums < FAR, sums, NO_GOAL)


LevelBounds: TypeAlias = PatternDatabase | DistanceSums
"""What bounds the positions of breadth-first and beam search."""


def distance_sums(labelled: LabelledPuzzle) -> DistanceSums:
    """The sums of a puzzle. Labels with more pieces than the goal names are left out: any of them may stay."""
    between = distances(labelled.board)
    table = np.zeros((len(labelled.counts), labelled.cells), np.int64)
    for label in range(1, len(labelled.counts)):
        cells = [cell for cell, wanted in enumerate(labelled.goal) if wanted == label]
        # Each of these pieces has to reach one of the cells, at least the nearest.
        if len(cells) == labelled.counts[label]:
            table[label] = between[:, cells].min(axis=1)
    return DistanceSums(table)


def no_sums(labelled: LabelledPuzzle) -> DistanceSums:
    """Every bound is 0."""
    return DistanceSums(np.zeros((len(labelled.counts), labelled.cells), np.int64))
