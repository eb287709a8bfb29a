"""A jump puzzle: board, start, goal, and optionally a prescribed opening."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fewest.solver.jump.board import JumpBoard
from fewest.solver.model import Jump

SMALL_HOLES = 21
"""Boards up to this size are searched sooner than linear programs are solved."""


class PegsLeft(StrEnum):
    """Which positions without a jump are goals: those with the fewest pegs, or with the most."""

    FEWEST = "fewest"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class JumpGoal:
    """Met by every position in ``positions`` and every position whose number of pegs is in ``counts``.

    One form for all goals a client can write: exact pegs, exact empty holes, a number of pegs, or several of these.

    Attributes
    ----------
    survivor
        The hole of a peg of the start that must not be jumped over; None if any may be.
    pegs_left
        If given, there are neither positions nor counts. The goal is to leave the fewest pegs, or the most without a
        legal jump, in the fewest moves.
    """

    positions: frozenset[int] = field(default_factory=frozenset)
    counts: frozenset[int] = field(default_factory=frozenset)
    survivor: int | None = None
    pegs_left: PegsLeft | None = None

    def met(self, position: int) -> bool:
        """Whether the position meets the goal, whichever pegs are left on it; never with ``pegs_left``."""
        return position in self.positions or position.bit_count() in self.counts

    @property
    def peg_numbers(self) -> set[int]:
        """The numbers of pegs that goal positions have."""
        return {position.bit_count() for position in self.positions} | self.counts

    @property
    def min_pegs(self) -> int:
        """The smallest number of pegs a goal position has."""
        return min(self.peg_numbers)


@dataclass(frozen=True, slots=True)
class JumpPuzzle:
    """Find the fewest moves from ``start`` to a position that meets ``goal``.

    A solution is a sequence of jumps whose last position meets the goal; it begins with the jumps of
    ``opening``. Its length is the number of moves: consecutive jumps by the same peg are one move. It may
    pass through another goal position inside its last move.

    Attributes
    ----------
    start
        The position before the opening.
    opening
        Prescribed first jumps, in order. They count towards the length; a next jump by the peg that jumped last
        continues its move.
    """

    board: JumpBoard
    start: int
    goal: JumpGoal
    opening: tuple[Jump, ...] = field(default=())

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "jump"
