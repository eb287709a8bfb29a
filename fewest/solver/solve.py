"""Solve a puzzle: the one entry to the searches, and the only place that reads the clock and sleeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias, TypeVar

from fewest.solver.errors import Stop
from fewest.solver.kinds import Divisible, kind_of
from fewest.solver.model import (
    NOTHING,
    Findings,
    Limits,
    Outcome,
    Progress,
    Puzzle,
    Result,
    Slices,
    Solved,
    Status,
    Stopped,
    Unsolvable,
    Want,
)
from fewest.solver.slices import Run
from fewest.solver.units import ALONE, Helpers
from fewest.solver.verify import verify

T = TypeVar("T")

Observer: TypeAlias = Callable[[Progress, float], None]
"""Called after every slice with the progress and the seconds spent. If it raises, the work ends."""


def solve(
    puzzle: Puzzle,
    want: Want = Want.ONE,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    threads: int = 1,
    observe: Observer | None = None,
    findings: Findings = NOTHING,
    helpers: Helpers = ALONE,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Result:
    """Find the fewest moves of a puzzle, or prove that there is no solution.

    Parameters
    ----------
    puzzle
        A legal puzzle.
    want
        One optimal solution, also their number, also a listing of all; or any solution quickly.
    limits
        What the search may spend.
    tables
        Folder in which large tables are kept between calls; None keeps none.
    threads
        Threads the search may use.
    observe
        Called between slices. An exception it raises ends the search and is passed on.
    findings
        Results of earlier runs of this search.
    helpers
        Other processes that may do parts of it, if searches of this kind can be divided.
    clock, sleep
        Return and pass the time, in seconds.

    Returns
    -------
    Result
        Its solution, if any, has been played by :mod:`fewest.solver.verify`, its proof checked.
    """
    limits = limits or Limits()
    began = clock()
    last = Progress(findings.lower_bound, 0, best=findings.best)

    def note(progress: Progress, seconds: float) -> None:
        nonlocal last
        last = progress
        if observe is not None:
            observe(progress, seconds)

    search = search_slices(puzzle, want, limits, tables=tables, threads=threads, findings=findings, helpers=helpers)
    result = drive(search, limits, note, clock=clock, sleep=sleep)
    # ``drive`` knows no puzzle: the best solution of a search that was stopped is verified here.
    if isinstance(result, Stopped):
        result = _result(result, last)
        verify(puzzle, result)
    return replace(result, seconds=clock() - began)


def drive(
    work: Slices[T],
    limits: Limits,
    observe: Observer | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> T | Stopped:
    """Drive work to its end, or to a limit, slice by slice; check the clock after each.

    Parameters
    ----------
    work
        At a limit, :class:`fewest.solver.errors.Stop` is raised in it. It may catch that and return what it has found.
    limits, observe, clock, sleep
        As of :func:`solve`.

    Returns
    -------
    T or Stopped
        The result of the work; ``Stopped`` if a limit ended it and it had no result.
    """
    began = clock()
    run = Run(work)
    try:
        for progress in run:
            spent = clock() - began
            if observe is not None:
                observe(progress, spent)
            # After the observer, so that what was found in the last slice is seen.
            if (limit := _passed(limits, progress, spent)) is not None:
                return _stop(work, limit)
            # A search never sleeps itself; only here is it known whether time is left.
            if progress.wait_seconds:
                sleep(progress.wait_seconds)
    except MemoryError:  # the process has reached its limit where the work has not accounted for it
        return Stopped("bytes")
    finally:
        # Also if the observer has raised: the search releases its files and threads.
        work.close()
    return run.value


def search_slices(
    puzzle: Puzzle,
    want: Want,
    limits: Limits,
    *,
    tables: Path | None = None,
    threads: int = 1,
    findings: Findings = NOTHING,
    helpers: Helpers = ALONE,
) -> Slices[Result]:
    """The work of :func:`solve`: a search in slices that returns a verified result, without seconds.

    It enforces ``limits.bytes``; its caller enforces the other limits.
    """
    last = Progress(findings.lower_bound, 0, best=findings.best)
    outcome: Outcome
    kind = kind_of(puzzle)
    # Simple proofs first: they take less than setting up a search, and come with a certificate.
    proof = kind.prove(puzzle, thorough=False)
    if proof is not None:
        outcome = Unsolvable(proof)
    else:
        if helpers is not ALONE and isinstance(kind, Divisible):
            search = kind.shared_search(puzzle, want, limits, tables, threads, findings, helpers)
        else:
            search = kind.search(puzzle, want, limits, tables, threads, findings)
        run = Run(search)
        try:
            for progress in run:
                # A search that goes on from findings, or changes its method, may begin with less than is known.
                last = _never_worse(progress, last)
                yield last
            outcome = run.value
        except MemoryError:  # as in drive, but with what was found before
            outcome = Stopped("bytes")
        finally:
            search.close()
    if isinstance(outcome, Unsolvable) and outcome.proof["by"] == "exhaustion":
        # Now the arguments that take longer than a small search: a certificate can be checked, exhaustion only
        # repeated.
        outcome = Unsolvable(kind.prove(puzzle) or outcome.proof)
    result = _result(outcome, last)
    verify(puzzle, result)
    return result


def _stop(work: Slices[T], limit: str) -> T | Stopped:
    """Raise ``Stop`` in work that has reached a limit."""
    try:
        work.throw(Stop(limit))
    except StopIteration as ended:
        found: T = ended.value
        return found
    except Stop:
        return Stopped(limit)
    raise RuntimeError("the work went on although it was stopped")


def _never_worse(progress: Progress, last: Progress) -> Progress:
    """Progress with the bound and the best solution of the last one where these are better."""
    if progress.lower_bound < last.lower_bound:
        progress = replace(progress, lower_bound=last.lower_bound)
    if last.best is not None and (progress.best is None or len(last.best) < len(progress.best)):
        progress = replace(progress, best=last.best)
    return progress


def _passed(limits: Limits, progress: Progress, seconds: float) -> str | None:
    if seconds >= limits.seconds:
        return "seconds"
    if progress.nodes >= limits.nodes:
        return "nodes"
    return "bytes" if progress.bytes > limits.bytes else None


def _result(outcome: Outcome, last: Progress) -> Result:
    match outcome:
        case Solved(solution, optimal, count, listing, pegs_proof):
            bound = len(solution) if optimal else min(last.lower_bound, len(solution))
            result = Result(Status.SOLVED, solution, optimal, bound, count, listing, pegs_proof=pegs_proof)
        case Unsolvable(proof):
            result = Result(Status.UNSOLVABLE, None, False, None, proof=proof)
        case Stopped(limit):
            result = Result(Status.STOPPED, last.best, False, last.lower_bound, limit=limit)
    return replace(result, nodes=last.nodes)
