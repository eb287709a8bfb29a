"""Additive pattern databases: a lower bound on any board (Korf and Felner, 2002).

The labels the goal asks for are partitioned into groups. The pattern of a group is the placement of its pieces;
its cost counts only moves of these pieces, so the costs of disjoint groups add up to an admissible bound. One
table per group holds the exact cost of every placement. Identical pieces stay in one group; a label with too
many pieces for a table is bounded by the distance from each goal cell to the nearest of its pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, prod
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.bounds.distance import FAR, distances
from fewest.solver.slide.labelling import LabelledPuzzle, arrangements

Ints: TypeAlias = NDArray[np.int64]
Partition: TypeAlias = tuple[tuple[int, ...], ...]

MAX_SLIDE_ENTRIES = 1 << 22
"""Entries at most of the table of slides that building a group needs, see ``slide_entries``."""
MAX_POSITIONAL_RATIO = 4
MAX_POSITIONAL_ENTRIES = 1 << 25
"""A positional table has at most this many times the entries of a dense one, and at most this many entries."""
NO_GOAL = kernel.NO_GOAL
"""Bounds from here on: the goal cannot be reached."""
NO_TABLE = np.empty(0, np.uint8)
NO_TABLE.flags.writeable = False  # like all tables: numba compiles once more for others


@dataclass(frozen=True)
class PatternDatabase:
    """A pattern database of costs.

    Attributes
    ----------
    excess
        Tables hold costs, not excesses.
    partitions
        The one partition of labels with tables.
    arrays
        Described at the kernel's class.
    expand
        The kernel of breadth-first search under them.
    """

    excess: ClassVar = False
    expand: ClassVar = staticmethod(kernel.expand)
    partitions: tuple[Partition, ...]
    arrays: kernel.Database

    def bound(self, position: tuple[int, ...]) -> int:
        """Bound of a position, the label on every cell, in moves; ``NO_GOAL`` or more if the goal cannot be reached."""
        return int(self.bounds(np.array([position], np.uint8))[0])

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bounds of positions, uint8 (number, cells), as int64 (number,), in moves."""
        bounds = np.empty(len(positions), np.int64)
        kernel.evaluate(self.arrays, positions, bounds)
        return bounds


def no_bound(labelled: LabelledPuzzle) -> PatternDatabase:
    """The database without groups: every bound is 0."""
    return assemble(labelled, (), (), NO_TABLE)


def placements(labelled: LabelledPuzzle, group: tuple[int, ...]) -> int:
    """Entries of a group's table, a byte each: one per placement; in a positional one also indices of no placement."""
    sets, radices, dense_mask = numbering(labelled, group)
    return sets * prod(radices) if dense_mask else prod(radices)


def numbering(labelled: LabelledPuzzle, group: tuple[int, ...]) -> tuple[int, list[int], int]:
    """How the placements of a group are indexed, see ``kernels.slide_pattern_tables``.

    Returns
    -------
    sets
        Number of sets of cells the group can stand on.
    radices
        Digits each label can have.
    dense_mask
        -1 for dense indices, 0 for positional ones, which searches update faster (see
        ``kernels.slide_frontier.Database``): chosen if all labels have one piece and the table stays within
        ``MAX_POSITIONAL_RATIO`` and ``MAX_POSITIONAL_ENTRIES``.
    """
    left = pieces = sum(labelled.counts[label] for label in group)
    dense = []
    for label in group:
        dense.append(comb(left, labelled.counts[label]))
        left -= labelled.counts[label]
    sets = comb(labelled.cells, pieces)
    single = all(labelled.counts[label] == 1 for label in group)
    if single and labelled.cells ** len(group) <= min(
        MAX_POSITIONAL_RATIO * sets * prod(dense), MAX_POSITIONAL_ENTRIES
    ):
        return sets, [labelled.cells] * len(group), 0
    return sets, dense, -1


def slide_entries(labelled: LabelledPuzzle, group: tuple[int, ...]) -> int:
    """Entries of the table of slides: arrangements times pairs of slots."""
    pieces = Counter({label: labelled.counts[label] for label in group})
    return arrangements(pieces) * pieces.total() ** 2


def assemble(
    labelled: LabelledPuzzle, partition: Partition, distance_labels: tuple[int, ...], table: NDArray[np.uint8]
) -> PatternDatabase:
    """Assemble a pattern database.

    Parameters
    ----------
    partition
        Groups with tables.
    distance_labels
        Labels bounded by distances.
    table
        uint8 (placements,): costs in moves, the tables of all groups one after the other.
    """
    arrays = _assemble(replace(labelled, start=()), partition, distance_labels)
    return PatternDatabase((partition,), arrays._replace(table=table))


@lru_cache(maxsize=64)
def _assemble(labelled: LabelledPuzzle, partition: Partition, distance_labels: tuple[int, ...]) -> kernel.Database:
    """The same without start and table, so that searches share it."""
    every = (*partition, *((label,) for label in distance_labels))
    group_of = np.full(len(labelled.counts), -1, np.int64)
    radix: list[int] = []
    dense_mask = []
    offset = []
    total = 0
    for number, group in enumerate(every):
        group_of[list(group)] = number
        radices, mask = numbering(labelled, group)[1:] if number < len(partition) else ([0], -1)
        radix += radices
        dense_mask.append(mask)
        offset.append(total if number < len(partition) else -1)
        total += placements(labelled, group) if number < len(partition) else 0
    largest = max((sum(labelled.counts[label] for label in group) for group in partition), default=0)
    wanted = [bits(c for c, want in enumerate(labelled.goal) if want == label) for label in range(len(labelled.counts))]
    return kernel.Database(
        group=group_of,
        first=np.cumsum([0, *map(len, every)], dtype=np.int64),
        order=np.array([label for group in every for label in group], np.int64),
        radix=np.array(radix, np.int64),
        dense_mask=np.array(dense_mask, np.int64),
        offset=np.array(offset, np.int64),
        table=NO_TABLE,
        choose=np.array([[comb(n, k) for k in range(largest + 1)] for n in range(labelled.cells + 1)], np.int64),
        wanted=np.array(wanted, np.int64),
        reach=_reach(labelled.board),
    )


@lru_cache(maxsize=64)
def _reach(board: SlideBoard) -> Ints:
    table = distances(board)
    diameter = int(np.where(table == FAR, 0, table).max())
    rows = [[bits(np.flatnonzero(row <= far).tolist()) for far in range(diameter + 1)] for row in table]
    return np.array(rows, np.int64)


def bits(cells: Iterable[int]) -> int:
    """Set of cells as an int64: bit 63 is its sign."""
    word = sum(1 << cell for cell in cells)
    # NumPy refuses a Python integer of 2**63 and more as int64.
    return word - (1 << 64) if word >> 63 else word
