"""Piece after piece to its place, the cells farthest from the goal's empty cells first: a solution, not a short one.

A piece is led to its cell by a breadth-first search over its place and the empty cell's, through cells that
hold nothing final. Where that is in vain, as for the last cell of a row, a final piece next to the cell is led
along with it. The last few cells are left to a search of their own. Works on most boards that are not narrow;
where it gets stuck it says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from itertools import pairwise
from typing import cast

import igraph

from solver.budget import Budget
from solver.model import Outcome, Progress, Search, Solved
from solver.slide.board import SlideBoard
from solver.slide.labelling import ANYTHING, LabelledPuzzle
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import Slide

LAST = 8
"""Cells left to the search at the end."""
STATES = 200_000
"""Places of pieces and empty cell a search for one piece's way looks at."""

Place = tuple[int, ...]
"""The empty cell, then the pieces led."""
Finish = Callable[[SlidePuzzle], Search]


class Steps:
    """A solution in the making.

    Attributes
    ----------
    here
        Rank on every cell.
    slides
        The solution so far.
    """

    def __init__(self, labelled: LabelledPuzzle, budget: Budget) -> None:
        self.labelled, self.budget = labelled, budget
        self.adjacency, self.goal = labelled.board.adjacency, labelled.goal
        self.here = list(labelled.start)
        self.slides: list[Slide] = []
        self.free = set(range(labelled.cells))

    def run(self, finish: Finish) -> Generator[Progress, None, bool]:
        """Solve the puzzle; tell whether it worked.

        Parameters
        ----------
        finish
            Searches the puzzle that the last cells form.
        """
        for cell in self._order():
            if not self._settle(cell):
                return False
            self.free.discard(cell)
            yield self.budget.progress()
        own = sorted(self.free)
        place = {cell: number for number, cell in enumerate(own)}
        rows = tuple(tuple(place[other] for other in self.adjacency[cell] if other in place) for cell in own)
        wanted = tuple(None if self.goal[cell] == ANYTHING else self.goal[cell] for cell in own)
        start = tuple(self.here[cell] for cell in own)
        outcome = yield from self._aside(finish(SlidePuzzle(SlideBoard(rows), start, wanted)))
        if not isinstance(outcome, Solved):
            return False
        self.slides += [(own[begin], own[end]) for begin, end in cast("tuple[Slide, ...]", outcome.solution)]
        return True

    def _aside(self, search: Search) -> Generator[Progress, None, Outcome]:
        """Run a search whose nodes count here, but whose bounds and solutions are of another puzzle."""
        nodes = 0
        while True:
            try:
                spent = next(search)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            self.budget.nodes += spent.nodes - nodes
            nodes = spent.nodes
            yield self.budget.progress()

    def _order(self) -> list[int]:
        """Cells to settle, far ones first, so that those left have no dead ends if that can be."""
        steps = {cell: 0 for cell, want in enumerate(self.goal) if want == 0} or {0: 0}
        fresh = deque(steps)
        while fresh:
            cell = fresh.popleft()
            for other in self.adjacency[cell]:
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    fresh.append(other)
        far = sorted((cell for cell in steps if self.goal[cell] != ANYTHING), key=lambda cell: -steps[cell])
        left, order = set(steps), []
        while len(far) > LAST:
            cell = next((cell for cell in far if self._sound(left - {cell})), far[0])
            far.remove(cell)
            left.remove(cell)
            order.append(cell)
        return order

    def _sound(self, cells: set[int]) -> bool:
        """Whether cells hang together by more than one cell: then any piece gets anywhere."""
        place = {cell: number for number, cell in enumerate(sorted(cells))}
        pairs = [(place[a], place[b]) for a in place for b in self.adjacency[a] if a < b and b in place]
        graph = igraph.Graph(len(place), pairs)
        return bool(graph.is_biconnected())

    def _settle(self, cell: int) -> bool:
        """Bring a piece the goal wants to a cell."""
        if self.here[cell] == self.goal[cell]:
            return True
        holes = [other for other in self.free if self.here[other] == 0]
        pieces = [other for other in self.free if self.here[other] == self.goal[cell]]
        if not holes or not pieces:
            return False
        begin, end = self._nearest(cell, pieces), cell
        hole = self._nearest(begin, holes)
        if self._lead((hole, begin), (end,), self.free):
            return True
        beside = [other for other in self.adjacency[cell] if other not in self.free]
        return any(self._lead((hole, begin, other), (end, other), self.free | {other}) for other in beside)

    def _nearest(self, cell: int, others: list[int]) -> int:
        seen, fresh = {cell}, deque([cell])
        while fresh:
            place = fresh.popleft()
            if place in others:
                return place
            for other in self.adjacency[place]:
                if other in self.free and other not in seen:
                    seen.add(other)
                    fresh.append(other)
        return others[0]

    def _lead(self, start: Place, end: Place, free: set[int]) -> bool:
        """Find a way of the empty cell that takes the led pieces to their cells, and go it."""
        came: dict[Place, Place] = {start: start}
        fresh = deque([start])
        while fresh and len(came) < STATES:
            place = fresh.popleft()
            if place[1:] == end:
                way = [place]
                while came[way[-1]] != way[-1]:
                    way.append(came[way[-1]])
                self._go([step[0] for step in reversed(way)])
                return True
            hole = place[0]
            for cell in self.adjacency[hole]:
                if cell in free:
                    after = (cell, *(hole if led == cell else led for led in place[1:]))
                    if after not in came:
                        came[after] = place
                        fresh.append(after)
        return False

    def _go(self, way: list[int]) -> None:
        self.budget.nodes += len(way)
        for hole, cell in pairwise(way):
            # Another empty cell there simply takes over.
            if self.here[cell]:
                self.slides.append((cell, hole))
                self.here[hole], self.here[cell] = self.here[cell], 0
