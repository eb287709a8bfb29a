"""The bounds of IDA* by tables of excesses: the arguments of ``kernels.slide_ida_star_excess``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_ida_star_excess as kernel
from fewest.solver.kernels.bits import EXCESS_BITS
from fewest.solver.slide.board import adjacency_array
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.bounds.excess import ExcessDatabase, excess_unit_shift, groups, numbering
from fewest.solver.slide.bounds.pattern_tables import Ints, Partition
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.search.bounds import Root
from fewest.solver.slide.symmetry import goal_symmetries


class ExcessBounds:
    """Bounds by a pattern database of excesses, see ``search.bounds.Bounds``.

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
        self.labelled = labelled
        self.images = goal_symmetries(labelled)
        goal = np.array(labelled.goal, np.int64)
        distance = distances(labelled.board)
        cells = np.arange(labelled.cells)[:, None]
        near = np.maximum(adjacent, 0)
        self.distance = np.zeros((len(labelled.counts), labelled.cells), np.int64)
        for cell, label in enumerate(labelled.goal):
            if label > 0:
                self.distance[label] = distance[cell]
        # 0 for neighbours that do not exist; the automaton forbids these moves.
        approach = (self.distance[:, cells] - self.distance[:, near]) * (adjacent >= 0)
        self.board = kernel.Board(
            near.astype(np.uint8), automaton.astype(np.uint32), goal,
            approach.astype(np.int8).reshape(len(labelled.counts), -1), excess_unit_shift(labelled),
        )  # fmt: skip
        lookups, self.share = _lookups(replace(labelled, start=()), database.partitions)
        self.lookups = lookups._replace(table=database.table)
        first = numbering(labelled, database.partitions).first
        self.first_words = np.array(first * len(self.images), np.int64) << EXCESS_BITS

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves."""
        return int(self.bounds(np.array([labels], np.uint8))[0])

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bounds of positions, uint8 (number, cells), as int64 (number,), in moves."""
        bounds = np.empty(len(positions), np.int64)
        kernel.evaluate(
            self.lookups, self.board.unit_shift, self.first_words, self.share, self.distance, positions, bounds
        )
        return bounds

    def _position(self, labels: Sequence[int]) -> tuple[kernel.Position, int, Ints]:
        """A position with its distance and its sums, int64 (images,), as in the kernel's ``Path``."""
        cells = np.arange(len(labels))
        position = kernel.Position(
            labels=np.array(labels, np.uint8),
            words=self.first_words + self.share[labels, cells].sum(axis=0),
            first=np.zeros(len(self.lookups.number), np.uint8),
        )
        sums = np.empty(len(self.images), np.int64)
        kernel.initialise(self.lookups, position.words, sums)
        return position, int(self.distance[labels, cells].sum()), sums

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
        position, distance, sums = self._position(labels)
        images = len(self.images)
        lookups = self.lookups.slot.shape[1]
        degree = self.board.adjacent.shape[1]
        depths = max(limit, 0) + 2
        path = kernel.Path(
            empty_cell=np.zeros(depths, np.uint8),
            automaton_state=np.zeros(depths, np.uint32),
            untried=np.zeros(depths, np.int64),
            distance=np.zeros(depths, np.int64),
            sums=np.zeros((depths, images), np.int64),
            new_sums=np.zeros((depths, degree, images), np.int64),
            old_words=np.zeros((depths, lookups), np.int64),
            new_words=np.zeros((depths, degree, lookups), np.int64),
        )
        path.empty_cell[0], path.automaton_state[0] = labels.index(0), automaton_state
        path.untried[0] = kernel.NOT_EXPANDED
        path.distance[0], path.sums[0] = distance, sums

        def depth_first(cursor: Ints, max_work: int) -> int:
            return int(kernel.depth_first(self.board, self.lookups, position, path, cursor, limit, max_work))

        return Root(path.empty_cell, path.untried, depth_first)


@lru_cache(maxsize=16)
def _lookups(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> tuple[kernel.Lookups, Ints]:
    """Where each label is looked up, groups of many partitions first; ``labelled`` has no start.

    Returns
    -------
    lookups
        The argument of the kernel, without the table.
    share
        int64 (labels, cells, slots): share of a piece on a cell in the word of each slot.
    """
    images = goal_symmetries(labelled)
    every = groups(partitions)
    number = numbering(labelled, partitions)
    rows: list[list[tuple[int, int, int]]] = [[] for _ in labelled.counts]
    share = np.zeros((len(labelled.counts), labelled.cells, len(images) * len(every)), np.int64)
    for m, image in enumerate(images):
        for index, group in enumerate(every):
            slot = m * len(every) + index
            lanes = sum(1 << (8 * lane) for lane, partition in enumerate(partitions) if group in partition)
            weight = dict(zip(group, number.weights(len(group)), strict=True))
            for cell, label in enumerate(labelled.goal):
                renamed = labelled.goal[image[cell]]
                if label > 0 and renamed in weight:
                    rows[label].append((slot, m, lanes))
                    share[label, :, slot] = np.array(image) * weight[renamed] << EXCESS_BITS
    for row in rows:
        # A group of many partitions completes many lanes, and prunes soonest.
        row.sort(key=lambda lookup: -lookup[2].bit_count())
    longest = max(map(len, rows))
    of_slot = np.array(sorted({lookup for row in rows for lookup in row}), np.int64)
    filled = np.array([[*row, *[(0, 0, 0)] * (longest - len(row))] for row in rows], np.int64)
    slots, image_of, lanes_of = (np.ascontiguousarray(filled[:, :, field]) for field in range(3))
    near = np.maximum(adjacency_array(labelled.board), 0)
    steps = (share[:, :, None] - share[:, near]).reshape(len(rows), -1, share.shape[2])
    lookups = kernel.Lookups(
        table=np.empty(0, np.uint8),
        number=np.array([len(row) for row in rows], np.uint8),
        slot=slots.astype(np.uint8),
        image=image_of.astype(np.uint8),
        lanes=lanes_of,
        slot_image=np.ascontiguousarray(of_slot[:, 1]),
        slot_lanes=np.ascontiguousarray(of_slot[:, 2]),
        step=np.take_along_axis(steps, slots[:, None], axis=2),
        upper=number.upper,
        upper_cells=number.upper_cells,
        lower=number.lower,
        lower_begin=None if number.lower_begin is None else np.tile(number.lower_begin, len(images)),
    )
    return lookups, share
