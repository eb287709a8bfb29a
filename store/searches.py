"""Searches: the work behind jobs. Equal requests share one.

A search is queued, then running, then ended (solved, unsolvable, stopped, failed, cancelled). Every run of it
has a number. Reports from an abandoned run are ignored: its number is not the current one (a fencing token, see
M. Kleppmann: How to do distributed locking, 2016).
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

from fewest.schemas import JsonObject
from fewest.store import keys
from fewest.store.damage import shaped
from fewest.store.memory import Memory
from fewest.store.queue import Lane
from fewest.store.results import strength_for
from fewest.store.statistics import OUTCOMES

STATUSES = frozenset(("queued", "running", *OUTCOMES))

ROOM_BYTES = 8000
"""Counted for an open search in addition to its size: room for progress, events, its place in the queue, its result."""


@dataclass(frozen=True, slots=True)
class Search:
    """The state of one search.

    Attributes
    ----------
    task
        What kind of task it is (:data:`fewest.schemas.tasks.TASKS`).
    work
        What it is about: the canonical puzzle as JSON, or the task as it is stored.
    want
        Which answers are wanted to a puzzle; empty for other tasks.
    exact_digest
        Digest of the puzzle as the first client numbers it.
    client
        Whose turn it takes in the queue: a digest of the first client.
    progress
        ``lower_bound``, ``nodes``, ``seconds``, and ``length`` of the best solution so far; empty at first.
    findings
        What its runs have proven and found, for the next one (:mod:`fewest.schemas.findings`); empty at first.
    left
        What its runs have left of an iteration (:func:`fewest.store.units.kept_of`); empty at first.
    heartbeat
        When its worker last reported. Like all times here, it is in seconds since the epoch by the clock of the server.
    run
        Number of the current run; starting and requeueing both raise it.
    lane
        Where it is queued or runs.
    deaths
        How many of its runs ended because their process or its host died.
    waits_for
        What it waits for although a worker has taken it (:class:`fewest.schemas.statuses.WaitsFor`); empty for nothing.
    short_since
        Since when there has been no memory for it; None if it has not been refused any.
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


class Claim(NamedTuple):
    """What a worker needs to know of a search before its run: what it may spend, what it is about, and for whom.

    Attributes
    ----------
    bytes, seconds
        Its limits.
    task, work, client
        As of :class:`Search`.
    short_seconds
        For how long there has been no memory for it.
    """

    bytes: int
    seconds: float
    task: str
    work: JsonObject
    client: str
    short_seconds: float


class RunState(IntEnum):
    """How the run stands that a worker watches.

    Attributes
    ----------
    OVER
        It is to end, or has ended: the search was cancelled, has its result, or was queued again.
    CLAIMED
        It has not begun.
    RUNNING
        It has.
    """

    OVER, CLAIMED, RUNNING = range(3)


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
    ) -> tuple[str, bool]:
        """Add a job to the open search for equal requests, or create a search for it.

        Parameters
        ----------
        webhook
            Where to report what becomes of the job (:func:`fewest.store.webhooks.registration`).

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
        raw = self._redis.run_script(
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
        return search is not None and search.open and not search.cancel

    def remove_job(self, search_id: str, job_id: str) -> bool:
        """Remove a job from a search. Returns True if it was the last one: then the search is marked as cancelled."""
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

    def settle(self, search_id: str, job_id: str) -> None:
        """Remove a job that has its final document from an ended search, which is deleted with its last job."""
        self._redis.run_script(
            "settle_search", search=keys.search(search_id), search_jobs=keys.search_jobs(search_id), job=job_id
        )

    def load(self, search_id: str) -> Search | None:
        """The state of a search; None if there is no such search."""
        raw: dict[bytes, bytes] = self._redis.hgetall(keys.search(search_id))
        return self._parse(search_id, raw) if raw else None

    def discard(self, search_id: str, reason: object) -> None:
        """Drop a search whose record turns out to be damaged."""
        self._redis.drop(keys.search(search_id), reason)

    def _parse(self, search_id: str, raw: dict[bytes, bytes]) -> Search | None:
        search: Search | None = self._redis.parse(keys.search(search_id), raw, partial(_search, search_id))
        return search

    def begin(self, search_id: str, last_run: int | None = None) -> Search | None:
        """Start a run of a queued search.

        Parameters
        ----------
        last_run
            Number of the last run when the search was queued. If it was queued again since, this run is abandoned.

        Returns
        -------
        Search or None
            The search, whose run this is; None if it must not start.
        """
        run, fields = self._redis.run_script(
            "start_run",
            search=keys.search(search_id),
            search_jobs=keys.search_jobs(search_id),
            last_run=_number_of(last_run),
        )
        return self._parse(search_id, dict(zip(fields[::2], fields[1::2], strict=True))) if run else None

    def start(self, search_id: str, last_run: int | None = None) -> int:
        """:meth:`begin` a run; returns its number, or 0 if it must not start."""
        search = self.begin(search_id, last_run)
        return 0 if search is None else search.run

    def claim(self, search_id: str, last_run: int) -> Claim | None:
        """Record that a worker has taken a search off the queue: it is not lost, though it has not started.

        Returns
        -------
        Claim or None
            What it needs; None if it need not run, as for :meth:`keep_claimed`.
        """
        raw = self._redis.run_script("claim_search", search=keys.search(search_id), last_run=last_run, waits_for="")
        claim: Claim | None = self._redis.parse(keys.search(search_id), raw, _claim) if raw else None
        return claim

    def watch(self, search_id: str, last_run: int) -> RunState:
        """Record that a worker watches the run of a search: it is not lost, whether or not it reports anything."""
        return RunState(self._redis.run_script("watch_run", search=keys.search(search_id), last_run=last_run))

    def keep_claimed(self, search_id: str, last_run: int, waits_for: str = "") -> bool:
        """Record that a worker has taken a search off the queue and waits until it can run.

        Returns
        -------
        bool
            False if it need not wait any longer: the search was cancelled, has ended, or was queued again.
        """
        name = keys.search(search_id)
        return bool(self._redis.run_script("claim_search", search=name, last_run=last_run, waits_for=waits_for))

    def report(self, search_id: str, run: int, progress: JsonObject, findings: JsonObject | None = None) -> bool:
        """Record the progress of a run, and its findings if they are new.

        Returns
        -------
        bool
            False if it must end: it was cancelled, or replaced by another run.
        """
        return bool(
            self._redis.run_script(
                "record_progress",
                search=keys.search(search_id),
                events=keys.events(search_id),
                run=run,
                progress=json.dumps(progress),
                findings=json.dumps(findings) if findings else "",
            )
        )

    def finish(self, search_id: str, run: int | None, status: str, result: JsonObject) -> bool:
        """End a search. Returns False if it had ended before, or if another run has replaced this one."""
        statistics = result.get("statistics", {})
        return bool(
            self._redis.run_script(
                "finish_search",
                search=keys.search(search_id),
                events=keys.events(search_id),
                open=keys.OPEN,
                totals=keys.TOTALS,
                search_jobs=keys.search_jobs(search_id),
                run=_number_of(run),
                status=status,
                result=json.dumps(result),
                seconds=self._seconds,
                id=search_id,
                solver_seconds=statistics.get("seconds", 0),
                solver_nodes=statistics.get("nodes", 0),
            )
        )

    def requeue(
        self, search_id: str, run: int | None = None, *, died: bool = True, lane: str = "", short: bool = False
    ) -> int:
        """Mark a search as queued whose run has ended without a result; its reports are ignored from now on.

        Parameters
        ----------
        run
            The number of this run; None for the current one.
        died
            Whether its process died, and was not ended by its worker.
        lane
            Where it goes; by default it stays where it is.
        short
            Whether there was no memory for it.

        Returns
        -------
        int
            The number to queue it with; the next run has the number after it. 0 if another run has replaced this one.
        """
        return int(
            self._redis.run_script(
                "requeue_search",
                search=keys.search(search_id),
                run=_number_of(run),
                died=int(died),
                lane=lane and json.dumps(lane),
                short=int(short),
            )
        )

    def open_ids(self) -> list[str]:
        """The ids of all searches that are queued or running."""
        return [keys.decoded(member) for member in self._redis.smembers(keys.OPEN)]

    def remove_expired(self, search_id: str) -> None:
        """Remove a search whose record has expired from the open ones."""
        self._redis.run_script("remove_expired_search", search=keys.search(search_id), open=keys.OPEN, id=search_id)


def _number_of(run: int | None) -> int | str:
    """The number of a run as scripts take it; None stands for any."""
    return "" if run is None else run


def _search(search_id: str, raw: dict[bytes, bytes]) -> Search:
    fields = {name.decode(): value for name, value in raw.items()}
    status = fields.pop("status").decode()
    request = json.loads(fields.pop("request"))
    if status not in STATUSES:
        raise ValueError(f"its status is {status!r}")
    del fields["request_key"]
    values = {name: json.loads(value) for name, value in fields.items()}
    return shaped(Search, request | values | {"id": search_id, "status": status})


def _claim(raw: tuple[bytes, bytes]) -> Claim:
    request = json.loads(raw[0])
    limits = request["limits"]
    what = request["task"], request["work"], request["client"]
    return Claim(int(limits["bytes"]), float(limits["seconds"]), *what, float(raw[1]))
