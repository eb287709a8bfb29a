"""The first source of levels: a table of starts."""

from __future__ import annotations

from random import Random

import numpy as np

from fewest.design.kinds import KINDS
from fewest.design.levels import PAUSE, Candidate, Deck, GenerationTask, Numbers, StartTable
from fewest.solver.model import Slices


class TableSource:
    """Draws from a table: a length, among matching ones that are left, then a start of this length; each uniformly."""

    extends = False

    def __init__(self, task: GenerationTask, table: StartTable) -> None:
        self.task = task
        self.table = table
        self.exhaustive = table.complete
        rows = table.matches(task)
        lengths = table.length[rows]
        self.layers: dict[int, tuple[Numbers, Deck]] = {}
        for length in np.unique(lengths).tolist():
            layer = rows[lengths == length]
            self.layers[length] = (layer, Deck(len(layer)))

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Draw a start."""
        yield PAUSE
        left = [length for length, (_, deck) in self.layers.items() if deck.left]
        if not left:
            return None
        length = left[random.randrange(len(left))]
        rows, deck = self.layers[length]
        row = int(rows[deck.draw(random)])
        puzzle = KINDS[self.task.kind].levels.puzzle_at(self.task, self.table.unpack(self.table.positions[row]))
        count = int(self.table.count[row])
        return Candidate(puzzle, length, count if count < self.table.max_count else None)

    def learn(self, length: int | None, count: int | None) -> None:
        """Do nothing: the table has all results."""
