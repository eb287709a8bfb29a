"""Jump puzzles in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import sqrt
from typing import Any, cast

from marshmallow import Schema, ValidationError, fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import NAME_TOO_LONG, Choice, Layout, check_layout
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.estimates import jump_estimate
from fewest.schemas.fields import BoundedInteger, Integers, Points, Rows, Yes
from fewest.schemas.jump_notices import board_notices
from fewest.schemas.jump_pictures import read_picture
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.jump.board import (
    LINES,
    MAX_HOLES,
    JumpBoard,
    board_from_grid,
    board_from_jumps,
    crooked_row,
    holes_of,
    mask_of,
    unknown_hole,
)
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.rules import Chain
from fewest.solver.jump.survivor import places
from fewest.solver.model import Jump, Solution

MAX_JUMPS = 4096
MAX_GOALS = 1000
"""Most goals in all, however nested."""

MAX_NESTED = 20
"""How deep goals may be nested."""

HOLES = {"minimum": 0, "maximum": MAX_HOLES - 1}
HOLE_SET = HOLES | {"uniqueItems": True}
ONE_HOLE = {"type": "integer", **HOLES}
FLAT = {"type": "array", "items": {"type": "integer", "minimum": -1, "maximum": MAX_HOLES - 1}}
PAIR = {"type": "array", "minItems": 2, "maxItems": 2, "items": ONE_HOLE}
FLAT_ROWS = {
    "type": "array",
    "minItems": 1,
    "maxItems": MAX_HOLES,
    "items": {"anyOf": [{"type": "array", "items": PAIR}, FLAT]},
}
"""A jump table whose rows have no brackets around the pairs, and perhaps a -1 after the last."""


GRID = """Rows of text with `.` for a hole, as the board is drawn. Holes are numbered from 0, row by row. Without `#`,
blanks between the holes are skipped if all holes lie in every other column: `". . ."` is `"..."`. With `triangular`
lines, the drawing may be left-justified, `[".", "..", "..."]`, or centred, each row offset by one column from the next:
`["  .", " . .", ". . ."]` is the same board, as is one with `#` in place of the blanks. In any other grid with `#`,
which is no hole, every character is a place."""

JUMP_TABLE = """For each hole, in the order of their numbers, its jumps `[over, to]`: a peg in it jumps over the peg in
hole `over`, which is removed, and lands in the empty hole `to`. Holes are numbered from 0: the first list is of hole
0. A row may be flat, and end in -1: `[1, 3, 2, 5, -1]` is `[[1, 3], [2, 5]]`."""

JUMPS = """The jumps `[from, over, to]`: a peg in hole `from` jumps over the peg in hole `over`, which is removed, and
lands in the empty hole `to`. The way back is a jump of its own."""

DIRECTIONS = """Along which lines pegs jump: `orthogonal` for rows and columns, `diagonal` for the diagonals, too (8
directions), `triangular` for rows and both slanted lines of a triangular board (6). Default: `triangular` if each row
of the grid is offset by one column from the next, else `orthogonal`."""

PICTURE = "The rows of the board's grid, which it must have: `o` is a peg, `.` an empty hole, `#` or a blank no hole."


class JumpBoardShape(Shape):
    """A jump board: exactly one of jump_table, holes + jumps, grid + lines, name."""

    jump_table = Integers(
        3,
        width=2,
        most=4 * MAX_JUMPS,
        json_schema=HOLES | {"minItems": 1, "maxItems": MAX_HOLES},
        short=[FLAT_ROWS],
        metadata=describe(JUMP_TABLE, [[[1, 2]], [], [[1, 0]]]),
    )
    holes = BoundedInteger(
        1, MAX_HOLES, metadata=describe("Number of holes. They are numbered from 0, in an order of your own.", 3)
    )
    jumps = Integers(
        2,
        width=3,
        most=4 * MAX_JUMPS,
        json_schema=HOLES | {"maxItems": MAX_JUMPS, "uniqueItems": True},
        metadata=describe(JUMPS, [[0, 1, 2], [2, 1, 0]]),
    )
    grid = Rows(". #", metadata=describe(GRID, ["#..#", "....", "#..#"]))
    lines = fields.String(
        validate=validate.OneOf(LINES, error=Message("must be one of: {choices}")),
        metadata=describe(DIRECTIONS, "orthogonal"),
    )
    name = fields.String(
        validate=validate.Length(max=100, error=NAME_TOO_LONG), metadata=describe(meanings.BOARD_NAME, "english")
    )
    layout = Points(metadata=describe(meanings.LAYOUT, meanings.ROW_LAYOUT))


class JumpStartShape(Shape):
    """The pegs at the start: exactly one of pegs, empty, picture."""

    pegs = Integers(
        most=MAX_HOLES,
        json_schema=HOLE_SET,
        short=[ONE_HOLE],
        metadata=describe(f"Holes with a peg; all others are empty. {meanings.HOLES}", [0, 1, 3]),
    )
    empty = Integers(
        most=MAX_HOLES,
        json_schema=HOLE_SET,
        short=[ONE_HOLE],
        metadata=describe(f"Empty holes; all others have a peg. {meanings.HOLES}", [2]),
    )
    picture = Rows("o. #", metadata=describe(f"The pegs as a drawing. {PICTURE}", ["oo.o."]))


class JumpGoalShape(Shape):
    """What to end in: exactly one of pegs, empty, picture, count, any_of, fewest_pegs, dead_end, survivor (+ hole)."""

    pegs = Integers(
        most=MAX_HOLES,
        json_schema=HOLE_SET,
        short=[ONE_HOLE],
        metadata=describe(f"Holes with a peg in the end; all others are empty. {meanings.HOLES}", [4]),
    )
    empty = Integers(
        most=MAX_HOLES,
        json_schema=HOLE_SET,
        short=[ONE_HOLE],
        metadata=describe(f"Empty holes in the end; all others have a peg. {meanings.HOLES}", [0, 1, 2, 3]),
    )
    picture = Rows("o. #", metadata=describe(f"The last position as a drawing. {PICTURE}", ["....o"]))
    count = BoundedInteger(0, MAX_HOLES, metadata=describe("So many pegs in the end, in whatever holes.", 1))
    any_of = fields.List(
        fields.Nested(lambda: JumpGoalShape()),
        validate=validate.Length(1, MAX_GOALS, error=Message("must have {min} to {max} goals")),
        metadata=describe(
            f"Goals of which one has to be met: at most {MAX_GOALS}, those within others counted, nested at most "
            f"{MAX_NESTED} deep.",
            [{"pegs": [0]}, {"pegs": [4]}],
        ),
    )
    fewest_pegs = Yes(
        metadata=describe("`true`: as few pegs as can be left; then, in as few moves as possible.", True),
    )
    dead_end = Yes(
        metadata=describe(
            "`true`: no jump is possible, and as many pegs are left as can be then; then, in as few moves as possible.",
            True,
        ),
    )
    survivor = BoundedInteger(
        0,
        MAX_HOLES - 1,
        metadata=describe(f"The hole of the peg, at the start, that has to be the last one. {meanings.HOLES}", 0),
    )
    hole = BoundedInteger(
        0, MAX_HOLES - 1, metadata=describe(f"The hole in which the survivor has to end. {meanings.HOLES}", 4)
    )


class BoundedGoal(fields.Nested):
    """A goal, unless it has so many goals in it, or so deep, that reading it would take long."""

    def _deserialize(self, value: object, *rest: Any, **options: Any) -> Any:
        level = [value]
        count = 0
        depth = 0
        while level := [part for goal in level if isinstance(goal, dict) for part in _parts(goal)]:
            count = count + len(level)
            depth = depth + 1
            if depth > MAX_NESTED:
                raise ValidationError(Message("goals must not be nested more than {most} deep", most=MAX_NESTED))
            if count > MAX_GOALS:
                raise ValidationError(Message("must have at most {most} goals in all", most=MAX_GOALS))
        if isinstance(self.schema, Shape):
            with suppress(ValidationError):
                return self.schema.load_valid(value)
        return super()._deserialize(value, *rest, **options)


class JumpPuzzleShape(Shape):
    """A jump puzzle."""

    kind = fields.String(required=True, metadata=describe("Peg solitaire on any board: pegs jump over pegs."))
    board = fields.Nested(
        JumpBoardShape,
        required=True,
        metadata=describe("The board: its holes and its jumps, in one of several forms.", {"name": "english"}),
    )
    start = fields.Nested(
        JumpStartShape, required=True, metadata=describe("The holes with a peg at the start.", {"empty": [16]})
    )
    goal = BoundedGoal(
        JumpGoalShape, required=True, metadata=describe("The positions to end in.", {"pegs": [16]}, {"count": 1})
    )
    opening = Integers(
        2,
        width=3,
        most=4 * MAX_HOLES,
        json_schema=HOLES | {"maxItems": MAX_HOLES},
        metadata=describe(
            f"Jumps `[from, over, to]` that must be played first, in this order; they are part of the solution. By "
            f"default none. {meanings.HOLES}",
            [[0, 1, 2]],
        ),
    )


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
    ("lines",),
)
START = Choice(
    "JumpStart", JumpStartShape, {"StartPegs": ("pegs",), "StartEmpty": ("empty",), "StartPicture": ("picture",)}
)
GOAL = Choice(
    "JumpGoal",
    JumpGoalShape,
    {
        "GoalPegs": ("pegs",),
        "GoalEmpty": ("empty",),
        "GoalPicture": ("picture",),
        "GoalCount": ("count",),
        "GoalAnyOf": ("any_of",),
        "GoalFewestPegs": ("fewest_pegs",),
        "GoalDeadEnd": ("dead_end",),
        "GoalSurvivor": ("survivor",),
        "GoalSurvivorAt": ("survivor", "hole"),
    },
)
PEGS_LEFT = {"fewest_pegs": PegsLeft.FEWEST, "dead_end": PegsLeft.MOST}
"""Goals about how many pegs are left, by the field they are written with."""


class JumpSchema:
    """How jump puzzles are written in JSON (see :class:`fewest.schemas.puzzle.KindSchema`)."""

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
        start = _start(parts.get("start"), board, given, (*path, "start"), errors)
        goal = _goal(parts.get("goal"), board, given, (*path, "goal"), errors)
        opening = tuple((jump[0], jump[1], jump[2]) for jump in parts.get("opening") or [])
        _check_opening(opening, board.holes, jumps, start, (*path, "opening"), errors)
        check_layout(given, board.holes, Message("hole"), (*path, "board"), errors)
        if goal is not None and goal.survivor is not None and len(errors) == before:
            _check_survivor(goal.survivor, board, (*path, "goal", "survivor"), errors)
        if start is None or goal is None:
            return None
        return JumpPuzzle(board, start, goal, opening), layout

    def notices(self, puzzle: JumpPuzzle, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """What is odd about the board."""
        for text in board_notices(puzzle.board, layout):
            yield ("board",), text

    estimate = staticmethod(jump_estimate)

    def dump(self, puzzle: JumpPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        return {
            "kind": "jump",
            "board": {"holes": puzzle.board.holes, "jumps": [list(jump) for jump in puzzle.board.jumps]},
            "start": {"pegs": holes_of(puzzle.start)},
            "goal": _dump_goal(puzzle.goal),
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

    def dump_end(self, puzzle: JumpPuzzle, solution: Solution) -> JsonObject:
        """Write how many pegs a solution leaves, if that is what the goal is about."""
        if puzzle.goal.pegs_left is None:
            return {}
        return {"pegs_left": puzzle.start.bit_count() - sum(map(len, solution))}

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
        holes = sum(row.count(".") for row in given["grid"])
    else:
        holes = given["holes"] if form == "holes" else len(given["jump_table"])
    if not 1 <= holes <= MAX_HOLES:
        text = Message("a board has 1 to {most} holes, not {given}", most=MAX_HOLES, given=holes)
        errors.append(field_error((*path, form), text))
        return None
    if form == "grid":
        row = crooked_row(given["grid"]) if given["lines"] == "triangular" else None
        if row is not None:
            offset = (
                "row {row} is not offset by one column from the next, as in a centred drawing; write # where a "
                "left-justified board has no hole"
            )
            errors.append(field_error((*path, form, row), Message(offset, row=row)))
        board, places = board_from_grid(given["grid"], given["lines"])
        return board, _grid_layout(places, given["lines"])
    if form == "holes":
        jumps = list(map(tuple, given["jumps"]))
    else:
        jumps = [(hole, *jump) for hole, row in enumerate(given["jump_table"]) for jump in row]
        if len(jumps) > MAX_JUMPS:  # a list of jumps that is too long has been refused by its field
            text = Message("a board has at most {most} jumps, not {given}", most=MAX_JUMPS, given=len(jumps))
            errors.append(field_error((*path, form), text))
            return JumpBoard(holes, ()), None
    try:
        return board_from_jumps(holes, jumps), None
    except PuzzleError as error:
        paths = _jump_paths(given, form)
        for (index, *place), text in error.errors:
            if form == "jump_table":  # the row is `from`, so that `over` and `to` have indices 0 and 1
                place = [int(number) - 1 for number in place if number != 0]
            errors.append(field_error((*path, *paths[int(index)], *place), text))
    return JumpBoard(holes, ()), None  # the number of holes is known: start and goal can still be checked


def _jump_paths(given: JsonObject, form: str) -> list[Path]:
    """Where each jump is written."""
    if form == "holes":
        return [("jumps", index) for index in range(len(given["jumps"]))]
    return [("jump_table", hole, index) for hole, row in enumerate(given["jump_table"]) for index in range(len(row))]


def _grid_layout(places: Iterable[tuple[int, int]], lines: str) -> Layout:
    """Points for the holes of a grid. Lines in six directions are drawn at 60 degrees to each other."""
    if lines != "triangular":
        return [[float(column), float(row)] for row, column in places]
    return [[column - row / 2, round(row * sqrt(3) / 2, 4)] for row, column in places]


def _mask(holes: list[int], board: JumpBoard, path: Path, errors: list[FieldError]) -> int | None:
    if len(set(holes)) == len(holes) and (not holes or (min(holes) >= 0 and max(holes) < board.holes)):
        return mask_of(holes)
    seen: set[int] = set()
    for index, hole in enumerate(holes):
        if not 0 <= hole < board.holes:
            errors.append(field_error((*path, index), unknown_hole(hole, board.holes)))
        elif hole in seen:
            errors.append(field_error((*path, index), Message("hole {hole} is listed twice", hole=hole)))
        seen.add(hole)
    return None


def _start(
    start: JsonObject | None, board: JumpBoard, given: JsonObject, path: Path, errors: list[FieldError]
) -> int | None:
    if start is None:
        return None
    form = START.form_of(start, path, errors)
    if form is None:
        return None
    if form == "picture":
        return read_picture(start["picture"], given, (*path, "picture"), errors)
    mask = _mask(start[form], board, (*path, form), errors)
    return mask if mask is None or form == "pegs" else board.full & ~mask


def _goal(
    goal: JsonObject | None,
    board: JumpBoard,
    given: JsonObject,
    path: Path,
    errors: list[FieldError],
    *,
    part: bool = False,
) -> JumpGoal | None:
    """The goal on a board as ``given``; ``part`` if it is one of several."""
    if goal is None:
        return None
    form = GOAL.form_of(goal, path, errors)
    if form is None:
        return None
    if form in PEGS_LEFT or form == "survivor":
        if part:
            errors.append(field_error((*path, form), Message("cannot be one of several goals")))
            return None
        return JumpGoal(pegs_left=PEGS_LEFT[form]) if form in PEGS_LEFT else _survivor(goal, board, path, errors)
    if form == "any_of":
        places_of = [(*path, "any_of", index) for index in range(len(goal["any_of"]))]
        parts = [
            _goal(each, board, given, at, errors, part=True) for each, at in zip(goal["any_of"], places_of, strict=True)
        ]
        known = [part for part in parts if part is not None]
        positions = frozenset().union(*(part.positions for part in known))
        return JumpGoal(positions, frozenset().union(*(part.counts for part in known)))
    if form == "count":
        if goal["count"] > board.holes:
            template = "must be at most {most}, the number of holes, not {value}"
            text = Message(template, most=board.holes, value=goal["count"])
            errors.append(field_error((*path, "count"), text))
        return JumpGoal(counts=frozenset([goal["count"]]))
    if form == "picture":
        mask = read_picture(goal["picture"], given, (*path, "picture"), errors)
    else:
        mask = _mask(goal[form], board, (*path, form), errors)
    if mask is None:
        return None
    return JumpGoal(frozenset([board.full & ~mask if form == "empty" else mask]))


def _survivor(goal: JsonObject, board: JumpBoard, path: Path, errors: list[FieldError]) -> JumpGoal | None:
    """The goal that a peg of the start is the last one, anywhere or in a hole."""
    unknown = [name for name in ("survivor", "hole") if name in goal and goal[name] >= board.holes]
    errors += [field_error((*path, name), unknown_hole(goal[name], board.holes)) for name in unknown]
    if unknown:
        return None
    if "hole" in goal:
        return JumpGoal(frozenset([1 << goal["hole"]]), survivor=goal["survivor"])
    return JumpGoal(counts=frozenset([1]), survivor=goal["survivor"])


def _check_survivor(survivor: int, board: JumpBoard, path: Path, errors: list[FieldError]) -> None:
    """Check that the board is small enough to follow a peg."""
    size = places(board, survivor)
    if size > MAX_HOLES:
        template = "the holes, and those this peg can come to once more, are at most {most}, not {given}"
        errors.append(field_error(path, Message(template, most=MAX_HOLES, given=size)))


def _dump_goal(goal: JumpGoal) -> JsonObject:
    for form, pegs_left in PEGS_LEFT.items():
        if goal.pegs_left is pegs_left:
            return {form: True}
    if goal.survivor is not None:
        return {"survivor": goal.survivor, **({"hole": holes_of(min(goal.positions))[0]} if goal.positions else {})}
    goals: list[JsonObject] = [{"pegs": holes_of(position)} for position in sorted(goal.positions)]
    goals += [{"count": count} for count in sorted(goal.counts)]
    return goals[0] if len(goals) == 1 else {"any_of": goals}


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
            text = unknown_hole(unknown[0], holes)
        elif jumps is not None and jump not in jumps:
            text = Message("{jump} is not a jump of this board", jump=list(jump))
        elif position is None:
            continue
        else:
            pegs = 1 << jump[0] | 1 << jump[1]
            empty = 1 << jump[2]
            if position & (pegs | empty) == pegs:
                position ^= pegs | empty
                continue
            start, over, to = jump
            template = "{jump} needs pegs in holes {start} and {over} and none in hole {to}"
            text = Message(template, jump=list(jump), start=start, over=over, to=to)
        errors.append(field_error((*path, index), text))
        position = None
