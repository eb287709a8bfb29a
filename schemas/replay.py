"""A claimed solution, and a puzzle alone: bodies that ask for no search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError

from schemas.errors import FieldError, InvalidRequest, field_error, flatten
from schemas.fields import Integers, Part, shown
from schemas.puzzle import Loaded, load_puzzle

MAX_CLAIM = 20_000
"""Most numbers in a claimed solution."""


class CheckShape(Schema):
    """The body of ``POST /v1/puzzles/check``."""

    puzzle = Part("Puzzle", required=True)


class HintShape(Schema):
    """The body of ``POST /v1/hints``: the position is the start of the puzzle."""

    puzzle = Part("Puzzle", required=True)
    limits = Part("Limits", load_default=dict)


class ReplayShape(Schema):
    """The body of ``POST /v1/replays``."""

    puzzle = Part("Puzzle", required=True)
    moves = Integers(2, required=True, most=MAX_CLAIM)
    removed = Integers(2, most=MAX_CLAIM)


@dataclass(frozen=True, slots=True)
class Parts:
    """A puzzle as written and as loaded, and the other parts of its body."""

    raw_puzzle: dict[str, Any]
    loaded: Loaded
    others: dict[str, Any]


def load_parts(body: Any, shape: Schema) -> Parts:
    """Read a body that holds a puzzle.

    Raises
    ------
    InvalidRequest
        With every fault found.
    """
    if not isinstance(body, dict):
        raise InvalidRequest([field_error((), f"not an object: {shown(body)}")])
    errors: list[FieldError] = []
    parts: dict[str, Any] = {}
    try:
        parts = shape.load(body)
    except ValidationError as error:
        errors += flatten(error.messages)
        parts = error.valid_data if isinstance(error.valid_data, dict) else {}
    loaded = None
    try:
        if "puzzle" in parts:
            loaded = load_puzzle(parts["puzzle"])
    except InvalidRequest as error:
        errors += error.errors
    if errors or loaded is None:
        raise InvalidRequest(errors)
    return Parts(parts.pop("puzzle"), loaded, parts)
