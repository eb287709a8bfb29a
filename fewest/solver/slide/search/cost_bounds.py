"""The bounds of IDA* by tables of costs: the arguments of ``kernels.slide_ida_star``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_frontier
from fewest.solver.kernels import slide_ida_star as kernel
from fewest.solver.slide.bounds.pattern_tables import Ints, PatternDatabase
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.search.bounds import Root
from fewest.solver.slide.symmetry import goal_symmetries


class CostBounds:
    """Bounds by a pattern database of costs, see ``search.bounds.Bounds``.

    Parameters
    ----------
    labelled
        A puzzle with one empty cell.
    database
        Bounds positions.
    adjacent
        int64 (cells, degree): adjacent cells, -1 at the end of short rows.
    automaton
        int32 (states, degree): see ``move_pruning.automaton``.
    """

    def __init__(
        self, labelled: LabelledPuzzle, database: PatternDatabase, adjacent: Ints, automaton: NDArray[np.int32]
    ) -> None:
        goal = np.array(labelled.goal, np.int64)
        # Missing neighbours become cell 0; the automaton forbids these moves.
        self.board = kernel.Board(np.maximum(adjacent, 0).astype(np.uint8), automaton.astype(np.uint32), goal)
        self.database = _database(labelled, database.arrays)
        self.symmetric = _images(labelled, database.arrays, adjacent)

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves."""
        # Images are equally far from the goal, so the largest bound holds.
        return int(self._position(labels).costs.sum(axis=1).max())

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
        position = self._position(labels)
        images = len(self.symmetric.image)
        depths = max(limit, 0) + 2
        degree = self.board.adjacent.shape[1]
        path = kernel.Path(
            empty_cell=np.zeros(depths, np.uint8),
            automaton_state=np.zeros(depths, np.uint32),
            untried=np.zeros(depths, np.int64),
            taken=np.zeros(depths, np.uint8),
            bounds=np.zeros((depths, images), np.int64),
            old_cost=np.zeros((depths, images), np.int64),
            new_cost=np.zeros((depths, degree, images), np.int64),
        )
        path.empty_cell[0], path.automaton_state[0] = labels.index(0), automaton_state
        path.untried[0], path.bounds[0] = kernel.NOT_EXPANDED, position.costs.sum(axis=1)

        def depth_first(cursor: Ints, max_work: int) -> int:
            return int(
                kernel.depth_first(self.board, self.database, self.symmetric, position, path, cursor, limit, max_work)
            )

        return Root(path.empty_cell, path.untried, depth_first)

    def _position(self, labels: Sequence[int]) -> kernel.Position:
        images = len(self.symmetric.image)
        entries = len(self.database.group)
        groups = len(self.database.offset)
        position = kernel.Position(
            labels=np.array(labels, np.uint8),
            label_cells=np.empty((images, entries), np.int64),
            group_cells=np.empty((images, groups), np.int64),
            table_index=np.zeros((images, groups), np.int64),
            costs=np.empty((images, groups), np.int64),
        )
        kernel.initialise(self.database, self.symmetric, position)
        return position


def _database(labelled: LabelledPuzzle, arrays: slide_frontier.Database) -> kernel.IndexedDatabase:
    return kernel.IndexedDatabase(
        first=arrays.first,
        dense_mask=arrays.dense_mask,
        offset=arrays.offset,
        table=arrays.table,
        choose=arrays.choose,
        reach=arrays.reach,
        wanted=arrays.wanted[arrays.order[arrays.first[:-1]]],
        group=arrays.group[arrays.order].astype(np.uint8),
        weight=_weights(labelled, arrays),
        set_index=_set_index(labelled.cells, arrays.choose.shape[1] - 1),
    )


def _images(labelled: LabelledPuzzle, arrays: slide_frontier.Database, adjacent: Ints) -> kernel.Images:
    image = np.array(goal_symmetries(labelled), np.int64)
    cells = image[:, :, None]
    adjacent_cells = image[:, adjacent]
    entry_of = {label: entry for entry, label in enumerate(arrays.order.tolist())}
    entry = np.full((len(image), len(labelled.counts)), kernel.NO_ENTRY, np.uint8)
    for number, row in enumerate(image.tolist()):
        for cell, label in enumerate(labelled.goal):
            if label >= 0:
                entry[number, label] = entry_of.get(labelled.goal[row[cell]], kernel.NO_ENTRY)
    moves = (np.int64(1) << adjacent_cells) ^ (np.int64(1) << cells)
    return kernel.Images(image=image, entry=entry, move_cells=moves, move_shift=cells - adjacent_cells)


def _weights(labelled: LabelledPuzzle, arrays: slide_frontier.Database) -> Ints:
    """How much the index of each entry's group grows with the entry's digit, int64 (entries,)."""
    weights = np.ones(len(arrays.order), np.int64)
    for (begin, end), dense in zip(pairwise(arrays.first.tolist()), arrays.dense_mask, strict=True):
        pieces = sum(labelled.counts[label] for label in arrays.order[begin:end])
        weight = comb(labelled.cells, pieces) if dense else 1
        for entry in range(end - 1, begin - 1, -1):
            weights[entry] = weight
            weight *= int(arrays.radix[entry])
    return weights


@lru_cache(maxsize=64)
def _set_index(cells: int, pieces: int) -> Ints:
    """Share of each byte of a set of cells in the index of the set, see ``kernels.slide_ida_star.IndexedDatabase``."""
    share = np.zeros((-(-cells // 8), pieces + 1, 256), np.int64)
    for cell in range(cells):
        byte, bit = divmod(cell, 8)
        choose = np.array([comb(cell, nth) for nth in range(pieces + 9)])
        # Sets of this byte whose highest cell is this one extend those without it.
        sets = np.arange(1 << bit, 2 << bit)
        nth = np.arange(pieces)[:, None] + np.bitwise_count(sets)
        share[byte, :pieces, sets] = share[byte, :pieces, sets ^ (1 << bit)] + choose[nth].T
    return share
