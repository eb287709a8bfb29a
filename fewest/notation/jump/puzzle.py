"""A whole jump puzzle in JSON."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import Layout, check_layout
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers
from fewest.notation.jump.board import JumpBoardShape, read_board
from fewest.notation.jump.goals import BoundedGoal, JumpGoalShape, check_survivor, read_goal
from fewest.notation.jump.positions import HOLES, START, JumpStartShape, read_position
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.jump.board import MAX_HOLES, unknown_hole
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Jump

FIRST_EMPTY = {"empty": [0]}
"""A start on every board."""


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
        JumpGoalShape,
        required=True,
        metadata=describe("The positions that meet the goal.", {"pegs": [16]}, {"count": 1}),
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

    def example(self, name: str, parts: JsonObject) -> object:
        """A value for a field: hole 0 is on every board."""
        return {"start": FIRST_EMPTY, "goal": {"pegs": [0]}}.get(name) or super().example(name, parts)


def read_puzzle(parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[JumpPuzzle, Layout | None] | None:
    """Build a puzzle from the fields that have the right shape (see :meth:`fewest.notation.kinds.KindSchema.load`)."""
    given = parts.get("board")
    if not isinstance(given, dict):
        return None
    before = len(errors)
    built = read_board(given, (*path, "board"), errors)
    if built is None:
        return None
    board, layout = built
    # If jumps have errors, the board has none, and every jump of the opening would be called wrong.
    jumps = frozenset(board.jumps) if len(errors) == before else None
    start, goal = None, None
    if (part := parts.get("start")) is not None:
        form = START.form_of(part, (*path, "start"), errors, lambda: FIRST_EMPTY)
        start = None if form is None else read_position(part, form, board, given, (*path, "start"), errors)
    if (part := parts.get("goal")) is not None:
        goal = read_goal(part, board, given, (*path, "goal"), errors)
    opening = tuple((jump[0], jump[1], jump[2]) for jump in parts.get("opening") or [])
    _check_opening(opening, board.holes, jumps, start, (*path, "opening"), errors)
    check_layout(given, board.holes, Message("hole"), (*path, "board"), errors)
    if goal is not None and goal.survivor is not None and len(errors) == before:
        check_survivor(goal.survivor, board, (*path, "goal", "survivor"), errors)
    if start is None or goal is None:
        return None
    return JumpPuzzle(board, start, goal, opening), layout


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
            template = "{jump} needs pegs in holes {start} and {over}, and hole {to} empty"
            text = Message(template, jump=list(jump), start=start, over=over, to=to)
        errors.append(field_error((*path, index), text))
        position = None
