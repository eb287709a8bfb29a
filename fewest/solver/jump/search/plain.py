"""Breadth-first search from both ends without bounds, of puzzles that take some thousand nodes.

Pattern tables and the choice of their partitions take longer than such a search. It has a budget; if that is spent, the
search with bounds takes over. The lengths searched by then are not searched again.
"""

from __future__ import annotations

import numpy as np

from fewest.solver.jump.search.beam import UNBOUNDED
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import limit_nodes
from fewest.solver.jump.search.frontier import Frontier, Meeting, root_positions
from fewest.solver.jump.search.reconstruct import answer
from fewest.solver.jump.words import WORD
from fewest.solver.model import Outcome, Slices, Unsolvable


def search(context: SearchContext) -> Slices[Outcome | None]:
    """Solve a puzzle whose bounds are 0; None if that takes more than the plan or the memory allows.

    Yields after each slice.
    """
    instance = context.instance
    if instance.goals is None or instance.backward is None or instance.images.dtype != WORD:
        return None
    budget = context.budget
    held = budget.bytes
    base = instance.opening_moves
    try:
        near = Frontier(instance.forward, {base: (yield from root_positions(context, UNBOUNDED[WORD]))}, base)
        far = Frontier(instance.backward, {0: context.position_set(instance.goals)})
        return (yield from _meet(context, near, far))
    except MemoryError:
        return None
    finally:
        budget.release(budget.bytes - held)


def _meet(context: SearchContext, near: Frontier, far: Frontier) -> Slices[Outcome | None]:
    """Expand one of two frontiers at a time until they meet. The goals have level 0 at first, those before it -1, …

    Each frontier has all positions from which its end is as many moves away. So the first meeting is at the least
    length, and every solution passes through it.
    """
    budget = context.budget
    last = budget.nodes + context.plan.plain_nodes
    # By direction: nodes that the last position took. The next ones take about as many.
    costs = {True: 1.0, False: 1.0}
    while True:
        length = near.depth - far.depth
        ends = [side.levels[side.depth] for side in (near, far)]
        met = np.intersect1d(*(end.words() for end in ends), assume_unique=True)
        if met.size:
            levels = {length + depth: level for depth, level in far.levels.items()}
            meeting = Meeting({near.depth: context.position_set(met)}, near, Frontier(far.expander, levels))
            return (yield from answer(context, meeting, length))
        if not all(end.size for end in ends):
            return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
        budget.raise_bound(length + 1)
        nodes, side = min(
            ((side.levels[side.depth].size * costs[side.expander.forward], side) for side in (near, far)),
            key=lambda estimate: estimate[0],
        )
        before = budget.nodes
        if before + nodes > last:
            return None
        source, step = side.levels[side.depth], 1 if side is near else -1
        older = side.levels.get(side.depth - step)
        side.depth += step
        reached = side.levels[side.depth] = context.empty_set()
        run = side.expander.expand(
            source.slots, UNBOUNDED[WORD], reached, closed=None if older is None else older.slots, threads=context.threads
        )
        if not (yield from limit_nodes(run, budget, last - before))[0]:
            return None
        costs[side.expander.forward] = (budget.nodes - before) / source.size
