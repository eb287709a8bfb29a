"""Jump puzzles in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, cast

from marshmallow import Schema, ValidationError, fields, pre_load, validate

from schemas import JsonObject
from schemas.boards import Choice, Layout, check_layout
from schemas.errors import FieldError, Path, field_error
from schemas.fields import BoundedInteger, Integers, Points, Rows
from solver.errors import PuzzleError
from solver.jump.board import LINES, MAX_HOLES, JumpBoard, board_from_grid, board_from_jumps, holes_of, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import Chain
from solver.model import Jump, Solution

MAX_JUMPS = 4096
MAX_GOALS = 1000
"""Most goals in all, however nested."""

MAX_NESTED = 20
"""How deep goals may be nested."""

HOLES = {"minimum": 0, "maximum": MAX_HOLES - 1}
HOLE_SET = HOLES | {"uniqueItems": True}


class JumpBoardShape(Schema):
    """A jump board: exactly one of jump_table, holes + jumps, grid + lines, name."""

    jump_table = Integers(3, width=2, most=4 * MAX_JUMPS, json_schema=HOLES | {"minItems": 1, "maxItems": MAX_HOLES})
    holes = BoundedInteger(1, MAX_HOLES)
    jumps = Integers(2, width=3, most=4 * MAX_JUMPS, json_schema=HOLES | {"maxItems": MAX_JUMPS, "uniqueItems": True})
    grid = Rows(". #")
    lines = fields.String(validate=validate.OneOf(LINES, error="must be one of: {choices}"))
    name = fields.String(validate=validate.Length(max=100))
    layout = Points()


class JumpStartShape(Schema):
    """The pegs at the start: exactly one of pegs, empty, picture."""

    pegs = Integers(most=MAX_HOLES, json_schema=HOLE_SET)
    empty = Integers(most=MAX_HOLES, json_schema=HOLE_SET)
    picture = Rows("o. #")


class JumpGoalShape(Schema):
    """What to end in: exactly one of pegs, empty, count, any_of."""

    pegs = Integers(most=MAX_HOLES, json_schema=HOLE_SET)
    empty = Integers(most=MAX_HOLES, json_schema=HOLE_SET)
    count = BoundedInteger(0, MAX_HOLES)
    any_of = fields.List(
        fields.Nested(lambda: JumpGoalShape()),
        validate=validate.Length(1, MAX_GOALS, error="must have {min} to {max} goals"),
    )


class JumpPuzzleShape(Schema):
    """A jump puzzle."""

    @pre_load
    def bound(self, puzzle: JsonObject, **_: Any) -> JsonObject:
        """Refuse nested goals that would take long to read."""
        level, count, depth = [puzzle.get("goal")], 0, 0
        while level := [part for goal in level if isinstance(goal, dict) for part in _parts(goal)]:
            count, depth = count + len(level), depth + 1
            if depth > MAX_NESTED:
                raise ValidationError(f"goals must not be nested more than {MAX_NESTED} deep", "goal")
            if count > MAX_GOALS:
                raise ValidationError(f"must have at most {MAX_GOALS} goals in all", "goal")
        return puzzle

    kind = fields.String(required=True)
    board = fields.Nested(JumpBoardShape, required=True)
    start = fields.Nested(JumpStartShape, required=True)
    goal = fields.Nested(JumpGoalShape, required=True)
    opening = Integers(2, width=3, most=4 * MAX_HOLES, json_schema=HOLES | {"maxItems": MAX_HOLES})


BOARD = Choice(
    "JumpBoard",
    JumpBoardShape,
    {
        "JumpTable": ("jump_table",),
        "JumpList": ("holes", "jumps"),
        "JumpGrid": ("grid", "lines"),
        "JumpBoardName": ("name",),
    },
    ("layout",),
)
START = Choice(
    "JumpStart", JumpStartShape, {"StartPegs": ("pegs",), "StartEmpty": ("empty",), "StartPicture": ("picture",)}
)
GOAL = Choice(
    "JumpGoal",
    JumpGoalShape,
    {"GoalPegs": ("pegs",), "GoalEmpty": ("empty",), "GoalCount": ("count",), "GoalAnyOf": ("any_of",)},
)


class JumpSchema:
    """How jump puzzles are written in JSON (see :class:`schemas.puzzle.KindSchema`)."""

    name = "jump"
    shape: Schema = JumpPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[JumpPuzzle, Layout | None] | None:
        """Build the puzzle."""
        given = parts.get("board")
        if not isinstance(given, dict):
            return None
        before = len(errors)
        built = _board(given, (*path, "board"), errors)
        if built is None:
            return None
        board, layout = built
        jumps = frozenset(board.jumps) if len(errors) == before else None
        start = _start(parts.get("start"), board, given.get("grid"), (*path, "start"), errors)
        goal = _goal(parts.get("goal"), board, (*path, "goal"), errors)
        opening = tuple((jump[0], jump[1], jump[2]) for jump in parts.get("opening") or [])
        _check_opening(opening, board.holes, jumps, start, (*path, "opening"), errors)
        check_layout(given, board.holes, "hole", (*path, "board"), errors)
        if start is None or goal is None:
            return None
        return JumpPuzzle(board, start, goal, opening), layout

    def dump(self, puzzle: JumpPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        goals: list[JsonObject] = [{"pegs": holes_of(position)} for position in sorted(puzzle.goal.positions)]
        goals += [{"count": count} for count in sorted(puzzle.goal.counts)]
        return {
            "kind": "jump",
            "board": {"holes": puzzle.board.holes, "jumps": [list(jump) for jump in puzzle.board.jumps]},
            "start": {"pegs": holes_of(puzzle.start)},
            "goal": goals[0] if len(goals) == 1 else {"any_of": goals},
            "opening": [list(jump) for jump in puzzle.opening],
        }

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""
        chains = zip(moves, removed or [], strict=True)
        return tuple(tuple(zip(path, over, path[1:], strict=False)) for path, over in chains)

    def dump_solution(self, _: JumpPuzzle, solution: Solution) -> JsonObject:
        """Write a solution: the holes each peg visits, and the holes it clears."""
        chains = [cast(Chain, move) for move in solution]
        return {
            "moves": [[chain[0][0], *(jump[2] for jump in chain)] for chain in chains],
            "removed": [[jump[1] for jump in chain] for chain in chains],
        }

    def dump_position(self, position: int) -> JsonObject:
        """Write a position: the holes with a peg."""
        return {"pegs": holes_of(position)}


def _parts(goal: JsonObject) -> list[Any]:
    parts = goal.get("any_of")
    return parts if isinstance(parts, list) else []


def _board(given: JsonObject, path: Path, errors: list[FieldError]) -> tuple[JumpBoard, Layout | None] | None:
    form = BOARD.form_of(given, path, errors)
    if form is None:
        return None
    if form == "grid":
        board, places = board_from_grid(given["grid"], given["lines"])
        holes = board.holes
    else:
        holes = given["holes"] if form == "holes" else len(given["jump_table"])
    if not 1 <= holes <= MAX_HOLES:
        errors.append(field_error((*path, form), f"a board has 1 to {MAX_HOLES} holes, not {holes}"))
        return None
    if form == "grid":
        return board, _grid_layout(places, given["lines"])
    if form == "holes":
        paths: list[Path] = [("jumps", index) for index in range(len(given["jumps"]))]
        jumps = [tuple(jump) for jump in given["jumps"]]
    else:
        rows = given["jump_table"]
        paths = [("jump_table", hole, index) for hole, row in enumerate(rows) for index in range(len(row))]
        jumps = [(hole, *jump) for hole, row in enumerate(rows) for jump in row]
        if len(jumps) > MAX_JUMPS:  # a list of jumps that is too long has been refused by its field
            errors.append(field_error((*path, form), f"a board has at most {MAX_JUMPS} jumps, not {len(jumps)}"))
            return JumpBoard(holes, ()), None
    try:
        return board_from_jumps(holes, jumps), None
    except PuzzleError as error:
        for (index, *place), text in error.errors:
            if form == "jump_table":  # the row is `from`, so that `over` and `to` have indices 0 and 1
                place = [int(number) - 1 for number in place if number != 0]
            errors.append(field_error((*path, *paths[int(index)], *place), text))
    return JumpBoard(holes, ()), None  # the number of holes is known: start and goal can still be checked


def _grid_layout(places: Iterable[tuple[int, int]], lines: str) -> Layout:
    """Points for the holes of a grid. Lines in six directions are drawn at 60 degrees to each other."""
    if lines != "triangular":
        return [[float(column), float(row)] for row, column in places]
    return [[column - row / 2, round(row * sqrt(3) / 2, 4)] for row, column in places]


def _unknown_hole(hole: int, holes: int) -> str:
    return f"hole {hole} does not exist: holes are numbered 0 to {holes - 1}"


def _mask(holes: list[int], board: JumpBoard, path: Path, errors: list[FieldError]) -> int | None:
    seen: set[int] = set()
    before = len(errors)
    for index, hole in enumerate(holes):
        if not 0 <= hole < board.holes:
            errors.append(field_error((*path, index), _unknown_hole(hole, board.holes)))
        elif hole in seen:
            errors.append(field_error((*path, index), f"hole {hole} is listed twice"))
        seen.add(hole)
    return mask_of(holes) if len(errors) == before else None


def _start(
    start: JsonObject | None, board: JumpBoard, grid: list[str] | None, path: Path, errors: list[FieldError]
) -> int | None:
    if start is None:
        return None
    form = START.form_of(start, path, errors)
    if form is None:
        return None
    if form == "picture":
        return _pictured(start["picture"], grid, (*path, "picture"), errors)
    mask = _mask(start[form], board, (*path, form), errors)
    return mask if mask is None or form == "pegs" else board.full & ~mask


def _pictured(picture: list[str], grid: list[str] | None, path: Path, errors: list[FieldError]) -> int | None:
    """The pegs of a picture, which has ``o`` or ``.`` exactly where the board's grid has a hole."""
    if grid is None:
        errors.append(field_error(path, "a picture needs a board that is given as a grid"))
        return None
    if len(picture) != len(grid):
        errors.append(field_error(path, f"must have {len(grid)} rows like the grid, not {len(picture)}"))
        return None
    mask, hole, before = 0, 0, len(errors)
    for r, (row, drawn) in enumerate(zip(grid, picture, strict=True)):
        for c in range(max(len(row), len(drawn))):
            in_grid, in_picture = row[c : c + 1] == ".", drawn[c : c + 1] in ("o", ".")
            if in_grid != in_picture:
                where = "the grid, but not in the picture" if in_grid else "the picture, but not in the grid"
                errors.append(field_error((*path, r), f"column {c} is a hole in {where}"))
            if in_grid:
                mask |= (drawn[c : c + 1] == "o") << hole
                hole += 1
    return mask if len(errors) == before else None


def _goal(goal: JsonObject | None, board: JumpBoard, path: Path, errors: list[FieldError]) -> JumpGoal | None:
    if goal is None:
        return None
    form = GOAL.form_of(goal, path, errors)
    if form is None:
        return None
    if form == "any_of":
        parts = [_goal(part, board, (*path, "any_of", index), errors) for index, part in enumerate(goal["any_of"])]
        known = [part for part in parts if part is not None]
        positions = frozenset().union(*(part.positions for part in known))
        return JumpGoal(positions, frozenset().union(*(part.counts for part in known)))
    if form == "count":
        if goal["count"] > board.holes:
            text = f"must be at most {board.holes}, the number of holes, not {goal['count']}"
            errors.append(field_error((*path, "count"), text))
        return JumpGoal(counts=frozenset([goal["count"]]))
    mask = _mask(goal[form], board, (*path, form), errors)
    return None if mask is None else JumpGoal(frozenset([mask if form == "pegs" else board.full & ~mask]))


def _check_opening(
    opening: tuple[Jump, ...],
    holes: int,
    jumps: frozenset[Jump] | None,
    position: int | None,
    path: Path,
    errors: list[FieldError],
) -> None:
    """Check that an opening can be played; ``jumps`` and ``position`` are None if they are not known."""
    for index, jump in enumerate(opening):
        unknown = [hole for hole in jump if not 0 <= hole < holes]
        if unknown:
            text = _unknown_hole(unknown[0], holes)
        elif jumps is not None and jump not in jumps:
            text = f"{list(jump)} is not a jump of this board"
        elif position is None:
            continue
        else:
            pegs, empty = 1 << jump[0] | 1 << jump[1], 1 << jump[2]
            if position & (pegs | empty) == pegs:
                position ^= pegs | empty
                continue
            text = f"{list(jump)} needs pegs in holes {jump[0]} and {jump[1]} and none in hole {jump[2]}"
        errors.append(field_error((*path, index), text))
        position = None
