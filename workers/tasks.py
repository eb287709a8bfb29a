"""The task of a worker: load a search, solve it, store the result."""

from __future__ import annotations

import logging
import os
import resource
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from boards import catalogue
from schemas import JsonObject
from schemas.puzzle import load_puzzle
from schemas.result import dump_result
from schemas.settings import Settings, load_settings
from solver.model import Limits, Progress, Result, Status, Want
from solver.solve import solve
from store import Store, connect
from store.answers import keep_dual
from store.queue import Lane
from store.recovery import requeue
from store.searches import Search
from store.units import UNIT_BYTES, is_unit
from workers.memory import machine_bytes
from workers.units import RunLost, StoredHelpers, run_unit

REPORT_SECONDS = 0.2

LOOK_SECONDS = 1.0
"""Time between two looks of a search that is no longer quick at whether others wait."""

SPARE_BYTES = 2_000_000_000
"""Memory beyond a search's own limit: libraries, mapped tables, stacks of threads, buffers of linear programs."""

STATM = Path("/proc/self/statm")
OOM_SCORE = Path("/proc/self/oom_score_adj")
OOM_SCORE_OF_SEARCH = "800"
"""If the machine's memory runs out nevertheless, Linux kills the process with the highest score: 1000 at most."""

log = logging.getLogger("fewest.worker")


class RunHandedOver(Exception):
    """The run must end: its search goes over to the long lane, where it begins again."""


class RunCancelled(Exception):
    """The run must end: its search was cancelled, or another run has replaced it."""


def run(search_id: str, last_run: int | None = None) -> bool:
    """Run a search, or a unit of one. RQ calls this in the process of a worker's searches.

    Returns
    -------
    bool
        Whether the process may run another search: this one has come to its end, or has not begun.
    """
    settings = settings_of_process()
    if is_unit(search_id):
        limit_memory(UNIT_BYTES)
        return run_unit(settings, store_of(settings), search_id, last_run or 0)
    return run_search(settings, store_of(settings), search_id, last_run)


@cache
def settings_of_process() -> Settings:
    """The settings, from the environment."""
    return load_settings(os.environ)


@cache
def store_of(settings: Settings) -> Store:
    """The worker's store; a forked process opens its own connections in the same pool."""
    return connect(
        settings.redis_url, patient=True, job_seconds=settings.job_seconds, memory_bytes=settings.memory_bytes
    )


def run_search(settings: Settings, store: Store, search_id: str, last_run: int | None = None) -> bool:
    """Run a search to its end, unless it has ended, is already running, or was queued again after ``last_run``.

    Returns
    -------
    bool
        Whether the process may run another search.
    """
    search = store.searches.begin(search_id, last_run)
    if search is None:
        return True
    number = search.run
    if search.cancel:
        store.searches.finish(search_id, number, "cancelled", {})
        return True
    log_fields: JsonObject = {"search": search_id, "request_id": search.request_id}
    begun = {"kind": search.puzzle["kind"], "want": search.want, "queue_seconds": round(search.queue_seconds, 3)}
    log.info("search started", extra=log_fields | begun)
    asked = Limits(**search.limits)
    limits = replace(asked, bytes=min(asked.bytes, machine_bytes(settings.machine_bytes)))
    limit_memory(limits.bytes)
    helpers = StoredHelpers(store, search, number, settings.share_seconds)
    try:
        result = solve(
            load_puzzle(search.puzzle).puzzle,
            Want(search.want),
            limits,
            tables=settings.tables,
            threads=settings.cores,
            observe=Reporter(store, search, number, settings.quick_seconds),
            helpers=helpers,
        )
    except RunCancelled:
        store.searches.finish(search_id, number, "cancelled", {})
        log.info("search ended", extra=log_fields | {"outcome": "cancelled"})
        return False
    except RunHandedOver:
        requeue(store, search_id, number, died=False, lane=Lane.LONG)
        return False
    except RunLost:
        requeue(store, search_id, number, died=False)
        return False
    except Exception:
        store.searches.finish(
            search_id, number, "failed", {"error": "The solver failed. The error is in the worker's log."}
        )
        log.exception("search failed", extra=log_fields)
        raise
    if result.limit == "bytes" and limits.bytes < asked.bytes:
        error = (
            f"It needs more memory than this machine has for searches, {limits.bytes} bytes; "
            f"its own limit was {asked.bytes} bytes."
        )
        store.searches.finish(search_id, number, "failed", {"error": error})
        log.warning("search failed: %s", error, extra=log_fields)
        return False
    store_result(settings, store, search, number, result)
    outcome = {"outcome": result.status.value, "nodes": result.nodes, "seconds": round(result.seconds, 3)}
    outcome["units"] = helpers.units
    log.info("search ended", extra=log_fields | outcome)
    return result.limit != "bytes"


def warm_up(board: str) -> None:
    """Solve a small example: memory that a fresh process touches for the first time costs time only once."""
    puzzle = load_puzzle(catalogue()[board]["examples"][0]["puzzle"]).puzzle
    dump_result(puzzle, solve(puzzle, Want.ONE, Limits()))


def store_result(settings: Settings, store: Store, search: Search, number: int, result: Result) -> None:
    """Store a result: the answer first, so that it can be read as soon as the search has ended."""
    puzzle = load_puzzle(search.puzzle).puzzle
    written = dump_result(puzzle, result)
    if result.status is Status.STOPPED:
        written["lower_bound"] = max(written["lower_bound"], search.progress.get("lower_bound", 0))
    if result.solution is not None or result.proof is not None:
        listing = result.listing
        packed = listing.dumps() if listing is not None and listing.size <= settings.listing_bytes else None
        if written["status"] != "stopped":
            store.results.keep(search.key, search.want, written, search.exact_digest, packed)
    store.searches.finish(search.id, number, written["status"], written)
    keep_dual(store.results, puzzle, result)


class Reporter:
    """Records progress, and learns whether the run must end, a few times a second.

    A search that was lost and started again continues from the figures its clients have seen.
    """

    def __init__(self, store: Store, search: Search, number: int, quick_seconds: float) -> None:
        self._store, self._search, self._number = store, search, number
        self._quick_until = time.monotonic() + quick_seconds if search.lane == Lane.QUICK else float("inf")
        self._before: JsonObject = search.progress
        self._parent = os.getppid()
        self._next = time.monotonic() + REPORT_SECONDS

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Record progress, if the last record is old enough.

        Raises
        ------
        RunCancelled, RunHandedOver
            If the run must end.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_SECONDS
        if os.getppid() != self._parent:
            os._exit(1)  # the worker has died: the search will be queued again
        written: JsonObject = {
            "lower_bound": max(progress.lower_bound, self._before.get("lower_bound", 0)),
            "nodes": progress.nodes + self._before.get("nodes", 0),
            "seconds": round(seconds + self._before.get("seconds", 0.0), 3),
        }
        if progress.best is not None:
            written["length"] = min(len(progress.best), self._before.get("length", len(progress.best)))
        if not self._store.searches.report(self._search.id, self._number, written):
            raise RunCancelled
        if now >= self._quick_until:
            self._quick_until = now + LOOK_SECONDS
            if self._store.queue.depth(Lane.QUICK) and self._store.queue.workers(Lane.LONG):
                raise RunHandedOver


def limit_memory(most_bytes: int) -> None:
    """Limit this process's memory to its present size, the search's limit, and some to spare.

    Exceeding it raises MemoryError, which stops the search. Where the machine's memory runs out before, the search is
    killed, not the server.
    """
    with suppress(OSError):
        OOM_SCORE.write_text(OOM_SCORE_OF_SEARCH, encoding="ascii")
    if not STATM.exists():
        return  # not Linux: only the search's own count of bytes limits it
    pages = int(STATM.read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + most_bytes + SPARE_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
