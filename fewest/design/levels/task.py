"""A task of levels: what is asked for, what was found, and what each kind of puzzle adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fewest.solver.model import Puzzle, Slices

Refusal: TypeAlias = Mapping[str, Any]
"""Why no level is possible, as plain JSON.

``by: pegs``
    Every move removes a peg at least, and needs an empty hole, so there are no more than ``moves`` moves.
``by: deepest``
    On this board and with this goal, no position is farther than ``deepest`` moves (published in ``source``).
``by: space``
    All ``positions`` that the task allows are known (on jump boards up to symmetry; on sliding boards perhaps only
    those of at most ``moves`` moves). Either none has a matching length (the greatest length is ``deepest``), or none
    of these has a matching number of solutions (``counts``: the least and the greatest number; ``counts_cap`` means
    that many or more).

The first two are found without a search.
"""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from ``least`` to ``most``, both included; None means no bound."""

    least: float | None = None
    most: float | None = None

    def __contains__(self, number: float | None) -> bool:
        if number is None:
            return False
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class LevelsTask:
    """Levels that are asked for.

    Attributes
    ----------
    board
        A board of a kind that has levels.
    goal
        The goal, in the form of the kind.
    number
        Levels wanted.
    seed
        Decides which levels, of all that match.
    min_length, max_length
        Fewest moves of a level.
    min_count, max_count
        Optimal solutions of a level; None means no bound.
    given
        The part of the start that is given, in the form of the kind; None if nothing is given.
    features
        Ranges of features by name (see :mod:`fewest.design.features`).
    minimal
        Whether levels must be minimal.
    """

    board: Any
    goal: Any
    number: int
    seed: int
    min_length: int = 1
    max_length: int = 1 << 30
    min_count: int = 1
    max_count: int | None = None
    given: Any = None
    features: Mapping[str, Range] = field(default_factory=dict)
    minimal: bool = False

    @property
    def kind(self) -> str:
        """Name of the kind of puzzle."""
        kind: str = self.board.kind
        return kind

    @property
    def counts(self) -> Range:
        """Numbers of solutions that match."""
        return Range(self.min_count, self.max_count)

    @property
    def lengths(self) -> Range:
        """Lengths that match."""
        return Range(self.min_length, self.max_length)


@dataclass(frozen=True, slots=True)
class Level:
    """A puzzle with its proven fewest moves.

    Attributes
    ----------
    puzzle
        The puzzle of the level.
    length
        Fewest moves.
    count
        Number of optimal solutions.
    features
        By name, those for which the task has ranges.
    places
        The places of the task's board that are left, in order.
    """

    puzzle: Puzzle
    length: int
    count: int
    features: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LevelsReport:
    """The answer to a task of levels.

    Attributes
    ----------
    levels
        In the order they were found. If a limit cut the task short, these are the first levels of the whole task.
    tried
        Number of starts that were examined.
    limit
        Why there are fewer levels than requested: a field of :class:`fewest.solver.model.Limits`; ``tried`` if the
        limit on examined starts was reached; ``exhausted`` if no start is left, so there are no other levels.
    refusal
        Why no level is possible.
    """

    levels: tuple[Level, ...]
    tried: int
    limit: str | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class LevelsPlan:
    """Thresholds, found by trial; each kind adds its own. They decide which levels are found.

    Attributes
    ----------
    max_tried
        Starts that are tried at most for one task.
    max_count
        Tables store larger numbers of solutions as this one; a search finds them when they are needed.
    """

    max_tried: int = 10_000
    max_count: int = 1 << 40


@dataclass(frozen=True, slots=True)
class Measure:
    """Length and number of solutions."""

    length: int | None
    count: int | None


Measuring: TypeAlias = Callable[[Puzzle], Slices[Measure]]
"""Finds length and number of solutions of a puzzle."""
