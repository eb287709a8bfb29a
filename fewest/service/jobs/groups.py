"""Groups: the jobs of many puzzles, submitted in one request and summed up in one document."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.fields import MAX_ERRORS
from fewest.schemas.job import Request
from fewest.schemas.summary import JobSummary
from fewest.service.http.problems import PROBLEMS, Problem
from fewest.service.http.responses import missing
from fewest.service.jobs.admission import Admission
from fewest.service.jobs.deadline import Deadline
from fewest.service.jobs.intake import Intake
from fewest.service.jobs.own_ids import claim, digest_of
from fewest.service.jobs.requests import Caller, MakeRequest, new_id
from fewest.service.jobs.service import JobService
from fewest.service.jobs.waiting import JobFollower
from fewest.service.translations import translate
from fewest.solver.errors import Message
from fewest.store import Store

SETTLING_SECONDS = 1.0
"""How long one request settles jobs; the next request continues."""

MAX_GROUP_ERRORS = 1000
"""Errors of one group. Once a step reaches this number, the remaining puzzles are refused unread."""

TOO_MANY_ERRORS = Message(
    "The puzzles before it have {most} errors or more; correct those first.", most=MAX_GROUP_ERRORS
)


@dataclass(frozen=True, slots=True)
class GroupRequest:
    """A valid request for a group.

    Attributes
    ----------
    requests
        One for the job of each item.
    items
        The stored fields of each item besides its job.
    content
        The stored fields of the group besides its items.
    webhook
        Whether every job has a webhook.
    """

    requests: Sequence[MakeRequest[Request]]
    items: list[JsonObject]
    content: JsonObject
    webhook: bool = False


class ServedGroup(Protocol):
    """One kind of group: how its requests are read, what is stored, and how its document is made.

    Attributes
    ----------
    kind, noun
        Its name in the store and in errors; its name in addresses.
    step
        Jobs begun in one step.
    settles
        Whether jobs that have ended are settled when the group is read.
    begins_later
        Whether jobs that cannot be begun now are begun when the group is read. Otherwise every item gets its job or its
        error at once.
    seconds
        If so, how long a request begins jobs and waits for them.
    """

    kind: Message
    noun: str
    step: int = 20
    settles: bool = False
    begins_later: bool = False
    seconds: float = math.inf

    def load(self, body: object, count: Callable[[int], object]) -> GroupRequest:
        """Validate a request. Raises ``InvalidRequest`` with every error found, except errors of single puzzles in a
        batch.

        Parameters
        ----------
        count
            Counts so many puzzles to the rate of the client; a request for which it is not called counts as one.
        """

    def requests(self, _: JsonObject, /) -> Sequence[MakeRequest[Request]]:
        """The requests for the jobs of all items of a stored group that begins jobs later."""
        return ()

    def document(self, group_id: str, group: JsonObject, summaries: Sequence[JobSummary], /) -> JsonObject:
        """A stored group as clients read it, with the state of each item."""


class GroupService:
    """Submits, reads and cancels groups of one kind.

    Parameters
    ----------
    clock
        The monotonic clock.
    """

    def __init__(
        self,
        served: ServedGroup,
        store: Store,
        admission: Admission,
        intake: Intake[Request],
        jobs: JobService,
        follower: JobFollower,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._served = served
        self._store = store
        self._admission = admission
        self._intake = intake
        self._jobs = jobs
        self._follower = follower
        self._clock = clock

    def submit(self, body: bytes, caller: Caller) -> JsonObject:
        """Submit every puzzle of a group, and store the group. Under an id that the caller chose, it is stored at most
        once.

        Raises
        ------
        InvalidRequest
            If the group as a whole has errors.
        Problem
            If nothing can be submitted now, or the id is taken.
        """
        deadline = self._deadline(self._served.seconds)
        chosen, caller = caller.job_id, replace(caller, job_id="")  # each of its jobs has a new id
        bodies = self._admission.bodies

        def load(document: object) -> tuple[GroupRequest, str]:
            loaded = self._served.load(document, lambda number: bodies.count_more(number - 1))
            return loaded, digest_of(caller.owner, self._served.noun, document) if chosen else ""

        request, digest = bodies.read(body, load, caller.of_text)
        if chosen:
            # Ids of all nouns are reserved in one place: storing the group would overwrite what else has its id.
            claim(self._store.ids, chosen, digest)
            if (stored := self._stored(chosen, caller)) is not None:
                return self._document(chosen, stored)
        self._admission.check_store()
        if request.webhook:
            self._intake.check_webhook(caller.owner, len(request.requests))
        group_id = chosen or new_id()
        group = {"kind": self._served.kind, "owner": caller.owner, **request.content, "items": request.items}
        begun = self._begin(group, request.requests, caller, deadline)
        if self._served.begins_later:
            self._follower.wait_for_all(begun, deadline)
        self._store.groups.store(group_id, group)
        return self._document(group_id, group)

    def load(self, group_id: str, caller: Caller) -> JsonObject:
        """A stored group, after starting the jobs that were not started, which counts as a request.

        Raises
        ------
        Problem
            If the client has no such group, or exceeds its rate.
        """
        group = self._stored(group_id, caller)
        if group is None:
            raise missing(self._served.kind, group_id)
        if any(map(_waits, group["items"])):
            self._admission.rates.count_request()
            deadline = self._deadline(self._served.seconds)
            with self._admission.computing.slot():
                requests = self._served.requests(group)
            with suppress(InvalidRequest, Problem):  # a request refused now is submitted later
                self._begin(group, requests, caller, deadline)
            self._store.groups.store(group_id, group)
        return group

    def get(self, group_id: str, caller: Caller) -> JsonObject:
        """The current state of a group. Raises ``Problem`` like :meth:`load`, as do all methods below."""
        return self._document(group_id, self.load(group_id, caller))

    def wait(self, group_id: str, caller: Caller, seconds: float) -> bool:
        """Wait for the jobs of a group one after the other, until all have ended, but at most for so many seconds.

        Returns
        -------
        bool
            Whether it has waited; False if no place for a waiting request was free.
        """
        deadline = self._deadline(seconds)
        return self._follower.wait_for_all(self._open_jobs(self.load(group_id, caller)), deadline)

    def solutions(self, group_id: str, caller: Caller) -> list[str]:
        """The solutions of its solved puzzles."""
        summaries = self._settled(self.load(group_id, caller))
        return [each.solution_id for each in summaries if each.status == "solved" and each.solution_id]

    def cancel(self, group_id: str, caller: Caller) -> JsonObject:
        """Cancel every job of a group that has not ended."""
        group = self.load(group_id, caller)
        still_open = self._open_jobs(group)
        computing = self._admission.computing
        with computing.slot():
            for job_id in still_open:
                computing.give_way()
                self._jobs.cancel(job_id)
        if still_open:
            group["cancelled"] = True
            self._store.groups.store(group_id, group)
        return self._document(group_id, group)

    def _stored(self, group_id: str, caller: Caller) -> JsonObject | None:
        return self._store.groups.load(group_id, self._served.kind, caller.owner)

    def _begin(
        self, group: JsonObject, requests: Sequence[MakeRequest[Request]], caller: Caller, deadline: Deadline
    ) -> list[str]:
        """Submit the requests of items that wait, step by step, until the deadline, but at least one step.

        Returns
        -------
        list of str
            The jobs that have not ended.

        Raises
        ------
        InvalidRequest, Problem
            The error of a request that gets no job, if it may be submitted later; otherwise the error becomes part of
            its item.
        """
        waiting = [pair for pair in zip(group["items"], requests, strict=True) if _waits(pair[0])]
        begun: list[str] = []
        errors = 0
        for first in range(0, len(waiting), self._served.step):
            some = waiting[first : first + self._served.step]
            if errors >= MAX_GROUP_ERRORS:
                for item, _ in some:
                    item |= {"status": "refused", "detail": translate(TOO_MANY_ERRORS, caller.language)}
                continue
            if first and deadline.left <= 0:
                return begun
            outcomes = self._intake.accept_all([request for _, request in some], caller, deadline)
            for index, job in outcomes.jobs.items():
                some[index][0]["job_id"] = job.job_id
                begun += [] if job.ended else [job.job_id]
            for index, refusal in outcomes.refusals.items():
                if self._served.begins_later:
                    raise refusal
                item = some[index][0]
                item |= _refused(refusal, caller.language)
                errors += len(item.get("errors", ()))
        return begun

    def _document(self, group_id: str, group: JsonObject) -> JsonObject:
        summaries = self._settled(group) if self._served.settles else self._summaries(group)
        return self._served.document(group_id, group, summaries)

    def _summaries(self, group: JsonObject) -> list[JobSummary]:
        """The state of each item: that of its job, if it has one."""
        begun = iter(self._store.groups.summaries([item["job_id"] for item in group["items"] if "job_id" in item]))
        return [
            next(begun) if "job_id" in item else JobSummary(item.get("status", "queued")) for item in group["items"]
        ]

    def _settled(self, group: JsonObject) -> list[JobSummary]:
        """The state of each item, after settling the jobs that have ended, so far as time allows.

        Settling stores the solution of a job (:meth:`fewest.service.jobs.views.JobReader.settle`).
        """
        summaries = self._summaries(group)
        ended = [item["job_id"] for item, each in zip(group["items"], summaries, strict=True) if each.awaits_settling]
        deadline = self._deadline(SETTLING_SECONDS)
        for job_id in ended:
            if deadline.left < 0:
                break
            self._jobs.get(job_id)
        return self._summaries(group) if ended else summaries

    def _open_jobs(self, group: JsonObject) -> list[str]:
        """Those of its jobs that have not ended."""
        items = zip(group["items"], self._summaries(group), strict=True)
        return [item["job_id"] for item, summary in items if summary.open and "job_id" in item]

    def _deadline(self, seconds: float) -> Deadline:
        return Deadline(self._clock() + seconds, self._clock)


def _waits(item: JsonObject) -> bool:
    """Whether an item has neither a job nor the reason why it has none."""
    return "job_id" not in item and "status" not in item


def _refused(refusal: InvalidRequest | Problem, language: str) -> JsonObject:
    """The stored reason, in a language, why a puzzle has no job."""
    if isinstance(refusal, InvalidRequest):
        listed = refusal.errors[:MAX_ERRORS]
        errors = [
            {"pointer": error.pointer.removeprefix("/puzzle"), "detail": translate(error.detail, language)}
            for error in listed
        ]
        return {"status": "invalid", "errors": errors}
    texts = PROBLEMS[refusal.code][1], refusal.detail
    return {"status": "refused", "detail": " ".join(translate(text, language) for text in texts)}
