"""The sources of levels of a sliding board that has too many positions for a table."""

from __future__ import annotations

from functools import cached_property
from random import Random

from fewest.design.levels.starts import PAUSE, Candidate, Source
from fewest.design.levels.task import LevelsTask
from fewest.design.slide.levels.task import pieces_given
from fewest.solver.model import Slices
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.proofs import prove
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position

SHUFFLES = 100
"""Most arrangements that are drawn until one is not known to be unreachable."""
MAX_COMPARED = 64
"""Most starts that are compared by their bounds before one is proposed."""
ELITE = 16
"""Longest starts that are kept to continue from."""
MAX_SHORT_RUNS = 3
"""After this many consecutive starts that were too short, longer ones are searched for."""
EASY_CELLS = 16
"""Cells of boards all of whose positions are solved in seconds."""
EASY_STEPS = 64
"""Steps of walks whose ends are solved in seconds on any board."""
SLICE_SLIDES = 1 << 16
"""Slides of a walk per slice."""


class SlideSource(Source):
    """Starts of a sliding board whose positions are too many for a table.

    Walks lead away from the goal: so far that their ends can match, longer and longer ones until they are far enough,
    and some so far that the longest levels are found that are solved in seconds. If a walk ends too far away, a
    position on it matches, because a slide changes the distance by one at most; bisection finds it. If even long walks
    end too near, arrangements are drawn uniformly, more and more at a time, and the one with the greatest sum of
    distances is proposed; half of the starts are then walks from the longest found so far.
    """

    def __init__(self, task: LevelsTask) -> None:
        self.task = task
        self.board: SlideBoard = task.board
        self.goal: Position = task.goal
        self.given = pieces_given(task)
        self.pinned = any(piece is not None for piece in self.given)
        self.max_steps = 4 * self.board.cells**2
        self.widest = min(self.max_steps if self.board.cells <= EASY_CELLS else EASY_STEPS, 2 * task.max_length)
        # Walks seldom end with the given pieces in place; arrangements have them there.
        self.steps = self.max_steps if self.pinned else min(self.max_steps, 2 * task.max_length, 4 * task.min_length)
        self.compared = 1
        self.short_runs = 0
        self.arranges = True
        self.pool: list[tuple[int, Position]] = []
        self.proposed: Position = self.goal
        self.walk: list[Position] = []
        self.bracket: tuple[int, int] | None = None

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """Propose a position on the walk that was too long, or the best of some new ones."""
        if self.bracket is not None:
            low, high = self.bracket
            self.proposed = self.walk[(low + high) // 2]
        else:
            most = -2
            for _ in range(self.compared):
                position, walk = yield from self._new(random)
                if (bound := self._bound(position)) > most:
                    most, self.proposed, self.walk = bound, position, walk
        yield PAUSE
        return Candidate(SlidePuzzle(self.board, self.proposed, self.goal))

    def learn(self, length: int | None, _count: int | None) -> None:
        """Shorten or lengthen the next proposal."""
        too_long = length is not None and length > self.task.max_length
        if self.bracket is not None:
            low, high = self.bracket
            middle = (low + high) // 2
            # Two apart, the middle is the last position between them.
            if length is None or length in self.task.lengths or high - low <= 2:
                self.bracket = None
            else:
                self.bracket = (low, middle) if too_long else (middle, high)
            return
        if length is None:
            self.arranges = self.arranges and bool(self.pool)
            return
        if too_long:
            self.short_runs = 0
            self.compared = max(1, self.compared // 2)
            if self.walk and self.walk[0] == self.goal:
                self.bracket = (0, len(self.walk) - 1)
                self.steps = max(2, self.steps * 3 // 4)
            return
        self.pool = sorted({*self.pool, (length, self.proposed)}, reverse=True)[:ELITE]
        self.short_runs = 0 if length in self.task.lengths else self.short_runs + 1
        if self.steps < self.max_steps and self.short_runs:
            self.steps *= 2
        elif self.short_runs >= MAX_SHORT_RUNS:
            self.compared = min(MAX_COMPARED, 2 * self.compared)
            self.short_runs = 0

    def _new(self, random: Random) -> Slices[tuple[Position, list[Position]]]:
        """A position, and the walk that led to it, if any."""
        if self.compared == MAX_COMPARED and self.pool and not self.pinned and random.randrange(2):
            origin = self.pool[random.randrange(len(self.pool))][1]
            walk = yield from self._walk(origin, 1 + random.randrange(2 * self.board.cells), random)
            return walk[-1], []
        if self.arranges and self.steps >= self.max_steps:
            position = yield from self._arrangement(random)
            if position is not None:
                return position, []
        doublings = (self.widest // self.steps).bit_length()
        steps = self.steps << random.randrange(max(1, doublings))
        walk = yield from self._walk(self.goal, steps - random.randrange(1 + steps // 2), random)
        return walk[-1], walk

    def _walk(self, position: Position, steps: int, random: Random) -> Slices[list[Position]]:
        """Random slides that do not take back the one before, if there are others."""
        cells = list(position)
        empty = [cell for cell, piece in enumerate(cells) if piece == EMPTY]
        walk = [position]
        last = (-1, -1)
        pause_every = max(1, SLICE_SLIDES // max(1, sum(map(len, self.board.adjacency))))
        for step in range(steps):
            if step % pause_every == 0:
                yield PAUSE
            slides = [
                (cell, at, number)
                for number, at in enumerate(empty)
                for cell in self.board.adjacency[at]
                if cells[cell] != EMPTY
            ]
            # A slide back makes no progress.
            onward = [slide for slide in slides if slide[:2] != last] or slides
            if not onward:
                break
            cell, at, number = onward[random.randrange(len(onward))]
            cells[at], cells[cell] = cells[cell], EMPTY
            empty[number] = cell
            last = (at, cell)
            walk.append(tuple(cells))
        return walk

    def _arrangement(self, random: Random) -> Slices[Position | None]:
        """An arrangement with the given pieces in their cells, drawn uniformly from those that are not ruled out."""
        given = self.given or (None,) * self.board.cells
        others = list(self.goal)
        for piece in given:
            if piece is not None:
                others.remove(piece)
        for _ in range(SHUFFLES):
            yield PAUSE
            for last in range(len(others) - 1, 0, -1):
                at = random.randrange(last + 1)
                others[last], others[at] = others[at], others[last]
            rest = iter(others)
            position = tuple(next(rest) if piece is None else piece for piece in given)
            # Half of all arrangements have the wrong parity on most boards.
            if prove(SlidePuzzle(self.board, position, self.goal)) is None:
                return position
        return None

    @cached_property
    def _distances(self) -> list[dict[int, int]]:
        """By cell: the distance of each piece there from the nearest cell of its goal."""
        table = distances(self.board)
        cells = {piece: [cell for cell, other in enumerate(self.goal) if other == piece] for piece in set(self.goal)}
        cells.pop(EMPTY, None)
        return [
            {EMPTY: 0} | {piece: int(table[cell, wanted].min()) for piece, wanted in cells.items()}
            for cell in range(self.board.cells)
        ]

    def _bound(self, position: tuple[int, ...]) -> int:
        """Sum of the distances of the pieces; -1 if that alone is too long."""
        total = sum(row[piece] for row, piece in zip(self._distances, position, strict=True))
        return total if total <= self.task.max_length else -1
