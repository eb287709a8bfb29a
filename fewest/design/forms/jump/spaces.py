"""Whole spaces of jump boards in JSON (see :class:`fewest.design.forms.kinds.SpaceForms`)."""

from __future__ import annotations

from math import comb
from typing import Any

from fewest.design.exploration import SpaceReport
from fewest.design.forms.plain_spaces import PlainSpaceForms
from fewest.design.space import SpaceTask
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, field_error
from fewest.solver.errors import Message
from fewest.solver.jump.board import JumpBoard, holes_of, too_many_holes
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle

MAX_ORIGINS = 100_000
"""Largest number of goals that a number of pegs may match."""

FILLINGS: JsonObject = {"start": {"empty": []}, "goal": {"count": 0}}


class JumpSpaceForms(PlainSpaceForms):
    """A space by pegs left, counted up to symmetry as well."""

    def filling(self, part: str, _: Any) -> JsonObject:
        """A full or an empty board."""
        filling: JsonObject = FILLINGS[part]
        return filling

    def origins(self, puzzle: JumpPuzzle, forward: bool, errors: list[FieldError]) -> tuple[int, ...] | None:
        """The start, or all goals, which must have equally many pegs."""
        if (too_many := too_many_holes(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        return (puzzle.start,) if forward else _goals(puzzle.goal, puzzle.board.holes, errors)

    def dump_board(self, board: JumpBoard) -> JsonObject:
        """Write holes and jumps."""
        return {"holes": board.holes, "jumps": [list(jump) for jump in board.jumps]}

    def dump_start(self, position: int) -> JsonObject:
        """Write the holes with a peg."""
        return {"pegs": holes_of(position)}

    def dump_goal(self, task: SpaceTask) -> JsonObject:
        """Write the origins, as a number of pegs if they are all positions with this number."""
        pegs = task.origins[0].bit_count()
        if len(task.origins) == comb(task.board.holes, pegs):
            return {"count": pegs}
        if len(task.origins) > 1:
            return {"any_of": [self.dump_start(position) for position in task.origins]}
        return self.dump_start(task.origins[0])

    def dump_position(self, _: SpaceTask, position: int, __: JsonObject) -> JsonObject:
        """Write the holes with a peg."""
        return self.dump_start(position)

    def dump_part(self, task: SpaceTask, depths: int) -> JsonObject:
        """Write the pegs left at each depth."""
        first, step = task.origins[0].bit_count(), -1 if task.forward else 1
        return {"pegs": [first + step * depth for depth in range(depths)]}

    def dump_whole(self, task: SpaceTask, report: SpaceReport, _: JsonObject) -> JsonObject:
        """Write pegs, dead ends, and both up to symmetry."""
        written = self.dump_part(task, len(report.depths))
        reduced: JsonObject = {
            "symmetries": report.symmetries,
            "positions": sum(report.classes),
            "depths": list(report.classes),
        }
        if report.dead_ends is not None and report.dead_end_classes is not None:
            written["dead_ends"] = list(report.dead_ends)
            reduced["dead_ends"] = list(report.dead_end_classes)
        return written | {"up_to_symmetry": reduced}


def _goals(goal: JumpGoal, holes: int, errors: list[FieldError]) -> tuple[int, ...] | None:
    if goal != JumpGoal(goal.positions, goal.counts):
        text = Message("a space needs a goal that lists pegs or empty holes, or gives a number of pegs")
        errors.append(field_error(("goal",), text))
        return None
    if len(goal.peg_numbers) > 1:
        errors.append(field_error(("goal",), Message("the goals of a space must have equally many pegs")))
        return None
    number = sum(comb(holes, count) for count in goal.counts) or len(goal.positions)
    if number > MAX_ORIGINS:
        text = Message("matches {given} positions; a space has at most {most} goals", given=number, most=MAX_ORIGINS)
        errors.append(field_error(("goal",), text))
        return None
    return tuple(sorted(_with_pegs(holes, *goal.counts) if goal.counts else goal.positions))


def _with_pegs(holes: int, pegs: int) -> list[int]:
    """All positions with this many pegs, in order (Knuth, TAOCP 4A, 7.2.1.3: Gosper's hack)."""
    position, found = (1 << pegs) - 1, []
    while position < 1 << holes:
        found.append(position)
        if not pegs:
            break
        low = position & -position
        carried = position + low
        position = carried | (carried ^ position) // low >> 2
    return found
