"""What is ordered, and what it is answered with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpGoal
from fewest.solver.model import Puzzle
from fewest.solver.slide.board import SlideBoard

Refusal: TypeAlias = Mapping[str, Any]
"""Why there can be no level, as plain JSON; ``by`` names an argument of ``refusal.py``."""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from ``least`` to ``most``, both included; None is no bound."""

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
        A jump board or a sliding board.
    goal
        Jump boards: the goal, or None for the complement of the start: pegs in exactly the holes that are empty then.
        Sliding boards: the piece on every cell.
    number
        Levels wanted.
    seed
        Decides which levels, of all that are as wanted.
    min_length, max_length
        Fewest moves of a level.
    min_count, max_count
        Optimal solutions of a level; None is no bound.
    min_pegs, max_pegs
        Jump boards: pegs at the start.
    empty
        Jump boards: the holes that are empty at the start, as bits.
    pieces
        Sliding boards: the piece that is on a cell at the start, None if it may be any.
    features
        Ranges of features by name (see :mod:`fewest.solver.design.features`).
    minimal
        Whether nothing may be superfluous (see :mod:`fewest.solver.design.generation.minimal`).
    """

    board: JumpBoard | SlideBoard
    goal: JumpGoal | tuple[int, ...] | None
    number: int
    seed: int
    min_length: int = 1
    max_length: int = 1 << 30
    min_count: int = 1
    max_count: int | None = None
    min_pegs: int = 1
    max_pegs: int = 64
    empty: int = 0
    pieces: tuple[int | None, ...] = ()
    features: Mapping[str, Range] = field(default_factory=dict)
    minimal: bool = False

    @property
    def counts(self) -> Range:
        """Numbers of solutions that are as wanted."""
        return Range(self.min_count, self.max_count)

    @property
    def lengths(self) -> Range:
        """Lengths that are as wanted."""
        return Range(self.min_length, self.max_length)

    def allows_start(self, position: Any) -> bool:
        """Whether a start has what is given of it: pegs, empty holes, pieces."""
        if isinstance(self.board, JumpBoard):
            return not position & self.empty and self.min_pegs <= position.bit_count() <= self.max_pegs
        return all(want is None or want == piece for want, piece in zip(self.pieces, position, strict=False))


@dataclass(frozen=True, slots=True)
class Level:
    """A puzzle with its proven fewest moves.

    Attributes
    ----------
    puzzle
        As it is played.
    length
        Fewest moves.
    count
        Number of optimal solutions.
    features
        By name, those that the task has ranges of.
    holes
        Jump boards: the holes of the task's board that are left, in order.
    """

    puzzle: Puzzle
    length: int
    count: int
    features: Mapping[str, Any] = field(default_factory=dict)
    holes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Generation:
    """The levels that were made.

    Attributes
    ----------
    levels
        In the order they were found: if there are fewer than wanted, the first ones of those there would be.
    tried
        Positions that were looked at.
    limit
        Why there are fewer than wanted: a field of :class:`fewest.solver.model.Limits`; ``tried`` if as many positions
        were tried as may be; ``exhausted`` if there is none left to try, so that there are no others.
    refusal
        Why there can be none.
    """

    levels: tuple[Level, ...]
    tried: int
    limit: str | None = None
    refusal: Refusal | None = None
