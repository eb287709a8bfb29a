"""Expansion: every move from every position of a set, in slices, by one or more threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from solver.budget import Budget
from solver.jump.board import JumpBoard, Words
from solver.jump.bounds.pattern_tables import Bound, DirectedJumps, directed_jumps
from solver.jump.search.position_set import NO_SLOTS, PositionSet
from solver.jump.symmetry import carry
from solver.kernels import jump_expand as kernel
from solver.model import Jump
from solver.threads import SINGLE_THREAD, ThreadPool

PathCounts: TypeAlias = npt.NDArray[np.uint64]
"""Number of jump sequences per slot of a set: (slots, limbs), least limb first."""

NO_COUNTS = kernel.PathTotals(np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.uint64))

MAX_CHAIN = 64
"""A chain removes (or, backward, brings back) a peg with every jump."""

SLICE_WORK = 500_000
"""Jumps made, and other work of similar cost, in one kernel call: some hundredths of a second."""

CHUNK = 1 << 12
"""Slots of the source that a thread takes at a time, at most."""

SHARES = 8
"""Chunks per thread at least, so that all threads end at about the same time."""

THREADED = 1 << 9
"""With more slots than this, threads pay."""

SLICE_JUMPS = 250_000
"""Jumps after which a thread that has finished a chunk does not start another in the same slice."""

UNLIMITED = 1 << 60


class PathCountOverflow(ArithmeticError):
    """A path count does not fit its limbs; the caller starts again with more limbs."""


@dataclass(frozen=True, slots=True)
class TargetSet:
    """Positions sought.

    Attributes
    ----------
    slots : uint64 (power of two)
        Least images.
    pegs
        Bit n: every position with n pegs; in mode ``KEEP`` only.
    """

    slots: Words = field(default_factory=lambda: NO_SLOTS)
    pegs: int = 0


ANY_POSITION = TargetSet()

WalkState: TypeAlias = kernel.WalkState

T = TypeVar("T")


def limit_nodes(
    run: Generator[None, None, T], budget: Budget, nodes: float
) -> Generator[None, None, tuple[bool, T | None]]:
    """Continue an expansion until it ends or has taken more than ``nodes``; whether it ended, and what it returned."""
    began = budget.nodes
    while budget.nodes - began <= nodes:
        try:
            next(run)
        except StopIteration as end:
            return True, end.value
        yield
    run.close()
    return False, None


class Expander:
    """Moves on one board in one direction, pruned by one bound, with positions up to symmetry.

    Attributes
    ----------
    pruned
        Whether a position was left out that may lie on a longer solution. Set by expansions, cleared by their callers.
    pagoda_tables : uint64 (pagoda words, bytes, 256)
        Byte tables of the pagoda functions in use.
    """

    def __init__(
        self,
        board: JumpBoard,
        forward: bool,
        bound: Bound,
        images: Words,
        budget: Budget,
        pagoda_tables: Words | None = None,
    ) -> None:
        self.directed: DirectedJumps = directed_jumps(board, forward)
        self.forward, self.bound, self.images, self.budget = forward, bound, images, budget
        self.pruned = False
        self.pagoda_tables = images[:0] if pagoda_tables is None else pagoda_tables
        self.tables = _move_tables(self.directed, bound, self.pagoda_tables, images)

    def expand(
        self,
        source: Words,
        allowed: int,
        *,
        out: PositionSet | None = None,
        targets: TargetSet = ANY_POSITION,
        closed: Words = NO_SLOTS,
        mode: int = kernel.KEEP,
        path_counts: kernel.PathTotals = NO_COUNTS,
        hole: int | None = None,
        threads: ThreadPool = SINGLE_THREAD,
    ) -> Generator[None, None, WalkState | None]:
        """Make every move from every position of a source; yields after each slice.

        Parameters
        ----------
        source : uint64
            Positions, 0 for none.
        allowed
            Moves left after the move: the largest bound a position may have.
        out
            Takes what is found (mode ``KEEP``).
        targets
            Positions sought.
        closed : uint64 (power of two)
            Positions of the source that need no expansion.
        mode
            ``KEEP``, ``FIRST`` (stop at the first) or ``COUNT`` (add path counts).
        path_counts
            Those of the targets, and those of the source to be added to.
        hole
            Only the peg in this hole moves.
        threads
            Threads to share the work.

        Returns
        -------
        WalkState or None
            After ``FIRST``: the state at the hit, None if there was none.

        Raises
        ------
        MemoryError
            If the set would exceed the bytes allowed.
        PathCountOverflow
            If a path count does not fit.
        """
        target = out if out is not None else PositionSet(self.budget)
        keeps = mode == kernel.KEEP
        if keeps and target.headroom <= kernel.QUEUE:
            yield from target.grow(kernel.QUEUE)
        states = [self._walk_state() for _ in range(threads.size if source.size > THREADED else 1)]
        chunk = min(CHUNK, -(-source.size // (SHARES * len(states)))) if len(states) > 1 else source.size
        starts = iter(range(0, source.size, chunk))
        lookup = kernel.Lookup(closed, targets.slots, np.uint64(targets.pegs))  # type: ignore[arg-type]
        first = self._first_jumps(hole)

        def call(state: WalkState) -> int:
            return int(
                kernel.expand(
                    state, self.tables, lookup, path_counts, source, first, target.slots, allowed, mode, SLICE_WORK
                )
            )

        while True:
            for state in states:
                share = target.headroom // len(states) - kernel.QUEUE
                state.cursor[kernel.HEADROOM] = max(1, share) if keeps else UNLIMITED
            codes = threads.map(lambda state: _expand_chunks(call, state, starts, chunk, source.size), states)
            self._record(states, target)
            yield
            if kernel.OVERFLOW in codes:
                raise PathCountOverflow
            if kernel.HIT in codes:
                return states[codes.index(kernel.HIT)]
            if all(code == kernel.DONE for code in codes):
                return None
            if keeps and target.headroom < max(2 * kernel.QUEUE * len(states), target.slots.size // 16):
                yield from target.grow(target.slots.size // 4, threads)

    def _first_jumps(self, hole: int | None) -> npt.NDArray[np.int64]:
        """Range of the jumps a chain may begin with, int64 (2)."""
        jumps = self.directed
        return np.array((0, len(jumps.holes)) if hole is None else jumps.first[hole : hole + 2], np.int64)

    def _walk_state(self) -> WalkState:
        # Longer than needed, so that no two threads write to one cache line.
        cursor = np.zeros(64, np.int64)
        cursor[kernel.DEPTH] = -1
        words = np.zeros((MAX_CHAIN + 2, 1 + len(self.tables.byte_tables)), np.uint64)
        return WalkState(cursor, np.zeros((MAX_CHAIN + 2, 3), np.int64), words)

    def _record(self, states: Sequence[WalkState], target: PositionSet) -> None:
        """Add up what the threads did in a slice."""
        for cursor, _, _ in states:
            self.budget.nodes += int(cursor[kernel.NODES])
            target.size += int(cursor[kernel.ADDED])
            self.pruned |= bool(cursor[kernel.PRUNED])
            cursor[kernel.NODES] = cursor[kernel.ADDED] = 0

    def chain(self, state: WalkState) -> tuple[Jump, ...]:
        """The jumps of the current chain at a hit of a forward expansion."""
        return tuple(self.directed.jump(int(row)) for row in state.stack[: state.cursor[kernel.DEPTH], 2])


def _expand_chunks(
    call: Callable[[WalkState], int], state: WalkState, starts: Iterator[int], chunk: int, end: int
) -> int:
    """Expand for one slice, the current chunk first, then the next ones that no other thread has taken."""
    cursor = state.cursor
    while cursor[kernel.NODES] <= SLICE_JUMPS:
        if cursor[kernel.SLOT] >= cursor[kernel.END]:
            start = next(starts, None)
            if start is None:
                return int(kernel.DONE)
            cursor[kernel.SLOT], cursor[kernel.END] = start, min(end, start + chunk)
        code = call(state)
        if code != kernel.DONE:
            return code
    return int(kernel.PAUSED)


def _move_tables(jumps: DirectedJumps, bound: Bound, pagoda_tables: Words, images: Words) -> kernel.MoveTables:
    """Lay out jumps, bounds and images for the kernel."""
    byte_tables = np.concatenate([bound.byte_tables, pagoda_tables, images])
    holes, before = np.array(jumps.holes, np.uint64), np.array(jumps.before, np.uint64)
    changes = carry(byte_tables, holes ^ before) - carry(byte_tables, before)
    ranges = [jumps.first[hole : hole + 2] for hole in jumps.lands]
    return kernel.MoveTables(
        np.ascontiguousarray(np.vstack([holes, before, changes]).T),
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
    regions, lands = np.tile(bound.regions, (1 + len(jumps.lands), 1, 1)), np.array((-1, *jumps.lands), np.int64)
    for r, region in enumerate(region for partition in bound.partitions for region in partition):
        for row, hole in enumerate(region, 1):
            regions[lands == hole, r, 2] += np.uint64(row << len(region))
    return regions
