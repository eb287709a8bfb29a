"""Starts that may become levels: what proposes them, and tables of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.design.levels.task import LevelsTask, Measure, Refusal
from fewest.solver.model import Progress, Puzzle, Slices

Numbers: TypeAlias = npt.NDArray[np.int64]

PAUSE = Progress(0, 0)
"""Between two slices of a source: it counts no nodes."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that may become a level; length and number of solutions if they are known."""

    puzzle: Puzzle
    length: int | None = None
    count: int | None = None


class Source(ABC):
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

    exhaustive: bool = False
    extends: bool = False

    @abstractmethod
    def propose(self, random: Random) -> Slices[Candidate | None]:
        """The next start; None if none is left."""

    def learn(self, length: int | None, count: int | None) -> None:  # noqa: B027
        """Use the result of the last proposal, as far as it is known; by default not."""


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
    puzzle
        The puzzle that begins in one of the positions.
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
    puzzle: Callable[[int], Puzzle]
    max_length: int | None = None
    beyond: Callable[[Any], Slices[Measure | None]] | None = None

    def matches(self, task: LevelsTask) -> Numbers:
        """The rows whose start, length and number of solutions match, or may, in order."""
        fits = (self.length >= task.min_length) & (self.length <= min(task.max_length, 1 << 30))
        rows = np.flatnonzero(fits & self.counts_match(task, self.count))
        return rows[self.allows(self.positions[rows])]

    def counts_match(self, task: LevelsTask, counts: Numbers) -> npt.NDArray[np.bool_]:
        """Whether numbers of solutions out of the table match, or may: bool (number,)."""
        # A capped number may be any larger one; the search tells.
        fits = counts >= min(task.min_count, self.max_count)
        return np.asarray(fits if task.max_count is None else fits & (counts <= task.max_count))

    def refusal(self, task: LevelsTask) -> Refusal | None:
        """Why the task is impossible, if the table has every start that it allows; None if a start matches."""
        fits = self.allows(self.positions)
        lengths = self.length[fits]
        counts = self.count[fits]
        refusal: dict[str, Any] = {
            "by": "space",
            "positions": len(lengths),
            "deepest": int(lengths.max()) if len(lengths) else None,
        }
        refusal |= {} if self.max_length is None else {"moves": self.max_length}
        wanted = (lengths >= task.min_length) & (lengths <= task.max_length)
        if not wanted.any():
            return refusal
        counts = counts[wanted]
        if self.counts_match(task, counts).any():
            return None
        least, greatest = int(counts.min()), int(counts.max())
        # The table does not know how much larger a capped number is.
        cap = {"counts_cap": greatest} if greatest == self.max_count else {}
        return refusal | {"counts": [least, greatest]} | cap


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
        # The number that is not dealt yet takes the place of the one that is: no list of all is needed.
        self.moved[at] = self.moved.get(self.dealt, self.dealt)
        self.dealt += 1
        return number

    @property
    def left(self) -> int:
        """Numbers that have not been drawn."""
        return self.size - self.dealt


class TableSource(Source):
    """Draws from a table: a length, among matching ones that are left, then a start of this length; each uniformly."""

    def __init__(self, task: LevelsTask, table: StartTable) -> None:
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
        # Each length equally often, however few starts it has.
        left = [length for length, (_, deck) in self.layers.items() if deck.left]
        if not left:
            return None
        length = left[random.randrange(len(left))]
        rows, deck = self.layers[length]
        row = int(rows[deck.draw(random)])
        count = int(self.table.count[row])
        # The table stores larger numbers of solutions as its greatest one; a search counts them.
        known = count if count < self.table.max_count else None
        return Candidate(self.table.puzzle(self.table.positions[row]), length, known)
