"""The sources of levels of sliding blocks: pieces placed at random, and walks."""

from __future__ import annotations

from random import Random

from fewest.design.block.levels.table import Component, explore
from fewest.design.block.levels.task import BlockPlan, Placed, blocks_given, rooms_of
from fewest.design.levels.starts import PAUSE, Candidate, Source
from fewest.design.levels.task import LevelsTask
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle
from fewest.solver.block.rules import BlockRules, Position, started_at
from fewest.solver.budget import Budget
from fewest.solver.errors import Stop
from fewest.solver.model import Slices

MAX_PLACEMENTS = 200
"""Most placements that are tried until one has room for all pieces and can reach the goal."""
ELITE = 16
"""Placements with the deepest components that are kept to be changed."""
MAX_SHORT_RUNS = 3
"""After this many consecutive starts that were too short, half of the placements are changed ones."""
CHANGED = 2
"""Most pieces of a placement that are placed anew."""
STEPS = 200
"""Moves of a walk at most, at first; and how many are made per slice."""
MAX_STEPS = 20_000
"""Moves of a walk at most."""


class PlacementSource(Source):
    """Pieces placed at random among the given ones; the farthest position that they can reach is a start.

    The number of pieces, their shapes and the empty cells for each are drawn uniformly. If the starts are too short,
    placements with the deepest components found so far are changed: a piece or two are placed anew.
    """

    def __init__(self, task: LevelsTask, plan: BlockPlan, max_bytes: int) -> None:
        self.task = task
        self.given = blocks_given(task)
        self.max_positions = plan.max_placed
        self.max_bytes = max_bytes
        self.short_runs = 0
        self.pool: list[tuple[int, Position, Placed]] = []
        puzzle = self.given.puzzle
        # Pieces placed at random are not named by any door, and may not stand in one.
        closed = {cell for door in puzzle.doors for cell in door.cells}
        self.rooms = [
            [[cells for cells in rooms_of(shape, puzzle.board) if closed.isdisjoint(cells)] for shape in group.shapes]
            for group in self.given.groups
        ]

    def propose(self, random: Random) -> Slices[Candidate]:
        """Propose the farthest position of a placement."""
        # Of its own: what a proposal explores is freed at its end.
        budget = Budget(self.max_bytes)
        for _ in range(MAX_PLACEMENTS):
            yield budget.progress()
            placed = self._place(random)
            component = None if placed is None else (yield from self._explore(placed, budget))
            if placed is None or component is None or not component.depth:
                continue
            self._keep(component.depth, placed)
            if self.task.minimal and component.depth >= self.task.min_length:
                smaller = yield from self._minimise(placed, component, budget)
                if smaller is None:
                    continue
                placed, component = smaller
            length = min(component.depth, self.task.max_length)
            return Candidate(placed.at(component.first_of(length)).puzzle, length)
        raise Stop("tried")

    def learn(self, length: int | None, _count: int | None) -> None:
        """Count the starts that are too short."""
        self.short_runs = self.short_runs + 1 if length is not None and length < self.task.min_length else 0

    def _explore(self, placed: Placed, budget: Budget) -> Slices[Component | None]:
        return (yield from explore(placed.puzzle, budget, self.max_positions)).component

    def _keep(self, depth: int, placed: Placed) -> None:
        entry = (depth, placed.puzzle.start, placed)
        if all(entry[:2] != other[:2] for other in self.pool):
            self.pool = sorted([*self.pool, entry], key=lambda kept: kept[:2], reverse=True)[:ELITE]

    def _place(self, random: Random) -> Placed | None:
        """Pieces where they stand at first; None if there is no room for one."""
        placed = Placed(self.given.puzzle)
        if self.short_runs >= MAX_SHORT_RUNS and self.pool and random.randrange(2):
            # A deep placement, of which a piece or two are placed anew.
            placed = self.pool[random.randrange(len(self.pool))][2]
            for _ in range(min(len(placed.groups), 1 + random.randrange(CHANGED))):
                placed = placed.without(placed.placed[random.randrange(len(placed.groups))])
        for number, group in enumerate(self.given.groups):
            have = placed.groups.count(number)
            most = max(have, group.min_pieces + random.randrange(1 + group.max_pieces - group.min_pieces))
            for _ in range(most - have):
                shape = random.randrange(len(group.shapes))
                empty = {cell for cell, piece in enumerate(placed.puzzle.start) if piece == EMPTY}
                rooms = [cells for cells in self.rooms[number][shape] if empty.issuperset(cells)]
                if not rooms:
                    return None
                cells = rooms[random.randrange(len(rooms))]
                placed = placed.with_piece(number, group.shapes[shape].axes, cells)
        return placed

    def _minimise(
        self, placed: Placed, component: Component, budget: Budget
    ) -> Slices[tuple[Placed, Component] | None]:
        """Leave out all pieces placed at random without which the start is not nearer to the goal.

        Without them, others may be farther: the farthest is the start then. None if too few pieces are left.
        """
        # Without a piece, every solution stays one if its moves are left out. So a start can only get nearer, and a
        # piece without which it does is needed after others are left out, too.
        length = min(component.depth, self.task.max_length)
        start = placed.at(component.first_of(length))
        piece = start.placed.start
        while piece in start.placed:
            smaller = start.without(piece)
            found = yield from self._explore(smaller, budget)
            if found is None:
                return None  # there are too many positions to know
            if found.length < length:
                piece += 1
                continue
            component = found
            length = min(component.depth, self.task.max_length)
            start = smaller.at(component.first_of(length))
            if start != smaller:
                piece = start.placed.start
        groups = enumerate(self.given.groups)
        if any(start.groups.count(number) < group.min_pieces for number, group in groups):
            return None
        return start, component


class WalkSource(Source):
    """Ends of walks from the given start, for tasks with too many positions for a table.

    After a start that is too short, the walks are longer.
    """

    def __init__(self, task: LevelsTask) -> None:
        self.puzzle: BlockPuzzle = blocks_given(task).puzzle
        self.least = task.min_length
        self.steps = STEPS

    def propose(self, random: Random) -> Slices[Candidate]:
        """Propose the end of a walk of random moves."""
        rules = BlockRules(self.puzzle)
        position = self.puzzle.start
        for step in range(1 + random.randrange(self.steps)):
            if step % STEPS == 0:
                yield PAUSE
            moves = [after for _, after in rules.successors(position)]
            if not moves:
                break
            position = moves[random.randrange(len(moves))]
        return Candidate(started_at(self.puzzle, position))

    def learn(self, length: int | None, _count: int | None) -> None:
        """Make longer walks if a start was too short."""
        if length is not None and length < self.least:
            self.steps = min(MAX_STEPS, 2 * self.steps)
