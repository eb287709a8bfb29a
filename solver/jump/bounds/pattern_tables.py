"""Lower bounds from regions: what the moves that start inside a region must cost, whatever stands outside.

The holes are parted into regions. For one region everything outside is forgotten, and only moves that start inside
are charged. Every move starts in one region only, so the costs of the regions of a partition add up; the bound is
the largest sum over several partitions. In the middle of a chain the moving peg may go on free of charge, so its
region is looked up with the place of the moving peg.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, Permutation, Words, mask_of
from solver.jump.symmetry import byte_tables, carry
from solver.kernels import jump_pattern_tables as jump_tables

Region: TypeAlias = tuple[int, ...]
"""Holes, in the order of their bits in an index of the table."""

Partition: TypeAlias = tuple[Region, ...]

Costs: TypeAlias = npt.NDArray[np.uint8]

SLICE = 5_000_000
"""States of a table taken up and jumps looked at between two looks at the clock: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The jumps of a board in one direction, in the order of the hole the moving peg leaves.

    Backward, jumps are taken back: the moving peg leaves `to` and lands in `from`.

    Attributes
    ----------
    before
        Per jump: the holes that must have a peg; the others of its three must have none.
    holes
        Per jump: its three holes, all of which change.
    leaves, lands
        Per jump: where the moving peg comes from and goes to.
    first
        The jumps that leave hole h are ``first[h]`` … ``first[h + 1] - 1``.
    """

    forward: bool
    before: tuple[int, ...]
    holes: tuple[int, ...]
    leaves: tuple[int, ...]
    lands: tuple[int, ...]
    first: tuple[int, ...]


@lru_cache(maxsize=16)
def steps(board: JumpBoard, forward: bool) -> Steps:
    """Order the jumps of a board for walking in one direction."""
    rows = []
    for start, over, to in board.jumps:
        whole = mask_of((start, over, to))
        rows.append((start, to, whole ^ 1 << to, whole) if forward else (to, start, 1 << to, whole))
    rows.sort(key=lambda row: row[0])
    leaves = tuple(row[0] for row in rows)
    first = tuple(bisect_left(leaves, hole) for hole in range(board.holes + 1))
    return Steps(
        forward,
        tuple(row[2] for row in rows),
        tuple(row[3] for row in rows),
        leaves,
        tuple(row[1] for row in rows),
        first,
    )


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where costs are counted from: positions, each with the hole of a peg that may move on free of charge (or -1).

    ``counts`` are numbers of pegs: every position with one of them is a seed, too.
    """

    positions: Words
    moving: npt.NDArray[np.int64]
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """Tables of several partitions, laid out for the kernel that reads them (see ``solver.kernels.jump_expand``)."""

    partitions: tuple[Partition, ...]
    regions: Words
    parts: npt.NDArray[np.int64]
    layout: Words
    table: Costs

    @property
    def nbytes(self) -> int:
        """Bytes the tables take."""
        return self.table.nbytes + self.layout.nbytes

    def of(self, positions: Words) -> npt.NDArray[np.int64]:
        """Bounds of positions; 255 and more is infinite."""
        sums = np.zeros((len(self.partitions), positions.size), np.int64)
        for p, words in enumerate(carry(self.layout, positions)):
            for shift, mask, offset in self.regions[self.parts[p] : self.parts[p + 1]]:
                sums[p] += self.table[offset + (words >> shift & mask)]
        return np.asarray(sums.max(axis=0, initial=0))


@dataclass(frozen=True, slots=True)
class Slacks:
    """Two bounds over the same partitions, to the goal and from the start, each the largest over all images.

    Attributes
    ----------
    layout : uint64 (images, bytes, 256)
        Byte tables: for each different image of a partition its regions side by side.
    regions : uint64 (regions, 4)
        Shift and mask that cut a region out of a word, where its costs to the goal and from the start begin.
    parts : int64 (images + 1)
        First region of each image.
    goal, start : uint8
        Costs.
    """

    layout: Words
    regions: Words
    parts: npt.NDArray[np.int64]
    goal: Costs
    start: Costs


def slacks(goal: Bound, start: Bound, group: Sequence[Permutation], holes: int) -> Slacks:
    """Put two bounds over the same partitions together for all images under a group that keeps their seeds."""
    images: dict[frozenset[frozenset[int]], tuple[int, list[int]]] = {}
    for p, partition in enumerate(goal.partitions):
        bits = _laid(partition, holes)
        for permutation in group:
            # A peg in hole h of the position stands in permutation[h] of its image.
            laid = [bits[permutation[hole]] for hole in range(holes)]
            region_of = {hole: r for r, region in enumerate(partition) for hole in region}
            seen = [frozenset(h for h in range(holes) if region_of[permutation[h]] == r) for r in range(len(partition))]
            images.setdefault(frozenset(seen), (p, laid))
    rows = [np.arange(goal.parts[p], goal.parts[p + 1]) for p, _ in images.values()]
    picked = np.concatenate(rows) if rows else np.zeros(0, np.int64)
    return Slacks(
        byte_tables([laid for _, laid in images.values()], holes),
        np.ascontiguousarray(np.column_stack([goal.regions[picked], start.regions[picked, 2]])),
        np.cumsum([0] + [len(row) for row in rows]),
        goal.table,
        start.table,
    )


def table_bytes(partitions: Sequence[Partition]) -> int:
    """Bytes the tables of some partitions take."""
    sizes = (len(region) for partition in partitions for region in partition)
    return sum(size + 1 << size for size in sizes)


def build(
    board: JumpBoard,
    forward: bool,
    seeds: Seeds,
    partitions: Sequence[Partition],
    group: Sequence[Permutation] = (),
) -> Generator[None, None, Bound]:
    """Build the bound of walks in one direction: the cost from a position to the nearest seed, or from a seed to it.

    Yields after each slice. ``forward`` means that the bound serves a forward walk, so costs are to the goals.
    Regions that are images of one another under the ``group``, which must keep the seeds, share a table.
    """
    tables: dict[Region, tuple[int, Costs]] = {}
    regions, parts, size = [], [0], 0
    for partition in partitions:
        shift = 0
        for region in partition:
            least = min([region] + [tuple(permutation[hole] for hole in region) for permutation in group])
            if least not in tables:
                tables[least] = size, (yield from _costs(board, forward, seeds, least))
                size += tables[least][1].size
            regions.append((shift, (1 << len(region)) - 1, tables[least][0]))
            shift += len(region)
        parts.append(len(regions))
    return Bound(
        tuple(partitions),
        np.array(regions, np.uint64).reshape(-1, 3),
        np.array(parts, np.int64),
        byte_tables([_laid(partition, board.holes) for partition in partitions], board.holes),
        np.concatenate([costs for _, costs in tables.values()]) if tables else np.zeros(1, np.uint8),
    )


def _laid(partition: Partition, holes: int) -> list[int]:
    """Bits of each hole when the regions are laid side by side; a hole of several regions has several."""
    bits = [0] * holes
    for bit, hole in enumerate(hole for region in partition for hole in region):
        bits[hole] |= 1 << bit
    return bits


def _costs(board: JumpBoard, forward: bool, seeds: Seeds, region: Region) -> Generator[None, None, Costs]:
    """Costs of one region: towards the seeds for a forward walk, from them for a backward one."""
    size = len(region)
    costs = np.full(size + 1 << size, jump_tables.UNKNOWN, np.uint8)
    begin = _seeded(seeds, region, board.holes)
    costs[begin] = 0
    queue = np.zeros((2, costs.size), np.uint32)
    queue[0, : begin.size] = begin
    state = np.array([0, begin.size, 0, 0], np.int64)
    # A cost towards the goals is spread from the goals against the moves, so jumps are taken back there.
    first, jumps = _rows(steps(board, not forward), region)
    enter, leave = (0, 1) if forward else (1, 0)
    while jump_tables.spread(costs, size, first, jumps, enter, leave, queue, state, SLICE) != jump_tables.DONE:
        yield
    yield
    return costs


def _seeded(seeds: Seeds, region: Region, holes: int) -> npt.NDArray[np.int64]:
    """States of a region that some seed shows."""
    contents = _shown(seeds.positions, region)
    rows = np.zeros(seeds.positions.size, np.int64)
    for row, hole in enumerate(region, 1):
        rows[seeds.moving == hole] = row
    states = [rows << len(region) | contents]
    if seeds.counts:
        every = np.arange(1 << len(region), dtype=np.int64)
        pegs = np.bitwise_count(every)
        states += [every[(pegs <= n) & (n - pegs.astype(np.int64) <= holes - len(region))] for n in seeds.counts]
    return np.unique(np.concatenate(states))


def _rows(moves: Steps, region: Region) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The jumps as seen from a region, in the order of the row they leave (see ``kernels.jump_pattern_tables``)."""
    row_of = {hole: row for row, hole in enumerate(region, 1)}
    whole, full = _shown(moves.holes, region), _shown(moves.before, region)
    ends = np.array([[row_of.get(hole, 0) for hole in holes] for holes in (moves.leaves, moves.lands)], np.int64)
    rows = np.stack([ends[0], full, whole & ~full, whole, ends[1]], axis=1)[whole != 0]
    rows = np.unique(rows, axis=0)
    first = np.searchsorted(rows[:, 0], np.arange(len(region) + 2))
    return first.astype(np.int64), np.ascontiguousarray(rows[:, 1:])


def _shown(words: Sequence[int] | Words, region: Region) -> npt.NDArray[np.int64]:
    """What a region shows of some positions."""
    masks, shown = np.array(words, np.uint64), np.zeros(len(words), np.int64)
    for bit, hole in enumerate(region):
        shown |= (masks >> np.uint64(hole) & np.uint64(1)).astype(np.int64) << bit
    return shown


def whole(holes: int) -> Partition:
    """The partition with one region: its table is exact."""
    return (tuple(range(holes)),)


def even(holes: int, parts: int) -> Partition:
    """A partition into runs of holes of nearly equal length."""
    cuts = [round(holes * part / parts) for part in range(parts + 1)]
    return tuple(tuple(range(a, b)) for a, b in pairwise(cuts) if a < b)
