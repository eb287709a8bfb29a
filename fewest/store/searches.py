"""Searches: the work behind jobs. Equal requests share one.

A search is queued, then running, then ended (solved, unsolvable, stopped, failed, cancelled). Every run of it
has a number. Reports from an abandoned run are ignored: its number is not the current one (a fencing token, see
M. Kleppmann: How to do distributed locking, 2016).
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from fewest.notation import JsonObject
from fewest.schemas.lanes import Lane
from fewest.solver.model import Limits
from fewest.store import keys
from fewest.store.damage import shaped
from fewest.store.memory import Memory
from fewest.store.results import strength_for
from fewest.store.statistics import OUTCOMES
from fewest.store.steps import Steps, call

STATUSES = frozenset(("queued", "running", *OUTCOMES))

ROOM_BYTES = 8000
"""Bytes counted for an open search in addition to its size, for progress, events, its place in the queue and its
result."""


@dataclass(frozen=True, slots=True)
class Search:
    """The state of one search.

    Attributes
    ----------
    task
        What kind of task it is (:data:`fewest.schemas.tasks.TASKS`).
    work
        The canonical puzzle as JSON, or the stored form of the task.
    want
        Which answers to a puzzle are wanted; empty for other tasks.
    exact_digest
        Digest of the puzzle as the first client numbers it.
    client
        Digest of the first client, whose turn it takes in the queue.
    limits
        What all its runs together may spend, as a JSON object.
    progress
        ``lower_bound``, ``nodes``, ``seconds``, and ``length`` of the best solution so far; empty at first. Its nodes
        and seconds are those of all runs.
    findings
        What its runs have proven and found, for the next run (:mod:`fewest.notation.findings`); empty at first.
    known_findings
        The same of earlier searches for the puzzle that ended without an answer; known once a run has begun.
    left
        The unfinished part of an iteration (:func:`fewest.store.units.kept_of`); empty at first.
    heartbeat
        When its worker last reported. Like all times here, in seconds since the epoch by the server's clock.
    run
        Number of the current run; starting and requeueing both raise it.
    lane
        The lane in which it is queued or runs.
    deaths
        How many of its runs ended because their process or its host died.
    waits_for
        What it waits for after a worker has taken it (:class:`fewest.schemas.statuses.WaitsFor`); empty for nothing.
    short_since
        Since when it has waited for memory; None if it has not had to.
    result
        Once ended: the result in canonical numbering, or ``{"error": …}`` if it failed.
    units
        Number of units it has been divided into so far.
    unit
        If it is itself a unit: ``search_id``, ``run`` and ``round`` that it belongs to, and the ``part`` to be done.
    """

    id: str
    status: str
    task: str
    work: JsonObject
    want: str
    limits: JsonObject
    key: str
    exact_digest: str
    request_id: str
    created: float
    started: float | None = None
    ended: float | None = None
    heartbeat: float | None = None
    run: int = 0
    deaths: int = 0
    waits_for: str = ""
    short_since: float | None = None
    client: str = ""
    lane: str = Lane.QUICK
    cancel: bool = False
    progress: JsonObject = field(default_factory=dict)
    findings: JsonObject = field(default_factory=dict)
    known_findings: JsonObject = field(default_factory=dict)
    left: JsonObject = field(default_factory=dict)
    result: JsonObject = field(default_factory=dict)
    units: int = 0
    unit: JsonObject = field(default_factory=dict)

    @property
    def queue_seconds(self) -> float:
        """How long it waited for its first run, in seconds; 0 before that."""
        return 0.0 if self.started is None else max(0.0, self.started - self.created)

    @property
    def open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ("queued", "running")


class Searches:
    """The searches in Redis."""

    def __init__(self, redis: Any, seconds: int, memory: Memory) -> None:
        self._redis = redis
        self._seconds = seconds
        self._memory = memory

    def join_or_create(
        self,
        job_id: str,
        *,
        task: str,
        work: JsonObject,
        want: str,
        limits: JsonObject,
        key: str,
        request_key: str,
        exact_digest: str,
        request_id: str,
        client: str = "",
        webhook: str = "",
    ) -> Steps[tuple[str, bool]]:
        """Add a job to the open search for equal requests, or create a search for it.

        Parameters
        ----------
        webhook
            The webhook that reports the job (:func:`fewest.store.webhooks.registration`).

        Returns
        -------
        search_id, created
            ``created``: the search is new, and the caller must put it into the queue. The id is empty if a search has
            just ended and its answer is stored.

        Raises
        ------
        StoreFull
            If there is no room for new work.
        """
        # Of 16 characters: `SEARCH_ID` in fewest/store/units.py tells it from the id of a unit.
        new = secrets.token_urlsafe(12)
        request = {
            "task": task,
            "work": work,
            "want": want,
            "limits": limits,
            "key": key,
            "exact_digest": exact_digest,
            "request_id": request_id,
            "client": client,
        }
        fields = ["status", "queued", "request_key", request_key, "request", json.dumps(request)]
        raw = yield from call(
            "join_or_create_search",
            request_key=keys.request(request_key),
            search=keys.search(new),
            search_jobs=keys.search_jobs(new),
            open=keys.OPEN,
            created=keys.CREATED,
            answer=keys.answer(key),
            max_bytes=self._memory.full_at,
            id=new,
            seconds=self._seconds,
            job=job_id,
            # An answer may have been stored since the caller looked for one.
            strength=strength_for(want),
            webhook=webhook,
            fields=fields,
        )
        search_id = keys.decoded(raw)
        return search_id, search_id == new

    def under_way(self, request_key: str) -> bool:
        """Whether there is an open search that equal requests join."""
        search_id = self._redis.get(keys.request(request_key))
        search = None if search_id is None else self.load(keys.decoded(search_id))
        return search is not None and search.open

    def remove_job(self, search_id: str, job_id: str) -> bool:
        """Remove a job from a search. With its last job, the search is marked as cancelled, and True is returned."""
        return bool(
            self._redis.run_script(
                "remove_job",
                search=keys.search(search_id),
                search_jobs=keys.search_jobs(search_id),
                events=keys.events(search_id),
                job=job_id,
                id=search_id,
            )
        )

    def settle(self, search_id: str, job_id: str) -> Steps[None]:
        """Remove a job that has its final document from an ended search, which is deleted with its last job."""
        yield from call(
            "settle_search", search=keys.search(search_id), search_jobs=keys.search_jobs(search_id), job=job_id
        )

    def load(self, search_id: str) -> Search | None:
        """The state of a search; None if there is no such search."""
        raw: dict[bytes, bytes] = self._redis.hgetall(keys.search(search_id))
        return self.parse(search_id, raw) if raw else None

    def discard(self, search_id: str, reason: object) -> None:
        """Drop a search whose record is damaged."""
        self._redis.drop(keys.search(search_id), reason)

    def parse(self, search_id: str, raw: dict[bytes, bytes]) -> Search | None:
        """A search from the fields of its record; None if they are damaged: then it is dropped."""
        search: Search | None = self._redis.parse(keys.search(search_id), raw, partial(_search, search_id))
        return search

    def open_ids(self) -> list[str]:
        """The ids of all searches that are queued or running."""
        return [keys.decoded(member) for member in self._redis.smembers(keys.OPEN)]

    def remove_expired(self, search_id: str) -> None:
        """Remove a search whose record has expired from the open ones."""
        self._redis.run_script("remove_expired_search", search=keys.search(search_id), open=keys.OPEN, id=search_id)


def limits_left(limits: JsonObject, progress: JsonObject) -> Limits:
    """What earlier runs, which have reported this progress, have left of the limits of a search.

    With nothing left, the next run ends after its first slice, with what is known by then.
    """
    whole = Limits(**limits)
    seconds = max(0.0, whole.seconds - progress.get("seconds", 0.0))
    return replace(whole, seconds=seconds, nodes=max(0, whole.nodes - progress.get("nodes", 0)))


def _search(search_id: str, raw: dict[bytes, bytes]) -> Search:
    fields = {name.decode(): value for name, value in raw.items()}
    status = fields.pop("status").decode()
    request = json.loads(fields.pop("request"))
    if status not in STATUSES:
        raise ValueError(f"its status is {status!r}")
    del fields["request_key"]
    values = {name: json.loads(value) for name, value in fields.items()}
    return shaped(Search, request | values | {"id": search_id, "status": status})
