"""Drawings: a start, and a goal below it; with a solution, its moves in the notations of people.

A drawing leaves much open, so every way to draw a puzzle is read again, and the first that is the same puzzle is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from fewest.notation.block.routes import routes
from fewest.notation.boards import Layout, points_of
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats.written.again import NOT_READ, check_read
from fewest.notation.formats.written.subject import File, Subject, refuse
from fewest.notation.move_lists import lattice
from fewest.solver.block.board import DOWN, LEFT, RIGHT, UP
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.block.rules import Slide
from fewest.solver.errors import Message
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import Chain
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle

Grid = Mapping[tuple[int, int], int]
"""The place at each row and column."""

PEG, FREE, WALL, ANY = "o", ".", "#", "."
ARROWS = {UP: "U", LEFT: "L", RIGHT: "R", DOWN: "D"}
LAST_COLUMN = ord("w") - ord("a")
"""Of those that have a letter: between places, x is a sign."""


def _drawn(subject: Subject, texts: Iterator[str], moves: Callable[[], str]) -> list[File]:
    wrong = refuse("", NOT_READ)
    for text in texts:
        try:
            check_read(text, subject.loaded)
        except InvalidRequest as other:
            wrong = other
        else:
            files = [File("puzzle.txt", text)]
            return files if subject.solution is None else [*files, File("moves.txt", moves())]
    raise wrong


def _grid(layout: Layout | None) -> Grid:
    grid = None if layout is None else lattice(layout)
    if grid is None:
        raise refuse("board", Message("a drawing needs a board on a grid of squares or of triangles, with its layout"))
    return grid


def _rows(grid: Grid, mark: Callable[[int], str], wall: str, slant: int = 0, gap: str = "") -> str:
    """The marks of a grid, each row ``slant`` columns to the left of the one above, with gaps between columns."""
    width = max(len(mark(place)) for place in grid.values()) + len(gap)
    least = min(column * (1 + slant) - slant * row for row, column in grid)
    lines = []
    for row in range(max(row for row, _ in grid) + 1):
        line = ""
        for column in sorted(column for r, column in grid if r == row):
            at = (column * (1 + slant) - slant * row - least) * width
            line = line.ljust(at, wall) + mark(grid[row, column]).rjust(width - len(gap)) + gap
        lines.append(line.rstrip() if wall == " " else line)
    if wall != " ":
        longest = max(map(len, lines))
        lines = [line.ljust(longest, wall) for line in lines]
    return "\n".join(lines) + "\n"


def draw_jump(subject: Subject) -> list[File]:
    """Pegs as o and holes as dots."""
    puzzle: JumpPuzzle = subject.puzzle
    grid = _grid(subject.layout)
    if puzzle.opening:
        raise refuse("opening", Message("a drawing has no prescribed first jumps"))
    if puzzle.goal.survivor is not None or puzzle.goal.pegs_left is not None or len(puzzle.goal.positions) > 1:
        raise refuse("goal", Message("the goal of a drawing is one position, or one peg anywhere"))
    states = [puzzle.start, *puzzle.goal.positions]

    def texts() -> Iterator[str]:
        for slant, wall in ((0, " "), (1, " "), (0, WALL)):
            pictures = (
                _rows(grid, lambda hole, state=state: PEG if state >> hole & 1 else FREE, wall, slant)  # type: ignore[misc]
                for state in states
            )
            yield "\n".join(pictures)

    return _drawn(subject, texts(), lambda: _jumps(grid, cast("Sequence[Chain]", subject.solution)))


def _jumps(grid: Grid, solution: Sequence[Chain]) -> str:
    name = _names(grid)
    return _numbered("-".join(name(hole) for hole in (chain[0][0], *(jump[2] for jump in chain))) for chain in solution)


def _names(grid: Grid) -> Callable[[int], str]:
    """Names of places: columns as letters and rows as numbers from the top, or of many columns numbers, row by row."""
    lettered = max(column for _, column in grid) <= LAST_COLUMN
    names = {
        grid[row, column]: f"{chr(ord('a') + column)}{row + 1}" if lettered else str(number)
        for number, (row, column) in enumerate(sorted(grid))
    }
    return names.__getitem__


def _numbered(moves: Iterator[str]) -> str:
    return "".join(f"{number}. {move}\n" for number, move in enumerate(moves, 1))


def draw_slide(subject: Subject) -> list[File]:
    """Pieces as numbers and empty cells as dots."""
    puzzle: SlidePuzzle = subject.puzzle
    grid = _grid(subject.layout)
    if None in puzzle.goal:
        raise refuse("goal", Message("a drawing has no cells that may hold anything at the goal"))

    def texts() -> Iterator[str]:
        pictures = [
            _rows(grid, lambda cell, state=state: str(state[cell] or FREE), " ", gap=" ")  # type: ignore[misc]
            for state in (puzzle.start, puzzle.goal)
        ]
        yield pictures[0]
        yield "\n".join(pictures)

    return _drawn(subject, texts(), lambda: _slides(puzzle, grid, cast("Sequence[Slide]", subject.solution)))


def _slides(puzzle: SlidePuzzle, grid: Grid, solution: Sequence[Slide]) -> str:
    """Where the empty cell goes, such as ``RRDL``; with several, the cells that each piece leaves and enters."""
    if puzzle.start.count(EMPTY) > 1:
        name = _names(grid)
        return _numbered(f"{name(start)}-{name(to)}" for start, to in solution)
    places = {cell: place for place, cell in grid.items()}
    ways = {(-1, 0): UP, (0, -1): LEFT, (0, 1): RIGHT, (1, 0): DOWN}
    steps = ((places[start], places[to]) for start, to in solution)
    return "".join(ARROWS[ways[a[0] - b[0], a[1] - b[1]]] for a, b in steps) + "\n"


def draw_block(subject: Subject) -> list[File]:
    """Blocks as letters: the start alone if its goal is the usual one, else both."""
    puzzle: BlockPuzzle = subject.puzzle
    grid = _grid(points_of(puzzle.board.places))
    names = [FREE, *(puzzle.name_of(piece) for piece in range(1, puzzle.pieces + 1))]
    if any(len(name) > 1 for name in names):
        raise refuse("start", Message("a drawing needs names of one character"))
    if puzzle.doors:
        raise refuse("doors", Message("a drawing has no doors"))
    if puzzle.metric is Metric.STEP:
        raise refuse("metric", Message('no drawing of blocks is read with the metric "step"'))
    goal = {cell: names[piece] for piece, cells in puzzle.goal for cell in cells}

    def texts() -> Iterator[str]:
        start = _rows(grid, lambda cell: names[puzzle.start[cell]], WALL)
        yield start
        yield f"% Start\n{start}% Goal\n{_rows(grid, lambda cell: goal.get(cell, ANY), WALL)}"

    return _drawn(subject, texts(), lambda: _blocks(puzzle, grid, cast("Sequence[Slide]", subject.solution)))


def _blocks(puzzle: BlockPuzzle, grid: Grid, solution: Sequence[Slide]) -> str:
    """Moves such as ``CL3``; along any path, the first cells that a block leaves and enters."""
    if puzzle.metric is Metric.PATH:
        name = _names(grid)
        return _numbered(f"{name(start)}-{name(to)}" for start, to in solution)
    moved = routes(puzzle, solution)
    return _numbered(f"{puzzle.name_of(piece)}{ARROWS[way[0]]}{len(way)}" for piece, way in moved)
