"""Faults of a request, each with its place as a JSON pointer (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from marshmallow.exceptions import SCHEMA

MAX_ERRORS = 100
"""A request may have as many errors as numbers; an answer names this many at most."""

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong, and where."""

    pointer: str
    detail: str


class InvalidRequest(Exception):
    """The request has the errors listed."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__(f"{len(self.errors)} faults")


def field_error(path: Path, detail: str) -> FieldError:
    """Make a fault from a path of keys and indices."""
    return FieldError(pointer(path), detail)


def pointer(path: Path) -> str:
    """Write a path as a JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def flatten(messages: Any, path: Path = ()) -> Iterator[FieldError]:
    """List the errors in marshmallow's nested messages."""
    if isinstance(messages, dict):
        for part, inner in messages.items():
            yield from flatten(inner, path if part == SCHEMA else (*path, part))
    elif isinstance(messages, list):
        for text in messages:
            yield from flatten(text, path)
    else:
        yield field_error(path, str(messages))
