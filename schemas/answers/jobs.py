"""Jobs, their results, and the events that report them."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.answers.base import PLACE, AnswerSchema, LinkAnswer, NoticeAnswer, describe
from schemas.answers.proofs import ProofAnswer
from schemas.fields import Component, Integers
from schemas.puzzle import KINDS
from schemas.statuses import EVENTS, STATUSES, WaitsFor
from solver.model import Status, Want


class ProgressAnswer(AnswerSchema):
    """How far a search is. No number ever decreases, but for `length`, which never increases."""

    lower_bound = fields.Integer(required=True, metadata=describe("No solution has fewer moves."))
    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    length = fields.Integer(metadata=describe("Moves of the best solution found so far."))


class StatisticsAnswer(AnswerSchema):
    """The cost of the search, and the origin of the answer."""

    nodes = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    cache = fields.String(validate=validate.OneOf(["miss", "hit", "symmetry"]))
    canonical = fields.Boolean(
        metadata=describe("False if the board is too symmetric in too complicated a way to share its answer.")
    )


class FoundAnswer(AnswerSchema):
    """What is known about a puzzle: it never changes."""

    status = fields.String(required=True, validate=validate.OneOf([status.value for status in Status]))
    length = fields.Integer(required=True, allow_none=True, metadata=describe("Number of moves."))
    optimal = fields.Boolean(required=True, metadata=describe("Whether it is proven that no solution is shorter."))
    lower_bound = fields.Integer()
    moves = Integers(
        2,
        required=True,
        allow_none=True,
        json_schema=PLACE,
        metadata=describe("The holes one peg visits, or [from, to] of a slide or of one part of a block."),
    )
    removed = Integers(2, json_schema=PLACE, metadata=describe("Jump boards: the holes jumped over, move by move."))
    pieces = Integers(1, metadata=describe("Sliding puzzles: the piece that moves."))
    blocks = fields.List(fields.String(), metadata=describe("Sliding blocks: the piece that moves."))
    pegs_left = fields.Integer(
        metadata=describe(
            "Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."
        )
    )
    count = fields.Integer(metadata=describe("Number of distinct optimal solutions; an integer of any size."))
    proof = fields.Nested(ProofAnswer, required=True, allow_none=True)
    pegs_proof = fields.Nested(
        ProofAnswer, metadata=describe("Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is.")
    )


class ResultAnswer(FoundAnswer):
    """The result of a search, and what it cost."""

    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe("Which limit ended the search.")
    )
    statistics = fields.Nested(StatisticsAnswer, required=True)


class JobLinksAnswer(AnswerSchema):
    """Addresses of a job and of its solution."""

    self = fields.String(required=True)
    events = fields.String(required=True)
    solution = fields.String()
    picture = fields.String()
    embed = fields.String()


class JobAnswer(AnswerSchema):
    """One request for the solution of a puzzle, and its state."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    want = fields.String(required=True, validate=validate.OneOf([want.value for want in Want]))
    limits = Component("Limits", required=True)
    created = fields.DateTime(required=True)
    started = fields.DateTime(required=True, allow_none=True)
    ended = fields.DateTime(required=True, allow_none=True)
    queue_position = fields.Integer(metadata=describe("Number of searches ahead of this one, while it is queued."))
    waits_for = fields.String(
        validate=validate.OneOf(list(map(str, WaitsFor))),
        metadata=describe("What a queued search waits for beside its turn: its solver is being compiled; memory."),
    )
    progress = fields.Nested(ProgressAnswer, allow_none=True)
    solution_id = fields.String(metadata=describe("Id of the puzzle with its result, which never changes."))
    result = fields.Nested(ResultAnswer)
    notices = fields.List(
        fields.Nested(NoticeAnswer),
        metadata=describe("Of a puzzle without a solution: what is odd about it, if anything. In English."),
    )
    error = fields.String(allow_none=True, metadata=describe("Why the job failed."))
    links = fields.Nested(JobLinksAnswer, required=True)


class ListedJobAnswer(AnswerSchema):
    """A job in a list."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    created = fields.DateTime(required=True)
    length = fields.Integer(required=True, allow_none=True, metadata=describe("Number of moves, once solved."))
    links = fields.Nested(LinkAnswer, required=True)


class JobListAnswer(AnswerSchema):
    """A page of a client's jobs, the last ones first."""

    jobs = fields.List(fields.Nested(ListedJobAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


class DroppedJobAnswer(AnswerSchema):
    """A job that was dropped, because memory is short, before its end could be delivered."""

    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["queued", *EVENTS]))
    links = fields.Nested(LinkAnswer, required=True)


class EventAnswer(AnswerSchema):
    """An event, as a webhook reports it."""

    type = fields.String(required=True, validate=validate.OneOf([f"job.{status}" for status in EVENTS]))
    timestamp = fields.DateTime(required=True, metadata=describe("When it happened."))
    data = fields.Dict(required=True)
