"""Spaces, levels and surveys of jump boards in JSON (see :mod:`fewest.design.forms.base`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any

from marshmallow import fields

from fewest.design.forms.base import SpaceForms, SurveyForms
from fewest.design.forms.ranges import check_range, number_range
from fewest.design.jump.levels.task import GivenPegs
from fewest.design.jump.survey import first_images
from fewest.design.levels.task import Level
from fewest.design.spaces import SpaceReport, SpaceTask
from fewest.notation import JsonObject, meanings
from fewest.notation.errors import FieldError, field_error, read_object
from fewest.notation.fields import Component, Integers
from fewest.notation.jump.board import JumpBoardShape, holes_in
from fewest.notation.jump.goals import BoundedGoal, JumpGoalShape
from fewest.notation.jump.positions import HOLE_SET, check_count, read_holes
from fewest.notation.jump.puzzle import read_puzzle
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.errors import Message
from fewest.solver.jump.board import WORD_HOLES, JumpBoard, grid_places, too_many_holes
from fewest.solver.jump.proofs import goal_positions
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle

MAX_ORIGINS = 100_000
"""Largest number of goals that a number of pegs may match."""

FILLINGS: JsonObject = {"start": {"empty": []}, "goal": {"count": 0}}
"""A full and an empty board: they are on every board."""

ONE_PEG: JsonObject = {"count": 1}
"""The goal of jump boards if none is given: one peg, anywhere."""
COMPLEMENT: JsonObject = {"complement": True}
"""As the goal of a jump board: pegs in exactly the holes that are empty at the start."""
PEGS_GIVEN = """Number of pegs at the start, from `min` to `max`. By default any number. With the goal `complement`, all
holes except one, or except those in `empty`, have a peg."""
AT_MOST = f"It has at most {WORD_HOLES} holes."
PEGS = number_range("PegsRange", "pegs", WORD_HOLES, "as many as the board has holes")


class GivenJumpStartShape(Shape):
    """Constraints on the start of a jump board."""

    pegs = fields.Nested(PEGS, metadata=describe(PEGS_GIVEN, {"min": 10, "max": 20}))
    empty = Integers(
        most=WORD_HOLES,
        json_schema=HOLE_SET | {"maximum": WORD_HOLES - 1},
        metadata=describe(f"Holes that are empty at the start; others may be empty as well. {meanings.HOLES}", [16]),
    )


class JumpLevelsShape(Shape):
    """Levels of a jump board."""

    board = fields.Nested(
        JumpBoardShape, required=True, metadata=describe(f"The board of the levels. {AT_MOST}", {"name": "english"})
    )
    start = fields.Nested(GivenJumpStartShape, load_default=dict, metadata=describe(meanings.GIVEN))
    goal = Component(
        "GenerationGoal",
        load_default=lambda: dict(ONE_PEG),
        metadata=describe(
            "The goal of every level: pegs, empty holes, a number of pegs, or several of these; or `complement`. By "
            "default one peg, anywhere.",
            ONE_PEG,
            COMPLEMENT,
        ),
    )


class GoalShape(Shape):
    """The goal of a jump board, on its own."""

    goal = BoundedGoal(JumpGoalShape)


GOAL = GoalShape()


class JumpLevelForms:
    """Levels of jump boards. A minimal level may lose holes."""

    shape: type[Shape] = JumpLevelsShape

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal and pegs."""
        goal = plain.get("goal", ONE_PEG)
        start = plain.get("start", {})
        complement = isinstance(goal, dict) and goal == COMPLEMENT
        parts: JsonObject = {"board": plain["board"], "start": {"pegs": []}}
        read = read_object({"goal": ONE_PEG if complement else goal}, GOAL, (), errors)
        built = read_puzzle(parts | read, (), errors)
        if built is None:
            return None
        puzzle, _ = built
        holes = puzzle.board.holes
        if (too_many := too_many_holes(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        if not complement and puzzle.goal != JumpGoal(puzzle.goal.positions, puzzle.goal.counts):
            text = Message("levels need a goal that lists pegs or empty holes, or gives a number of pegs")
            errors.append(field_error(("goal",), text))
        pegs = start.get("pegs", {})
        check_range(pegs, ("start", "pegs"), errors)
        for name in ("min", "max"):
            check_count(pegs.get(name, 0), holes, ("start", "pegs", name), errors)
        empty = start.get("empty", [])
        mask = read_holes(empty, holes, ("start", "empty"), errors)
        if errors or mask is None:
            return None
        least = holes - max(1, len(empty)) if complement and not pegs else 1
        return {
            "board": puzzle.board,
            "goal": None if complement else puzzle.goal,
            "given": GivenPegs(pegs.get("min", least), pegs.get("max", holes), mask),
        }

    def dump(self, level: Level, plain: JsonObject, plainest: JsonObject) -> JsonObject:
        """A board that lost holes has its own goal."""
        # The goal of the task names holes by their old numbers.
        if len(level.places) < holes_in(plain["board"]):
            return {"board": _smaller(plain["board"], level.places, plainest["board"]), "goal": plainest["goal"]}
        goal = plain.get("goal", ONE_PEG)
        return {"board": plain.get("named", plain["board"]), "goal": plainest["goal"] if goal == COMPLEMENT else goal}


def _smaller(board: JsonObject, left: tuple[int, ...], plainest: JsonObject) -> JsonObject:
    """A board without some of its holes, as a grid if it was one, with the rest of its layout."""
    layout = {"layout": [board["layout"][hole] for hole in left]} if "layout" in board else {}
    if "grid" not in board:
        return plainest | layout
    grid, lines = board["grid"], board["lines"]
    # A grid whose blanks are skipped must stay without #.
    gap = "#" if grid_places(grid, lines) == grid_places([*grid, "#"], lines) else " "
    rows = []
    hole = 0
    for row in grid:
        drawn = ""
        for character in row:
            drawn += gap if character == "." and hole not in left else character
            hole += character == "."
        rows.append(drawn)
    return {"grid": rows, "lines": lines} | layout


class JumpSpaceForms(SpaceForms):
    """A space by pegs left, counted up to symmetry as well."""

    def filling(self, part: str, _: Any) -> JsonObject:
        """A full or an empty board."""
        return dict(FILLINGS[part])

    def read(
        self, puzzle: JumpPuzzle, forward: bool, errors: list[FieldError]
    ) -> tuple[JumpBoard, tuple[int, ...]] | None:
        """The start, or all goals, which must have equally many pegs."""
        if (too_many := too_many_holes(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        origins = (puzzle.start,) if forward else _goals(puzzle.board, puzzle.goal, errors)
        return None if origins is None else (puzzle.board, origins)

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


def _goals(board: JumpBoard, goal: JumpGoal, errors: list[FieldError]) -> tuple[int, ...] | None:
    if goal != JumpGoal(goal.positions, goal.counts):
        text = Message("a space needs a goal that lists pegs or empty holes, or gives a number of pegs")
        errors.append(field_error(("goal",), text))
        return None
    if len(goal.peg_numbers) > 1:
        errors.append(field_error(("goal",), Message("the goals of a space must have equally many pegs")))
        return None
    positions = goal_positions(board, goal, MAX_ORIGINS)
    if positions is None:
        number = sum(comb(board.holes, count) for count in goal.counts)
        text = Message("matches {given} positions; a space has at most {most} goals", given=number, most=MAX_ORIGINS)
        errors.append(field_error(("goal",), text))
        return None
    return tuple(positions)


class JumpSurveyForms(SurveyForms):
    """By default all single-vacancy problems."""

    defaults = ("starts", "goals")

    def some(self, _: Sequence[JsonObject]) -> JsonObject:
        """A full and an empty board."""
        return FILLINGS

    def problems(self, puzzle: JumpPuzzle) -> JsonObject:
        """Each hole empty, and one peg in each hole."""
        holes = range(puzzle.board.holes)
        return {"starts": [{"empty": [hole]} for hole in holes], "goals": [{"pegs": [hole]} for hole in holes]}

    def first_equals(self, puzzles: Sequence[JumpPuzzle], pause: Callable[[], object]) -> list[int]:
        """By the symmetries of the board."""
        return first_images(puzzles[0].board, [(puzzle.start, puzzle.goal) for puzzle in puzzles], pause=pause)
