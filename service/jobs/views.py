"""The state of jobs, and their final documents, which are written when a finished job is first read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from fewest.schemas.documents.base import encode
from fewest.schemas.errors import InvalidRequest
from fewest.schemas.puzzle import load_puzzle
from fewest.schemas.result import dump_notices
from fewest.schemas.tasks import TASKS
from fewest.service.documents import Document, JobHeader, job_document, result_for_job
from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.known_answers import UNSOUND, KnownAnswers, renumber
from fewest.service.translations import said
from fewest.solver.canonical import Canonical
from fewest.store import Store
from fewest.store.jobs import EndedJob, Job
from fewest.store.queue import Lane
from fewest.store.searches import Search

T = TypeVar("T")

NO_PROGRESS: tuple[Document, Document] = (
    {"lower_bound": 0, "nodes": 0, "seconds": 0.0},
    {"nodes": 0, "seconds": 0.0},
)
"""The progress of a search that has not reported any, and of a task."""


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
    want
        What was wanted; empty if the view was not read by :class:`JobReader`.
    job
        The job's record while it is open.
    """

    job_id: str
    document: bytes
    owner: str
    search_id: str | None = None
    cache: str = "miss"
    want: str = ""
    job: Job | None = None

    @property
    def ended(self) -> bool:
        """Whether the job has ended; then its document never changes."""
        return self.search_id is None


class JobReader:
    """Reads jobs, and settles those whose search has ended.

    Parameters
    ----------
    ended
        Ended jobs that were read lately, by their ids; None to read each from the store.
    """

    def __init__(self, store: Store, known: KnownAnswers, ended: ResponseCache[EndedJob] | None = None) -> None:
        self._store = store
        self._known = known
        self._ended = ended

    def get(self, job_id: str) -> JobView | None:
        """The current state of a job; None for an unknown one. A job whose search has ended is settled."""
        recent = None if self._ended is None else self._ended.get(job_id)
        if recent is not None:
            return JobView(job_id, recent.document, recent.owner, want=recent.want)
        job = self._store.jobs.load(job_id)
        search = self._store.searches.load(job.search_id) if isinstance(job, Job) else None
        if isinstance(job, Job) and search is None:
            job = self._store.jobs.load(job_id)  # settled by another request, which deleted the search
        if isinstance(job, EndedJob):
            if self._ended is not None:
                self._ended.put(job_id, job)
            return JobView(job_id, job.document, job.owner, want=job.want)
        if job is None:
            return None
        if search is None:
            self._store.jobs.discard(job_id, "its search is gone")  # so that its client can submit it again
            return None
        return self.settle(job, search) if not search.open else self.view(job, search)

    def parse(self, view: JobView, parse: Callable[[Any], T]) -> T | None:
        """What is read from the document of an ended job; None if it is damaged: then the job is dropped."""
        parsed = self._store.jobs.parse(view.job_id, view.document, parse)
        if parsed is None and self._ended is not None:
            self._ended.drop(view.job_id)
        return parsed

    def view(self, job: Job, search: Search) -> JobView:
        """The current state of a job whose search is open."""
        if search.status == "queued":
            position = self._store.queue.position(search.id, search.run, Lane(search.lane)) or 0
            details: Document = {"queue_position": position}
            details |= {"waits_for": search.waits_for} if search.waits_for else {}
        else:
            details = {"progress": search.progress or NO_PROGRESS[job.want in TASKS]}
        details = task_fields(job) | details
        document = job_document(job_header(job, search), search.status, details)
        return JobView(job.id, encode(document), job.owner, search.id, want=job.want, job=job)

    def settle(self, job: Job, search: Search) -> JobView | None:
        """Finish a job whose search has ended: renumber the result, store the solution, write the final document.

        The worker knows only the canonical puzzle, which jobs with different numberings may share. The first request
        for a finished job settles it, so no process has to wait for searches to end. Settling is idempotent: the first
        document written is final. The search is deleted when its last job is settled.

        Returns
        -------
        JobView or None
            None if the search is damaged: it is deleted, and the job with it.
        """
        details: Document = {}
        if search.status == "failed":
            details = task_fields(job) | {"error": search.result.get("error")}
        elif search.status == "cancelled":
            details = task_fields(job)
        elif job.want in TASKS:
            details = task_fields(job) | task_result(search.result)
        else:
            try:
                form = Canonical(load_puzzle(search.puzzle).puzzle, job.numbering, job.key, job.shared)
                loaded = load_puzzle(job.raw_puzzle)
                result = renumber(form, search.result, loaded.puzzle)
            except (*UNSOUND, InvalidRequest) as error:
                self._store.searches.discard(search.id, error)
                return None
            if search.status != "stopped":
                details["solution_id"] = self._known.store(job.raw_puzzle, result, job.want, form)
            details["result"] = result_for_job(result, job.want, "miss", job.shared, job.language)
            details |= dump_notices(loaded, search.status, partial(said, language=job.language))
        view = self.end(job, job_document(job_header(job, search, search.ended), search.status, details))
        self._store.searches.settle(search.id, job.id)
        return view

    def end(self, job: Job, document: Document, status: str = "") -> JobView:
        """Finish a job with its final document; ``status`` as in :meth:`fewest.store.jobs.Jobs.end`."""
        return JobView(job.id, self._store.jobs.end(job.id, encode(document), status), job.owner, want=job.want)


def task_fields(job: Job) -> Document:
    """What the document of a task has in every status, beyond what that of a job has: its seed."""
    return {name: job.raw_puzzle[name] for name in ("seed",) if job.want in TASKS and name in job.raw_puzzle}


def task_result(result: Document) -> Document:
    """The fields of the document of a finished task that are its result."""
    return {name: value for name, value in result.items() if name not in ("status", "statistics")}


def job_header(job: Job, search: Search, ended: float | None = None) -> JobHeader:
    """The fields that the document of a job has in every status."""
    return JobHeader(job.id, job.kind, job.want, job.limits, job.created, search.started, ended)
