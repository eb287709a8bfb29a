"""Levels of positions reached from one end, their meeting, and the search from the start only."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from fewest.solver.jump.board import MAX_HOLES, Words
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import Expander, TargetSet
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.words import pack, pegs, sortable
from fewest.solver.model import Slices


@dataclass(slots=True)
class Frontier:
    """One end of a search: its frontier and the levels before it, which lead back to that end.

    Attributes
    ----------
    levels
        By level, i.e. number of moves made from the start, for both directions.
    depth
        The level to be expanded next, the last one, if all of a level is; a bidirectional search chooses by class.
    """

    expander: Expander
    levels: dict[int, PositionSet] = field(default_factory=dict)
    depth: int = 0

    @property
    def last(self) -> PositionSet:
        """The level to be expanded next."""
        return self.levels[self.depth]

    def advance(self, context: SearchContext, allowed: int, targets: TargetSet | None = None) -> Slices[None]:
        """Expand the last level; see :meth:`.Expander.expand`. Yields after each slice."""
        source, step = self.last, 1 if self.expander.forward else -1
        # Moves differ in their jumps, so a position may be reached in more moves than before; then it lies on no
        # solution of this length.
        before = self.levels.get(self.depth - step)
        closed = None if before is None else before.slots
        self.depth += step
        out = self.levels[self.depth] = context.empty_set()
        yield from self.expander.expand(
            source.slots, allowed, out, targets=targets, closed=closed, threads=context.threads
        )

    def sample(self, size: int) -> Words:
        """About ``size`` positions of the largest level, words."""
        return max(self.levels.values(), key=lambda level: level.size).sample(size)

    def free(self) -> None:
        """Release all levels."""
        for level in self.levels.values():
            level.free()
        self.levels.clear()


@dataclass(slots=True)
class Meeting:
    """Result of the search of one length.

    Attributes
    ----------
    positions
        By level: positions reached from both ends; without a backward frontier the goals reached. Every solution of
        the length passes through one of them, unless the search was to stop at the first.
    forward, backward
        The frontiers; None if only the start was searched from.
    exhausted
        Whether there is no solution of any length.
    """

    positions: dict[int, PositionSet]
    forward: Frontier
    backward: Frontier | None
    exhausted: bool = False

    def samples(self, size: int) -> dict[bool, Words]:
        """About ``size`` positions of the largest level of each frontier, by direction (True is forward)."""
        frontiers = (frontier for frontier in (self.forward, self.backward) if frontier is not None)
        return {frontier.expander.forward: frontier.sample(size) for frontier in frontiers}

    def free(self) -> None:
        """Release everything."""
        for level in self.positions.values():
            level.free()
        self.forward.free()
        if self.backward is not None:
            self.backward.free()


def root_positions(context: SearchContext, length: int) -> Slices[PositionSet]:
    """Find the positions after the opening, whose last move may be continued. Clears ``pruned``."""
    instance = context.instance
    start = pack([instance.position], instance.images.dtype)
    roots = context.position_set(start)
    # The first expansion of a length: what shorter lengths have pruned no longer counts.
    instance.forward.pruned = False
    if instance.last_hole is not None:
        yield from instance.forward.expand(start, length - instance.opening_moves, roots, hole=instance.last_hole)
    return roots


def search_forward(context: SearchContext, length: int) -> Slices[Meeting]:
    """Search for all solutions of a length from the start only, if none is shorter. Yields after each slice."""
    instance = context.instance
    roots = yield from root_positions(context, length)
    frontier = Frontier(instance.forward, {instance.opening_moves: roots}, instance.opening_moves)
    while frontier.depth < length and frontier.last.size:
        left = length - frontier.depth - 1
        # On the last level nothing but goals counts, so nothing else is stored.
        yield from frontier.advance(context, left, None if left else instance.goal_set)
    last = frontier.last
    if frontier.depth == length:
        goals = yield from goals_among(context, last)
        if goals.size:
            return Meeting({length: goals}, frontier, None)
    # If anything was pruned for this length, a longer one may reach the goal through it.
    exhausted = last.size == 0 and frontier.depth < length and not frontier.expander.pruned
    return Meeting({}, frontier, None, exhausted)


def goals_among(context: SearchContext, level: PositionSet) -> Slices[PositionSet]:
    """Find the positions of a level that are goals. Yields once."""
    words = level.words()
    goals = context.instance.goal_set
    keep = np.array([goals.pegs >> number & 1 == 1 for number in range(MAX_HOLES + 1)])[pegs(words)]
    if goals.slots.size > 1:
        keep |= np.isin(sortable(words), sortable(goals.slots))
    yield context.budget.progress()
    return context.position_set(words[keep])
