"""Jobs, their results, and the events that report them."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.schemas import meanings
from fewest.schemas.answers.base import PLACE, AnswerSchema, LinkAnswer, NoticeAnswer
from fewest.schemas.answers.proofs import ProofAnswer
from fewest.schemas.fields import Component, Integers
from fewest.schemas.meanings import describe
from fewest.schemas.puzzle import KINDS
from fewest.schemas.statuses import EVENTS, STATUSES, WaitsFor
from fewest.solver.model import Status, Want

RESULT_STATUS = fields.String(
    required=True,
    validate=validate.OneOf([status.value for status in Status]),
    metadata=describe(meanings.RESULT_STATUS),
)


class ProgressAnswer(AnswerSchema):
    """How far a search is. No number ever decreases, but for `length`, which never increases."""

    lower_bound = fields.Integer(required=True, metadata=describe(meanings.LOWER_BOUND))
    nodes = fields.Integer(required=True, metadata=describe(meanings.NODES))
    seconds = fields.Float(required=True, metadata=describe(meanings.SECONDS))
    length = fields.Integer(metadata=describe("Moves of the best solution found so far."))


class StatisticsAnswer(AnswerSchema):
    """The cost of the search, and the origin of the answer."""

    nodes = fields.Integer(required=True, metadata=describe(meanings.NODES))
    seconds = fields.Float(required=True, metadata=describe(meanings.SECONDS))
    cache = fields.String(
        validate=validate.OneOf(["miss", "hit", "symmetry"]),
        metadata=describe(
            "Where the answer comes from: a search for this job or one like it (`miss`), an answer that was known "
            "(`hit`), or a known answer to a puzzle that is equal up to renumbering (`symmetry`)."
        ),
    )
    canonical = fields.Boolean(
        metadata=describe("false if the board is too symmetric in too complicated a way to share its answer.")
    )


class FoundAnswer(AnswerSchema):
    """What is known about a puzzle: it never changes."""

    status = RESULT_STATUS
    length = fields.Integer(
        required=True, allow_none=True, metadata=describe("Number of moves of the solution; null if there is none.")
    )
    optimal = fields.Boolean(required=True, metadata=describe(meanings.OPTIMAL))
    lower_bound = fields.Integer(metadata=describe(meanings.LOWER_BOUND))
    moves = Integers(
        2,
        required=True,
        allow_none=True,
        json_schema=PLACE,
        metadata=describe(f"{meanings.MOVES} null if no solution was found."),
    )
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    pieces = Integers(1, metadata=describe(meanings.PIECES))
    blocks = fields.List(fields.String(), metadata=describe(meanings.BLOCKS))
    pegs_left = fields.Integer(
        metadata=describe(
            "Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."
        )
    )
    count = fields.Integer(metadata=describe(meanings.COUNT))
    proof = fields.Nested(ProofAnswer, required=True, allow_none=True, metadata=describe(meanings.PROOF))
    pegs_proof = fields.Nested(
        ProofAnswer, metadata=describe("Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is.")
    )


class ResultAnswer(FoundAnswer):
    """The result of a search, and what it cost."""

    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe(meanings.LIMIT_REACHED)
    )
    advice = fields.String(metadata=describe("With a limit: what would help, in the language of the request."))
    statistics = fields.Nested(
        StatisticsAnswer, required=True, metadata=describe("The cost of the search, and the origin of the answer.")
    )


class JobLinksAnswer(AnswerSchema):
    """Addresses of a job and of its solution."""

    self = fields.String(required=True, metadata=describe(meanings.SELF))
    events = fields.String(required=True, metadata=describe(meanings.EVENTS))
    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(metadata=describe(meanings.PICTURE))
    embed = fields.String(metadata=describe(meanings.EMBED))


class WorkAnswer(AnswerSchema):
    """What jobs and orders have in common."""

    id = fields.String(required=True, metadata=describe(meanings.ID))
    kind = fields.String(required=True, validate=validate.OneOf(KINDS), metadata=describe(meanings.KIND))
    limits = Component("Limits", required=True, metadata=describe(meanings.LIMITS_IN_FORCE))
    created = fields.DateTime(required=True, metadata=describe(meanings.CREATED))
    started = fields.DateTime(
        required=True, allow_none=True, metadata=describe("When the work began (UTC); null before.")
    )
    ended = fields.DateTime(required=True, allow_none=True, metadata=describe("When it ended (UTC); null before."))
    queue_position = fields.Integer(metadata=describe("Number of searches ahead of this one, while it is queued."))
    waits_for = fields.String(
        validate=validate.OneOf(list(map(str, WaitsFor))),
        metadata=describe(
            "What a queued search waits for beside its turn: `compilation` of its solver, or free `memory`."
        ),
    )
    error = fields.String(allow_none=True, metadata=describe("Why it failed."))


class JobAnswer(WorkAnswer):
    """One request for the solution of a puzzle, and its state."""

    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata=describe(meanings.JOB_STATUS))
    want = fields.String(
        required=True, validate=validate.OneOf([want.value for want in Want]), metadata=describe(meanings.WANT)
    )
    progress = fields.Nested(
        ProgressAnswer, allow_none=True, metadata=describe("How far the search is, while it is running.")
    )
    solution_id = fields.String(metadata=describe(meanings.SOLUTION_ID))
    result = fields.Nested(
        ResultAnswer, metadata=describe("The answer, once the job is `solved`, `unsolvable` or `stopped`.")
    )
    notices = fields.List(
        fields.Nested(NoticeAnswer),
        metadata=describe("Of a puzzle without a solution: what is odd about it, if anything."),
    )
    links = fields.Nested(JobLinksAnswer, required=True, metadata=describe(meanings.LINKS))


class ListedJobAnswer(AnswerSchema):
    """A job in a list."""

    id = fields.String(required=True, metadata=describe(meanings.ID))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata=describe(meanings.JOB_STATUS))
    created = fields.DateTime(required=True, metadata=describe(meanings.CREATED))
    length = fields.Integer(required=True, allow_none=True, metadata=describe(meanings.LENGTH_ONCE_SOLVED))
    links = fields.Nested(LinkAnswer, required=True, metadata=describe(meanings.LINKS))


class JobListAnswer(AnswerSchema):
    """A page of a client's jobs, the last ones first."""

    jobs = fields.List(
        fields.Nested(ListedJobAnswer), required=True, metadata=describe("Jobs of your API key, the last ones first.")
    )
    next = fields.String(required=True, allow_none=True, metadata=describe(meanings.NEXT))


class DroppedJobAnswer(AnswerSchema):
    """A job that was dropped, because memory is short, before its end could be delivered."""

    id = fields.String(required=True, metadata=describe("The id that it had."))
    status = fields.String(
        required=True,
        validate=validate.OneOf(["queued", *EVENTS]),
        metadata=describe("Its last status that is known, as of a job or an order."),
    )
    links = fields.Nested(LinkAnswer, required=True, metadata=describe("The address that it had."))


class EventAnswer(AnswerSchema):
    """An event, as a webhook reports it."""

    type = fields.String(
        required=True,
        validate=validate.OneOf([f"job.{status}" for status in EVENTS]),
        metadata=describe("What happened: `job.` and the status that the job or the order has now."),
    )
    timestamp = fields.DateTime(required=True, metadata=describe("When it happened (UTC)."))
    data = fields.Dict(required=True, metadata=describe("The job, as `GET /v1/jobs/{id}` returns it, or the order."))
