"""The space of a sliding board as a set of packed positions, for boards whose ranks do not fit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from fewest.design.space import Space, SpaceTask
from fewest.solver.budget import Budget
from fewest.solver.model import INFINITE, Slices, Stopped
from fewest.solver.slide.bounds.pattern_tables import no_bound
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Position
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.packing import Packing


class PackedSpace(Space):
    """Positions in the order in which breadth-first search finds them."""

    def __init__(self, task: SpaceTask) -> None:
        self.task = task
        origin = task.origins[0]
        self._content = sorted(origin)
        self._pieces = sorted({0, *origin})
        self._label = {piece: label for label, piece in enumerate(self._pieces)}
        self._labelled = labelled(SlidePuzzle(task.board, origin, origin))
        self._packing = Packing(self._labelled)

    def build(self, budget: Budget, _threads: int, max_positions: int) -> Slices[Stopped | None]:
        """Find every position, in one thread; ``MemoryError`` if they do not fit."""
        self._frontier = frontier = Frontier(self._packing, self._packing.pack([self._labelled.goal]), budget)
        database = no_bound(self._labelled)
        while frontier.width:
            for progress in frontier.advance(INFINITE, database):
                yield progress
                if frontier.ends[-1] > max_positions:
                    return Stopped("positions")
            budget.notes = {"depths": [high - low for low, high in pairwise(frontier.ends) if high > low]}
        self.depths = self.classes = tuple(int(number) for number in np.diff(frontier.ends)[:-1])
        return None

    def distance(self, position: Position) -> int | None:
        """Look it up."""
        if sorted(position) != self._content:
            return None
        (row,) = self._frontier.find(self._packing.pack([[self._label[piece] for piece in position]]))
        return None if row < 0 else int(np.searchsorted(self._frontier.ends, row, side="right")) - 1

    def nth(self, depth: int, index: int) -> Position:
        """In the order in which they were found."""
        if not 0 <= index < self.depths[depth]:
            raise IndexError(index)
        row = int(self._frontier.ends[depth]) + index
        labels = self._packing.unpack(self._frontier.arena[row : row + 1])[0]
        return tuple(self._pieces[label] for label in labels.tolist())
