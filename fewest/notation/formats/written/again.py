"""Texts are read again before they are given away: what is written must be the puzzle that was meant."""

from __future__ import annotations

from fewest.notation.errors import InvalidRequest
from fewest.notation.formats.reader import is_clear, read_text
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.kinds import kind_of


def is_read_as(text: str, meant: ParsedPuzzle) -> bool:
    """Whether the first reading of a text is clear, and this puzzle up to the numbers of its places."""
    try:
        readings = read_text(text)
    except InvalidRequest:
        return False
    return is_clear(readings) and _in_rows(readings[0].loaded) == _in_rows(meant)


def _in_rows(loaded: ParsedPuzzle) -> object:
    """The puzzle with its places numbered row by row, if its layout is known."""
    puzzle = loaded.puzzle
    kind = kind_of(puzzle)
    order = list(range(kind.size(puzzle)))
    if loaded.layout is not None:
        points = [(round(y, 2), round(x, 2)) for x, y in loaded.layout]
        order.sort(key=points.__getitem__)
    return puzzle.kind, kind.exact_form(kind.renumber(puzzle, tuple(order)))
