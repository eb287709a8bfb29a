"""The bounds of IDA* by several partitions at once: the arguments of ``kernels.slide_ida_star_excess``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_ida_star_excess as kernel
from solver.slide.bounds.distance import distances
from solver.slide.bounds.excess import ExcessDatabase, excess_unit_shift, first_entries, groups, weights
from solver.slide.bounds.pattern_tables import Ints
from solver.slide.labelling import LabelledPuzzle
from solver.slide.search.one_partition import Root
from solver.slide.symmetry import goal_symmetries


class SeveralPartitions:
    """The bounds of a search, as ``one_partition.OnePartition``.

    Parameters
    ----------
    labelled
        A puzzle for which ``bounds.excess.applies``.
    database
        Bounds positions.
    adjacent
        int64 (cells, degree): adjacent cells, -1 at the end of short rows.
    automaton
        int32 (states, degree): see ``move_pruning.automaton``.
    """

    def __init__(
        self, labelled: LabelledPuzzle, database: ExcessDatabase, adjacent: Ints, automaton: NDArray[np.int32]
    ) -> None:
        self.labelled, self.images = labelled, goal_symmetries(labelled)
        goal, distance = np.array(labelled.goal, np.int64), distances(labelled.board)
        cells, near = np.arange(labelled.cells)[:, None], np.maximum(adjacent, 0)
        self.distance = np.zeros((len(labelled.counts), labelled.cells), np.int64)
        for cell, label in enumerate(labelled.goal):
            if label > 0:
                self.distance[label] = distance[cell]
        approach = (self.distance[:, cells] - self.distance[:, near]) * (adjacent >= 0)
        self.board = kernel.Board(
            near.astype(np.uint8), automaton.astype(np.uint32), goal, approach.astype(np.int8),
            excess_unit_shift(labelled),
        )  # fmt: skip
        image = np.array(self.images, np.int64)
        self.lookups = _lookups(labelled, database, self.images)._replace(move_shift=image[:, :, None] - image[:, near])
        self.first_entries = np.tile(first_entries(labelled, database.partitions)[:-1], len(self.images))

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves."""
        _, distance, sums = self._position(labels)
        return distance + (int(sums.view(np.uint8).max()) << self.board.unit_shift)

    def _position(self, labels: Sequence[int]) -> tuple[kernel.Position, int, Ints]:
        """A position with its distance and its sums, int64 (images,), as in the kernel's ``Path``."""
        lookups = self.lookups
        position = kernel.Position(
            labels=np.array(labels, np.uint8),
            index=self.first_entries.copy(),
            excess=np.zeros(len(self.first_entries), np.uint8),
            first=np.zeros(len(lookups.number), np.uint8),
        )
        for cell, label in enumerate(labels):
            for j in range(lookups.number[label]):
                image = self.images[lookups.image[label, j]]
                position.index[lookups.slot[label, j]] += image[cell] * lookups.weight[label, j]
        sums = np.empty(len(self.images), np.int64)
        kernel.initialise(lookups, position, sums)
        return position, int(self.distance[labels, np.arange(len(labels))].sum()), sums

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
        position, distance, sums = self._position(labels)
        images, most = len(self.images), self.lookups.slot.shape[1]
        degree, depths = self.board.adjacent.shape[1], max(limit, 0) + 2
        path = kernel.Path(
            empty_cell=np.zeros(depths, np.uint8),
            automaton_state=np.zeros(depths, np.uint32),
            untried=np.zeros(depths, np.int64),
            taken=np.zeros(depths, np.uint8),
            distance=np.zeros(depths, np.int64),
            sums=np.zeros((depths, images), np.int64),
            new_sums=np.zeros((depths, degree, images), np.int64),
            old_excess=np.zeros((depths, most), np.uint8),
            new_excess=np.zeros((depths, degree, most), np.uint8),
        )
        path.empty_cell[0], path.automaton_state[0] = labels.index(0), automaton_state
        path.untried[0] = kernel.NOT_EXPANDED
        path.distance[0], path.sums[0] = distance, sums

        def depth_first(cursor: Ints, max_work: int) -> int:
            return int(kernel.depth_first(self.board, self.lookups, position, path, cursor, limit, max_work))

        return Root(path.empty_cell, path.untried, depth_first)


def _lookups(labelled: LabelledPuzzle, database: ExcessDatabase, images: list[tuple[int, ...]]) -> kernel.Lookups:
    """Where each label is looked up; ``move_shift`` is left empty. Groups of many partitions come first."""
    rows: list[list[tuple[int, int, int, int]]] = [[] for _ in labelled.counts]
    every = groups(database.partitions)
    goal_cell = {label: cell for cell, label in enumerate(labelled.goal) if label > 0}
    for number, image in enumerate(images):
        for place, group in enumerate(every):
            lanes = sum(1 << (8 * lane) for lane, partition in enumerate(database.partitions) if group in partition)
            weight = dict(zip(group, weights(labelled, group), strict=True))
            for label, cell in goal_cell.items():
                renamed = labelled.goal[image[cell]]
                if renamed in weight:
                    rows[label].append((number * len(every) + place, number, weight[renamed], lanes))
    for row in rows:
        row.sort(key=lambda lookup: -lookup[3].bit_count())
    most = max(map(len, rows))
    filled = np.array([[*row, *[(0, 0, 0, 0)] * (most - len(row))] for row in rows], np.int64)
    slot, image_of, weight_of, lanes_of = (np.ascontiguousarray(filled[:, :, field]) for field in range(4))
    return kernel.Lookups(
        table=database.table,
        number=np.array([len(row) for row in rows], np.uint8),
        slot=slot.astype(np.uint8),
        image=image_of.astype(np.uint8),
        weight=weight_of,
        lanes=lanes_of,
        move_shift=np.empty((0, 0, 0), np.int64),
    )
