"""Sliding blocks in JSON, with all that is made of them (see :class:`fewest.notation.kinds.KindSchema`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from marshmallow import Schema

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption, MayBeSolved
from fewest.notation.block.atlas import BlockAtlasForms
from fewest.notation.block.board import BOARD
from fewest.notation.block.doors import DOOR
from fewest.notation.block.goals import GOAL
from fewest.notation.block.moves import notations
from fewest.notation.block.pieces import AXES, START
from fewest.notation.block.puzzle import BlockPuzzleShape, read_puzzle
from fewest.notation.boards import Choice, Layout
from fewest.notation.cells import CellsSchema
from fewest.notation.errors import Path
from fewest.notation.fields import quoted
from fewest.notation.pointers import Moves
from fewest.solver.block.puzzle import BOTH, VERTICAL, BlockPuzzle, cells_by_piece
from fewest.solver.block.rules import Slide
from fewest.solver.errors import Message
from fewest.solver.model import Solution


class BlockSchema(CellsSchema):
    """How sliding blocks are written in JSON (see :class:`fewest.notation.kinds.KindSchema`)."""

    name = "block"
    shape: Schema = BlockPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL, "doors": DOOR}
    small_board = "dads-puzzle"
    atlas = BlockAtlasForms()

    def write_out(self, document: JsonObject, parts: Sequence[str], moves: Moves) -> None:
        """Return nothing: blocks have no short forms."""

    load = staticmethod(read_puzzle)
    notations = staticmethod(notations)

    def assume(self, _document: JsonObject, _may_be_solved: MayBeSolved) -> list[Assumption]:
        """Return nothing: the readers of drawings give every puzzle of blocks a goal."""
        return []

    def notices(self, puzzle: Any, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """Notices of all kinds with cells, and one if a piece is bound to a line that is not that of its goal."""
        yield from super().notices(puzzle, layout)
        for piece, cells in puzzle.goal:
            axis = puzzle.axes[piece - 1]
            own = [cell for cell, name in enumerate(puzzle.start) if name == piece]
            across = int(axis == VERTICAL)
            lines = [{puzzle.board.places[cell][across] for cell in each} for each in (own, cells)]
            if axis != BOTH and lines[0] != lines[1]:
                text = "Piece {name} moves along one line and cannot move to the line of its goal."
                yield ("goal",), Message(text, name=quoted(puzzle.name_of(piece)))

    def estimate(self, _puzzle: BlockPuzzle, _lower_bound: int) -> Message | None:
        """None: the known puzzles of blocks are solved within a second."""
        return None

    def dump(self, puzzle: BlockPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        names = {value: name for name, value in AXES.items()}
        axes = {str(number): names[axis] for number, axis in enumerate(puzzle.axes, 1) if axis != BOTH}
        doors = [{"cells": list(door.cells), "pieces": list(map(str, door.pieces))} for door in puzzle.doors]
        return {
            "kind": "block",
            "board": {"steps": [list(row) for row in puzzle.board.steps]},
            "start": {"pieces": list(puzzle.start)},
            "goal": {"cells": {str(piece): list(cells) for piece, cells in puzzle.goal}},
            "metric": puzzle.metric.value,
            "axis": axes,
            "doors": doors,
        }

    def dump_solution(self, puzzle: BlockPuzzle, solution: Solution) -> JsonObject:
        """Write a solution: for each move, the old and new cell of the piece's first part, and the piece's name."""
        places = puzzle.board.places
        number = {place: cell for cell, place in enumerate(places)}
        # The cells of each piece stay in the order that they had at the start.
        covered = cells_by_piece(puzzle.start, puzzle.pieces)
        moves = []
        names = []
        for start, to in (cast(Slide, move) for move in solution):
            piece = next(piece for piece, cells in enumerate(covered) if piece and start in cells)
            down, right = places[to][0] - places[start][0], places[to][1] - places[start][1]
            cells = [number[places[cell][0] + down, places[cell][1] + right] for cell in covered[piece]]
            moves.append([covered[piece][0], cells[0]])
            names.append(puzzle.name_of(piece))
            covered[piece] = cells
        return {"moves": moves, "blocks": names}
