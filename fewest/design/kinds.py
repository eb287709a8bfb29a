"""Kinds of puzzle as designers need them: the protocols of their spaces and levels, and the registry.

A kind of :mod:`fewest.solver.kinds` may have an object here. Without one it has features, but no spaces and no levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from fewest.design.block.kind import BlockDesign
from fewest.design.jump.kind import JumpDesign
from fewest.design.levels import GenerationPlan, GenerationTask, Measure, Measuring, Refusal, Source, StartTable
from fewest.design.slide.kind import SlideDesign
from fewest.design.space import Space, SpaceTask, TooLarge
from fewest.solver.budget import Budget
from fewest.solver.model import Limits, Puzzle, Slices, Stopped
from fewest.solver.threads import ThreadPool

L = TypeVar("L", bound=GenerationPlan)


class Spaces(Protocol):
    """How whole spaces of one kind of puzzle are explored."""

    def explore(
        self, task: SpaceTask, limits: Limits, threads: int, max_positions: int
    ) -> Slices[Space | TooLarge | Stopped]:
        """Explore a space (see :func:`fewest.design.exploration.explore`). Loads the compiled kernels."""

    def least_size(self, task: SpaceTask) -> int:
        """A lower bound on the positions of a space, without a search; 1 if unknown."""

    def size_bound(self, task: SpaceTask) -> int:
        """An upper bound on the positions of a space, without a search."""


class Levels(Protocol[L]):
    """How levels of one kind of puzzle are made. ``L`` is the kind's thresholds.

    A level is minimal if every part that is removed changes its length or its number of optimal solutions. The kind
    defines the parts.
    """

    @property
    def plan(self) -> L:
        """The thresholds of all tasks but those of tests."""

    def refuse(self, task: GenerationTask) -> Refusal | None:
        """Return why a task is impossible, as far as that is known without a search; None if it may be possible."""

    def allows(self, task: GenerationTask, position: Any) -> bool:
        """Whether a start agrees with the given pieces or pegs."""

    def puzzle_at(self, task: GenerationTask, position: Any) -> Puzzle:
        """The puzzle of a task that starts in a position."""

    def table(self, task: GenerationTask, budget: Budget, threads: ThreadPool, plan: L) -> Slices[StartTable | None]:
        """Make a table of starts; None if there would be too many. Loads the compiled kernels.

        Parameters
        ----------
        budget
            Its memory is accounted for here.
        threads
            Share the work.
        plan
            Says when it ends.
        """

    def sources(self, task: GenerationTask, table: StartTable | None, max_bytes: int) -> list[Source]:
        """The sources of starts that are not in the table, in the order in which they are used.

        Parameters
        ----------
        max_bytes
            Memory that a proposal may take.
        """

    def next_length(self, puzzle: Any, length: int) -> int:
        """The least number of moves, from ``length`` on, that a puzzle may need; found without a search."""

    def minimise(
        self, task: GenerationTask, puzzle: Any, wanted: Measure, measure: Measuring
    ) -> Slices[tuple[Puzzle, tuple[int, ...]] | None]:
        """Remove all superfluous parts of a puzzle.

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


class DesignKind(Protocol):
    """What designers need of one kind of puzzle.

    Attributes
    ----------
    name
        Its name in :data:`fewest.solver.kinds.KINDS`.
    kernels
        What compiles, or loads from numba's cache, the kernels that a task needs beyond those of searches; by the name
        of the task.
    """

    name: str
    kernels: Mapping[str, Callable[[], object]]

    @property
    def spaces(self) -> Spaces:
        """How its whole spaces are explored."""

    @property
    def levels(self) -> Levels[Any]:
        """How levels are made on its boards. Each board names its ``kind``."""


KINDS: dict[str, DesignKind] = {}
"""Every kind that has spaces and levels, by name."""


def register(kind: DesignKind) -> None:
    """Make a kind known under its name."""
    KINDS[kind.name] = kind


register(JumpDesign())
register(SlideDesign())
register(BlockDesign())
