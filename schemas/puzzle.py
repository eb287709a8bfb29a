"""A puzzle as clients write it: from JSON to the solver's puzzles, and back.

Shapes are marshmallow schemas. What depends on several fields (does the hole exist, is the jump legal) is
looked at by ``schemas.jump`` and ``schemas.slide`` on whatever parts have the right shape, so that a client
hears of all errors at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, fields, pre_load, validate

from boards import catalogue
from schemas.errors import FieldError, InvalidRequest, Path, field_error, flatten
from schemas.fields import Integers, Points, Rows, Whole, shown
from schemas.jump import dump_jump, dump_jump_position, dump_jump_solution, load_jump, load_jump_solution
from schemas.slide import (
    MAX_PIECE,
    dump_slide,
    dump_slide_position,
    dump_slide_solution,
    load_slide,
    load_slide_solution,
)
from solver.jump.board import LINES, MAX_HOLES
from solver.model import Puzzle, Solution

MAX_JUMPS = 4096
MAX_GOALS = 1000
"""Most goals in all, however nested."""

MAX_NESTED = 20
"""How deep goals may be nested."""

HOLES = {"minimum": 0, "maximum": MAX_HOLES - 1}
PIECES = {"minimum": 0, "maximum": MAX_PIECE, "minItems": 1}


class JumpBoardShape(Schema):
    """A jump board: exactly one of jump_table, holes + jumps, grid + lines, name."""

    jump_table = Integers(3, width=2, most=4 * MAX_JUMPS, told=HOLES | {"minItems": 1, "maxItems": MAX_HOLES})
    holes = Whole(1, MAX_HOLES)
    jumps = Integers(2, width=3, most=4 * MAX_JUMPS, told=HOLES | {"maxItems": MAX_JUMPS, "uniqueItems": True})
    grid = Rows(". #")
    lines = fields.String(validate=validate.OneOf(LINES, error="one of: {choices}"))
    name = fields.String(validate=validate.Length(max=100))
    layout = Points()


class JumpStartShape(Schema):
    """The pegs at the start: exactly one of pegs, empty, picture."""

    pegs = Integers(most=MAX_HOLES, told=HOLES | {"uniqueItems": True})
    empty = Integers(most=MAX_HOLES, told=HOLES | {"uniqueItems": True})
    picture = Rows("o. #")


class JumpGoalShape(Schema):
    """What to end in: exactly one of pegs, empty, count, any_of."""

    pegs = Integers(most=MAX_HOLES, told=HOLES | {"uniqueItems": True})
    empty = Integers(most=MAX_HOLES, told=HOLES | {"uniqueItems": True})
    count = Whole(0, MAX_HOLES)
    any_of = fields.List(
        fields.Nested(lambda: JumpGoalShape()),
        validate=validate.Length(1, MAX_GOALS, error="between {min} and {max} goals"),
    )


class JumpPuzzleShape(Schema):
    """A jump puzzle."""

    @pre_load
    def bound(self, written: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Refuse goals of goals that would take long to read."""
        layer, count, depth = [written.get("goal")], 0, 0
        while layer := [part for goal in layer if isinstance(goal, dict) for part in _parts(goal)]:
            count, depth = count + len(layer), depth + 1
            if depth > MAX_NESTED:
                raise ValidationError(f"goals are nested more than {MAX_NESTED} deep", "goal")
            if count > MAX_GOALS:
                raise ValidationError(f"at most {MAX_GOALS} goals in all", "goal")
        return written

    kind = fields.String(required=True)
    board = fields.Nested(JumpBoardShape, required=True)
    start = fields.Nested(JumpStartShape, required=True)
    goal = fields.Nested(JumpGoalShape, required=True)
    opening = Integers(2, width=3, most=4 * MAX_HOLES, told=HOLES | {"maxItems": MAX_HOLES})


class SlideBoardShape(Schema):
    """A board for sliding pieces: exactly one of adjacency, rows + columns, grid, name."""

    adjacency = Integers(2, most=MAX_HOLES * MAX_HOLES, told=HOLES | {"minItems": 1, "maxItems": MAX_HOLES})
    rows = Whole(1, 64)
    columns = Whole(1, 64)
    grid = Rows(".# ")
    name = fields.String(validate=validate.Length(max=100))
    layout = Points()


class SlidePuzzleShape(Schema):
    """A sliding puzzle."""

    kind = fields.String(required=True)
    board = fields.Nested(SlideBoardShape, required=True)
    start = Integers(required=True, most=MAX_HOLES, told=PIECES)
    goal = Integers(required=True, most=MAX_HOLES, null=True, told=PIECES)


def _parts(goal: dict[str, Any]) -> list[Any]:
    parts = goal.get("any_of")
    return parts if isinstance(parts, list) else []


@dataclass(frozen=True, slots=True)
class KindSchema:
    """How one kind of puzzle is written in JSON.

    Attributes
    ----------
    shape
        The schema of a puzzle.
    load, dump
        From parts of the right shape to the solver's puzzle, and back.
    dump_solution, load_solution
        From a solution to ``moves`` and what goes with them, and back.
    dump_position
        From a position to an object that describes it.
    """

    shape: Schema
    load: Callable[[dict[str, Any], Path, list[FieldError]], tuple[Any, list[list[float]] | None] | None]
    dump: Callable[[Any], dict[str, Any]]
    dump_solution: Callable[[Any, Solution], dict[str, Any]]
    load_solution: Callable[[list[list[int]], list[list[int]] | None], Solution]
    dump_position: Callable[[Any], dict[str, Any]]


KINDS: dict[str, KindSchema] = {
    "jump": KindSchema(
        JumpPuzzleShape(), load_jump, dump_jump, dump_jump_solution, load_jump_solution, dump_jump_position
    ),
    "slide": KindSchema(
        SlidePuzzleShape(), load_slide, dump_slide, dump_slide_solution, load_slide_solution, dump_slide_position
    ),
}
"""How each kind is written, by the name it has in :data:`solver.kinds.KINDS`."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A client's puzzle: as the solver has it, and the points to draw it by, if given or known."""

    puzzle: Puzzle
    layout: list[list[float]] | None


def load_puzzle(written: Any, path: Path = ("puzzle",)) -> Loaded:
    """Read a client's puzzle.

    Parameters
    ----------
    written
        Parsed JSON.
    path
        Where it stands in the request.

    Raises
    ------
    InvalidRequest
        With every fault found.
    """
    if not isinstance(written, dict):
        raise InvalidRequest([field_error(path, f"not an object: {shown(written)}")])
    kind = written.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        text = f'one of "jump" and "slide", not {shown(kind)}' if "kind" in written else '"jump" or "slide" is missing'
        raise InvalidRequest([field_error((*path, "kind"), text)])
    schema = KINDS[kind]
    errors: list[FieldError] = []
    try:
        parts: dict[str, Any] = schema.shape.load(written)
    except ValidationError as error:
        errors = list(flatten(error.messages, path))
        parts = error.valid_data if isinstance(error.valid_data, dict) else {}
    parts = _named(parts, kind, path, errors)
    built = schema.load(parts, path, errors)
    if errors or built is None:
        raise InvalidRequest(errors)
    puzzle, places = built
    return Loaded(puzzle, parts["board"].get("layout") or places)


def dump_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Write a puzzle in the plainest form clients use; :func:`load_puzzle` reads it back."""
    return KINDS[puzzle.kind].dump(puzzle)


def _named(parts: dict[str, Any], kind: str, path: Path, errors: list[FieldError]) -> dict[str, Any]:
    """Put the catalogue's board in the place of its name; an unknown name is a fault and leaves no board."""
    board = parts.get("board")
    if not isinstance(board, dict) or set(board) - {"layout"} != {"name"}:
        return parts
    entry = catalogue().get(board["name"])
    if entry is not None and entry["kind"] == kind:
        given = {"layout": board["layout"]} if "layout" in board else {}
        return parts | {"board": {"layout": entry["layout"]} | entry["board"] | given}
    text = f"no board is called {shown(board['name'])}: see /v1/boards"
    if entry is not None:
        text = f"the board {shown(board['name'])} is for puzzles of kind {entry['kind']}, not {kind}"
    errors.append(field_error((*path, "board", "name"), text))
    return {key: value for key, value in parts.items() if key != "board"}
