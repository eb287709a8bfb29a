"""Jump boards for designers, without the compiled kernels (see :mod:`fewest.design.kinds`)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from math import comb

from fewest.design.jump.levels import minimal
from fewest.design.jump.levels.sources import ComplementSource, PlaySource
from fewest.design.jump.levels.task import JumpPlan, pegs_given
from fewest.design.levels.kind import Levels
from fewest.design.levels.starts import Source, StartTable
from fewest.design.levels.task import LevelsTask, Measure, Measuring, Refusal
from fewest.design.spaces import Spaces, SpaceTask
from fewest.solver.budget import Budget
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool

TABLE = "fewest.design.jump.levels.table"
"""Imported when needed: code that only describes tasks does not load the compiled kernels."""


class JumpSpaces(Spaces):
    """Spaces of boards of at most 64 holes, explored layer by layer, up to symmetry."""

    module = "fewest.design.jump.spaces"

    def size_bound(self, task: SpaceTask) -> int:
        """All positions with the numbers of pegs that can be reached."""
        pegs = task.origins[0].bit_count()
        # Every jump needs two pegs and leaves one of them.
        fewest, most = (1, pegs) if task.forward else (pegs, task.board.holes)
        return sum(comb(task.board.holes, number) for number in range(fewest, most + 1))


@dataclass(frozen=True)
class JumpLevels(Levels):
    """Levels of jump boards of at most 64 holes.

    A task's goal is a :class:`JumpGoal`, or None for the complement of the start: pegs in exactly the holes that are
    empty at the start. Its ``given`` is :class:`GivenPegs`.
    """

    plan: JumpPlan

    def refuse(self, task: LevelsTask) -> Refusal | None:
        """Refuse by the number of pegs: every move removes at least one, and needs an empty hole."""
        given = pegs_given(task)
        pegs = min(given.max_pegs, task.board.holes - max(1, given.empty.bit_count()))
        most = max(0, pegs - (1 if task.goal is None else task.goal.min_pegs))
        return {"by": "pegs", "moves": most} if task.min_length > most else None

    def allows(self, task: LevelsTask, position: int) -> bool:
        """Whether the start has the right number of pegs, and no peg in holes that are given as empty."""
        given = pegs_given(task)
        return not position & given.empty and given.allows_pegs(position)

    def table(self, task: LevelsTask, budget: Budget, threads: ThreadPool) -> Slices[StartTable | None]:
        """The table of all starts up to a number of pegs."""
        slices: Slices[StartTable | None] = import_module(TABLE).start_table(task, budget, threads, self.plan)
        return slices

    def warm(self) -> None:
        """Compile the kernels of the table."""
        import_module(TABLE).warm()

    def sources(self, task: LevelsTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """Sources by play backwards, or by sets of empty holes."""
        return [ComplementSource(task)] if task.goal is None else [PlaySource(task, table)]

    def minimise(
        self, task: LevelsTask, puzzle: JumpPuzzle, wanted: Measure, measure: Measuring
    ) -> Slices[tuple[JumpPuzzle, tuple[int, ...]] | None]:
        """The puzzle without superfluous pegs and holes, if enough pegs are left."""
        less, holes = yield from minimal.minimise(puzzle, wanted, measure)
        # Removing pegs may leave fewer than requested.
        return (less, holes) if pegs_given(task).allows_pegs(less.start) else None
