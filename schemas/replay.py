"""Bodies that ask for no search of their own puzzle: to check it, to replay a claimed solution, to get a hint."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import Component, Integers

MAX_CLAIM = 20_000
"""Most numbers in a claimed solution."""


class CheckShape(Schema):
    """The body of ``POST /v1/puzzles/check``."""

    puzzle = Component("Puzzle", required=True)


class HintShape(Schema):
    """The body of ``POST /v1/hints``: the position is the start of the puzzle."""

    puzzle = Component("Puzzle", required=True)
    limits = Component("Limits", load_default=dict)


class ReplayShape(Schema):
    """The body of ``POST /v1/replays``."""

    puzzle = Component("Puzzle", required=True)
    moves = Integers(2, required=True, most=MAX_CLAIM)
    removed = Integers(2, most=MAX_CLAIM)
