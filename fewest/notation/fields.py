"""Fields for numbers, for lists of numbers, and for values with a schema of their own.

Each describes what it accepts as JSON Schema (``json_schema``) for the OpenAPI document. A nested
``List(List(Integer()))`` costs half a millisecond for a board of average size; one field that walks the lists itself
takes a tenth of that and reports the same errors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, cast

from marshmallow import ValidationError, fields

from fewest.notation import JsonObject
from fewest.solver.errors import Message

LARGEST = 2**53
"""Largest integer that every JSON reader keeps exact."""

HALF = re.compile("[\ud800-\udfff]")

MAX_SEED = LARGEST - 1

MAX_ERRORS = 100
"""Largest number of errors in a response. A request may have as many errors as values."""

MAX_ROWS = 64
"""Most rows of a grid, and most characters in a row."""

MAX_POINTS = 320
"""Most points of a layout: as many as the largest board has places."""
MAX_COORDINATE = 10_000
MIN_COORDINATE = 1e-100
"""Least size of a nonzero coordinate: division by a much smaller one overflows."""


def integer(value: object) -> int | None:
    """The value as an integer if JSON Schema calls it one (5 and 5.0, not "5" or true), else None."""
    # Not isinstance: true is an int in Python, but no integer in JSON.
    if type(value) is int:
        return value if -LARGEST <= value <= LARGEST else None
    if type(value) is float and value.is_integer() and abs(value) <= LARGEST:
        return int(value)
    return None


def quoted(value: object) -> str:
    """A value as an error message quotes it: at most 40 characters."""
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, (list, dict)):
        return Message("a list") if isinstance(value, list) else Message("an object")
    else:
        text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "…"


def half_character(text: str) -> Message | None:
    """What is wrong with a text that has half of a pair of surrogates, which no UTF-8 can hold; None if it has none."""
    half = HALF.search(text)
    if half is None:
        return None
    said = "character {at} is half of a character, {half}; write the whole one"
    return Message(said, at=half.start() + 1, half=f"\\u{ord(half[0]):04x}")


class BoundedInteger(fields.Field[int]):
    """An integer between two bounds; error messages name the bound and the value."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        self.least = least
        self.most = most
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        number = integer(value)
        if number is None:
            raise ValidationError(Message("must be an integer, not {value}", value=quoted(value)))
        if number < self.least:
            raise ValidationError(Message("must be at least {least}, not {value}", least=self.least, value=number))
        if number > self.most:
            raise ValidationError(Message("must be at most {most}, not {value}", most=self.most, value=number))
        return number

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Yes(fields.Field[bool]):
    """The value true and no other."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if value is not True:
            raise ValidationError(Message("must be true, not {value}", value=quoted(value)))
        return True

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "boolean", "const": True}


class PositiveNumber(fields.Field[float]):
    """A number greater than 0 with a maximum."""

    def __init__(self, most: float, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise ValidationError(Message("must be a number, not {value}", value=quoted(value)))
        if not 0 < value <= self.most:
            text = "must be greater than 0 and at most {most:g}, not {value}"
            raise ValidationError(Message(text, most=self.most, value=quoted(value)))
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
    short
        JSON Schemas of the short forms that :mod:`fewest.notation.short_forms` writes out before this field is read.
    """

    def __init__(
        self,
        depth: int = 1,
        *,
        width: int | None = None,
        most: int = 100_000,
        null: bool = False,
        json_schema: JsonObject | None = None,
        short: Sequence[JsonObject] = (),
        **kw: Any,
    ) -> None:
        self.short = short
        self.depth = depth
        self.width = width
        self.most = most
        self.null = null
        self._keywords = json_schema or {}
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
        full = {"maxItems": self.most} | schema | keywords
        return {"anyOf": [full, *self.short]} if self.short else full

    def _deserialize(self, value: object, *_: object, **__: object) -> list[Any]:
        if self._is_valid(value):
            return cast(list[Any], value)
        if isinstance(value, list) and _leaves(value, self.depth) > self.most:
            given = _leaves(value, self.depth)
            raise ValidationError(Message("must have at most {most} numbers, not {given}", most=self.most, given=given))
        faults = list(islice(self._faults(value, self.depth), MAX_ERRORS + 1))
        # A missing level of brackets is one mistake, not one for every number.
        if len(faults) > 1 and isinstance(value, list) and self._lacks_a_level(value) and "examples" in self.metadata:
            text = Message("needs one more level of brackets, as in {example}", example=self._example())
            raise ValidationError(text)
        if (
            len(faults) > 1
            and self.depth == 1
            and isinstance(value, list)
            and all(isinstance(row, list) for row in value)
        ):
            raise ValidationError(Message("must be one list of numbers, or rows that fit the board"))
        if faults:
            raise ValidationError(_by_place(faults))
        return cast(list[Any], self._converted(value))

    def _lacks_a_level(self, value: list[Any]) -> bool:
        """Whether the innermost lists are missing everywhere, which is one mistake, not one per number."""
        level = value
        for _ in range(self.depth - 2):
            level = [item for each in level if isinstance(each, list) for item in each]
        return self.depth > 1 and bool(level) and not any(isinstance(item, list) for item in level)

    def _example(self) -> str:
        """The example of the field, as JSON."""
        return json.dumps(self.metadata["examples"][0])

    def _is_valid(self, value: object) -> bool:
        """Whether there is no error. This check is much faster than a walk, and nearly always succeeds."""
        level: list[Any] = [value]
        numbers = 0
        for depth in range(self.depth, 0, -1):
            if not set(map(type, level)) <= {list}:
                return False
            if depth == 1 and self.width is not None and not set(map(len, level)) <= {self.width}:
                return False
            level = list(chain.from_iterable(level))
            numbers += len(level)
        return numbers <= self.most and _integers([item for item in level if item is not None] if self.null else level)

    def _faults(self, value: object, depth: int) -> Iterator[tuple[tuple[int, ...], Message]]:
        """The errors in nested lists, with their places."""
        if depth == 0:
            if integer(value) is None and not (value is None and self.null):
                yield (), Message("must be an integer, not {value}", value=quoted(value))
        elif not isinstance(value, list):
            yield (), Message("must be a list, not {value}", value=quoted(value))
        elif depth == 1 and self.width is not None and len(value) != self.width:
            yield (), Message("must have {width|# number|# numbers}, not {given}", width=self.width, given=len(value))
        else:
            for index, item in enumerate(value):
                for path, message in self._faults(item, depth - 1):
                    yield (index, *path), message

    def _converted(self, value: object) -> object:
        """Nested lists without errors, in which numbers such as 5.0 become integers."""
        return [self._converted(item) for item in value] if isinstance(value, list) else integer(value)


def _by_place(faults: Sequence[tuple[tuple[int, ...], Message]]) -> Any:
    """Errors in marshmallow's nested form: a list of errors, or the errors by index."""
    if not faults[0][0]:
        return [faults[0][1]]
    nested: dict[int, list[tuple[tuple[int, ...], Message]]] = {}
    for (index, *rest), message in faults:
        nested.setdefault(index, []).append((tuple(rest), message))
    return {index: _by_place(inner) for index, inner in nested.items()}


def _integers(values: list[Any]) -> bool:
    """Whether all are integers within the bounds."""
    return set(map(type, values)) <= {int} and (not values or (min(values) >= -LARGEST and max(values) <= LARGEST))


def _leaves(value: object, depth: int) -> int:
    """Number of integers in nested lists, plus one for every inner list."""
    if depth == 1 or not isinstance(value, list):
        return len(value) if isinstance(value, list) else 1
    if depth == 2:
        return sum(len(item) + 1 if isinstance(item, list) else 2 for item in value)
    return sum(_leaves(item, depth - 1) + 1 for item in value)


class Rows(fields.Field[list[str]]):
    """Rows of a grid or a picture: strings of the given characters; by default all printable ones.

    ``elsewhere`` is the template of an error that says where other characters belong, such as those for pegs.
    """

    def __init__(self, characters: str | None = None, *, elsewhere: Message | None = None, **kwargs: Any) -> None:
        self.characters = characters
        self.elsewhere = elsewhere
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(Message("must be a list of rows, not {value}", value=quoted(value)))
        if len(value) > MAX_ROWS or any(len(row) > MAX_ROWS for row in value if isinstance(row, str)):
            raise ValidationError(Message("must have at most {most} rows of at most {most} characters", most=MAX_ROWS))
        errors: dict[int, list[str]] = {}
        seen = set(self.characters or ())
        for index, row in enumerate(value):
            if not isinstance(row, str):
                errors[index] = [Message("must be a string, not {value}", value=quoted(row))]
            elif self.characters is None:
                if not row.isprintable():
                    errors[index] = [Message("may only contain printable characters")]
            elif others := sorted(set(row) - seen):  # the same character in other rows is the same mistake
                seen.update(others)
                text = "may only contain the characters {characters!r}, not {value}"
                fault = Message(text, characters=self.characters, value=quoted(others[0]))
                errors[index] = [fault if self.elsewhere is None else self.elsewhere.format(fault=fault)]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        pattern = {} if self.characters is None else {"pattern": f"^[{self.characters}]*$"}
        row = {"type": "string", "maxLength": MAX_ROWS, **pattern}
        return {"type": "array", "maxItems": MAX_ROWS, "items": row}


class Points(fields.Field[list[list[float]]]):
    """A list of points ``[x, y]`` of bounded number and coordinates."""

    def _deserialize(self, value: object, *_: object, **__: object) -> list[list[float]]:
        if not isinstance(value, list) or len(value) > MAX_POINTS:
            raise ValidationError(Message("must be a list of at most {most} points", most=MAX_POINTS))
        errors: dict[int, list[str]] = {}
        for index, point in enumerate(value):
            pair = isinstance(point, list) and len(point) == 2
            # Not isinstance: true is an int in Python, but no coordinate.
            if not pair or not all(type(x) in (int, float) and abs(x) <= MAX_COORDINATE for x in point):
                text = "must be a point [x, y] with coordinates from -{most} to {most}, not {value}"
                errors[index] = [Message(text, most=MAX_COORDINATE, value=quoted(point))]
            elif tiny := [x for x in point if 0 < abs(x) < MIN_COORDINATE]:
                text = "must have coordinates that are 0 or have an absolute value of at least {least:g}, not {value}"
                errors[index] = [Message(text, least=MIN_COORDINATE, value=quoted(tiny[0]))]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        text = f"0, or at least {MIN_COORDINATE:g} in size."
        coordinate = {"type": "number", "minimum": -MAX_COORDINATE, "maximum": MAX_COORDINATE, "description": text}
        point = {"type": "array", "minItems": 2, "maxItems": 2, "items": coordinate}
        return {"type": "array", "maxItems": MAX_POINTS, "items": point}


class Component(fields.Raw):
    """A value that is validated separately. The OpenAPI document describes it as a component.

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
