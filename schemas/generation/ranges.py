"""What levels may be ordered to have, each from a least to a greatest number."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from fewest.schemas import meanings
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.fields import BoundedInteger
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.features import NAMES
from fewest.solver.jump.board import WORD_HOLES

MAX_LENGTH = 10_000
MAX_SOLUTIONS = 1_000_000_000
MAX_FEATURE = 1e12
FEATURES = tuple(name for name in NAMES if name not in ("length", "count"))
"""Features that an order may have ranges of; length and number of solutions have fields of their own."""


def number_range(name: str, noun: str, most: int, greatest: str, *examples: int) -> type[Schema]:
    """The shape of a range of numbers from 1; ``greatest`` says which one is the greatest by default."""
    about = describe(f"Greatest number of {noun}. By default {greatest}.", *examples)
    least = BoundedInteger(1, most, metadata=describe(f"Least number of {noun}. By default 1."))
    return Shape.from_dict({"min": least, "max": BoundedInteger(1, most, metadata=about)}, name=name)


LENGTHS = number_range("LengthRange", "moves", MAX_LENGTH, str(MAX_LENGTH))
SOLUTIONS = number_range("SolutionsRange", "optimal solutions", MAX_SOLUTIONS, "there is none", 1)
PEGS = number_range("PegsRange", "pegs", WORD_HOLES, "as many as the board has room for")


class FeatureRange(Shape):
    """Values of a feature."""

    min, max = (
        fields.Float(
            validate=validate.Range(-MAX_FEATURE, MAX_FEATURE),
            metadata=describe(f"{end} value of the feature. By default there is none."),
        )
        for end in ("Least", "Greatest")
    )


FEATURE_RANGES = Shape.from_dict(
    {name: fields.Nested(FeatureRange, metadata=describe(meanings.FEATURES[name])) for name in FEATURES},
    name="FeatureRanges",
)
"""A range for each feature."""


def check_range(given: Any, path: Path, errors: list[FieldError]) -> None:
    """Check that the least number of a range is not above the greatest."""
    least = given.get("min") if isinstance(given, dict) else None
    most = given.get("max") if isinstance(given, dict) else None
    if least is not None and most is not None and least > most:
        text = Message("must be at most {most}, as max is, not {value}", most=most, value=least)
        errors.append(field_error((*path, "min"), text))
