"""Texts are read again before they are given away: what is written must be the puzzle that was meant."""

from __future__ import annotations

from fewest.notation.errors import InvalidRequest
from fewest.notation.formats.reader import is_clear, read_text
from fewest.notation.formats.written.subject import refuse
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle

PARTS = {each: each for each in ("board", "start", "opening", "doors", "metric", "goal")} | {"axes": "axis"}
"""The fields of the puzzles of all kinds, and what clients call them."""

NOT_READ = Message("this format has no text that is read as this puzzle")


def check_read(text: str, meant: ParsedPuzzle) -> None:
    """Check that a text is read as a puzzle, up to the numbers of its places, without doubt.

    Raises
    ------
    InvalidRequest
        If it is not, with a pointer to the first part that is read as another.
    """
    try:
        readings = read_text(text)
    except InvalidRequest:
        raise refuse("", NOT_READ) from None
    read, wanted = _in_rows(readings[0].loaded), _in_rows(meant)
    for part, name in PARTS.items():
        if getattr(read, part, None) != getattr(wanted, part, None):
            raise refuse(name, Message('this format has no text that is read with this "{part}"', part=name))
    if not is_clear(readings):
        raise refuse("", Message("it would not be clear that the text in this format is this puzzle"))


def _in_rows(loaded: ParsedPuzzle) -> Puzzle:
    """The puzzle with its places numbered row by row, if its layout is known."""
    puzzle = loaded.puzzle
    kind = kind_of(puzzle)
    order = list(range(kind.size(puzzle)))
    if loaded.layout is not None:
        size = max(max(axis) - min(axis) for axis in zip(*loaded.layout, strict=True)) or 1
        points = [(round(y / size, 4), round(x / size, 4)) for x, y in loaded.layout]
        order.sort(key=points.__getitem__)
    renumbered: Puzzle = kind.renumber(puzzle, tuple(order))
    return renumbered
