"""Pattern tables: the least cost of the moves that start inside a region, for any content outside.

The holes are partitioned into regions. For one region, everything outside is ignored, and only moves that start inside
are charged. Every move starts in one region only, so the costs of the regions of a partition add up; the bound is the
largest sum over several partitions. Inside a chain the moving peg may continue free of charge, so its region is looked
up with the place of the moving peg.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import MAX_HOLES, JumpBoard, Permutation, Words, holes_of, mask_of
from fewest.solver.jump.symmetry import apply_maps, byte_tables
from fewest.solver.jump.words import contents, cut, pack, word_type
from fewest.solver.kernels import jump_pattern_tables as kernel
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.kernels.jump_bidirectional import SlackTables
from fewest.solver.model import Jump, Slices
from fewest.solver.threads import ThreadPool

Region: TypeAlias = tuple[int, ...]
"""Holes, in the order of their bits in an index of the table."""

Partition: TypeAlias = tuple[Region, ...]

Costs: TypeAlias = npt.NDArray[np.uint8]
"""Moves, by state (see :mod:`fewest.solver.kernels.jump_pattern_tables`)."""


@dataclass(frozen=True, slots=True)
class DirectedJumps:
    """The jumps of a board in one direction, in the order of the hole the moving peg leaves.

    Backward, jumps are taken back: the moving peg leaves ``to`` and lands in ``from``.

    Attributes
    ----------
    before
        Per jump: the holes that must have a peg; the others of those tested must have none.
    tested
        Per jump: its three holes, and the twins of those that get a peg.
    holes
        Per jump: its three holes, all of which change.
    leaves, lands
        Per jump: where the moving peg comes from and goes to.
    first
        The jumps that leave hole h are ``first[h]`` … ``first[h + 1] - 1``.
    """

    forward: bool
    before: tuple[int, ...]
    tested: tuple[int, ...]
    holes: tuple[int, ...]
    leaves: tuple[int, ...]
    lands: tuple[int, ...]
    first: tuple[int, ...]

    @property
    def arrays(self) -> tuple[Words, npt.NDArray[np.int64]]:
        """Holes, before and tested, words (3, jumps), and where a peg leaves and lands, int64 (2, jumps)."""
        return _arrays(self)

    def jump(self, row: int) -> Jump:
        """A jump of the forward direction as ``(from, over, to)``."""
        leaves = self.leaves[row]
        lands = self.lands[row]
        over = self.holes[row] ^ 1 << leaves ^ 1 << lands
        return leaves, over.bit_length() - 1, lands


@lru_cache(maxsize=16)
def directed_jumps(board: JumpBoard, forward: bool) -> DirectedJumps:
    """Order the jumps of a board for one direction."""
    twin = dict(board.twins) | {other: hole for hole, other in board.twins}
    rows = []
    for start, over, to in board.jumps:
        holes = 1 << start | 1 << over | 1 << to
        before = holes ^ 1 << to if forward else 1 << to
        # Twins may not be full at the same time, so a hole that gets a peg must have an empty twin.
        tested = holes | mask_of([twin[hole] for hole in holes_of(holes ^ before) if hole in twin]) if twin else holes
        ends = (start, to) if forward else (to, start)
        rows.append((before, tested, holes, *ends))
    rows.sort(key=lambda row: row[3])
    befores, tests, changed, leaves, lands = tuple(zip(*rows, strict=True)) or ((),) * 5
    first = tuple(bisect_left(leaves, hole) for hole in range(board.holes + 1))
    return DirectedJumps(forward, befores, tests, changed, leaves, lands, first)


@lru_cache(maxsize=16)
def _arrays(jumps: DirectedJumps) -> tuple[Words, npt.NDArray[np.int64]]:
    rows = (jumps.holes, jumps.before, jumps.tested)
    words = pack((mask for row in rows for mask in row), word_type(len(jumps.first) - 1)).reshape(3, -1)
    return words, np.array([jumps.leaves, jumps.lands], np.int64)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Positions with cost 0.

    Attributes
    ----------
    positions : words
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
    byte_tables : words (partitions, bytes, 256)
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
        """Bounds of positions (words), in moves, int64; 255 and more is infinite."""
        return np.asarray(self.sums(positions).max(axis=0, initial=0))

    def sums(self, positions: Words) -> npt.NDArray[np.int64]:
        """Bounds of positions by each partition alone, int64 (partitions, positions)."""
        sums = np.zeros((len(self.partitions), positions.size), np.int64)
        for p, projections in enumerate(apply_maps(self.byte_tables, positions)):
            for shift, mask, offset in self.regions[self.first_region[p] : self.first_region[p + 1]]:
                sums[p] += self.costs[offset + cut(projections, shift, mask)]
        return sums


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
            # Partitions that differ only in the order of their regions have the same sum.
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
    budget: Budget,
    slice_states: int,
) -> Slices[Bound]:
    """Build a bound on the moves from a position to the nearest seed, or from a seed to it. Yields after each slice.

    Parameters
    ----------
    forward
        Whether the bound serves a forward search; its seeds are the goals then.
    group
        Automorphisms that keep the seeds. Regions that are images of one another share a table.
    threads
        Each builds a table at a time.
    slice_states
        States expanded and jumps tested by a thread in one slice.
    """
    least = {
        # Images of a region have the same costs, contents renamed: one table serves all.
        region: min([region] + [tuple(permutation[hole] for hole in region) for permutation in group])
        for partition in partitions
        for region in partition
    }
    begins = {}
    size = 0
    for region in dict.fromkeys(least.values()):
        begins[region] = size
        size += len(region) + 1 << len(region)
    costs = np.full(max(1, size), UNREACHED, np.uint8)
    builds = (
        _TableBuild(board, forward, seeds, region, costs[begin : begin + (len(region) + 1 << len(region))])
        for region, begin in begins.items()
    )
    yield from _run(builds, threads, budget, slice_states)
    return _bound(partitions, {region: begins[image] for region, image in least.items()}, costs, board.holes)


def no_bound(board: JumpBoard) -> Bound:
    """A bound of 0, without tables."""
    return _bound((), {}, np.full(1, UNREACHED, np.uint8), board.holes)


def _bound(partitions: Sequence[Partition], begins: Mapping[Region, int], costs: Costs, holes: int) -> Bound:
    """Lay out the tables of some partitions; ``begins`` has the first cost of each region."""
    regions = []
    first_region = [0]
    for partition in partitions:
        shift = 0
        for region in partition:
            regions.append((shift, (1 << len(region)) - 1, begins[region]))
            shift += len(region)
        first_region.append(len(regions))
    return Bound(
        tuple(partitions),
        np.array(regions, np.uint64).reshape(-1, 3),
        np.array(first_region, np.int64),
        byte_tables([_projection_bits(partition, holes) for partition in partitions], holes),
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
        self.holes = len(region)
        self.costs = costs
        first = _seed_states(seeds, region, board.holes)
        self.costs[first] = 0
        self.stacks = np.zeros((2, costs.size), np.uint32)
        self.stacks[0, : first.size] = first
        self.cursor = np.array([0, first.size, 0, 0], np.int64)
        # Costs to the goals spread from the goals against the moves: jumps are taken back.
        self.abstract = _abstract(directed_jumps(board, not forward), region)

    def slice(self, states: int) -> bool:
        """Build for one slice of about so many states; whether the table is complete."""
        code = kernel.fill_costs(self.costs, self.holes, self.abstract, self.stacks, self.cursor, states)
        return bool(code == kernel.DONE)


def _run(builds: Iterable[_TableBuild], threads: ThreadPool, budget: Budget, slice_states: int) -> Slices[None]:
    """Run builds, one per thread at a time. Yields after each slice."""
    waiting = iter(builds)
    under_way = list[_TableBuild]()
    while True:
        under_way.extend(islice(waiting, threads.size - len(under_way)))
        if not under_way:
            return
        ended = threads.map(lambda build: build.slice(slice_states), [*under_way])
        under_way = [build for build, end in zip(under_way, ended, strict=True) if not end]
        yield budget.progress()


def _seed_states(seeds: Seeds, region: Region, holes: int) -> npt.NDArray[np.int64]:
    """States of a region that are the projection of a seed."""
    held = contents(seeds.positions, region)
    # The row of the moving peg; 0 if it is outside the region or no peg may continue.
    rows = np.zeros(seeds.positions.size, np.int64)
    for row, hole in enumerate(region, 1):
        rows[seeds.moving == hole] = row
    states = [rows << len(region) | held]
    if seeds.counts:
        every = np.arange(1 << len(region), dtype=np.int64)
        # As 64-bit numbers below: unsigned bytes would wrap around.
        pegs = np.bitwise_count(every)
        # The pegs missing from the region must fit outside.
        states += [every[(pegs <= n) & (n - pegs.astype(np.int64) <= holes - len(region))] for n in seeds.counts]
    return np.unique(np.concatenate(states))


def _abstract(directed: DirectedJumps, region: Region) -> kernel.AbstractJumps:
    """The jumps as a region sees them."""
    row_of = np.zeros(MAX_HOLES, np.int64)
    row_of[list(region)] = np.arange(1, len(region) + 1)
    words, ends = directed.arrays
    holes = contents(words[0], region)
    full = contents(words[1], region)
    empty = contents(words[2], region) & ~full
    leaves, lands = row_of[ends]
    # In one number, since finding different rows of a matrix takes much longer; leaves and lands are rows of a region.
    size = np.int64(len(region))
    packed = ((leaves << size | full) << size | empty) << size | holes
    rows = np.unique(packed[holes != 0] << 7 | lands[holes != 0])
    leaves = rows >> (3 * size + 7)
    full = rows >> (2 * size + 7) & (1 << size) - 1
    empty = rows >> (size + 7) & (1 << size) - 1
    holes = rows >> 7 & (1 << size) - 1
    lands = rows & 127  # fmt: skip
    first = np.searchsorted(leaves, np.arange(len(region) + 2)).astype(np.int64)
    # A move is charged where it starts: forward as its peg leaves the hole it stood in, taken back as it returns.
    return kernel.AbstractJumps(
        first, np.stack([full, empty, holes, lands], axis=1), *((1, 0) if directed.forward else (0, 1))
    )
