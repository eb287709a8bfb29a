"""Go back over the levels of both sides: one solution, the number of all, and their listing."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from solver.jump.board import Words
from solver.jump.rules import group
from solver.jump.search.expand import COUNT, FIRST, SLOT, Sieve, Ways, WaysOverflow, capped
from solver.jump.search.frontier import Meeting
from solver.jump.search.instance import Frame
from solver.jump.search.position_set import PositionSet
from solver.jump.symmetry import carry
from solver.listing import Level, Listing
from solver.model import Jump, Solution

BACKWARD = 1_000_000
"""Nodes after which going back from a position is given up: on some boards chains taken back are beyond counting,
though those ahead are few."""

Net: TypeAlias = dict[int, PositionSet]
"""By level, every position up to symmetry that lies on an optimal solution."""


def path(frame: Frame, meeting: Meeting, length: int) -> Generator[None, None, Solution]:
    """Find one solution through a meeting: its positions up to symmetry first, then its moves."""
    middle = min(meeting.met)
    stops = [int(meeting.met[middle].words().min())]
    for level in range(middle - 1, frame.base - 1, -1):
        stops.append((yield from _before(frame, meeting.ahead.levels[level].slots, stops[-1], level, length)))
    stops.reverse()
    for level in range(middle + 1, length + 1):
        assert meeting.behind is not None
        sieve = Sieve(meeting.behind.levels[level].slots)
        source = np.array([stops[-1]], np.uint64)
        hand = yield from frame.forward.run(source, length - level, sieve=sieve, mode=FIRST)
        assert hand is not None
        stops.append(int(hand.words[-1, 0]))
    return (yield from _moves(frame, stops))


def _before(frame: Frame, slots: Words, stop: int, level: int, length: int) -> Generator[None, None, int]:
    """One position of a level from which a move leads to a stop."""
    target = np.array([stop], np.uint64)
    if frame.backward is not None:
        run = frame.backward.run(target, level - frame.base, sieve=Sieve(slots), mode=FIRST)
        done, hand = yield from capped(run, frame.budget, BACKWARD)
        if done and hand is not None:
            return int(hand.words[-1, 0])
    held = PositionSet.of(frame.budget, target, frame.images)
    hand = yield from frame.forward.run(slots, length - level - 1, sieve=Sieve(held.slots), mode=FIRST)
    held.free()
    assert hand is not None
    return int(slots[hand.cursor[SLOT]])


def _moves(frame: Frame, stops: list[int]) -> Generator[None, None, Solution]:
    """Turn positions up to symmetry into moves from the real start."""
    jumps = list(frame.puzzle.opening)
    position, length = frame.position, frame.base + len(stops) - 1
    if _least(frame, position) != stops[0]:
        more = yield from _chain(frame, position, stops[0], length - frame.base, frame.hole)
        position, jumps = _played(position, more), jumps + list(more)
    moves: list[tuple[Jump, ...]] = []
    for level, (_, stop) in enumerate(pairwise(stops), frame.base + 1):
        chain = yield from _chain(frame, position, stop, length - level, None)
        position = _played(position, chain)
        moves.append(chain)
    return (*group(tuple(jumps)), *moves)


def _least(frame: Frame, position: int) -> int:
    return int(carry(frame.images, np.array([position], np.uint64)).min())


def _chain(
    frame: Frame, position: int, stop: int, allowed: int, hole: int | None
) -> Generator[None, None, tuple[Jump, ...]]:
    sieve = Sieve(PositionSet.of(frame.budget, np.array([stop], np.uint64), frame.images).slots)
    walker = frame.forward
    hand = yield from walker.run(np.array([position], np.uint64), allowed, sieve=sieve, mode=FIRST, hole=hole)
    assert hand is not None
    return walker.chain(hand)


def _played(position: int, chain: tuple[Jump, ...]) -> int:
    for start, over, to in chain:
        position ^= 1 << start | 1 << over | 1 << to
    return position


def net(frame: Frame, meeting: Meeting, length: int) -> Generator[None, None, Net]:
    """Find every position on an optimal solution: from the meetings back to the start, then on to the goal."""
    levels = {level: meeting.met.get(level) or PositionSet(frame.budget) for level in range(frame.base, length + 1)}
    for level in range(max(meeting.met) - 1, frame.base - 1, -1):
        slots = meeting.ahead.levels[level].slots
        yield from _all_before(frame, slots, levels[level + 1], level, length, levels[level])
    for level in range(min(meeting.met) + 1, length + 1):
        if meeting.behind is not None and level in meeting.behind.levels:
            sieve = Sieve(meeting.behind.levels[level].slots)
            yield from frame.forward.run(levels[level - 1].slots, length - level, out=levels[level], sieve=sieve)
    return levels


def _all_before(
    frame: Frame, slots: Words, stops: PositionSet, level: int, length: int, out: PositionSet
) -> Generator[None, None, None]:
    """Put into a set all positions of a level from which a move leads to one of the stops."""
    if frame.backward is not None:
        run = frame.backward.run(stops.slots, level - frame.base, out=out, sieve=Sieve(slots))
        done, _ = yield from capped(run, frame.budget, BACKWARD * (1 + stops.size))
        if done:
            return
    size = 8 * (slots.size + stops.slots.size)
    frame.budget.reserve(size)
    ones = (stops.slots != 0).astype(np.uint64)[:, None]
    sums = np.zeros((slots.size, 1), np.uint64)
    yield from frame.forward.run(slots, length - level - 1, sieve=Sieve(stops.slots), mode=COUNT, ways=ones, sums=sums)
    frame.budget.release(size)
    yield from out.add(slots[sums[:, 0] != 0], frame.images)


def ways_on(frame: Frame, levels: Net, length: int) -> Generator[None, None, tuple[dict[int, Ways], int]]:
    """Count, by level and slot, the jump sequences that lead on to the goal, and all from the start."""
    limbs = 1
    while True:
        try:
            return (yield from _ways_on(frame, levels, length, limbs))
        except WaysOverflow:
            limbs *= 2


def _ways_on(frame: Frame, levels: Net, length: int, limbs: int) -> Generator[None, None, tuple[dict[int, Ways], int]]:
    ways: dict[int, Ways] = {}
    for level in range(length, frame.base - 1, -1):
        slots = levels[level].slots
        frame.budget.reserve(8 * limbs * slots.size)
        ways[level] = np.zeros((slots.size, limbs), np.uint64)
        if level == length:
            ways[level][slots != 0, 0] = 1
            continue
        ahead = Sieve(levels[level + 1].slots)
        yield from frame.forward.run(
            slots, length - level - 1, sieve=ahead, mode=COUNT, ways=ways[level + 1], sums=ways[level]
        )
    return ways, (yield from _total(frame, levels[frame.base], ways[frame.base], length))


def _total(frame: Frame, first: PositionSet, ways: Ways, length: int) -> Generator[None, None, int]:
    """Sum the ways of all beginnings; each way to go on with the opening's last move is one."""
    total = np.zeros((1, ways.shape[1]), np.uint64)
    slot = first.find(_least(frame, frame.position))
    begun = _number(ways[slot]) if slot >= 0 else 0
    if frame.hole is not None:
        start = np.array([frame.position], np.uint64)
        sieve = Sieve(first.slots)
        yield from frame.forward.run(
            start, length - frame.base, sieve=sieve, mode=COUNT, ways=ways, sums=total, hole=frame.hole
        )
    return begun + _number(total[0])


def _number(limbs: Words) -> int:
    return sum(int(limb) << 64 * place for place, limb in enumerate(limbs))


def listing(frame: Frame, levels: Net, ways: dict[int, Ways], length: int) -> Listing | None:
    """Pack the levels; None if they would pass the bytes allowed."""
    size = sum(levels[level].size for level in levels)
    limbs = ways[length].shape[1]
    if 4 * size * 8 * (1 + limbs) + frame.budget.bytes > frame.budget.bytes_limit:
        return None
    packed = [_level(levels[level].slots, ways[level]) for level in range(frame.base, length + 1)]
    return Listing((Level(8, b"", 1, b""),) * frame.base + tuple(packed))


def _level(slots: Words, ways: Ways) -> Level:
    """Keys in order and counts beside them, both big-endian."""
    used = np.flatnonzero(slots)
    used = used[np.argsort(slots[used])]
    counts = ways[used][:, ::-1].astype(">u8").view(np.uint8).reshape(used.size, -1)
    largest = counts.any(axis=0)
    width = max(1, counts.shape[1] - int(largest.argmax())) if largest.any() else 1
    return Level(8, slots[used].astype(">u8").tobytes(), width, counts[:, counts.shape[1] - width :].tobytes())
