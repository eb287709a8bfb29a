"""Expansion: every move from every position of a set, in slices, by one or more threads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import MAX_HOLES, WORD_HOLES, JumpBoard, Words
from fewest.solver.jump.bounds.pattern_tables import Bound, DirectedJumps, directed_jumps
from fewest.solver.jump.search.plan import SliceSizes
from fewest.solver.jump.search.position_set import NO_SLOTS, PositionSet
from fewest.solver.jump.symmetry import apply_maps
from fewest.solver.jump.words import NO_WORDS, scalar, subtract, xor
from fewest.solver.kernels import jump_expand as kernel
from fewest.solver.model import Jump, Slices
from fewest.solver.slices import Run
from fewest.solver.threads import SINGLE_THREAD, ThreadPool

PathCounts: TypeAlias = npt.NDArray[np.uint64]
"""Number of jump sequences per slot of a set: (slots, limbs), least limb first."""

NO_COUNTS = kernel.PathTotals(np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.uint64))

MAX_CHAIN = MAX_HOLES
"""A chain removes (or, backward, brings back) a peg with every jump."""

UNLIMITED = 1 << 60

WIDE_WORK = 3
"""How many times as long a jump takes on a board of more holes than a word has bits (measured: 2 to 3)."""


class PathCountOverflow(ArithmeticError):
    """A path count does not fit its limbs; the caller starts again with more limbs."""


@dataclass(frozen=True, slots=True)
class TargetSet:
    """Positions sought. With one slot and no pegs, all; a set without positions but with more slots means none.

    Attributes
    ----------
    slots : words (power of two)
        Least images.
    pegs
        Bit n: every position with n pegs.
    """

    slots: Words = field(default_factory=lambda: NO_SLOTS)
    pegs: int = 0


WalkState: TypeAlias = kernel.WalkState

T = TypeVar("T")


def limit_nodes(slices: Slices[T], budget: Budget, nodes: float) -> Slices[tuple[bool, T | None]]:
    """Continue an expansion until it ends or has taken more than ``nodes``; whether it ended, and its result."""
    began = budget.nodes
    run = Run(slices)
    # A caller whose limit is spent may have no slice at all.
    if nodes >= 0:
        for progress in run:
            yield progress
            if budget.nodes - began > nodes:
                break
    slices.close()
    return (True, run.value) if run.ended else (False, None)


class _Task(NamedTuple):
    """The arguments of :func:`fewest.solver.kernels.jump_expand.expand` that are equal in every call and thread."""

    mode: int
    source: Words
    allowed: int
    lookup: kernel.Lookup
    counts: kernel.PathTotals
    first: npt.NDArray[np.int64]


class _Chunks:
    """Chunks of a source of so many slots, taken by threads one after the other."""

    def __init__(self, slots: int, threads: int, sizes: SliceSizes) -> None:
        self.slots = slots
        # One thread needs no chunks; several take small ones, so that none works alone at the end.
        self.size = slots if threads == 1 else min(sizes.expand_slots, -(-slots // (sizes.expand_shares * threads)))
        self.starts = iter(range(0, slots, self.size))

    def take(self, state: WalkState) -> bool:
        """Give a thread that has finished its chunk the next one; False if none is left."""
        cursor = state.cursor
        if cursor[kernel.SLOT] >= cursor[kernel.END]:
            start = next(self.starts, None)
            if start is None:
                return False
            cursor[kernel.SLOT], cursor[kernel.END] = start, min(self.slots, start + self.size)
        return True


class Expander:
    """Makes the moves of one board in one direction, pruned by one bound, with positions up to symmetry.

    Attributes
    ----------
    none : words (1)
        An empty set of positions of this board.
    pruned
        Whether a position was pruned that may lie on a longer solution. Set by expansions, cleared by their callers.
    pagoda_tables : words (pagoda words, bytes, 256)
        Byte tables of the pagoda functions in use.
    """

    def __init__(
        self,
        board: JumpBoard,
        forward: bool,
        bound: Bound,
        images: Words,
        budget: Budget,
        sizes: SliceSizes,
        pagoda_tables: Words | None = None,
    ) -> None:
        self.board = board
        self.forward = forward
        self.bound = bound
        self.images = images
        self.budget = budget
        self.sizes = sizes
        self.work_per_jump = WIDE_WORK if board.holes > WORD_HOLES else 1
        self.directed: DirectedJumps = directed_jumps(board, forward)
        self.pruned = False
        self.none = NO_WORDS[images.dtype]
        self.pagoda_tables = images[:0] if pagoda_tables is None else pagoda_tables
        self.tables = _move_tables(self.directed, bound, self.pagoda_tables, images)

    def with_bound(self, bound: Bound) -> Expander:
        """The same with another bound."""
        return Expander(self.board, self.forward, bound, self.images, self.budget, self.sizes, self.pagoda_tables)

    def with_pagodas(self, pagoda_tables: Words) -> Expander:
        """The same with other pagoda functions."""
        return Expander(self.board, self.forward, self.bound, self.images, self.budget, self.sizes, pagoda_tables)

    def expand(
        self,
        source: Words,
        allowed: int,
        out: PositionSet,
        *,
        targets: TargetSet | None = None,
        closed: Words | None = None,
        hole: int | None = None,
        threads: ThreadPool = SINGLE_THREAD,
    ) -> Slices[None]:
        """Make every move from every position of a source; yields after each slice.

        Parameters
        ----------
        source : words
            Positions, 0 for none.
        allowed
            Moves left after the move: the largest bound a position may have.
        out
            Takes the positions reached.
        targets
            Only these are kept; None for all.
        closed : words (power of two)
            Positions of the source that need no expansion; None for none.
        hole
            Only the peg in this hole moves.
        threads
            Threads to share the work.

        Raises
        ------
        MemoryError
            If the set would exceed the bytes allowed.
        """
        # The kernel may hold this many positions back, and has to store them before it returns.
        if out.headroom <= kernel.QUEUE:
            yield from out.grow(kernel.QUEUE, slice_slots=self.sizes.rehash_slots)
        sought = TargetSet(self.none) if targets is None else targets
        lookup = kernel.Lookup(
            self.none if closed is None else closed, sought.slots, scalar(sought.pegs, self.none.dtype)
        )
        task = _Task(kernel.KEEP, source, allowed, lookup, NO_COUNTS, self._first_jumps(hole))
        states = [self._walk_state() for _ in range(threads.size if source.size > self.sizes.threaded_slots else 1)]
        chunks = _Chunks(source.size, len(states), self.sizes)
        codes: list[int] = []
        while not codes or any(code != kernel.DONE for code in codes):
            # Sets grow between slices only, when no thread writes to them.
            if codes and out.headroom < max(2 * kernel.QUEUE * len(states), out.slots.size // 16):
                yield from out.grow(out.slots.size // 4, threads, self.sizes.rehash_slots)
            # Each thread gets its part of the room, so that together they never fill the set.
            share = out.headroom // len(states) - kernel.QUEUE
            for state in states:
                state.cursor[kernel.HEADROOM] = max(1, share)
            codes = threads.map(lambda state: self._expand_chunks(task, chunks, out.slots, state), states)
            for state in states:
                out.size += int(state.cursor[kernel.ADDED])
                self._record(state)
            yield self.budget.progress()

    def _expand_chunks(self, task: _Task, chunks: _Chunks, out: Words, state: WalkState) -> int:
        """Expand for one slice: the chunk begun before, then those that no other thread has taken."""
        # A chunk can be much smaller than a slice.
        while state.cursor[kernel.NODES] * self.work_per_jump <= self.sizes.expand_jumps:
            if not chunks.take(state):
                return int(kernel.DONE)
            code = self._call(task, out, state)
            if code != kernel.DONE:
                return code
        return int(kernel.PAUSED)

    def _call(self, task: _Task, out: Words, state: WalkState) -> int:
        mode, source, allowed, lookup, counts, first = task
        work = max(1, self.sizes.expand_work // self.work_per_jump)
        return int(kernel.expand(state, self.tables, lookup, counts, source, first, out, allowed, mode, work))

    def find(self, source: Words, allowed: int, targets: Words, hole: int | None = None) -> Slices[WalkState | None]:
        """Find a move from a position of a source to a target; yields after each slice.

        Parameters
        ----------
        source, allowed, hole
            As for :meth:`expand`.
        targets : words (power of two)
            Least images sought.

        Returns
        -------
        WalkState or None
            The state at the first move found; None if no move was found.
        """
        state, code = yield from self._walk(kernel.FIRST, source, allowed, targets, NO_COUNTS, hole)
        return state if code == kernel.HIT else None

    def add_counts(
        self, source: Words, allowed: int, targets: Words, counts: kernel.PathTotals, hole: int | None = None
    ) -> Slices[None]:
        """Add the path counts of targets to those of the positions that lead there; yields after each slice.

        Parameters
        ----------
        source, allowed, hole
            As for :meth:`expand`.
        targets : words (power of two)
            Least images.
        counts
            Those of the targets, and those of the source to be added to.

        Raises
        ------
        PathCountOverflow
            If a path count does not fit.
        """
        _, code = yield from self._walk(kernel.COUNT, source, allowed, targets, counts, hole)
        if code == kernel.OVERFLOW:
            raise PathCountOverflow

    def _walk(
        self, mode: int, source: Words, allowed: int, targets: Words, counts: kernel.PathTotals, hole: int | None
    ) -> Slices[tuple[WalkState, int]]:
        """Make moves in one thread and store no positions; returns the last state, and the kernel's code."""
        lookup = kernel.Lookup(self.none, targets, scalar(0, self.none.dtype))
        task = _Task(mode, source, allowed, lookup, counts, self._first_jumps(hole))
        state = self._walk_state()
        # Nothing is stored.
        state.cursor[kernel.HEADROOM] = UNLIMITED
        state.cursor[kernel.END] = source.size
        while True:
            code = self._call(task, self.none, state)
            self._record(state)
            yield self.budget.progress()
            if code != kernel.PAUSED:
                return state, code

    def _first_jumps(self, hole: int | None) -> npt.NDArray[np.int64]:
        """Range of the jumps a chain may begin with, int64 (2)."""
        jumps = self.directed
        return np.array((0, len(jumps.holes)) if hole is None else jumps.first[hole : hole + 2], np.int64)

    def _walk_state(self) -> WalkState:
        # Longer than needed, so that no two threads write to one cache line.
        cursor = np.zeros(64, np.int64)
        cursor[kernel.DEPTH] = -1
        words = np.zeros((MAX_CHAIN + 2, 1 + len(self.tables.byte_tables)), self.none.dtype)
        queue = np.zeros(kernel.QUEUE, self.none.dtype)
        return WalkState(cursor, np.zeros((MAX_CHAIN + 2, 3), np.int64), words, queue)

    def _record(self, state: WalkState) -> None:
        """Account for the work of a thread in a slice."""
        cursor = state.cursor
        self.budget.nodes += int(cursor[kernel.NODES])
        # Never cleared here: one pruned position in any slice keeps a length from being the last.
        self.pruned |= bool(cursor[kernel.PRUNED])
        cursor[kernel.NODES] = cursor[kernel.ADDED] = 0

    def chain(self, state: WalkState) -> tuple[Jump, ...]:
        """The jumps of the current chain at a hit of a forward expansion."""
        return tuple(self.directed.jump(int(row)) for row in state.stack[: state.cursor[kernel.DEPTH], 2])


def _move_tables(jumps: DirectedJumps, bound: Bound, pagoda_tables: Words, images: Words) -> kernel.MoveTables:
    """Lay out jumps, bounds and images for the kernel."""
    byte_tables = np.concatenate([bound.byte_tables, pagoda_tables, images])
    holes, before, tested = jumps.arrays[0]
    # By how much each map changes is the same in every position, since maps are sums over the holes.
    changes = subtract(apply_maps(byte_tables, xor(holes, before)), apply_maps(byte_tables, before))
    ranges = [jumps.first[hole : hole + 2] for hole in jumps.lands]
    return kernel.MoveTables(
        np.ascontiguousarray(np.vstack([tested, before, holes, changes]).T),
        np.array(ranges, np.int64).reshape(-1, 2),
        byte_tables,
        _regions(jumps, bound),
        bound.first_region,
        bound.costs,
        len(pagoda_tables),
        # The bound inside a chain taken back still includes the charge of the move itself.
        0 if jumps.forward else 1,
    )


def _regions(jumps: DirectedJumps, bound: Bound) -> Words:
    """Shift, mask and offset of each region, between moves and after each jump: uint64 (1 + jumps, regions, 3)."""
    regions = np.tile(bound.regions, (1 + len(jumps.lands), 1, 1))
    lands = np.array((-1, *jumps.lands), np.int64)
    for r, region in enumerate(region for partition in bound.partitions for region in partition):
        for row, hole in enumerate(region, 1):
            regions[lands == hole, r, 2] += np.uint64(row << len(region))
    return regions
