"""The plain rules of a sliding puzzle: slow and obvious. Every answer is verified by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

from fewest.solver.errors import ReplayError
from fewest.solver.model import Solution
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle

Slide: TypeAlias = tuple[int, int]
"""The cell a piece leaves, and the adjacent empty cell it goes to."""
Position: TypeAlias = tuple[int, ...]
"""The piece on every cell."""


class SlideRules:
    """Positions and moves of one puzzle."""

    def __init__(self, puzzle: SlidePuzzle) -> None:
        self.puzzle = puzzle

    def legal(self, position: Position, slide: Slide) -> bool:
        """Whether a piece stands on the first cell and the second is adjacent and empty."""
        start, to = slide
        return (
            0 <= start < len(position)
            and to in self.puzzle.board.adjacency[start]
            and position[start] != EMPTY
            and position[to] == EMPTY
        )

    def after(self, position: Position, slide: Slide) -> Position:
        """The position after a legal slide."""
        start, to = slide
        cells = list(position)
        cells[to], cells[start] = cells[start], EMPTY
        return tuple(cells)

    def successors(self, position: Position) -> Iterator[tuple[Slide, Position]]:
        """Every move, in a fixed order, with the position after it."""
        for start, neighbours in enumerate(self.puzzle.board.adjacency):
            for to in neighbours:
                if self.legal(position, (start, to)):
                    yield (start, to), self.after(position, (start, to))

    def roots(self) -> Iterator[tuple[tuple[Slide, ...], Position]]:
        """The one way to begin: no moves, and the start."""
        yield (), self.puzzle.start

    def is_goal(self, position: Position) -> bool:
        """Whether the position meets the goal."""
        return self.puzzle.met(position)

    def play(self, solution: Solution) -> Position:
        """Play a solution from the start.

        Returns
        -------
        Position
            The last position.

        Raises
        ------
        ReplayError
            If a move is not legal.
        """
        position = self.puzzle.start
        for number, move in enumerate(solution, 1):
            slide = cast(Slide, move)
            if not self.legal(position, slide):
                raise ReplayError(f"move {number}: {list(slide)} is not legal here")
            position = self.after(position, slide)
        return position
