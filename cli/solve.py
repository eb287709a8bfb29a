"""Solve a puzzle from a file in this process, without a server."""

from __future__ import annotations

import json
import sys

import click

from cli.text import follow, headline
from schemas.errors import InvalidRequest
from schemas.job import Request, load_request
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
    if as_json:
        click.echo(json.dumps(written, indent=2))
    else:
        click.echo("\n".join([headline(written), "", *follow(puzzle, written, request.loaded.layout)]))
    return 1 if result.limit else 0


def read_request(settings: Settings, content: bytes, want: str | None, seconds: float | None) -> Request:
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
    try:
        return load_request(body, settings)
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
            text = f"at least {progress.lower_bound} moves{found}, {progress.nodes:,} nodes, {seconds:.1f} s"
            click.echo(f"\r\033[K{text}", nl=False, err=True)

    def clear(self) -> None:
        """Erase the line."""
        click.echo("\r\033[K", nl=False, err=True)
