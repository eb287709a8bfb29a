"""Errors of a request: all of them, each with its place."""

from __future__ import annotations

from marshmallow import Schema

from fewest.notation.errors import FieldError, flatten, read_object


def test_no_error_is_lost() -> None:
    """Several errors of one value, and those of nested values, are all listed, by pointers as RFC 6901 has them."""
    messages = {"a": ["one", "two"], "b": {0: {"c~/d": ["three"]}, 2: ["four"]}}
    assert [(error.pointer, error.detail) for error in flatten(messages)] == [
        ("/a", "one"),
        ("/a", "two"),
        ("/b/0/c~0~1d", "three"),
        ("/b/2", "four"),
    ]


def test_what_is_no_object_is_an_error_at_its_place() -> None:
    """A list in place of an object is an error with the pointer of the list, and nothing is read."""
    errors: list[FieldError] = []
    assert read_object([], Schema(), ("x", 0), errors) == {}
    assert errors == [FieldError("/x/0", "must be an object, not a list")]
