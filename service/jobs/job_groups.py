"""Groups of jobs that are requested together: batches and surveys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from fewest.schemas.errors import InvalidRequest
from fewest.schemas.fields import MAX_ERRORS
from fewest.schemas.job import Request
from fewest.schemas.summary import JobSummary
from fewest.service.documents import Document
from fewest.service.http.problems import PROBLEMS, Problem
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import Intake, JobOrRefusal, new_id
from fewest.service.jobs.requests import Caller
from fewest.service.jobs.service import JobService
from fewest.service.jobs.waiting import JobFollower
from fewest.service.translations import said
from fewest.solver.errors import Message
from fewest.store.groups import Groups

STEP = 20
"""Puzzles accepted in one step."""

SETTLING_SECONDS = 1.0
"""How long one request settles jobs; the next one goes on."""

MAX_GROUP_ERRORS = 1000
"""Errors of one group. Once a step reaches this number, the remaining puzzles are refused unread."""

TOO_MANY_ERRORS = Message(
    "The puzzles before it have {most} errors or more; correct those first.", most=MAX_GROUP_ERRORS
)


class JobGroups:
    """Submits, finds and cancels groups of jobs.

    Parameters
    ----------
    kind
        What they are: groups of another kind are not found.
    clock
        The monotonic clock.
    """

    def __init__(
        self,
        kind: str,
        admission: Admission,
        intake: Intake[Request],
        jobs: JobService,
        follower: JobFollower,
        groups: Groups,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kind = kind
        self._admission = admission
        self._intake = intake
        self._jobs = jobs
        self._follower = follower
        self._groups = groups
        self._clock = clock

    def submit(
        self, requests: Sequence[object], caller: Caller, content: Document, *, webhook: bool
    ) -> tuple[str, Document]:
        """Submit many requests for jobs, and store the group: under the id of the caller, if it has chosen one.

        Parameters
        ----------
        requests
            Parsed JSON, or loaded.
        content
            What is stored of the group beside its items. If it has items, those of the jobs are added to them.
        webhook
            Whether every request has a webhook.

        Raises
        ------
        Problem
            If nothing can be submitted now; what is wrong with one request becomes part of its item.
        """
        self._admission.check_store()
        if webhook:
            self._intake.check_webhook(caller.owner, len(requests))
        group_id = caller.job_id or new_id()
        caller = replace(caller, job_id="")  # the id is that of the group; each of its jobs has a new one
        items: list[Document] = []
        errors = 0
        for step in range(0, len(requests), STEP):
            some = requests[step : step + STEP]
            if errors >= MAX_GROUP_ERRORS:
                items += [{"status": "refused", "detail": said(TOO_MANY_ERRORS, caller.language)}] * len(some)
                continue
            outcomes = self._intake.accept_all(some, caller)
            items += (_item(outcome, caller.language) for outcome in outcomes)
            errors = sum(len(item.get("errors", ())) for item in items)
        described = content.get("items") or [{}] * len(items)
        items = [more | item for more, item in zip(described, items, strict=True)]
        group = {"kind": self._kind, "owner": caller.owner, "created": time.time(), **content, "items": items}
        self._groups.store(group_id, group)
        return group_id, group

    def load(self, group_id: str, owner: str) -> Document | None:
        """A group; None if the client has none of this kind under this id."""
        return self._groups.load(group_id, self._kind, owner)

    def summaries(self, group: Document) -> list[JobSummary]:
        """The states of its items, in their order: those of their jobs, and of those without a job."""
        return summaries_of(self._groups, group)

    def settled(self, group: Document) -> list[JobSummary]:
        """The states of its items, like :meth:`summaries`, after settling jobs that have ended, so far as time allows.

        Settling stores the solution of a job (:meth:`fewest.service.jobs.views.JobReader.settle`).
        """
        summaries = self.summaries(group)
        items = zip(group["items"], summaries, strict=True)
        ended = [item["job_id"] for item, summary in items if summary.awaits_settling]
        until = self._clock() + SETTLING_SECONDS
        for job_id in ended:
            if self._clock() > until:
                break
            self._jobs.get(job_id)
        return self.summaries(group) if ended else summaries

    def wait(self, group_id: str, owner: str, seconds: float) -> bool:
        """Wait for the jobs of a group one after the other, until all have ended, but at most for so many seconds.

        Returns
        -------
        bool
            Whether it has waited: False if there is no such group, or no room for a request that waits.
        """
        group = self.load(group_id, owner)
        if group is None:
            return False
        deadline = Deadline(self._clock() + seconds, self._clock)
        return self._follower.wait_for_all(self._open_ids(group), deadline)

    def _open_ids(self, group: Document) -> list[str]:
        """Those of its jobs that have not ended."""
        items = zip(group["items"], self.summaries(group), strict=True)
        return [item["job_id"] for item, summary in items if summary.open]

    def cancel(self, group_id: str, owner: str) -> Document | None:
        """Cancel every job of a group that has not ended; returns the group, None if the client has no such group."""
        group = self.load(group_id, owner)
        if group is None:
            return None
        still_open = self._open_ids(group)
        for job_id in still_open:
            self._jobs.cancel(job_id)
        if still_open:
            group["cancelled"] = True
            self._groups.store(group_id, group)
        return group


def job_ids(group: Document) -> list[str]:
    """The jobs of a group, in the order of its items."""
    return [item["job_id"] for item in group["items"] if "job_id" in item]


def summaries_of(groups: Groups, group: Document) -> list[JobSummary]:
    """The states of the items of a group, in their order."""
    begun = iter(groups.summaries(job_ids(group)))
    return [next(begun) if "job_id" in item else JobSummary(item.get("status", "queued")) for item in group["items"]]


def _item(outcome: JobOrRefusal, language: str) -> Document:
    """What is stored of one puzzle: its job, or its error in a language."""
    if isinstance(outcome, InvalidRequest):
        listed = outcome.errors[:MAX_ERRORS]
        errors = [
            {"pointer": error.pointer.removeprefix("/puzzle"), "detail": said(error.detail, language)}
            for error in listed
        ]
        return {"status": "invalid", "errors": errors}
    if isinstance(outcome, Problem):
        texts = PROBLEMS[outcome.code][1], outcome.detail
        return {"status": "refused", "detail": " ".join(said(text, language) for text in texts)}
    return {"job_id": outcome.job_id}
