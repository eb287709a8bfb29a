"""A sliding puzzle: board, start and goal."""

from __future__ import annotations

from dataclasses import dataclass

from solver.slide.board import SlideBoard

EMPTY = 0


@dataclass(frozen=True, slots=True)
class SlidePuzzle:
    """Find the fewest slides from ``start`` to a position that agrees with ``goal``.

    Attributes
    ----------
    start
        The piece on every cell: 0 is an empty cell, equal numbers are identical pieces.
    goal
        The piece wanted on every cell; None takes any content. Never asks for more pieces of a number
        than the start has.
    """

    board: SlideBoard
    start: tuple[int, ...]
    goal: tuple[int | None, ...]

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "slide"

    def met(self, position: tuple[int, ...]) -> bool:
        """Whether the position agrees with the goal."""
        return all(want is None or want == have for want, have in zip(self.goal, position, strict=True))
