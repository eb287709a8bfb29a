"""Beam search: forward levels of which only the positions with the smallest bounds are kept.

It finds a solution early, for an upper bound or as any solution (Bisiani, Beam search, in Encyclopedia of Artificial
Intelligence, 1987).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.jump.board import MAX_HOLES, WORD_HOLES, Words
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import limit_nodes
from fewest.solver.jump.search.frontier import Frontier, Meeting, goals_among, root_positions
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.search.reconstruct import Reconstruction
from fewest.solver.jump.words import WIDE, WORD, occupied, sort_keys
from fewest.solver.model import Slices, Solution
from fewest.solver.threads import batched, divided

UNBOUNDED = {WORD: WORD_HOLES, WIDE: MAX_HOLES}
"""More moves than any solution has, by the type of the positions: only those with an infinite bound are pruned."""

Rank: TypeAlias = Callable[[Words, npt.NDArray[np.int64]], npt.NDArray[np.float64]]
"""Maps positions, words, and their bounds to ranks: a beam keeps the positions of the lowest ranks."""

Ranked: TypeAlias = tuple[Words, npt.NDArray[np.float64]]
"""Positions and their ranks."""

MIN_SHARE = 1 << 14
"""Slots from which a thread selects positions, at least: with fewer, it mostly waits for the interpreter."""


def by_bound(_: Words, bounds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Prefer small bounds."""
    return bounds.astype(np.float64)


def beam_search(context: SearchContext, width: int, max_length: int, rank: Rank = by_bound) -> Slices[Solution | None]:
    """Search with ``width`` positions per level for a solution of at most ``max_length`` moves.

    Yields after each slice. Consecutive moves by one peg are joined, so the solution may have fewer moves than levels.
    """
    instance = context.instance
    roots = yield from root_positions(context, UNBOUNDED[instance.images.dtype])
    frontier = Frontier(instance.forward, {instance.opening_moves: roots}, instance.opening_moves)
    try:
        # Levels before the last one are kept: they lead back to the start.
        while frontier.levels[frontier.depth].size and frontier.depth <= max_length:
            goals = yield from goals_among(context, frontier.levels[frontier.depth])
            if goals.size:
                meeting = Meeting({frontier.depth: goals}, frontier, None)
                found = yield from Reconstruction(context, meeting, frontier.depth).solution()
                # A beam may move the same peg twice in a row, which is one move.
                return moves_of(tuple(jump for move in found for jump in move))
            yield from _advance(context, frontier, width, rank)
        return None
    finally:
        frontier.free()


def improve(context: SearchContext, width: int) -> Slices[None]:
    """Search for a solution shorter than the best so far, and keep it. Yields after each slice."""
    best = context.budget.best
    found = yield from beam_search(context, width, context.instance.max_length if best is None else len(best) - 1)
    if found is not None:
        context.keep_if_shorter(found)


def _advance(context: SearchContext, frontier: Frontier, width: int, rank: Rank) -> Slices[None]:
    """Make the next level, or a part of it, and keep the positions that rank first."""
    reached = context.empty_set()
    source = frontier.levels[frontier.depth].slots
    run = frontier.expander.expand(source, UNBOUNDED[source.dtype], reached, threads=context.threads)
    # What is reached by then is ranked; a beam leaves positions out in any case.
    yield from limit_nodes(run, context.budget, context.plan.beam_level_nodes)
    words = yield from _most_promising(context, frontier, reached, width, rank)
    reached.free()
    frontier.depth += 1
    frontier.levels[frontier.depth] = context.position_set(words)


def _most_promising(
    context: SearchContext, frontier: Frontier, reached: PositionSet, width: int, rank: Rank
) -> Slices[Words]:
    """The ``width`` positions that rank first, of equal ones the smallest; words."""
    kept = reached.slots[:0], np.zeros(0)
    threads = context.threads
    size = divided(reached.slots.size, threads.size, context.plan.slices.beam_slots, MIN_SHARE)

    def first_of(start: int) -> Ranked:
        words = reached.slots[start : start + size]
        words = words[occupied(words)]
        return _first(words, rank(words, frontier.expander.bound.evaluate(words)), width)

    for starts in batched(range(0, reached.slots.size, size), threads.size):
        words, ranks = zip(kept, *threads.map(first_of, starts), strict=True)
        kept = _first(np.concatenate(words), np.concatenate(ranks), width)
        yield context.budget.progress()
    return kept[0]


def _first(words: Words, ranks: npt.NDArray[np.float64], width: int) -> Ranked:
    """The ``width`` positions that rank first, and their ranks, in no particular order."""
    if words.size <= width:
        return words, ranks
    last = np.partition(ranks, width - 1)[width - 1]
    below, ties = np.flatnonzero(ranks < last), np.flatnonzero(ranks == last)
    # Ties by the words, so that the order of slots, which depends on threads, decides nothing.
    ties = ties[np.lexsort(sort_keys(words[ties]))[: width - below.size]]
    order = np.concatenate([below, ties])
    return words[order], ranks[order]
