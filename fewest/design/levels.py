"""Types of generation: its tasks, starts and sources (see :class:`fewest.design.kinds.Levels`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.model import Progress, Puzzle, Slices

Numbers: TypeAlias = npt.NDArray[np.int64]

Refusal: TypeAlias = Mapping[str, Any]
"""Why no level is possible, as plain JSON; ``by`` names an argument of what makes a refusal."""

PAUSE = Progress(0, 0)
"""Between two slices of a source: it counts no nodes."""


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
class GenerationTask:
    """Levels to make.

    Attributes
    ----------
    board
        A board of a kind that levels can be made of.
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


@dataclass(frozen=True)
class GenerationPlan:
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


# Starts


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that may become a level; length and number of solutions if they are known."""

    puzzle: Puzzle
    length: int | None = None
    count: int | None = None


class Source(Protocol):
    """Proposes starts.

    A proposal depends only on the seed, on its number, and on the results of earlier proposals, which are always exact.
    It never depends on a clock, on threads, or on stored answers.

    Attributes
    ----------
    exhaustive
        Whether it has every start that may become a level.
    extends
        Whether it continues from starts that are too short but have few enough solutions.
    """

    exhaustive: bool
    extends: bool

    def propose(self, random: Random) -> Slices[Candidate | None]:
        """The next start; None if none is left."""

    def learn(self, length: int | None, count: int | None) -> None:
        """Record the result of the last proposal, as far as it is known."""


@dataclass(frozen=True)
class StartTable:
    """Starts up to some number of moves or pegs, made from the goal backwards, with the length and count of each.

    If it is complete, a start that is not in it does not exist.

    Attributes
    ----------
    positions
        uint64 (rows,), packed; perhaps up to symmetry.
    length, count
        int64 (rows,): fewest moves, and number of optimal solutions; ``max_count`` means that many or more.
    complete
        Whether it has every start that the task allows.
    max_count
        Numbers of solutions from here on may be larger.
    allows
        Which of some packed positions, uint64 (number,), the task allows as starts: bool (number,).
    unpack
        The position of a row, in the form of the rules.
    max_length
        The table has only positions of at most this many moves; None if it has no such limit.
    beyond
        Finds length and count of a position that is beyond the table, from the table, or returns None, as if that takes
        long; None if it has no such method.
    """

    positions: npt.NDArray[np.uint64]
    length: Numbers
    count: Numbers
    complete: bool
    max_count: int
    allows: Callable[[npt.NDArray[np.uint64]], npt.NDArray[np.bool_]]
    unpack: Callable[[int], Any]
    max_length: int | None = None
    beyond: Callable[[Any], Slices[Measure | None]] | None = None

    def matches(self, task: GenerationTask) -> Numbers:
        """The rows whose start, length and number of solutions match, or may, in order."""
        fits = (self.length >= task.min_length) & (self.length <= min(task.max_length, 1 << 30))
        rows = np.flatnonzero(fits & self.counts_match(task, self.count))
        return rows[self.allows(self.positions[rows])]

    def counts_match(self, task: GenerationTask, counts: Numbers) -> npt.NDArray[np.bool_]:
        """Whether numbers of solutions out of the table match, or may: bool (number,)."""
        fits = counts >= min(task.min_count, self.max_count)
        return np.asarray(fits if task.max_count is None else fits & (counts <= task.max_count))


@dataclass
class Deck:
    """Numbers below ``size`` in random order, each once (the shuffle of Fisher and Yates, as far as it is needed)."""

    size: int
    dealt: int = 0
    moved: dict[int, int] = field(default_factory=dict)

    def draw(self, random: Random) -> int:
        """The next number; there must be one left."""
        at = random.randrange(self.dealt, self.size)
        number = self.moved.get(at, at)
        self.moved[at] = self.moved.get(self.dealt, self.dealt)
        self.dealt += 1
        return number

    @property
    def left(self) -> int:
        """Numbers that have not been drawn."""
        return self.size - self.dealt
