"""Solve a puzzle from a file: in this process, or with a service."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from fewest.cli.client import OPEN
from fewest.cli.engine import Document, Engine, Observe, ignore, with_seconds
from fewest.cli.puzzle_argument import ASSUMED, Given
from fewest.cli.text import counted, explanations, follow, headline, readable
from fewest.notation.errors import InvalidRequest
from fewest.notation.puzzle import ParsedPuzzle, estimate_of, load_puzzle
from fewest.schemas.documents.base import encode
from fewest.solver.describe import describe

REDRAW_SECONDS = 0.1
"""Time of work between two states that the terminal shows."""


def solve_puzzle(engine: Engine, document: Any, *, want: str | None, seconds: float | None, as_json: bool) -> int:
    """Solve and print.

    Parameters
    ----------
    document
        A puzzle, or a request with a puzzle.

    Returns
    -------
    int
        Exit code: 0 solved or proven unsolvable, 1 stopped by a limit.

    Raises
    ------
    click.ClickException
        If the document is not a valid request; the text lists all errors. Also if a service does the work and cannot be
        reached, refuses the request, or fails.
    """
    body = request_body(document, want, seconds)
    if sys.stderr.isatty() and isinstance(body, dict):
        tell_estimate(body)
    with progress_line() as observe:
        job = engine.solve(body, observe)
    if "result" not in job:
        raise click.ClickException(f"the job {job['status']}: {job.get('error') or 'it was cancelled elsewhere'}")
    print_result(load_puzzle(body["puzzle"]), job, as_json=as_json)
    return 1 if job["status"] == "stopped" else 0


def solve_each(engine: Engine, puzzles: Sequence[Given], want: str | None, seconds: float | None) -> int:
    """Solve several puzzles of a text, and print a line of JSON for each: the puzzle, its reading, and its result.

    Returns
    -------
    int
        Exit code: 1 if a limit stopped a search, or a job has no result.
    """
    code = 0
    for puzzle in puzzles:
        with progress_line() as observe:
            job = engine.solve(request_body(puzzle.document, want, seconds), observe)
        found = {name: job[name] for name in ("status", "result", "notices", "error") if job.get(name)}
        click.echo(encode({"puzzle": puzzle.document, "reading": puzzle.reading} | found))
        code = max(code, job["status"] not in ("solved", "unsolvable"))
    return code


def tell_estimate(body: dict[str, Any]) -> None:
    """Print how long the search may take, if that is known. Errors of the puzzle are reported later."""
    with suppress(InvalidRequest):
        puzzle = load_puzzle(body["puzzle"]).puzzle
        found = describe(puzzle, lambda _: None)  # symmetries may take long to count
        estimate = estimate_of(puzzle, found.lower_bound)
        if estimate is not None:
            click.echo(estimate, err=True)


def progress_text(document: dict[str, Any]) -> str:
    """The progress of a job, a hint, a survey or a task. One that is queued has its place, and its last progress."""
    if "moves" in document:
        ended = sum(move["status"] not in OPEN for move in document["moves"])
        return f"{ended} of {len(document['moves'])} next moves searched"
    if "total" in document:
        ended = document["total"] - sum(document["progress"].get(status, 0) for status in OPEN)
        return f"{ended} of {document['total']} problems searched"
    progress = document.get("progress")
    if document["status"] == "queued":
        return "; ".join([_place_text(document), *([_spent_text(progress)] if progress else [])])
    return _spent_text(progress or {"lower_bound": 0, "nodes": 0, "seconds": 0.0})


def _place_text(job: dict[str, Any]) -> str:
    """What a queued job waits for."""
    if waits_for := job.get("waits_for"):
        return {"compilation": "the solver is being compiled", "memory": "waiting for memory"}[waits_for]
    ahead = job.get("queue_position", 0)
    return f"queued, {ahead} {'search' if ahead == 1 else 'searches'} ahead"


def _spent_text(progress: dict[str, Any]) -> str:
    """How far a search or a task is, with its own numbers."""
    parts = []
    if "lower_bound" in progress:
        parts.append(f"at least {counted(progress['lower_bound'], 'move')}")
    if "length" in progress:
        parts.append(f"found {progress['length']}")
    if "found" in progress:
        parts.append(f"{progress['found']} found, {counted(progress['tried'], 'position')} tried")
    if progress.get("depths"):
        parts.append(f"{counted(sum(progress['depths']), 'position')} to depth {len(progress['depths']) - 1}")
    parts += [f"{name} {value}" for name, value in progress.get("features", {}).items()]
    return ", ".join([*parts, f"{counted(progress['nodes'], 'node')}, {progress['seconds']:.1f} s"])


def print_result(loaded: ParsedPuzzle, job: dict[str, Any], *, as_json: bool) -> None:
    """Print the result of a job: as JSON, or as a sentence with the moves; notices come after the sentence."""
    written = job["result"]
    if as_json:
        click.echo(readable(written))
    else:
        notices = [f"Notice: {notice['detail']}" for notice in job.get("notices", [])]
        moves = follow(loaded.puzzle, written, loaded.layout)
        context = click.get_current_context(silent=True)
        assumed = () if context is None else context.meta.get(ASSUMED, ())
        click.echo("\n".join([headline(written, assumed=assumed), *explanations(written), *notices, "", *moves]))


def request_body(document: Any, want: str | None, seconds: float | None) -> Any:
    """The body of a request from a document; the command line takes precedence."""
    if not isinstance(document, dict):
        return document
    body = document if "puzzle" in document else {"puzzle": document}
    return with_seconds(body if want is None else body | {"want": want}, seconds)


@contextmanager
def progress_line() -> Iterator[Observe]:
    """Give what observes the work: on a terminal it shows the progress in a line, which is erased at the end."""
    if not sys.stderr.isatty():
        yield ignore
        return
    due = 0.0

    def observe(document: Document) -> None:
        nonlocal due
        seconds = (document.get("progress") or {}).get("seconds")  # a queued job, a hint and a survey have none
        if seconds is None or seconds >= due:
            due = due if seconds is None else seconds + REDRAW_SECONDS
            click.echo(f"\r\033[K{progress_text(document)}", nl=False, err=True)

    try:
        yield observe
    finally:
        click.echo("\r\033[K", nl=False, err=True)
