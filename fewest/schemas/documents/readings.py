"""Readings of a text, and the formats in which texts are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marshmallow import fields

from fewest.notation import JsonObject
from fewest.notation.errors import Say, dump_errors
from fewest.notation.fields import Component
from fewest.notation.formats import Format, Reading, is_clear
from fewest.notation.formats.writer import WRITERS
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.problems import NoticeAnswer

CLEAR = (
    "Whether the first reading can be taken without asking: no other board or start fits, nothing was assumed but a "
    "usual start or goal, and with that no simple argument proves that there is no solution."
)

FORMAT = fields.String(**always("The name of the format in which it was read, see `/v1/formats`.", "drawing"))
TEXT = fields.String(**always("How the text was read and what was assumed, in sentences."))
ASSUMED = fields.List(
    fields.String(),
    **always("JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."),
)


class JobReadingAnswer(AnswerSchema):
    """How the text of a puzzle was read."""

    format = FORMAT
    text = TEXT
    assumed = ASSUMED
    clear = fields.Boolean(**always(CLEAR))


class ReadingAnswer(AnswerSchema):
    """A possible reading of a text."""

    puzzle = Component("Puzzle", **always("The complete puzzle, ready to submit."))
    format = FORMAT
    text = TEXT
    assumed = ASSUMED
    notices = fields.List(fields.Nested(NoticeAnswer), **always("What is unusual, as for a check of the puzzle."))


class TextPuzzleAnswer(AnswerSchema):
    """One of several puzzles of a text."""

    readings = fields.List(
        fields.Nested(ReadingAnswer), **always("Every possible reading of it, the most exact first; at most six.")
    )


class ReadingsAnswer(AnswerSchema):
    """The possible readings of a text."""

    readings = fields.List(
        fields.Nested(ReadingAnswer),
        **always(
            "Every possible reading, the most exact first; one to six. Of a text with several puzzles: the first "
            "reading of each of its first six."
        ),
    )
    clear = fields.Boolean(**always(f"{CLEAR} Of several puzzles: whether that holds for each."))
    puzzles = fields.List(
        fields.Nested(TextPuzzleAnswer), metadata=describe("If the text has several puzzles: the readings of each.")
    )


class FormatAnswer(AnswerSchema):
    """A format in which texts are read."""

    name = fields.String(**always("Its name, as readings write it.", "drawing"))
    title = fields.String(**always("Its title for people."))
    source = fields.String(**always("The program with its version, or the page, that it was checked against."))
    conventions = fields.String(
        **always("How it is read: numbering, what is empty, which end, what counts as a move, what surprises.")
    )
    example = fields.String(**always("A text in this format."))
    written = fields.List(
        fields.String(),
        **always("The kinds of puzzle that `/v1/conversions` writes in it; none if it is only read."),
    )


class FormatListAnswer(AnswerSchema):
    """All formats in which texts are read, and some of them written."""

    formats = fields.List(fields.Nested(FormatAnswer), **always("The formats, the most exact first."))


MOST_READINGS = 6
"""Of a text with several puzzles: the readings beside the list of puzzles."""


def readings_document(puzzles: Sequence[list[Reading]], say: Say) -> JsonObject:
    """The possible readings of each puzzle of a text."""
    several = len(puzzles) > 1
    first = [readings[0] for readings in puzzles[:MOST_READINGS]] if several else puzzles[0]
    document = {"readings": _dump(first, say), "clear": all(map(is_clear, puzzles))}
    return document | ({"puzzles": [{"readings": _dump(each, say)} for each in puzzles]} if several else {})


def job_reading(readings: list[Reading], chosen: Reading, say: Say) -> JsonObject:
    """The reading that a job is about, one of those of its text."""
    return _fields(chosen, say) | {"clear": is_clear(readings)}


def formats_document(formats: Iterable[Format]) -> JsonObject:
    """The formats of the registry."""
    names = [name for name in FormatAnswer._declared_fields if name != "written"]
    written = {name: list(kinds) for name, kinds in WRITERS.items()}
    return {
        "formats": [
            {name: getattr(each, name) for name in names} | {"written": written.get(each.name, [])} for each in formats
        ]
    }


def _dump(readings: Iterable[Reading], say: Say) -> list[JsonObject]:
    return [
        {"puzzle": each.puzzle, **_fields(each, say), "notices": dump_errors(each.notices, say)} for each in readings
    ]


def _fields(reading: Reading, say: Say) -> JsonObject:
    return {
        "format": reading.format,
        "text": " ".join(map(say, reading.sentences)),
        "assumed": list(reading.assumed),
    }
