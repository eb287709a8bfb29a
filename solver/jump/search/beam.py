"""Beam search: forward levels of which only the positions with the smallest bounds are kept.

It finds a solution early, for an upper bound or as any solution (Bisiani, Beam search, in Encyclopedia of Artificial
Intelligence, 1987).
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from solver.jump.board import Words
from solver.jump.rules import moves_of
from solver.jump.search.expand import limit_nodes
from solver.jump.search.frontier import Frontier, Meeting, goals_among, root_positions
from solver.jump.search.instance import SearchInstance
from solver.jump.search.position_set import PositionSet
from solver.jump.search.reconstruct import Reconstruction
from solver.model import Solution
from solver.threads import ThreadPool

UNBOUNDED = 64
"""More moves than any solution has: only positions with an infinite bound are pruned."""

MAX_NODES = 10_000_000
"""A level that takes more (on boards with thousands of jumps) is left incomplete."""

CHUNK = 1 << 17
"""Slots of a level evaluated in one slice."""

PEG_WEIGHT, CHANCE = 0.1, 0.1
"""In a randomized beam a peg counts as much as this part of a move, and the chance added to a bound is this part of a
standard Gumbel variable. Without the pegs most beams take twice as many moves."""


def beam_search(
    instance: SearchInstance,
    width: int,
    max_length: int,
    threads: ThreadPool,
    random: np.random.Generator | None = None,
) -> Generator[None, None, Solution | None]:
    """Search with ``width`` positions per level for a solution of at most ``max_length`` moves.

    Yields after each slice. Consecutive moves by one peg are joined, so the solution may have fewer moves than levels.
    With ``random``, positions of few pegs are preferred, and those of larger bounds get a chance.
    """
    roots = yield from root_positions(instance, UNBOUNDED)
    frontier = Frontier(instance.forward, {instance.opening_moves: roots}, instance.opening_moves)
    try:
        while frontier.levels[frontier.depth].size and frontier.depth <= max_length:
            goals = yield from goals_among(instance, frontier.levels[frontier.depth])
            if goals.size:
                meeting = Meeting({frontier.depth: goals}, frontier, None)
                found = yield from Reconstruction(instance, meeting, frontier.depth).solution()
                return moves_of(tuple(jump for move in found for jump in move))  # type: ignore[misc]
            yield from _advance(instance, frontier, width, threads, random)
        return None
    finally:
        frontier.free()


def improve(instance: SearchInstance, width: int, threads: ThreadPool) -> Generator[None, None, None]:
    """Search for a solution shorter than the best so far, and keep it. Yields after each slice."""
    best = instance.budget.best
    found = yield from beam_search(instance, width, instance.max_length if best is None else len(best) - 1, threads)
    if found is not None and (best is None or len(found) < len(best)):
        instance.budget.best = found


def _advance(
    instance: SearchInstance,
    frontier: Frontier,
    width: int,
    threads: ThreadPool,
    random: np.random.Generator | None,
) -> Generator[None, None, None]:
    """Make the next level, or a part of it, and keep the positions with the smallest bounds."""
    reached = PositionSet(instance.budget)
    source = frontier.levels[frontier.depth].slots
    run = frontier.expander.expand(source, UNBOUNDED, out=reached, threads=threads)
    yield from limit_nodes(run, instance.budget, MAX_NODES)
    words = yield from _most_promising(frontier, reached, width, random)
    reached.free()
    frontier.depth += 1
    frontier.levels[frontier.depth] = PositionSet.of(instance.budget, words, instance.images)


def _most_promising(
    frontier: Frontier, reached: PositionSet, width: int, random: np.random.Generator | None
) -> Generator[None, None, Words]:
    """The ``width`` positions with the smallest bounds, of equal ones the smallest words; uint64."""
    kept, bounds = np.zeros(0, np.uint64), np.zeros(0)
    for at in range(0, reached.slots.size, CHUNK):
        words = reached.slots[at : at + CHUNK]
        words = words[words != 0]
        found = frontier.expander.bound.evaluate(words).astype(np.float64)
        if random is not None:
            found += PEG_WEIGHT * np.bitwise_count(words) + CHANCE * random.gumbel(size=words.size)
        words, bounds = np.concatenate([kept, words]), np.concatenate([bounds, found])
        order = np.lexsort((words, bounds))[:width]
        kept, bounds = words[order], bounds[order]
        yield
    return kept
