"""The common part of the routes of all jobs: submit, wait, follow, cancel, and their descriptions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from flask import Response, g, request

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.fields import quoted
from fewest.notation.formats.reader import MAX_READINGS
from fewest.service.http.languages import language_of
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.service.http.requests import JSON, TEXT, IntegerParameter, read_body, wait_seconds
from fewest.service.http.responses import (
    NO_STORE,
    conditional_response,
    json_response,
    location,
    missing,
)
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.bodies import text_cost
from fewest.service.jobs.repeats import Repeats
from fewest.service.jobs.requests import Caller, TextQuery
from fewest.service.jobs.service import JobService
from fewest.service.jobs.streams import Streams
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import JobFollower
from fewest.service.openapi.operations import header_parameter, headers, path_parameter, query
from fewest.solver.errors import Message
from fewest.solver.model import Want

RETRY_SECONDS = "1"
CHOSEN_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")

APPLIED = headers("Preference-Applied")

EVENTS: JsonObject = {
    "200": {
        "description": "`progress` events, then one event named after the job's final status. The data of each event "
        "is the job at that time.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    "204": {"description": "There are no events after the one named by Last-Event-ID."},
}

PREFER = header_parameter(
    "Prefer",
    "`wait=10` holds the response until the job has ended, for at most 10 seconds.",
    {"type": "string", "examples": ["wait=10"]},
)
LAST_ID = header_parameter("Last-Event-ID", "Id of the last event that the client received.", {"type": "string"})
OWN_ID: JsonObject = {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$", "description": "For example a UUID."}


def own_id(parameter: str) -> JsonObject:
    """The parameter of a path that names an id chosen by the client."""
    return path_parameter(parameter, "An id of your choice.", OWN_ID)


KEY = header_parameter(
    "Idempotency-Key",
    "An id of your choice for what is created, so that you can safely send the request again; it may be quoted.",
    {"type": "string", "pattern": '^"?[A-Za-z0-9_-]{16,64}"?$', "description": "For example a UUID."},
)
"""The header with an id chosen by the client. It is the id of what is created, so it must be as hard to guess."""


READING = IntegerParameter("reading", "Of a text: which of its readings is meant.", 1, 1, MAX_READINGS)
WANTED = [
    query(
        "want", "Of a text: what to find, as `want` in JSON.", {"type": "string", "enum": [want.value for want in Want]}
    ),
    query("seconds", "Of a text: the limit of the search.", {"type": "number", "exclusiveMinimum": 0}),
]
"""What the query adds to a puzzle in plain text."""

NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?", re.ASCII)


def refuse_unknown(known: Sequence[str]) -> None:
    """Raise ``Problem`` if a request with a text has another parameter, which would go unnoticed."""
    given = request.args if request.mimetype == TEXT and request.method in ("POST", "PUT") else ()
    if unknown := [name for name in given if name not in known]:
        text = "There is no parameter {name} of a text, only {known}."
        raise Problem("invalid-parameter", Message(text, name=quoted(unknown[0]), known=", ".join(known)))


def text_query() -> TextQuery | None:
    """What the query adds to a text, its values unchecked; None if the body is none. ``Problem`` at unknown names."""
    if request.mimetype != TEXT:
        return None
    refuse_unknown(["want", "seconds", *([READING.name] if request.blueprint == "jobs" else [])])
    others: JsonObject = {"want": request.args["want"]} if "want" in request.args else {}
    if (seconds := request.args.get("seconds")) is not None:
        others["limits"] = {"seconds": float(seconds) if NUMBER.fullmatch(seconds) else seconds}
    return TextQuery(others, READING.read(request))


def idempotency_key() -> str:
    """The id that the header of a request chooses; empty if it has none. Raises ``Problem`` if it is malformed."""
    given = request.headers.get("Idempotency-Key")
    return "" if given is None else chosen_id(given.removeprefix('"').removesuffix('"'))


def chosen_id(name: str) -> str:
    """An id that a client chose. Raises ``Problem`` if it is malformed."""
    if not CHOSEN_ID.fullmatch(name):
        text = "An id that you choose must have 16 to 64 letters, digits, - or _, and be hard to guess, such as a UUID."
        raise Problem("invalid-parameter", Message(text))
    return name


def caller(request_digest: str = "", job_id: str = "") -> Caller:
    """Who sends the request; the rest as in :class:`~fewest.service.jobs.requests.Caller`."""
    return Caller(g.request_id, g.owner, g.client, request_digest, job_id, language_of(request), text_query())


class JobResource:
    """The requests to the addresses of the jobs of one kind of task.

    Parameters
    ----------
    word
        The singular noun, for errors.
    """

    def __init__(
        self,
        settings: Settings,
        word: Message,
        repeats: Repeats,
        jobs: JobService,
        follower: JobFollower,
        streams: Streams,
        admission: Admission,
    ) -> None:
        self._settings = settings
        self._noun = jobs.schema.noun
        self._media = (JSON, TEXT) if jobs.schema.name == "solve" else (JSON,)
        self._word = word
        self._repeats = repeats
        self._jobs = jobs
        self._follower = follower
        self._streams = streams
        self._bodies = admission.bodies
        self._rates = admission.rates

    def submit(self) -> Response:
        """Answer a POST."""
        if key := idempotency_key():
            return self.put(key)
        body = read_body(request, self._settings.body_bytes, self._media)
        parts = self._noun, g.owner, language_of(request), repr(text_query())
        digest = hashlib.sha256(b"\0".join([*map(str.encode, parts), body])).hexdigest()
        document = self._repeats.find(digest)
        if document is not None:
            g.cache = "exact"
            seconds = wait_seconds(request, self._settings.wait_seconds)
            return json_response(document, headers=NO_STORE | applied(seconds))
        try:
            self._bodies.count_more(text_cost(request, body))
            view = self._jobs.accept(body, caller(digest))
        finally:
            self._rates.end()
        g.cache = view.cache
        if view.answers_repeats:
            self._repeats.keep(digest, view.document)
        view, headers = self.wait_as_preferred(view)
        return self._submitted(self._jobs.read(view), headers)

    def put(self, job_id: str) -> Response:
        """Answer a PUT under an id that the client has chosen."""
        chosen_id(job_id)
        body = self._bodies.receive(request, self._settings.body_bytes, media=self._media)
        view, created = self._jobs.put(body, caller(job_id=job_id))
        if created:
            g.cache = view.cache
        view, headers = self.wait_as_preferred(self._own(view, job_id))
        return self._submitted(view, headers)

    def get(self, job_id: str) -> tuple[JobView, dict[str, str]]:
        """The requested view, after waiting as the client prefers, and the headers that confirm the wait."""
        return self.wait_as_preferred(self.own(job_id))

    def shown(self, view: JobView, headers: dict[str, str]) -> Response:
        """The response with a job. That of an ended job has a tag, and is compressed once for all readers."""
        if view.ended:
            return conditional_response(view.document, "application/json", headers=headers)
        return json_response(view.document, headers=headers)

    def cancel(self, job_id: str) -> Response:
        """Answer a DELETE."""
        self.own(job_id)
        return json_response(self._own(self._jobs.cancel(job_id), job_id).document, headers=NO_STORE)

    def follow(self, job_id: str) -> Response:
        """Answer a GET of the events."""
        last_id = request.headers.get("Last-Event-ID", "")
        return self._streams.open(self.own(job_id), last_id, prefix_of(request))

    def own(self, job_id: str) -> JobView:
        """The view. Raises ``Problem`` if the job does not exist or belongs to another client."""
        return self._own(self._jobs.get(job_id), job_id)

    def wait_as_preferred(self, view: JobView) -> tuple[JobView, dict[str, str]]:
        """Wait as long as the client prefers, if a place is free. The headers confirm it."""
        seconds = wait_seconds(request, self._settings.wait_seconds)
        view, waited = self._follower.wait(view, seconds) if seconds else (view, False)
        return view, NO_STORE | (applied(seconds) if waited else {})

    def _own(self, view: JobView | None, job_id: str) -> JobView:
        if view is None or view.owner != g.owner:
            raise missing(self._word, job_id)
        return view

    def _submitted(self, view: JobView, headers: dict[str, str]) -> Response:
        """The response to a request: 200 with the ended job, or 202 with its address."""
        if view.ended:
            return json_response(view.document, headers=headers)
        headers["Location"] = location(self._settings.public_url, f"/v1/{self._noun}/{view.job_id}")
        headers["Retry-After"] = RETRY_SECONDS
        return json_response(view.document, 202, headers)


def applied(seconds: int) -> dict[str, str]:
    """The header that says that a preference for waiting was followed (RFC 7240)."""
    return {"Preference-Applied": f"wait={seconds}"} if seconds else {}
