"""Look for solutions of one length: levels grown from both ends until they meet."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from solver.jump.frame import Frame
from solver.jump.sets import NOTHING, PositionSet
from solver.jump.walks import ALL, NEVER, Crew, Sieve, Walker, capped

FAR_MORE = 30
"""A level that takes so many times the nodes foreseen for the other side's next one is given up for that one."""

ENOUGH = 100_000

SAMPLE = 200
"""Positions on which the cost of a level's growth is measured."""


@dataclass(slots=True)
class Side:
    """Levels grown from one end: ``levels[k]`` are positions after k moves (from the goal: with length - k to go).

    ``fringe`` is the level in hand; ``cost`` is how many nodes its last growth took per position; ``closed`` tells
    that nothing was ever pruned by a finite bound.
    """

    walker: Walker
    levels: dict[int, PositionSet] = field(default_factory=dict)
    fringe: int = 0
    cost: float = 1.0
    closed: bool = True

    @property
    def work(self) -> float:
        """Predicted nodes of the next growth."""
        return self.cost * self.levels[self.fringe].size

    @property
    def empty(self) -> bool:
        """Whether the level in hand has no positions."""
        return self.levels[self.fringe].size == 0

    def free(self) -> None:
        """Let go of all levels."""
        for level in self.levels.values():
            level.free()
        self.levels.clear()


@dataclass(slots=True)
class Meeting:
    """What a length ended in: the level and the positions where both sides meet, or ``hopeless`` for any length."""

    level: int
    met: PositionSet
    ahead: Side
    behind: Side | None
    hopeless: bool = False

    def free(self) -> None:
        """Let go of everything."""
        self.met.free()
        self.ahead.free()
        if self.behind is not None:
            self.behind.free()


def meet(frame: Frame, length: int, crew: Crew) -> Generator[None, None, Meeting]:
    """Find the positions in the middle of all solutions of a length, when none is shorter. Yields after each slice."""
    ahead = yield from begin(frame, length)
    behind = _behind(frame, length)
    while True:
        last = length if behind is None else behind.fringe
        if ahead.empty or (behind is not None and behind.empty):
            hopeless = (ahead.empty and ahead.closed) or (behind is not None and behind.empty and behind.closed)
            return Meeting(ahead.fringe, PositionSet(frame.account), ahead, behind, hopeless)
        if ahead.fringe == last:
            met = yield from common(frame, ahead.levels[last])
            return Meeting(last, met, ahead, behind)
        side = ahead if behind is None or ahead.work <= behind.work else behind
        other = behind if side is ahead else ahead
        sieve = ALL
        if last - ahead.fringe == 1:
            sieve = frame.far if other is None else Sieve(other.levels[other.fringe].slots)
        most = FAR_MORE * max(ENOUGH, other.work) if other is not None else math.inf
        level = yield from _grow(frame, side, length, sieve, crew, most)
        if level is None:
            continue
        if sieve is not ALL:
            found = side.levels.pop(level)
            return Meeting(level, found, ahead, behind)
        side.fringe = level


def begin(frame: Frame, length: int) -> Generator[None, None, Side]:
    """The forward side: its first level holds the ways to begin."""
    side = Side(frame.forward, fringe=frame.base)
    first = PositionSet.of(frame.account, np.array([frame.position], np.uint64), frame.images)
    side.levels[frame.base] = first
    frame.forward.leasts = NEVER
    if frame.hole is not None:
        start = np.array([frame.position], np.uint64)
        yield from frame.forward.run(start, length - frame.base, out=first, hole=frame.hole)
    side.closed = frame.forward.leasts == NEVER
    return side


def _behind(frame: Frame, length: int) -> Side | None:
    """The backward side, if there is one: its first level holds the goals."""
    if frame.backward is None or frame.goals is None:
        return None
    return Side(frame.backward, {length: PositionSet.of(frame.account, frame.goals, frame.images)}, length)


def common(frame: Frame, level: PositionSet) -> Generator[None, None, PositionSet]:
    """The positions of a level that are goals."""
    words, far = level.words(), frame.far
    keep = (np.uint64(far.counts) >> np.bitwise_count(words).astype(np.uint64)) & np.uint64(1) == 1
    if far.slots.size > 1:
        keep |= np.isin(words, far.slots)
    yield
    return PositionSet.of(frame.account, words[keep], frame.images)


def _grow(
    frame: Frame, side: Side, length: int, sieve: Sieve, crew: Crew, most: float
) -> Generator[None, None, int | None]:
    """Grow the next level of a side from the one in hand; None if it takes more nodes than that."""
    forward = side.walker.forward
    level = side.fringe + 1 if forward else side.fringe - 1
    allowed = length - level if forward else level - frame.base
    source, before = side.levels[side.fringe], side.levels.get(2 * side.fringe - level)
    grown = PositionSet(frame.account)
    side.walker.leasts = NEVER
    nodes = frame.account.nodes
    seen = before.slots if before is not None else NOTHING
    run = side.walker.run(source.slots, allowed, out=grown, sieve=sieve, seen=seen, crew=crew)
    done, _ = yield from capped(run, frame.account, most)
    nodes = frame.account.nodes - nodes
    side.closed &= done and side.walker.leasts == NEVER
    if not done:
        grown.free()
        # Its true cost is unknown, only that it is more: it is tried again once the other side costs twice as much.
        side.cost = 2 * nodes / source.size
        return None
    side.cost = max(1.0, nodes / source.size)
    side.levels[level] = grown
    if grown.size > 20 * SAMPLE:
        yield from _foresee(frame, side, grown, allowed - 1)
    return level


def _foresee(frame: Frame, side: Side, level: PositionSet, allowed: int) -> Generator[None, None, None]:
    """Measure on a sample what the growth of a level will cost: the last level's cost can be far from it."""
    leasts, nodes, scratch = side.walker.leasts, frame.account.nodes, PositionSet(frame.account)
    sample = level.sample(SAMPLE)
    yield from capped(side.walker.run(sample, allowed, out=scratch), frame.account, ENOUGH)
    scratch.free()
    side.walker.leasts = leasts
    side.cost = max(1.0, (frame.account.nodes - nodes) / sample.size)
