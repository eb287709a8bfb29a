"""Requests become jobs: answered from the store, joined to a search under way, or queued with one of their own."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeAlias

from schemas.errors import InvalidRequest, field_error
from schemas.job import Request, load_job
from schemas.puzzle import dump_puzzle
from schemas.settings import Settings
from schemas.targets import parse_target
from schemas.webhook import Webhook
from service.admission import Admission
from service.documents import JobHeader, encode, job_document
from service.job_views import JobView
from service.known_answers import CanonicalRequest, KnownAnswer, KnownAnswers
from service.problems import STORE_FULL, STORE_FULL_HEADERS, Problem
from store import Store, StoreFull
from store.jobs import Job
from store.queue import Lane
from store.webhooks import registration

ATTEMPTS = 3
"""A search may end between the lookup of its answer and the attempt to join it; then the answer is looked up again."""

Outcome: TypeAlias = JobView | InvalidRequest | Problem
"""A job, or why there is none."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request.

    Attributes
    ----------
    request_id
        Id of the request, for the logs.
    owner
        The client of the API key; empty without keys.
    request_digest
        Digest of the client and of the body's bytes; empty where a repeated request is not recognized.
    client
        Whose turn its search takes in the queue: the client of the API key, or the address.
    job_id
        The id that the client has chosen for its job; empty if it gets a new one.
    """

    request_id: str
    owner: str = ""
    request_digest: str = ""
    client: str = ""
    job_id: str = ""


class Acceptance:
    """Accepts requests for solutions, those of one body or of many."""

    def __init__(self, settings: Settings, store: Store, known: KnownAnswers, admission: Admission) -> None:
        self._settings, self._store, self._known, self._admission = settings, store, known, admission

    def load(self, body: object, caller: Caller) -> Request:
        """Validate a request.

        Raises
        ------
        InvalidRequest
            If the request has errors, or its webhook cannot be signed.
        """
        request = load_job(body, self._settings)
        if request.webhook is not None:
            self._check_secret(caller.owner)
        return request

    def check_webhook(self, owner: str, number: int) -> None:
        """Check that webhooks of a client can be signed, and that there is room for a number of them.

        Raises
        ------
        InvalidRequest
            If the client has no secret.
        Problem
            If there is no room.
        """
        self._check_secret(owner)
        self._admission.check_webhooks(number)

    def accept_all(self, bodies: Sequence[object], caller: Caller) -> list[Outcome]:
        """Answer each request from the store, join it to an equal search under way, or queue a search for it.

        Few round trips serve all of them. The view of an open job has no document.

        Returns
        -------
        list
            For each request its job, or why it has none.
        """
        outcomes: dict[int, Outcome] = {}
        asked: dict[int, CanonicalRequest] = {}
        for place, body in enumerate(bodies):
            try:
                asked[place] = self._identify(body, caller)
            except (InvalidRequest, Problem) as error:
                outcomes[place] = error
        for attempt in range(ATTEMPTS):
            for place, each in asked.items():
                answer = self._known.find(each)
                if answer is not None:
                    outcomes[place] = self._end_at_once(each, answer, caller)
            asked = {place: each for place, each in asked.items() if place not in outcomes}
            if not asked:
                break
            outcomes |= self._refuse(asked, count=attempt == 0)
            asked = {place: each for place, each in asked.items() if place not in outcomes}
            outcomes |= self._join_searches(asked, caller)
            asked = {place: each for place, each in asked.items() if place not in outcomes}
        return [outcomes.get(place) or not_kept() for place in range(len(bodies))]

    def _identify(self, body: object, caller: Caller) -> CanonicalRequest:
        request = self.load(body, caller)
        if request.webhook is not None:
            self._admission.check_webhooks(1)
        return self._known.identify(request)

    def _check_secret(self, owner: str) -> None:
        if not self._store.webhooks.has_secret(owner):
            detail = "your webhooks cannot be signed yet: the operator makes a secret with `fewest keys webhook-secret`"
            raise InvalidRequest([field_error(("webhook",), detail)])

    def _refuse(self, asked: Mapping[int, CanonicalRequest], *, count: bool) -> dict[int, Outcome]:
        """The requests for which no search can be begun or joined now, and why; ``count`` the others."""
        try:
            self._admission.check_store()
        except Problem as full:
            return dict.fromkeys(asked, full)
        refused: dict[int, Outcome] = {}
        room, refusal = self._admission.queue_room(len(asked))
        if refusal is not None:
            begun: set[str] = set()
            for place, each in asked.items():
                flight = flight_of(each)
                if flight in begun or self._store.searches.under_way(flight):
                    continue  # joining a search takes no place in the queue
                if len(begun) == room:
                    refused[place] = refusal
                else:
                    begun.add(flight)
        if count:
            places = [place for place in asked if place not in refused]
            allowed, refusal = self._admission.rates.count_searches(len(places))
            if refusal is not None:
                refused |= dict.fromkeys(places[allowed:], refusal)
        return refused

    def _end_at_once(self, asked: CanonicalRequest, answer: KnownAnswer, caller: Caller) -> JobView:
        """Make a job that has ended already.

        A repeated request, and one that differs only in how it is written, gets the same job, unless the answer came
        by symmetry: the next one is a hit. While the store is full, the job is answered but not kept. A job with a
        webhook is one of its own, and is refused while the store is full.
        """
        request, now, job_id = asked.request, time.time(), caller.job_id or new_id()
        limits = asdict(request.limits)
        header = JobHeader(job_id, request.loaded.puzzle.kind, request.want, limits, now, now, now)
        details, status = {"solution_id": answer.solution_id, "result": answer.result}, answer.result["status"]
        document = encode(job_document(header, status, details))
        same = encode(
            {
                "owner": caller.owner,
                "want": request.want,
                "limits": limits,
                "puzzle": asked.exact_digest,
                "layout": request.loaded.layout,
                "result": answer.result,
            }
        )
        digests = [] if caller.job_id or request.webhook else [hashlib.sha256(same).hexdigest()]
        if digests and caller.request_digest and answer.cache == "hit":
            digests.append(caller.request_digest)
        webhook = _registration(request.webhook, caller.owner)
        job_id, document = self._store.jobs.add_ended(
            job_id, document, caller.owner, *digests, webhook=webhook, status=status
        )
        return JobView(job_id, document, caller.owner, cache=answer.cache)

    def _join_searches(self, asked: Mapping[int, CanonicalRequest], caller: Caller) -> dict[int, Outcome]:
        """Make the jobs, each joined to a search under way or a new one, except those whose answer has come in."""
        client = hashlib.sha256(caller.client.encode()).hexdigest()[:12]
        outcomes: dict[int, Outcome] = {}
        jobs: list[Job] = []
        begun: dict[str, float] = {}
        for place, each in asked.items():
            try:
                made = self._join_search(each, caller, client)
            except StoreFull:
                outcomes[place] = Problem("store-full", STORE_FULL, STORE_FULL_HEADERS)
                continue
            if made is None:
                continue
            job, new = made
            jobs.append(job)
            if new:
                begun[job.search_id] = each.request.limits.seconds
            else:
                self._hurry(job.search_id, client)
            outcomes[place] = JobView(job.id, b"", job.owner, job.search_id, job=job)
        if jobs:
            self._store.jobs.add(*jobs)
        if begun:
            self._store.queue.put_new(begun, client)
        return outcomes

    def _join_search(self, asked: CanonicalRequest, caller: Caller, client: str) -> tuple[Job, bool] | None:
        """Make a job, and whether its search is new; None if its answer has come in meanwhile."""
        request, form, limits = asked.request, asked.form, asdict(asked.request.limits)
        job_id = caller.job_id or new_id()
        search_id, begun = self._store.searches.join_or_create(
            job_id,
            puzzle=dump_puzzle(form.puzzle),
            want=request.want,
            limits=limits,
            key=form.key,
            flight=flight_of(asked),
            exact_digest=asked.exact_digest,
            request_id=caller.request_id,
            client=client,
            webhook=_registration(request.webhook, caller.owner),
        )
        if not search_id:
            return None
        job = Job(
            id=job_id,
            kind=request.loaded.puzzle.kind,
            want=request.want,
            limits=limits,
            created=time.time(),
            search_id=search_id,
            raw_puzzle=request.raw_puzzle,
            order=form.order,
            key=form.key,
            owner=caller.owner,
            shared=form.shared,
        )
        return job, begun

    def _hurry(self, search_id: str, client: str) -> None:
        """Have a search that another client began take the turn of this one, if that is sooner."""
        search = self._store.searches.load(search_id)
        if search is not None and search.status == "queued" and search.client != client:
            self._store.queue.hurry(search.id, search.run, Lane(search.lane), client)


def _registration(webhook: Webhook | None, owner: str) -> str:
    return "" if webhook is None else registration(webhook.url, parse_target(webhook.url).origin, webhook.events, owner)


def not_kept() -> Problem:
    """The error of a request whose job was lost between two steps."""
    return Problem("store-away", "The job could not be kept. Try again.", {"Retry-After": "1"})


def flight_of(asked: CanonicalRequest) -> str:
    """Digest of everything that makes two requests equal: they share a search."""
    parts = asked.form.key, asked.request.want.value, sorted(asdict(asked.request.limits).items())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def new_id() -> str:
    """An id that cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)
