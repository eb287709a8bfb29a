"""The results of the readers of a text: drafts of puzzles, valid or not, and errors at their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from fewest.notation import JsonObject
from fewest.solver.errors import Message

ROOT = "/puzzle"
"""JSON Pointer to the puzzle, as in a request."""


class Span(NamedTuple):
    """A part of a text: the number of its first character, and of the one after its last."""

    begin: int
    end: int


Spans: TypeAlias = Mapping[str, Span]
"""Places of the parts of a puzzle in a text, by JSON Pointer."""


class TextError(Exception):
    """The text cannot be read.

    Attributes
    ----------
    span
        The characters that do not fit.
    message
        What is wrong with them.
    """

    def __init__(self, span: Span, message: Message) -> None:
        self.span = span
        self.message = message
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle as one reader understands a text. It may be invalid.

    Attributes
    ----------
    document
        The puzzle as a client would send it, without the parts that the text does not give.
    words
        How the text was read.
    spans
        Where the parts of the puzzle stand.
    rank
        Of several readings, those of a lower rank are more usual.
    assumed
        Fields of the puzzle that the text does not give.
    assumptions
        What was assumed, in sentences.
    whole
        Whether this is a document of the API, to which nothing is added.
    shapeless
        Whether the pieces of a board stand in one line, so that the text does not give its rows.
    exact
        Whether the text can hardly be anything else: then no general format reads it.
    guessed
        Whether a shape, a target, an exit or the use of marks is a guess. If a simple argument proves that it has no
        solution, another reading comes first.
    unclear
        Whether lines were left out that were not understood.
    """

    document: JsonObject
    words: Message
    spans: Spans
    rank: int = 0
    assumed: tuple[str, ...] = ()
    assumptions: tuple[Message, ...] = ()
    whole: bool = False
    shapeless: bool = False
    exact: bool = True
    guessed: bool = False
    unclear: bool = False

    def span(self, pointer: str) -> Span:
        """The place of a part or, if unknown, of the nearest part around it."""
        while pointer not in self.spans and pointer:
            pointer = pointer.rpartition("/")[0]
        return self.spans.get(pointer, Span(0, 0))

    def ranked(self, rank: int) -> Draft:
        """The same with another rank."""
        return replace(self, rank=rank)
