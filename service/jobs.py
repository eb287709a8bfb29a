"""Jobs: submit, get, cancel. Ties together what is known, what is admitted, and the searches under way."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeAlias

from schemas.errors import InvalidRequest, field_error
from schemas.job import load_job
from schemas.puzzle import dump_puzzle, load_puzzle
from schemas.settings import Settings
from schemas.targets import parse_target
from schemas.webhook import Webhook
from service.admission import Admission
from service.documents import (
    Document,
    JobHeader,
    encode,
    job_document,
    job_item,
    job_list_document,
    result_for_job,
)
from service.known_answers import CanonicalRequest, KnownAnswer, KnownAnswers, carry_over
from service.problems import STORE_FULL, STORE_FULL_HEADERS, Problem
from solver.canonical import Canonical
from store import Store, StoreFull
from store.jobs import EndedJob, Job
from store.queue import Lane
from store.searches import Search
from store.webhooks import registration

LIST_STEP = 100
"""Jobs of a list that are read at once."""

ATTEMPTS = 3
"""A search may end between the lookup of its answer and the attempt to join it; then the answer is looked up again."""


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as its client reads it.

    Attributes
    ----------
    document
        The job as JSON.
    owner
        The client whose job it is; empty without API keys.
    search_id
        The search under way for it; None once the job has ended.
    cache
        Where the answer came from: "hit", "symmetry", or "miss" (a search).
    job
        The job's record while it is open.
    """

    job_id: str
    document: bytes
    owner: str
    search_id: str | None = None
    cache: str = "miss"
    job: Job | None = None

    @property
    def ended(self) -> bool:
        """Whether the job has ended; then its document never changes."""
        return self.search_id is None


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


class JobReader:
    """Reports how jobs stand, and settles those whose search has ended."""

    def __init__(self, store: Store, known: KnownAnswers) -> None:
        self._store, self._known = store, known

    def get(self, job_id: str) -> JobView | None:
        """A job as it stands; None for an unknown one. A job whose search has ended is settled."""
        job = self._store.jobs.load(job_id)
        search = self._store.searches.load(job.search_id) if isinstance(job, Job) else None
        if isinstance(job, Job) and search is None:
            job = self._store.jobs.load(job_id)  # settled by another request, which deleted the search
        if isinstance(job, EndedJob):
            return JobView(job_id, job.document, job.owner)
        if job is None or search is None:
            return None
        return self.settle(job, search) if not search.open else self.view(job, search)

    def view(self, job: Job, search: Search) -> JobView:
        """A job as it stands while its search is open."""
        if search.status == "queued":
            details: Document = {
                "queue_position": self._store.queue.position(search.id, search.run, Lane(search.lane)) or 0
            }
        else:
            details = {"progress": search.progress or {"lower_bound": 0, "nodes": 0, "seconds": 0.0}}
        document = job_document(_header(job, search), search.status, details)
        return JobView(job.id, encode(document), job.owner, search.id, job=job)

    def settle(self, job: Job, search: Search) -> JobView:
        """End a job whose search has ended: carry the result over, keep the solution, write the last document.

        The worker knows only the canonical puzzle, which many jobs with numberings of their own may share. The first
        request for an ended job settles it, so that no process has to wait for the ends of searches. Settling again
        changes nothing: the first document written stands. The search is deleted when its last job is settled.
        """
        details: Document = {}
        if search.status == "failed":
            details = {"error": search.result.get("error")}
        elif search.status != "cancelled":
            form = Canonical(load_puzzle(search.puzzle).puzzle, job.order, job.key, job.shared)
            result = carry_over(form, search.result, load_puzzle(job.raw_puzzle).puzzle)
            if search.status != "stopped":
                details["solution_id"] = self._known.keep(job.raw_puzzle, result, job.want, form)
            details["result"] = result_for_job(result, job.want, "miss", job.shared)
        view = self._end(job, job_document(_header(job, search, search.ended), search.status, details))
        self._store.searches.settle(search.id, job.id)
        return view

    def _end(self, job: Job, document: Document, status: str = "") -> JobView:
        return JobView(job.id, self._store.jobs.end(job.id, encode(document), status), job.owner)


class JobService(JobReader):
    """Takes requests for solutions and reports how their jobs stand."""

    def __init__(self, settings: Settings, store: Store, known: KnownAnswers, admission: Admission) -> None:
        super().__init__(store, known)
        self._settings, self._admission = settings, admission

    def check_store(self) -> None:
        """Raise :class:`Problem` if the store has no room for a batch or a hint."""
        self._admission.check_store()

    def check_webhook(self, owner: str, number: int = 1) -> None:
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

    def submit(self, body: object, caller: Caller) -> JobView:
        """:meth:`accept` a request, and read how its job stands."""
        return self.read(self.accept(body, caller))

    def read(self, view: JobView) -> JobView:
        """The view of a job with its document; that of an accepted job has none."""
        if view.document:
            return view
        found = self.get(view.job_id)
        if found is None:
            raise Problem("store-away", "The job could not be kept. Try again.", {"Retry-After": "1"})
        return found

    def put(self, body: object, caller: Caller) -> tuple[JobView, bool]:
        """Submit a request under the id that its client has chosen; sent again, it leads to the same job.

        Returns
        -------
        view, created
            The job, and whether there was none yet.

        Raises
        ------
        Problem
            If the id belongs to another request.
        """
        if load_job(body, self._settings).webhook is not None:  # a request with errors takes no id
            self._check_secret(caller.owner)
        text = json.dumps([caller.owner, body], sort_keys=True)
        if not self._store.jobs.reserve(caller.job_id, hashlib.sha256(text.encode()).hexdigest()):
            raise Problem("id-taken", "It belongs to another request. Choose another one.")
        view = self.get(caller.job_id)
        return (self.submit(body, caller), True) if view is None else (view, False)

    def list_jobs(self, owner: str, status: str, cursor: str, limit: int) -> Document:
        """The last jobs of an API key, the last ones first.

        Parameters
        ----------
        status
            Only jobs with this status; empty for all.
        cursor
            Where the page before ended; empty for the first.
        """
        found: list[Document] = []
        before = float(cursor or "inf")
        while len(found) < limit and (jobs := self._store.jobs.listed(owner, before, LIST_STEP)):
            summaries = self._store.groups.summaries([job_id for job_id, _ in jobs])
            gone = [job_id for (job_id, _), each in zip(jobs, summaries, strict=True) if each.status == "expired"]
            self._store.jobs.forget(owner, *gone)
            for (job_id, before), summary in zip(jobs, summaries, strict=True):
                if summary.status == status or (not status and summary.status != "expired"):
                    found.append(job_item(job_id, before, summary))
                    if len(found) == limit:
                        break
        more = len(found) == limit and bool(self._store.jobs.listed(owner, before, 1))
        return job_list_document(found, repr(before) if more else "", status, limit)

    def accept(self, body: object, caller: Caller) -> JobView:
        """Answer a request from the store, join an equal search under way, or queue a search.

        Returns
        -------
        JobView
            Without a document if the job is open.

        Raises
        ------
        InvalidRequest
            If the request has errors.
        Problem
            If no search can be queued now.
        """
        (outcome,) = self.accept_all([body], caller)
        if isinstance(outcome, JobView):
            return outcome
        raise outcome

    def accept_all(self, bodies: Sequence[object], caller: Caller) -> list[Outcome]:
        """:meth:`accept` each of some requests, with few round trips for all of them.

        Returns
        -------
        list
            For each request its job, or why it has none.
        """
        outcomes: dict[int, Outcome] = {}
        asked: dict[int, CanonicalRequest] = {}
        for place, body in enumerate(bodies):
            try:
                asked[place] = self._read(body, caller)
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
        lost = Problem("store-away", "The job could not be kept. Try again.", {"Retry-After": "1"})
        return [outcomes.get(place, lost) for place in range(len(bodies))]

    def _read(self, body: object, caller: Caller) -> CanonicalRequest:
        request = load_job(body, self._settings)
        if request.webhook is not None:
            self.check_webhook(caller.owner)
        return self._known.identify(request)

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

    def cancel(self, job_id: str) -> JobView | None:
        """End a job for its client; its search ends too, unless other jobs share it."""
        job = self._store.jobs.load(job_id)
        search = self._store.searches.load(job.search_id) if isinstance(job, Job) else None
        if not isinstance(job, Job) or search is None or not search.open:
            return self.get(job_id)
        details = {"progress": search.progress or None}
        view = self._end(job, job_document(_header(job, search, time.time()), "cancelled", details), "cancelled")
        if self._store.searches.remove_job(search.id, job_id) and search.status == "queued":
            self._store.queue.remove(search.id, search.run)
            self._store.searches.finish(search.id, None, "cancelled", {})
        return view

    def _check_secret(self, owner: str) -> None:
        if not self._store.webhooks.has_secret(owner):
            detail = "your webhooks cannot be signed yet: the operator makes a secret with `fewest keys webhook-secret`"
            raise InvalidRequest([field_error(("webhook",), detail)])

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
                job, new = self._join_search(each, caller, client)
            except StoreFull:
                outcomes[place] = Problem("store-full", STORE_FULL, STORE_FULL_HEADERS)
                continue
            if job is None:
                continue
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

    def _join_search(self, asked: CanonicalRequest, caller: Caller, client: str) -> tuple[Job | None, bool]:
        """Make a job, and whether its search is new. No job if its answer has come in meanwhile."""
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
            return None, False
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


def _header(job: Job, search: Search, ended: float | None = None) -> JobHeader:
    return JobHeader(job.id, job.kind, job.want, job.limits, job.created, search.started, ended)


def _registration(webhook: Webhook | None, owner: str) -> str:
    return "" if webhook is None else registration(webhook.url, parse_target(webhook.url).origin, webhook.events, owner)


def flight_of(asked: CanonicalRequest) -> str:
    """Digest of everything that makes two requests equal: they share a search."""
    parts = asked.form.key, asked.request.want.value, sorted(asdict(asked.request.limits).items())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def new_id() -> str:
    """An id that cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)
