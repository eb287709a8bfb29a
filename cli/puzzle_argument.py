"""A puzzle on the command line: a file, standard input, or an example of the catalogue."""

from __future__ import annotations

import json
import sys
from difflib import get_close_matches
from pathlib import Path

import click

from boards import catalogue


def puzzle_content(value: str) -> bytes:
    """The content of the file of this name; without such a file, an example of the catalogue as the file would have it.

    ``tritri`` is the first example of the board of this name, ``tritri/2`` its second; ``-`` is standard input.

    Raises
    ------
    click.BadParameter
        If there is neither, or the file cannot be read.
    """
    content = file_content(value)
    return json.dumps(example(value)).encode() if content is None else content


def file_content(value: str) -> bytes | None:
    """The content of the file of this name, None if there is none; ``-`` is standard input.

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


def example(value: str) -> object:
    """The puzzle of an example of the catalogue."""
    board, slash, number = value.partition("/")
    if board not in catalogue():
        raise unknown_board(value)
    examples = catalogue()[board]["examples"]
    names = [f"{board}/{place}" for place in range(1, len(examples) + 1)]
    if slash and value not in names:
        raise click.BadParameter(f"there is no example {value}, only {', '.join(names)}")
    return examples[int(number or 1) - 1]["puzzle"]


def unknown_board(value: str) -> click.BadParameter:
    """The error that this is neither a file nor a board, with the boards like it."""
    return click.BadParameter(f"there is neither a file nor a board {value}; {advice(value.partition('/')[0])}")


def advice(name: str) -> str:
    """The boards whose names are like this one; all of them if none is."""
    near = get_close_matches(name, catalogue())
    return f"did you mean {' or '.join(near)}?" if near else f"the boards are {', '.join(catalogue())}"
