"""Jobs: submit, get, wait, follow, cancel."""

from __future__ import annotations

import re

from flask import Blueprint, Response, g, request

from fewest.schemas.settings import Settings
from fewest.schemas.statuses import STATUSES
from fewest.service.http.problems import Problem
from fewest.service.http.requests import IntegerParameter
from fewest.service.http.responses import NO_STORE, json_response, next_link
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.known_answers import KnownAnswers
from fewest.service.jobs.service import JobService
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.waiting import JobFollower
from fewest.service.limits import DEFAULT_JOBS, MAX_JOBS
from fewest.service.openapi.operations import (
    EIGHT,
    FAILURE,
    HOPPERS,
    JOB_LINKS,
    KEPT,
    LATER,
    NEXT,
    SOLUTION_LINKS,
    TRITRI,
    UNCHANGED,
    examples,
    integer,
    ok,
    operation,
    query,
    response,
)
from fewest.service.routes.resource import APPLIED, EVENTS, LAST_ID, PREFER, JobResource, key_parameter, own_id
from fewest.solver.errors import Message

CURSOR = re.compile(r"(?:\d{1,12}(?:\.\d{1,9})?)?", re.ASCII)

BODY = ("JobRequest", examples(tritri=TRITRI, hoppers=HOPPERS, eight=EIGHT))
SUBMITTED = ok("The answer was known: the job with its result.", "Job", JOB_LINKS | SOLUTION_LINKS, APPLIED)
SUBMITTED |= response("202", "Queued, or joined to an equal search.", "Job", JOB_LINKS, LATER | APPLIED)
CURRENT = ok("The current state.", "Job", JOB_LINKS | SOLUTION_LINKS, APPLIED | KEPT) | UNCHANGED

LIMIT = IntegerParameter("limit", "Jobs on the page.", DEFAULT_JOBS, 1, MAX_JOBS)
PAGE = [
    query("cursor", "Where the page before ended.", {"type": "string", "pattern": r"^[0-9]{1,12}(\.[0-9]{1,9})?$"}),
    query("status", "Only jobs with this status.", {"type": "string", "enum": STATUSES}),
    integer(LIMIT),
]


def routes(
    settings: Settings,
    known: KnownAnswers,
    jobs: JobService,
    follower: JobFollower,
    streams: Streams,
    admission: Admission,
) -> Blueprint:
    """The routes of jobs."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs")
    resource = JobResource(settings, "jobs", Message("job"), known, jobs, follower, streams, admission)

    @blueprint.post("")
    @operation(
        "submitJob",
        SUBMITTED | {"409": FAILURE},
        body=BODY,
        parameters=[PREFER, key_parameter("/v1/jobs/{job_id}")],
        access="work",
    )
    def submit() -> Response:
        """Submit a puzzle.

        A known answer is returned at once, with status 200. Otherwise the puzzle is queued, or joined to an equal
        search under way, and the job is returned with status 202 and a `Location`. `Prefer: wait=10` holds the
        response until the job has ended, for at most that many seconds. With an `Idempotency-Key`, the request is the
        same as `PUT /v1/jobs/{job_id}` with the key as the id.
        """
        return resource.submit()

    @blueprint.get("")
    @operation("listJobs", ok("A page of them.", "JobList", more=NEXT), parameters=PAGE, access="keyed")
    def list_own() -> Response:
        """The jobs of an API key.

        The jobs made with the API key of the request, the last ones first. `next` leads to the next page.
        """
        if not g.owner:
            raise Problem("unauthorized", Message("Jobs are listed by API key."), {"WWW-Authenticate": "Bearer"})
        status = request.args.get("status", "")
        cursor = request.args.get("cursor", "")
        if status and status not in STATUSES:
            text = "status is {status!r}; it must be one of {statuses}."
            detail = Message(text, status=status[:40], statuses=", ".join(STATUSES))
            raise Problem("invalid-parameter", detail)
        if not CURSOR.fullmatch(cursor):
            raise Problem("invalid-parameter", Message("cursor is none that a page of jobs has named."))
        limit = LIMIT.read(request)
        document = jobs.list_jobs(g.owner, status, cursor, limit)
        return json_response(document, headers=NO_STORE | next_link(document))

    @blueprint.put("/<job_id>")
    @operation("putJob", SUBMITTED | {"409": FAILURE}, body=BODY, parameters=[own_id("job_id"), PREFER], access="work")
    def put(job_id: str) -> Response:
        """Submit a puzzle under an id of your own.

        Idempotent: the same body sent again, after a lost response for example, leads to the same job. Another body
        under the same id is refused with 409. An id belongs to the first valid request that names it, for as long as
        jobs are kept.
        """
        return resource.put(job_id)

    @blueprint.get("/<job_id>")
    @operation("getJob", CURRENT, parameters=[PREFER], access="private")
    def get(job_id: str) -> Response:
        """Get a job.

        The job as it stands. `Prefer: wait=10` waits for its end. The document of an ended job never changes.
        """
        view, headers = resource.get(job_id)
        return resource.shown(view, headers)

    @blueprint.delete("/<job_id>")
    @operation("cancelJob", ok("The job, ended.", "Job"), access="work")
    def cancel(job_id: str) -> Response:
        """Cancel a job.

        Ends the job for its client. The search goes on if other clients wait for it. An ended job stays as it is.
        """
        return resource.cancel(job_id)

    @blueprint.get("/<job_id>/events")
    @operation("followJob", EVENTS, parameters=[LAST_ID], access="private")
    def follow(job_id: str) -> Response:
        """Follow a job by server-sent events.

        Sends the job's document after every change, until it has ended. A client that reconnects with `Last-Event-ID`
        gets only what it has not seen. The stream may close earlier; then reconnect.
        """
        return resource.follow(job_id)

    return blueprint
