"""Whole spaces."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import meanings
from fewest.notation.fields import Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema

POSITIONS = describe("Number of positions.")


class PositionAnswer(AnswerSchema):
    """A position: the piece on each cell, or the holes with a peg. Blocks are drawn or numbered like the start."""

    pieces = Integers(1, metadata=describe(f"The piece on each cell, 0 if empty. {meanings.CELLS}"))
    picture = fields.List(fields.String(), metadata=describe("Blocks: a drawing, as at the start of a puzzle."))
    pegs = Integers(1, json_schema=PLACE, metadata=describe(f"Jump boards: the holes with a peg. {meanings.HOLES}"))


class ReducedSpaceAnswer(AnswerSchema):
    """The numbers of a space up to symmetry: positions that a symmetry of the board maps to each other count once.

    Only symmetries that keep the start or the goal count.
    """

    symmetries = fields.Integer(
        **always("Number of symmetries, including the identity. None moves a hole that no jump uses.")
    )
    positions = fields.Integer(required=True, metadata=POSITIONS)
    depths = Integers(1, **always("Number of positions of each depth, from 0."))
    dead_ends = Integers(
        1, metadata=describe("From a start: positions of each depth, from 0, that have no legal jump.")
    )


class SpaceComponentAnswer(AnswerSchema):
    """Positions of sliding blocks that can reach each other."""

    positions = fields.Integer(required=True, metadata=POSITIONS)
    depth = fields.Integer(**always("Fewest moves from its farthest positions to the goal."))
    goals = fields.Integer(**always("Number of positions that meet the goal."))
    start = fields.Boolean(**always("Whether the start of the request is one of its positions."))
    farthest = fields.Nested(PositionAnswer, **always("One of its farthest positions."))


class SpaceResultAnswer(AnswerSchema):
    """A space: every position by its depth.

    The depth is the distance in moves, or on jump boards the number of jumps from the start or to the goal.
    """

    positions = fields.Integer(metadata=POSITIONS)
    depth = fields.Integer(
        allow_none=True,
        metadata=describe("Depth of the deepest positions; null if no arrangement of blocks meets the goal."),
    )
    mean = fields.Float(allow_none=True, metadata=describe("Mean depth of a position; null if there is none."))
    depths = Integers(
        1, metadata=describe("Number of positions of each depth, from 0; of a stopped space the known ones.")
    )
    pegs = Integers(1, metadata=describe("Jump boards: number of pegs at each depth, from 0."))
    dead_ends = Integers(
        1, metadata=describe("Jump boards, from a start: positions of each depth, from 0, that have no legal jump.")
    )
    up_to_symmetry = fields.Nested(
        ReducedSpaceAnswer,
        metadata=describe("Jump boards: the numbers up to symmetry."),
    )
    deepest = fields.List(
        fields.Nested(PositionAnswer),
        metadata=describe(
            "At most 20 of the deepest positions; on jump boards, only one of each set of symmetric positions."
        ),
    )
    component_count = fields.Integer(
        metadata=describe("Blocks with a goal: number of components, the sets of positions that can reach each other.")
    )
    components = fields.List(
        fields.Nested(SpaceComponentAnswer),
        metadata=describe("Blocks with a goal: the 20 deepest components, and that of the start."),
    )
    start_depth = fields.Integer(
        allow_none=True,
        metadata=describe(
            "Depth of the start, if the request has a start and a goal; null if the start cannot be reached."
        ),
    )
    hardest = fields.Boolean(metadata=describe("Whether that start is one of the deepest positions."))
    drawn = fields.List(
        fields.Nested(PositionAnswer),
        metadata=describe("Positions drawn uniformly from a depth, up to symmetry; empty if the depth has none."),
    )
    seed = fields.Integer(metadata=describe("Seed of the draw."))
    limit = fields.String(
        metadata=describe("The limit that ended the work, or refused it: `seconds`, `nodes`, `bytes` or `positions`.")
    )
    needed = fields.Integer(metadata=describe("If `refused`: the least size of the space, in positions or bytes."))
    allowed = fields.Integer(metadata=describe("If `refused`: the largest size allowed, in positions or bytes."))
