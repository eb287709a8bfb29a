"""What a format is, and the text that formats read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.nodes import Lists
from fewest.notation.formats.programs import read_lists
from fewest.notation.formats.rows import Row, rows_of
from fewest.notation.formats.words import core_of, inside_words, without_asides, without_captions
from fewest.solver.errors import Message

BRACKET = re.compile(r"[\[({]")
BLANK = re.compile(r"[^\n]")


@dataclass(frozen=True)
class Text:
    """A text with one puzzle, in the views that formats need; each is made once, when it is asked for.

    Attributes
    ----------
    whole
        Its characters, with line feeds at the ends of lines.
    begin
        The number of its first character in the text of which it is a part.
    """

    whole: str
    begin: int = 0

    @property
    def lists(self) -> Lists:
        """The lists and objects that stand in brackets, as in a program.

        Raises
        ------
        TextError
            If a list is not one, at the first character that does not fit.
        """
        if isinstance(self._lists, TextError):
            raise self._lists
        return self._lists

    @cached_property
    def _lists(self) -> Lists | TextError:
        # Many formats ask for them: a text that is wrong is read once, too.
        try:
            return read_lists(self._plain)
        except TextError as error:
            return error

    @cached_property
    def has_lists(self) -> bool:
        """Whether it has brackets other than those of a remark."""
        return BRACKET.search(self._plain) is not None or not self._plain.strip()

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of a drawing or of a matrix: its lines without words above and below, or what is in its lists.

        A row of numbers in a list has commas between them. Between the lists of a start and a goal is an arrow.
        Empty if its lists are no rows.

        Raises
        ------
        TextError
            If a list is not one, or the drawing is too large.
        """
        return self.lists.rows if self.has_lists else self._drawn

    @cached_property
    def bare(self) -> Text | None:
        """The text without the lines of words above and below it; None if there are none."""
        begin, end = inside_words(self.whole)
        bare = Text(self.whole[begin:end], self.begin + begin)
        return bare if bare.whole.strip() != self.whole.strip() and bare.whole.strip() else None

    @cached_property
    def core(self) -> tuple[Text, list[Span]] | None:
        """The text without lines above and below it that are not understood, and where those lines stand."""
        found = core_of(self.whole)
        if found is None or found[0] == inside_words(self.whole):
            return None
        begin, end = found[0]
        return Text(self.whole[begin:end], self.begin + begin), found[1]

    @property
    def captioned(self) -> bool:
        """Whether lines of words were left out of the rows."""
        return not self.has_lists and (self.bare is not None or len(self._drawn) < len(self._lines))

    @cached_property
    def lines(self) -> list[Row]:
        """Its lines as they stand, brackets or not; none if it is too large for a drawing."""
        try:
            return rows_of(self.whole)
        except TextError:
            return []

    @cached_property
    def _plain(self) -> str:
        return without_asides(self.whole)

    @cached_property
    def _lines(self) -> list[Row]:
        begin, end = inside_words(self._plain)
        return rows_of(BLANK.sub(" ", self._plain[:begin]) + self._plain[begin:end])

    @cached_property
    def _drawn(self) -> list[Row]:
        return without_captions(self._lines)


Reader = Callable[[Text], Iterable[Draft]]
"""The puzzles that a text may be in a format, the most usual first; none if it is not of this format.

Raises :class:`TextError` if it is of this format, but wrong.
"""


@dataclass(frozen=True, slots=True)
class Format:
    """One way in which people or programs write puzzles.

    Attributes
    ----------
    name
        Its name in readings, such as ``"rush-hour-line"``.
    title
        What it is, in a few words.
    source
        The program with its version, or the page, that it was checked against.
    conventions
        What matters: what is empty, which mark is which, the goal, the metric, and what surprises.
    example
        A text of this format.
    read
        Reads a text.
    whole
        Whether it reads the text as it stands, with its words.
    line
        Whether a puzzle is one line, so that several such lines are several puzzles.
    general
        Whether it is asked only if no named format knows the text for certain.
    """

    name: str
    title: str
    source: str
    conventions: str
    example: str
    read: Reader
    whole: bool = False
    line: bool = False
    general: bool = False


__all__ = ["Draft", "Format", "Message", "Reader", "Row", "Span", "Text", "TextError"]
