"""The body of a request for levels: a board, what is given of start and goal, and what the levels shall be like."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import fields

from fewest.schemas import JsonObject, meanings
from fewest.schemas.fields import LARGEST, BoundedInteger, Component, Integers
from fewest.schemas.generation.ranges import FEATURE_RANGES, LENGTHS, PEGS, SOLUTIONS
from fewest.schemas.jump.board import JumpBoardShape
from fewest.schemas.jump.positions import HOLE_SET
from fewest.schemas.meanings import describe
from fewest.schemas.order import OrderShape
from fewest.schemas.shape import Shape
from fewest.schemas.slide import CONTENT, IN_ROWS, PIECES, SlideBoardShape
from fewest.solver.jump.board import WORD_HOLES
from fewest.solver.slide.board import MAX_CELLS

MAX_LEVELS = 100
ONE_PEG: JsonObject = {"count": 1}
"""The goal of jump boards if none is given: one peg, anywhere."""
COMPLEMENT: JsonObject = {"complement": True}
"""As the goal of a jump board: pegs in exactly the holes that are empty at the start."""
PEGS_GIVEN = """Number of pegs at the start, from `min` to `max`. By default any; with the goal `complement`, all holes
have a peg but one, or but those in `empty`."""
GIVEN = describe("What is given of the start of every level.")
AT_MOST = f"It has at most {WORD_HOLES} holes."


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


class GenerationShape(OrderShape):
    """What all levels to order have in common."""

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
