"""Errors of a request: all of them, each with its place."""

from __future__ import annotations

from schemas.errors import flatten


def test_no_error_is_lost() -> None:
    """Several errors of one value, and those of nested values, are all listed, by pointers as RFC 6901 has them."""
    messages = {"a": ["one", "two"], "b": {0: {"c~/d": ["three"]}, 2: ["four"]}}
    assert [(error.pointer, error.detail) for error in flatten(messages)] == [
        ("/a", "one"),
        ("/a", "two"),
        ("/b/0/c~0~1d", "three"),
        ("/b/2", "four"),
    ]
