"""What is assumed of a puzzle whose text gives no start or no goal; each kind has its own (``assume``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar

from fewest.notation import JsonObject
from fewest.notation.boards import Layout
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle

P = TypeVar("P")

Read: TypeAlias = Callable[[JsonObject], tuple[P, Layout | None] | None]
"""Reads a document: the puzzle with its layout, or None if there are errors."""


class Assumption(NamedTuple):
    """Fields that complete a document.

    Attributes
    ----------
    text
        The sentence that says what was assumed.
    in_a_line
        Whether it is the most usual one where the pieces of a board stand in one line.
    """

    fields: JsonObject
    text: Message
    in_a_line: bool = False


def may_be_solved(document: JsonObject, read: Read[Puzzle]) -> bool:
    """Whether a puzzle is valid, and no simple argument proves that there is no solution."""
    built = read(document)
    return built is not None and kind_of(built[0]).prove(built[0]) is None
