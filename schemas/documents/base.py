"""What all answers have in common, and the errors."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache

from marshmallow import INCLUDE, Schema, fields

from fewest.schemas import meanings
from fewest.schemas.meanings import always, describe
from fewest.solver.jump.board import MAX_HOLES
from fewest.solver.slide.board import MAX_CELLS

PLACE = {"minimum": 0, "maximum": max(MAX_HOLES, MAX_CELLS) - 1}
"""The number of a hole of a jump board or of a cell."""


class AnswerSchema(Schema):
    """Base of all. Later versions may add fields, so clients must ignore unknown ones."""

    class Meta:
        """Allow unknown fields."""

        unknown = INCLUDE


class LinkAnswer(AnswerSchema):
    """Its own address."""

    self = fields.String(**always(meanings.SELF))


class FaultAnswer(AnswerSchema):
    """One error of a body."""

    pointer = fields.String(**always("JSON Pointer to the place of the error.", "/puzzle/board/jumps/3"))
    detail = fields.String(**always("What is wrong there, in English or Japanese, by `Accept-Language`."))
    line = fields.Integer(metadata=describe("In a text: the line of the first wrong character, from 1."))
    column = fields.Integer(metadata=describe("In a text: its column, from 1."))
    length = fields.Integer(metadata=describe("In a text: the number of wrong characters."))


class NoticeAnswer(AnswerSchema):
    """What is odd about a valid puzzle: perhaps it is not the one that was meant."""

    pointer = fields.String(**always("JSON Pointer to the part of the puzzle.", "/puzzle/board"))
    detail = fields.String(**always("A sentence."))


class ProblemAnswer(AnswerSchema):
    """A failure (RFC 9457)."""

    type = fields.String(**always(meanings.PROBLEM_TYPE))
    title = fields.String(**always(meanings.PROBLEM_TITLE))
    status = fields.Integer(**always(meanings.PROBLEM_STATUS))
    detail = fields.String(**always("What is to be said of this one; it may be empty."))
    errors = fields.List(
        fields.Nested(FaultAnswer), metadata=describe("Everything that is wrong with the body, if that is the problem.")
    )
    puzzle = fields.Dict(metadata=describe("The puzzle that a text was taken for, if it has errors as a puzzle."))
    request_id = fields.String(**always("Names the request in the logs, as the header `X-Request-ID` does."))


COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def encode(document: object) -> bytes:
    """A document, or a part of one, as compact JSON."""
    return COMPACT.encode(document).encode("utf-8", "backslashreplace")


def timestamp(seconds: float | None) -> str | None:
    """A time as clients read it (RFC 3339, UTC)."""
    return None if seconds is None else _timestamp(int(seconds))


@lru_cache(maxsize=16)
def _timestamp(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def solution_links(name: str) -> dict[str, str]:
    """Addresses of a solution, of its picture, and of a page that plays it."""
    path = f"/v1/solutions/{name}"
    return {"solution": path, "picture": f"{path}/picture.svg", "embed": f"/embed/{name}"}
