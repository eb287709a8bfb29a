"""A puzzle on the command line: a file of JSON or text, standard input, or an example of the catalogue."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from fewest.boards import catalogue, similar_names
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest
from fewest.notation.fields import MAX_ERRORS
from fewest.notation.formats import Reading, is_clear, read_puzzles
from fewest.schemas.documents.readings import job_reading

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


class Given(NamedTuple):
    """A puzzle that a command was given.

    Attributes
    ----------
    document
        A puzzle, or a request with a puzzle.
    reading
        How its text was read, as jobs say it; None for JSON.
    """

    document: Any
    reading: JsonObject | None = None


class UnclearError(click.ClickException):
    """A text that can be read in several ways, or only with an assumption that may be wrong."""

    exit_code = 2


def puzzle_document(content: bytes, reading: int | None, *, first: bool) -> Any:
    """The document of the only puzzle in a file; everything else as for :func:`puzzles_given`."""
    puzzles = puzzles_given(content, reading, first=first)
    if len(puzzles) > 1:
        raise click.ClickException(f"this text has {len(puzzles)} puzzles; only `fewest solve` takes several")
    return puzzles[0].document


def puzzles_given(content: bytes, reading: int | None, *, first: bool) -> list[Given]:
    """The puzzles in a file: one of JSON, or those that are read from text. The reading of a single text is printed.

    Parameters
    ----------
    reading
        Which reading to use, if the text has one puzzle; the first is 1.
    first
        Whether to use the first reading without asking. On a terminal, the command asks which if that is not clear.

    Raises
    ------
    UnclearError
        If it is not clear which reading is meant, and nobody can be asked.
    click.ClickException
        If the file is not text, or its text not a puzzle: with a line for each error.
    """
    with suppress(ValueError, RecursionError):
        document = json.loads(content)
        # Anything else is a text that happens to be JSON, such as rows of numbers in brackets.
        if isinstance(document, dict) and (not document or OF_A_DOCUMENT & document.keys()):
            return [Given(document)]
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise click.ClickException("the file is neither JSON nor text in UTF-8") from None
    puzzles = checked(lambda: read_puzzles(text))
    if len(puzzles) > 1:
        chosen = _first_of_each(puzzles, reading, first=first)
    else:
        chosen = [_chosen(puzzles[0], reading, first=first)]
        click.get_current_context().meta[ASSUMED] = chosen[0].assumed
    return [
        Given(each.puzzle, job_reading(readings, each, str)) for readings, each in zip(puzzles, chosen, strict=True)
    ]


def _first_of_each(puzzles: list[list[Reading]], reading: int | None, *, first: bool) -> list[Reading]:
    """The first reading of every puzzle."""
    if reading is not None:
        raise click.ClickException(f"--reading is for one puzzle; this text has {len(puzzles)}: use --first")
    unclear = [(number, each) for number, each in enumerate(puzzles, 1) if not is_clear(each)]
    if unclear and not first:
        lines = [f"puzzle {number}, reading 1 of {len(each)}: {told(each[0])}" for number, each in unclear[:MAX_ERRORS]]
        more = [f"and {len(unclear) - MAX_ERRORS} more"] if len(unclear) > MAX_ERRORS else []
        head = "it is not clear which readings are meant; --first takes the first one of each puzzle"
        raise UnclearError("\n".join([head, *lines, *more]))
    return [each[0] for each in puzzles]


def _chosen(readings: list[Reading], reading: int | None, *, first: bool) -> Reading:
    """The reading that is meant; on a terminal, this is asked if it is not clear."""
    listed = [f"--reading {number}: {told(each)}" for number, each in enumerate(readings, 1)]
    if reading is None and not first and not is_clear(readings):
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            head = "it is not clear which puzzle is meant; choose one, or take the first one with --first"
            raise UnclearError("\n".join([head, *listed]))
        click.echo("\n".join(listed), err=True)
        number: int = click.prompt("Which reading", type=click.IntRange(1, len(readings)), default=1, err=True)
        return readings[number - 1]
    number = reading or 1
    if number > len(readings):
        raise click.ClickException(f"there is no reading {number} of this text; it has {len(readings)}")
    click.echo("\n".join([told(readings[number - 1]), *listed[: number - 1], *listed[number:]]), err=True)
    return readings[number - 1]


def told(reading: Reading) -> str:
    """How a text was read, and what is odd about the puzzle."""
    return " ".join([reading.words, *(notice.detail for notice in reading.notices)])


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
