"""The common JSON of all boards of cells: their rows, and the numbers of the pieces on their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fewest.notation import JsonObject
from fewest.notation.boards import Layout
from fewest.notation.errors import FieldError, Path, field_error
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Solution

LAST = -1


class CellsSchema:
    """How all puzzles on cells are written in JSON."""

    def load_solution(self, moves: list[list[int]], _: list[list[int]] | None) -> Solution:
        """Read the moves of a solution, each from a cell to another."""
        return tuple((start, to) for start, to in moves)

    def notices(self, puzzle: Puzzle, _: Layout | None) -> Iterator[tuple[Path, Message]]:
        """A notice if the puzzle has only one piece."""
        if kind_of(puzzle).sizes(puzzle)["pieces"] == 1:
            yield ("start",), Message("There is only one piece.")

    def dump_end(self, *_: object) -> JsonObject:
        """Return nothing: the goal determines the end."""
        return {}

    def dump_position(self, position: Sequence[int]) -> JsonObject:
        """Write a position: the number of the piece on each cell."""
        return {"pieces": list(position)}


def without_end(row: list[object]) -> list[object]:
    """A row of a table without the -1 that ends it, as in a table in C."""
    return row[:-1] if row and row[-1] == LAST and type(row[-1]) is int else row


def rows_of(given: JsonObject) -> list[str]:
    """The rows of a board given as a grid or as a rectangle."""
    rows: list[str] = given["grid"] if "grid" in given else ["." * given["columns"]] * given["rows"]
    return rows


def has_size(cells: int, most: int, path: Path, errors: list[FieldError]) -> bool:
    """Whether a board has at least one cell and not too many."""
    if 1 <= cells <= most:
        return True
    errors.append(field_error(path, Message("a board has 1 to {most} cells, not {given}", most=most, given=cells)))
    return False


def check_length(content: Sequence[int | None], cells: int, path: Path, errors: list[FieldError]) -> None:
    """Check that there is a number for each cell."""
    if len(content) != cells:
        text = Message(
            "must have {cells|# number|# numbers}, one for each cell, not {given}", cells=cells, given=len(content)
        )
        errors.append(field_error(path, text))


def check_room(content: Sequence[int], sign: str, path: Path, errors: list[FieldError]) -> None:
    """Check that a start has an empty cell. ``sign``: how it is written.

    Nothing moves without one, so nobody means that: the empty cell is written in another way, often as the last number.
    """
    if 0 not in content:
        errors.append(field_error(path, Message("needs an empty cell, written as {sign}", sign=sign)))


def check_numbers(content: Sequence[int | None], most: int, path: Path, errors: list[FieldError]) -> None:
    """Check that each number is a piece or 0."""
    template = "pieces are numbered 1 to {most}, and 0 is an empty cell; found {piece}"
    for index, piece in enumerate(content):
        if piece is not None and not 0 <= piece <= most:
            errors.append(field_error((*path, index), Message(template, most=most, piece=piece)))
