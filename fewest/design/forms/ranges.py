"""Ranges of numbers in JSON."""

from __future__ import annotations

from marshmallow import Schema

from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import BoundedInteger
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message


def number_range(name: str, noun: str, most: int, greatest: str, *examples: int) -> type[Schema]:
    """The shape of a range of numbers from 1. ``greatest`` describes the default of the upper end."""
    about = describe(f"Greatest number of {noun}. By default {greatest}.", *examples)
    least = BoundedInteger(1, most, metadata=describe(f"Least number of {noun}. By default 1."))
    return Shape.from_dict({"min": least, "max": BoundedInteger(1, most, metadata=about)}, name=name)


def check_range(given: object, path: Path, errors: list[FieldError]) -> None:
    """Check that ``min`` is not above ``max``."""
    least = given.get("min") if isinstance(given, dict) else None
    most = given.get("max") if isinstance(given, dict) else None
    if least is not None and most is not None and least > most:
        text = Message("must be at most {most}, the value of max, not {value}", most=most, value=least)
        errors.append(field_error((*path, "min"), text))
