"""Jobs: submit, get, wait, follow, cancel."""

from __future__ import annotations

import hashlib
import re

from flask import Blueprint, Response, g, request

from schemas.answers.jobs import STATUSES
from schemas.settings import Settings
from service.acceptance import Caller
from service.admission import Rates
from service.job_views import JobView
from service.jobs import JobService
from service.known_answers import KnownAnswers
from service.limits import DEFAULT_JOBS, MAX_JOBS
from service.prefix import prefix_of
from service.problems import Problem
from service.requests import number_argument, parse_json, read_body, wait_seconds
from service.responses import NO_STORE, json_response, location, missing, next_link
from service.streams import Streams
from service.waiting import Waiting

RETRY_SECONDS = "1"
CHOSEN_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
CURSOR = re.compile(r"(?:\d{1,12}(?:\.\d{1,9})?)?", re.ASCII)


def routes(
    settings: Settings, known: KnownAnswers, jobs: JobService, waiting: Waiting, streams: Streams, rates: Rates
) -> Blueprint:
    """The routes of jobs."""
    blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs")

    @blueprint.post("")
    def submit() -> Response:
        body = read_body(request, settings.body_bytes)
        digest = hashlib.sha256(g.owner.encode() + b"\0" + body).hexdigest()
        caller = Caller(g.request_id, g.owner, digest, g.client)
        document = known.repeat(caller.request_digest)
        if document is not None:
            g.cache = "exact"
            return json_response(document, headers=NO_STORE | applied(wait_seconds(request, settings.wait_seconds)))
        rates.count_request()
        view = jobs.accept(parse_json(body), caller)
        g.cache = view.cache
        view, headers = wait_as_preferred(view)
        return submitted(jobs.read(view), headers)

    @blueprint.get("")
    def list_own() -> Response:
        if not g.owner:
            raise Problem("unauthorized", "Jobs are listed by API key.", {"WWW-Authenticate": "Bearer"})
        status, cursor = request.args.get("status", ""), request.args.get("cursor", "")
        if status and status not in STATUSES:
            raise Problem("invalid-parameter", f"status is {status[:40]!r}; it must be one of {', '.join(STATUSES)}.")
        if not CURSOR.fullmatch(cursor):
            raise Problem("invalid-parameter", "cursor is none that a page of jobs has named.")
        limit = number_argument(request, "limit", DEFAULT_JOBS, 1, MAX_JOBS)
        document = jobs.list_jobs(g.owner, status, cursor, limit)
        return json_response(document, headers=NO_STORE | next_link(document))

    @blueprint.put("/<job_id>")
    def put(job_id: str) -> Response:
        if not CHOSEN_ID.fullmatch(job_id):
            detail = "An id that you choose has 16 to 64 letters, digits, - or _, and cannot be guessed: a UUID."
            raise Problem("invalid-parameter", detail)
        body = read_body(request, settings.body_bytes)
        rates.count_request()
        view, created = jobs.put(parse_json(body), Caller(g.request_id, g.owner, job_id=job_id))
        if created:
            g.cache = view.cache
        view, headers = wait_as_preferred(own(view, job_id))
        return submitted(view, headers)

    @blueprint.get("/<job_id>")
    def get(job_id: str) -> Response:
        view, headers = wait_as_preferred(own(jobs.get(job_id), job_id))
        return json_response(view.document, headers=headers)

    @blueprint.delete("/<job_id>")
    def cancel(job_id: str) -> Response:
        own(jobs.get(job_id), job_id)
        return json_response(own(jobs.cancel(job_id), job_id).document, headers=NO_STORE)

    @blueprint.get("/<job_id>/events")
    def follow(job_id: str) -> Response:
        last_id = request.headers.get("Last-Event-ID", "")
        return streams.open(own(jobs.get(job_id), job_id), last_id, prefix_of(request))

    def submitted(view: JobView, headers: dict[str, str]) -> Response:
        """The response to a request: 200 with the ended job, or 202 and where to ask for it."""
        if view.ended:
            return json_response(view.document, headers=headers)
        headers["Location"] = location(settings.public_url, f"/v1/jobs/{view.job_id}")
        headers["Retry-After"] = RETRY_SECONDS
        return json_response(view.document, 202, headers)

    def wait_as_preferred(view: JobView) -> tuple[JobView, dict[str, str]]:
        """Wait as long as the client prefers, if there is room; the headers say whether it was so."""
        seconds = wait_seconds(request, settings.wait_seconds)
        view, waited = waiting.wait(view, seconds) if seconds else (view, False)
        return view, NO_STORE | (applied(seconds) if waited else {})

    return blueprint


def applied(seconds: int) -> dict[str, str]:
    """The header that says that a preference for waiting was followed (RFC 7240)."""
    return {"Preference-Applied": f"wait={seconds}"} if seconds else {}


def own(view: JobView | None, job_id: str) -> JobView:
    """The job; raises ``Problem`` if there is none, or if it is another client's."""
    if view is None or view.owner != g.owner:
        raise missing("job", job_id)
    return view
