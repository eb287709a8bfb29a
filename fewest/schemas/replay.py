"""Bodies that need no search of their puzzle: check, share, replay, hint."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import describe
from fewest.notation.moves import MAX_CHARACTERS
from fewest.notation.shape import Shape
from fewest.solver.errors import Message

MAX_CLAIM = 20_000
"""Largest number of numbers in a claimed solution."""

MAX_WRITTEN = MAX_CLAIM // 2
"""The same in moves that are written in a format, which are played, and then written step by step."""

CLAIM = f"""Moves, one after the other. Jump boards: the holes that one peg visits, the first one included. Other
boards: `[from, to]`, cells that a piece, or any part of a block, leaves and enters. {meanings.PLACES}"""

REMOVED = describe(
    "Jump boards: the holes jumped over, move by move. Only needed if two jumps join the same two holes. "
    f"{meanings.HOLES}",
    [[1, 3]],
)


WRITTEN = f"""{CLAIM} Or all moves as a string in a usual notation, such as `RRDL`, `8 6 7`, `CL3 OD3`, `A-2 B+1`,
`e2-e4` or `12-2-6`."""


class MoveList(Integers):
    """Moves as lists of numbers, or as a text, which only the puzzle can tell the meaning of."""

    def _deserialize(self, value: object, *rest: object, **options: object) -> Any:
        if not isinstance(value, str):
            return super()._deserialize(value, *rest, **options)
        if len(value) > MAX_CHARACTERS:
            raise ValidationError(Message("must have at most {max} characters", max=MAX_CHARACTERS))
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"anyOf": [super().json_schema(), {"type": "string", "maxLength": MAX_CHARACTERS}]}


class CheckShape(Shape):
    """The body of ``POST /v1/puzzles/check``."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to check."))


class HintShape(Shape):
    """The body of ``POST /v1/hints``: the position is the start of the puzzle."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle; its start is the position."))
    limits = Component("Limits", load_default=dict, metadata=describe("Limits of the search from each next position."))


class ReplayShape(Shape):
    """The body of ``POST /v1/replays``."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle that the moves should solve."))
    moves = MoveList(
        2, required=True, most=MAX_CLAIM, metadata=describe(WRITTEN, [[0, 2, 4]], [[7, 6], [8, 7]], "RRDL")
    )
    removed = Integers(2, most=MAX_CLAIM, metadata=REMOVED)


class ConversionShape(Shape):
    """The body of ``POST /v1/conversions``: with ``moves``, a solution or its beginning to be written as well."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to write."))
    moves = MoveList(2, most=MAX_WRITTEN, metadata=describe(f"Legal moves from its start. {WRITTEN}", [[7, 6]], "RRDL"))
    removed = Integers(2, most=MAX_WRITTEN, metadata=REMOVED)


class ShareShape(Shape):
    """The body of ``POST /v1/shares``: with ``moves``, a game for others to beat."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to share."))
    moves = Integers(2, most=MAX_CLAIM, metadata=describe(f"A game to beat. {CLAIM}", [[7, 6], [8, 7]]))
    removed = Integers(2, most=MAX_CLAIM, metadata=REMOVED)
