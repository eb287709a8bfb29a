"""Trace back through the levels of both frontiers: one solution, the number of all, and their listing."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np

from fewest.solver.jump.board import Words
from fewest.solver.jump.rules import Chain, moves_of
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import PathCountOverflow, PathCounts, TargetSet, limit_nodes
from fewest.solver.jump.search.frontier import Meeting
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.symmetry import apply_maps
from fewest.solver.jump.transitions import listing_level
from fewest.solver.jump.words import occupied, pack, unpack
from fewest.solver.kernels import jump_expand as kernel
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import Jump, Outcome, Slices, Solved, Want

Levels: TypeAlias = dict[int, PositionSet]
"""By level, every position up to symmetry that lies on an optimal solution."""

LevelCounts: TypeAlias = dict[int, PathCounts]
"""By level and slot, the number of jump sequences to the goal."""


def answer(context: SearchContext, meeting: Meeting, length: int) -> Slices[Outcome]:
    """Make the outcome from a meeting at the least length: a solution, and the count and listing if wanted.

    Yields after each slice.
    """
    trace = Reconstruction(context, meeting, length)
    solution = context.budget.best = yield from trace.solution()
    if not context.want.counts:
        return Solved(solution)
    levels = yield from trace.optimal_levels()
    counts, count = yield from trace.path_counts(levels)
    return Solved(solution, count=count, listing=trace.listing(levels, counts) if context.want is Want.ALL else None)


class Reconstruction:
    """The solutions of one length through a meeting. All generators yield after each slice.

    ``base`` is the level of the roots: the position after the opening, and those after continuing its last move.
    """

    def __init__(self, context: SearchContext, meeting: Meeting, length: int) -> None:
        self.context = context
        self.meeting = meeting
        self.length = length
        self.instance = context.instance
        self.budget = context.budget
        self.base = context.instance.opening_moves

    def solution(self) -> Slices[tuple[Chain, ...]]:
        """Find one solution: first its positions up to symmetry, then its moves."""
        middle = min(self.meeting.positions)
        # The least one, so that the order of the slots decides nothing.
        path = [min(unpack(self.meeting.positions[middle].words()))]
        for level in range(middle - 1, self.base - 1, -1):
            path.append((yield from self._predecessor(level, path[-1])))
        path.reverse()
        for level in range(middle + 1, self.length + 1):
            assert self.meeting.backward is not None
            state = yield from self._hit(path[-1], level, self.meeting.backward.levels[level])
            path.append(unpack(state.words[-1, :1])[0])
        return (yield from self._moves(path))

    def _hit(
        self, position: int, level: int, targets: PositionSet, hole: int | None = None
    ) -> Slices[kernel.WalkState]:
        """Find a move (of the peg in ``hole``, if given) from a position to one of a level."""
        state = yield from self.instance.forward.find(self._word(position), self.length - level, targets.slots, hole)
        assert state is not None
        return state

    def _predecessor(self, level: int, position: int) -> Slices[int]:
        """Find a position of a level from which a move leads to a position of the next."""
        slots = self.meeting.forward.levels[level].slots
        target = self._word(position)
        # Taking moves back from one position is cheap as a rule, and tried first; but it may lead to far too many.
        if self.instance.backward is not None:
            run = self.instance.backward.find(target, level - self.base, slots)
            done, state = yield from limit_nodes(run, self.budget, self.context.plan.traceback_nodes)
            if done and state is not None:
                return unpack(state.words[-1, :1])[0]
        held = self.context.position_set(target)
        # The level has such a position, or this one would not have been reached.
        state = yield from self.instance.forward.find(slots, self.length - level - 1, held.slots)
        held.free()
        assert state is not None
        return unpack(slots[state.cursor[kernel.SLOT]])[0]

    def _moves(self, path: list[int]) -> Slices[tuple[Chain, ...]]:
        """Turn positions up to symmetry into moves from the real start."""
        position = self.instance.position
        jumps = list(self.instance.puzzle.opening)
        # Positions are least images, the start is not.
        if self._least_image(position) != path[0]:  # the opening's last move is continued
            chain, position = yield from self._chain(position, self.base, path[0], self.instance.last_hole)
            jumps += chain
        moves: list[tuple[Jump, ...]] = []
        for level, (_, target) in enumerate(pairwise(path), self.base + 1):
            chain, position = yield from self._chain(position, level, target)
            moves.append(chain)
        return (*moves_of(tuple(jumps)), *moves)

    def _chain(self, position: int, level: int, target: int, hole: int | None = None) -> Slices[tuple[Chain, int]]:
        """A move from a position to an image of a target, and the position after it."""
        targets = self.context.position_set(self._word(target))
        chain = self.instance.forward.chain((yield from self._hit(position, level, targets, hole)))
        for start, over, to in chain:
            position ^= 1 << start | 1 << over | 1 << to
        return chain, position

    def _least_image(self, position: int) -> int:
        return min(unpack(apply_maps(self.instance.images, self._word(position))[:, 0]))

    def _word(self, position: int) -> Words:
        return pack([position], self.instance.images.dtype)

    def optimal_levels(self) -> Slices[Levels]:
        """Find every position on an optimal solution: from the meetings back to the start, then on to the goal."""
        met = self.meeting.positions
        backward = self.meeting.backward
        levels = {level: met.get(level) or self.context.empty_set() for level in range(self.base, self.length + 1)}
        for level in range(max(met) - 1, self.base - 1, -1):
            yield from self._add_predecessors(level, levels)
        for level in range(min(met) + 1, self.length + 1):
            if backward is not None and level in backward.levels:
                targets = TargetSet(backward.levels[level].slots)
                source = levels[level - 1].slots
                yield from self.instance.forward.expand(source, self.length - level, levels[level], targets=targets)
        return levels

    def _add_predecessors(self, level: int, levels: Levels) -> Slices[None]:
        """Add all positions of a level from which a move leads to one found for the next."""
        slots = self.meeting.forward.levels[level].slots
        after = levels[level + 1]
        out = levels[level]
        if self.instance.backward is not None:
            run = self.instance.backward.expand(after.slots, level - self.base, out, targets=TargetSet(slots))
            done, _ = yield from limit_nodes(run, self.budget, self.context.plan.traceback_nodes * (1 + after.size))
            if done:
                return
        # Too many chains lead back: expand the whole level forward instead, and count what arrives.
        size = 8 * (slots.size + after.slots.size)
        self.budget.reserve(size)
        ones = occupied(after.slots).astype(np.uint64)[:, None]
        totals = np.zeros((slots.size, 1), np.uint64)
        yield from self._count(slots, level, after, kernel.PathTotals(ones, totals))
        self.budget.release(size)
        yield from out.add(slots[totals[:, 0] != 0], self.instance.images)

    def _count(
        self, source: Words, level: int, targets: PositionSet, counts: kernel.PathTotals, hole: int | None = None
    ) -> Slices[None]:
        """Add the path counts of targets to the positions of a level.

        With ``hole``, to the position after the opening, whose last move that peg continues on the same level.
        """
        allowed = self.length - level - (hole is None)
        yield from self.instance.forward.add_counts(source, allowed, targets.slots, counts, hole)

    def path_counts(self, levels: Levels) -> Slices[tuple[LevelCounts, int]]:
        """Count the jump sequences from each position to the goal; those from the start are all solutions."""
        limbs = 1
        while True:
            try:
                return (yield from self._path_counts(levels, limbs))
            except PathCountOverflow:
                # Few puzzles have 2**64 solutions, and wider numbers would slow down all others.
                limbs *= 2

    def _path_counts(self, levels: Levels, limbs: int) -> Slices[tuple[LevelCounts, int]]:
        counts: LevelCounts = {}
        for level in range(self.length, self.base - 1, -1):
            slots = levels[level].slots
            self.budget.reserve(8 * limbs * slots.size)
            counts[level] = np.zeros((slots.size, limbs), np.uint64)
            if level == self.length:
                counts[level][occupied(slots), 0] = 1
            else:
                both = kernel.PathTotals(counts[level + 1], counts[level])
                yield from self._count(slots, level, levels[level + 1], both)
        # Each way to continue the opening's last move leads to a root of its own. Leaving it as it is leads to the
        # instance's position, also a root, if solutions continue from there.
        roots = levels[self.base]
        total = np.zeros((1, limbs), np.uint64)
        slot = roots.find(self._least_image(self.instance.position))
        count = _to_int(counts[self.base][slot]) if slot >= 0 else 0
        if self.instance.last_hole is not None:
            start = self._word(self.instance.position)
            both = kernel.PathTotals(counts[self.base], total)
            yield from self._count(start, self.base, roots, both, self.instance.last_hole)
        return counts, count + _to_int(total[0])

    def listing(self, levels: Levels, counts: LevelCounts) -> Listing | None:
        """Pack the levels; None if that would exceed the bytes allowed."""
        size = sum(level.size for level in levels.values())
        limbs = counts[self.length].shape[1]
        # Up to four copies at a time: in slots, sorted, big-endian, as bytes.
        width = self.instance.images.dtype.itemsize
        if 4 * size * (width + 8 * limbs) + self.budget.bytes > self.budget.bytes_limit:
            return None
        packed = []
        for level in range(self.base, self.length + 1):
            used = np.flatnonzero(occupied(levels[level].slots))
            packed.append(listing_level(levels[level].slots[used], counts[level][used]))
        symmetries = tuple(self.instance.group) if len(self.instance.group) > 1 else ()
        return Listing((ListingLevel(width, b"", 1, b""),) * self.base + tuple(packed), symmetries)


def _to_int(limbs: Words) -> int:
    return sum(int(limb) << 64 * index for index, limb in enumerate(limbs))
