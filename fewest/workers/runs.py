"""The runs of a worker: load a search, do its task, store the result."""

from __future__ import annotations

import logging
import os
import time
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from fewest.boards import catalogue
from fewest.config.machine import machine_bytes
from fewest.config.settings import Settings, load_settings
from fewest.notation import JsonObject
from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_result
from fewest.schemas.job import SolveSchema
from fewest.schemas.lanes import Lane
from fewest.solver.address_space import limit_growth
from fewest.solver.kernels import KernelMissing, loading_only
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve
from fewest.store import Store, connect
from fewest.store.answers import store_dual
from fewest.store.queue import rq_id
from fewest.store.recovery import requeue
from fewest.store.searches import Search, limits_left
from fewest.store.steps import Steps
from fewest.store.units import UNIT_BYTES, is_unit
from fewest.workers import designing, solving
from fewest.workers.horse import conclude
from fewest.workers.reports import EndedRun, RunCancelled, RunHandedOver, Runner
from fewest.workers.units import RunLost, run_unit
from fewest.workers.warm import KERNELS_SECONDS, missing

SPARE_BYTES = 2_000_000_000
"""Memory beyond a search's own limit: libraries, mapped tables, stacks of threads, buffers of linear programs."""

OOM_SCORE = Path("/proc/self/oom_score_adj")
OOM_SCORE_OF_SEARCH = "800"
"""If the machine's memory runs out anyway, Linux kills the process with the highest score, at most 1000."""

FOLLOWING_SECONDS = 0.5
"""How long a process takes the following searches itself. Meanwhile its worker sends no heartbeat of RQ's job."""

DUAL_SECONDS = 0.05
"""A search that took longer is always worth some milliseconds for the answer to its dual."""

log = logging.getLogger("fewest.worker")


def run(search_id: str, last_run: int | None = None) -> bool:
    """Run a search, or a unit of one. RQ calls this in the process of a worker's searches.

    Returns
    -------
    bool
        Whether the process may run another search, because this one has ended or has not begun.
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
        settings.redis_url,
        retry=True,
        job_retention_seconds=settings.job_retention_seconds,
        store_bytes=settings.store_bytes,
    )


def run_search(settings: Settings, store: Store, search_id: str, last_run: int | None = None) -> bool:
    """Run a search to its end, unless it has ended, is already running, or was queued again after ``last_run``.

    For a moment, the process then also runs the searches that follow in the quick lane and have the same limits. All
    belong to one job of RQ, whose own work for a job is several times that for a small search.

    Returns
    -------
    bool
        Whether the process may run another search.
    """
    search = store.runs.begin(search_id, last_run)
    if search is None:
        return True
    if search.cancel:
        store.runs.finish(search_id, search.run, "cancelled", {})
        return True
    limit_memory(allowed(settings, search).bytes)
    # While kernels are compiled, the worker must ask for those of each search.
    may_follow = search.lane == Lane.QUICK and last_run is not None and not missing()
    until = time.monotonic() + FOLLOWING_SECONDS if may_follow else 0.0
    job = rq_id(search_id, last_run or 0)
    while search is not None:
        ended = run_begun(settings, store, search)
        if ended is None:
            return False
        # A process whose memory ran out may not get back what it had.
        if ended.written.get("limit") == "bytes":
            store_result(store, search, ended)
            return False
        search = store_result(store, search, ended, job if time.monotonic() < until else "")
    return True


def run_begun(settings: Settings, store: Store, search: Search) -> EndedRun | None:
    """Run a search whose run has begun.

    Returns
    -------
    EndedRun or None
        Its end, with a result to be stored. None if it has none; then the process may not run another search.
    """
    search_id, number = search.id, search.run
    fields = log_fields(search)
    begun = {"task": search.task, "kind": search.work["kind"], "want": search.want}
    begun["queue_seconds"] = round(search.queue_seconds, 3)
    log.info("search started", extra=fields | begun)
    limits = allowed(settings, search)
    try:
        with loading_only() if missing() else nullcontext():
            ended = runner_of(search).run(settings, store, search, limits)
    except RunCancelled:
        store.runs.finish(search_id, number, "cancelled", {})
        log.info("search ended", extra=fields | {"outcome": "cancelled"})
        return None
    # These runs end with their process: it is rare, and a fork is cheap.
    except RunHandedOver:
        requeue(store, search_id, number, died=False, lane=Lane.LONG)
        return None
    except RunLost:
        requeue(store, search_id, number, died=False)
        return None
    except KernelMissing:
        # It is larger than it seemed, and begins anew until all its kernels are compiled.
        time.sleep(KERNELS_SECONDS)
        requeue(store, search_id, number, died=False)
        return None
    except Exception:
        store.runs.finish(
            search_id, number, "failed", {"error": "The solver failed. The error is in the worker's log."}
        )
        log.exception("search failed", extra=fields)
        # The process ends with its failure and runs no other search.
        raise
    # The limit of seconds may be over before the result is stored, for example while Redis is away.
    conclude()
    requested = limits_left(search.limits, search.progress)
    if ended.written.get("limit") == "bytes" and limits.bytes < requested.bytes:
        error = (
            f"It needs more memory than this machine has for searches, {limits.bytes} bytes; "
            f"its own limit was {requested.bytes} bytes."
        )
        store.runs.finish(search_id, number, "failed", {"error": error})
        log.warning("search failed: %s", error, extra=fields)
        return None
    return ended


def allowed(settings: Settings, search: Search) -> Limits:
    """What a run of a search may spend on this machine."""
    requested = limits_left(search.limits, search.progress)
    return replace(requested, bytes=min(requested.bytes, bytes_of_machine(settings)))


@cache
def bytes_of_machine(settings: Settings) -> int:
    """Bytes that running searches may take together; asking the system takes half a millisecond."""
    return machine_bytes(settings.machine_bytes)


def log_fields(search: Search) -> JsonObject:
    """What the log says of every search."""
    return {"search": search.id, "request_id": search.request_id}


def stop_overdue(store: Store, search_id: str, run: int) -> None:
    """End a search that exceeded its limit of seconds, with what its runs have reported."""
    search = store.searches.load(search_id)
    if search is None:
        return
    store.runs.finish(search_id, run, "stopped", runner_of(search).overdue(search))
    log.warning("search %s was ended: it exceeded its limit of seconds", search_id)


def runner_of(search: Search) -> Runner:
    """What runs the task of a search."""
    return solving if search.task == SolveSchema.name else designing


def store_result(store: Store, search: Search, ended: EndedRun, job: str = "") -> Search | None:
    """Store a result: the answer first, so that it can be read as soon as the search has ended.

    Parameters
    ----------
    job
        RQ's id of the job whose process may run a search that follows; empty if it may not.

    Returns
    -------
    Search or None
        The search that follows, with its run begun.
    """
    written = ended.written
    works: list[Steps[Any]] = [store.runs.finishing(search.id, search.run, written["status"], written)]
    if ended.is_answer:
        answer = search.key, search.want, written, search.exact_digest, ended.listing
        works.insert(0, store.results.storing(*answer))
    if job:
        works.append(store.runs.begin_following(job, search))
    found = store.do_all(works)[-1]
    following: Search | None = found if job else None
    log.info("search ended", extra=log_fields(search) | {"outcome": written["status"]} | ended.spent)
    # What is quickly found is not worth its dual while others wait.
    if ended.solved is not None and (following is None or ended.solved[1].seconds > DUAL_SECONDS):
        store_dual(store.results, *ended.solved)
    return following


def warm_up(board: str) -> None:
    """Solve a small example, since touching memory for the first time costs a fresh process time."""
    puzzle = load_puzzle(catalogue()[board]["examples"][0]["puzzle"]).puzzle
    dump_result(puzzle, solve(puzzle, Want.ONE, Limits()))


def limit_memory(max_bytes: int) -> None:
    """Limit this process's memory to its present size, the search's limit, and a reserve.

    Exceeding the limit raises MemoryError, which stops the search. If the machine's memory runs out first, the search
    is killed, not the server.
    """
    with suppress(OSError):
        OOM_SCORE.write_text(OOM_SCORE_OF_SEARCH, encoding="ascii")
    limit_growth(max_bytes + SPARE_BYTES)  # elsewhere than on Linux, only the search's own count of bytes limits it
