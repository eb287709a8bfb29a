"""The list of an API key's jobs. All other routes of jobs are in :mod:`fewest.service.routes.tasks`."""

from __future__ import annotations

import re

from flask import Blueprint, Response, g, request

from fewest.schemas.statuses import STATUSES
from fewest.service.http.problems import Problem
from fewest.service.http.requests import IntegerParameter
from fewest.service.http.responses import NO_STORE, json_response, next_link
from fewest.service.jobs.service import JobService
from fewest.service.limits import DEFAULT_JOBS, MAX_JOBS
from fewest.service.openapi.operations import NEXT, integer, ok, operation, query
from fewest.solver.errors import Message

CURSOR = re.compile(r"(?:\d{1,12}(?:\.\d{1,9})?)?", re.ASCII)

LIMIT = IntegerParameter("limit", "Jobs on the page.", DEFAULT_JOBS, 1, MAX_JOBS)
PAGE = [
    query(
        "cursor",
        "The cursor in `next` of the previous page.",
        {"type": "string", "pattern": r"^[0-9]{1,12}(\.[0-9]{1,9})?$"},
    ),
    query("status", "Only jobs with this status.", {"type": "string", "enum": STATUSES}),
    integer(LIMIT),
]


def add_list(blueprint: Blueprint, jobs: JobService) -> None:
    """Add the list of jobs to the routes of jobs."""

    @blueprint.get("")
    @operation("listJobs", ok("A page of jobs.", "JobList", more=NEXT), parameters=PAGE, access="keyed")
    def list_own() -> Response:
        """The jobs of an API key.

        The jobs submitted with the API key of the request, newest first. `next` is the address of the next page.
        """
        if not g.owner:
            raise Problem("unauthorized", Message("Send an API key to list its jobs."), {"WWW-Authenticate": "Bearer"})
        status = request.args.get("status", "")
        cursor = request.args.get("cursor", "")
        if status and status not in STATUSES:
            text = "status is {status!r}; it must be one of {statuses}."
            detail = Message(text, status=status[:40], statuses=", ".join(STATUSES))
            raise Problem("invalid-parameter", detail)
        if not CURSOR.fullmatch(cursor):
            raise Problem("invalid-parameter", Message("cursor is invalid: use the one in `next`."))
        limit = LIMIT.read(request)
        document = jobs.list_jobs(g.owner, status, cursor, limit)
        return json_response(document, headers=NO_STORE | next_link(document))
