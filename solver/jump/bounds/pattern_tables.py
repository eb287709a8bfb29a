"""Pattern tables: what the moves that start inside a region must cost, whatever stands outside.

The holes are partitioned into regions. For one region everything outside is forgotten, and only moves that start
inside are charged. Every move starts in one region only, so the costs of the regions of a partition add up; the bound
is the largest sum over several partitions. Inside a chain the moving peg may continue free of charge, so its region is
looked up with the place of the moving peg.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, Permutation, Words, mask_of
from solver.jump.symmetry import byte_tables, carry
from solver.kernels import jump_pattern_tables as kernel
from solver.kernels.jump_bidirectional import SlackTables
from solver.model import Jump
from solver.threads import ThreadPool

Region: TypeAlias = tuple[int, ...]
"""Holes, in the order of their bits in an index of the table."""

Partition: TypeAlias = tuple[Region, ...]

Costs: TypeAlias = npt.NDArray[np.uint8]
"""Moves, by state (see :mod:`solver.kernels.jump_pattern_tables`)."""

SLICE = 2_000_000
"""States expanded and jumps tested in one slice of a thread: about a hundredth of a second."""


@dataclass(frozen=True, slots=True)
class DirectedJumps:
    """The jumps of a board in one direction, in the order of the hole the moving peg leaves.

    Backward, jumps are taken back: the moving peg leaves ``to`` and lands in ``from``.

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

    def jump(self, row: int) -> Jump:
        """A jump of the forward direction as ``(from, over, to)``."""
        leaves, lands = self.leaves[row], self.lands[row]
        over = self.holes[row] ^ 1 << leaves ^ 1 << lands
        return leaves, over.bit_length() - 1, lands

    def after(self, positions: Iterable[int]) -> set[int]:
        """What one jump leads to from any of some positions."""
        rows = tuple(zip(self.holes, self.before, strict=True))
        return {position ^ holes for position in positions for holes, before in rows if position & holes == before}


@lru_cache(maxsize=16)
def directed_jumps(board: JumpBoard, forward: bool) -> DirectedJumps:
    """Order the jumps of a board for one direction."""
    rows = []
    for start, over, to in board.jumps:
        holes = mask_of((start, over, to))
        rows.append((holes ^ 1 << to, holes, start, to) if forward else (1 << to, holes, to, start))
    rows.sort(key=lambda row: row[2])
    before, changed, leaves, lands = tuple(zip(*rows, strict=True)) or ((),) * 4
    first = tuple(bisect_left(leaves, hole) for hole in range(board.holes + 1))
    return DirectedJumps(forward, before, changed, leaves, lands, first)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Positions with cost 0.

    Attributes
    ----------
    positions : uint64
    moving : int64 (positions)
        The hole of a peg that may continue free of charge, or -1.
    counts
        Every position with one of these numbers of pegs is a seed, too.
    """

    positions: Words
    moving: npt.NDArray[np.int64]
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """Pattern tables of several partitions.

    Attributes
    ----------
    regions : uint64 (regions, 3)
        Shift and mask that cut a region out of a projection, and where its costs begin.
    first_region : int64 (partitions + 1)
        The regions of partition p are ``first_region[p]`` … ``first_region[p + 1] - 1``.
    byte_tables : uint64 (partitions, bytes, 256)
        The map from a position to its projection, per partition.
    costs : uint8
        All tables, in moves.
    """

    partitions: tuple[Partition, ...]
    regions: Words
    first_region: npt.NDArray[np.int64]
    byte_tables: Words
    costs: Costs

    def evaluate(self, positions: Words) -> npt.NDArray[np.int64]:
        """Bounds of positions (uint64), in moves, int64; 255 and more is infinite."""
        sums = np.zeros((len(self.partitions), positions.size), np.int64)
        for p, projections in enumerate(carry(self.byte_tables, positions)):
            for shift, mask, offset in self.regions[self.first_region[p] : self.first_region[p + 1]]:
                sums[p] += self.costs[offset + (projections >> shift & mask)]
        return np.asarray(sums.max(axis=0, initial=0))


def slack_tables(goal: Bound, start: Bound, group: Sequence[Permutation], holes: int) -> SlackTables:
    """Join two bounds over the same partitions, to the goal and from the start, for all images under a group."""
    images: dict[frozenset[frozenset[int]], tuple[int, list[int]]] = {}
    for p, partition in enumerate(goal.partitions):
        bits = _projection_bits(partition, holes)
        for permutation in group:
            # A peg in hole h of the position stands in permutation[h] of its image.
            image_bits = [bits[permutation[hole]] for hole in range(holes)]
            region_of = {hole: r for r, region in enumerate(partition) for hole in region}
            regions = [
                frozenset(h for h in range(holes) if region_of[permutation[h]] == r) for r in range(len(partition))
            ]
            images.setdefault(frozenset(regions), (p, image_bits))
    rows = [np.arange(goal.first_region[p], goal.first_region[p + 1]) for p, _ in images.values()]
    picked = np.concatenate(rows) if rows else np.zeros(0, np.int64)
    return SlackTables(
        byte_tables([image_bits for _, image_bits in images.values()], holes),
        np.ascontiguousarray(np.column_stack([goal.regions[picked], start.regions[picked, 2]])),
        np.cumsum([0] + [len(row) for row in rows]),
        goal.costs,
        start.costs,
    )


def table_bytes(partitions: Sequence[Partition]) -> int:
    """Bytes that the tables of some partitions take."""
    sizes = (len(region) for partition in partitions for region in partition)
    return sum(size + 1 << size for size in sizes)


def build(
    board: JumpBoard,
    forward: bool,
    seeds: Seeds,
    partitions: Sequence[Partition],
    group: Sequence[Permutation],
    threads: ThreadPool,
) -> Generator[None, None, Bound]:
    """Build a bound on the moves from a position to the nearest seed, or from a seed to it. Yields after each slice.

    Parameters
    ----------
    forward
        Whether the bound serves a forward search; its seeds are the goals then.
    group
        Automorphisms that keep the seeds. Regions that are images of one another share a table.
    threads
        Each builds a table at a time.
    """
    least = {
        region: min([region] + [tuple(permutation[hole] for hole in region) for permutation in group])
        for partition in partitions
        for region in partition
    }
    begins, size = {}, 0
    for region in dict.fromkeys(least.values()):
        begins[region] = size
        size += len(region) + 1 << len(region)
    costs = np.full(max(1, size), kernel.UNREACHED, np.uint8)
    builds = (
        _TableBuild(board, forward, seeds, region, costs[begin : begin + (len(region) + 1 << len(region))])
        for region, begin in begins.items()
    )
    yield from _run(builds, threads)
    regions, first_region = [], [0]
    for partition in partitions:
        shift = 0
        for region in partition:
            regions.append((shift, (1 << len(region)) - 1, begins[least[region]]))
            shift += len(region)
        first_region.append(len(regions))
    return Bound(
        tuple(partitions),
        np.array(regions, np.uint64).reshape(-1, 3),
        np.array(first_region, np.int64),
        byte_tables([_projection_bits(partition, board.holes) for partition in partitions], board.holes),
        costs,
    )


def _projection_bits(partition: Partition, holes: int) -> list[int]:
    """The bit of each hole in a partition's projection, its regions side by side."""
    bits = [0] * holes
    for bit, hole in enumerate(hole for region in partition for hole in region):
        bits[hole] |= 1 << bit
    return bits


class _TableBuild:
    """The build of one region's pattern table into ``costs``, uint8 ((k + 1) * 2**k) for k holes, all ``UNREACHED``."""

    def __init__(self, board: JumpBoard, forward: bool, seeds: Seeds, region: Region, costs: Costs) -> None:
        self.holes, self.costs = len(region), costs
        first = _seed_states(seeds, region, board.holes)
        self.costs[first] = 0
        self.stacks = np.zeros((2, costs.size), np.uint32)
        self.stacks[0, : first.size] = first
        self.cursor = np.array([0, first.size, 0, 0], np.int64)
        # Costs to the goals spread from the goals against the moves: jumps are taken back.
        self.abstract = _abstract(directed_jumps(board, not forward), region)

    def slice(self) -> bool:
        """Build for one slice; whether the table is complete."""
        code = kernel.fill_costs(self.costs, self.holes, self.abstract, self.stacks, self.cursor, SLICE)
        return bool(code == kernel.DONE)


def _run(builds: Iterable[_TableBuild], threads: ThreadPool) -> Generator[None, None, None]:
    """Run builds, one per thread at a time. Yields after each slice."""
    waiting, under_way = iter(builds), list[_TableBuild]()
    while True:
        under_way.extend(islice(waiting, threads.size - len(under_way)))
        if not under_way:
            return
        ended = threads.map(_TableBuild.slice, [*under_way])
        under_way = [build for build, end in zip(under_way, ended, strict=True) if not end]
        yield


def _seed_states(seeds: Seeds, region: Region, holes: int) -> npt.NDArray[np.int64]:
    """States of a region that are the projection of a seed."""
    contents = _project(seeds.positions, region)
    # The row of the moving peg; 0 if it is outside the region or no peg may continue.
    rows = np.zeros(seeds.positions.size, np.int64)
    for row, hole in enumerate(region, 1):
        rows[seeds.moving == hole] = row
    states = [rows << len(region) | contents]
    if seeds.counts:
        every = np.arange(1 << len(region), dtype=np.int64)
        pegs = np.bitwise_count(every)
        # The pegs missing from the region must fit outside.
        states += [every[(pegs <= n) & (n - pegs.astype(np.int64) <= holes - len(region))] for n in seeds.counts]
    return np.unique(np.concatenate(states))


def _abstract(directed: DirectedJumps, region: Region) -> kernel.AbstractJumps:
    """The jumps as a region sees them."""
    row_of = {hole: row for row, hole in enumerate(region, 1)}
    holes, full = _project(directed.holes, region), _project(directed.before, region)
    ends = [[row_of.get(hole, 0) for hole in ends] for ends in (directed.leaves, directed.lands)]
    leaves, lands = np.array(ends, np.int64)
    rows = np.stack([leaves, full, holes & ~full, holes, lands], axis=1)[holes != 0]
    rows = np.unique(rows, axis=0)
    first = np.searchsorted(rows[:, 0], np.arange(len(region) + 2)).astype(np.int64)
    # A move is charged where it starts: forward as its peg leaves the hole it stood in, taken back as it returns.
    return kernel.AbstractJumps(
        first, np.ascontiguousarray(rows[:, 1:]), *((1, 0) if directed.forward else (0, 1))
    )  # fmt: skip


def _project(words: Sequence[int] | Words, region: Region) -> npt.NDArray[np.int64]:
    """The contents of a region in some positions."""
    masks, contents = np.array(words, np.uint64), np.zeros(len(words), np.int64)
    for bit, hole in enumerate(region):
        contents |= (masks >> np.uint64(hole) & np.uint64(1)).astype(np.int64) << bit
    return contents
