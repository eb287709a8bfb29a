"""Search for solutions of one length from both ends; the work is divided by slack class.

Positions are divided into slack classes (see :mod:`solver.jump`). A solution passes through classes in one order only:
levels rise, goal slacks never rise, start slacks never fall. So the forward side may own any set of classes that no
solution enters from outside the set, the backward side the rest: the first position of a solution whose class is not
the forward side's is reached from both ends. Each side proposes the smallest class it may expand next; of these two,
the one whose expansion is estimated to take fewer nodes is expanded. Such a cut is much smaller than one between two
levels: what one side reaches late, with little slack left, belongs to the other side.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import Words
from solver.jump.bounds.pattern_tables import slack_tables
from solver.jump.search.expand import Expander, limit_nodes
from solver.jump.search.frontier import Frontier, Meeting, root_positions
from solver.jump.search.instance import SearchInstance
from solver.jump.search.position_set import NO_SLOTS, ClassifiedSet, PositionSet
from solver.kernels import jump_bidirectional as kernel
from solver.threads import ThreadPool, batched

ABANDON_FACTOR = 30
"""An expansion is abandoned once it takes this many times the nodes estimated for the other side's next one."""

MIN_ESTIMATE = 100_000
"""Nodes: smaller estimates count as this when an expansion is abandoned, but not when the next one is chosen. Also the
limit for measuring a sample."""

SAMPLE = 50
"""Positions on which the cost of a level is measured: it can be far from that of the level before."""

BATCH = 4096
"""Positions up to which classes of a level are expanded together."""

CHUNK = 1 << 18
"""Positions expanded before what was found is classified."""

MAX_SPARE = 64
"""Slots per position to expand that a set for its successors may have; a larger set is not used again."""

SLICE = 1 << 17
"""Slots one thread classifies in one slice, if positions have up to 16 images: some milliseconds."""

SELECT_SLICE = 4 * SLICE
"""Slots from which one thread copies in one slice: copying takes no bounds."""

ClassTable: TypeAlias = npt.NDArray[np.int64]
"""A number per level and class index: (levels, classes); level 0 is the one after the opening."""


@dataclass(slots=True)
class Side(Frontier):
    """One of two frontiers that share the slack classes.

    Attributes
    ----------
    owner : int64 (levels, classes)
        Owner of each class, relative to this side.
    sizes : int64 (levels, classes)
        Positions of each class this side has reached.
    costs
        By level: nodes that expanding a position takes.
    """

    owner: ClassTable = field(default_factory=lambda: np.zeros((1, kernel.CLASSES), np.int64))
    sizes: ClassTable = field(default_factory=lambda: np.zeros((1, kernel.CLASSES), np.int64))
    costs: dict[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, expander: Expander, levels: int) -> Side:
        """A side that has reached nothing yet."""
        expander.pruned = False
        shape = (levels, kernel.CLASSES)
        return cls(expander, owner=np.zeros(shape, np.int64), sizes=np.zeros(shape, np.int64))

    @property
    def exhausted(self) -> bool:
        """Whether every position was expanded, and none was ever pruned for this length alone."""
        return not self.expander.pruned and not self.sizes[self.owner != kernel.OWN].any()


class Candidate(NamedTuple):
    """Slack classes of one level that a side may expand next.

    Attributes
    ----------
    level, size
        Their level and number of positions.
    selected : bool (classes)
        By class index.
    """

    level: int
    size: int
    selected: npt.NDArray[np.bool_]


class BidirectionalSearch:
    """The search of one length.

    Parameters
    ----------
    instance
        The puzzle, with both expanders.
    length
        Moves of the solutions searched, the opening's included.
    stop_at_first
        Stop at the first position reached from both ends.
    threads
        Threads to share the work.
    """

    def __init__(self, instance: SearchInstance, length: int, stop_at_first: bool, threads: ThreadPool) -> None:
        assert instance.backward is not None
        self.instance, self.length, self.stop_at_first, self.threads = instance, length, stop_at_first, threads
        self.base = instance.opening_moves
        levels = length - self.base + 1
        self.forward, self.backward = Side.of(instance.forward, levels), Side.of(instance.backward, levels)
        self.tables = slack_tables(
            instance.forward.bound, instance.backward.bound, instance.group, instance.puzzle.board.holes
        )
        instance.budget.reserve(self.tables.byte_tables.nbytes)
        # Where positions have many images, each takes longer: fewer fit a slice.
        self.slice = max(1 << 8, 16 * SLICE // max(16, len(self.tables.byte_tables)))
        self.found = PositionSet(instance.budget)
        self.meetings: dict[int, PositionSet] = {}

    def run(self) -> Generator[None, None, Meeting]:
        """Find a position of every solution of the length, if none is shorter. Yields after each slice.

        1. Classify the positions after the opening, and the goals.
        2. For either side, choose the classes it may expand next and estimate the nodes they take.
        3. Expand those that take less, until every class has its owner.
        """
        instance = self.instance
        assert instance.goals is not None
        # 1. Roots and goals
        roots = yield from root_positions(instance, self.length)
        goals = PositionSet.of(instance.budget, instance.goals, instance.images)
        yield from self._classify(self.forward, self.base, roots.slots)
        yield from self._classify(self.backward, self.length, goals.slots)
        roots.free()
        goals.free()
        while not self._finished:
            # 2. Candidates
            ahead, back = self._choose(self.forward), self._choose(self.backward)
            if ahead is None or back is None:
                break
            estimates = (
                (yield from self._estimate(self.forward, ahead)),
                (yield from self._estimate(self.backward, back)),
            )
            # 3. Expand
            side, candidate = (self.forward, ahead) if estimates[0] <= estimates[1] else (self.backward, back)
            yield from self._expand(side, candidate, ABANDON_FACTOR * max(MIN_ESTIMATE, *estimates))
        self.found.free()
        instance.budget.release(self.tables.byte_tables.nbytes)
        exhausted = not self.meetings and (self.forward.exhausted or self.backward.exhausted)
        return Meeting(self.meetings, self.forward, self.backward, exhausted)

    @property
    def _finished(self) -> bool:
        return self.stop_at_first and bool(self.meetings)

    def _other(self, side: Side) -> Side:
        return self.backward if side is self.forward else self.forward

    def _choose(self, side: Side) -> Candidate | None:
        """The smallest classes a side may expand next; None if every class has its owner."""
        selected = np.zeros(kernel.CLASSES, np.bool_)
        row, size = kernel.choose_classes(side.owner, side.sizes, side.expander.forward, BATCH, selected)
        other = self._other(side)
        other.owner[side.owner == kernel.OWN] = kernel.OTHER
        other.owner[side.owner == kernel.COMPLETE] = kernel.COMPLETE
        return None if row < 0 else Candidate(self.base + row, size, selected)

    def _estimate(self, side: Side, candidate: Candidate) -> Generator[None, None, float]:
        """Nodes that expanding a candidate takes, by the last expansion of its level, a sample, or the last of any."""
        level, costs, budget = candidate.level, side.costs, self.instance.budget
        if level not in costs and candidate.size > 10 * SAMPLE:
            nodes, out = budget.nodes, PositionSet(budget)
            sample = side.levels[level].sample(SAMPLE)
            yield from limit_nodes(
                side.expander.expand(sample, self._allowed(side, level), out=out), budget, MIN_ESTIMATE
            )
            out.free()
            costs[level] = max(1.0, (budget.nodes - nodes) / sample.size)
        return candidate.size * costs.get(level, next(reversed(costs.values()), 1.0))

    def _allowed(self, side: Side, level: int) -> int:
        """Moves left after a move from a level, in a side's direction."""
        return (self.length - level if side.expander.forward else level - self.base) - 1

    def _expand(self, side: Side, candidate: Candidate, max_nodes: float) -> Generator[None, None, None]:
        """Make all moves from some classes and own them, or abandon them after ``max_nodes``."""
        budget, level = self.instance.budget, candidate.level
        target, before = (level + 1, level - 1) if side.expander.forward else (level - 1, level + 1)
        # A position this side reached a move sooner lies on no solution of this length, as none is shorter. Of older
        # levels there would be more lookups; a position left in for lack of them costs work, never a solution.
        closed = side.levels[before].slots if before in side.levels else NO_SLOTS
        words = yield from self._select(side, candidate)
        if self.found.slots.size > MAX_SPARE * (candidate.size + MAX_SPARE):
            self.found.free()
        found, nodes, expanded = self.found, budget.nodes, 0
        for at in range(0, candidate.size, CHUNK):
            chunk = words[at : at + CHUNK]
            expanded += chunk.size
            run = side.expander.expand(
                chunk, self._allowed(side, level), out=found, closed=closed, threads=self.threads
            )
            done, _ = yield from limit_nodes(run, budget, max_nodes - (budget.nodes - nodes))
            if done:
                yield from self._classify(side, target, found.slots)
            found.clear()
            # If abandoned, the positions classified so far stay: they do belong to the level, and whoever expands the
            # rest later finds them stored.
            if not done or self._finished:
                break
        else:
            side.owner[level - self.base, candidate.selected] = kernel.OWN
            self._other(side).owner[level - self.base, candidate.selected] = kernel.OTHER
        budget.release(words.nbytes)
        # The true cost of abandoned classes is unknown, only that it is more.
        side.costs[level] = max(1.0, (budget.nodes - nodes) / expanded) * (1 if done else 2)

    def _select(self, side: Side, candidate: Candidate) -> Generator[None, None, Words]:
        """The positions of a candidate, uint64; the caller releases their bytes."""
        held, budget = side.levels[candidate.level], self.instance.budget
        assert isinstance(held, ClassifiedSet)
        share = min(SELECT_SLICE, held.slots.size)
        budget.reserve(8 * candidate.size + 8 * share * self.threads.size)
        words, filled = np.empty(candidate.size, np.uint64), 0
        copies = np.empty((self.threads.size, share), np.uint64)

        def copy(start_and_out: tuple[int, Words]) -> int:
            start, out = start_and_out
            end = min(held.slots.size, start + share)
            return int(kernel.select(held.classified, candidate.selected, out, start, end))

        for starts in batched(range(0, held.slots.size, share), self.threads.size):
            sizes = self.threads.map(copy, list(zip(starts, copies, strict=False)))
            for found, size in zip(copies, sizes, strict=False):
                words[filled : filled + size] = found[:size]
                filled += size
            yield
        budget.release(copies.nbytes)
        return words

    def _classify(self, side: Side, level: int, words: Words) -> Generator[None, None, None]:
        """Put positions reached at a level into their slack classes; those the other side has reached are meetings."""
        own = side.levels.setdefault(level, ClassifiedSet(self.instance.budget))
        assert isinstance(own, ClassifiedSet)
        share = max(1, min(self.slice, -(-words.size // self.threads.size)))
        for at in range(0, words.size, share * self.threads.size):
            end = min(words.size, at + share * self.threads.size)
            if own.headroom < end - at:
                yield from own.grow(end - at, self.threads)
            shares = [words[start : min(end, start + share)] for start in range(at, end, share)]
            for found in self.threads.map(lambda share: self._classify_share(side, own, level, share), shares):
                own.size += int(found.tally[kernel.ADDED])
                side.expander.pruned |= bool(found.tally[kernel.PRUNED])
                side.sizes[level - self.base] += found.class_sizes
                hits = found.meetings[: found.tally[kernel.MET]]
                if hits.size:
                    met = self.meetings.setdefault(level, PositionSet(self.instance.budget))
                    yield from met.add(hits, self.instance.images)
            yield

    def _classify_share(self, side: Side, own: ClassifiedSet, level: int, words: Words) -> kernel.Found:
        """Classify one thread's share."""
        other, made = self._other(side).levels.get(level), level - self.base
        found = kernel.Found(np.empty(words.size, np.uint64), np.zeros(kernel.CLASSES, np.int64), np.zeros(3, np.int64))
        kernel.classify(
            words, self.length - level, made, self.tables, own.classified,
            NO_SLOTS if other is None else other.slots, side.owner[made], found,
        )  # fmt: skip
        return found
