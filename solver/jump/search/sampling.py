"""Find any solution: single jumps from both ends, of which samples are kept, until a position is in both.

Moves are not counted here, so a level holds the positions with one number of pegs, and no chain is followed: that a
position can be reached is all that is asked. Of every level a sample is kept, preferably of small bounds. Two samples
of n positions each, of N that can be reached from both ends, share n² / N on average (the birthday paradox): on boards
of 41 to 55 holes tens of thousands of positions suffice as a rule, where a beam from one end runs into dead ends.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from solver.jump.board import Words
from solver.jump.rules import moves_of
from solver.jump.search.expand import Expander
from solver.jump.search.instance import SearchInstance
from solver.jump.search.position_set import PositionSet
from solver.jump.symmetry import carry
from solver.kernels.jump_pattern_tables import UNREACHED
from solver.model import Jump, Solution

SLICE = 50_000
"""Positions whose bound is evaluated, or whose jumps are made, in one slice, if positions have up to 16 images."""

SLICE_WORK = 500_000
"""Positions tested for a jump, and images of those reached, in one slice."""

MAX_REACHED = 20
"""Positions reached from a level before it is sampled, as a multiple of the sample: boards with thousands of jumps
reach more, and the jumps left out are chosen at random."""


def sample_both_ends(instance: SearchInstance, width: int, seed: int) -> Generator[None, None, Solution | None]:
    """Look for a solution, keeping at most ``width`` positions of a level; yields after each slice.

    None if the samples have nothing in common, or the goals have different numbers of pegs, or are too many to list.
    """
    if instance.backward is None or instance.goals is None or len(set(np.bitwise_count(instance.goals).tolist())) != 1:
        return None
    random, budget = np.random.default_rng(seed), instance.budget
    first, last = instance.position.bit_count(), int(instance.goals[0]).bit_count()
    if first <= last:
        return None
    levels = {
        first: PositionSet.of(budget, np.array([instance.position], np.uint64), instance.images),
        last: PositionSet.of(budget, instance.goals, instance.images),
    }
    above, below = first, last
    try:
        while above > below + 1:
            if levels[above].size <= levels[below].size:
                above -= 1
                levels[above] = yield from _sample(instance.forward, levels[above + 1], width, random)
            else:
                below += 1
                levels[below] = yield from _sample(instance.backward, levels[below - 1], width, random)
        meeting = yield from _meeting(instance.forward, levels[above].words(), levels[below].words())
        return None if meeting is None else _solution(instance, levels, above, meeting)
    finally:
        for level in levels.values():
            level.free()


def _sample(
    expander: Expander, source: PositionSet, width: int, random: np.random.Generator
) -> Generator[None, None, PositionSet]:
    """Sample what a jump reaches from a level."""
    jumps, budget, words, work = expander.directed, expander.budget, source.words(), 0
    reached = PositionSet(budget)
    for row in random.permutation(len(jumps.holes)):
        holes, before = np.uint64(jumps.holes[row]), np.uint64(jumps.before[row])
        for part in _parts(words, expander):
            made = part[part & holes == before] ^ holes
            yield from reached.add(made, expander.images)
            budget.nodes += made.size
            work += part.size + made.size * len(expander.images)
            if work > SLICE_WORK:
                work = 0
                yield
        if reached.size > MAX_REACHED * width:
            break
    kept, bounds = np.zeros(0, np.uint64), np.zeros(0)
    for at in range(0, reached.slots.size, SLICE):
        part = reached.slots[at : at + SLICE]
        part = part[part != 0]
        found = expander.bound.evaluate(part)
        alive = found < UNREACHED
        # With about a move of chance, larger bounds are kept, too: the smallest alone are often all dead ends.
        keys = found[alive] + random.gumbel(size=np.count_nonzero(alive))
        kept, bounds = np.concatenate([kept, part[alive]]), np.concatenate([bounds, keys])
        if kept.size > width:
            order = np.argpartition(bounds, width)[:width]
            kept, bounds = kept[order], bounds[order]
        yield
    reached.free()
    return PositionSet.of(budget, kept, expander.images)


def _parts(words: Words, expander: Expander) -> Iterator[Words]:
    """Parts of some positions: where positions have many images, each takes longer, and fewer fit a slice."""
    size = max(1, 16 * SLICE // max(16, len(expander.images)))
    return (words[at : at + size] for at in range(0, words.size, size))


def _meeting(expander: Expander, source: Words, targets: Words) -> Generator[None, None, int | None]:
    """A position of the source from which a jump leads to a target, None if there is none."""
    jumps, targets = expander.directed, np.sort(targets)
    for holes, before in zip(jumps.holes, jumps.before, strict=True):
        for part in _parts(source, expander):
            part = part[part & np.uint64(holes) == np.uint64(before)]
            found = np.isin(carry(expander.images, part ^ np.uint64(holes)).min(axis=0), targets)
            if found.any():
                return int(part[found][0])
            yield
    return None


def _solution(instance: SearchInstance, levels: dict[int, PositionSet], pegs: int, meeting: int) -> Solution:
    """The solution through a position with some number of pegs that is, or leads into, both samples."""
    path, first, last = [meeting], max(levels), min(levels)
    assert instance.backward is not None
    for level in range(pegs + 1, first + 1):
        path.append(_known(_next(instance.backward, path[-1], levels[level])))
    path.reverse()
    for level in range(pegs - 1, last - 1, -1):
        path.append(_known(_next(instance.forward, path[-1], levels[level])))
    # Least images are no neighbours on the board: play from the real start to an image of each.
    position, jumps = instance.position, list(instance.puzzle.opening)
    for least in path[1:]:
        for jump, after, image in _jumps(instance.forward, position):
            if image == least:
                position = after
                jumps.append(jump)
                break
    return moves_of(tuple(jumps))


def _known(position: int | None) -> int:
    assert position is not None, "every position of a sample was reached from the level before"
    return position


def _next(expander: Expander, position: int, level: PositionSet) -> int | None:
    """A least image of the level that a jump reaches from a position, None if there is none."""
    return next((image for _, _, image in _jumps(expander, position) if image in level), None)


def _jumps(expander: Expander, position: int) -> list[tuple[Jump, int, int]]:
    """Every jump from a position, with the position after it and its least image."""
    jumps = expander.directed
    rows = [row for row, holes in enumerate(jumps.holes) if position & holes == jumps.before[row]]
    after = [position ^ jumps.holes[row] for row in rows]
    images: Words = carry(expander.images, np.array(after, np.uint64)).min(axis=0, initial=~np.uint64(0))
    return [(jumps.jump(row), word, int(image)) for row, word, image in zip(rows, after, images, strict=True)]
