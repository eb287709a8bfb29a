"""How jobs stand, and their last documents, which are written when an ended job is first read."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.puzzle import load_puzzle
from service.documents import Document, JobHeader, encode, job_document, result_for_job
from service.known_answers import KnownAnswers, carry_over
from solver.canonical import Canonical
from store import Store
from store.jobs import EndedJob, Job
from store.queue import Lane
from store.searches import Search


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
        document = job_document(job_header(job, search), search.status, details)
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
        view = self.end(job, job_document(job_header(job, search, search.ended), search.status, details))
        self._store.searches.settle(search.id, job.id)
        return view

    def end(self, job: Job, document: Document, status: str = "") -> JobView:
        """End a job with its last document; ``status`` as in :meth:`store.jobs.Jobs.end`."""
        return JobView(job.id, self._store.jobs.end(job.id, encode(document), status), job.owner)


def job_header(job: Job, search: Search, ended: float | None = None) -> JobHeader:
    """What the document of a job begins with, whatever its status."""
    return JobHeader(job.id, job.kind, job.want, job.limits, job.created, search.started, ended)
