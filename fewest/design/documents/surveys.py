"""Surveys."""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component
from fewest.notation.kinds import KINDS
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema, solution_links
from fewest.schemas.documents.groups import GroupAnswer, GroupLinksAnswer, JobLinkAnswer, group_fields, progress_of
from fewest.schemas.statuses import STATUSES
from fewest.schemas.summary import JobSummary
from fewest.solver.model import Want


class SurveyedLinksAnswer(JobLinkAnswer):
    """Addresses of a problem's job, and of its solution once there is one."""

    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(metadata=describe(meanings.PICTURE))
    embed = fields.String(metadata=describe(meanings.EMBED))


class SurveyedAnswer(AnswerSchema):
    """One problem of a survey. It also represents the problems symmetric to it."""

    start = fields.Raw(**always("Its start, as in a puzzle."))
    goal = fields.Raw(**always("Its goal, as in a puzzle."))
    members = fields.Integer(**always("Number of problems that it represents, itself included."))
    status = fields.String(
        validate=validate.OneOf([*STATUSES, "refused", "expired"]),
        **always(
            "The status of its job, if it has one; or `refused`, see `detail`; `expired`, if its job is no "
            "longer stored."
        ),
    )
    job_id = fields.String(metadata=describe(meanings.JOB_ID))
    solution_id = fields.String(metadata=describe(meanings.SOLUTION_ID))
    length = fields.Integer(allow_none=True, metadata=describe(meanings.LENGTH_ONCE_SOLVED))
    optimal = fields.Boolean(metadata=describe(meanings.OPTIMAL))
    lower_bound = fields.Integer(allow_none=True, metadata=describe(meanings.LOWER_BOUND))
    count = fields.Integer(metadata=describe(meanings.COUNT))
    refuted_by = fields.String(
        metadata=describe("Name of the proof that the problem has no solution. Its job has the proof.")
    )
    detail = fields.String(metadata=describe(meanings.REFUSED))
    links = fields.Nested(SurveyedLinksAnswer, metadata=describe(meanings.LINKS))


class SurveyLinksAnswer(GroupLinksAnswer):
    """Its own address, and those of a picture and of a sheet of its problems to print."""

    picture = fields.String(**always("All answers in one picture, as SVG."))


class SurveyAnswer(GroupAnswer):
    """Every problem of a board, with its answer so far."""

    kind = fields.String(validate=validate.OneOf(KINDS), **always(meanings.BOARD_KIND))
    board = Component("SurveyBoard", metadata=describe("The board, as it was given. Blocks may show theirs."))
    metric = fields.String(metadata=describe("Blocks: the metric."))
    axis = fields.Raw(metadata=describe("Blocks: the pieces that move along one axis only, as they were given."))
    doors = fields.List(fields.Raw(), metadata=describe("Blocks: the doors, as they were given."))
    want = fields.String(validate=validate.OneOf([want.value for want in Want]), **always(meanings.WANT))
    limits = Component("Limits", **always(meanings.LIMITS_IN_FORCE))
    total = fields.Integer(**always("Number of problems, symmetric ones counted once."))
    members = fields.Integer(**always("Number of problems, symmetric ones counted separately."))
    progress = fields.Dict(keys=fields.String(), values=fields.Integer(), **always("Number of problems by status."))
    problems = fields.List(
        fields.Nested(SurveyedAnswer),
        **always(
            "The problems in the order of the starts, then of the goals. One problem represents all that "
            "are symmetric to it."
        ),
    )
    links = fields.Nested(SurveyLinksAnswer, **always(meanings.LINKS))


def survey_document(survey_id: str, survey: JsonObject, summaries: Sequence[JobSummary]) -> JsonObject:
    """The document of a stored survey. ``summaries`` belong to its problems. It runs until each has its solution."""
    # Stored answers may have counts that this survey did not ask for.
    counted = survey["want"] in ("count", "all")
    problems = [
        {name: stored[name] for name in ("start", "goal", "members")} | _state(stored, summary, counted=counted)
        for stored, summary in zip(survey["items"], summaries, strict=True)
    ]
    running = any(summary.open or summary.awaits_settling for summary in summaries)
    path = f"/v1/surveys/{survey_id}"
    return {
        **group_fields(survey_id, survey, running=running),
        **survey["puzzles"],
        "want": survey["want"],
        "limits": survey["limits"],
        "total": len(problems),
        "members": sum(row["members"] for row in problems),
        "progress": progress_of(summaries),
        "problems": problems,
        "links": {"self": path, "picture": f"{path}/picture.svg", "sheet": f"{path}/sheet"},
    }


def _state(stored: JsonObject, summary: JobSummary, *, counted: bool) -> JsonObject:
    """The state of a problem: why it was refused, or the state of its job, with the count if requested."""
    if "job_id" not in stored:
        return {name: stored[name] for name in ("status", "detail")}
    state: JsonObject = {
        "status": summary.status,
        "job_id": stored["job_id"],
        "length": summary.length,
        "optimal": summary.optimal,
        "lower_bound": summary.lower_bound,
    }
    state |= {"count": summary.count} if counted and summary.count is not None else {}
    state |= {"refuted_by": summary.refuted_by} if summary.refuted_by else {}
    state["links"] = {"job": f"/v1/jobs/{stored['job_id']}"}
    if summary.solution_id:
        state["solution_id"] = summary.solution_id
        state["links"] |= solution_links(summary.solution_id)
    return state
