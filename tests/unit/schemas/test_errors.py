"""Errors of a request: all of them, each with its place."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validates_schema

from schemas.errors import FieldError, flatten, read_object


class Pair(Schema):
    """Two numbers, the second of them greater."""

    a = fields.Integer(strict=True)
    b = fields.Integer(strict=True)

    @validates_schema
    def order(self, values: dict[str, int], **_: object) -> None:
        """Compare them."""
        if values["a"] >= values["b"]:
            raise ValidationError("must be in order")


def test_an_error_of_a_whole_object_is_placed_at_the_object() -> None:
    """What is wrong with several fields together has the object's own pointer."""
    errors: list[FieldError] = []
    read_object({"a": 2, "b": 1}, Pair(), ("x", 0), errors)
    assert errors == [FieldError("/x/0", "must be in order")]


def test_valid_fields_are_kept() -> None:
    """The fields without errors are returned, so that they can be checked further."""
    errors: list[FieldError] = []
    assert read_object({"a": 2, "b": "1"}, Pair(), (), errors) == {"a": 2}
    assert errors == [FieldError("/b", "Not a valid integer.")]
    assert read_object([], Pair(), ("x",), errors) == {}
    assert errors[1:] == [FieldError("/x", "must be an object, not a list")]


def test_no_error_is_lost() -> None:
    """Several errors of one value, and those of nested values, are all listed, by pointers as RFC 6901 has them."""
    messages = {"a": ["one", "two"], "b": {0: {"c~/d": ["three"]}, 2: ["four"]}}
    assert [(error.pointer, error.detail) for error in flatten(messages)] == [
        ("/a", "one"),
        ("/a", "two"),
        ("/b/0/c~0~1d", "three"),
        ("/b/2", "four"),
    ]
