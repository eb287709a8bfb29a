"""Solve a puzzle: the one entry to the searches, and the only place that reads the clock and sleeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from solver.kinds import Divisible, kind_of
from solver.model import Limits, Outcome, Progress, Puzzle, Result, Solved, Status, Stopped, Unsolvable, Want
from solver.units import ALONE, Helpers
from solver.verify import verify

Observer: TypeAlias = Callable[[Progress, float], None]
"""Called after every slice with the progress and the seconds spent. Whatever it raises ends the search."""


def solve(
    puzzle: Puzzle,
    want: Want = Want.ONE,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    threads: int = 1,
    observe: Observer | None = None,
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
    helpers
        Other processes that may do parts of it, if searches of this kind can be divided.
    clock, sleep
        Return and pass the time, in seconds.

    Returns
    -------
    Result
        Its solution, if any, has been played by :mod:`solver.verify`, its proof checked.
    """
    limits = limits or Limits()
    began = clock()
    last = Progress(0, 0)
    outcome: Outcome
    kind = kind_of(puzzle)
    proof = kind.prove(puzzle, thorough=False)
    if proof is not None:
        outcome = Unsolvable(proof)
    else:
        if helpers is not ALONE and isinstance(kind, Divisible):
            search = kind.shared_search(puzzle, want, limits, tables, threads, helpers)
        else:
            search = kind.search(puzzle, want, limits, tables, threads)
        try:
            while True:
                progress = next(search)
                if progress.lower_bound < last.lower_bound:
                    progress = replace(progress, lower_bound=last.lower_bound)
                last = progress
                spent = clock() - began
                if observe is not None:
                    observe(last, spent)
                if (limit := _passed(limits, last, spent)) is not None:
                    outcome = Stopped(limit)
                    break
                if last.wait_seconds:
                    sleep(last.wait_seconds)
        except StopIteration as end:
            outcome = end.value
        except MemoryError:  # the process has reached its limit where the search has not accounted for it
            outcome = Stopped("bytes")
        finally:
            search.close()
    if isinstance(outcome, Unsolvable) and outcome.proof["by"] == "exhaustion":
        outcome = Unsolvable(kind.prove(puzzle) or outcome.proof)
    result = _result(outcome, last, clock() - began)
    verify(puzzle, result)
    return result


def _passed(limits: Limits, progress: Progress, seconds: float) -> str | None:
    if seconds >= limits.seconds:
        return "seconds"
    if progress.nodes >= limits.nodes:
        return "nodes"
    return "bytes" if progress.bytes > limits.bytes else None


def _result(outcome: Outcome, last: Progress, seconds: float) -> Result:
    match outcome:
        case Solved(solution, optimal, count, listing):
            bound = len(solution) if optimal else min(last.lower_bound, len(solution))
            result = Result(Status.SOLVED, solution, optimal, bound, count, listing)
        case Unsolvable(proof):
            result = Result(Status.UNSOLVABLE, None, False, None, proof=proof)
        case Stopped(limit):
            result = Result(Status.STOPPED, last.best, False, last.lower_bound, limit=limit)
    return replace(result, nodes=last.nodes, seconds=seconds)
