"""Fields: every bound is exact, and the JSON Schema of a field has the same bounds."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import ValidationError, fields

from fewest.notation.fields import (
    LARGEST,
    MAX_ERRORS,
    BoundedInteger,
    Integers,
    Points,
    PositiveNumber,
    Rows,
    integer,
    quoted,
)


def messages(field: fields.Field[Any], value: object) -> Any:
    """The errors of a value."""
    with pytest.raises(ValidationError) as caught:
        field.deserialize(value)
    return caught.value.messages


def test_bounds_of_an_integer_are_included() -> None:
    """An integer may equal either bound; the error of one beyond it names the bound and the value."""
    field = BoundedInteger(3, 5)
    assert [field.deserialize(value) for value in (3, 4.0, 5)] == [3, 4, 5]
    assert messages(field, 2) == ["must be at least 3, not 2"]
    assert messages(field, 6) == ["must be at most 5, not 6"]
    assert messages(field, True) == ["must be an integer, not true"]
    assert field.json_schema() == {"type": "integer", "minimum": 3, "maximum": 5}


def test_zero_is_no_positive_number() -> None:
    """The maximum is valid, zero is not, and neither is a boolean, text or null."""
    field = PositiveNumber(60)
    assert [field.deserialize(value) for value in (0.001, 1, 60)] == [0.001, 1.0, 60.0]
    for value, text in ((0, "0"), (-1, "-1"), (60.5, "60.5")):
        assert messages(field, value) == [f"must be greater than 0 and at most 60, not {text}"]
    for value, text in ((True, "true"), ("1", '"1"'), ([], "a list")):
        assert messages(field, value) == [f"must be a number, not {text}"]
    assert field.json_schema() == {"type": "number", "exclusiveMinimum": 0, "maximum": 60}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("kind", [int, float])
def test_largest_integer(sign: int, kind: type) -> None:
    """Integers reach from -2**53 to 2**53, which every JSON reader keeps exact (RFC 8259, section 6)."""
    assert integer(kind(sign * 2**53)) == sign * LARGEST == sign * 2**53
    assert integer(kind(sign * (2**53 + 2))) is None
    assert Integers().deserialize([sign * 2**53]) == [sign * 2**53]
    assert messages(Integers(), [0, sign * (2**53 + 2)])[1][0].startswith("must be an integer")


def test_rows_and_their_length() -> None:
    """A grid has up to 64 rows of up to 64 characters."""
    field = Rows(".# ")
    assert field.deserialize(["." * 64] * 64) == ["." * 64] * 64
    for rows in (["."] * 65, ["." * 65]):
        assert messages(field, rows) == ["must have at most 64 rows of at most 64 characters"]
    assert messages(field, [".", 5]) == {1: ["must be a string, not 5"]}
    assert messages(field, "...") == ['must be a list of rows, not "..."']
    schema = field.json_schema()
    assert (schema["maxItems"], schema["items"]["maxLength"]) == (64, 64)


def test_points_and_their_coordinates() -> None:
    """A layout has up to 320 points with coordinates up to 10,000 either way; true is no coordinate."""
    field = Points()
    largest = [[10_000, -10_000.0]] * 320
    assert field.deserialize(largest) == largest
    assert messages(field, [[0, 0]] * 321) == ["must be a list of at most 320 points"]
    for point in ([10_001, 0], [0, -10_000.5], [0, True], [0, None], [0, "1"], [0], [0, 0, 0], 5):
        assert list(messages(field, [[0, 0], point])) == [1]
    assert field.json_schema()["maxItems"] == 320


def test_coordinates_that_are_all_but_zero() -> None:
    """Coordinates too small to divide by are refused; rounding errors of sines and cosines are accepted."""
    assert Points().deserialize([[0, -0.0], [6.1e-17, 1e-100]]) == [[0, -0.0], [6.1e-17, 1e-100]]
    for tiny in (5e-324, -1e-310, 9.9e-101):
        assert messages(Points(), [[0, tiny]])[0][0].startswith(
            "must have coordinates that are 0 or have an absolute value of at least 1e-100"
        )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (True, "true"),
        ("a" * 38, f'"{"a" * 38}"'),
        ("a" * 39, f'"{"a" * 36}…'),
        (10**39, f"1{'0' * 39}"),
        (10**40, f"1{'0' * 36}…"),
        ([1], "a list"),
        ({}, "an object"),
        (None, "null"),
    ],
)
def test_quotations_are_short(value: object, text: str) -> None:
    """An error quotes a value of 40 characters whole, and only the beginning of a longer one; lists are named."""
    assert quoted(value) == text


@pytest.mark.parametrize(
    ("depth", "value"), [(1, ["a"] * 5000), (2, [["a"] * 70] * 70), (3, [[["a", 1.5, None]] * 99])]
)
def test_no_more_errors_of_a_list_than_are_shown(depth: int, value: Any) -> None:
    """However many numbers of a list are wrong, one more is reported than a response shows, each at its place."""
    found = messages(Integers(depth), value)
    for _ in range(depth - 1):
        found = {(index, inner): text for index, texts in found.items() for inner, text in texts.items()}
    assert len(found) == MAX_ERRORS + 1
    assert all(len(texts) == 1 for texts in found.values())
