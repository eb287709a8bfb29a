"""The state of jobs, and their final documents, which are written when a finished job is first read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode
from fewest.schemas.documents.jobs import JobHeader, job_document
from fewest.schemas.lanes import Lane
from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.task import UNUSABLE, ServedTask
from fewest.store import Store
from fewest.store.jobs import EndedJob, Job
from fewest.store.searches import Search
from fewest.store.steps import Steps

T = TypeVar("T")


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
        Origin of the answer: "exact" (that of the same bytes), "hit", "symmetry", or "miss" (a search).
    task
        What kind of task it is; empty if the view was not read by :class:`JobReader`.
    job
        The job's record while it is open.
    answers_repeats
        Whether the next request with the same bytes gets the same job.
    """

    job_id: str
    document: bytes
    owner: str
    search_id: str | None = None
    cache: str = "miss"
    task: str = ""
    job: Job | None = None
    answers_repeats: bool = False

    @property
    def ended(self) -> bool:
        """Whether the job has ended. Its document then never changes."""
        return self.search_id is None


class JobReader:
    """Reads jobs, and settles those whose search has ended.

    Parameters
    ----------
    tasks
        The kinds of task by their names.
    ended
        Cache of ended jobs, by id; None to read each from the store.
    """

    def __init__(
        self, store: Store, tasks: Mapping[str, ServedTask[Any]], ended: ResponseCache[EndedJob] | None = None
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._ended = ended

    def get(self, job_id: str) -> JobView | None:
        """The current state of a job; None if it is unknown. A job whose search has ended is settled."""
        recent = None if self._ended is None else self._ended.get(job_id)
        if recent is not None:
            return JobView(job_id, recent.document, recent.owner, task=recent.task)
        job = self._store.jobs.load(job_id)
        search = self._store.searches.load(job.search_id) if isinstance(job, Job) else None
        if isinstance(job, Job) and search is None:
            job = self._store.jobs.load(job_id)  # settled by another request, which deleted the search
        if isinstance(job, EndedJob):
            if self._ended is not None:
                self._ended.put(job_id, job)
            return JobView(job_id, job.document, job.owner, task=job.task)
        if job is None:
            return None
        if search is None:
            self._store.jobs.discard(job_id, "its search is gone")  # so that the client can submit it again
            return None
        return self.settle(job, search) if not search.open else self.view(job, search)

    def parse(self, view: JobView, parse: Callable[[JsonObject], T]) -> T | None:
        """What is read from the document of an ended job; None if it is damaged: then the job is dropped."""
        parsed = self._store.jobs.parse(view.job_id, view.document, parse)
        if parsed is None and self._ended is not None:
            self._ended.drop(view.job_id)
        return parsed

    def view(self, job: Job, search: Search) -> JobView:
        """The current state of a job whose search is open."""
        if search.status == "queued":
            position = self._store.queue.position(search.id, search.run, Lane(search.lane)) or 0
            details: JsonObject = {"queue_position": position}
            details |= {"waits_for": search.waits_for} if search.waits_for else {}
            details |= {"progress": search.progress} if search.progress else {}
        else:
            details = {"progress": search.progress or self._tasks[job.task].no_progress}
        details = task_fields(job) | details
        document = job_document(job_header(job, search), search.status, details)
        return JobView(job.id, encode(document), job.owner, search.id, task=job.task, job=job)

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
        details = task_fields(job)
        if search.status == "failed":
            details["error"] = search.result.get("error")
        elif search.status != "cancelled":
            try:
                details |= self._tasks[job.task].ended(job, search)
            except UNUSABLE as error:
                self._store.searches.discard(search.id, error)
                return None
        document = job_document(job_header(job, search, search.ended), search.status, details)
        # Last, since with its last job the search is deleted, of which the document is made.
        view, _ = self._store.do_both(self._ended_with(job, document), self._store.searches.settle(search.id, job.id))
        return view

    def end(self, job: Job, document: JsonObject, status: str = "") -> JobView:
        """Finish a job with its final document; ``status`` as in :meth:`fewest.store.jobs.Jobs.end`."""
        return self._store.do(self._ended_with(job, document, status))

    def _ended_with(self, job: Job, document: JsonObject, status: str = "") -> Steps[JobView]:
        stands = yield from self._store.jobs.end(job.id, encode(document), status)
        return JobView(job.id, stands, job.owner, task=job.task)


def task_fields(job: Job) -> JsonObject:
    """Fields from the task, in every status: a seed, and how its text was read."""
    seed = {"seed": job.raw["seed"]} if "seed" in job.raw else {}
    return seed if job.reading is None else seed | {"reading": job.reading}


def job_header(job: Job, search: Search, ended: float | None = None) -> JobHeader:
    """The fields that the document of a job has in every status."""
    return JobHeader(job.id, job.task, job.kind, job.want, job.limits, job.created, search.started, ended)
