"""Jobs, their results, and the events that report them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.errors import Say
from fewest.notation.fields import Component, Integers
from fewest.notation.kinds import KINDS
from fewest.notation.meanings import always, describe
from fewest.notation.proof_texts import with_sentences
from fewest.schemas.documents.base import PLACE, AnswerSchema, LinkAnswer, solution_links, timestamp
from fewest.schemas.documents.problems import NoticeAnswer
from fewest.schemas.documents.proofs import ProofAnswer
from fewest.schemas.documents.readings import JobReadingAnswer
from fewest.schemas.statuses import EVENTS, STATUSES, WaitsFor
from fewest.schemas.summary import JobSummary
from fewest.schemas.tasks import TASKS
from fewest.solver.model import Puzzle, Status, Want

RESULT_STATUS = fields.String(
    validate=validate.OneOf([status.value for status in Status]), **always(meanings.RESULT_STATUS)
)


class ProgressAnswer(AnswerSchema):
    """Progress of a search. No number ever decreases, except `length`, which never increases."""

    lower_bound = fields.Integer(**always(meanings.LOWER_BOUND))
    nodes = fields.Integer(**always(meanings.NODES))
    seconds = fields.Float(**always(meanings.SECONDS))
    length = fields.Integer(metadata=describe("Moves of the best solution found so far."))


class StatisticsAnswer(AnswerSchema):
    """The cost of the search, and the origin of the answer."""

    nodes = fields.Integer(**always(meanings.NODES))
    seconds = fields.Float(**always(meanings.SECONDS))
    cache = fields.String(
        validate=validate.OneOf(["miss", "hit", "symmetry"]),
        metadata=describe(
            "Origin of the answer: a search for this job or an equal one (`miss`), a stored answer "
            "(`hit`), or the stored answer of a puzzle that is equal up to renumbering (`symmetry`)."
        ),
    )
    canonical = fields.Boolean(
        metadata=describe(
            "false if no canonical form was found in time, so that equivalent puzzles do not share the answer."
        )
    )


class FoundAnswer(AnswerSchema):
    """What is known about a puzzle. It never changes."""

    status = RESULT_STATUS
    length = fields.Integer(
        allow_none=True, **always("Number of moves of the solution; null if no solution was found.")
    )
    optimal = fields.Boolean(**always(meanings.OPTIMAL))
    lower_bound = fields.Integer(metadata=describe(meanings.LOWER_BOUND))
    moves = Integers(
        2, allow_none=True, json_schema=PLACE, **always(f"{meanings.MOVES} null if no solution was found.")
    )
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    pieces = Integers(1, metadata=describe(meanings.PIECES))
    blocks = fields.List(fields.String(), metadata=describe(meanings.BLOCKS))
    pegs_left = fields.Integer(
        metadata=describe(
            "Goals `fewest_pegs` and `dead_end`: number of pegs that the solution leaves, proven fewest or most."
        )
    )
    count = fields.Integer(metadata=describe(meanings.COUNT))
    proof = fields.Nested(ProofAnswer, allow_none=True, **always(meanings.PROOF))
    pegs_proof = fields.Nested(
        ProofAnswer, metadata=describe("Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is.")
    )


class ResultAnswer(FoundAnswer):
    """The result of a search, with its cost."""

    limit = fields.String(
        validate=validate.OneOf(["seconds", "nodes", "bytes"]), metadata=describe(meanings.LIMIT_REACHED)
    )
    advice = fields.String(
        metadata=describe("If a limit ended the search: what would help, in the language of the request.")
    )
    statistics = fields.Nested(StatisticsAnswer, **always("The cost of the search, and the origin of the answer."))


class JobLinksAnswer(AnswerSchema):
    """Addresses of a job and of its solution."""

    self = fields.String(**always(meanings.SELF))
    events = fields.String(**always(meanings.EVENTS))
    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(metadata=describe(meanings.PICTURE))
    embed = fields.String(metadata=describe(meanings.EMBED))


class WorkAnswer(AnswerSchema):
    """The common part of jobs and tasks."""

    id = fields.String(**always(meanings.ID))
    kind = fields.String(validate=validate.OneOf(KINDS), **always(meanings.KIND))
    limits = Component("Limits", **always(meanings.LIMITS_IN_FORCE))
    created = fields.DateTime(**always(meanings.CREATED))
    started = fields.DateTime(allow_none=True, **always("When the search began (UTC); null before."))
    ended = fields.DateTime(allow_none=True, **always("When it ended (UTC); null before."))
    queue_position = fields.Integer(metadata=describe("Number of searches ahead of this one, while it is queued."))
    waits_for = fields.String(
        validate=validate.OneOf(list(map(str, WaitsFor))),
        metadata=describe(
            "What a queued search waits for, apart from its turn: `compilation` of its solver, or free `memory`."
        ),
    )
    error = fields.String(allow_none=True, metadata=describe("Why it failed."))


class JobAnswer(WorkAnswer):
    """One request for the solution of a puzzle, and its state."""

    status = fields.String(validate=validate.OneOf(STATUSES), **always(meanings.JOB_STATUS))
    want = fields.String(validate=validate.OneOf([want.value for want in Want]), **always(meanings.WANT))
    reading = fields.Nested(JobReadingAnswer, metadata=describe("If it was submitted as text: how that was read."))
    progress = fields.Nested(
        ProgressAnswer,
        allow_none=True,
        metadata=describe("Progress of the search, while it is running or queued again."),
    )
    solution_id = fields.String(metadata=describe(meanings.SOLUTION_ID))
    result = fields.Nested(
        ResultAnswer, metadata=describe("The answer, once the job is `solved`, `unsolvable` or `stopped`.")
    )
    notices = fields.List(
        fields.Nested(NoticeAnswer),
        metadata=describe(
            "If the puzzle has no solution: that a part of it was assumed, and what is unusual about it."
        ),
    )
    links = fields.Nested(JobLinksAnswer, **always(meanings.LINKS))


class ListedJobAnswer(AnswerSchema):
    """A job in a list."""

    id = fields.String(**always(meanings.ID))
    status = fields.String(validate=validate.OneOf(STATUSES), **always(meanings.JOB_STATUS))
    created = fields.DateTime(**always(meanings.CREATED))
    length = fields.Integer(allow_none=True, **always(meanings.LENGTH_ONCE_SOLVED))
    links = fields.Nested(LinkAnswer, **always(meanings.LINKS))


class JobListAnswer(AnswerSchema):
    """A page of a client's jobs, newest first."""

    jobs = fields.List(fields.Nested(ListedJobAnswer), **always("Jobs of your API key, newest first."))
    next = fields.String(allow_none=True, **always(meanings.NEXT))


class DroppedJobAnswer(AnswerSchema):
    """A job that was dropped because memory was short, before its end could be reported."""

    id = fields.String(**always("The id that it had."))
    status = fields.String(
        validate=validate.OneOf(["queued", *EVENTS]),
        **always("Its last known status."),
    )
    links = fields.Nested(LinkAnswer, **always("The address that it had."))


class EventAnswer(AnswerSchema):
    """An event that a webhook reports."""

    type = fields.String(
        validate=validate.OneOf([f"job.{status}" for status in EVENTS]),
        **always("The event: `job.` and the new status of the job or task."),
    )
    timestamp = fields.DateTime(**always("When it happened (UTC)."))
    data = fields.Dict(**always("The job, as `GET /v1/jobs/{id}` returns it, or the task."))


@dataclass(frozen=True, slots=True)
class JobHeader:
    """The fields of every job's document.

    Attributes
    ----------
    task
        What kind of task it is (:data:`fewest.schemas.tasks.TASKS`).
    kind, want
        The kind of puzzle, and the answers wanted; ``want`` is empty for tasks other than solving.
    limits
        Those in force, by name.
    created, started, ended
        Seconds since the epoch; None before.
    """

    id: str
    task: str
    kind: str
    want: str
    limits: Mapping[str, float]
    created: float
    started: float | None
    ended: float | None


def job_document(header: JobHeader, status: str, details: JsonObject) -> JsonObject:
    """The document of a job.

    Parameters
    ----------
    details
        The fields that depend on its status: progress, result, error. A space has ``depths``, of which there is a
        picture; a solved puzzle has a ``solution_id``, whose addresses are linked.
    """
    path = f"/v1/{TASKS[header.task].noun}/{header.id}"
    links = {"self": path, "events": f"{path}/events"}
    if "depths" in details:
        links["picture"] = f"{path}/picture.svg"
    if "solution_id" in details:
        links |= solution_links(details["solution_id"])
    return {
        "id": header.id,
        "status": status,
        "kind": header.kind,
        **({"want": header.want} if header.want else {}),
        "limits": header.limits,
        "created": timestamp(header.created),
        "started": timestamp(header.started),
        "ended": timestamp(header.ended),
        **details,
        "links": links,
    }


def job_item(job_id: str, created: float, summary: JobSummary) -> JsonObject:
    """A job in a list."""
    item = {"id": job_id, "status": summary.status, "created": timestamp(created), "length": summary.length}
    return item | {"links": {"self": f"/v1/jobs/{job_id}"}}


def job_list_document(items: Sequence[JsonObject], cursor: str, status: str, limit: int) -> JsonObject:
    """A page of a client's jobs.

    Parameters
    ----------
    items
        From :func:`job_item`.
    cursor
        The end of the page, where the next one begins; empty for the last page.
    status
        The status of all jobs that are listed; empty for any.
    limit
        Most jobs of a page, for the address of the next one.
    """
    following = f"/v1/jobs?cursor={cursor}&limit={limit}" + (f"&status={status}" if status else "")
    return {"jobs": items, "next": following if cursor else None}


def result_for_job(puzzle: Puzzle, result: JsonObject, want: str, cache: str, shared: bool, say: Say) -> JsonObject:
    """A result for one job: without the count unless requested, and with the origin of the answer.

    Parameters
    ----------
    result
        From :func:`fewest.notation.result.dump_result`, in the numbering of the client.
    cache
        The origin of the answer: "miss", "hit" or "symmetry".
    shared
        Whether renumbered puzzles share the answer, as nearly all do; if not, the statistics say so.
    say
        Translates the sentences of proofs and advice.
    """
    # A stored answer may know more than this job has asked for.
    kept = {name: value for name, value in result.items() if name != "count" or want in ("count", "all")}
    origin: JsonObject = {"cache": cache} if shared else {"cache": cache, "canonical": False}
    kept["statistics"] = result["statistics"] | origin
    return with_sentences(puzzle, kept, want, say)
