"""Sliding blocks: M. Fogleman's lines of Rush Hour, and the maps of GNOME Klotski."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from string import ascii_letters, ascii_uppercase, digits
from typing import cast

from fewest.notation.block.pieces import long_axis
from fewest.notation.block.routes import routes
from fewest.notation.formats.written.subject import File, Subject, refuse
from fewest.solver.block.board import DOWN, RIGHT
from fewest.solver.block.puzzle import BOTH, HORIZONTAL, BlockPuzzle, Metric
from fewest.solver.block.rules import Slide
from fewest.solver.errors import Message

SIDES = range(5, 13)
NO_CAR = "x"
"""Of a line: a wall. Its empty cells are o, which no car can be called."""

HEART = "*"
NAMES = ascii_letters + digits
"""Of GNOME Klotski: the piece with a goal, and names of others."""


def write_rush_hour(subject: Subject) -> list[File]:
    """A line of cars, A the one that leaves; with a solution, moves such as ``A+2 B-1``."""
    puzzle: BlockPuzzle = subject.puzzle
    _check_cars(puzzle)
    ((red, _),) = puzzle.goal
    others = iter(ascii_uppercase[1:])
    names = {piece: "A" if piece == red else next(others) for piece in range(1, puzzle.pieces + 1)}
    rows = _drawn(puzzle, names | {0: "o"}, NO_CAR)
    files = [File("rush-hour.txt", "".join(rows))]
    if subject.solution is None:
        return files
    moves = (
        f"{names[piece]}{'+' if way[0] in (DOWN, RIGHT) else '-'}{len(way)}"
        for piece, way in routes(puzzle, cast("Sequence[Slide]", subject.solution))
    )
    return [*files, File("moves.txt", " ".join(moves))]


def _check_cars(puzzle: BlockPuzzle) -> None:
    """Check that a puzzle is Rush Hour as the program has it.

    Raises
    ------
    InvalidRequest
        If it is not.
    """
    height, width = _size(puzzle)
    if height != width or height not in SIDES or puzzle.pieces > len(ascii_uppercase):
        said = "rush-hour-line has square boards of {least} to {most} rows with at most {cars|# car|# cars}"
        values = {"least": SIDES[0], "most": SIDES[-1], "cars": len(ascii_uppercase)}
        raise refuse("board", Message(said, **values))
    if puzzle.metric is not Metric.LINE:
        raise refuse("metric", Message('rush-hour-line counts slides of any length: its metric is "line"'))
    if puzzle.doors:
        raise refuse("doors", Message("rush-hour-line has no doors"))
    places = puzzle.board.places
    for piece in range(1, puzzle.pieces + 1):
        cells = [places[cell] for cell in puzzle.cells_of(piece)]
        straight = len(cells) > 1 and 1 in (len({row for row, _ in cells}), len({column for _, column in cells}))
        if not straight or puzzle.axes[piece - 1] != long_axis(cells):
            said = "rush-hour-line has only cars that move along their length; piece {name} is none"
            raise refuse("start", Message(said, name=puzzle.name_of(piece)))
    if len(puzzle.goal) == 1:
        ((red, goal),) = puzzle.goal
        if puzzle.axes[red - 1] == HORIZONTAL and max(places[cell][1] for cell in goal) == width - 1:
            return
    raise refuse("goal", Message("the goal of rush-hour-line is that one car reaches the right edge"))


def write_klotski(subject: Subject) -> list[File]:
    """A map of GNOME Klotski between walls. The goal's cells must be empty at the start, since dots stand on them."""
    puzzle: BlockPuzzle = subject.puzzle
    if subject.solution is not None:
        raise refuse("", Message("gnome-klotski has no notation of moves"))
    if puzzle.metric is not Metric.PATH:
        raise refuse("metric", Message('gnome-klotski counts drags along any path: its metric is "path"'))
    if any(axis != BOTH for axis in puzzle.axes):
        raise refuse("axis", Message("gnome-klotski has no pieces that are bound to an axis"))
    if len(puzzle.goal) != 1 or any(puzzle.start[cell] for cell in puzzle.goal[0][1]):
        said = "gnome-klotski has a goal for one piece, and marks it on cells that are empty at the start"
        raise refuse("goal", Message(said))
    ((heart, goal),) = puzzle.goal
    closed = {cell for door in puzzle.doors for cell in door.cells}
    if any(door.pieces != (heart,) for door in puzzle.doors) or any(puzzle.start[cell] for cell in closed):
        raise refuse("doors", Message("gnome-klotski has doors for the piece with the goal only, empty at the start"))
    if puzzle.pieces > len(NAMES) + 1:
        said = "gnome-klotski has names for {most} pieces, not for {given}"
        raise refuse("start", Message(said, most=len(NAMES) + 1, given=puzzle.pieces))
    if closed & set(goal):
        raise refuse("doors", Message("gnome-klotski cannot mark a cell as a door and as the goal"))
    others = [piece for piece in range(1, puzzle.pieces + 1) if piece != heart]
    names = {heart: HEART, 0: " "} | dict(zip(others, islice(NAMES, len(others)), strict=True))
    marks = dict.fromkeys(goal, ".") | dict.fromkeys(closed, "-")
    rows = _drawn(puzzle, names, "#", marks)
    walls = "#" * (len(rows[0]) + 2)
    return [File("klotski.txt", "\n".join([walls, *(f"#{row}#" for row in rows), walls]) + "\n")]


def _size(puzzle: BlockPuzzle) -> tuple[int, int]:
    """Rows and columns of a board."""
    rows, columns = zip(*puzzle.board.places, strict=True)
    return max(rows) + 1, max(columns) + 1


def _drawn(puzzle: BlockPuzzle, names: dict[int, str], wall: str, marks: dict[int, str] | None = None) -> list[str]:
    """The start in rows: the mark of each cell that has one, else the name of its piece, 0 for none."""
    height, width = _size(puzzle)
    rows = [[wall] * width for _ in range(height)]
    for cell, (row, column) in enumerate(puzzle.board.places):
        rows[row][column] = (marks or {}).get(cell, names[puzzle.start[cell]])
    return ["".join(row) for row in rows]
