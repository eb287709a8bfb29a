"""Simon Tatham's Portable Puzzle Collection: ids of games of Pegs and Fifteen, and saved games with a solution.

A saved game has every move, and shows the start: "redo" plays the solution. Each line is the name of a field, the
length of its value in bytes, and the value (``midend_serialise`` in midend.c).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from fewest.notation.formats.written.subject import File, Subject, refuse
from fewest.notation.move_lists import lattice
from fewest.solver.errors import Message
from fewest.solver.jump.board import board_from_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import Chain
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Slide

LEAST_SAVED = 4
"""Rows and columns of Pegs in a saved game: fewer are refused there, but not in an id (validate_params in pegs.c)."""

LEAST_PEGS = 2
"""Games with fewer, or without an empty hole, are refused (validate_desc)."""

ONE_PEG = JumpGoal(counts=frozenset([1]))
"""What Pegs calls solved."""


def _saved(game: str, params: str, description: str, moves: Iterable[str]) -> str:
    """A saved game, which shows the position before its moves."""
    listed = list(moves)
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", params),
        ("CPARAMS", params),
        ("DESC", description),
        ("NSTATES", str(len(listed) + 1)),
        ("STATEPOS", "1"),
        *(("MOVE", move) for move in listed),
    ]
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields)


def write_pegs(subject: Subject) -> list[File]:
    """The id of a game of Pegs; with a solution, a saved game."""
    puzzle: JumpPuzzle = subject.puzzle
    places = square_places(subject)
    if puzzle.opening:
        raise refuse("opening", Message("sgt-pegs has no prescribed first jumps"))
    if puzzle.goal != ONE_PEG:
        raise refuse("goal", Message("sgt-pegs is solved by one peg anywhere, whatever else the goal asks for"))
    if puzzle.start.bit_count() < LEAST_PEGS or puzzle.start == puzzle.board.full:
        raise refuse("start", Message("sgt-pegs needs two pegs and an empty hole at least"))
    marks = {place: "P" if puzzle.start >> hole & 1 else "H" for hole, place in enumerate(places)}
    height, width = _size(places)
    if subject.solution is None:
        return [File("pegs.txt", f"{width}x{height}:{_letters(marks, height, width)}")]
    height, width = max(height, LEAST_SAVED), max(width, LEAST_SAVED)
    jumps = (jump for move in subject.solution for jump in cast(Chain, move))
    ends = ((places[start], places[to]) for start, _, to in jumps)
    moves = (f"{column},{row}-{to_column},{to_row}" for (row, column), (to_row, to_column) in ends)
    # Other types have boards of their own shapes only.
    return [File("pegs.sav", _saved("Pegs", f"{width}x{height}random", _letters(marks, height, width), moves))]


def _letters(marks: dict[tuple[int, int], str], height: int, width: int) -> str:
    return "".join(marks.get((row, column), "O") for row in range(height) for column in range(width))


def square_places(subject: Subject) -> list[tuple[int, int]]:
    """The row and column of each hole of a board whose jumps are those along its rows and columns, both from 0.

    Raises
    ------
    InvalidRequest
        If it is no such board, or its layout is not known.
    """
    board = subject.puzzle.board
    grid = None if subject.layout is None else lattice(subject.layout)
    if grid is None:
        said = "sgt-pegs draws boards on a square grid; this board has no layout of rows and columns"
        raise refuse("board", Message(said))
    height, width = _size(grid)
    # The walls at the side keep the reader of drawings from taking blanks between holes away.
    rows = ["".join("." if (r, c) in grid else "#" for c in range(width)) + "#" for r in range(height)]
    square, places = board_from_grid(rows, "orthogonal")
    holes = [grid[place] for place in places]
    if {tuple(holes[hole] for hole in jump) for jump in square.jumps} != set(board.jumps):
        said = "sgt-pegs has every jump along a row or column and no others; this board differs"
        raise refuse("board", Message(said))
    return sorted(grid, key=grid.__getitem__)


def write_fifteen(subject: Subject) -> list[File]:
    """The id of a game of Fifteen; with a solution, a saved game."""
    puzzle: SlidePuzzle = subject.puzzle
    grid = None if subject.layout is None else lattice(subject.layout)
    height, width = _size(grid) if grid else (0, 0)
    if grid is None or min(height, width) < 2 or len(grid) != height * width:
        raise refuse("board", Message("sgt-fifteen has rectangles of at least two rows and two columns"))
    cells = [grid[place] for place in sorted(grid)]
    wanted = [*range(1, len(cells)), EMPTY]
    if sorted(puzzle.start) != sorted(wanted):
        raise refuse("start", Message("sgt-fifteen has one empty cell and the pieces 1, 2, 3 and so on, each once"))
    if [puzzle.goal[cell] for cell in cells] != wanted:
        raise refuse("goal", Message("sgt-fifteen is solved by the pieces in order with the empty cell last"))
    numbers = ",".join(str(puzzle.start[cell]) for cell in cells)
    if subject.solution is None:
        return [File("fifteen.txt", f"{width}x{height}:{numbers}")]
    places = {cell: place for place, cell in grid.items()}
    gaps = (places[cast(Slide, move)[0]] for move in subject.solution)
    moves = (f"M{column},{row}" for row, column in gaps)
    return [File("fifteen.sav", _saved("Fifteen", f"{width}x{height}", numbers, moves))]


def _size(places: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Rows and columns, if the first ones are 0."""
    rows, columns = zip(*places, strict=True)
    return max(rows) + 1, max(columns) + 1
