"""The service: its boards, its limits, how it stands."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import AnswerSchema, LinkAnswer, describe
from schemas.fields import Component


class BoardEntryAnswer(AnswerSchema):
    """A board in the catalogue's list."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    size = fields.Integer(required=True, metadata=describe("Holes or cells."))
    links = fields.Nested(LinkAnswer, required=True)


class CatalogueAnswer(AnswerSchema):
    """All boards of the catalogue."""

    boards = fields.List(fields.Nested(BoardEntryAnswer), required=True)


class ExampleAnswer(AnswerSchema):
    """A puzzle on a board, and its known answer."""

    title = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    expect = fields.Dict(required=True)


class BoardAnswer(AnswerSchema):
    """A board with its layout and examples."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    note = fields.String(metadata=describe("How lengths or jumps differ from those of the source."))
    board = fields.Dict(required=True)
    layout = fields.List(fields.List(fields.Float()), required=True)
    examples = fields.List(fields.Nested(ExampleAnswer), required=True)


class VersionAnswer(AnswerSchema):
    """The version of the service."""

    version = fields.String(required=True)


class OverviewAnswer(AnswerSchema):
    """What the API offers."""

    name = fields.String(required=True)
    version = fields.String(required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class LimitAnswer(AnswerSchema):
    """A limit."""

    name = fields.String(required=True)
    default = fields.Float(required=True, allow_none=True, metadata=describe("null if clients cannot choose."))
    maximum = fields.Float(required=True)
    unit = fields.String(required=True)
    bounds = fields.String(required=True)


class LimitListAnswer(AnswerSchema):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), required=True)


class AliveAnswer(AnswerSchema):
    """The process responds."""

    status = fields.String(required=True)


class LaneAnswer(AnswerSchema):
    """What waits in a lane, and who is there to take it."""

    lane = fields.String(required=True, validate=validate.OneOf(["quick", "long"]))
    workers = fields.Integer(required=True, metadata=describe("Workers of this lane that are alive."))
    queued = fields.Integer(required=True, metadata=describe("Searches that wait."))
    oldest_seconds = fields.Float(required=True, metadata=describe("How long the next of them has waited."))
    missing = fields.List(fields.String(), required=True, metadata=describe("worker, progress, or nothing."))


class ReadyAnswer(AnswerSchema):
    """Whether puzzles can be solved now, and what is missing if not."""

    status = fields.String(required=True, validate=validate.OneOf(["ready", "not ready"]))
    missing = fields.List(fields.String(), required=True)
    workers = fields.Integer(required=True, metadata=describe("Workers of the quick lane that are alive."))
    lanes = fields.List(fields.Nested(LaneAnswer), required=True, metadata=describe("Empty if the store is away."))


class ProblemKindAnswer(AnswerSchema):
    """A kind of problem."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
