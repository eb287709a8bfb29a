"""Look for solutions of one length: levels of positions grown from the start, with or without a side that comes back
from the goals."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from solver.jump.board import Words
from solver.jump.search.expand import ALL, NEVER, Crew, Walker
from solver.jump.search.instance import Frame
from solver.jump.search.position_set import NOTHING, PositionSet


@dataclass(slots=True)
class Side:
    """Levels grown from one end: ``levels[k]`` are positions after k moves (from the goal: with length - k to go).

    ``fringe`` is the last level of a side on its own.
    """

    walker: Walker
    levels: dict[int, PositionSet] = field(default_factory=dict)
    fringe: int = 0

    def sample(self, most: int) -> Words:
        """Some positions of the largest level."""
        return max(self.levels.values(), key=lambda level: level.size).sample(most)

    def free(self) -> None:
        """Let go of all levels."""
        for level in self.levels.values():
            level.free()
        self.levels.clear()


@dataclass(slots=True)
class Meeting:
    """What a length ended in.

    Attributes
    ----------
    met
        By level: positions known to both sides. Every solution passes through one of them, unless the search was to
        end with the first.
    ahead, behind
        The two sides; None behind if goals were only looked at.
    hopeless
        Whether there is no solution of any length.
    """

    met: dict[int, PositionSet]
    ahead: Side
    behind: Side | None
    hopeless: bool = False

    def free(self) -> None:
        """Let go of everything."""
        for level in self.met.values():
            level.free()
        self.ahead.free()
        if self.behind is not None:
            self.behind.free()


def begin(frame: Frame, length: int) -> Generator[None, None, PositionSet]:
    """Find the positions after the opening: its last peg may have moved on."""
    first = PositionSet.of(frame.budget, np.array([frame.position], np.uint64), frame.images)
    frame.forward.leasts = NEVER
    if frame.hole is not None:
        start = np.array([frame.position], np.uint64)
        yield from frame.forward.run(start, length - frame.base, out=first, hole=frame.hole)
    return first


def meet_goals(frame: Frame, length: int, crew: Crew) -> Generator[None, None, Meeting]:
    """Find the goals at the end of all solutions of a length, when none is shorter. Yields after each slice."""
    first = yield from begin(frame, length)
    ahead = Side(frame.forward, {frame.base: first}, frame.base)
    while ahead.fringe < length:
        source, before = ahead.levels[ahead.fringe], ahead.levels.get(ahead.fringe - 1)
        if source.size == 0:
            break
        grown = PositionSet(frame.budget)
        ahead.fringe += 1
        sieve, seen = (frame.far if ahead.fringe == length else ALL), (NOTHING if before is None else before.slots)
        yield from ahead.walker.run(
            source.slots, length - ahead.fringe, out=grown, sieve=sieve, seen=seen, crew=crew
        )  # fmt: skip
        ahead.levels[ahead.fringe] = grown
    last = ahead.levels[ahead.fringe]
    if ahead.fringe == length:
        met = yield from common(frame, last)
        if met.size:
            return Meeting({length: met}, ahead, None)
    hopeless = last.size == 0 and ahead.fringe < length and ahead.walker.leasts == NEVER
    return Meeting({}, ahead, None, hopeless)


def common(frame: Frame, level: PositionSet) -> Generator[None, None, PositionSet]:
    """The positions of a level that are goals."""
    words, far = level.words(), frame.far
    keep = (np.uint64(far.counts) >> np.bitwise_count(words).astype(np.uint64)) & np.uint64(1) == 1
    if far.slots.size > 1:
        keep |= np.isin(words, far.slots)
    yield
    return PositionSet.of(frame.budget, words[keep], frame.images)
