"""Readings of a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from marshmallow import fields

from fewest.notation import JsonObject
from fewest.notation.errors import Say, dump_errors
from fewest.notation.fields import Component
from fewest.notation.meanings import always
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.problems import NoticeAnswer

if TYPE_CHECKING:
    from fewest.notation.formats import Reading


class ReadingAnswer(AnswerSchema):
    """A possible reading of a text."""

    puzzle = Component("Puzzle", **always("The complete puzzle, ready to submit."))
    text = fields.String(**always("How the text was read and what was assumed, in sentences."))
    assumed = fields.List(
        fields.String(),
        **always("JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."),
    )
    notices = fields.List(fields.Nested(NoticeAnswer), **always("What is unusual, as for a check of the puzzle."))


class ReadingsAnswer(AnswerSchema):
    """The possible readings of a text."""

    readings = fields.List(
        fields.Nested(ReadingAnswer), **always("Every possible reading, the most probable first; at least one.")
    )


def readings_document(readings: Iterable[Reading], say: Say) -> JsonObject:
    """The possible readings of a text."""
    return {
        "readings": [
            {
                "puzzle": each.puzzle,
                "text": " ".join(map(say, each.sentences)),
                "assumed": list(each.assumed),
                "notices": dump_errors(each.notices, say),
            }
            for each in readings
        ]
    }
