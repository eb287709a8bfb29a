"""Walks: every move from every position of a set, in slices, by one or more threads."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard
from solver.jump.bounds import Bound, Steps, steps
from solver.jump.sets import NOTHING, Account, PositionSet
from solver.jump.symmetry import Words, carry
from solver.kernels import jump_walk as kernel
from solver.model import Jump

Ways: TypeAlias = npt.NDArray[np.uint64]
"""Number of ways per slot of a set: (slots, limbs), least limb first."""

NO_WAYS: Ways = np.zeros((1, 1), np.uint64)

DEEPEST = 64
"""A chain removes or brings back a peg with every jump."""

BUDGET = 500_000
"""Work of one slice: some hundredths of a second."""

CHUNK = 1 << 14
"""Slots a thread takes at a time."""

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
class _Hand:
    """State of one thread between slices (see ``solver.kernels.jump_walk.walk``)."""

    cursor: npt.NDArray[np.int64]
    stack: npt.NDArray[np.int64]
    words: Words


class Walker:
    """Moves of one board in one direction under one bound, with positions up to symmetry."""

    def __init__(
        self,
        board: JumpBoard,
        forward: bool,
        bound: Bound,
        images: Words,
        account: Account,
        lanes: Words | None = None,
    ) -> None:
        self.steps: Steps = steps(board, forward)
        self.forward, self.bound, self.images, self.account = forward, bound, images, account
        self.leasts = NEVER
        moves = self.steps
        self.lanes = 0 if lanes is None else len(lanes)
        self.layout = np.concatenate([bound.layout, images[:0] if lanes is None else lanes, images])
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
        pool: ThreadPoolExecutor | None = None,
        cores: int = 1,
    ) -> Generator[None, None, _Hand | None]:
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

        Returns
        -------
        _Hand or None
            After ``FIRST``: the thread state at the hit, None if there was none.

        Raises
        ------
        MemoryError
            If the set would pass the bytes allowed.
        WaysOverflow
            If a number of ways does not fit.
        """
        moves = self.steps
        first = (0, len(moves.holes)) if hole is None else (moves.first[hole], moves.first[hole + 1])
        begin = np.array(first, np.int64)
        target = out if out is not None else PositionSet(self.account)
        if mode == KEEP and target.room <= 0:
            yield from target.grow(1)
        hands = [self._hand() for _ in range(cores if pool is not None and source.size > CHUNK else 1)]
        taken = 0

        def slice_of(hand: _Hand) -> int:
            return int(
                kernel.walk(
                    hand.cursor, hand.stack, hand.words, source, seen, sieve.slots, np.uint64(sieve.counts),
                    target.slots, ways, sums, begin, self.jumps, self.onward, self.mids, self.bound.regions,
                    self.bound.parts, self.lanes, self.layout, self.bound.table, allowed, self.slack,
                    mode, BUDGET,
                )
            )  # fmt: skip

        def work(hand: _Hand) -> int:
            nonlocal taken
            return slice_of(hand)

        codes = [kernel.DONE] * len(hands)
        while True:
            for index, hand in enumerate(hands):
                if codes[index] == kernel.DONE and taken < source.size:
                    size = CHUNK if len(hands) > 1 else source.size
                    hand.cursor[:2] = taken, min(source.size, taken + size)
                    taken += size
            room = target.room if mode == KEEP else 1 << 60
            for hand in hands:
                hand.cursor[kernel.ROOM] = max(1, room // len(hands) - kernel.WAIT)
            codes = list(pool.map(work, hands)) if pool is not None and len(hands) > 1 else [work(hands[0])]
            self._settle(hands, target)
            yield
            if kernel.OVERFLOW in codes:
                raise WaysOverflow
            if kernel.HIT in codes:
                return hands[codes.index(kernel.HIT)]
            if all(code == kernel.DONE for code in codes) and taken >= source.size:
                return None
            if mode == KEEP and target.room < max(len(hands), target.slots.size // 16):
                yield from target.grow(target.slots.size // 4)

    def _hand(self) -> _Hand:
        cursor = np.array([0, 0, -1, 0, 0, kernel.NEVER, 0, 0], np.int64)
        words = np.zeros((DEEPEST + 2, 1 + len(self.layout)), np.uint64)
        return _Hand(cursor, np.zeros((DEEPEST + 2, 3), np.int64), words)

    def _settle(self, hands: Sequence[_Hand], target: PositionSet) -> None:
        """Book what the threads did in a slice."""
        for hand in hands:
            self.account.nodes += int(hand.cursor[kernel.NODES])
            target.size += int(hand.cursor[kernel.SIZE])
            self.leasts = min(self.leasts, int(hand.cursor[kernel.LEAST]))
            hand.cursor[kernel.NODES] = hand.cursor[kernel.SIZE] = 0

    def chain(self, hand: _Hand) -> tuple[Jump, ...]:
        """The jumps of the chain in hand at a hit of a forward walk."""
        rows = hand.stack[: hand.cursor[kernel.DEPTH], 2]
        return tuple(self._jump(int(row)) for row in rows)

    def _jump(self, row: int) -> Jump:
        moves = self.steps
        leaves, lands = moves.leaves[row], moves.lands[row]
        over = moves.holes[row] ^ 1 << leaves ^ 1 << lands
        return leaves, over.bit_length() - 1, lands


NEVER = int(kernel.NEVER)


def _mids(moves: Steps, bound: Bound) -> Words:
    """Per jump and region: where in the table the costs begin when the peg that jumped moves on."""
    mids = np.tile(bound.regions[:, 2], (len(moves.lands), 1))
    regions = [region for partition in bound.partitions for region in partition]
    for r, region in enumerate(regions):
        size = 1 << len(region.holes)
        for row, hole in enumerate(moves.lands):
            if hole in region.holes:
                mids[row, r] += np.uint64(size * (1 + region.holes.index(hole)))
    return mids
