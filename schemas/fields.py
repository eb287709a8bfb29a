"""Fields for numbers, for lists of numbers, and for values with a schema of their own.

Each describes what it accepts as JSON Schema (``json_schema``) for the OpenAPI document. A nested
``List(List(Integer()))`` costs half a millisecond for a board of average size; one field that walks the lists itself
takes a tenth of that and reports the same errors.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import Any, cast

from marshmallow import ValidationError, fields

from schemas import JsonObject

LARGEST = 2**53
"""Not every JSON reader keeps integers beyond this exact."""

ROWS_MOST = 64
"""Most rows of a grid, and most characters in a row."""

POINTS_MOST = 64
COORDINATE_MOST = 10_000


def integer(value: object) -> int | None:
    """The value as an integer if JSON Schema calls it one (5 and 5.0, not "5" or true), else None."""
    if type(value) is int:
        return value if -LARGEST <= value <= LARGEST else None
    if type(value) is float and value.is_integer() and abs(value) <= LARGEST:
        return int(value)
    return None


def shown(value: object) -> str:
    """A value as an error message quotes it: at most 40 characters."""
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, (list, dict)):
        text = "a list" if isinstance(value, list) else "an object"
    else:
        text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "…"


class BoundedInteger(fields.Field[int]):
    """An integer between two bounds; error messages name the bound and the value."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        number = integer(value)
        if number is None:
            raise ValidationError(f"must be an integer, not {shown(value)}")
        if number < self.least:
            raise ValidationError(f"must be at least {self.least}, not {number}")
        if number > self.most:
            raise ValidationError(f"must be at most {self.most}, not {number}")
        return number

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class PositiveNumber(fields.Field[float]):
    """A number greater than 0 with a maximum."""

    def __init__(self, most: float, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise ValidationError(f"must be a number, not {shown(value)}")
        if not 0 < value <= self.most:
            raise ValidationError(f"must be greater than 0 and at most {self.most:g}, not {shown(value)}")
        return float(value)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.most}


class Integers(fields.Field[list[Any]]):
    """Lists of integers, nested ``depth`` deep.

    Parameters
    ----------
    depth
        1 for ``[1, 2]``, 2 for ``[[1, 2], …]``, 3 for ``[[[1, 2], …], …]``.
    width
        Length of every innermost list, if fixed.
    most
        Most integers in all.
    null
        Whether null may stand for an integer.
    json_schema
        JSON Schema keywords that are documented here and checked elsewhere: ``minimum`` and ``maximum`` of the
        integers, ``minItems``, ``maxItems`` and ``uniqueItems`` of the outermost list.
    """

    def __init__(
        self,
        depth: int = 1,
        *,
        width: int | None = None,
        most: int = 100_000,
        null: bool = False,
        json_schema: JsonObject | None = None,
        **kw: Any,
    ) -> None:
        self.depth, self.width, self.most, self.null, self._keywords = depth, width, most, null, json_schema or {}
        super().__init__(**kw)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        keywords = {"minimum": -LARGEST, "maximum": LARGEST} | self._keywords
        bounds = {name: keywords.pop(name) for name in ("minimum", "maximum")}
        schema: JsonObject = {"type": ["integer", "null"] if self.null else "integer", **bounds}
        for depth in range(self.depth):
            schema = {"type": "array", "items": schema}
            if depth == 0 and self.width is not None:
                schema |= {"minItems": self.width, "maxItems": self.width}
        return {"maxItems": self.most} | schema | keywords

    def _deserialize(self, value: object, *_: object, **__: object) -> list[Any]:
        errors: dict[Any, Any] = {}
        if isinstance(value, list) and _leaves(value, self.depth) > self.most:
            raise ValidationError(f"must have at most {self.most} numbers, not {_leaves(value, self.depth)}")
        if self.depth == 2 and self._plain(value):
            return list(cast(list[Any], value))
        result = self._walk(value, self.depth, errors)
        if errors:
            raise ValidationError(errors.get(None) or errors)
        return result

    def _plain(self, value: object) -> bool:
        """Whether it is a list of lists without an error: most are, and this is the quick way to know."""
        if not isinstance(value, list) or not set(map(type, value)) <= {list}:
            return False
        if self.width is not None and not set(map(len, value)) <= {self.width}:
            return False
        return _integers(list(chain.from_iterable(value)))

    def _walk(self, value: object, depth: int, errors: dict[Any, Any]) -> list[Any]:
        """Copy a list; errors of an item go under its index, those of the list itself under None."""
        if not isinstance(value, list):
            errors[None] = [f"must be a list, not {shown(value)}"]
            return []
        if depth == 1:
            if self.width is not None and len(value) != self.width:
                errors[None] = [f"must have {self.width} numbers, not {len(value)}"]
                return []
            if _integers(value):
                return value
        result: list[Any] = []
        for index, item in enumerate(value):
            if depth > 1:
                inner: dict[Any, Any] = {}
                result.append(self._walk(item, depth - 1, inner))
                if inner:
                    errors[index] = inner.get(None) or inner
            elif item is None and self.null:
                result.append(None)
            elif (number := integer(item)) is None:
                errors[index] = [f"must be an integer, not {shown(item)}"]
            else:
                result.append(number)
        return result


def _integers(values: list[Any]) -> bool:
    """Whether all are integers that are not too large."""
    return set(map(type, values)) <= {int} and (not values or (min(values) >= -LARGEST and max(values) <= LARGEST))


def _leaves(value: object, depth: int) -> int:
    """Number of integers in nested lists, plus one for every inner list."""
    if depth == 1 or not isinstance(value, list):
        return len(value) if isinstance(value, list) else 1
    if depth == 2:
        return sum(len(item) + 1 if isinstance(item, list) else 2 for item in value)
    return sum(_leaves(item, depth - 1) + 1 for item in value)


class Rows(fields.Field[list[str]]):
    """Rows of a grid: strings of characters from a fixed set."""

    def __init__(self, characters: str, **kwargs: Any) -> None:
        self.characters = characters
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(f"must be a list of rows, not {shown(value)}")
        if len(value) > ROWS_MOST or any(len(row) > ROWS_MOST for row in value if isinstance(row, str)):
            raise ValidationError(f"must have at most {ROWS_MOST} rows of at most {ROWS_MOST} characters")
        errors: dict[int, list[str]] = {}
        for index, row in enumerate(value):
            if not isinstance(row, str):
                errors[index] = [f"must be a string, not {shown(row)}"]
            elif others := sorted(set(row) - set(self.characters)):
                errors[index] = [f"may only contain the characters {self.characters!r}, not {shown(others[0])}"]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        row = {"type": "string", "maxLength": ROWS_MOST, "pattern": f"^[{self.characters}]*$"}
        return {"type": "array", "maxItems": ROWS_MOST, "items": row}


class Points(fields.Field[list[list[float]]]):
    """A list of points ``[x, y]`` of bounded number and coordinates."""

    def _deserialize(self, value: object, *_: object, **__: object) -> list[list[float]]:
        if not isinstance(value, list) or len(value) > POINTS_MOST:
            raise ValidationError(f"must be a list of at most {POINTS_MOST} points")
        errors: dict[int, list[str]] = {}
        for index, point in enumerate(value):
            pair = isinstance(point, list) and len(point) == 2
            if not pair or not all(type(x) in (int, float) and abs(x) <= COORDINATE_MOST for x in point):
                text = f"must be a point [x, y] with coordinates from -{COORDINATE_MOST} to {COORDINATE_MOST}"
                errors[index] = [f"{text}, not {shown(point)}"]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        coordinate = {"type": "number", "minimum": -COORDINATE_MOST, "maximum": COORDINATE_MOST}
        point = {"type": "array", "minItems": 2, "maxItems": 2, "items": coordinate}
        return {"type": "array", "maxItems": POINTS_MOST, "items": point}


class Component(fields.Raw):
    """A value that is validated separately; the OpenAPI document describes it as a component of its own.

    Parameters
    ----------
    name
        Name of the component.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self.component = name
        super().__init__(**kwargs)

    def json_schema(self) -> JsonObject:
        """A reference to the component."""
        return {"$ref": f"#/components/schemas/{self.component}"}
