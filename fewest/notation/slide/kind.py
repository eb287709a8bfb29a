"""Sliding puzzles in JSON, with all that is made of them (see :class:`fewest.notation.kinds.KindSchema`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

from marshmallow import Schema

from fewest.notation import JsonObject
from fewest.notation.boards import Choice, Layout
from fewest.notation.cells import CellsSchema
from fewest.notation.errors import Path
from fewest.notation.estimates import slide_estimate
from fewest.notation.slide.assumptions import assume
from fewest.notation.slide.board import BOARD
from fewest.notation.slide.moves import notations
from fewest.notation.slide.puzzle import SlidePuzzleShape, read_puzzle
from fewest.notation.slide.short_forms import write_out
from fewest.solver.errors import Message
from fewest.solver.model import Solution
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Slide

SMALLEST_NUMBERED = 6
"""Cells of a board on which a piece that is there twice, with another missing, is odd."""


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

    def notices(self, puzzle: Any, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """A notice where one piece is there twice, and the only one missing would complete the numbers."""
        yield from super().notices(puzzle, layout)
        found = Counter(puzzle.start)
        twice = [piece for piece, number in found.items() if number > 1 and piece]
        missing = set(range(len(puzzle.start))) - found.keys()
        if len(puzzle.start) >= SMALLEST_NUMBERED and len(twice) == len(missing) == 1 and found[twice[0]] == 2:
            text = "Piece {twice} is there twice, and piece {missing} is missing."
            yield ("start",), Message(text, twice=twice[0], missing=missing.pop())

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
