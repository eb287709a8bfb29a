"""Sliding puzzles in JSON, with all that is made of them (see :class:`fewest.notation.kinds.KindSchema`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from marshmallow import Schema

from fewest.notation import JsonObject
from fewest.notation.boards import Choice
from fewest.notation.cells import CellsSchema
from fewest.notation.estimates import slide_estimate
from fewest.notation.slide.assumptions import assume
from fewest.notation.slide.board import BOARD
from fewest.notation.slide.moves import notations
from fewest.notation.slide.puzzle import SlidePuzzleShape, read_puzzle
from fewest.notation.slide.short_forms import write_out
from fewest.solver.model import Solution
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Slide


class SlideSchema(CellsSchema):
    """How sliding puzzles are written in JSON (see :class:`fewest.notation.kinds.KindSchema`)."""

    name = "slide"
    shape: Schema = SlidePuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD}
    small_board = "8-puzzle"
    atlas = None

    write_out = staticmethod(write_out)
    load = staticmethod(read_puzzle)
    notations = staticmethod(notations)
    assume = staticmethod(assume)

    estimate = staticmethod(slide_estimate)

    def dump(self, puzzle: SlidePuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        return {
            "kind": "slide",
            "board": {"adjacency": [list(row) for row in puzzle.board.adjacency]},
            "start": list(puzzle.start),
            "goal": list(puzzle.goal),
        }

    def dump_solution(self, puzzle: SlidePuzzle, solution: Solution) -> JsonObject:
        """Write a solution: where each slide starts and ends, and the piece that moves."""
        cells = list(puzzle.start)
        pieces = []
        for start, to in (cast(Slide, move) for move in solution):
            pieces.append(cells[start])
            cells[to], cells[start] = cells[start], cells[to]
        return {"moves": [list(move) for move in solution], "pieces": pieces}
