"""A puzzle on the command line: a file of JSON or text, standard input, or an example of the catalogue."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from fewest.boards import catalogue, similar_names
from fewest.notation.errors import FieldError, InvalidRequest
from fewest.notation.formats import read_text

Loaded = TypeVar("Loaded")

ASSUMED = "fewest.assumed"
"""Under this name, the context of a command has the parts of the puzzle that its text did not give."""

OF_A_DOCUMENT = {"puzzle", "kind", "start", "goal"}
"""An object with one of these fields is a document of the API. A board alone is read as text."""


def puzzle_content(value: str) -> bytes:
    """The content of the file of this name; if there is no such file, an example of the catalogue, as JSON.

    ``tritri`` is the first example of the board of this name, ``tritri/2`` its second; ``-`` is standard input.

    Raises
    ------
    click.BadParameter
        If there is neither a file nor an example, or the file cannot be read.
    """
    content = file_content(value)
    return json.dumps(example(value)).encode() if content is None else content


def file_content(value: str) -> bytes | None:
    """The content of the file of this name, or None if there is no such file; ``-`` is standard input.

    Raises
    ------
    click.BadParameter
        If the file cannot be read.
    """
    if value == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(value).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be read: {error.strerror}") from None


def puzzle_document(content: bytes, reading: int = 1) -> Any:
    """The document in a file: JSON as it is, or the puzzle that is read from text. For text, the reading is printed.

    Parameters
    ----------
    reading
        Which reading to use, if the text is ambiguous; the first is 1.

    Raises
    ------
    click.ClickException
        If the file is not text, or its text not a puzzle: with a line for each error.
    """
    with suppress(ValueError, RecursionError):
        document = json.loads(content)
        # Anything else is a text that happens to be JSON, such as rows of numbers in brackets.
        if isinstance(document, dict) and (not document or OF_A_DOCUMENT & document.keys()):
            return document
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise click.ClickException("the file is neither JSON nor text in UTF-8") from None
    readings = checked(lambda: read_text(text))
    if reading > len(readings):
        raise click.ClickException(f"there is no reading {reading} of this text; it has {len(readings)}")
    click.get_current_context().meta[ASSUMED] = readings[reading - 1].assumed
    click.echo(readings[reading - 1].words, err=True)
    for number, other in enumerate(readings, 1):
        if number != reading:
            click.echo(f"--reading {number}: {other.words}", err=True)
    return readings[reading - 1].puzzle


def checked(load: Callable[[], Loaded]) -> Loaded:
    """The result of ``load``; raises :class:`click.ClickException` with a line for every error."""
    try:
        return load()
    except InvalidRequest as invalid:
        raise click.ClickException("\n".join(map(error_line, invalid.errors))) from None


def error_line(error: FieldError) -> str:
    """An error of a file, with its place."""
    if error.place is not None:
        return f"line {error.place.line}, column {error.place.column}: {error.detail}"
    return f"{error.pointer or 'the file'}: {error.detail}"


def example(value: str) -> object:
    """The puzzle of an example of the catalogue."""
    board, slash, number = value.partition("/")
    if board not in catalogue():
        raise unknown_board(value)
    examples = catalogue()[board]["examples"]
    names = [f"{board}/{place}" for place in range(1, len(examples) + 1)]
    if slash and value not in names:
        raise click.BadParameter(f"there is no example {value}; the examples are {', '.join(names)}")
    return examples[int(number or 1) - 1]["puzzle"]


def unknown_board(value: str) -> click.BadParameter:
    """The error for a name that is neither a file nor a board, with similar boards."""
    return click.BadParameter(f"{value} is neither a file nor a board; {advice(value.partition('/')[0])}")


def advice(name: str) -> str:
    """The boards with similar names, or all boards if there are none."""
    near = similar_names(name)
    return f"did you mean {' or '.join(near)}?" if near else f"the boards are {', '.join(catalogue())}"
