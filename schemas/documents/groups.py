"""Groups of jobs: batches, surveys and hints."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.schemas import meanings
from fewest.schemas.documents.base import PLACE, AnswerSchema, FaultAnswer, LinkAnswer
from fewest.schemas.fields import Component, Integers
from fewest.schemas.meanings import always, describe
from fewest.schemas.puzzle import KINDS
from fewest.schemas.statuses import STATUSES
from fewest.solver.model import Want


class JobLinkAnswer(AnswerSchema):
    """Address of an item's job."""

    job = fields.String(**always(meanings.JOB_LINK))


class ItemAnswer(AnswerSchema):
    """One puzzle of a batch."""

    index = fields.Integer(**always("Its place in the list of puzzles, from 0."))
    status = fields.String(
        validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]),
        **always(
            "The status of its job, if it has one; or `invalid`, see `errors`; `refused`, see `detail`; `expired`, "
            "if its job is no longer kept."
        ),
    )
    job_id = fields.String(metadata=describe(meanings.JOB_ID))
    length = fields.Integer(allow_none=True, metadata=describe(meanings.LENGTH_ONCE_SOLVED))
    detail = fields.String(metadata=describe(meanings.REFUSED))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=describe("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer, metadata=describe(meanings.LINKS))


class GroupLinksAnswer(LinkAnswer):
    """Its own address, and that of a sheet of its puzzles to print."""

    sheet = fields.String(**always(meanings.SHEET))


class GroupAnswer(AnswerSchema):
    """What batches and surveys have in common."""

    id = fields.String(**always(meanings.ID))
    status = fields.String(validate=validate.OneOf(["running", "ended", "cancelled"]), **always(meanings.GROUP_STATUS))
    created = fields.DateTime(**always(meanings.CREATED))


class BatchAnswer(GroupAnswer):
    """Many puzzles submitted at once, and the state of each."""

    total = fields.Integer(**always("Number of items."))
    progress = fields.Dict(keys=fields.String(), values=fields.Integer(), **always("Number of items by status."))
    items = fields.List(fields.Nested(ItemAnswer), **always("The puzzles, in the order of the request."))
    links = fields.Nested(GroupLinksAnswer, **always(meanings.LINKS))


class SurveyedLinksAnswer(JobLinkAnswer):
    """Addresses of a problem's job, and of its solution once there is one."""

    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(metadata=describe(meanings.PICTURE))
    embed = fields.String(metadata=describe(meanings.EMBED))


class SurveyedAnswer(AnswerSchema):
    """One problem of a survey, and those that are symmetric to it."""

    start = fields.Raw(**always("Its start, as in a puzzle."))
    goal = fields.Raw(**always("Its goal, as in a puzzle."))
    members = fields.Integer(**always("Number of problems it stands for, with itself."))
    status = fields.String(
        validate=validate.OneOf([*STATUSES, "refused", "expired"]),
        **always(
            "The status of its job, if it has one; or `refused`, see `detail`; `expired`, if its job is no longer kept."
        ),
    )
    job_id = fields.String(metadata=describe(meanings.JOB_ID))
    solution_id = fields.String(metadata=describe(meanings.SOLUTION_ID))
    length = fields.Integer(allow_none=True, metadata=describe(meanings.LENGTH_ONCE_SOLVED))
    optimal = fields.Boolean(metadata=describe(meanings.OPTIMAL))
    lower_bound = fields.Integer(allow_none=True, metadata=describe(meanings.LOWER_BOUND))
    count = fields.Integer(metadata=describe(meanings.COUNT))
    refuted_by = fields.String(metadata=describe("Name of the proof that there is no solution; its job has the proof."))
    detail = fields.String(metadata=describe(meanings.REFUSED))
    links = fields.Nested(SurveyedLinksAnswer, metadata=describe(meanings.LINKS))


class SurveyLinksAnswer(GroupLinksAnswer):
    """Its own address, and those of a picture and of a sheet of its problems to print."""

    picture = fields.String(**always("All answers in one picture, as SVG."))


class SurveyAnswer(GroupAnswer):
    """Every problem of a board, and what is known of each."""

    kind = fields.String(validate=validate.OneOf(KINDS), **always(meanings.BOARD_KIND))
    board = Component("SurveyBoard", **always("The board, as it was given."))
    want = fields.String(validate=validate.OneOf([want.value for want in Want]), **always(meanings.WANT))
    limits = Component("Limits", **always(meanings.LIMITS_IN_FORCE))
    total = fields.Integer(**always("Number of problems, symmetric ones counted once."))
    members = fields.Integer(**always("Number of problems, each counted."))
    progress = fields.Dict(keys=fields.String(), values=fields.Integer(), **always("Number of problems by status."))
    problems = fields.List(
        fields.Nested(SurveyedAnswer),
        **always("The problems, one for all that are symmetric to it, in the order of the starts, then of the goals."),
    )
    links = fields.Nested(SurveyLinksAnswer, **always(meanings.LINKS))


class NextMoveAnswer(AnswerSchema):
    """A next move, and the distance from there to the goal.

    If the goal is about how many pegs are left, moves that spoil it are `unsolvable`, which shows once all are solved.
    """

    move = Integers(
        1,
        json_schema=PLACE,
        **always(
            "Jump boards: the holes that the peg visits, the first one included. Other boards: `[from, to]`, the "
            f"cells that the piece, or one part of the block, leaves and enters. {meanings.PLACES}"
        ),
    )
    removed = Integers(1, json_schema=PLACE, metadata=describe(f"Jump boards: the holes jumped over. {meanings.HOLES}"))
    piece = fields.Integer(metadata=describe("Sliding pieces: the number of the piece that moves."))
    block = fields.String(metadata=describe("Sliding blocks: the name of the piece that moves."))
    status = fields.String(**always("Status of the job that solves the puzzle from there."))
    distance = fields.Integer(allow_none=True, **always("Fewest moves from there; null if unsolvable or not known."))


class HintAnswer(AnswerSchema):
    """The distance from a position to the goal, and from every position one move later."""

    id = fields.String(**always(meanings.ID))
    status = fields.String(
        validate=validate.OneOf(["running", "ended"]), **always("`running` while one of the searches is, then `ended`.")
    )
    distance = fields.Integer(
        allow_none=True, **always("Fewest moves from the position; null if unsolvable or not known.")
    )
    solvable = fields.Boolean(allow_none=True, **always("Whether there is a solution; null if not known."))
    moves = fields.List(fields.Nested(NextMoveAnswer), **always("Every move that is possible in the position."))
    links = fields.Nested(LinkAnswer, **always(meanings.LINKS))
