"""Additive pattern tables: a lower bound for any board.

The pieces the goal asks for are split into groups. For one group everything else is forgotten, and only moves
of the group's pieces are charged; so the groups' costs add up to a lower bound (Korf and Felner, 2002). One
table per group holds the exact cost of every placement of its pieces. Identical pieces stay in one group;
those too many for a table are bounded by the distance from each wanted cell to the nearest of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_frontier as slide_levels
from solver.slide.board import SlideBoard
from solver.slide.bounds.distance import FAR, distances
from solver.slide.labelling import LabelledPuzzle, arrangements

Ints = NDArray[np.int64]
Partition = tuple[tuple[int, ...], ...]

MOVED = 1 << 22
"""Words times pairs of places of a group at most: building looks up what a slide makes of each word."""
WIDER, WIDEST = 4, 1 << 25
"""How much longer than dense a wide table may be, and its placements at most."""
NO_GOAL = slide_levels.HOPELESS
"""Bounds from here on say that no goal can be reached."""


@dataclass(frozen=True)
class PatternDatabase:
    """A sum of costs over groups of labels, as the kernels take it.

    Attributes
    ----------
    group
        int64 (labels,): group of each label, -1 for none.
    first, order
        int64 (groups + 1,), (grouped labels,): group g is ``order[first[g]:first[g + 1]]``.
    radix
        int64 (grouped labels,): number of sets the label can form on the group's cells that earlier labels leave;
        in a wide numbering the number of cells.
    dense_mask
        int64 (groups,): all ones if the group's placements are numbered densely, as ``slide_patterns`` does; 0 if
        widely: one digit per piece, its cell. That has numbers no placement has, but one move adds a multiple
        of the piece's radix.
    offset
        int64 (groups,): where the group's costs begin in `table`; -1 if it is one label bounded by distances.
    table
        uint8 (placements,): costs of all groups.
    choose
        int64 (cells + 1, most + 1): binomial coefficients, up to the most pieces a group has.
    wanted
        int64 (labels,): cells of the goal that want the label, as bits.
    reach
        int64 (cells, steps): cells within so many steps, as bits.
    """

    group: Ints
    first: Ints
    order: Ints
    radix: Ints
    dense_mask: Ints
    offset: Ints
    table: NDArray[np.uint8]
    choose: Ints
    wanted: Ints
    reach: Ints

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, NDArray[np.uint8], Ints, Ints, Ints]:
        """All arrays in the order the kernels take them."""
        return (
            self.group, self.first, self.order, self.radix, self.dense_mask, self.offset,
            self.table, self.choose, self.wanted, self.reach,
        )  # fmt: skip

    def bound(self, position: tuple[int, ...]) -> int:
        """Bound of a position given by labels; `NO_GOAL` or more if no goal can be reached."""
        return int(self.bounds(np.array([position], np.uint8))[0])

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bounds of positions, uint8 (number, cells), as int64 (number,)."""
        bounds = np.empty(len(positions), np.int64)
        slide_levels.evaluate(positions, *self.arrays, bounds)
        return bounds


def no_bound(labelled: LabelledPuzzle) -> PatternDatabase:
    """The bound that says nothing."""
    return assemble(labelled, (), (), np.empty(0, np.uint8))


def placements(labelled: LabelledPuzzle, group: tuple[int, ...]) -> int:
    """Size of a group's table: the numbers of its placements."""
    sets, radices, dense_mask = numbering(labelled, group)
    return sets * prod(radices) if dense_mask else prod(radices)


def numbering(labelled: LabelledPuzzle, group: tuple[int, ...]) -> tuple[int, list[int], int]:
    """Number of sets of cells, radices of the labels, `dense_mask`: wide if that is at most `WIDER` times as long."""
    left = pieces = sum(labelled.counts[label] for label in group)
    dense = []
    for label in group:
        dense.append(comb(left, labelled.counts[label]))
        left -= labelled.counts[label]
    sets = comb(labelled.cells, pieces)
    single = all(labelled.counts[label] == 1 for label in group)
    if single and labelled.cells ** len(group) <= min(WIDER * sets * prod(dense), WIDEST):
        return sets, [labelled.cells] * len(group), 0
    return sets, dense, -1


def moved(labelled: LabelledPuzzle, group: tuple[int, ...]) -> int:
    """Words times pairs of places of a group."""
    pieces = Counter({label: labelled.counts[label] for label in group})
    return arrangements(pieces) * pieces.total() ** 2


def assemble(
    labelled: LabelledPuzzle, partition: Partition, loose: tuple[int, ...], table: NDArray[np.uint8]
) -> PatternDatabase:
    """Lay out the arrays of a bound.

    Parameters
    ----------
    parts, loose
        Groups with tables, and labels bounded by distances.
    table
        uint8: the tables of all groups, one after the other.
    """
    # Kernels are compiled once for arrays that can be written and once for mapped ones: always hand them the latter.
    table = table.view()
    table.flags.writeable = False
    return replace(_assemble(replace(labelled, start=()), partition, loose), table=table)


@lru_cache(maxsize=64)
def _assemble(labelled: LabelledPuzzle, partition: Partition, loose: tuple[int, ...]) -> PatternDatabase:
    """The same for any start and without the tables."""
    every = (*partition, *((label,) for label in loose))
    group_of = np.full(len(labelled.counts), -1, np.int64)
    radix: list[int] = []
    dense_mask, offset, total = [], [], 0
    for number, group in enumerate(every):
        group_of[list(group)] = number
        radices, parted = numbering(labelled, group)[1:] if number < len(partition) else ([0], -1)
        radix += radices
        dense_mask.append(parted)
        offset.append(total if number < len(partition) else -1)
        total += placements(labelled, group) if number < len(partition) else 0
    most = max((sum(labelled.counts[label] for label in group) for group in partition), default=0)
    wanted = [bits(c for c, want in enumerate(labelled.goal) if want == label) for label in range(len(labelled.counts))]
    return PatternDatabase(
        group=group_of,
        first=np.cumsum([0, *map(len, every)], dtype=np.int64),
        order=np.array([label for group in every for label in group], np.int64),
        radix=np.array(radix, np.int64),
        dense_mask=np.array(dense_mask, np.int64),
        offset=np.array(offset, np.int64),
        table=np.empty(0, np.uint8),
        choose=np.array([[comb(n, k) for k in range(most + 1)] for n in range(labelled.cells + 1)], np.int64),
        wanted=np.array(wanted, np.int64),
        reach=_reach(labelled.board),
    )


@lru_cache(maxsize=64)
def _reach(board: SlideBoard) -> Ints:
    steps = distances(board)
    most = int(np.where(steps == FAR, 0, steps).max())
    rows = [[bits(np.flatnonzero(row <= far).tolist()) for far in range(most + 1)] for row in steps]
    return np.array(rows, np.int64)


def bits(cells: Iterable[int]) -> int:
    """Set of cells as an int64: bit 63 is its sign."""
    word = sum(1 << cell for cell in cells)
    return word - (1 << 64) if word >> 63 else word
