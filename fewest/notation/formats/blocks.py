"""Sliding blocks of any shape, in a plain picture: what no named format knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.pictures import FREE, WALL, Picture, Point, corner_of, picture_of, size_of
from fewest.notation.formats.rows import Row, span_of, too_large, uneven_row
from fewest.notation.formats.steps import counted
from fewest.solver.errors import Message

PICTURE = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9+*.#@&$%=~]+")

NUMBERED = re.compile(r"\d.*[A-Za-z]|[A-Za-z].*\d")
"""Letters and digits: where most pieces have one cell, they are words and numbers."""


@counted
def drafts_of_blocks(rows: Sequence[Row]) -> Iterator[Draft]:
    """The puzzle of a picture with letters for blocks.

    Raises
    ------
    TextError
        If it is one, but too large, without an empty cell, or with rows of several lengths.
    """
    parts = [part for row in rows for part in row.split("/") if part.text.strip()]
    picture = picture_of(parts) if len(parts) > 1 else None
    lines = [part.text.strip() for part in parts] if picture is None else ["".join(row) for row in picture.cells]
    if len(parts) < 2 or not PICTURE.fullmatch("".join(lines)):
        return
    if len(lines) > MAX_ROWS or max(map(len, lines)) > MAX_ROWS:
        raise too_large(rows[0].span)
    if uneven := uneven_row(lines):
        raise TextError(parts[uneven[0]].span, uneven[1])
    if FREE not in "".join(lines):
        raise TextError(span_of(rows), Message("a picture of blocks needs an empty cell, which is a dot"))
    sizes = [] if picture is None else sorted(map(len, picture.pieces.values()))
    if picture is not None and not (sizes[len(sizes) // 2] == 1 and NUMBERED.search("".join(lines))):
        yield plain_draft(picture)


def plain_draft(picture: Picture, goal: tuple[str, Point] | None = None) -> Draft:
    """The puzzle of a picture whose text gives no goal; by default, the largest block goes to the opposite side."""
    pieces = picture.pieces
    largest = max(pieces, key=lambda each: len(pieces[each]))
    name, (row, column) = goal or (largest, _opposite(picture, largest))
    assumption = Message(
        "The text gives no goal; assumed: {name} at row {row}, column {column}, counted from "
        "0. One move takes one block any distance along any path.",
        name=name,
        row=row,
        column=column,
    )
    said = "a picture of {pieces|# block|# blocks} in {rows|# row|# rows} of {columns}"
    words = Message(said, pieces=len(pieces), rows=picture.size[0], columns=picture.size[1])
    draft = picture.draft({name: (row, column)}, "path", words)
    return replace(draft, assumed=("goal", "metric"), assumptions=(assumption,), guessed=True)


def _opposite(picture: Picture, name: str) -> Point:
    """Where a piece would be on the opposite side of the board, if it fits there; else where it is."""
    places, (rows, columns) = picture.pieces[name], picture.size
    (top, left), (height, width) = corner_of(places), size_of(places)
    to = rows - top - height, columns - left - width
    fits = all(picture.cells[r - top + to[0]][c - left + to[1]] != WALL for r, c in places)
    return to if fits else (top, left)
