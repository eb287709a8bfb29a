"""The service: its boards, its limits, how it stands."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import Answer, LinkAnswer, describe
from schemas.fields import Component


class BoardEntryAnswer(Answer):
    """A board in the catalogue's list."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    size = fields.Integer(required=True, metadata=describe("Holes or cells."))
    links = fields.Nested(LinkAnswer, required=True)


class CatalogueAnswer(Answer):
    """All boards of the catalogue."""

    boards = fields.List(fields.Nested(BoardEntryAnswer), required=True)


class ExampleAnswer(Answer):
    """A puzzle on a board, and its known answer."""

    title = fields.String(required=True)
    puzzle = Component("Puzzle", required=True)
    expect = fields.Dict(required=True)


class BoardAnswer(Answer):
    """A board with its layout and examples."""

    name = fields.String(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    source = fields.String(required=True)
    board = fields.Dict(required=True)
    layout = fields.List(fields.List(fields.Float()), required=True)
    examples = fields.List(fields.Nested(ExampleAnswer), required=True)


class LimitAnswer(Answer):
    """A limit."""

    name = fields.String(required=True)
    default = fields.Float(required=True, allow_none=True, metadata=describe("null if clients cannot choose."))
    maximum = fields.Float(required=True)
    unit = fields.String(required=True)
    bounds = fields.String(required=True)


class LimitListAnswer(Answer):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), required=True)


class AliveAnswer(Answer):
    """The process responds."""

    status = fields.String(required=True)


class ReadyAnswer(Answer):
    """Whether puzzles can be solved now, and what is missing if not."""

    status = fields.String(required=True, validate=validate.OneOf(["ready", "not ready"]))
    missing = fields.List(fields.String(), required=True)
    workers = fields.Integer(required=True)


class ProblemKindAnswer(Answer):
    """A kind of problem."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
