"""The body of a request for levels: a board, constraints on start and goal, and required properties of the levels."""

from __future__ import annotations

from marshmallow import fields, validate

from fewest.design.features import NAMES
from fewest.design.forms.kinds import shapes_by_kind
from fewest.design.forms.ranges import number_range
from fewest.notation import meanings
from fewest.notation.fields import LARGEST, BoundedInteger
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.schemas.task import TaskShape

MAX_LEVELS = 100
MAX_LENGTH = 10_000
MAX_SOLUTIONS = 1_000_000_000
MAX_FEATURE = 1e12
FEATURES = tuple(name for name in NAMES if name not in ("length", "count"))
"""Features that a task may have ranges for. Length and number of solutions have separate fields."""

LENGTHS = number_range("LengthRange", "moves", MAX_LENGTH, str(MAX_LENGTH))
SOLUTIONS = number_range("SolutionsRange", "optimal solutions", MAX_SOLUTIONS, "there is none", 1)


class FeatureRange(Shape):
    """Values of a feature."""

    min, max = (
        fields.Float(
            validate=validate.Range(-MAX_FEATURE, MAX_FEATURE),
            metadata=describe(f"{end} value of the feature. By default no limit."),
        )
        for end in ("Least", "Greatest")
    )


FEATURE_RANGES = Shape.from_dict(
    {name: fields.Nested(FeatureRange, metadata=describe(meanings.FEATURES[name])) for name in FEATURES},
    name="FeatureRanges",
)
"""A range for each feature."""


class GenerationShape(TaskShape):
    """The common fields of all requests for levels."""

    kind = fields.String(required=True, metadata=describe(meanings.KIND))
    number = BoundedInteger(1, MAX_LEVELS, load_default=10, metadata=describe("Number of levels to make."))
    length = fields.Nested(
        LENGTHS,
        load_default=dict,
        metadata=describe("Fewest moves that a level may have, from `min` to `max`.", {"min": 20, "max": 24}),
    )
    solutions = fields.Nested(
        SOLUTIONS,
        load_default=dict,
        metadata=describe("Number of optimal solutions that a level may have, from `min` to `max`.", {"max": 1}),
    )
    features = fields.Nested(
        FEATURE_RANGES,
        load_default=dict,
        metadata=describe("Features that a level must have, each from `min` to `max`.", {"traps": {"min": 0.1}}),
    )
    minimal = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=describe(
            "Whether every part must matter: removing any peg, any hole, or any cell of the goal changes "
            "the length or the number of solutions; removing any block placed at random makes the level shorter."
        ),
    )
    seed = BoundedInteger(0, LARGEST, metadata=describe(meanings.SEED, 7))


SHAPES = shapes_by_kind(GenerationShape, lambda forms: forms.levels.shape)
"""The body for each kind of puzzle: its own fields come last."""
