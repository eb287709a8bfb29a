"""Solve a puzzle from a file: in this process, or with a service."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from cli.remote import Remote
from cli.text import follow, headline
from schemas.errors import InvalidRequest
from schemas.job import Request, load_request
from schemas.puzzle import Loaded, load_puzzle
from schemas.result import dump_result
from schemas.settings import Settings
from solver.kernels import discard_stale_caches
from solver.model import Progress
from solver.solve import solve


def solve_file(settings: Settings, content: bytes, *, want: str | None, seconds: float | None, as_json: bool) -> int:
    """Solve and print.

    Parameters
    ----------
    content
        A puzzle, or a request with a puzzle, as JSON.

    Returns
    -------
    int
        Exit code: 0 solved or proven unsolvable, 1 stopped by a limit.

    Raises
    ------
    click.ClickException
        If the content is not a valid request; all errors are listed.
    """
    request = read_request(settings, content, want, seconds)
    puzzle = request.loaded.puzzle
    discard_stale_caches()
    line = ProgressLine() if sys.stderr.isatty() else None
    result = solve(puzzle, request.want, request.limits, tables=settings.tables, threads=settings.cores, observe=line)
    if line is not None:
        line.clear()
    written = dump_result(puzzle, result)
    print_result(request.loaded, written, as_json=as_json)
    return 1 if result.limit else 0


def solve_with_service(
    remote: Remote, content: bytes, *, want: str | None, seconds: float | None, as_json: bool
) -> int:
    """Have a service solve a puzzle, and print as :func:`solve_file` does.

    Raises
    ------
    click.ClickException
        If the service cannot be reached, or refuses the request.
    """
    body = read_body(content, want, seconds)
    line = ProgressLine() if sys.stderr.isatty() else None
    try:
        job = remote.solve(body, lambda job: line.draw(job_text(job)) if line is not None else None)
    finally:
        if line is not None:
            line.clear()
    if "result" not in job:
        raise click.ClickException(f"the job {job['status']}: {job.get('error') or 'it was cancelled elsewhere'}")
    print_result(load_puzzle(body["puzzle"]), job["result"], as_json=as_json)
    return 1 if job["status"] == "stopped" else 0


def job_text(job: dict[str, Any]) -> str:
    """How far a job is."""
    if job["status"] == "queued":
        return f"queued, {job.get('queue_position', 0)} searches ahead"
    progress = job.get("progress") or {"lower_bound": 0, "nodes": 0, "seconds": 0.0}
    found = f", found {progress['length']}" if "length" in progress else ""
    return f"at least {progress['lower_bound']} moves{found}, {progress['nodes']:,} nodes, {progress['seconds']:.1f} s"


def print_result(loaded: Loaded, written: dict[str, Any], *, as_json: bool) -> None:
    """Print a result: as JSON, or as a sentence with the moves."""
    if as_json:
        click.echo(json.dumps(written, indent=2))
    else:
        click.echo("\n".join([headline(written), "", *follow(loaded.puzzle, written, loaded.layout)]))


def read_body(content: bytes, want: str | None, seconds: float | None) -> Any:
    """Read the file; what the command line says takes precedence."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"not JSON: {error}") from None
    if isinstance(body, dict):
        body = body if "puzzle" in body else {"puzzle": body}
        if want is not None:
            body["want"] = want
        if seconds is not None and isinstance(body.setdefault("limits", {}), dict):
            body["limits"]["seconds"] = seconds
    return body


def read_request(settings: Settings, content: bytes, want: str | None, seconds: float | None) -> Request:
    """Read and check the file."""
    try:
        return load_request(read_body(content, want, seconds), settings)
    except InvalidRequest as error:
        lines = [f"{each.pointer or 'the file'}: {each.detail}" for each in error.errors]
        raise click.ClickException("\n".join(lines)) from None


class ProgressLine:
    """A line on the terminal that shows the progress of the search."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, progress: Progress, seconds: float) -> None:
        """Redraw the line, at most ten times a second."""
        if seconds >= self._next:
            self._next = seconds + 0.1
            found = f", found {len(progress.best)}" if progress.best is not None else ""
            self.draw(f"at least {progress.lower_bound} moves{found}, {progress.nodes:,} nodes, {seconds:.1f} s")

    def draw(self, text: str) -> None:
        """Draw the line."""
        click.echo(f"\r\033[K{text}", nl=False, err=True)

    def clear(self) -> None:
        """Erase the line."""
        click.echo("\r\033[K", nl=False, err=True)
