"""Fields for numbers, for lists of numbers, and for parts that have shapes of their own.

Each says what it takes as JSON Schema, too (``json_schema``). A nested ``List(List(Integer()))`` costs half a
millisecond for a middling board; one field that walks the lists itself costs a tenth of that and names the same
errors.
"""

from __future__ import annotations

import json
from typing import Any

from marshmallow import ValidationError, fields

LARGEST = 2**53
"""Integers beyond this are not the same in every JSON reader."""

ROWS_MOST = 64
"""Rows of a drawing, and characters in each."""


def integer(value: Any) -> int | None:
    """The value as an integer if JSON Schema calls it one (5 and 5.0, not "5" or true), else None."""
    if type(value) is int:
        return value if -LARGEST <= value <= LARGEST else None
    if type(value) is float and value.is_integer() and abs(value) <= LARGEST:
        return int(value)
    return None


def shown(value: Any) -> str:
    """A value as a fault quotes it: short."""
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, (list, dict)):
        text = "a list" if isinstance(value, list) else "an object"
    else:
        text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "…"


class Whole(fields.Field[int]):
    """An integer between two bounds; the message names both the bound and the number."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        number = integer(value)
        if number is None:
            raise ValidationError(f"not an integer: {shown(value)}")
        if number < self.least:
            raise ValidationError(f"at least {self.least}, not {number}")
        if number > self.most:
            raise ValidationError(f"at most {self.most}, not {number}")
        return number

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Amount(fields.Field[float]):
    """A positive number with a most."""

    def __init__(self, most: float, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> float:
        if type(value) not in (int, float):
            raise ValidationError(f"not a number: {shown(value)}")
        if not 0 < value <= self.most:
            raise ValidationError(f"more than 0 and at most {self.most:g}, not {shown(value)}")
        return float(value)

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
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
    told
        What is known of the lists and told by ``json_schema``, but looked at elsewhere: ``minimum``, ``maximum``
        of the integers, ``minItems``, ``maxItems`` and ``uniqueItems`` of the outermost list.
    """

    def __init__(
        self,
        depth: int = 1,
        *,
        width: int | None = None,
        most: int = 100_000,
        null: bool = False,
        told: dict[str, Any] | None = None,
        **kw: Any,
    ) -> None:
        self.depth, self.width, self.most, self.null, self.told = depth, width, most, null, told or {}
        super().__init__(**kw)

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
        bounds = {name: self.told.get(name, bound) for name, bound in (("minimum", -LARGEST), ("maximum", LARGEST))}
        schema: dict[str, Any] = {"type": ["integer", "null"] if self.null else "integer", **bounds}
        for depth in range(self.depth):
            schema = {"type": "array", "items": schema}
            if depth == 0 and self.width is not None:
                schema |= {"minItems": self.width, "maxItems": self.width}
        return {"maxItems": self.most} | schema | {name: self.told[name] for name in self.told if name not in bounds}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        errors: dict[Any, Any] = {}
        if isinstance(value, list) and _leaves(value, self.depth) > self.most:
            raise ValidationError(f"at most {self.most} numbers, not {_leaves(value, self.depth)}")
        result = self._walk(value, self.depth, errors)
        if errors:
            raise ValidationError(errors.get(None) or errors)
        return result

    def _walk(self, value: Any, depth: int, errors: dict[Any, Any]) -> list[Any]:
        """Copy a list; errors are filed under their index, those of the list itself under None."""
        if not isinstance(value, list):
            errors[None] = [f"not a list: {shown(value)}"]
            return []
        if depth == 1:
            if self.width is not None and len(value) != self.width:
                errors[None] = [f"{self.width} numbers, not {len(value)}"]
                return []
            if all(type(item) is int and -LARGEST <= item <= LARGEST for item in value):
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
                errors[index] = [f"not an integer: {shown(item)}"]
            else:
                result.append(number)
        return result


def _leaves(value: Any, depth: int) -> int:
    if depth == 1 or not isinstance(value, list):
        return len(value) if isinstance(value, list) else 1
    return sum(_leaves(item, depth - 1) + 1 for item in value)


class Rows(fields.Field[list[str]]):
    """A drawing: rows of text with characters out of a fixed set."""

    def __init__(self, characters: str, **kwargs: Any) -> None:
        self.characters = characters
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(f"not a list of rows: {shown(value)}")
        if len(value) > ROWS_MOST or any(len(row) > ROWS_MOST for row in value if isinstance(row, str)):
            raise ValidationError(f"at most {ROWS_MOST} rows of {ROWS_MOST} characters")
        errors: dict[int, list[str]] = {}
        for index, row in enumerate(value):
            if not isinstance(row, str):
                errors[index] = [f"not text: {shown(row)}"]
            elif strange := sorted(set(row) - set(self.characters)):
                errors[index] = [f"only the characters {self.characters!r}, not {shown(strange[0])}"]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
        row = {"type": "string", "maxLength": ROWS_MOST, "pattern": f"^[{self.characters}]*$"}
        return {"type": "array", "maxItems": ROWS_MOST, "items": row}


class Points(fields.Field[list[list[float]]]):
    """A list of ``[x, y]``, at most 64, each coordinate between -10,000 and 10,000."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[list[float]]:
        if not isinstance(value, list) or len(value) > 64:
            raise ValidationError("not a list of at most 64 points")
        errors: dict[int, list[str]] = {}
        for index, point in enumerate(value):
            fine = isinstance(point, list) and len(point) == 2
            if not fine or not all(type(x) in (int, float) and abs(x) <= 10_000 for x in point):
                errors[index] = [f"a point is [x, y], each from -10000 to 10000, not {shown(point)}"]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
        coordinate = {"type": "number", "minimum": -10_000, "maximum": 10_000}
        point = {"type": "array", "minItems": 2, "maxItems": 2, "items": coordinate}
        return {"type": "array", "maxItems": 64, "items": point}


class Part(fields.Raw):
    """A part of a document with a shape of its own, which whoever reads the document looks at next.

    Parameters
    ----------
    name
        Name of the shape in the OpenAPI document.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self.shape = name
        super().__init__(**kwargs)

    def json_schema(self) -> dict[str, Any]:
        """What it takes."""
        return {"$ref": f"#/components/schemas/{self.shape}"}
