"""Bodies that need no search of their puzzle: check, share, replay, hint."""

from __future__ import annotations

from fewest.notation import meanings
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape

MAX_CLAIM = 20_000
"""Largest number of numbers in a claimed solution."""

CLAIM = f"""Moves, one after the other. Jump boards: the holes that one peg visits, the first one included. Other
boards: `[from, to]`, cells that a piece, or any part of a block, leaves and enters. {meanings.PLACES}"""

REMOVED = describe(
    "Jump boards: the holes jumped over, move by move. Only needed if two jumps join the same two holes. "
    f"{meanings.HOLES}",
    [[1, 3]],
)


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
    moves = Integers(2, required=True, most=MAX_CLAIM, metadata=describe(CLAIM, [[0, 2, 4]], [[7, 6], [8, 7]]))
    removed = Integers(2, most=MAX_CLAIM, metadata=REMOVED)


class ShareShape(Shape):
    """The body of ``POST /v1/shares``: with ``moves``, a game for others to beat."""

    puzzle = Component("Puzzle", required=True, metadata=describe("The puzzle to share."))
    moves = Integers(2, most=MAX_CLAIM, metadata=describe(f"A game to beat. {CLAIM}", [[7, 6], [8, 7]]))
    removed = Integers(2, most=MAX_CLAIM, metadata=REMOVED)
