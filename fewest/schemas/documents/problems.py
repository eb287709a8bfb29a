"""Problems: errors of a request or of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.errors import FieldError, Say, dump_errors
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema


class FaultAnswer(AnswerSchema):
    """One error of a body."""

    pointer = fields.String(**always("JSON Pointer to the place of the error.", "/puzzle/board/jumps/3"))
    detail = fields.String(**always("The error, in the language of `Accept-Language`, English or Japanese."))
    line = fields.Integer(metadata=describe("In a text: the line of the first wrong character, from 1."))
    column = fields.Integer(metadata=describe("In a text: its column, from 1."))
    length = fields.Integer(metadata=describe("In a text: the number of wrong characters."))


class NoticeAnswer(AnswerSchema):
    """Something unusual about a valid puzzle: perhaps it is not the puzzle you meant."""

    pointer = fields.String(**always("JSON Pointer to the part of the puzzle.", "/puzzle/board"))
    detail = fields.String(**always("A sentence."))


class ProblemAnswer(AnswerSchema):
    """A failure (RFC 9457)."""

    type = fields.String(**always(meanings.PROBLEM_TYPE))
    title = fields.String(**always(meanings.PROBLEM_TITLE))
    status = fields.Integer(**always(meanings.PROBLEM_STATUS))
    detail = fields.String(**always("What happened in this case; may be empty."))
    errors = fields.List(
        fields.Nested(FaultAnswer), metadata=describe("All errors of the body, if the body is the problem.")
    )
    puzzle = fields.Dict(metadata=describe("The puzzle that a text was read as, if that puzzle has errors."))
    request_id = fields.String(**always("Id of the request in the logs, as in the header `X-Request-ID`."))


class ProblemKindAnswer(AnswerSchema):
    """A kind of problem."""

    type = fields.String(**always(meanings.PROBLEM_TYPE, "/problems/not-found"))
    title = fields.String(**always(meanings.PROBLEM_TITLE, "Not found."))
    status = fields.Integer(**always(meanings.PROBLEM_STATUS, 404))


def problem_kind_document(code: str, status: int, title: str) -> JsonObject:
    """A kind of failure: its address by its ``code``, the ``status`` of responses, and its title."""
    return {"type": f"/problems/{code}", "title": title, "status": status}


def problem_document(
    code: str, status: int, title: str, detail: str, request_id: str, more: Mapping[str, object]
) -> JsonObject:
    """A failure (RFC 9457).

    Parameters
    ----------
    code
        The kind of failure in its address, such as "not-found".
    title, detail
        The kind of failure as a sentence, and what happened in this case; both in the language of the request.
    more
        Fields that only some kinds have, such as ``errors``.
    """
    return problem_kind_document(code, status, title) | {"detail": detail, **more, "request_id": request_id}


def invalid_document(errors: Iterable[FieldError], puzzle: JsonObject | None, say: Say) -> JsonObject:
    """The details of an invalid body: its errors, and the puzzle that a text was read as."""
    listed = dump_errors(errors, say)
    return {"errors": listed} | ({} if puzzle is None else {"puzzle": puzzle})
