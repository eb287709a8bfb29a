"""A jump puzzle: board, start, goal, and optionally an opening that must be played first."""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.jump.board import JumpBoard
from solver.model import Jump

EXACT_HOLES = 16
"""Boards up to this size are bounded exactly, by one pattern table over all holes."""


@dataclass(frozen=True, slots=True)
class JumpGoal:
    """Met by every position in ``positions`` and by every position whose number of pegs is in ``counts``.

    One form for all goals a client may write: exact pegs, exact empty holes, a number of pegs, or any of these.
    """

    positions: frozenset[int] = field(default_factory=frozenset)
    counts: frozenset[int] = field(default_factory=frozenset)

    def met(self, position: int) -> bool:
        """Whether the position meets the goal."""
        return position in self.positions or position.bit_count() in self.counts

    @property
    def least_pegs(self) -> int:
        """The smallest number of pegs a goal position has."""
        return min([p.bit_count() for p in self.positions] + list(self.counts))


@dataclass(frozen=True, slots=True)
class JumpPuzzle:
    """Find the fewest moves from ``start`` to a position that meets ``goal``.

    A solution is a sequence of jumps whose last position meets the goal; it begins with the jumps of
    ``opening``. Its length is the number of moves: consecutive jumps by the same peg are one move. It may
    pass through another goal position inside its last move.

    Attributes
    ----------
    start
        The position as a word: bit h is set where hole h has a peg.
    opening
        Jumps forced at the beginning, in order. They count: a later jump by the same peg right after the
        last of them continues its move.
    """

    board: JumpBoard
    start: int
    goal: JumpGoal
    opening: tuple[Jump, ...] = field(default=())

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "jump"
