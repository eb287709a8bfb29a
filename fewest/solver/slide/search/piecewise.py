"""Bring the pieces to their cells one after the other, the farthest from the goal's empty cells first.

It finds long solutions quickly. A breadth-first search over the cells of the piece and the empty cell brings a piece to
its cell, through cells that are still free. If that fails, as for the last cell of a row, a finished piece next to the
cell is moved along with it. A search solves the last few cells. This works on most boards that are not narrow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias, cast

import igraph

from fewest.solver.budget import Budget
from fewest.solver.model import Search, Slices, Solved
from fewest.solver.slices import Run
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Slide

LAST_CELLS = 8
"""Cells of the puzzle that is left at the end."""
MAX_STATES = 200_000
"""Most states that the search for one piece explores. Only the moves found count as nodes, not the states."""
SLICE = 50_000
"""Moves tried in one slice: some hundredths of a second."""

State: TypeAlias = tuple[int, ...]
"""The empty cell, then the cells of the pieces moved."""
Finish: TypeAlias = Callable[[SlidePuzzle], Search]


class PiecewiseSolver:
    """A solution under construction.

    Attributes
    ----------
    labels
        Label on every cell after the slides so far.
    slides
        The solution so far.
    free
        The cells that are not settled.
    """

    def __init__(self, labelled: LabelledPuzzle, budget: Budget) -> None:
        self.labelled = labelled
        self.budget = budget
        self.adjacency = labelled.board.adjacency
        self.goal = labelled.goal
        self.labels = list(labelled.start)
        self.slides: list[Slide] = []
        self.free = set(range(labelled.cells))

    def run(self, finish: Finish) -> Slices[bool]:
        """Solve the puzzle; return whether that succeeded.

        Parameters
        ----------
        finish
            Solves the puzzle of the last cells.
        """
        for cell in (yield from self._settling_order()):
            if not (yield from self._settle(cell)):
                return False
            self.free.discard(cell)
            yield self.budget.progress()
        own = sorted(self.free)
        number = {cell: index for index, cell in enumerate(own)}
        rows = tuple(tuple(number[other] for other in self.adjacency[cell] if other in number) for cell in own)
        wanted = tuple(None if self.goal[cell] == ANYTHING else self.goal[cell] for cell in own)
        start = tuple(self.labels[cell] for cell in own)
        outcome = yield from self._subsearch(finish(SlidePuzzle(SlideBoard(rows), start, wanted)))
        if not isinstance(outcome, Solved):
            return False
        # The last cells were a puzzle of their own numbers.
        self.slides += [(own[begin], own[end]) for begin, end in cast("tuple[Slide, ...]", outcome.solution)]
        return True

    def _subsearch(self, search: Search) -> Search:
        """Run a search of another puzzle: its nodes count here, its bounds and solutions do not."""
        run = Run(search)
        nodes = 0
        for progress in run:
            self.budget.nodes += progress.nodes - nodes
            nodes = progress.nodes
            yield self.budget.progress()
        return run.value

    def _settling_order(self) -> Slices[list[int]]:
        """Cells to settle, far ones first, so that those left stay biconnected if possible."""
        distance = {cell: 0 for cell, want in enumerate(self.goal) if want == 0} or {0: 0}
        queue = deque(distance)
        while queue:
            cell = queue.popleft()
            for other in self.adjacency[cell]:
                if other not in distance:
                    distance[other] = distance[cell] + 1
                    queue.append(other)
        far = sorted((cell for cell in distance if self.goal[cell] != ANYTHING), key=lambda cell: -distance[cell])
        left = set(distance)
        whole = self._biconnected(left)
        order = []
        while len(far) > LAST_CELLS:
            for cell in far:
                yield self.budget.progress()
                # A cell beside two of a biconnected rest would be part of it.
                if (whole or self._ends(cell, left)) and self._biconnected(left - {cell}):
                    whole = True
                    break
            else:
                cell, whole = far[0], False
            far.remove(cell)
            left.remove(cell)
            order.append(cell)
        return order

    def _ends(self, cell: int, cells: set[int]) -> bool:
        """Whether at most one of some cells is next to a cell."""
        return sum(other in cells for other in self.adjacency[cell]) < 2

    def _biconnected(self, cells: set[int]) -> bool:
        """Whether cells stay connected without any one of them: then pieces can pass each other."""
        number = {cell: index for index, cell in enumerate(sorted(cells))}
        pairs = [(number[a], number[b]) for a in number for b in self.adjacency[a] if a < b and b in number]
        return bool(igraph.Graph(len(number), pairs).is_biconnected())

    def _settle(self, cell: int) -> Slices[bool]:
        """Bring the goal's piece, or an empty cell, to a cell."""
        if self.labels[cell] == self.goal[cell]:
            return True
        empty_cells = [other for other in self.free if self.labels[other] == 0]
        if self.goal[cell] == 0 and empty_cells:
            return (yield from self._bring((self._nearest(cell, empty_cells),), (cell,), self.free))
        pieces = [other for other in self.free if self.labels[other] == self.goal[cell]]
        if not empty_cells or not pieces:
            return False
        piece = self._nearest(cell, pieces)
        empty = self._nearest(piece, empty_cells)
        if (yield from self._bring((empty, piece), (cell,), self.free)):
            return True
        for other in self.adjacency[cell]:
            # A settled piece next to the cell makes way, and is brought back within the same search.
            if other not in self.free and (
                yield from self._bring((empty, piece, other), (cell, other), self.free | {other})
            ):
                return True
        return False

    def _nearest(self, cell: int, candidates: list[int]) -> int:
        """The candidate that is nearest to a cell through free cells; the first if none can be reached."""
        seen = {cell}
        queue = deque([cell])
        while queue:
            place = queue.popleft()
            if place in candidates:
                return place
            for other in self.adjacency[place]:
                if other in self.free and other not in seen:
                    seen.add(other)
                    queue.append(other)
        return candidates[0]

    def _bring(self, start: State, targets: State, free: set[int]) -> Slices[bool]:
        """Search breadth-first for a route of the empty cell that brings the pieces to their targets; take it.

        Without pieces, the target is that of the empty cell.
        """
        parent: dict[State, State] = {start: start}
        queue = deque([start])
        tried = 0
        while queue and len(parent) < MAX_STATES:
            state = queue.popleft()
            tried += len(self.adjacency[state[0]])
            if tried >= SLICE:
                tried = 0
                yield self.budget.progress()
            if state[-len(targets) :] == targets:
                path = [state]
                while parent[path[-1]] != path[-1]:
                    path.append(parent[path[-1]])
                self._move_empty([empty for empty, *_ in reversed(path)])
                return True
            empty = state[0]
            for cell in self.adjacency[empty]:
                if cell in free:
                    after = (cell, *(empty if piece == cell else piece for piece in state[1:]))
                    if after not in parent:
                        parent[after] = state
                        queue.append(after)
        return False

    def _move_empty(self, route: list[int]) -> None:
        self.budget.nodes += len(route)
        for empty, cell in pairwise(route):
            # If that cell is empty too, the route continues with it: no slide is needed.
            if self.labels[cell]:
                self.slides.append((cell, empty))
                self.labels[empty], self.labels[cell] = self.labels[cell], 0
