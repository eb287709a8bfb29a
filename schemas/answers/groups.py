"""Groups of jobs: batches and hints."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import PLACE, Answer, FaultAnswer, LinkAnswer, describe
from schemas.answers.jobs import STATUSES
from schemas.fields import Integers


class JobLinkAnswer(Answer):
    """Address of an item's job."""

    job = fields.String(required=True)


class ItemAnswer(Answer):
    """One puzzle of a batch."""

    index = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]))
    job_id = fields.String()
    length = fields.Integer(allow_none=True, metadata=describe("Number of moves, once solved."))
    detail = fields.String(metadata=describe("Why it was refused."))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=describe("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer)


class BatchAnswer(Answer):
    """Many puzzles submitted at once, and the state of each."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended", "cancelled"]))
    created = fields.DateTime(required=True)
    total = fields.Integer(required=True)
    progress = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=describe("Number of items by status.")
    )
    items = fields.List(fields.Nested(ItemAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)


class NextMoveAnswer(Answer):
    """A next move, and the distance from there to the goal."""

    move = Integers(1, required=True, json_schema=PLACE)
    removed = Integers(1, json_schema=PLACE)
    piece = fields.Integer()
    status = fields.String(required=True, metadata=describe("Status of the search from there."))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves from there; null if unsolvable or not known.")
    )


class HintAnswer(Answer):
    """The distance from a position to the goal, and from every position one move later."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended"]))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves; null if unsolvable or not known.")
    )
    solvable = fields.Boolean(required=True, allow_none=True, metadata=describe("null if not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)
