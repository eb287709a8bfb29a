"""Walks: every move from every position of a set, in slices, by one or more threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from solver.budget import Budget
from solver.jump.board import JumpBoard, Words
from solver.jump.bounds.pattern_tables import Bound, Steps, steps
from solver.jump.search.position_set import NOTHING, PositionSet
from solver.jump.symmetry import carry
from solver.kernels import jump_expand as kernel
from solver.model import Jump

Ways: TypeAlias = npt.NDArray[np.uint64]
"""Number of ways per slot of a set: (slots, limbs), least limb first."""

NO_WAYS: Ways = np.zeros((1, 1), np.uint64)

DEEPEST = 64
"""A chain removes or brings back a peg with every jump."""

BUDGET = 500_000
"""Work of one slice: some hundredths of a second."""

ENOUGH = 250_000
"""Jumps after which a thread that has finished a chunk does not begin another in this slice."""

KEEP, FIRST, COUNT = 0, 1, 2
"""Modes of the kernel."""


class WaysOverflow(ArithmeticError):
    """A number of ways does not fit its limbs; whoever counts begins again with more."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """What positions are looked up in: a set of least images, and numbers of pegs (bit n: n pegs)."""

    slots: Words = field(default_factory=lambda: NOTHING)
    counts: int = 0


ALL = Sieve()


@dataclass(slots=True)
class Hand:
    """State of one thread between slices (see ``solver.kernels.jump_expand.walk``)."""

    cursor: npt.NDArray[np.int64]
    stack: npt.NDArray[np.int64]
    words: Words


S = TypeVar("S")
T = TypeVar("T")


class Crew:
    """Threads that share the work of a walk, a chunk of slots at a time."""

    def __init__(self, size: int = 1, chunk: int = 1 << 12) -> None:
        self.size, self.chunk = size, chunk
        self._pool = ThreadPoolExecutor(size) if size > 1 else None

    def map(self, work: Callable[[S], T], shares: list[S]) -> list[T]:
        """Do a slice of work, every share in a thread."""
        if self._pool is None or len(shares) == 1:
            return [work(share) for share in shares]
        return list(self._pool.map(work, shares))

    def close(self) -> None:
        """Send the threads home."""
        if self._pool is not None:
            self._pool.shutdown()


ALONE = Crew()

Task: TypeAlias = tuple[Words, int, PositionSet, Sieve, Words, int, Ways, Ways, npt.NDArray[np.int64], int]
"""What every slice of a walk is given: the parameters of :meth:`Walker.run`."""


def capped(run: Generator[None, None, T], budget: Budget, most: float) -> Generator[None, None, tuple[bool, T | None]]:
    """Go on with a walk until it ends or has taken more nodes than that; whether it ended, and what it returned."""
    began = budget.nodes
    while budget.nodes - began <= most:
        try:
            next(run)
        except StopIteration as end:
            return True, end.value
        yield
    run.close()
    return False, None


class Walker:
    """Moves of one board in one direction under one bound, with positions up to symmetry."""

    def __init__(
        self,
        board: JumpBoard,
        forward: bool,
        bound: Bound,
        images: Words,
        budget: Budget,
        lanes: Words | None = None,
    ) -> None:
        self.steps: Steps = steps(board, forward)
        self.forward, self.bound, self.images, self.budget = forward, bound, images, budget
        self.leasts = NEVER
        moves = self.steps
        self.lanes = images[:0] if lanes is None else lanes
        self.layout = np.concatenate([bound.layout, self.lanes, images])
        holes = np.array(moves.holes, np.uint64)
        before = np.array(moves.before, np.uint64)
        adds = carry(self.layout, holes ^ before) - carry(self.layout, before)
        self.jumps = np.ascontiguousarray(np.vstack([holes, before, adds]).T)
        self.onward = np.array([moves.first[hole : hole + 2] for hole in moves.lands], np.int64).reshape(-1, 2)
        self.mids = _mids(moves, bound)

    @property
    def slack(self) -> int:
        """What a chain may cost more before its end: taken back, its own move is still to be charged."""
        return 0 if self.forward else 1

    def run(
        self,
        source: Words,
        allowed: int,
        *,
        out: PositionSet | None = None,
        sieve: Sieve = ALL,
        seen: Words = NOTHING,
        mode: int = KEEP,
        ways: Ways = NO_WAYS,
        sums: Ways = NO_WAYS,
        hole: int | None = None,
        crew: Crew = ALONE,
    ) -> Generator[None, None, Hand | None]:
        """Make every move from every position of a source; yields after each slice.

        Parameters
        ----------
        source
            Positions, 0 for none.
        allowed
            Moves left after the move: what the bound of a position may be.
        out
            Takes what is found (mode ``KEEP``).
        sieve, seen
            What is wanted; which positions of the source need no look.
        mode
            ``KEEP``, ``FIRST`` (stop at the first) or ``COUNT`` (add the ways of what is found to ``sums``).
        hole
            Only the peg in this hole moves.
        crew
            Threads to share the work.

        Returns
        -------
        Hand or None
            After ``FIRST``: the state of the walk at the hit, None if there was none.

        Raises
        ------
        MemoryError
            If the set would pass the bytes allowed.
        WaysOverflow
            If a number of ways does not fit.
        """
        target = out if out is not None else PositionSet(self.budget)
        keeps = mode == KEEP
        if keeps and target.room <= kernel.WAIT:
            yield from target.grow(kernel.WAIT)
        hands = [self._hand() for _ in range(crew.size if source.size > crew.chunk else 1)]
        size = crew.chunk if len(hands) > 1 else source.size
        chunks = iter(range(0, source.size, size))
        task = (source, allowed, target, sieve, seen, mode, ways, sums, self._first(hole), size)
        while True:
            for hand in hands:
                hand.cursor[kernel.ROOM] = max(1, target.room // len(hands) - kernel.WAIT) if keeps else PLENTY
            codes = crew.map(lambda hand: self._slice(hand, chunks, task), hands)
            self._settle(hands, target)
            yield
            if kernel.OVERFLOW in codes:
                raise WaysOverflow
            if kernel.HIT in codes:
                return hands[codes.index(kernel.HIT)]
            if all(code == kernel.DONE for code in codes):
                return None
            if keeps and target.room < max(2 * kernel.WAIT * len(hands), target.slots.size // 16):
                yield from target.grow(target.slots.size // 4)

    def _first(self, hole: int | None) -> npt.NDArray[np.int64]:
        """The jumps a chain may begin with."""
        moves = self.steps
        return np.array((0, len(moves.holes)) if hole is None else moves.first[hole : hole + 2], np.int64)

    def _slice(self, hand: Hand, chunks: Iterator[int], task: Task) -> int:
        """Work for one slice, chunk by chunk; a chunk in hand is finished first."""
        source, allowed, target, sieve, seen, mode, ways, sums, first, size = task
        cursor = hand.cursor
        while True:
            if cursor[kernel.SLOT] >= cursor[kernel.END]:
                start = next(chunks, None)
                if start is None:
                    return int(kernel.DONE)
                cursor[kernel.SLOT], cursor[kernel.END] = start, min(source.size, start + size)
            code = kernel.walk(
                cursor, hand.stack, hand.words, source, seen, sieve.slots, np.uint64(sieve.counts), target.slots,
                ways, sums, first, self.jumps, self.onward, self.mids, self.bound.regions, self.bound.parts,
                len(self.lanes), self.layout, self.bound.table, allowed, self.slack, mode, BUDGET,
            )  # fmt: skip
            if code != kernel.DONE or cursor[kernel.NODES] > ENOUGH:
                return int(code) if code != kernel.DONE else int(kernel.BUDGET)

    def _hand(self) -> Hand:
        # Longer than it need be, so that no two threads write to one cache line.
        cursor = np.zeros(64, np.int64)
        cursor[kernel.DEPTH], cursor[kernel.LEAST] = -1, kernel.NEVER
        words = np.zeros((DEEPEST + 2, 1 + len(self.layout)), np.uint64)
        return Hand(cursor, np.zeros((DEEPEST + 2, 3), np.int64), words)

    def _settle(self, hands: Sequence[Hand], target: PositionSet) -> None:
        """Book what the threads did in a slice."""
        for hand in hands:
            self.budget.nodes += int(hand.cursor[kernel.NODES])
            target.size += int(hand.cursor[kernel.SIZE])
            self.leasts = min(self.leasts, int(hand.cursor[kernel.LEAST]))
            hand.cursor[kernel.NODES] = hand.cursor[kernel.SIZE] = 0

    def chain(self, hand: Hand) -> tuple[Jump, ...]:
        """The jumps of the chain in hand at a hit of a forward walk."""
        rows = hand.stack[: hand.cursor[kernel.DEPTH], 2]
        return tuple(self._jump(int(row)) for row in rows)

    def _jump(self, row: int) -> Jump:
        moves = self.steps
        leaves, lands = moves.leaves[row], moves.lands[row]
        over = moves.holes[row] ^ 1 << leaves ^ 1 << lands
        return leaves, over.bit_length() - 1, lands


NEVER, SLOT = int(kernel.NEVER), int(kernel.SLOT)
PLENTY = 1 << 60


def _mids(moves: Steps, bound: Bound) -> Words:
    """Per jump and region: where in the table the costs begin when the peg that jumped moves on."""
    mids, lands = np.tile(bound.regions[:, 2], (len(moves.lands), 1)), np.array(moves.lands, np.int64)
    regions = [region for partition in bound.partitions for region in partition]
    for r, region in enumerate(regions):
        for row, hole in enumerate(region, 1):
            mids[lands == hole, r] += np.uint64(row << len(region))
    return mids
