"""Class sets: several problems under one address, each with its aim (the body of a request for one)."""

from __future__ import annotations

import re

from marshmallow import fields, validate

from fewest.notation import JsonObject
from fewest.notation.boards import NAME_TOO_LONG
from fewest.notation.errors import FieldError, InvalidRequest, read_object
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message

MAX_SET = 60
"""Most problems of a set: as many as a sheet has."""

MAX_TITLE = 100
MAX_AIM = 300

TITLE = validate.Length(max=MAX_TITLE, error=NAME_TOO_LONG)


class SetProblemShape(Shape):
    """A problem of a set."""

    id = fields.String(
        required=True,
        metadata=describe(
            "A problem of the atlas, such as `english/16-16`, or the id of a solution or a shared puzzle.",
            "english/16-16",
        ),
    )
    aim = fields.String(
        load_default="",
        validate=validate.Length(max=MAX_AIM, error=NAME_TOO_LONG),
        metadata=describe("What to do beside reaching the goal, in your own words.", "In at most 20 moves."),
    )


class SetShape(Shape):
    """The body of ``POST /v1/sets``."""

    title = fields.String(
        required=True,
        validate=[validate.Regexp(r".*\S", re.DOTALL, error=Message("must not be blank")), TITLE],
        metadata=describe("What the set is called.", "Monday"),
    )
    puzzles = fields.List(
        fields.Nested(SetProblemShape),
        required=True,
        validate=validate.Length(1, MAX_SET, error=Message("must have {min} to {max} puzzles")),
        metadata=describe("The puzzles, in their order.", [{"id": "english/16-16"}]),
    )


def read_set(body: object) -> JsonObject:
    """Read the body of a set; whether its problems exist is not checked here.

    Returns
    -------
    dict
        ``title``, and ``puzzles`` with an ``id`` and an ``aim`` each.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    errors: list[FieldError] = []
    loaded = read_object(body, SetShape(), (), errors)
    if errors:
        raise InvalidRequest(errors)
    return loaded
