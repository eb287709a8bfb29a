"""Trace back through the levels of both frontiers: one solution, the number of all, and their listing."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from solver.jump.board import Words
from solver.jump.rules import group
from solver.jump.search.expand import PathCountOverflow, PathCounts, TargetSet, limit_nodes
from solver.jump.search.frontier import Meeting
from solver.jump.search.instance import SearchInstance
from solver.jump.search.position_set import PositionSet
from solver.jump.symmetry import carry
from solver.kernels.jump_expand import COUNT, FIRST, SLOT
from solver.listing import Level, Listing
from solver.model import Jump, Outcome, Solution, Solved, Want

MAX_BACKWARD_NODES = 1_000_000
"""Nodes after which taking moves back from a position is abandoned: on some boards the chains that lead to a position
are beyond counting, though those that leave the positions before are few."""

Levels: TypeAlias = dict[int, PositionSet]
"""By level, every position up to symmetry that lies on an optimal solution."""


def answer(instance: SearchInstance, meeting: Meeting, length: int, want: Want) -> Generator[None, None, Outcome]:
    """Make the outcome from a meeting at the least length: a solution, and what else is wanted.

    Yields after each slice.
    """
    solution = yield from optimal_path(instance, meeting, length)
    instance.budget.best = solution
    if not want.counts:
        return Solved(solution)
    levels = yield from optimal_levels(instance, meeting, length)
    counts, count = yield from path_counts(instance, levels, length)
    listing = pack_listing(instance, levels, counts, length) if want is Want.ALL else None
    return Solved(solution, count=count, listing=listing)


def optimal_path(instance: SearchInstance, meeting: Meeting, length: int) -> Generator[None, None, Solution]:
    """Find one solution through a meeting: first its positions up to symmetry, then its moves."""
    middle = min(meeting.positions)
    path = [int(meeting.positions[middle].words().min())]
    for level in range(middle - 1, instance.opening_moves - 1, -1):
        path.append((yield from _predecessor(instance, meeting.forward.levels[level].slots, path[-1], level, length)))
    path.reverse()
    for level in range(middle + 1, length + 1):
        assert meeting.backward is not None
        targets = TargetSet(meeting.backward.levels[level].slots)
        source = np.array([path[-1]], np.uint64)
        state = yield from instance.forward.expand(source, length - level, targets=targets, mode=FIRST)
        assert state is not None
        path.append(int(state.words[-1, 0]))
    return (yield from _moves(instance, path))


def _predecessor(
    instance: SearchInstance, slots: Words, position: int, level: int, length: int
) -> Generator[None, None, int]:
    """One position of a level from which a move leads to a position."""
    target = np.array([position], np.uint64)
    if instance.backward is not None:
        run = instance.backward.expand(
            target, level - instance.opening_moves, targets=TargetSet(slots), mode=FIRST
        )  # fmt: skip
        done, state = yield from limit_nodes(run, instance.budget, MAX_BACKWARD_NODES)
        if done and state is not None:
            return int(state.words[-1, 0])
    held = PositionSet.of(instance.budget, target, instance.images)
    state = yield from instance.forward.expand(slots, length - level - 1, targets=TargetSet(held.slots), mode=FIRST)
    held.free()
    assert state is not None
    return int(slots[state.cursor[SLOT]])


def _moves(instance: SearchInstance, path: list[int]) -> Generator[None, None, Solution]:
    """Turn positions up to symmetry into moves from the real start."""
    jumps = list(instance.puzzle.opening)
    position, length = instance.position, instance.opening_moves + len(path) - 1
    if _least_image(instance, position) != path[0]:
        allowed = length - instance.opening_moves
        chain, position = yield from _chain(instance, position, path[0], allowed, instance.last_hole)
        jumps += chain
    moves: list[tuple[Jump, ...]] = []
    for level, (_, target) in enumerate(pairwise(path), instance.opening_moves + 1):
        chain, position = yield from _chain(instance, position, target, length - level, None)
        moves.append(chain)
    return (*group(tuple(jumps)), *moves)


def _least_image(instance: SearchInstance, position: int) -> int:
    return int(carry(instance.images, np.array([position], np.uint64)).min())


def _chain(
    instance: SearchInstance, position: int, target: int, allowed: int, hole: int | None
) -> Generator[None, None, tuple[tuple[Jump, ...], int]]:
    """A move (of the peg in ``hole``, if given) to an image of the target, and the position after it."""
    targets = TargetSet(PositionSet.of(instance.budget, np.array([target], np.uint64), instance.images).slots)
    source = np.array([position], np.uint64)
    state = yield from instance.forward.expand(source, allowed, targets=targets, mode=FIRST, hole=hole)
    assert state is not None
    chain = instance.forward.chain(state)
    for start, over, to in chain:
        position ^= 1 << start | 1 << over | 1 << to
    return chain, position


def optimal_levels(instance: SearchInstance, meeting: Meeting, length: int) -> Generator[None, None, Levels]:
    """Find every position on an optimal solution: from the meetings back to the start, then on to the goal."""
    first = instance.opening_moves
    levels = {k: meeting.positions.get(k) or PositionSet(instance.budget) for k in range(first, length + 1)}
    for level in range(max(meeting.positions) - 1, first - 1, -1):
        slots = meeting.forward.levels[level].slots
        yield from _all_predecessors(instance, slots, levels[level + 1], level, length, levels[level])
    for level in range(min(meeting.positions) + 1, length + 1):
        if meeting.backward is not None and level in meeting.backward.levels:
            targets = TargetSet(meeting.backward.levels[level].slots)
            source = levels[level - 1].slots
            yield from instance.forward.expand(source, length - level, out=levels[level], targets=targets)
    return levels


def _all_predecessors(
    instance: SearchInstance, slots: Words, positions: PositionSet, level: int, length: int, out: PositionSet
) -> Generator[None, None, None]:
    """Add to ``out`` all positions of a level from which a move leads to one of some positions."""
    if instance.backward is not None:
        run = instance.backward.expand(
            positions.slots, level - instance.opening_moves, out=out, targets=TargetSet(slots)
        )  # fmt: skip
        done, _ = yield from limit_nodes(run, instance.budget, MAX_BACKWARD_NODES * (1 + positions.size))
        if done:
            return
    # Too many chains lead back: expand the whole level forward instead, and count which of it arrives.
    size = 8 * (slots.size + positions.slots.size)
    instance.budget.reserve(size)
    ones = (positions.slots != 0).astype(np.uint64)[:, None]
    totals = np.zeros((slots.size, 1), np.uint64)
    targets = TargetSet(positions.slots)
    yield from instance.forward.expand(
        slots, length - level - 1, targets=targets, mode=COUNT, onward=ones, totals=totals
    )
    instance.budget.release(size)
    yield from out.add(slots[totals[:, 0] != 0], instance.images)


def path_counts(
    instance: SearchInstance, levels: Levels, length: int
) -> Generator[None, None, tuple[dict[int, PathCounts], int]]:
    """Count the jump sequences from each position on to the goal.

    Returns
    -------
    counts, count
        By level, uint64 (slots, limbs); and the number of optimal solutions.
    """
    limbs = 1
    while True:
        try:
            return (yield from _path_counts(instance, levels, length, limbs))
        except PathCountOverflow:
            limbs *= 2


def _path_counts(
    instance: SearchInstance, levels: Levels, length: int, limbs: int
) -> Generator[None, None, tuple[dict[int, PathCounts], int]]:
    counts: dict[int, PathCounts] = {}
    for level in range(length, instance.opening_moves - 1, -1):
        slots = levels[level].slots
        instance.budget.reserve(8 * limbs * slots.size)
        counts[level] = np.zeros((slots.size, limbs), np.uint64)
        if level == length:
            counts[level][slots != 0, 0] = 1
            continue
        yield from instance.forward.expand(
            slots,
            length - level - 1,
            targets=TargetSet(levels[level + 1].slots),
            mode=COUNT,
            onward=counts[level + 1],
            totals=counts[level],
        )
    first = instance.opening_moves
    return counts, (yield from _total(instance, levels[first], counts[first], length))


def _total(instance: SearchInstance, roots: PositionSet, counts: PathCounts, length: int) -> Generator[None, None, int]:
    """Add up the path counts of all roots; each way to continue the opening's last move counts."""
    total = np.zeros((1, counts.shape[1]), np.uint64)
    slot = roots.find(_least_image(instance, instance.position))
    uncontinued = _to_int(counts[slot]) if slot >= 0 else 0
    if instance.last_hole is not None:
        yield from instance.forward.expand(
            np.array([instance.position], np.uint64),
            length - instance.opening_moves,
            targets=TargetSet(roots.slots),
            mode=COUNT,
            onward=counts,
            totals=total,
            hole=instance.last_hole,
        )
    return uncontinued + _to_int(total[0])


def _to_int(limbs: Words) -> int:
    return sum(int(limb) << 64 * place for place, limb in enumerate(limbs))


def pack_listing(
    instance: SearchInstance, levels: Levels, counts: dict[int, PathCounts], length: int
) -> Listing | None:
    """Pack the levels; None if that would exceed the bytes allowed."""
    budget, size, limbs = instance.budget, sum(level.size for level in levels.values()), counts[length].shape[1]
    if 4 * size * 8 * (1 + limbs) + budget.bytes > budget.bytes_limit:
        return None
    packed = [_pack(levels[level].slots, counts[level]) for level in range(instance.opening_moves, length + 1)]
    return Listing((Level(8, b"", 1, b""),) * instance.opening_moves + tuple(packed))


def _pack(slots: Words, counts: PathCounts) -> Level:
    """Sorted keys and their counts, both big-endian, the counts as narrow as the largest."""
    used = np.flatnonzero(slots)
    used = used[np.argsort(slots[used])]
    digits = counts[used][:, ::-1].astype(">u8").view(np.uint8).reshape(used.size, -1)
    largest = digits.any(axis=0)
    width = max(1, digits.shape[1] - int(largest.argmax())) if largest.any() else 1
    return Level(8, slots[used].astype(">u8").tobytes(), width, digits[:, digits.shape[1] - width :].tobytes())
