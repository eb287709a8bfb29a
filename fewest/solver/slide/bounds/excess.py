"""Pattern databases of one or several partitions, stored as excesses over the distances, for the longest searches.

``kernels.slide_ida_star_excess`` describes excesses, and the maximum over the partitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import perm
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_pattern_tables as kernel
from fewest.solver.kernels.bits import LOWER_BITS
from fewest.solver.model import Slices
from fewest.solver.slide.board import WORD_CELLS
from fewest.solver.slide.bounds.build import SLICE, TableBuild
from fewest.solver.slide.bounds.cache import NODES_PER_PLACEMENT, GroupTables, Table, table_name
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.bounds.pattern_tables import MAX_POSITIONAL_RATIO, Ints, Partition
from fewest.solver.slide.labelling import LabelledPuzzle, two_colouring
from fewest.solver.threads import ThreadPool

LINE = 128
"""Entries whose bytes fill a cache line: the table of a group begins with one."""
MAX_SPLIT_CELLS = 16
MAX_SPLIT_PIECES = 8
MAX_LOWER_PIECES = 4
"""Most cells of a board, and most pieces of a group, with a split index; most pieces in its lower half."""


@dataclass(frozen=True)
class ExcessDatabase:
    """Partitions of the labels, and the tables of their groups.

    Attributes
    ----------
    excess
        Tables hold excesses.
    partitions
        The partitions; a group may be part of several.
    table
        uint8 (bytes,): the tables of ``groups(partitions)``, one after another.
    """

    excess: ClassVar = True
    partitions: tuple[Partition, ...]
    table: NDArray[np.uint8]


class GroupNumbering(NamedTuple):
    """How the placements of all groups are numbered, see ``kernels.slide_ida_star_excess``.

    Attributes
    ----------
    radix
        By which a number grows from piece to piece: the last piece has the weight 1, the one before it this.
    first
        Number of each group's placement with all pieces on cell 0.
    entries
        Entries of all tables together.
    upper, upper_cells, lower, lower_begin
        As in ``Lookups``, but ``lower_begin`` is int64 (groups,). None if the index is positional.
    """

    radix: int
    first: tuple[int, ...]
    entries: int
    upper: NDArray[np.uint32] | None = None
    upper_cells: NDArray[np.uint16] | None = None
    lower: NDArray[np.uint16] | None = None
    lower_begin: Ints | None = None

    def weights(self, pieces: int) -> list[int]:
        """The weight of each piece of a group in the number of its placement."""
        return [self.radix**digit for digit in range(pieces - 1, -1, -1)]


class ExcessBuild(TableBuild):
    """The build of one table of excesses.

    Parameters
    ----------
    labelled, group, budget, pool
        See ``TableBuild``.
    table
        uint8 (bytes,): the tables of all groups of ``partitions``; that of the group is all zeros before, and written.
    partitions
        The group is one of theirs.
    """

    def __init__(
        self,
        labelled: LabelledPuzzle,
        group: tuple[int, ...],
        table: NDArray[np.uint8],
        budget: Budget,
        pool: ThreadPool,
        partitions: tuple[Partition, ...],
    ) -> None:
        super().__init__(labelled, group, table, budget, pool)
        every = numbering(labelled, partitions)
        number = groups(partitions).index(group)
        begin = None if every.lower_begin is None else every.lower_begin[number : number + 1]
        weight = np.array(every.weights(len(group)), np.int64)
        self.numbering = kernel.Numbering(
            every.first[number], weight, every.upper, every.upper_cells, every.lower, begin
        )

    def _fold(self, regions: kernel.Regions, nodes: kernel.Nodes, unreached: int) -> Slices[None]:
        goal = self.labelled.goal
        distance = distances(self.labelled.board)
        goal_distance = np.array([distance[goal.index(label)] for label in self.labels], np.int64)
        unit_shift = excess_unit_shift(self.labelled)
        yield from self._all_sets(lambda cursor: kernel.fold_excess(
            self.group, regions, nodes.distance, goal_distance, self.numbering, unit_shift, unreached, self.table,
            cursor, SLICE,
        ))  # fmt: skip


def applies(labelled: LabelledPuzzle) -> bool:
    """Whether there is one empty cell, the pieces that the goal asks for all differ, and sets of cells fit a word."""
    asked = [label for label in labelled.goal if label > 0]
    differ = len(asked) > 1 and all(labelled.counts[label] == 1 for label in asked)
    return labelled.empty_cells == 1 and differ and labelled.cells <= WORD_CELLS


def excess_unit_shift(labelled: LabelledPuzzle) -> int:
    """Binary logarithm of the moves per unit of excess: on a bipartite board moves and distances have one parity."""
    return int(two_colouring(labelled.board) is not None)


def groups(partitions: tuple[Partition, ...]) -> list[tuple[int, ...]]:
    """The different groups of some partitions, in the order of their tables."""
    return sorted({group for partition in partitions for group in partition})


def has_split_index(cells: int, pieces: int) -> bool:
    """Whether groups of so many pieces have a split index: if more than three quarters of another table were empty."""
    fits = cells <= MAX_SPLIT_CELLS and pieces <= MAX_SPLIT_PIECES
    return fits and cells**pieces > MAX_POSITIONAL_RATIO * perm(cells, pieces)


def table_entries(cells: int, pieces: int) -> int:
    """Entries of the table of a group of so many pieces."""
    return perm(cells, pieces) if has_split_index(cells, pieces) else cells**pieces


def numbering(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> GroupNumbering:
    """The numbering of the groups of some partitions."""
    pieces = tuple(map(len, groups(partitions)))
    return _numbering(labelled.cells, pieces, has_split_index(labelled.cells, max(pieces)))


@lru_cache(maxsize=64)
def _numbering(cells: int, pieces: tuple[int, ...], split: bool) -> GroupNumbering:
    """The numbering of groups of so many pieces each."""
    if not split:
        begins = _begins([cells**number for number in pieces])
        return GroupNumbering(cells, tuple(begins[:-1]), begins[-1])
    begins = _begins([perm(cells, number) for number in pieces])
    assert begins[-1] < 1 << 32, "indices of 32 bits"
    upper = np.empty(0, np.uint32)
    upper_cells = np.empty(0, np.uint16)
    lower = np.empty(0, np.uint16)
    first = []
    lower_begin = []
    for begin, number in zip(begins, pieces, strict=False):
        low = min(number, MAX_LOWER_PIECES)
        first.append(len(upper) << LOWER_BITS)
        lower_begin.append(len(lower))
        ranks, taken = _ranks(cells, number - low)
        upper = np.concatenate([upper, (begin + ranks * perm(cells - number + low, low)).astype(np.uint32)])
        upper_cells = np.concatenate([upper_cells, taken.astype(np.uint16)])
        lower = np.concatenate([lower, _ranks(cells - number + low, low)[0].astype(np.uint16)])
    return GroupNumbering(
        MAX_SPLIT_CELLS, tuple(first), begins[-1], upper, upper_cells, lower, np.array(lower_begin, np.int64)
    )


def _begins(sizes: list[int]) -> list[int]:
    """Entry where each table begins; the last number is the end."""
    begins = [0]
    for size in sizes:
        begins.append(begins[-1] + -(-size // LINE) * LINE)
    return begins


def _ranks(cells: int, pieces: int) -> tuple[Ints, Ints]:
    """Rank of every placement of so many pieces, and its cells as bits.

    Returns
    -------
    ranks, taken
        int64 (16**pieces,): by the cells in hexadecimal; arbitrary where two cells are equal or too large.
    """
    numbers = np.arange(MAX_SPLIT_CELLS**pieces)
    taken = np.zeros(MAX_SPLIT_CELLS**pieces, np.int64)
    valid = np.ones(len(numbers), np.bool_)
    for digit in range(pieces):
        cell = numbers >> (4 * digit) & (MAX_SPLIT_CELLS - 1)
        valid &= (cell < cells) & (taken >> cell & 1 == 0)
        taken |= 1 << cell
    return np.cumsum(valid) - 1, taken


class ExcessTables(GroupTables[ExcessDatabase]):
    """Tables of the excesses of the groups of one partition or several; a group that several have has one table."""

    @property
    def name(self) -> str:
        """Named by the partitions."""
        return table_name(self.labelled, ("excess", self.partitions))

    @property
    def bytes(self) -> int:
        """One for every two entries."""
        return numbering(self.labelled, self.partitions).entries // 2

    @property
    def peak_bytes(self) -> int:
        """The tables, and the nodes of the largest group."""
        pieces = max(map(len, groups(self.partitions)))
        return self.bytes + NODES_PER_PLACEMENT * perm(self.labelled.cells, pieces)

    def build(self, budget: Budget, pool: ThreadPool) -> Table:
        """Build a table per group: uint8 (bytes,), two entries in each."""
        budget.reserve(self.bytes)
        # Zeros, because entries are halves of bytes and are added by ``or``.
        table = np.zeros(self.bytes, np.uint8)
        try:
            for group in groups(self.partitions):
                yield from ExcessBuild(self.labelled, group, table, budget, pool, self.partitions).run()
        except MemoryError:
            budget.release(len(table))
            raise
        return table

    def database(self, table: NDArray[np.uint8]) -> ExcessDatabase:
        """The partitions with their tables."""
        return ExcessDatabase(self.partitions, table)
