"""The service: its boards, its limits, how it stands."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.schemas import meanings
from fewest.schemas.answers.base import AnswerSchema, LinkAnswer
from fewest.schemas.fields import Component
from fewest.schemas.meanings import describe

WHERE = "A point `[x, y]` for each hole or cell, in the order of their numbers; y grows downwards."
RELEASE = "Version of the service."


class NamedBoardAnswer(AnswerSchema):
    """What is always said of a board of the catalogue."""

    name = fields.String(required=True, metadata=describe("Its name, as puzzles write it.", "english"))
    kind = fields.String(required=True, metadata=describe(meanings.BOARD_KIND))
    title = fields.String(required=True, metadata=describe("What it is called.", "English board, 33 holes"))
    source = fields.String(required=True, metadata=describe("Where the board, or what is known of it, is published."))


class BoardEntryAnswer(NamedBoardAnswer):
    """A board in the catalogue's list."""

    size = fields.Integer(required=True, metadata=describe("Number of its holes or cells."))
    links = fields.Nested(LinkAnswer, required=True, metadata=describe(meanings.LINKS))


class CatalogueAnswer(AnswerSchema):
    """All boards of the catalogue."""

    boards = fields.List(
        fields.Nested(BoardEntryAnswer), required=True, metadata=describe("The boards, by their names.")
    )


class ExampleAnswer(AnswerSchema):
    """A puzzle on a board, and its known answer."""

    title = fields.String(required=True, metadata=describe("What the puzzle is."))
    puzzle = Component("Puzzle", required=True, metadata=describe(meanings.AS_POSTED))
    expect = fields.Dict(
        required=True,
        metadata=describe(
            "Fields that its result has: `status`, and perhaps `length` and `count`.", {"status": "solved"}
        ),
    )


class BoardAnswer(NamedBoardAnswer):
    """A board with its layout and examples."""

    note = fields.String(metadata=describe("How lengths or jumps differ from those of the source."))
    board = fields.Dict(required=True, metadata=describe("The board in full, in one of the forms that puzzles have."))
    layout = fields.List(fields.List(fields.Float()), required=True, metadata=describe(WHERE, meanings.ROW_LAYOUT))
    examples = fields.List(
        fields.Nested(ExampleAnswer),
        required=True,
        metadata=describe("Puzzles on this board, with what is known of them."),
    )


class VersionAnswer(AnswerSchema):
    """The version of the service."""

    version = fields.String(required=True, metadata=describe(RELEASE))


class OverviewAnswer(AnswerSchema):
    """What the API offers."""

    name = fields.String(required=True, metadata=describe("Always `fewest`."))
    version = fields.String(required=True, metadata=describe(RELEASE))
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=describe("Addresses by what they lead to.", {"jobs": "/v1/jobs"}),
    )


class LimitAnswer(AnswerSchema):
    """A limit."""

    name = fields.String(required=True, metadata=describe("What it is called.", "seconds"))
    default = fields.Float(
        required=True,
        allow_none=True,
        metadata=describe("What holds if a request does not say; null if no request can."),
    )
    maximum = fields.Float(required=True, metadata=describe("The most that a request can have."))
    unit = fields.String(required=True, metadata=describe("What is counted.", "seconds"))
    bounds = fields.String(required=True, metadata=describe("What it is a limit of.", "time of one search"))


class LimitListAnswer(AnswerSchema):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), required=True, metadata=describe("The limits, each once."))


class AliveAnswer(AnswerSchema):
    """The process responds."""

    status = fields.String(required=True, metadata=describe("Always `alive`."))


class LaneAnswer(AnswerSchema):
    """What waits in a lane, and who is there to take it."""

    lane = fields.String(
        required=True,
        validate=validate.OneOf(["quick", "long"]),
        metadata=describe("`quick` for new searches, `long` for those that took long while others waited."),
    )
    workers = fields.Integer(required=True, metadata=describe("Workers of this lane that are alive."))
    queued = fields.Integer(required=True, metadata=describe("Searches that wait."))
    oldest_seconds = fields.Float(
        required=True, metadata=describe("How long the next of them has waited, in seconds; 0 if there is none.")
    )
    missing = fields.List(
        fields.String(),
        required=True,
        metadata=describe("Why nobody takes them: there is no `worker`, or no `progress`; empty if somebody does."),
    )


class ReadyAnswer(AnswerSchema):
    """Whether puzzles can be solved now, and what is missing if not."""

    status = fields.String(
        required=True,
        validate=validate.OneOf(["ready", "not ready"]),
        metadata=describe("`ready` if puzzles are solved now, else `not ready`."),
    )
    missing = fields.List(
        fields.String(),
        required=True,
        metadata=describe(
            "What is missing: the `store`, a `worker`, `progress` though searches wait, the folder for `data`, or "
            "room on the `disk`; empty if ready."
        ),
    )
    workers = fields.Integer(required=True, metadata=describe("Workers of the quick lane that are alive."))
    lanes = fields.List(
        fields.Nested(LaneAnswer),
        required=True,
        metadata=describe("The lanes of the queue; empty if the store is away."),
    )


class ProblemKindAnswer(AnswerSchema):
    """A kind of problem."""

    type = fields.String(required=True, metadata=describe(meanings.PROBLEM_TYPE, "/problems/not-found"))
    title = fields.String(required=True, metadata=describe(meanings.PROBLEM_TITLE, "Not found."))
    status = fields.Integer(required=True, metadata=describe(meanings.PROBLEM_STATUS, 404))
