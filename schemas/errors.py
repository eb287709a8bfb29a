"""Errors of a request, each with a JSON Pointer (RFC 6901) to the value in error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA

from schemas import JsonObject
from schemas.fields import quoted
from schemas.shape import Shape
from solver.errors import Message

MAX_ERRORS = 100
"""A request may have as many errors as it has values; a response lists this many at most."""

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead from the body of a request to a value in it."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong, or odd, and where."""

    pointer: str
    detail: Message


class InvalidRequest(Exception):
    """The request has the errors listed."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("1 error" if len(self.errors) == 1 else f"{len(self.errors)} errors")


def field_error(path: Path, detail: Message) -> FieldError:
    """Make an error from a path of keys and indices."""
    return FieldError(pointer(path), detail)


def pointer(path: Path) -> str:
    """Write a path as a JSON Pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def dump_errors(errors: Iterable[FieldError]) -> list[JsonObject]:
    """Write errors, or notices, as clients read them."""
    return [{"pointer": error.pointer, "detail": error.detail} for error in errors]


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
        The valid fields, loaded; every error of the others is appended to ``errors``.
    """
    if not isinstance(value, dict):
        errors.append(field_error(path, Message("must be an object, not {value}", value=quoted(value))))
        return {}
    if isinstance(shape, Shape):
        with suppress(ValidationError):
            return shape.load_valid(value)
    try:
        loaded: JsonObject = shape.load(value)
    except ValidationError as error:
        errors += flatten(error.messages, path)
        return error.valid_data if isinstance(error.valid_data, dict) else {}
    return loaded
