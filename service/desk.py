"""The desk: takes requests for jobs in, and answers for them."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from schemas.job import Request, load_request
from schemas.puzzle import dump_puzzle
from schemas.result import carry_back
from schemas.settings import Settings
from service.documents import (
    cancelled_document,
    encode,
    ended_document,
    job_document,
    keep_solution,
    open_document,
    solution_links,
    solution_name,
    told_result,
)
from service.problems import Problem
from service.rates import Rates
from service.recent import Recent
from solver.canonical import Canonical, canonical, digest
from store import Store
from store.jobs import Job
from store.results import Answer

ATTEMPTS = 3
"""An equal search may end between the look for its answer and joining it; then its answer is looked for again."""

FORMS_KEPT = 512
"""Canonical forms a process remembers: popular puzzles are asked for in many words."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a client is told: a job's document, whether the job has ended, whose it is, where the answer is from."""

    job_id: str
    document: bytes
    ended: bool
    owner: str
    cache: str = "miss"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: the request's id, the client of its API key, and a digest of exactly what is asked, if known."""

    request_id: str
    owner: str = ""
    asked: str = ""


class Desk:
    """Takes puzzles in and tells how their jobs stand.

    Parameters
    ----------
    rates
        Counts what a client asks for.
    """

    def __init__(self, settings: Settings, store: Store, rates: Rates) -> None:
        self.settings, self.store, self.rates = settings, store, rates
        self._canonical = lru_cache(maxsize=FORMS_KEPT)(canonical)
        self._recent: Recent[bytes] = Recent(settings.recent_bytes, settings.recent_seconds, len)
        self._waits = threading.BoundedSemaphore(settings.waits)

    def again(self, asker: Asker) -> Told | None:
        """The answer to exactly the same request, if it was given before: nothing is read or searched for it."""
        document = self._recent.get(asker.asked)
        if document is None:
            document = self.store.jobs.response_to(asker.asked)
            if document is None:
                return None
            self._recent.put(asker.asked, document)
        return Told("", document, True, asker.owner, "exact")

    def submit(self, body: Any, asker: Asker) -> Told:
        """Answer a request from what is kept, join it to an equal search under way, or queue a search.

        Raises
        ------
        InvalidRequest
            If the request has errors.
        Problem
            If no search can be queued now.
        """
        asked = load_request(body, self.settings)
        form, exact_digest = self._canonical(asked.loaded.puzzle), digest(asked.loaded.puzzle)
        for attempt in range(ATTEMPTS):
            answer = self.store.results.find(form.key, asked.want)
            if answer is not None:
                return self._known(asked, form, exact_digest, answer, asker)
            self._check_room()
            if attempt == 0:
                self.rates.search()
            job = self._job(asked, form, exact_digest, asker)
            if job is None:
                continue
            self.store.jobs.add(job)
            told = self.look(job.id)
            if told is not None:
                return told
        raise Problem("store-away", "The job was lost before it was queued; ask again.", {"Retry-After": "1"})

    def look(self, job_id: str) -> Told | None:
        """How a job stands; None if there is no such job."""
        job = self.store.jobs.load(job_id)
        if not isinstance(job, Job):
            return None if job is None else Told(job_id, job.document, True, job.owner)
        search = self.store.searches.load(job.search_id)
        if search is None:
            return None
        if search.open:
            return Told(job_id, encode(open_document(self.store, job, search)), False, job.owner)
        document = self.store.jobs.end(job_id, encode(ended_document(self.store, job, search)))
        return Told(job_id, document, True, job.owner)

    def wait(self, told: Told, seconds: float) -> tuple[Told, bool]:
        """Wait until a job has ended, or for so many seconds.

        Returns
        -------
        told, waited
            ``waited`` is False where too many requests wait already: then the answer is immediate.
        """
        if told.ended or not self._waits.acquire(blocking=False):
            return told, told.ended
        try:
            until = time.monotonic() + seconds
            for _, now in self.changes(told.job_id, "0-0"):
                if now is None or now.ended:
                    return now or told, True
                told = now
                if time.monotonic() >= until:
                    break
            return told, True
        finally:
            self._waits.release()

    def changes(self, job_id: str, after: str) -> Iterator[tuple[str, Told | None]]:
        """Tell how a job stands: at once, then whenever there is news of its search, and every second.

        Parameters
        ----------
        after
            The last event of its search that is known.

        Yields
        ------
        event, told
            The newest event, and the job; None if it is gone. It goes on for ever: the caller has enough when it
            has heard the end.
        """
        event, seconds = after, 0.001
        while True:
            job = self.store.jobs.load(job_id)
            if isinstance(job, Job):
                event = self.store.searches.wait(job.search_id, event, seconds)
            yield event, self.look(job_id)
            seconds = 1.0

    def cancel(self, job_id: str) -> Told | None:
        """End a job for its client; its search ends too, unless other jobs share it."""
        job = self.store.jobs.load(job_id)
        if not isinstance(job, Job):
            return None if job is None else Told(job_id, job.document, True, job.owner)
        search = self.store.searches.load(job.search_id)
        if search is None:
            return None
        if not search.open:
            return self.look(job_id)
        document = self.store.jobs.end(job_id, encode(cancelled_document(job, search, time.time())))
        if self.store.searches.remove_job(search.id, job_id) and search.status == "queued":
            self.store.queue.remove(search.id, search.run)
            self.store.searches.finish(search.id, None, "cancelled", {})
        return Told(job_id, document, True, job.owner)

    def lookup(self, body: Any) -> bytes | None:
        """The answer to a request, if it is known; nothing is queued, and no job is made."""
        asked = load_request(body, self.settings)
        form, exact_digest = self._canonical(asked.loaded.puzzle), digest(asked.loaded.puzzle)
        answer = self.store.results.find(form.key, asked.want)
        if answer is None:
            return None
        name, result = self._found(asked, form, exact_digest, answer)
        return encode(
            {
                "status": result["status"],
                "kind": asked.loaded.puzzle.kind,
                "want": asked.want,
                "solution_id": name,
                "result": result,
                "links": solution_links(name),
            }
        )

    def _found(self, asked: Request, form: Canonical, exact_digest: str, answer: Answer) -> tuple[str, dict[str, Any]]:
        """Keep a known answer under the id of its solution, in the client's numbering; the id and the result."""
        loaded = asked.loaded
        result = carry_back(form.puzzle, answer.result, loaded.puzzle, form.order)
        proven = result["status"] == "unsolvable" or result["optimal"]
        name = solution_name(exact_digest, loaded.layout, optimal=proven)
        seen = answer.exact_digest == exact_digest or self.store.results.solution(name) is not None
        keep_solution(self.store, asked.raw_puzzle, exact_digest, loaded.layout, result, answer.grade)
        return name, told_result(result, asked.want, "hit" if seen else "symmetry")

    def _known(self, asked: Request, form: Canonical, exact_digest: str, answer: Answer, asker: Asker) -> Told:
        now, job_id = time.time(), new_id()
        name, result = self._found(asked, form, exact_digest, answer)
        document = job_document(
            job_id,
            status=result["status"],
            kind=asked.loaded.puzzle.kind,
            want=asked.want,
            limits=asdict(asked.limits),
            created=now,
            started=now,
            ended=now,
            solution_id=name,
            result=result,
        )
        body, cache = encode(document), result["statistics"]["cache"]
        self.store.jobs.add_ended(job_id, body, asker.owner, asker.asked if cache == "hit" else "")
        return Told(job_id, body, True, asker.owner, cache)

    def _check_room(self) -> None:
        queued = self.store.queue.depth()
        if queued >= self.settings.queue_most:
            detail = f"{queued} searches are queued, and {self.settings.queue_most} are the most."
            raise Problem("queue-full", detail, {"Retry-After": "30"})
        if self.store.queue.workers() == 0:
            raise Problem("no-worker", "Nobody would solve the puzzle; ask again later.", {"Retry-After": "30"})

    def _job(self, asked: Request, form: Canonical, exact_digest: str, asker: Asker) -> Job | None:
        """Make the job, and see that a search for it is under way; None if the answer has come in meanwhile."""
        job_id, limits, loaded = new_id(), asdict(asked.limits), asked.loaded
        flight = hashlib.sha256(repr((form.key, asked.want.value, sorted(limits.items()))).encode()).hexdigest()[:32]
        search_id, begun = self.store.searches.join_or_create(
            job_id,
            puzzle=dump_puzzle(form.puzzle),
            want=asked.want,
            limits=limits,
            key=form.key,
            flight=flight,
            exact_digest=exact_digest,
            request_id=asker.request_id,
        )
        if not search_id:
            return None
        if begun:
            self.store.queue.put(search_id, 0, asked.limits.seconds)
        return Job(
            id=job_id,
            kind=loaded.puzzle.kind,
            want=asked.want,
            limits=limits,
            created=time.time(),
            search_id=search_id,
            raw_puzzle=asked.raw_puzzle,
            order=form.order,
            key=form.key,
            exact_digest=exact_digest,
            layout=loaded.layout,
            owner=asker.owner,
        )


def new_id() -> str:
    """A job id that cannot be guessed: 128 bits."""
    return secrets.token_urlsafe(16)
