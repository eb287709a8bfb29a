"""The plain rules of sliding blocks: slow and obvious. Every answer is verified by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, cast

from fewest.solver.block.board import DIRECTIONS, DOWN, NONE, UP
from fewest.solver.block.puzzle import EMPTY, HORIZONTAL, VERTICAL, BlockPuzzle, Metric
from fewest.solver.errors import ReplayError
from fewest.solver.model import Solution

Slide: TypeAlias = tuple[int, int]
"""A cell of the piece that moves, and where this part of the piece goes."""
Position: TypeAlias = tuple[int, ...]
"""The piece on every cell."""


class BlockRules:
    """Positions and moves of one puzzle."""

    def __init__(self, puzzle: BlockPuzzle) -> None:
        self.puzzle = puzzle
        self._goal = dict(puzzle.goal)

    def successors(self, position: Position) -> Iterator[tuple[Slide, Position]]:
        """Every move, in a fixed order, with the position after it. It is named by the first cell of the piece."""
        for piece in range(1, self.puzzle.pieces + 1):
            cells = tuple([cell for cell, other in enumerate(position) if other == piece])
            for to in self._reach(position, piece, cells):
                yield (cells[0], to[0]), _moved(position, cells, to)

    def _reach(self, position: Position, piece: int, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The cells that a piece may cover after one move, each where the cell at the same place of ``cells`` goes."""
        if self.puzzle.metric is Metric.PATH:
            seen, left = {cells}, [cells]
            for each in left:
                for direction in DIRECTIONS:
                    to = self._step(position, piece, each, direction)
                    if to is not None and to not in seen:
                        seen.add(to)
                        left.append(to)
                        yield to
            return
        for direction in DIRECTIONS:
            to = self._step(position, piece, cells, direction)
            while to is not None:
                yield to
                if self.puzzle.metric is Metric.STEP:
                    break
                to = self._step(position, piece, to, direction)

    def _step(self, position: Position, piece: int, cells: tuple[int, ...], direction: int) -> tuple[int, ...] | None:
        """The cells of a piece one cell on; None if it may not go there."""
        if not self.puzzle.axes[piece - 1] & (VERTICAL if direction in (UP, DOWN) else HORIZONTAL):
            return None
        to = tuple([self.puzzle.board.steps[cell][direction] for cell in cells])
        if NONE in to or not {EMPTY, piece}.issuperset([position[cell] for cell in to]):
            return None
        for door in self.puzzle.doors:
            if piece not in door.pieces and not set(door.cells).isdisjoint(to):
                return None
        return to

    def roots(self) -> Iterator[tuple[tuple[Slide, ...], Position]]:
        """The one way to begin: no moves, and the start."""
        yield (), self.puzzle.start

    def is_goal(self, position: Position) -> bool:
        """Whether every piece with a goal is there."""
        return all(position[cell] == piece for piece, cells in self._goal.items() for cell in cells)

    def after(self, position: Position, slide: Slide) -> Position | None:
        """The position after a move, named by any cell of its piece; None if it is not legal."""
        start, to = slide
        if not 0 <= start < len(position) or position[start] == EMPTY:
            return None
        piece = position[start]
        cells = tuple([cell for cell, other in enumerate(position) if other == piece])
        # Any cell may name the piece; where that cell goes decides between several moves.
        part = cells.index(start)
        for found in self._reach(position, piece, cells):
            if found[part] == to:
                return _moved(position, cells, found)
        return None

    def play(self, solution: Solution) -> Position:
        """Play a solution from the start and return the last position.

        Raises
        ------
        ReplayError
            If a move is not legal.
        """
        position = self.puzzle.start
        for number, move in enumerate(solution, 1):
            after = self.after(position, cast(Slide, move))
            if after is None:
                raise ReplayError(f"move {number}: {list(move)} is not legal here")
            position = after
        return position


def started_at(puzzle: BlockPuzzle, position: Position) -> BlockPuzzle:
    """The puzzle that begins in a position of another one."""
    return replace(puzzle, start=position)


def _moved(position: Position, cells: tuple[int, ...], to: tuple[int, ...]) -> Position:
    after = list(position)
    for cell in cells:
        after[cell] = EMPTY
    for cell in to:
        after[cell] = position[cells[0]]
    return tuple(after)
