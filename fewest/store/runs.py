"""Runs of searches: begun, watched, reported, ended, or put back into the queue."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, NamedTuple

from rq.job import Job as RqJob

from fewest.notation import JsonObject
from fewest.schemas.lanes import Lane
from fewest.store import keys
from fewest.store.memory import Memory
from fewest.store.queue import keys_of
from fewest.store.searches import Search, Searches, limits_left
from fewest.store.steps import Steps, call, together


class Claim(NamedTuple):
    """What a worker must know of a search before its run: its limits, its task and its client.

    Attributes
    ----------
    bytes, seconds
        What earlier runs have left of its limits.
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
    """The state of a run that a worker watches.

    Attributes
    ----------
    OVER
        It has ended or must end: the search was cancelled, has its result, or was queued again.
    CLAIMED
        It has not begun.
    RUNNING
        It has.
    """

    OVER, CLAIMED, RUNNING = range(3)


class Runs:
    """The runs of searches in Redis. Each has a number, which is a fencing token (:mod:`fewest.store.searches`)."""

    def __init__(self, redis: Any, searches: Searches, memory: Memory, seconds: int) -> None:
        self._redis = redis
        self._searches = searches
        self._memory = memory
        self._seconds = seconds

    def begin(self, search_id: str, last_run: int | None = None) -> Search | None:
        """Start a run of a queued search.

        Parameters
        ----------
        last_run
            Number of the last run when the search was queued. If it was queued again since, this run is abandoned.

        Returns
        -------
        Search or None
            The search with this run begun; None if it must not start.
        """
        name = keys.search(search_id)
        return self._begun(search_id, self._redis.run_script("start_run", search=name, last_run=_number_of(last_run)))

    def begin_following(self, job: str, ended: Search) -> Steps[Search | None]:
        """Begin the next search of the quick lane in the process of one that has ended.

        Parameters
        ----------
        job
            RQ's id of the job that the process performs. Its worker learns the search by :meth:`Queue.current`.
        ended
            The search that has ended. Only the first run of one of the same task, with the same limits, is begun.

        Returns
        -------
        Search or None
            The search with this run begun; None if the next one is another, or there is none.
        """
        alike = {"task": ended.task, "written": json.dumps(ended.limits)}
        found = yield from call("begin_following", **keys_of(Lane.QUICK), job=RqJob.key_for(job), **alike)
        return self._begun(keys.decoded(found[0]), found[1]) if found else None

    def _begun(self, search_id: str, fields: Sequence[bytes] | None) -> Search | None:
        """A search whose run has begun, from its fields as a script returns them."""
        raw = dict(zip(fields[::2], fields[1::2], strict=True)) if fields else {}
        known = raw.pop(b"known_findings", None)
        search = self._searches.parse(search_id, raw) if raw else None
        if search is None or known is None:
            return search
        findings = self._redis.parse(keys.answer(search.key), known, lambda text: dict(json.loads(text)))
        return replace(search, known_findings=findings or {})

    def claim(self, search_id: str, last_run: int) -> Claim | None:
        """Record that a worker has taken a search off the queue: it is not lost, though it has not started.

        Returns
        -------
        Claim or None
            What the run needs to know; None if it need not run, as for :meth:`keep_claimed`.
        """
        raw = self._redis.run_script("claim_search", search=keys.search(search_id), last_run=last_run, waits_for="")
        claim: Claim | None = self._redis.parse(keys.search(search_id), raw, _claim) if raw else None
        return claim

    def watch(self, search_id: str, last_run: int) -> RunState:
        """Record that a worker watches the run of a search, so it is not lost even if it reports nothing."""
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
                # They may be large, and progress is reported several times a second.
                findings=json.dumps(findings) if findings else "",
            )
        )

    def change_lane(self, search_id: str, run: int, lane: str) -> None:
        """Record that a run continues in another lane, in which the search is also queued if the run is lost."""
        self._redis.run_script("change_lane", search=keys.search(search_id), run=run, lane=json.dumps(lane))

    def finish(self, search_id: str, run: int | None, status: str, result: JsonObject) -> bool:
        """End a search. If it was stopped or cancelled, its findings are kept for later requests
        (:attr:`Search.known_findings`).

        Returns
        -------
        bool
            False if it had ended before, or if another run has replaced this one.
        """
        return together(self._redis, [self.finishing(search_id, run, status, result)])[0]

    def finishing(self, search_id: str, run: int | None, status: str, result: JsonObject) -> Steps[bool]:
        """The same in steps."""
        statistics = result.get("statistics", {})
        done = yield from call(
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
            # A full store keeps no findings for later requests.
            max_bytes=self._memory.full_at,
        )
        return bool(done)

    def requeue(
        self, search_id: str, run: int | None = None, *, died: bool = True, lane: str = "", short: bool = False
    ) -> int:
        """Mark a search as queued after a run without a result. Later reports of that run are ignored.

        Parameters
        ----------
        run
            The number of this run; None for the current one.
        died
            Whether its process died, rather than being ended by its worker.
        lane
            The lane to queue it in; by default its present lane.
        short
            Whether memory was short.

        Returns
        -------
        int
            The number to queue it with. The next run has the following number. 0 if another run has replaced this one.
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


def _number_of(run: int | None) -> int | str:
    """The run number in the form that scripts take. None means any run."""
    return "" if run is None else run


def _claim(raw: tuple[bytes, bytes, bytes]) -> Claim:
    request, progress = map(json.loads, raw[:2])
    left = limits_left(request["limits"], progress)
    return Claim(left.bytes, left.seconds, request["task"], request["work"], request["client"], float(raw[2]))
