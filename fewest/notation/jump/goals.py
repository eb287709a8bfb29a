"""The goal of a jump puzzle in JSON: positions, numbers of pegs, or which peg is the last."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from marshmallow import ValidationError, fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.boards import Choice
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import BoundedInteger, Rows, Yes
from fewest.notation.jump.positions import PICTURE, check_count, hole_set, read_position
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.jump.board import MAX_HOLES, JumpBoard, holes_of, unknown_hole
from fewest.solver.jump.puzzle import JumpGoal, PegsLeft
from fewest.solver.jump.survivor import places

MAX_GOALS = 1000
"""Largest number of goals, nested ones included."""

MAX_NESTED = 20
"""How deep goals may be nested."""


class JumpGoalShape(Shape):
    """The goal: exactly one of pegs, empty, picture, count, any_of, fewest_pegs, dead_end, survivor (+ hole)."""

    pegs = hole_set("Holes with a peg at the end; all others are empty.", [4])
    empty = hole_set("Empty holes at the end; all others have a peg.", [0, 1, 2, 3])
    picture = Rows("o. #", metadata=describe(f"The last position as a drawing. {PICTURE}", ["....o"]))
    count = BoundedInteger(0, MAX_HOLES, metadata=describe("Number of pegs at the end, in any holes.", 1))
    any_of = fields.List(
        fields.Nested(lambda: JumpGoalShape()),
        validate=validate.Length(1, MAX_GOALS, error=Message("must have {min} to {max} goals")),
        metadata=describe(
            f"Goals of which one must be met: at most {MAX_GOALS} including nested ones, nested at most "
            f"{MAX_NESTED} deep.",
            [{"pegs": [0]}, {"pegs": [4]}],
        ),
    )
    fewest_pegs = Yes(metadata=describe("`true`: leave as few pegs as possible, in the fewest moves.", True))
    dead_end = Yes(
        metadata=describe(
            "`true`: end where no jump is possible, with as many pegs as possible, in the fewest moves.",
            True,
        )
    )
    survivor = BoundedInteger(
        0,
        MAX_HOLES - 1,
        metadata=describe(f"The hole, at the start, of the peg that must be the last one. {meanings.HOLES}", 0),
    )
    hole = BoundedInteger(
        0, MAX_HOLES - 1, metadata=describe(f"The hole where the survivor must end. {meanings.HOLES}", 4)
    )


class BoundedGoal(fields.Nested):
    """A goal. One that contains too many goals, or too deep ones, is refused before it is read."""

    def _deserialize(self, value: object, *rest: Any, **options: Any) -> Any:
        # Level by level, not by recursion: the client would decide how deep that goes.
        level, count, depth = [value], 0, 0
        while level := [part for goal in level if isinstance(goal, dict) for part in _parts(goal)]:
            count += len(level)
            depth += 1
            if depth > MAX_NESTED:
                raise ValidationError(Message("goals must not be nested more than {most} deep", most=MAX_NESTED))
            if count > MAX_GOALS:
                raise ValidationError(Message("must have at most {most} goals in all", most=MAX_GOALS))
        if isinstance(self.schema, Shape):
            with suppress(ValidationError):
                return self.schema.load_valid(value)
        return super()._deserialize(value, *rest, **options)


def _parts(goal: JsonObject) -> list[Any]:
    parts = goal.get("any_of")
    return parts if isinstance(parts, list) else []


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
"""Goals about the number of pegs left, by their field."""


def read_goal(
    goal: JsonObject, board: JumpBoard, given: JsonObject, path: Path, errors: list[FieldError], *, part: bool = False
) -> JumpGoal | None:
    """The goal on a board as ``given``. ``part`` says whether it is one of several."""
    form = GOAL.form_of(goal, path, errors)
    if form is None:
        return None
    if form in PEGS_LEFT or form == "survivor":
        if part:
            errors.append(field_error((*path, form), Message("cannot be one of several goals")))
            return None
        return JumpGoal(pegs_left=PEGS_LEFT[form]) if form in PEGS_LEFT else _survivor(goal, board, path, errors)
    if form == "any_of":
        parts = [
            read_goal(each, board, given, (*path, form, index), errors, part=True)
            for index, each in enumerate(goal[form])
        ]
        known = [part for part in parts if part is not None]
        positions = frozenset().union(*(part.positions for part in known))
        return JumpGoal(positions, frozenset().union(*(part.counts for part in known)))
    if form == "count":
        check_count(goal[form], board.holes, (*path, form), errors)
        return JumpGoal(counts=frozenset([goal[form]]))
    position = read_position(goal, form, board, given, path, errors)
    return None if position is None else JumpGoal(frozenset([position]))


def _survivor(goal: JsonObject, board: JumpBoard, path: Path, errors: list[FieldError]) -> JumpGoal | None:
    """The goal that a given peg is the last one, anywhere or in a hole."""
    unknown = [name for name in ("survivor", "hole") if name in goal and goal[name] >= board.holes]
    errors += [field_error((*path, name), unknown_hole(goal[name], board.holes)) for name in unknown]
    if unknown:
        return None
    if "hole" in goal:
        return JumpGoal(frozenset([1 << goal["hole"]]), survivor=goal["survivor"])
    return JumpGoal(counts=frozenset([1]), survivor=goal["survivor"])


def check_survivor(survivor: int, board: JumpBoard, path: Path, errors: list[FieldError]) -> None:
    """Check that the board is small enough to follow a peg."""
    size = places(board, survivor)
    if size > MAX_HOLES:
        template = "must have at most {most} holes, not {given}; each hole that this peg can reach counts as two"
        errors.append(field_error(path, Message(template, most=MAX_HOLES, given=size)))


def dump_goal(goal: JumpGoal) -> JsonObject:
    """Write a goal in the plainest form."""
    for form, pegs_left in PEGS_LEFT.items():
        if goal.pegs_left is pegs_left:
            return {form: True}
    if goal.survivor is not None:
        return {"survivor": goal.survivor, **({"hole": holes_of(min(goal.positions))[0]} if goal.positions else {})}
    goals: list[JsonObject] = [{"pegs": holes_of(position)} for position in sorted(goal.positions)]
    goals += [{"count": count} for count in sorted(goal.counts)]
    return goals[0] if len(goals) == 1 else {"any_of": goals}
