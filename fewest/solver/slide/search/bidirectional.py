"""Bidirectional breadth-first search: solves small puzzles and small components before tables are made."""

from __future__ import annotations

from collections.abc import Sequence

from fewest.solver.model import INFINITE, Slices
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.frontier import Frontier


class BidirectionalSearch:
    """Breadth-first search from the start and from the goal positions, or without a list of these from the start only.

    Attributes
    ----------
    forward, backward
        The two sides; ``backward`` is None if the goal positions are too many, or none.
    met
        Whether the last level of one side meets the other side, or the goal if there is one side.
    exhausted
        Whether one side has no positions left: the puzzle is unsolvable.
    """

    def __init__(self, context: SearchContext, goals: Sequence[Sequence[int]] | None) -> None:
        self.context = context
        self.forward = Frontier.from_start(context)
        self.backward: Frontier | None = None
        self.met = self.exhausted = False
        if goals:
            packing = context.instance.packing
            self.backward = Frontier(packing, packing.pack(goals), context.budget)

    def run(self, positions: int) -> Slices[None]:
        """Expand the smaller frontier until the sides meet, one is exhausted, or ``positions`` are explored."""
        forward = self.forward
        backward = self.backward
        database = self.context.no_bound
        while forward.ends[-1] + (backward.ends[-1] if backward else 0) < positions:
            side = forward
            other = backward
            if backward and backward.width < forward.width:
                side = backward
                other = forward
            yield from side.advance(INFINITE, database, other)
            self.met = side.met > 0
            self.exhausted = side.width == 0
            if self.met or self.exhausted:
                return
            self.context.raise_bound(forward.depth + (backward.depth if backward else 0) + 1)
        # The forward side stays: breadth-first deepening uses its memory again.
        if backward:
            backward.close()
