"""A sliding puzzle: a board, a start and a goal."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.slide.board import SlideBoard

EMPTY = 0


@dataclass(frozen=True, slots=True)
class SlidePuzzle:
    """Find the fewest slides from ``start`` to a position that meets ``goal``.

    Attributes
    ----------
    start
        The piece on every cell: 0 is an empty cell, equal numbers are identical pieces.
    goal
        The piece wanted on every cell; None if the cell may hold anything. No number is wanted more often than the
        start has it.
    """

    board: SlideBoard
    start: tuple[int, ...]
    goal: tuple[int | None, ...]

    @property
    def kind(self) -> str:
        """Name of this kind of puzzle."""
        return "slide"

    def met(self, position: tuple[int, ...]) -> bool:
        """Whether the position meets the goal."""
        return all(want is None or want == have for want, have in zip(self.goal, position, strict=True))
