"""The sources of levels of a jump board beyond its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random

import numpy as np

from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.levels.given import pegs_given, with_complement
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.levels import PAUSE, Candidate, Deck, GenerationTask, Numbers, StartTable
from fewest.solver.model import Slices

ELITE = 16
"""Most starts with few solutions that are kept to continue from."""
MAX_SETS = 100_000
"""Most sets of empty holes that are listed."""
MAX_EXTRA_PEGS = 12
"""Most pegs that play backwards adds."""


class PlaySource:
    """Starts of a jump board with more pegs than a table has: random play backwards.

    It begins at the starts of the table with the most pegs that have few enough solutions, or at goals, and adds some
    pegs. A position after the first move of an optimal solution has at most as many optimal solutions as the one
    before. So starts with few solutions are found by continuing from starts with few solutions, including new ones.
    """

    exhaustive = False

    def __init__(self, task: GenerationTask, table: StartTable | None) -> None:
        self.task = task
        self.board: JumpBoard = task.board
        self.goal: JumpGoal = task.goal
        self.given = pegs_given(task)
        self.extends = task.max_count is not None
        self.most = min(self.given.max_pegs, self.board.holes - self.given.empty.bit_count())
        self.found: list[int] = []
        self.proposed = 0
        self.extra_pegs = 1 if self.extends else 4
        self.rows = self._rows(table) if table is not None else None
        self.table = table

    def _rows(self, table: StartTable) -> Numbers | None:
        """Rows of the table to begin at."""
        fits = (table.length > 0) & (table.length <= self.task.max_length)
        if self.task.max_count is not None:
            fits &= table.count <= self.task.max_count
        fits &= table.positions & np.uint64(self.given.empty) == 0
        rows = np.flatnonzero(fits)
        pegs = np.bitwise_count(table.positions[rows])
        rows = rows[pegs == pegs.max()] if len(rows) else rows
        if len(rows):
            rows = rows[table.length[rows] >= np.quantile(table.length[rows], 0.5)]
        return rows if len(rows) else None

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Play backwards from a start that is known, or a goal."""
        yield PAUSE
        position = self._origin(random)
        least = max(self.given.min_pegs, position.bit_count() + 1)
        wanted = least + random.randrange(max(1, min(self.most - least + 1, self.extra_pegs)))
        while position.bit_count() < wanted:
            before = [
                position ^ three
                for three, end in self._jumps
                if position & three == end and not (position ^ three) & self.given.empty
            ]
            if not before:
                break
            position = before[random.randrange(len(before))]
        self.proposed = position
        return Candidate(JumpPuzzle(self.board, position, self.goal))

    def learn(self, length: int | None, count: int | None) -> None:
        """Add more pegs if it was too short, fewer if it was too long; continue from it if it has few solutions."""
        if length is None:
            return
        if not self.extends:
            if length < self.task.min_length:
                self.extra_pegs = min(MAX_EXTRA_PEGS, self.extra_pegs + 1)
            elif length > self.task.max_length:
                self.extra_pegs = max(1, self.extra_pegs - 1)
        elif count is not None and count <= (self.task.max_count or 0) and length < self.task.max_length:
            self.found = [self.proposed, *self.found][:ELITE]

    @cached_property
    def _jumps(self) -> list[tuple[int, int]]:
        """The three holes of every jump, and the one it ends in, as bits."""
        return [(1 << start | 1 << over | 1 << to, 1 << to) for start, over, to in self.board.jumps]

    def _origin(self, random: Random) -> int:
        known = [position for position in self.found if position.bit_count() < self.most]
        if known and random.randrange(2):
            return known[random.randrange(len(known))]
        if self.rows is not None and self.table is not None:
            return int(self.table.positions[self.rows[random.randrange(len(self.rows))]])
        exact = sorted(self.goal.positions)
        counts = sorted(self.goal.counts)
        at = random.randrange(len(exact) + len(counts))
        if at < len(exact):
            return exact[at]
        holes = Deck(self.board.holes)
        return mask_of(holes.draw(random) for _ in range(min(counts[at - len(exact)], self.board.holes)))


class ComplementSource:
    """Starts of a jump board whose goal is their complement: every set of empty holes, or random ones if too many."""

    extends = False

    def __init__(self, task: GenerationTask) -> None:
        self.task = task
        self.board: JumpBoard = task.board
        given, holes = pegs_given(task), self.board.holes
        self.fixed = holes_of(given.empty)
        self.free = [hole for hole in range(holes) if not given.empty >> hole & 1]
        most = holes - max(given.min_pegs, (holes + 1) // 2)  # a game has no more pegs at its end
        least = max(1, len(self.fixed), holes - given.max_pegs)
        self.numbers = [number - len(self.fixed) for number in range(least, most + 1)]
        total = sum(comb(len(self.free), number) for number in self.numbers)
        self.exhaustive = total <= MAX_SETS
        self.sets: list[tuple[int, ...]] = []
        if self.exhaustive:
            self.sets = [found for number in self.numbers for found in combinations(self.free, number)]
        self.deck = Deck(len(self.sets))

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Draw a set of empty holes."""
        yield PAUSE
        if self.exhaustive:
            if not self.deck.left:
                return None
            chosen: Sequence[int] = self.sets[self.deck.draw(random)]
        else:
            number = self.numbers[random.randrange(len(self.numbers))]
            holes = Deck(len(self.free))
            chosen = [self.free[holes.draw(random)] for _ in range(number)]
        return Candidate(with_complement(self.board, self.board.full & ~mask_of([*self.fixed, *chosen])))

    def learn(self, length: int | None, count: int | None) -> None:
        """Do nothing: a result gives no hint for other sets of holes."""
