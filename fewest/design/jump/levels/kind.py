"""How levels of jump boards are made (see :class:`fewest.design.kinds.Levels`).

A task's goal is a :class:`JumpGoal`, or None for the complement of the start: pegs in exactly the holes that are empty
at the start. Its ``given`` is :class:`GivenPegs`.
"""

from __future__ import annotations

from importlib import import_module

from fewest.design.jump.levels import minimal
from fewest.design.jump.levels.given import pegs_given, with_complement
from fewest.design.jump.levels.plan import JumpPlan
from fewest.design.jump.levels.sources import ComplementSource, PlaySource
from fewest.design.levels import GenerationTask, Measure, Measuring, Refusal, Source, StartTable
from fewest.solver.budget import Budget
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool

TABLE = "fewest.design.jump.levels.table"
"""Imported when needed: code that only describes tasks does not load the compiled kernels."""


class JumpLevels:
    """Levels of jump boards of at most 64 holes."""

    plan = JumpPlan()

    def refuse(self, task: GenerationTask) -> Refusal | None:
        """Refuse by the number of pegs: every move removes at least one, and needs an empty hole."""
        given = pegs_given(task)
        pegs = min(given.max_pegs, task.board.holes - max(1, given.empty.bit_count()))
        most = max(0, pegs - (1 if task.goal is None else task.goal.min_pegs))
        return {"by": "pegs", "moves": most} if task.min_length > most else None

    def allows(self, task: GenerationTask, position: int) -> bool:
        """Whether the start has the right number of pegs, and no peg in holes that are given as empty."""
        given = pegs_given(task)
        return not position & given.empty and given.allows_pegs(position)

    def puzzle_at(self, task: GenerationTask, position: int) -> JumpPuzzle:
        """A puzzle with the goal of the task, or the complement."""
        if task.goal is None:
            return with_complement(task.board, position)
        return JumpPuzzle(task.board, position, task.goal)

    def table(
        self, task: GenerationTask, budget: Budget, threads: ThreadPool, plan: JumpPlan
    ) -> Slices[StartTable | None]:
        """The table of all starts up to a number of pegs."""
        slices: Slices[StartTable | None] = import_module(TABLE).start_table(task, budget, threads, plan)
        return slices

    def warm(self) -> None:
        """Compile the kernels of the table."""
        import_module(TABLE).warm()

    def sources(self, task: GenerationTask, table: StartTable | None, _: int) -> list[Source]:
        """Sources by play backwards, or by sets of empty holes."""
        return [ComplementSource(task)] if task.goal is None else [PlaySource(task, table)]

    def next_length(self, _: JumpPuzzle, length: int) -> int:
        """Any length is possible."""
        return length

    def minimise(
        self, task: GenerationTask, puzzle: JumpPuzzle, wanted: Measure, measure: Measuring
    ) -> Slices[tuple[JumpPuzzle, tuple[int, ...]] | None]:
        """The puzzle without superfluous pegs and holes, if enough pegs are left."""
        less, holes = yield from minimal.minimise(puzzle, wanted, measure)
        return (less, holes) if pegs_given(task).allows_pegs(less.start) else None
