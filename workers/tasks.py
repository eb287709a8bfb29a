"""The task behind a search: load, solve, dump."""

from __future__ import annotations

import logging
import os
import resource
import time
from functools import cache
from pathlib import Path
from typing import Any

from boards import catalogue
from schemas.puzzle import load_puzzle
from schemas.result import dump_result
from schemas.settings import Settings, load_settings
from solver.model import Limits, Progress, Result, Status, Want
from solver.solve import solve
from store import Store, connect
from store.searches import Search

REPORT_SECONDS = 0.2
SPARE_BYTES = 2_000_000_000
"""Beside what a search keeps: libraries, tables mapped from disk, threads' stacks, buffers of linear programs."""

STATM = Path("/proc/self/statm")

log = logging.getLogger("fewest.worker")


class Ended(Exception):
    """The search is to end: cancelled, or another run has taken over."""


def run(search_id: str) -> None:
    """Run a search. Called by RQ in a process of its own."""
    settings = load_settings(os.environ)
    run_search(settings, store_of(settings), search_id)


@cache
def store_of(settings: Settings) -> Store:
    """The worker's store; a process forked off opens connections of its own in the same pool."""
    return connect(settings.redis_url, patient=True, job_seconds=settings.job_seconds)


def run_search(settings: Settings, store: Store, search_id: str) -> None:
    """Run a search to its end, unless it has ended or runs already."""
    number = store.searches.start(search_id)
    search = store.searches.load(search_id)
    if not number or search is None:
        return
    if search.cancel:
        store.searches.finish(search_id, number, "cancelled", {})
        return
    named: dict[str, Any] = {"search": search_id, "request_id": search.request_id}
    limits = Limits(**search.limits)
    keep_memory(limits.bytes)
    try:
        result = solve(
            load_puzzle(search.puzzle).puzzle,
            Want(search.want),
            limits,
            tables=tables_folder(settings),
            threads=settings.cores,
            observe=Reporter(store, search, number),
        )
    except Ended:
        store.searches.finish(search_id, number, "cancelled", {})
        log.info("search ended early", extra=named)
        return
    except Exception:
        store.searches.finish(search_id, number, "failed", {"error": "The solver failed; the failure is logged."})
        log.exception("search failed", extra=named)
        raise
    store_result(settings, store, search, number, result)
    spent = {"outcome": result.status.value, "nodes": result.nodes, "seconds": round(result.seconds, 3)}
    log.info("search ended", extra=named | spent)


def rehearse(board: str) -> None:
    """Do what a search does, with nothing at stake: what is touched for the first time is touched now."""
    puzzle = load_puzzle(catalogue()[board]["examples"][0]["puzzle"]).puzzle
    dump_result(puzzle, solve(puzzle, Want.ONE, Limits()))


def store_result(settings: Settings, store: Store, search: Search, number: int, result: Result) -> None:
    """Keep a result: the answer first, so that it is there when the search is seen to have ended."""
    written = dump_result(load_puzzle(search.puzzle).puzzle, result)
    if result.status is Status.STOPPED:
        written["lower_bound"] = max(written["lower_bound"], search.progress.get("lower_bound", 0))
    if result.solution is not None or result.proof is not None:
        listing = result.listing
        packed = listing.dumps() if listing is not None and listing.size <= settings.listing_bytes else None
        if written["status"] != "stopped":
            store.results.keep(search.key, search.want, written, search.exact_digest, packed)
    store.searches.finish(search.id, number, written["status"], written)


class Reporter:
    """Writes progress down and reads the cancel mark, a few times a second.

    A search that was lost and begun again goes on from the numbers its clients have seen.
    """

    def __init__(self, store: Store, search: Search, number: int) -> None:
        self._store, self._search, self._number = store, search, number
        self._before: dict[str, Any] = search.progress
        self._parent = os.getppid()
        self._next = time.monotonic() + REPORT_SECONDS

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Report, if it is time to.

        Raises
        ------
        Ended
            If the search is to end.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_SECONDS
        if os.getppid() != self._parent:
            os._exit(1)  # the worker is gone, and with it the right to say how this search ends
        written: dict[str, Any] = {
            "lower_bound": max(progress.lower_bound, self._before.get("lower_bound", 0)),
            "nodes": progress.nodes + self._before.get("nodes", 0),
            "seconds": round(seconds + self._before.get("seconds", 0.0), 3),
        }
        if progress.best is not None:
            written["length"] = min(len(progress.best), self._before.get("length", len(progress.best)))
        if not self._store.searches.report(self._search.id, self._number, written):
            raise Ended


def tables_folder(settings: Settings) -> Path:
    """Where large tables are kept between searches."""
    return settings.data / "tables"


def keep_memory(most_bytes: int) -> None:
    """Bound this process's memory: what it has now, the search's budget, and some to spare.

    Passing it raises MemoryError, which ends the search as stopped.
    """
    if not STATM.exists():
        return  # not Linux: the search's own account of its bytes is all there is
    pages = int(STATM.read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + most_bytes + SPARE_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
