"""What a kind of puzzle adds to the search for levels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from fewest.design.levels.starts import Source, StartTable
from fewest.design.levels.task import LevelsPlan, LevelsTask, Measure, Measuring, Refusal
from fewest.solver.budget import Budget
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Slices
from fewest.solver.threads import ThreadPool


@dataclass(frozen=True)
class Levels(ABC):
    """How levels of one kind of puzzle are found.

    A level is minimal if every part that is removed changes its length or its number of optimal solutions. The kind
    defines the parts.

    Attributes
    ----------
    plan
        The thresholds: those of all tasks but of tests.
    """

    plan: LevelsPlan

    def refuse(self, task: LevelsTask) -> Refusal | None:
        """Return why a task is impossible, as far as that is known without a search; None if it may be possible."""
        return None

    def allows(self, task: LevelsTask, position: Any) -> bool:
        """Whether a start agrees with the given pieces or pegs."""
        return True

    @abstractmethod
    def table(self, task: LevelsTask, budget: Budget, threads: ThreadPool) -> Slices[StartTable | None]:
        """Make a table of starts; None if there would be too many. Loads the compiled kernels.

        Parameters
        ----------
        budget
            Its memory is accounted for here.
        threads
            Share the work.
        """

    @abstractmethod
    def sources(self, task: LevelsTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """The sources of starts that are not in the table, in the order in which they are used.

        Parameters
        ----------
        max_bytes
            Memory that a proposal may take.
        """

    def next_length(self, puzzle: Any, length: int) -> int:
        """The least number of moves, from ``length`` on, that a puzzle may need; found without a search."""
        return length

    def minimise(
        self, task: LevelsTask, puzzle: Any, wanted: Measure, measure: Measuring
    ) -> Slices[tuple[Puzzle, tuple[int, ...]] | None]:
        """Remove all superfluous parts of a puzzle; by default it has none.

        Parameters
        ----------
        wanted
            Its length and its number of solutions.
        measure
            Finds those of another puzzle.

        Returns
        -------
        puzzle, places
            The smaller puzzle, and the places of the board that are left; None if it does not match the task.
        """
        yield from ()
        return puzzle, tuple(range(kind_of(puzzle).size(puzzle)))
