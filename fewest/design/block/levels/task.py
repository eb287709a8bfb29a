"""What a task of levels of sliding blocks gives: pieces, and shapes of which more are placed at random.

And the thresholds of its tables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fewest.design.levels.task import LevelsPlan, LevelsTask
from fewest.solver.block.board import BlockBoard
from fewest.solver.block.placements import Cells
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle
from fewest.solver.block.rules import Position, started_at


@dataclass(frozen=True, slots=True)
class PieceShape:
    """A piece that may be placed anywhere: row and column of each cell, and the axes along which it may slide."""

    places: tuple[tuple[int, int], ...]
    axes: int


def rooms_of(shape: PieceShape, board: BlockBoard) -> list[Cells]:
    """All places for a shape on a board."""
    number = {place: cell for cell, place in enumerate(board.places)}
    rooms = []
    for row, column in board.places:
        cells = [number.get((row + down, column + right)) for down, right in shape.places]
        room = tuple(sorted(cell for cell in cells if cell is not None))
        if len(room) == len(shape.places):
            rooms.append(room)
    return rooms


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces to be placed at random: how many, each of one of some shapes."""

    shapes: tuple[PieceShape, ...]
    min_pieces: int
    max_pieces: int


@dataclass(frozen=True, slots=True)
class GivenBlocks:
    """The given part of a task.

    Attributes
    ----------
    puzzle
        The given pieces where they stand before they are moved, with board, goal, doors and metric.
    groups
        The pieces that are placed among them; none if the task is about the given pieces alone.
    """

    puzzle: BlockPuzzle
    groups: tuple[Group, ...] = ()


def blocks_given(task: LevelsTask) -> GivenBlocks:
    """The given part of a task of sliding blocks."""
    given: GivenBlocks = task.given
    return given


@dataclass(frozen=True, slots=True)
class Placed:
    """A puzzle with pieces placed at random.

    Attributes
    ----------
    puzzle
        The given pieces come first. Those placed at random have empty names.
    groups
        For each piece placed at random the number of its group.
    """

    puzzle: BlockPuzzle
    groups: tuple[int, ...] = ()

    @property
    def placed(self) -> range:
        """The numbers of the pieces placed at random."""
        return range(self.puzzle.pieces - len(self.groups) + 1, self.puzzle.pieces + 1)

    def with_piece(self, group: int, axes: int, cells: Cells) -> Placed:
        """With another piece on some empty cells."""
        puzzle = self.puzzle
        piece = puzzle.pieces + 1
        start = tuple(piece if cell in cells else other for cell, other in enumerate(puzzle.start))
        names = (*puzzle.names, "")
        return Placed(replace(puzzle, start=start, axes=(*puzzle.axes, axes), names=names), (*self.groups, group))

    def without(self, piece: int) -> Placed:
        """Without one of the pieces placed at random; those after it move up by one number."""
        puzzle = self.puzzle
        # Numbers of pieces stay without gaps.
        start = tuple(EMPTY if other == piece else other - (other > piece) for other in puzzle.start)
        axes = puzzle.axes[: piece - 1] + puzzle.axes[piece:]
        names = puzzle.names[: piece - 1] + puzzle.names[piece:]
        group = piece - self.placed[0]
        groups = self.groups[:group] + self.groups[group + 1 :]
        return Placed(replace(puzzle, start=start, axes=axes, names=names), groups)

    def at(self, start: Position) -> Placed:
        """The same pieces in another position."""
        return Placed(started_at(self.puzzle, start), self.groups)


@dataclass(frozen=True)
class BlockPlan(LevelsPlan):
    """Thresholds of sliding blocks.

    Attributes
    ----------
    max_positions
        Positions of a table of the given pieces at most.
    max_placed
        Positions of a component of pieces placed at random at most; Rush Hour's largest on 6 x 6 cells has 541,934.
    """

    max_positions: int = 5_000_000
    max_placed: int = 600_000
