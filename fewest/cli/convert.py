"""Write a puzzle in another format: to the terminal, or into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from fewest.cli.engine import Engine
from fewest.cli.puzzle_argument import checked
from fewest.cli.solve import progress_line, request_body
from fewest.schemas.body import load_body
from fewest.schemas.documents.conversions import conversion_document
from fewest.schemas.replay import ConversionShape


def convert_puzzle(
    engine: Callable[[], Engine] | None,
    document: Any,
    to: str,
    moves: str | None,
    seconds: float | None,
    output: str | None,
) -> None:
    """Write a puzzle, and moves if they are given or to be found.

    Parameters
    ----------
    engine
        Makes what solves the puzzle first; None to write it as it is, or with ``moves``.
    document
        A puzzle, or a request with a puzzle.
    output
        A folder for the files, which is made; None to print their texts, with an empty line between them.

    Raises
    ------
    click.ClickException
        If the puzzle has errors, the format cannot hold it, it has no solution or none within the limits, or a file
        cannot be written.
    """
    body = request_body(document, None, seconds)
    given = {"puzzle": body.get("puzzle")} if isinstance(body, dict) else body
    # Refused before a search that may take long.
    written = checked(lambda: conversion_document(load_body(given, ConversionShape()), to))
    if engine is not None:
        given |= _solved(engine(), body)
    elif moves is not None:
        given |= {"moves": moves}
    if "moves" in given:
        written = checked(lambda: conversion_document(load_body(given, ConversionShape()), to))
    if output is None:
        click.echo("\n".join(file["text"].rstrip("\n") + "\n" for file in written["files"]), nl=False)
        return
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in written["files"]:
            (folder / file["name"]).write_text(file["text"], encoding="utf-8")
            click.echo(folder / file["name"])
    except OSError as error:
        raise click.ClickException(f"{folder}: {error.strerror}") from None


def _solved(engine: Engine, body: Any) -> dict[str, Any]:
    """The moves of a solution, with the holes jumped over on jump boards."""
    with progress_line() as observe:
        job = engine.solve(body, observe)
    result = job.get("result") or {}
    if result.get("moves") is None:
        raise click.ClickException(f"the job has no moves to write: it is {job['status']}")
    return {name: result[name] for name in ("moves", "removed") if name in result}
