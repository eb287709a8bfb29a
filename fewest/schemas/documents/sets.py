"""Class sets."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component
from fewest.notation.meanings import always
from fewest.schemas.documents.base import AnswerSchema, encode
from fewest.schemas.documents.jobs import FoundAnswer


class ClassSetProblemAnswer(AnswerSchema):
    """A problem of a set, with what was known of it when the set was made."""

    id = fields.String(**always("The id it was named by."))
    aim = fields.String(**always("What to do beside reaching the goal; may be empty."))
    board_title = fields.String(**always("The title of its board if only the atlas has that; otherwise empty."))
    puzzle = Component("Puzzle", **always("The puzzle."))
    result = fields.Nested(FoundAnswer, allow_none=True, **always("Its answer; null if it was not solved."))


class ClassSetLinksAnswer(AnswerSchema):
    """Addresses of a set and of its page."""

    self = fields.String(**always(meanings.SELF))
    page = fields.String(**always("A page with its problems, to play and to print."))


class ClassSetAnswer(AnswerSchema):
    """Several problems under one address, each with its aim. It never changes."""

    id = fields.String(**always(meanings.ID))
    title = fields.String(**always("What the set is called."))
    puzzles = fields.List(fields.Nested(ClassSetProblemAnswer), **always("The puzzles, in their order."))
    links = fields.Nested(ClassSetLinksAnswer, **always(meanings.LINKS))


def class_set(title: str, puzzles: Sequence[JsonObject]) -> tuple[str, bytes]:
    """The id of a set, a digest of its content, and its document.

    Parameters
    ----------
    puzzles
        What ``ClassSetProblemAnswer`` describes, in their order.
    """
    name = "c_" + hashlib.sha256(encode([title, puzzles])).hexdigest()[:24]
    return name, set_document(name, title, puzzles)


def set_document(name: str, title: str, puzzles: Sequence[JsonObject]) -> bytes:
    """The document of a set under a name: its id, or that of a lesson."""
    links = {"self": f"/v1/sets/{name}", "page": f"/c/{name}"}
    return encode({"id": name, "title": title, "puzzles": puzzles, "links": links})
