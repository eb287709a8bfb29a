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
Groups = tuple[tuple[int, ...], ...]

MOVED = 1 << 22
"""Words times pairs of places of a group at most: building looks up what a slide makes of each word."""
WIDER, WIDEST = 4, 1 << 25
"""How much longer than dense a wide table may be, and its placements at most."""
NO_GOAL = slide_levels.HOPELESS
"""Bounds from here on say that no goal can be reached."""


@dataclass(frozen=True)
class PatternDatabase:
    """A sum of costs over groups of ranks, as the kernels take it.

    Attributes
    ----------
    group
        int64 (ranks,): group of each rank, -1 for none.
    first, order
        int64 (groups + 1,), (grouped ranks,): group g is ``order[first[g]:first[g + 1]]``.
    radix
        int64 (grouped ranks,): number of sets the rank can form on the group's cells that earlier ranks leave;
        in a wide numbering the number of cells.
    dense_mask
        int64 (groups,): all ones if the group's placements are numbered densely, as ``slide_patterns`` does; 0 if
        widely: one digit per piece, its cell. That has numbers no placement has, but one move adds a multiple
        of the piece's radix.
    offset
        int64 (groups,): where the group's costs begin in `table`; -1 if it is one rank bounded by distances.
    table
        uint8 (placements,): costs of all groups.
    choose
        int64 (cells + 1, most + 1): binomial coefficients, up to the most pieces a group has.
    wanted
        int64 (ranks,): cells of the goal that want the rank, as bits.
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
        """Bound of a position given by ranks; `NO_GOAL` or more if no goal can be reached."""
        return int(self.bounds(np.array([position], np.uint8))[0])

    def bounds(self, positions: NDArray[np.uint8]) -> Ints:
        """Bounds of positions, uint8 (number, cells), as int64 (number,)."""
        bounds = np.empty(len(positions), np.int64)
        slide_levels.evaluate(positions, *self.arrays, bounds)
        return bounds


def no_bound(labelled: LabelledPuzzle) -> PatternDatabase:
    """The bound that says nothing."""
    return assemble(labelled, (), (), np.empty(0, np.uint8))


def placements(labelled: LabelledPuzzle, part: tuple[int, ...]) -> int:
    """Size of a group's table: the numbers of its placements."""
    sets, radices, dense_mask = numbering(labelled, part)
    return sets * prod(radices) if dense_mask else prod(radices)


def numbering(labelled: LabelledPuzzle, part: tuple[int, ...]) -> tuple[int, list[int], int]:
    """Number of sets of cells, radices of the ranks, `dense_mask`: wide if that is at most `WIDER` times as long."""
    left = pieces = sum(labelled.many[rank] for rank in part)
    dense = []
    for rank in part:
        dense.append(comb(left, labelled.many[rank]))
        left -= labelled.many[rank]
    sets = comb(labelled.cells, pieces)
    single = all(labelled.many[rank] == 1 for rank in part)
    if single and labelled.cells ** len(part) <= min(WIDER * sets * prod(dense), WIDEST):
        return sets, [labelled.cells] * len(part), 0
    return sets, dense, -1


def moved(labelled: LabelledPuzzle, part: tuple[int, ...]) -> int:
    """Words times pairs of places of a group."""
    pieces = Counter({rank: labelled.many[rank] for rank in part})
    return arrangements(pieces) * pieces.total() ** 2


def assemble(
    labelled: LabelledPuzzle, parts: Groups, loose: tuple[int, ...], table: NDArray[np.uint8]
) -> PatternDatabase:
    """Lay out the arrays of a bound.

    Parameters
    ----------
    parts, loose
        Groups with tables, and ranks bounded by distances.
    table
        uint8: the tables of all groups, one after the other.
    """
    # Kernels are compiled once for arrays that can be written and once for mapped ones: always hand them the latter.
    table = table.view()
    table.flags.writeable = False
    return replace(_assemble(replace(labelled, start=()), parts, loose), table=table)


@lru_cache(maxsize=64)
def _assemble(labelled: LabelledPuzzle, parts: Groups, loose: tuple[int, ...]) -> PatternDatabase:
    """The same for any start and without the tables."""
    every = (*parts, *((rank,) for rank in loose))
    group = np.full(len(labelled.many), -1, np.int64)
    radix: list[int] = []
    dense_mask, offset, total = [], [], 0
    for number, part in enumerate(every):
        group[list(part)] = number
        radices, parted = numbering(labelled, part)[1:] if number < len(parts) else ([0], -1)
        radix += radices
        dense_mask.append(parted)
        offset.append(total if number < len(parts) else -1)
        total += placements(labelled, part) if number < len(parts) else 0
    most = max((sum(labelled.many[rank] for rank in part) for part in parts), default=0)
    wanted = [bits(c for c, want in enumerate(labelled.goal) if want == rank) for rank in range(len(labelled.many))]
    return PatternDatabase(
        group=group,
        first=np.cumsum([0, *map(len, every)], dtype=np.int64),
        order=np.array([rank for part in every for rank in part], np.int64),
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
