"""Errors of a request, each with a JSON Pointer (RFC 6901) to the value in error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar

from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA

from fewest.notation import JsonObject
from fewest.notation.fields import MAX_ERRORS, quoted
from fewest.notation.shape import Shape
from fewest.solver.errors import Message

T = TypeVar("T")

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead from the body of a request to a value in it."""


class TextPlace(NamedTuple):
    """A range of characters in a text: line and column of the first, from 1, and their number."""

    line: int
    column: int
    length: int


Say: TypeAlias = Callable[[Message], str]
"""Translates a sentence into the reader's language."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """An error or notice, and its place. ``place`` is None unless it is in a text."""

    pointer: str
    detail: Message
    place: TextPlace | None = None


class InvalidRequest(Exception):
    """The request has the errors listed.

    Attributes
    ----------
    errors
        The first errors: at most one more than are shown, to signal that there are more.
    puzzle
        The puzzle that a text was read as; None if it was not read as one, or if the request is JSON.
    """

    def __init__(self, errors: Iterable[FieldError], puzzle: JsonObject | None = None) -> None:
        self.errors = tuple(islice(errors, MAX_ERRORS + 1))
        self.puzzle = puzzle
        super().__init__("1 error" if len(self.errors) == 1 else f"{len(self.errors)} errors")


def field_error(path: Path, detail: Message) -> FieldError:
    """Make an error from a path of keys and indices."""
    return FieldError(pointer(path), detail)


def checked(value: T | None, errors: list[FieldError]) -> T:
    """Return the value that was read, or raise ``InvalidRequest`` if there are errors."""
    if errors or value is None:
        raise InvalidRequest(errors)
    return value


def pointer(path: Path) -> str:
    """Write a path as a JSON Pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def dump_errors(errors: Iterable[FieldError], say: Say = str) -> list[JsonObject]:
    """Write errors, or notices, as clients read them."""
    return [
        {"pointer": error.pointer, "detail": say(error.detail)} | (error.place._asdict() if error.place else {})
        for error in errors
    ]


def flatten(messages: object, path: Path = ()) -> Iterator[FieldError]:
    """List the errors in marshmallow's nested messages."""
    if isinstance(messages, dict):
        for part, inner in messages.items():
            yield from flatten(inner, path if part == SCHEMA else (*path, part))
    elif isinstance(messages, list):
        for text in messages:
            yield from flatten(text, path)
    else:
        yield field_error(path, messages if isinstance(messages, Message) else Message(str(messages)))


def read_object(value: object, shape: Schema, path: Path, errors: list[FieldError]) -> JsonObject:
    """Validate a JSON object.

    Returns
    -------
    dict
        The valid fields, loaded. The errors of the others are appended to ``errors``; of very many, only the first.
    """
    if not isinstance(value, dict):
        errors.append(field_error(path, Message("must be an object, not {value}", value=quoted(value))))
        return {}
    # Nearly all objects are valid; only those with errors pay for a list of them.
    if isinstance(shape, Shape):
        with suppress(ValidationError):
            return shape.load_valid(value)
    try:
        loaded: JsonObject = shape.load(_without_surplus(value, shape))
    except ValidationError as error:
        # One more than are shown, so that a reader learns that there are more.
        errors += islice(flatten(error.messages, path), MAX_ERRORS + 1)
        return error.valid_data if isinstance(error.valid_data, dict) else {}
    return loaded


def _without_surplus(value: JsonObject, shape: Schema) -> JsonObject:
    """An object with only as many unknown fields as errors are shown: marshmallow reports every one."""
    known = {field.data_key or name for name, field in shape.load_fields.items()}
    surplus = islice((name for name in value if name not in known), MAX_ERRORS + 1, None)
    left_out = set(surplus)
    return {name: part for name, part in value.items() if name not in left_out} if left_out else value
