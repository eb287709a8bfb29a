"""Valid requests become jobs: joined to an equal search, or queued with a new one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from fewest.config.settings import Settings
from fewest.notation.errors import InvalidRequest, field_error
from fewest.schemas.job import dump_limits
from fewest.schemas.lanes import Lane
from fewest.service.http.computing import ClientLeftError
from fewest.service.http.problems import STORE_FULL, STORE_FULL_HEADERS, Problem
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.answering import Answering
from fewest.service.jobs.deadline import NONE, Deadline
from fewest.service.jobs.own_ids import digest_of
from fewest.service.jobs.requests import Caller, KeyedRequest, MakeRequest, R, made, new_id, webhook_registration
from fewest.service.jobs.task import ServedTask
from fewest.service.jobs.views import JobView
from fewest.solver.errors import Message
from fewest.store import Store, StoreFull
from fewest.store.jobs import Job
from fewest.store.steps import Steps

T = TypeVar("T")

ATTEMPTS = 3
"""A search may end between the lookup of its answer and the attempt to join it; then the lookup is repeated."""

Refusal: TypeAlias = InvalidRequest | Problem
"""Why a request gets no job."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of requests: each gets a job or a refusal, by its place among them."""

    jobs: dict[int, JobView] = field(default_factory=dict)
    refusals: dict[int, Refusal] = field(default_factory=dict)

    def pending(self, keyed: Mapping[int, KeyedRequest[R]]) -> dict[int, KeyedRequest[R]]:
        """Those without an outcome yet."""
        return {index: each for index, each in keyed.items() if index not in self.jobs and index not in self.refusals}


class Intake(Generic[R]):
    """Accepts the requests for one kind of task, one or many at a time.

    Attributes
    ----------
    schema
        The JSON form of the task.
    """

    def __init__(self, task: ServedTask[R], settings: Settings, store: Store, admission: Admission) -> None:
        self.schema = task.schema
        self._task = task
        self._settings = settings
        self._answering = Answering(task, store, admission.rates)
        self._store = store
        self._admission = admission

    def load(self, body: object, caller: Caller) -> R:
        """Validate a request.

        Raises
        ------
        InvalidRequest
            If the request has errors, or its webhook cannot be signed.
        """
        request = self.schema.load(body, self._settings)
        if request.webhook is not None:
            self._check_secret(caller.owner)
        return request

    def load_body(self, body: bytes, caller: Caller) -> R:
        """Parse and validate the body of a request, in a computing slot; raises what :meth:`load` raises."""
        return self._admission.bodies.read(body, lambda document: self.load(document, caller), caller.of_text)

    def load_own(self, body: bytes, caller: Caller) -> tuple[R, str]:
        """The same for a request under an id that the client chose, with the digest that the id belongs to."""

        def load(document: object) -> tuple[R, str]:
            return self.load(document, caller), digest_of(caller.owner, self.schema.noun, document)

        return self._admission.bodies.read(body, load, caller.of_text)

    def check_webhook(self, owner: str, number: int) -> None:
        """Check that webhooks of a client can be signed, and that the store has room for a number of them.

        Raises
        ------
        InvalidRequest
            If the client has no secret.
        Problem
            If there is no room.
        """
        self._check_secret(owner)
        self._admission.check_webhooks(number)

    def accept(self, request: R, caller: Caller) -> JobView:
        """Accept one request, like :meth:`accept_all`; raise its refusal."""
        outcomes = self.accept_all([made(request)], caller)
        if outcomes.refusals:
            raise outcomes.refusals[0]
        return outcomes.jobs[0]

    def accept_all(self, requests: Sequence[MakeRequest[R]], caller: Caller, deadline: Deadline = NONE) -> Outcomes:
        """Answer each request from the store, join it to an equal running search, or queue a search for it.

        The requests share their round trips to the store. The view of an open job has no document.

        Parameters
        ----------
        requests
            Each is made when it is its turn.
        deadline
            For canonical forms; puzzles whose form is not found in time keep their own numbering.

        Raises
        ------
        ClientLeftError
            If the client has disconnected: it may send the same request again.
        """
        outcomes = Outcomes()
        keyed: dict[int, KeyedRequest[R]] = {}
        try:
            with self._admission.computing.slot():
                for index, make in enumerate(requests):
                    self._admission.computing.give_way()
                    try:
                        request = make()
                        if request.webhook is not None:
                            self._admission.check_webhooks(1)
                        keyed[index] = self._task.identify(request, deadline)
                    except (InvalidRequest, Problem) as error:
                        outcomes.refusals[index] = error.with_traceback(None)  # its frames hold all bodies
        except ClientLeftError:
            raise
        except Problem as busy:
            return Outcomes({}, dict.fromkeys(range(len(requests)), busy))
        for attempt in range(ATTEMPTS):
            self._answer(keyed, caller, outcomes)
            keyed = outcomes.pending(keyed)
            if not keyed:
                break
            outcomes.refusals.update(self._refuse(keyed, count=attempt == 0))  # later attempts: for the same requests
            self._join_searches(outcomes.pending(keyed), caller, outcomes)
            keyed = outcomes.pending(keyed)
        outcomes.refusals.update(dict.fromkeys(keyed, job_lost()))
        return outcomes

    def _answer(self, keyed: Mapping[int, KeyedRequest[R]], caller: Caller, outcomes: Outcomes) -> None:
        """Answer requests from the store, so far as their answers are known."""
        answers = [_unless_full(self._answering.answer(each, caller)) for each in keyed.values()]
        repeated, *found = self._store.do_all([self._answering.repeated(caller), *answers])
        if isinstance(repeated, JobView):
            outcomes.jobs.update(dict.fromkeys(keyed, repeated))
            return
        for index, answered in zip(keyed, found, strict=True):
            if isinstance(answered, Problem):
                outcomes.refusals[index] = answered
            elif answered is not None:
                outcomes.jobs[index] = answered

    def _check_secret(self, owner: str) -> None:
        if not self._store.webhooks.has_secret(owner):
            text = "your webhooks cannot be signed yet: the operator makes a secret with `fewest keys webhook-secret`"
            raise InvalidRequest([field_error(("webhook",), Message(text))])

    def _refuse(self, keyed: Mapping[int, KeyedRequest[R]], *, count: bool) -> dict[int, Refusal]:
        """The requests that can neither start nor join a search now, with their errors. ``count`` counts the others."""
        refused: dict[int, Refusal] = {}
        try:
            room, refusal = self._admission.room(len(keyed))
        except Problem as full:
            return dict.fromkeys(keyed, full)
        if refusal is not None:
            begun: set[str] = set()
            for index, each in keyed.items():
                request_key = each.request_key
                if request_key in begun or self._store.searches.under_way(request_key):
                    continue  # joining a search does not lengthen the queue
                if len(begun) == room:
                    refused[index] = refusal
                else:
                    begun.add(request_key)
        if count:
            indices = [index for index in keyed if index not in refused]
            allowed, refusal = self._admission.rates.count_searches(
                [self.schema.searches(keyed[index].request) for index in indices]
            )
            if refusal is not None:
                refused |= dict.fromkeys(indices[allowed:], refusal)
        return refused

    def _join_searches(self, keyed: Mapping[int, KeyedRequest[R]], caller: Caller, outcomes: Outcomes) -> None:
        """Make the jobs, each with an open search or a new one, except those whose answer was stored meanwhile."""
        client = hashlib.sha256(caller.client.encode()).hexdigest()[:12]
        jobs: list[Job] = []
        begun: dict[str, float] = {}
        found = self._store.do_all(_unless_full(self._join_search(each, caller, client)) for each in keyed.values())
        for (index, each), joined in zip(keyed.items(), found, strict=True):
            if isinstance(joined, Problem):
                outcomes.refusals[index] = joined
            if joined is None or isinstance(joined, Problem):
                continue
            job, new = joined
            jobs.append(job)
            if new:
                begun[job.search_id] = each.request.limits.seconds
            else:
                self._promote(job.search_id, client)
            outcomes.jobs[index] = JobView(job.id, b"", job.owner, job.search_id, job=job)
        # The jobs before their searches are queued: a worker may end one at once.
        self._store.do_all([*map(self._store.jobs.add, jobs), *self._store.queue.put_new(begun, client)])

    def _join_search(self, keyed: KeyedRequest[R], caller: Caller, client: str) -> Steps[tuple[Job, bool] | None]:
        """Make a job, and return whether its search is new; None if the answer was stored meanwhile."""
        limits = dump_limits(keyed.request.limits)
        job_id = caller.job_id or new_id()
        search_id, begun = yield from self._store.searches.join_or_create(
            job_id,
            task=keyed.task,
            work=keyed.work,
            want=keyed.want,
            limits=limits,
            key=keyed.key,
            request_key=keyed.request_key,
            exact_digest=keyed.exact_digest,
            request_id=caller.request_id,
            client=client,
            webhook=webhook_registration(keyed.request.webhook, caller.owner),
        )
        if not search_id:
            return None
        job = Job(
            id=job_id,
            task=keyed.task,
            kind=keyed.kind,
            want=keyed.want,
            limits=limits,
            created=time.time(),
            search_id=search_id,
            raw=keyed.document,
            numbering=keyed.numbering,
            key=keyed.key,
            owner=caller.owner,
            shared=keyed.shared,
            language=caller.language,
            reading=keyed.reading,
        )
        return job, begun

    def _promote(self, search_id: str, client: str) -> None:
        """Move a search queued by another client to where this client's next search would be, if that is earlier."""
        search = self._store.searches.load(search_id)
        if search is not None and search.status == "queued" and search.client != client:
            self._store.queue.promote(search.id, search.run, Lane(search.lane), client)


def _unless_full(work: Steps[T]) -> Steps[T | Problem]:
    """Do a work, or return the error of a request that does not fit into the store."""
    try:
        return (yield from work)
    except StoreFull:
        return store_full()


def store_full() -> Problem:
    """The error of a request whose job does not fit into the store."""
    return Problem("store-full", STORE_FULL, STORE_FULL_HEADERS)


def job_lost() -> Problem:
    """The error of a request whose job was lost between two steps."""
    return Problem("store-unavailable", Message("The job could not be stored. Try again."), {"Retry-After": "1"})
