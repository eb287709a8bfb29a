"""Search for solutions of one length from both ends; the work is divided by slack class.

The cut
-------
Positions are divided into slack classes (see :mod:`fewest.solver.jump`). The bounds are consistent, so a solution
passes through classes in one order only: levels rise, goal slacks never rise, start slacks never fall. The forward side
may own any set F of classes that contains, with each class, all classes that a solution can come from; the backward
side owns the rest, B. Drawn without the start slack, a solution (a … h) moves right and never up, and the edge of F is
a staircase that rises to the right, so the solution crosses it once::

    goal slack  3 | F F F F F F B B
                2 | a b F F F B B B
                1 | F F c d e B B B        e is the first position outside F: both sides reach it
                0 | F F F B B f g h
                    ---------------
         level      0 1 2 3 4 5 6 7

Why no solution is missed
---------------------------
Let p(0) … p(n) be the positions of a solution of the length searched, none being shorter, and p(m) the first one whose
class is not in F. There is one: neither side expands the level where the other begins.

1. No p(k) is ever pruned: its slacks are not negative, and neither side reaches it in fewer moves.
2. A side owns a class only after all classes that a solution can come from, in its direction. So by induction, when the
   forward side expands the class of p(k), k < m, it has reached p(k). Hence it reaches p(m).
3. Classes that a solution enters from a class in B are in B. So the backward side expands p(n) … p(m + 1), and
   reaches p(m) likewise. Whether it also expands p(m) does not matter: a class between the two, all of whose
   predecessors are in F and all of whose successors are in B, is left to neither ("complete").
4. Whichever side reaches p(m) second finds it stored by the other. It is stored: a side drops a position only if the
   other side owns its class, and then, by 2, the other side knows it.

A set keeps one image of a position; bounds are the largest of all images, so images are in the same class.

The choice
----------
Each side proposes the smallest class it may expand next; of these two, the one whose expansion is estimated to take
fewer nodes is expanded. Positions that one side reaches late, with little slack left, belong to the other side, so the
cut is much smaller than one between two levels. In terms of the literature:

* Meeting in the middle (MM: R. C. Holte et al., Artificial Intelligence 252, 2017) is the vertical cut at half the
  length; fractional meeting (E. Shaham et al., SoCS 2017) is a vertical cut at another level, which one has to guess.
* NBS (J. Chen et al., IJCAI 2017) needs no fraction. For each pair of a forward and a backward node that a solution
  could join, one of the two must be expanded: a vertex cover. NBS expands both, at most twice the minimum. DVCBS
  (S. S. Shperberg et al., AAAI 2019) computes small covers of clusters of nodes as it goes, without such a guarantee.
* Here the vertices are slack classes of either side, the pairs are a class and one that a solution can enter next, and
  F with B is a cover, chosen greedily by measured cost. It has no guarantee either. As the length is fixed and all
  moves cost 1, a cover needs no priorities within a class, and a class is expanded as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.jump.board import Words
from fewest.solver.jump.bounds.pattern_tables import slack_tables
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import Expander, limit_nodes
from fewest.solver.jump.search.frontier import Frontier, Meeting, root_positions
from fewest.solver.jump.search.position_set import ClassifiedSet, PositionSet
from fewest.solver.kernels import jump_bidirectional as kernel
from fewest.solver.model import Slices
from fewest.solver.threads import batched, divided

ClassTable: TypeAlias = npt.NDArray[np.int64]
"""A number per row and class index: (rows, classes); row r is level ``opening_moves + r``."""


@dataclass(slots=True)
class Side(Frontier):
    """One of two frontiers that share the slack classes.

    Attributes
    ----------
    owner : int64 (rows, classes)
        Owner of each class, relative to this side.
    sizes : int64 (rows, classes)
        Positions of each class this side has reached.
    costs
        By level: nodes that expanding a position takes.
    density
        Positions reached per node, in the last expansion.
    """

    owner: ClassTable = field(default_factory=lambda: np.zeros((1, kernel.CLASSES), np.int64))
    sizes: ClassTable = field(default_factory=lambda: np.zeros((1, kernel.CLASSES), np.int64))
    costs: dict[int, float] = field(default_factory=dict)
    density: float = 0.0

    @classmethod
    def of(cls, expander: Expander, levels: int) -> Side:
        """A side that has reached nothing yet. Clears the expander's ``pruned``."""
        expander.pruned = False
        shape = (levels, kernel.CLASSES)
        return cls(expander, owner=np.zeros(shape, np.int64), sizes=np.zeros(shape, np.int64))

    @property
    def exhausted(self) -> bool:
        """Whether every position was expanded, and none was ever pruned for this length alone."""
        return not self.expander.pruned and not self.sizes[self.owner != kernel.OWN].any()

    def leave_to(self, other: Side) -> None:
        """Record what the other side owns."""
        self.owner[other.owner == kernel.OWN] = kernel.OTHER
        self.owner[other.owner == kernel.COMPLETE] = kernel.COMPLETE


class SlackCandidate(NamedTuple):
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
    """The search of one length, which stops at the first position reached from both ends unless all are wanted.

    Parameters
    ----------
    context
        The search; its instance has both expanders.
    length
        Moves of the solutions searched, the opening's included.
    """

    def __init__(self, context: SearchContext, length: int) -> None:
        instance = context.instance
        assert instance.backward is not None
        self.context = context
        self.length = length
        self.instance = instance
        self.budget = context.budget
        self.plan = context.plan
        self.threads = context.threads
        self.base = instance.opening_moves
        levels = length - self.base + 1
        self.forward = Side.of(instance.forward, levels)
        self.backward = Side.of(instance.backward, levels)
        self.tables = slack_tables(
            instance.forward.bound, instance.backward.bound, instance.group, instance.puzzle.board.holes
        )
        self.budget.reserve(self.tables.byte_tables.nbytes)
        # Where the partitions have many images, a position takes longer: fewer fit a slice.
        self.slice = max(1 << 8, 16 * self.plan.slices.classify_slots // max(16, len(self.tables.byte_tables)))
        self.found = context.empty_set()
        self.meetings: dict[int, PositionSet] = {}

    def run(self) -> Slices[Meeting]:
        """Find a position of every solution of the length, if none is shorter. Yields after each slice.

        1. Classify the positions after the opening, and the goals.
        2. For either side, choose the classes it may expand next and estimate the nodes they take.
        3. Expand those that take less, until every class has its owner.
        """
        assert self.instance.goals is not None
        # 1. Roots and goals
        roots = yield from root_positions(self.context, self.length)
        goals = self.context.position_set(self.instance.goals)
        yield from self._classify(self.forward, self.base, roots)
        yield from self._classify(self.backward, self.length, goals)
        roots.free()
        goals.free()
        while not self._finished:
            # 2. Candidates
            ahead = self._choose(self.forward)
            # At once, so that the other side's choice knows what this one has come to own.
            self.backward.leave_to(self.forward)
            back = self._choose(self.backward)
            self.forward.leave_to(self.backward)
            if ahead is None or back is None:
                break
            nodes_ahead = yield from self._estimate(self.forward, ahead)
            nodes_back = yield from self._estimate(self.backward, back)
            # 3. Expand
            # An estimate can be far too low; giving up then costs less than finishing what the other side does cheaply.
            max_nodes = self.plan.abandon_factor * max(self.plan.min_estimate, nodes_ahead, nodes_back)
            if nodes_ahead <= nodes_back:
                yield from self._expand(self.forward, ahead, max_nodes)
            else:
                yield from self._expand(self.backward, back, max_nodes)
        self.found.free()
        self.budget.release(self.tables.byte_tables.nbytes)
        exhausted = not self.meetings and (self.forward.exhausted or self.backward.exhausted)
        return Meeting(self.meetings, self.forward, self.backward, exhausted)

    @property
    def _finished(self) -> bool:
        return not self.context.want.counts and bool(self.meetings)

    def _other(self, side: Side) -> Side:
        return self.backward if side is self.forward else self.forward

    def _choose(self, side: Side) -> SlackCandidate | None:
        """The smallest classes a side may expand next; None if every class has its owner."""
        selected = np.zeros(kernel.CLASSES, np.bool_)
        row, size = kernel.choose_classes(side.owner, side.sizes, side.expander.forward, self.plan.batch, selected)
        return None if row < 0 else SlackCandidate(self.base + row, size, selected)

    def _estimate(self, side: Side, candidate: SlackCandidate) -> Slices[float]:
        """Nodes that expanding a candidate takes, by the last expansion of its level, a sample, or that of the
        level newly measured last.
        """
        level = candidate.level
        costs = side.costs
        budget = self.budget
        # Of a small class, a sample would be a good part of the work.
        if level not in costs and candidate.size > 10 * self.plan.cost_sample:
            nodes = budget.nodes
            out = self.context.empty_set()
            sample = side.levels[level].sample(self.plan.cost_sample)
            run = side.expander.expand(sample, self._allowed(side, level), out)
            yield from limit_nodes(run, budget, self.plan.min_estimate)
            out.free()
            costs[level] = max(1.0, (budget.nodes - nodes) / max(1, sample.size))
        return candidate.size * costs.get(level, next(reversed(costs.values()), 1.0))

    def _allowed(self, side: Side, level: int) -> int:
        """Moves left after a move from a level, in a side's direction."""
        return (self.length - level if side.expander.forward else level - self.base) - 1

    def _expand(self, side: Side, candidate: SlackCandidate, max_nodes: float) -> Slices[None]:
        """Make all moves from some classes and own them, or abandon them after ``max_nodes``."""
        budget = self.budget
        level = candidate.level
        chunk_size = self.plan.chunk
        target, before = (level + 1, level - 1) if side.expander.forward else (level - 1, level + 1)
        # A position this side reached a move sooner lies on no solution of this length, as none is shorter. Of older
        # levels there would be more lookups; a position left in for lack of them costs work, never a solution.
        closed = side.levels[before].slots if before in side.levels else None
        words = yield from self._select(side, candidate)
        found = yield from self._empty_found(side, candidate)
        nodes = budget.nodes
        expanded = 0
        for at in range(0, candidate.size, chunk_size):
            chunk = words[at : at + chunk_size]
            expanded += chunk.size
            run = side.expander.expand(chunk, self._allowed(side, level), found, closed=closed, threads=self.threads)
            earlier = budget.nodes
            done, _ = yield from limit_nodes(run, budget, max_nodes - (earlier - nodes))
            side.density = found.size / max(1, budget.nodes - earlier)
            if done:
                yield from self._classify(side, target, found)
            found.clear()
            # If abandoned, the positions classified so far stay: they belong to the level, and a later expansion of
            # the rest finds them stored.
            if not done or self._finished:
                break
        else:
            side.owner[level - self.base, candidate.selected] = kernel.OWN
            self._other(side).leave_to(side)
        budget.release(words.nbytes)
        # The true cost of abandoned classes is unknown, only that it is more.
        side.costs[level] = max(1.0, (budget.nodes - nodes) / expanded) * (1 if done else 2)

    def _empty_found(self, side: Side, candidate: SlackCandidate) -> Slices[PositionSet]:
        """The set for what an expansion reaches, with room for as many positions as the last one makes expect."""
        budget, found = self.budget, self.found
        if found.slots.size > self.plan.max_spare * (candidate.size + self.plan.max_spare):
            found.free()
        # A set that grows copies its positions again and again. As it is a guess, at most half of the memory left.
        most = (budget.bytes_limit - budget.bytes) // (8 * found.slots.itemsize)
        cost = side.costs.get(candidate.level, 0)
        expected = min(most, int(side.density * cost * min(candidate.size, self.plan.chunk)))
        if found.headroom < expected:
            found.free()
            yield from found.grow(expected)
        return found

    def _select(self, side: Side, candidate: SlackCandidate) -> Slices[Words]:
        """The positions of a candidate, words; the caller releases their bytes."""
        held = side.levels[candidate.level]
        budget = self.budget
        assert isinstance(held, ClassifiedSet)
        share = divided(held.slots.size, self.threads.size, self.plan.slices.select_slots)
        dtype = held.slots.dtype
        budget.reserve(dtype.itemsize * (candidate.size + share * self.threads.size))
        words = np.empty(candidate.size, dtype)
        filled = 0
        copies = np.empty((self.threads.size, share), dtype)

        def copy(start_and_out: tuple[int, Words]) -> int:
            start, out = start_and_out
            end = min(held.slots.size, start + share)
            return int(kernel.select(held.classified, candidate.selected, out, start, end))

        for starts in batched(range(0, held.slots.size, share), self.threads.size):
            sizes = self.threads.map(copy, list(zip(starts, copies, strict=False)))
            for found, size in zip(copies, sizes, strict=False):
                words[filled : filled + size] = found[:size]
                filled += size
            yield self.budget.progress()
        budget.release(copies.nbytes)
        return words

    def _classify(self, side: Side, level: int, reached: PositionSet) -> Slices[None]:
        """Put positions reached at a level into their slack classes; those the other side has reached are meetings."""
        own = side.levels.setdefault(level, ClassifiedSet(self.budget, self.instance.forward.none))
        assert isinstance(own, ClassifiedSet)
        words = reached.slots
        share = max(1, min(self.slice, -(-words.size // self.threads.size)))
        for at in range(0, words.size, share * self.threads.size):
            end = min(words.size, at + share * self.threads.size)
            if own.headroom < (most := min(end - at, reached.size)):
                yield from own.grow(most, self.threads, self.plan.slices.rehash_slots)
            shares = [words[start : min(end, start + share)] for start in range(at, end, share)]
            for found in self.threads.map(lambda share: self._classify_share(side, own, level, share), shares):
                own.size += int(found.tally[kernel.ADDED])
                side.expander.pruned |= bool(found.tally[kernel.PRUNED])
                side.sizes[level - self.base] += found.class_sizes
                hits = found.meetings[: found.tally[kernel.MET]]
                if hits.size:
                    met = self.meetings.setdefault(level, self.context.empty_set())
                    yield from met.add(hits, self.instance.images)
            yield self.budget.progress()

    def _classify_share(self, side: Side, own: ClassifiedSet, level: int, words: Words) -> kernel.Found:
        """Classify one thread's share."""
        other = self._other(side).levels.get(level)
        made = level - self.base
        found = kernel.Found(
            np.empty(words.size, words.dtype), np.zeros(kernel.CLASSES, np.int64), np.zeros(3, np.int64)
        )
        kernel.classify(
            words, self.length - level, made, self.tables, own.classified,
            self.instance.forward.none if other is None else other.slots, side.owner[made], found,
        )  # fmt: skip
        return found
