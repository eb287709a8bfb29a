"""Bodies that ask for no search of their own puzzle: to check or share it, to replay a solution, to get a hint."""

from __future__ import annotations

from schemas.fields import Component, Integers
from schemas.shape import Shape

MAX_CLAIM = 20_000
"""Most numbers in a claimed solution."""


class CheckShape(Shape):
    """The body of ``POST /v1/puzzles/check``."""

    puzzle = Component("Puzzle", required=True)


class HintShape(Shape):
    """The body of ``POST /v1/hints``: the position is the start of the puzzle."""

    puzzle = Component("Puzzle", required=True)
    limits = Component("Limits", load_default=dict)


class ReplayShape(Shape):
    """The body of ``POST /v1/replays``."""

    puzzle = Component("Puzzle", required=True)
    moves = Integers(2, required=True, most=MAX_CLAIM)
    removed = Integers(2, most=MAX_CLAIM)


class ShareShape(Shape):
    """The body of ``POST /v1/shares``: with ``moves``, a game that others are challenged to beat."""

    puzzle = Component("Puzzle", required=True)
    moves = Integers(2, most=MAX_CLAIM)
    removed = Integers(2, most=MAX_CLAIM)
