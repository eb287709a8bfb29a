"""Jobs: submit, get, list, cancel."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.documents.jobs import job_document, job_item, job_list_document
from fewest.schemas.lanes import Lane
from fewest.service.jobs.intake import Intake, job_lost
from fewest.service.jobs.own_ids import claim
from fewest.service.jobs.requests import Caller
from fewest.service.jobs.views import JobReader, JobView, job_header, task_fields
from fewest.store import Store
from fewest.store.jobs import Job

LIST_STEP = 100
"""Jobs of a list that are read in one step."""


class JobService:
    """Submits, reads, lists and cancels the jobs of one kind of task.

    Attributes
    ----------
    schema
        The JSON form of the task.

    Parameters
    ----------
    intake
        Accepts the requests for one kind of task.
    """

    def __init__(self, store: Store, reader: JobReader, intake: Intake[Any]) -> None:
        self._store = store
        self._reader = reader
        self._intake = intake
        self.schema = intake.schema

    def submit(self, body: bytes, caller: Caller) -> JobView:
        """:meth:`accept` a request, and read its job."""
        return self.read(self.accept(body, caller))

    def accept(self, body: bytes, caller: Caller) -> JobView:
        """Answer a request from the store, join an equal running search, or queue a search.

        Parameters
        ----------
        body
            As it was sent.

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
        return self._intake.accept(self._intake.load_body(body, caller), caller)

    def read(self, view: JobView) -> JobView:
        """The view of a job with its document; that of an accepted job has none."""
        if view.document:
            return view
        found = self.get(view.job_id)
        if found is None:
            raise job_lost()
        return found

    def put(self, body: bytes, caller: Caller) -> tuple[JobView, bool]:
        """Submit a request under an id chosen by its client; repeating it returns the same job.

        Returns
        -------
        view, created
            The job, and whether it is new.

        Raises
        ------
        Problem
            If the id is taken.
        """
        request, digest = self._intake.load_own(body, caller)  # a request with errors takes no id
        claim(self._store.ids, caller.job_id, digest)
        view = self.get(caller.job_id)
        return (self.read(self._intake.accept(request, caller)), True) if view is None else (view, False)

    def get(self, job_id: str) -> JobView | None:
        """The current state of a job; None if it is unknown or belongs to another task."""
        view = self._reader.get(job_id)
        return view if view is None or view.task == self.schema.name else None

    def rows(self, view: JobView, rows: Callable[[JsonObject], list[JsonObject]]) -> list[JsonObject] | None:
        """The table of an ended job; None if its document is damaged: then the job is dropped."""
        return self._reader.parse(view, rows)

    def list_jobs(self, owner: str, status: str, cursor: str, limit: int) -> JsonObject:
        """The newest jobs of an API key, newest first.

        Parameters
        ----------
        status
            Only jobs with this status; empty for all.
        cursor
            End of the previous page; empty for the first.
        """
        found: list[JsonObject] = []
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

    def cancel(self, job_id: str) -> JobView | None:
        """End a job for its client; its search ends too, unless other jobs share it."""
        job = self._store.jobs.load(job_id)
        search = self._store.searches.load(job.search_id) if isinstance(job, Job) else None
        if not isinstance(job, Job) or search is None or not search.open:
            return self.get(job_id)
        header = job_header(job, search, time.time())
        details = task_fields(job) | {"progress": search.progress or None}
        view = self._reader.end(job, job_document(header, "cancelled", details), "cancelled")
        if self._store.searches.remove_job(search.id, job_id) and search.status == "queued":
            self._store.queue.withdraw(search.id, search.run, Lane(search.lane))
            self._store.runs.finish(search.id, None, "cancelled", {})
        return view
