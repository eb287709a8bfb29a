"""What a writer is given, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from fewest.notation.boards import Layout
from fewest.notation.errors import InvalidRequest, field_error
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.errors import Message
from fewest.solver.model import Solution


class File(NamedTuple):
    """A text, and the name that a file with it usually has."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Subject:
    """A puzzle to be written.

    Attributes
    ----------
    loaded
        The puzzle, with its layout.
    solution
        Legal moves from its start, as the rules have them, to be written as well; None to write the puzzle alone.
    """

    loaded: ParsedPuzzle
    solution: Solution | None = None

    @property
    def puzzle(self) -> Any:
        """The solver's puzzle, whose class each writer knows from its kind."""
        return self.loaded.puzzle

    @property
    def layout(self) -> Layout | None:
        """Its layout, if known."""
        return self.loaded.layout


Write: TypeAlias = Callable[[Subject], Sequence[File]]
"""Writes a puzzle of one kind, and its solution if it has one.

Raises :class:`InvalidRequest` if the format cannot hold it, with a pointer to the part.
"""


def refuse(part: str, why: Message) -> InvalidRequest:
    """The error that a format cannot hold a part of a puzzle; an empty ``part`` is the whole puzzle."""
    return InvalidRequest([field_error(("puzzle", part) if part else ("puzzle",), why)])
