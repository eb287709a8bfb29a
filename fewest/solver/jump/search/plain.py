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
from fewest.solver.model import Outcome, Slices, Unsolvable, Want


def search(context: SearchContext) -> Slices[Outcome | None]:
    """Solve a puzzle whose bounds are 0; None if that takes more than the plan or the memory allows.

    Yields after each slice.
    """
    instance = context.instance
    if instance.goals is None or instance.backward is None or instance.images.dtype != WORD:
        return None
    # Longer ones take more nodes as a rule, and the jumps cost nothing to know.
    if instance.max_length - instance.opening_moves > context.plan.plain_jumps:
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
    # Any solution is found in a third of the time of all, so less is spent before.
    last = budget.nodes + context.plan.plain_nodes // (4 if context.want is Want.ANY else 1)
    # By direction: nodes that the last position took. The next ones take about as many.
    costs = {True: 1.0, False: 1.0}

    def estimate(side: Frontier) -> float:
        return side.last.size * costs[side.expander.forward]

    while True:
        length = near.depth - far.depth
        met = np.intersect1d(near.last.words(), far.last.words(), assume_unique=True)
        if met.size:
            levels = {length + depth: level for depth, level in far.levels.items()}
            meeting = Meeting({near.depth: context.position_set(met)}, near, Frontier(far.expander, levels))
            return (yield from answer(context, meeting, length))
        if not (near.last.size and far.last.size):
            return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
        budget.raise_bound(length + 1)
        side = min(near, far, key=estimate)
        size, nodes = side.last.size, budget.nodes
        if nodes + estimate(side) > last:
            return None
        done, _ = yield from limit_nodes(side.advance(context, UNBOUNDED[WORD]), budget, last - nodes)
        if not done:
            return None
        costs[side.expander.forward] = (budget.nodes - nodes) / size
