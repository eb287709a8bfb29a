"""Solve a puzzle: the one entry to the searches, and the only place that reads the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from solver.jump import proofs as jump_proofs
from solver.jump.bounds.partition import EXACT_HOLES
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search import driver as jump_search
from solver.model import Limits, Outcome, Progress, Proof, Result, Search, Solved, Status, Stopped, Unsolvable, Want
from solver.replay import Puzzle, replay
from solver.slide import proofs as slide_proofs
from solver.slide.search import driver as slide_search

Observer: TypeAlias = Callable[[Progress, float], None]
"""Called after every slice with the progress and the seconds spent. Whatever it raises ends the search."""


def prove(puzzle: Puzzle, quick: bool) -> Proof | None:
    """Prove without a search that the puzzle has no solution, if one of the simple arguments does.

    A ``quick`` proof of a small jump board leaves out what takes longer than its search.
    """
    if isinstance(puzzle, JumpPuzzle):
        return jump_proofs.prove(puzzle, programs=not quick or puzzle.board.holes > EXACT_HOLES)
    return slide_proofs.prove(puzzle) if quick else None


def begin(puzzle: Puzzle, want: Want, limits: Limits, tables: Path | None, cores: int) -> Search:
    """Set up the search for a puzzle of this kind; nothing runs until it is asked for its first slice."""
    if isinstance(puzzle, JumpPuzzle):
        return jump_search.search(puzzle, want, limits, tables, cores)
    return slide_search.search(puzzle, want, limits, tables, cores)


def solve(
    puzzle: Puzzle,
    want: Want = Want.ONE,
    limits: Limits | None = None,
    *,
    tables: Path | None = None,
    cores: int = 1,
    observe: Observer | None = None,
    clock: Callable[[], float] = time.monotonic,
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
    cores
        Threads the search may use.
    observe
        Called between slices. An exception it raises ends the search and is passed on.

    Returns
    -------
    Result
        Its solution, if any, has been played by :func:`solver.replay.replay`.
    """
    limits = limits or Limits()
    began = clock()
    last = Progress(0, 0)
    outcome: Outcome
    proof = prove(puzzle, quick=True)
    if proof is not None:
        outcome = Unsolvable(proof)
    else:
        search = begin(puzzle, want, limits, tables, cores)
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
        except StopIteration as end:
            outcome = end.value
        except MemoryError:
            outcome = Stopped("bytes")
        finally:
            search.close()
    if isinstance(outcome, Unsolvable) and outcome.proof["by"] == "exhaustion":
        outcome = Unsolvable(prove(puzzle, quick=False) or outcome.proof)
    result = _result(outcome, last, clock() - began)
    if result.solution is not None:
        replay(puzzle, result.solution)
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
