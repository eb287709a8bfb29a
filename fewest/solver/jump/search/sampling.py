"""Find any solution by samples from both ends: single jumps, until a position is in both samples.

Moves are not counted here, so a level holds the positions with one number of pegs, and chains are not followed. Of
every level, a sample is kept, preferably of small bounds. Two samples of n positions each, of N that can be reached
from both ends, share n² / N on average (the birthday paradox). On boards of 41 to 55 holes, tens of thousands of
positions usually suffice, where a beam from one end runs into dead ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fewest.solver.jump.board import Words
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import Expander
from fewest.solver.jump.search.instance import SearchInstance
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.symmetry import apply_maps
from fewest.solver.jump.words import fits, minimum, occupied, pack, pegs, sortable, unpack, xor
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.model import Jump, Slices, Solution


def sample_both_ends(context: SearchContext, width: int, seed: int) -> Slices[Solution | None]:
    """Look for a solution, keeping at most ``width`` positions of a level; yields after each slice.

    None if the samples have nothing in common, or the goals have different numbers of pegs, or are too many to list.
    """
    instance = context.instance
    if instance.backward is None or instance.goals is None or len(set(pegs(instance.goals).tolist())) != 1:
        return None
    first = instance.position.bit_count()
    last = int(pegs(instance.goals[:1])[0])
    if first <= last:
        return None
    # A fixed seed: the same puzzle gets the same solution.
    random = np.random.default_rng(seed)
    levels = {
        first: context.position_set(pack([instance.position], instance.goals.dtype)),
        last: context.position_set(instance.goals),
    }
    above = first
    below = last
    try:
        while above > below + 1:
            if levels[above].size <= levels[below].size:
                above -= 1
                levels[above] = yield from _sample(context, instance.forward, levels[above + 1], width, random)
            else:
                below += 1
                levels[below] = yield from _sample(context, instance.backward, levels[below - 1], width, random)
        meeting = yield from _meeting(context, levels[above].words(), levels[below].words())
        return None if meeting is None else _solution(instance, levels, above, meeting)
    finally:
        for level in levels.values():
            level.free()


def _sample(
    context: SearchContext, expander: Expander, source: PositionSet, width: int, random: np.random.Generator
) -> Slices[PositionSet]:
    """Sample the positions one jump after a level."""
    reached = yield from _reach(context, expander, source.words(), context.plan.sample_factor * width, random)
    kept = reached.slots[:0]
    bounds = np.zeros(0)
    size = context.plan.slices.sample_positions
    for at in range(0, reached.slots.size, size):
        part = reached.slots[at : at + size]
        part = part[occupied(part)]
        found = expander.bound.evaluate(part)
        alive = found < UNREACHED
        # With about a move of chance, larger bounds are kept, too: the smallest alone are often all dead ends.
        keys = found[alive] + random.gumbel(size=np.count_nonzero(alive))
        kept = np.concatenate([kept, part[alive]])
        bounds = np.concatenate([bounds, keys])
        if kept.size > width:
            order = np.sort(np.argpartition(bounds, width)[:width])  # their order depends on the processor
            kept = kept[order]
            bounds = bounds[order]
        yield context.budget.progress()
    reached.free()
    return context.position_set(kept)


def _reach(
    context: SearchContext, expander: Expander, words: Words, max_size: int, random: np.random.Generator
) -> Slices[PositionSet]:
    """Make jumps in random order until all are made, or more than ``max_size`` positions are reached."""
    jumps = expander.directed
    images = expander.images
    reached = context.empty_set()
    work = 0
    # If the limit leaves jumps out, these are not always the same ones.
    for row in random.permutation(len(jumps.holes)):
        holes, before, tested = jumps.arrays[0][:, row]
        for part in _parts(context, words):
            made = xor(part[fits(part, tested, before)], holes)
            yield from reached.add(made, images)
            context.budget.nodes += made.size
            work += part.size + made.size * len(images)
            # Images of the positions made take as long as the positions tested.
            if work > context.plan.slices.sample_work:
                work = 0
                yield context.budget.progress()
        if reached.size > max_size:
            break
    return reached


def _parts(context: SearchContext, words: Words) -> Iterator[Words]:
    """Parts of some positions. Positions with many images take longer, so fewer fit a slice."""
    size = max(1, 16 * context.plan.slices.sample_positions // max(16, len(context.instance.images)))
    return (words[at : at + size] for at in range(0, words.size, size))


def _meeting(context: SearchContext, source: Words, targets: Words) -> Slices[int | None]:
    """A position of the source from which a jump leads to a target; None if no such position exists."""
    jumps = context.instance.forward.directed
    images = context.instance.images
    listed = np.sort(sortable(targets))
    for holes, before, tested in jumps.arrays[0].T:
        for part in _parts(context, source):
            part = part[fits(part, tested, before)]
            found = np.isin(sortable(minimum(apply_maps(images, xor(part, holes)))), listed)
            if found.any():
                return unpack(part[found][:1])[0]
            yield context.budget.progress()
    return None


def _solution(instance: SearchInstance, levels: dict[int, PositionSet], pegs: int, meeting: int) -> Solution:
    """The solution through a position with some number of pegs that is, or leads into, both samples."""
    path = [meeting]
    first = max(levels)
    last = min(levels)
    assert instance.backward is not None
    for level in range(pegs + 1, first + 1):
        path.append(_known(_next(instance.backward, path[-1], levels[level])))
    path.reverse()
    for level in range(pegs - 1, last - 1, -1):
        path.append(_known(_next(instance.forward, path[-1], levels[level])))
    # Least images are no neighbours on the board: play from the real start to an image of each.
    position = instance.position
    jumps = list(instance.puzzle.opening)
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
    """A least image of the level that a jump reaches from a position; None if no jump reaches one."""
    return next((image for _, _, image in _jumps(expander, position) if image in level), None)


def _jumps(expander: Expander, position: int) -> list[tuple[Jump, int, int]]:
    """Every jump from a position, with the position after it and its least image."""
    jumps = expander.directed
    rows = [row for row, tested in enumerate(jumps.tested) if position & tested == jumps.before[row]]
    after = [position ^ jumps.holes[row] for row in rows]
    images = unpack(minimum(apply_maps(expander.images, pack(after, expander.images.dtype))))
    return [(jumps.jump(row), word, image) for row, word, image in zip(rows, after, images, strict=True)]
