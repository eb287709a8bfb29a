"""The space of a jump board, up to the symmetries that keep its origins (see ``fewest.design.kernels.jump_space``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.design.kernels import jump_space as kernel
from fewest.design.spaces import Space, SpaceTask
from fewest.solver.budget import Budget
from fewest.solver.errors import PuzzleError
from fewest.solver.jump.board import JumpBoard, Words, too_many_holes
from fewest.solver.jump.symmetry import apply_maps, automorphisms, image_tables
from fewest.solver.model import Limits, Slices, Stopped
from fewest.solver.slices import finish
from fewest.solver.threads import ThreadPool, batched


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """Work of kernel calls, and sizes of tables.

    Attributes
    ----------
    min_slots
        Slots of the first table, a power of two.
    max_load
        Share of the slots that may be in use: linear probing slows down quickly above.
    slice_slots, slice_positions, slice_work
        Slots scanned, positions expanded, and work on these positions, per call. Each jump examined is a work of 4; if
        it is legal, each image of its position is a work of 1.
    bucket_size, max_bucket_bits
        Positions of a bucket, about; there are at most ``2**max_bucket_bits`` buckets.
    """

    min_slots: int = 1 << 12
    max_load: float = 0.6
    slice_slots: int = 1 << 20
    slice_positions: int = 1 << 16
    slice_work: int = 1 << 25
    bucket_size: int = 1 << 12
    max_bucket_bits: int = 18


DEFAULT_PLAN = SpacePlan()

BUCKETS_SORTED = 64
"""Buckets that one slice sorts."""

Share: TypeAlias = tuple[NDArray[np.int64], int]
"""A cursor of the kernel, and the position where its share of a level ends."""


@dataclass(frozen=True)
class SpaceLevel:
    """A finished level: uint64 (positions,), in buckets that end at ``ends``, int64 (2**bits,)."""

    words: Words
    ends: NDArray[np.int64]
    bits: int


class JumpSpace(Space):
    """The positions of a jump board by pegs left, as least images."""

    def __init__(self, task: SpaceTask, budget: Budget, threads: int, plan: SpacePlan = DEFAULT_PLAN) -> None:
        self._plan = plan
        self.task, self._budget, self._threads = task, budget, threads
        board: JumpBoard = task.board
        if (too_many := too_many_holes(board)) is not None:
            raise PuzzleError([(("board",), too_many)])
        group = automorphisms(board, task.origins, hard=False)
        # The identity comes first: it is the least in the order of tuples.
        self._images = image_tables(group, board.holes)
        self.symmetries = len(group)
        threes = [1 << start | 1 << over | 1 << to for start, over, to in board.jumps]
        pegs = [1 << start | 1 << over if task.forward else 1 << to for start, over, to in board.jumps]
        three = apply_maps(self._images, np.array(threes, np.uint64)).T
        self._jumps = kernel.Jumps(np.ascontiguousarray(three), np.array(pegs, np.uint64), self._images)
        self._levels: list[SpaceLevel] = []
        self._slots = np.zeros(self._plan.min_slots, np.uint64)

    def build(self, max_positions: int) -> Slices[Stopped | None]:
        """Find every position; ``MemoryError`` if they do not fit."""
        budget = self._budget
        budget.reserve(self._slots.nbytes)
        words = np.unique(apply_maps(self._images, np.array(self.task.origins, np.uint64)).min(axis=0))
        budget.reserve(words.nbytes)
        level = SpaceLevel(words, np.array([len(words)], np.int64), 0)
        totals: list[Sequence[int]] = []
        pool = ThreadPool(self._threads)
        try:
            while len(level.words):
                self._levels.append(level)
                counts, added = yield from self._expand(level, pool)
                totals.append(counts)
                budget.nodes += len(level.words)
                budget.notes = {"depths": [positions for positions, _, _ in totals]}
                yield budget.progress()
                if budget.nodes + added > max_positions:
                    return Stopped("positions")
                level = yield from self._collect(added, pool)
        finally:
            pool.close()
        budget.release(self._slots.nbytes)
        # A copy, as a slice would keep the whole table in memory.
        self._slots = self._slots[:0].copy()
        self.depths, dead, dead_positions = (tuple(column) for column in zip(*totals, strict=True))
        self.classes = tuple(len(level.words) for level in self._levels)
        if self.task.forward:
            self.dead_ends, self.dead_end_classes = dead_positions, dead
        return None

    def distance(self, position: int) -> int | None:
        """The number of jumps, if the level has its least image."""
        # The number of pegs determines the level.
        depth = abs(self.task.origins[0].bit_count() - position.bit_count())
        if depth >= len(self._levels) or position >> self.task.board.holes:
            return None
        level = self._levels[depth]
        least = apply_maps(self._images, np.array([position], np.uint64)).min()
        return depth if kernel.find(level.words, level.ends, level.bits, least) >= 0 else None

    def nth(self, depth: int, index: int) -> int:
        """In the order of the level's list; the least image."""
        # A negative index would count from the end.
        if index < 0:
            raise IndexError(index)
        return int(self._levels[depth].words[index])

    def _expand(self, level: SpaceLevel, pool: ThreadPool) -> Slices[tuple[tuple[int, int, int], int]]:
        """Fill the slots with the next level.

        Returns
        -------
        counts, added
            Positions of the level, dead ends up to symmetry, and dead ends; positions of the next level.
        """
        added = 0
        totals = np.zeros(5, np.int64)
        work = len(self._jumps.pegs) * (4 + len(self._images))
        size = max(1, min(self._plan.slice_positions, self._plan.slice_work // max(1, work)))
        for begins in batched(range(0, len(level.words), size), pool.size):
            shares = [(np.array([begin, 0, 0, 0, 0], np.int64), begin + size) for begin in begins]
            while shares:
                # Each call may fill its batch, and the jumps of a position, before it looks for room.
                least = (kernel.BATCH + len(self._jumps.pegs)) * len(shares)
                if self._free(added) < least:
                    yield from self._grow(least + added, pool)
                headroom = self._free(added) // len(shares)

                def expand(share: Share, slots: Words = self._slots, headroom: int = headroom) -> bool:
                    cursor, end = share
                    end = min(end, len(level.words))
                    return bool(kernel.expand(self._jumps, level.words, end, slots, headroom, cursor))

                done = pool.map(expand, shares)
                added += sum(int(cursor[kernel.ADDED]) for cursor, _ in shares)
                totals += sum(cursor for ended, (cursor, _) in zip(done, shares, strict=True) if ended)
                # Those that found no room continue in a larger table.
                shares = [share for ended, share in zip(done, shares, strict=True) if not ended]
                yield self._budget.progress()
        positions, dead, dead_positions = totals[kernel.POSITIONS :].tolist()
        return (positions, dead, dead_positions), added

    def _free(self, used: int) -> int:
        """How many more positions the slots can take."""
        return int(self._slots.size * self._plan.max_load) - used

    def _slices(self, slots: Words) -> list[tuple[int, int]]:
        """Ranges of slots for kernel calls."""
        step = self._plan.slice_slots
        return [(begin, min(slots.size, begin + step)) for begin in range(0, slots.size, step)]

    def _grow(self, least: int, pool: ThreadPool) -> Slices[None]:
        """Double the slots until enough positions fit."""
        old = self._slots
        size = 2 * old.size
        while int(size * self._plan.max_load) < least:
            size *= 2
        self._budget.reserve(8 * size)
        self._slots = slots = np.zeros(size, np.uint64)
        for ranges in batched(self._slices(old), pool.size):
            pool.map(lambda some: kernel.rehash(old, slots, *some), ranges)
            yield self._budget.progress()
        self._budget.release(old.nbytes)

    def _collect(self, number: int, pool: ThreadPool) -> Slices[SpaceLevel]:
        """List the positions in the slots, and empty these."""
        slots = self._slots
        bits = min(self._plan.max_bucket_bits, max(0, (number // self._plan.bucket_size).bit_length()))
        self._budget.reserve(8 * number + (8 << bits))
        words = np.empty(number, np.uint64)
        sizes = np.zeros(1 << bits, np.int64)
        for begin, end in self._slices(slots):
            kernel.count_buckets(slots, begin, end, bits, sizes)
            yield self._budget.progress()
        ends = np.cumsum(sizes) - sizes
        for begin, end in self._slices(slots):
            kernel.fill_buckets(slots, begin, end, bits, ends, words)
            # The next level needs empty slots.
            slots[begin:end] = 0
            yield self._budget.progress()

        def sort(begin: int) -> None:
            for bucket in range(begin, min(1 << bits, begin + BUCKETS_SORTED)):
                words[ends[bucket] - sizes[bucket] : ends[bucket]].sort()

        for begins in batched(range(0, 1 << bits, BUCKETS_SORTED), pool.size):
            pool.map(sort, begins)
            yield self._budget.progress()
        return SpaceLevel(words, ends, bits)


def explore(task: SpaceTask, limits: Limits, threads: int, max_positions: int) -> Slices[Space | Stopped]:
    """Explore the space of a jump board (see :meth:`fewest.design.spaces.Spaces.explore`)."""
    space = JumpSpace(task, Budget(limits.bytes), threads)
    return (yield from space.build(max_positions)) or space


def warm() -> None:
    """Compile the kernels by a tiny space, and the one that only larger ones need."""
    row = JumpBoard(5, ((0, 1, 2), (2, 1, 0), (2, 3, 4), (4, 3, 2)))
    space = finish(explore(SpaceTask("jump", row, (0b11011,)), Limits(), 1, 100))
    assert isinstance(space, JumpSpace)
    space.distance(0b11011)
    slots = np.zeros(2, np.uint64)
    kernel.rehash(slots, slots, 0, 2)
