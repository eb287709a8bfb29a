"""A jump puzzle: board, start, goal, and perhaps an opening that must be played first."""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.jump.board import JumpBoard
from solver.jump.goals import JumpGoal
from solver.model import Jump


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
