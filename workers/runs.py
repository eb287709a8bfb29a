"""The task of a worker: load a search, solve it, store the result."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from fewest.boards import catalogue
from fewest.schemas import JsonObject
from fewest.schemas.findings import dump_findings, load_findings
from fewest.schemas.machine import machine_bytes
from fewest.schemas.puzzle import load_puzzle
from fewest.schemas.result import dump_result
from fewest.schemas.settings import Settings, load_settings
from fewest.schemas.tasks import TASKS
from fewest.solver.address_space import limit_growth
from fewest.solver.model import Findings, Limits, Progress, Puzzle, Result, Status, Want
from fewest.solver.solve import solve
from fewest.solver.verify import verify
from fewest.store import Store, connect
from fewest.store.answers import store_dual
from fewest.store.queue import Lane
from fewest.store.recovery import requeue
from fewest.store.searches import Search
from fewest.store.units import UNIT_BYTES, is_unit
from fewest.workers.designing import design_run
from fewest.workers.horse import conclude
from fewest.workers.reports import EndedRun, Reporter, RunCancelled, RunHandedOver
from fewest.workers.units import RunLost, StoredHelpers, run_unit

SPARE_BYTES = 2_000_000_000
"""Memory beyond a search's own limit: libraries, mapped tables, stacks of threads, buffers of linear programs."""

OOM_SCORE = Path("/proc/self/oom_score_adj")
OOM_SCORE_OF_SEARCH = "800"
"""If the machine's memory runs out nevertheless, Linux kills the process with the highest score: 1000 at most."""

log = logging.getLogger("fewest.worker")


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
    carry_out = design_run if search.want in TASKS else solve_run
    try:
        ended = carry_out(settings, store, search, limits)
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
    conclude()
    if ended.limit == "bytes" and limits.bytes < asked.bytes:
        error = (
            f"It needs more memory than this machine has for searches, {limits.bytes} bytes; "
            f"its own limit was {asked.bytes} bytes."
        )
        store.searches.finish(search_id, number, "failed", {"error": error})
        log.warning("search failed: %s", error, extra=log_fields)
        return False
    ended.store()
    log.info("search ended", extra=log_fields | {"outcome": ended.outcome} | ended.spent)
    return ended.limit != "bytes"


def stop_overdue(store: Store, search_id: str, run: int) -> None:
    """End a search that did not observe its limit of seconds, with what its runs have reported."""
    search = store.searches.load(search_id)
    if search is None:
        return
    written: JsonObject
    if search.want in TASKS:
        written = {"status": "stopped", "limit": "seconds", "statistics": search.progress}
    else:
        puzzle = load_puzzle(search.puzzle).puzzle
        found = load_findings(puzzle, search.findings, 0)
        spent = {name: search.progress.get(name, 0) for name in ("nodes", "seconds")}
        stopped = Result(Status.STOPPED, found.best, False, found.lower_bound, limit="seconds", **spent)
        verify(puzzle, stopped)
        written = dump_result(puzzle, stopped)
    store.searches.finish(search_id, run, "stopped", written)
    log.warning("search %s was ended: it exceeded its limit of seconds", search_id)


def solve_run(settings: Settings, store: Store, search: Search, limits: Limits) -> EndedRun:
    """Search for the solution of a puzzle."""
    helpers = StoredHelpers(store, search, search.run, settings.share_seconds)
    puzzle = load_puzzle(search.puzzle).puzzle
    findings = load_findings(puzzle, search.findings, search.progress.get("nodes", 0))
    result = solve(
        puzzle,
        Want(search.want),
        limits,
        tables=settings.tables,
        threads=settings.cores,
        observe=SearchReporter(store, search, settings.quick_seconds, puzzle, findings),
        findings=findings,
        helpers=helpers,
    )
    before = search.progress
    result = replace(
        result, nodes=result.nodes + before.get("nodes", 0), seconds=result.seconds + before.get("seconds", 0.0)
    )
    spent = {"nodes": result.nodes, "seconds": round(result.seconds, 3), "units": helpers.units}
    return EndedRun(
        result.status, result.limit, spent, partial(store_result, settings, store, search, search.run, result)
    )


def warm_up(board: str) -> None:
    """Solve a small example: memory that a fresh process touches for the first time costs time only once."""
    puzzle = load_puzzle(catalogue()[board]["examples"][0]["puzzle"]).puzzle
    dump_result(puzzle, solve(puzzle, Want.ONE, Limits()))


def store_result(settings: Settings, store: Store, search: Search, number: int, result: Result) -> None:
    """Store a result: the answer first, so that it can be read as soon as the search has ended."""
    puzzle = load_puzzle(search.puzzle).puzzle
    written = dump_result(puzzle, result)
    if result.solution is not None or result.proof is not None:
        listing = result.listing
        packed = listing.dumps() if listing is not None and listing.size <= settings.listing_bytes else None
        if written["status"] != "stopped":
            store.results.store(search.key, search.want, written, search.exact_digest, packed)
    store.searches.finish(search.id, number, written["status"], written)
    store_dual(store.results, puzzle, result)


class SearchReporter(Reporter):
    """Reports on a search for a puzzle: its bound, its best solution, its findings.

    Parameters
    ----------
    puzzle, findings
        The puzzle, and the findings of earlier runs.
    """

    def __init__(self, store: Store, search: Search, quick_seconds: float, puzzle: Puzzle, findings: Findings) -> None:
        super().__init__(store, search, quick_seconds)
        self._puzzle = puzzle
        self._findings = findings

    def told(self, progress: Progress) -> JsonObject:
        """The bound, and the length of the best solution."""
        bound = {"lower_bound": progress.lower_bound}
        return bound if progress.best is None else bound | {"length": len(progress.best)}

    def new_findings(self, progress: Progress) -> JsonObject | None:
        """The findings as they are to be stored; None if nothing but the nodes has changed."""
        before = self._findings
        if (progress.lower_bound, progress.best, progress.notes) == (before.lower_bound, before.best, before.notes):
            return None
        self._findings = replace(before, lower_bound=progress.lower_bound, best=progress.best, notes=progress.notes)
        return dump_findings(self._puzzle, self._findings)


def limit_memory(max_bytes: int) -> None:
    """Limit this process's memory to its present size, the search's limit, and some to spare.

    Exceeding it raises MemoryError, which stops the search. Where the machine's memory runs out before, the search is
    killed, not the server.
    """
    with suppress(OSError):
        OOM_SCORE.write_text(OOM_SCORE_OF_SEARCH, encoding="ascii")
    limit_growth(max_bytes + SPARE_BYTES)  # elsewhere than on Linux, only the search's own count of bytes limits it
