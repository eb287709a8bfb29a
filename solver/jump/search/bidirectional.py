"""Look for solutions of one length from both ends, each side expanding the positions that are cheaper for it.

Positions are parted into units by level and slacks (see ``kernels.jump_bidirectional``). A solution never comes back
to a unit before the one it is in, so the forward side may own any units that nothing comes into from units outside,
and the backward side the rest: the first position of a solution whose unit is not the forward side's is known to both.
The unit that costs least is expanded next, by the side it costs least. Such a cut is much smaller than one along
levels: what one side has reached late, with little slack left, is the other side's.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import Words
from solver.jump.bounds.pattern_tables import slacks
from solver.jump.search.expand import NEVER, Crew, Walker, capped
from solver.jump.search.frontier import Meeting, Side, begin
from solver.jump.search.instance import Frame
from solver.jump.search.position_set import NOTHING, MarkedSet, PositionSet
from solver.kernels import jump_bidirectional as kernel

MARKS = kernel.SLACKS**2

FAR_MORE = 30
"""Units that take so many times the nodes foreseen for the other side's next ones are given up for those."""

ENOUGH = 100_000

SAMPLE = 50
"""Positions on which the cost of a level is measured: it can be far from that of the level before."""

BATCH = 4096
"""Positions up to which units of a level are expanded together."""

PIECE = 1 << 18
"""Positions expanded before what was found is put into its units."""

ROOMY = 64
"""Slots a position to be expanded may have for what it leads to; a set with more is not used again."""

SLICE = 1 << 15
"""Slots that one thread looks through between two looks at the clock."""

Units: TypeAlias = npt.NDArray[np.int64]


@dataclass(slots=True)
class Half(Side):
    """A side that shares the units with another.

    Attributes
    ----------
    owner, counts : int64 (levels, marks)
        By unit: whose it is, as this side sees it, and how many positions of it this side knows.
    costs
        By level: nodes an expansion takes per position.
    lost
        Whether a position was left out that may lie on a longer solution.
    """

    owner: Units = field(default_factory=lambda: np.zeros((1, MARKS), np.int64))
    counts: Units = field(default_factory=lambda: np.zeros((1, MARKS), np.int64))
    costs: dict[int, float] = field(default_factory=dict)
    lost: bool = False

    @classmethod
    def of(cls, walker: Walker, levels: int) -> Half:
        """A side that knows nothing yet."""
        walker.leasts = NEVER
        return cls(walker, owner=np.zeros((levels, MARKS), np.int64), counts=np.zeros((levels, MARKS), np.int64))

    @property
    def closed(self) -> bool:
        """Whether all there is has been expanded, and nothing was ever ruled out for this length alone."""
        return not self.lost and self.walker.leasts == NEVER and not self.counts[self.owner != kernel.MINE].any()


class Plan(NamedTuple):
    """Units of one level that a side may expand next: ``wanted`` by mark."""

    level: int
    size: int
    wanted: npt.NDArray[np.bool_]


class Halves:
    """The search of one length.

    Parameters
    ----------
    first
        End with the first position found to be known to both sides.
    """

    def __init__(self, frame: Frame, length: int, first: bool, crew: Crew) -> None:
        assert frame.backward is not None
        self.frame, self.length, self.first, self.crew = frame, length, first, crew
        levels = length - frame.base + 1
        self.ahead, self.behind = Half.of(frame.forward, levels), Half.of(frame.backward, levels)
        self.slacks = slacks(frame.forward.bound, frame.backward.bound, frame.group, frame.puzzle.board.holes)
        frame.budget.reserve(self.slacks.layout.nbytes)
        # Where a position has many images, fewer positions are looked at between two looks at the clock.
        self.slice = max(1 << 8, 16 * SLICE // max(16, len(self.slacks.layout)))
        self.found = PositionSet(frame.budget)
        self.met: dict[int, PositionSet] = {}

    def run(self) -> Generator[None, None, Meeting]:
        """Find positions on every solution of the length, when none is shorter. Yields after each slice."""
        frame = self.frame
        assert frame.goals is not None
        first = yield from begin(frame, self.length)
        last = PositionSet.of(frame.budget, frame.goals, frame.images)
        yield from self._settle(self.ahead, frame.base, first.slots)
        yield from self._settle(self.behind, self.length, last.slots)
        first.free()
        last.free()
        while not (self.first and self.met):
            forward, backward = self._plan(self.ahead), self._plan(self.behind)
            if forward is None or backward is None:
                break
            works = (yield from self._work(self.ahead, forward)), (yield from self._work(self.behind, backward))
            half, plan = (self.ahead, forward) if works[0] <= works[1] else (self.behind, backward)
            yield from self._expand(half, plan, FAR_MORE * max(ENOUGH, *works))
        self.found.free()
        frame.budget.release(self.slacks.layout.nbytes)
        hopeless = not self.met and (self.ahead.closed or self.behind.closed)
        return Meeting(self.met, self.ahead, self.behind, hopeless)

    def _other(self, half: Half) -> Half:
        return self.behind if half is self.ahead else self.ahead

    def _plan(self, half: Half) -> Plan | None:
        """The cheapest units a side may expand next; None if every unit has its owner."""
        wanted = np.zeros(MARKS, np.bool_)
        row, size = kernel.choose(half.owner, half.counts, half.walker.forward, BATCH, wanted)
        other = self._other(half)
        other.owner[half.owner == kernel.MINE] = kernel.THEIRS
        other.owner[half.owner == kernel.SETTLED] = kernel.SETTLED
        return None if row < 0 else Plan(self.frame.base + row, size, wanted)

    def _work(self, half: Half, plan: Plan) -> Generator[None, None, float]:
        """Nodes some units will take: as the last of their level, or a sample, or the last of any level."""
        level, costs = plan.level, half.costs
        if level not in costs and plan.size > 10 * SAMPLE:
            nodes, out = self.frame.budget.nodes, PositionSet(self.frame.budget)
            sample = half.levels[level].sample(SAMPLE)
            yield from capped(half.walker.run(sample, self._allowed(half, level), out=out), self.frame.budget, ENOUGH)
            out.free()
            costs[level] = max(1.0, (self.frame.budget.nodes - nodes) / sample.size)
        return plan.size * costs.get(level, next(reversed(costs.values()), 1.0))

    def _allowed(self, half: Half, level: int) -> int:
        """Moves left after a move from a level, as the side sees it."""
        return (self.length - level if half.walker.forward else level - self.frame.base) - 1

    def _expand(self, half: Half, plan: Plan, most: float) -> Generator[None, None, None]:
        """Make all moves from some units, and own them; give up if that takes more nodes than ``most``."""
        budget, level = self.frame.budget, plan.level
        forward = half.walker.forward
        target, before = (level + 1, level - 1) if forward else (level - 1, level + 1)
        seen = half.levels[before].slots if before in half.levels else NOTHING
        words = yield from self._picked(half, plan)
        if self.found.slots.size > ROOMY * (plan.size + ROOMY):
            self.found.free()
        found, nodes, tried = self.found, budget.nodes, 0
        for at in range(0, plan.size, PIECE):
            piece = words[at : at + PIECE]
            tried += piece.size
            walk = half.walker.run(piece, self._allowed(half, level), out=found, seen=seen, crew=self.crew)
            done, _ = yield from capped(walk, budget, most - (budget.nodes - nodes))
            if done:
                yield from self._settle(half, target, found.slots)
            found.clear()
            if not done or (self.first and self.met):
                break
        else:
            half.owner[level - self.frame.base, plan.wanted] = kernel.MINE
            self._other(half).owner[level - self.frame.base, plan.wanted] = kernel.THEIRS
        budget.release(words.nbytes)
        # The true cost of units given up is not known, only that it is more.
        half.costs[level] = max(1.0, (budget.nodes - nodes) / tried) * (1 if done else 2)

    def _picked(self, half: Half, plan: Plan) -> Generator[None, None, Words]:
        """The positions of some units."""
        held = half.levels[plan.level]
        assert isinstance(held, MarkedSet)
        self.frame.budget.reserve(8 * plan.size)
        words, filled = np.empty(plan.size, np.uint64), 0
        for at in range(0, held.slots.size, 64 * SLICE):
            end = min(held.slots.size, at + 64 * SLICE)
            filled = kernel.pick(held.slots, held.marks, plan.wanted, words, at, end, filled)
            yield
        return words

    def _settle(self, half: Half, level: int, words: Words) -> Generator[None, None, None]:
        """Put positions found at a level into their units; those the other side knows, too, are met."""
        own = half.levels.setdefault(level, MarkedSet(self.frame.budget))
        assert isinstance(own, MarkedSet)
        for at in range(0, words.size, self.slice * self.crew.size):
            end = min(words.size, at + self.slice * self.crew.size)
            if own.room < end - at:
                yield from own.grow(end - at)
            shares = [words[start : min(end, start + self.slice)] for start in range(at, end, self.slice)]
            dealt = self.crew.map(lambda share: self._deal(half, own, level, share), shares)
            for hits, counts, tally in dealt:
                own.size += int(tally[kernel.ADDED])
                half.lost |= bool(tally[kernel.LOST])
                half.counts[level - self.frame.base] += counts
                if hits.size:
                    met = self.met.setdefault(level, PositionSet(self.frame.budget))
                    yield from met.add(hits, self.frame.images)
            yield

    def _deal(self, half: Half, own: MarkedSet, level: int, words: Words) -> tuple[Words, Units, Units]:
        """Do one thread's share: the positions met, how many are new by mark, and the tally of the kernel."""
        facing, bounds = self._other(half).levels.get(level), self.slacks
        hits, counts, tally = np.empty(words.size, np.uint64), np.zeros(MARKS, np.int64), np.zeros(3, np.int64)
        kernel.settle(
            words, self.length - level, level - self.frame.base, bounds.layout, bounds.regions, bounds.parts,
            bounds.goal, bounds.start, own.slots, own.marks, NOTHING if facing is None else facing.slots,
            half.owner[level - self.frame.base], counts, hits, tally,
        )  # fmt: skip
        return hits[: tally[kernel.HITS]], counts, tally
