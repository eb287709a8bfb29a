"""The rows of a drawing: lines of a text, the strings of a list, or what the lines of a table enclose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from schemas.fields import MAX_ROWS
from schemas.text.draft import Span, TextError
from solver.errors import Message

MAX_LINES = 4 * MAX_ROWS
"""Lines of a text without brackets: rows, and what separates them."""

MAX_COLUMNS = 8 * MAX_ROWS
"""Characters in a line: a table has several for each of its columns."""

BLANKS = str.maketrans({"\u3000": " ", "\u00a0": " ", "\t": " "})
VERTICALS = "│║┃|"
RULE = re.compile(r"[\s─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋│║┃|+:=-]*")
"""A line of a table that has no content; it has a corner or a horizontal line."""

CORNERS = re.compile("[─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋]|[|+][-=:]|[-=]{3}|^[-=]+$")


class Row(NamedTuple):
    """Characters of a drawing, and the number of each in the text."""

    text: str
    at: Sequence[int]

    @property
    def span(self) -> Span:
        """From the first to the last character that is no blank."""
        inside = self.text.strip()
        begin = self.text.find(inside)
        return Span(self.at[begin], self.at[begin + len(inside) - 1] + 1) if inside else Span(0, 0)

    def part(self, begin: int, end: int) -> Row:
        """Some of its columns."""
        return Row(self.text[begin:end], self.at[begin:end])


def span_of(rows: Sequence[Row]) -> Span:
    """From the first to the last character of some rows, one of which has some."""
    spans = [row.span for row in rows if row.text.strip()]
    return Span(spans[0].begin, spans[-1].end)


class Cell(NamedTuple):
    """What is written in one cell, where, and in which column of the drawing; an empty text is an empty cell."""

    text: str
    span: Span
    column: int


def too_large(span: Span) -> TextError:
    """The error of a drawing with too many rows, or too long ones."""
    return TextError(span, Message("a drawing has at most {most} rows of {most} characters", most=MAX_ROWS))


def rows_of(text: str) -> list[Row]:
    """The lines of a text, from the first to the last that has something in it.

    Raises
    ------
    TextError
        If there are too many, or too long ones.
    """
    begin = len(text) - len(text.lstrip())
    begin = text.rfind("\n", 0, begin) + 1
    end = len(text.rstrip())
    rows: list[Row] = []
    at = begin
    while at < end:
        stop = text.find("\n", at)
        stop = end if stop < 0 or stop > end else stop
        line = text[at : min(stop, at + MAX_COLUMNS + 1)].rstrip().translate(BLANKS)
        if len(rows) == MAX_LINES or len(line) > MAX_COLUMNS:
            raise too_large(Span(at, at + 1))
        rows.append(Row(line, range(at, at + len(line))))
        at = stop + 1
    return _without_every_other(rows)


def _without_every_other(rows: list[Row]) -> list[Row]:
    """The rows; if every other one is empty, those between."""
    doubled = len(rows) > 4 and all(bool(row.text) != bool(number % 2) for number, row in enumerate(rows))
    return rows[::2] if doubled else rows


def parts_of(rows: list[Row]) -> tuple[list[Row], list[Row]] | None:
    """Two drawings below each other, with empty lines or an arrow between them; None if there are not two."""
    separates = [not row.text or re.fullmatch(r"\s*(?:[-=]+>|→|⇒|↓|⇓|goal:?)\s*", row.text, re.I) for row in rows]
    parts: list[list[Row]] = [[]]
    for row, between in zip(rows, separates, strict=True):
        if not between:
            parts[-1].append(row)
        elif parts[-1]:
            parts.append([])
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def unboxed(rows: list[Row]) -> list[Row] | list[list[Cell]]:
    """A table without its lines: rows of cells. A drawing in a frame is the drawing; any other stays as it is."""
    inside = [row for row in rows if row.text.strip() and not _is_rule(row.text)]
    walls = [[place for place, mark in enumerate(row.text) if mark in VERTICALS] for row in inside]
    if not inside or not all(len(each) > 1 for each in walls):
        return rows
    if all(len(each) == 2 for each in walls) and max(b - a for a, b in walls) > 4:
        return [row.part(a + 1, b) for row, (a, b) in zip(inside, walls, strict=True)]
    places = sorted({place for each in walls for place in each})
    aligned = len({b - a for a, b in pairwise(places)}) == 1
    return [list(_cells(row, each, places if aligned else each)) for row, each in zip(inside, walls, strict=True)]


def _is_rule(line: str) -> bool:
    return RULE.fullmatch(line) is not None and CORNERS.search(line.strip()) is not None


def _cells(row: Row, walls: list[int], columns: list[int]) -> Iterator[Cell]:
    """The cells of a row: what is between two lines side by side, or has something in it."""
    for column, (a, b) in enumerate(pairwise(columns)):
        content = row.text[a + 1 : b].strip()
        if content or (a in walls and b in walls):
            yield Cell(content, _inner(row, a, b), column)


def _inner(row: Row, a: int, b: int) -> Span:
    part = row.part(a + 1, min(b, len(row.text)))
    return part.span if part.text.strip() else Span(row.at[a], row.at[min(b, len(row.text) - 1)] + 1)
