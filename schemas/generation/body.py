"""The body of a request for levels: a board, what is given of start and goal, and what the levels shall be like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.fields import LARGEST, BoundedInteger, Component, Integers
from fewest.schemas.jump.board import JumpBoardShape
from fewest.schemas.jump.positions import HOLE_SET
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.schemas.slide import CONTENT, IN_ROWS, PIECES, SlideBoardShape
from fewest.schemas.task import TaskShape
from fewest.solver.design.features import NAMES
from fewest.solver.errors import Message
from fewest.solver.jump.board import WORD_HOLES
from fewest.solver.slide.board import MAX_CELLS

MAX_LEVELS = 100
MAX_LENGTH = 10_000
MAX_SOLUTIONS = 1_000_000_000
MAX_FEATURE = 1e12
FEATURES = tuple(name for name in NAMES if name not in ("length", "count"))
"""Features that a task may have ranges of; length and number of solutions have fields of their own."""
ONE_PEG: JsonObject = {"count": 1}
"""The goal of jump boards if none is given: one peg, anywhere."""
COMPLEMENT: JsonObject = {"complement": True}
"""As the goal of a jump board: pegs in exactly the holes that are empty at the start."""
PEGS_GIVEN = """Number of pegs at the start, from `min` to `max`. By default any; with the goal `complement`, all holes
have a peg but one, or but those in `empty`."""
GIVEN = describe("What is given of the start of every level.")
AT_MOST = f"It has at most {WORD_HOLES} holes."


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


class GivenJumpStartShape(Shape):
    """What is given of the start of a jump board."""

    pegs = fields.Nested(PEGS, metadata=describe(PEGS_GIVEN, {"min": 10, "max": 20}))
    empty = Integers(
        most=WORD_HOLES,
        json_schema=HOLE_SET | {"maximum": WORD_HOLES - 1},
        metadata=describe(f"Holes that are empty at the start; others may be, too. {meanings.HOLES}", [16]),
    )


class GivenSlideStartShape(Shape):
    """What is given of the start of a sliding board: the pieces of some cells."""

    pieces = Integers(
        most=MAX_CELLS,
        null=True,
        json_schema=PIECES,
        short=[IN_ROWS],
        metadata=describe(
            f"The piece on each cell at the start; null where it may be any. {CONTENT}",
            [0, None, None, None, None, None, None, None, None],
        ),
    )


class GenerationShape(TaskShape):
    """What all generated levels have in common."""

    kind = fields.String(required=True, metadata=describe(meanings.JUMP_OR_SLIDE))
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
        metadata=describe("Features that a level has to have, each from `min` to `max`.", {"traps": {"min": 0.1}}),
    )
    minimal = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=describe(
            "Whether no peg, no hole, or nothing of what the goal says of a cell may be superfluous: without it, the "
            "length or the number of solutions would be another."
        ),
    )
    seed = BoundedInteger(0, LARGEST, metadata=describe(meanings.SEED, 7))


class JumpGenerationShape(GenerationShape):
    """Levels of a jump board."""

    board = fields.Nested(
        JumpBoardShape, required=True, metadata=describe(f"The board of the levels. {AT_MOST}", {"name": "english"})
    )
    start = fields.Nested(GivenJumpStartShape, load_default=dict, metadata=GIVEN)
    goal = Component(
        "GenerationGoal",
        load_default=lambda: dict(ONE_PEG),
        metadata=describe(
            "The goal of every level: pegs, empty holes, a number of pegs, or several of these; or `complement`. By "
            "default one peg, anywhere.",
            ONE_PEG,
            COMPLEMENT,
        ),
    )


class SlideGenerationShape(GenerationShape):
    """Levels of a sliding board."""

    board = fields.Nested(
        SlideBoardShape, required=True, metadata=describe("The board of the levels.", {"rows": 3, "columns": 3})
    )
    start = fields.Nested(GivenSlideStartShape, load_default=dict, metadata=GIVEN)
    goal = Integers(
        most=MAX_CELLS,
        json_schema=PIECES,
        metadata=describe(
            f"The piece on each cell in the end. By default 1, 2, …, and the last cell empty. {CONTENT}",
            [1, 2, 3, 4, 5, 6, 7, 8, 0],
        ),
    )


SHAPES: Mapping[str, GenerationShape] = {"jump": JumpGenerationShape(), "slide": SlideGenerationShape()}


def check_range(given: Any, path: Path, errors: list[FieldError]) -> None:
    """Check that the least number of a range is not above the greatest."""
    least = given.get("min") if isinstance(given, dict) else None
    most = given.get("max") if isinstance(given, dict) else None
    if least is not None and most is not None and least > most:
        text = Message("must be at most {most}, as max is, not {value}", most=most, value=least)
        errors.append(field_error((*path, "min"), text))
