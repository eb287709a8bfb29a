"""Groups of jobs: batches, surveys and hints."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import PLACE, AnswerSchema, FaultAnswer, LinkAnswer, describe
from schemas.fields import Component, Integers
from schemas.puzzle import KINDS
from schemas.statuses import STATUSES
from solver.model import Want


class JobLinkAnswer(AnswerSchema):
    """Address of an item's job."""

    job = fields.String(required=True)


class ItemAnswer(AnswerSchema):
    """One puzzle of a batch."""

    index = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]))
    job_id = fields.String()
    length = fields.Integer(allow_none=True, metadata=describe("Number of moves, once solved."))
    detail = fields.String(metadata=describe("Why it was refused."))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=describe("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer)


class GroupLinksAnswer(LinkAnswer):
    """Its own address, and that of a sheet of its puzzles to print."""

    sheet = fields.String(required=True)


class BatchAnswer(AnswerSchema):
    """Many puzzles submitted at once, and the state of each."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended", "cancelled"]))
    created = fields.DateTime(required=True)
    total = fields.Integer(required=True)
    progress = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=describe("Number of items by status.")
    )
    items = fields.List(fields.Nested(ItemAnswer), required=True)
    links = fields.Nested(GroupLinksAnswer, required=True)


class SurveyedLinksAnswer(JobLinkAnswer):
    """Addresses of a problem's job, and of its solution once there is one."""

    solution = fields.String()
    picture = fields.String()
    embed = fields.String()


class SurveyedAnswer(AnswerSchema):
    """One problem of a survey, and those that are symmetric to it."""

    start = fields.Raw(required=True, metadata=describe("Its start, as in a puzzle."))
    goal = fields.Raw(required=True, metadata=describe("Its goal, as in a puzzle."))
    members = fields.Integer(required=True, metadata=describe("Number of problems it stands for, with itself."))
    status = fields.String(required=True, validate=validate.OneOf([*STATUSES, "refused", "expired"]))
    job_id = fields.String()
    solution_id = fields.String(metadata=describe("Id of the puzzle with its result, which never changes."))
    length = fields.Integer(allow_none=True, metadata=describe("Number of moves, once solved."))
    optimal = fields.Boolean(metadata=describe("Whether it is proven that no solution is shorter."))
    lower_bound = fields.Integer(allow_none=True, metadata=describe("No solution has fewer moves."))
    count = fields.Integer(metadata=describe("Number of distinct optimal solutions; an integer of any size."))
    refuted_by = fields.String(metadata=describe("Name of the proof that there is no solution; its job has the proof."))
    detail = fields.String(metadata=describe("Why it was refused."))
    links = fields.Nested(SurveyedLinksAnswer)


class SurveyLinksAnswer(GroupLinksAnswer):
    """Its own address, and those of a picture and of a sheet of its problems to print."""

    picture = fields.String(required=True)


class SurveyAnswer(AnswerSchema):
    """Every problem of a board, and what is known of each."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended", "cancelled"]))
    created = fields.DateTime(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    board = Component("SurveyBoard", required=True)
    want = fields.String(required=True, validate=validate.OneOf([want.value for want in Want]))
    limits = Component("Limits", required=True)
    total = fields.Integer(required=True, metadata=describe("Number of problems, symmetric ones counted once."))
    members = fields.Integer(required=True, metadata=describe("Number of problems, each counted."))
    progress = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=describe("Number of problems by status.")
    )
    problems = fields.List(fields.Nested(SurveyedAnswer), required=True)
    links = fields.Nested(SurveyLinksAnswer, required=True)


class NextMoveAnswer(AnswerSchema):
    """A next move, and the distance from there to the goal.

    If the goal is about how many pegs are left, moves that spoil it are `unsolvable`, which shows once all are solved.
    """

    move = Integers(1, required=True, json_schema=PLACE)
    removed = Integers(1, json_schema=PLACE)
    piece = fields.Integer()
    block = fields.String()
    status = fields.String(required=True, metadata=describe("Status of the search from there."))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves from there; null if unsolvable or not known.")
    )


class HintAnswer(AnswerSchema):
    """The distance from a position to the goal, and from every position one move later."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["running", "ended"]))
    distance = fields.Integer(
        required=True, allow_none=True, metadata=describe("Fewest moves; null if unsolvable or not known.")
    )
    solvable = fields.Boolean(required=True, allow_none=True, metadata=describe("null if not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), required=True)
    links = fields.Nested(LinkAnswer, required=True)
