"""Write a puzzle in another format: to the terminal, or into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from fewest.cli.engine import Engine
from fewest.cli.puzzle_argument import checked
from fewest.cli.solve import progress_line, request_body
from fewest.cli.text import headline
from fewest.notation.formats.writer import WRITERS
from fewest.schemas.body import load_body
from fewest.schemas.documents.conversions import conversion_document
from fewest.schemas.replay import ConversionShape

FIELDS = ("puzzle", "moves", "removed")
"""Of a request, such as one to replay moves, those that are written."""


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
        A puzzle, or a request with a puzzle, and perhaps moves.
    output
        A folder for the files, which is made; None to print their texts, with an empty line between them.

    Raises
    ------
    click.ClickException
        If the puzzle has errors, the format cannot hold it, it has no solution or none within the limits, or a file
        cannot be written.
    """
    body = request_body(document, None, seconds)
    if to not in WRITERS:
        raise click.BadParameter(f"it must be one of: {', '.join(WRITERS)}", param_hint="--to")
    given = {name: body[name] for name in FIELDS if name in body} if isinstance(body, dict) else body
    if moves is not None:
        given |= {"moves": moves}
    if engine is not None:
        _written(given | {"moves": []}, to)  # what is refused is refused before a search that may take long
        given |= _solved(engine(), body)
    files = _written(given, to)
    if output is None:
        click.echo("\n".join(file["text"].rstrip("\n") + "\n" for file in files), nl=False)
        return
    path = folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            path = folder / file["name"]
            path.write_text(file["text"], encoding="utf-8")
            click.echo(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def _written(body: Any, to: str) -> list[dict[str, str]]:
    """The files of a request."""
    document = checked(lambda: conversion_document(load_body(body, ConversionShape()), to))
    return list(document["files"])


def _solved(engine: Engine, body: Any) -> dict[str, Any]:
    """The moves of a solution, with the holes jumped over on jump boards; says so if they are not proven the fewest."""
    with progress_line() as observe:
        job = engine.solve(body, observe)
    result = job.get("result")
    if result is None:
        raise click.ClickException(f"the job {job['status']}: {job.get('error') or 'it was cancelled elsewhere'}")
    if result["moves"] is None or not result["optimal"]:
        click.echo(headline(result), err=True)
    if result["moves"] is None:
        raise click.ClickException("there are no moves to write")
    return {name: result[name] for name in ("moves", "removed") if name in result}
