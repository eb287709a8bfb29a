"""Board, goal and start of levels, as the solver has them."""

from __future__ import annotations

from collections import Counter

from fewest.schemas import JsonObject
from fewest.schemas.cells import check_length
from fewest.schemas.errors import FieldError, field_error, read_object
from fewest.schemas.generation.body import COMPLEMENT, ONE_PEG, check_range
from fewest.schemas.jump.goals import BoundedGoal, JumpGoalShape
from fewest.schemas.jump.positions import check_count, read_holes
from fewest.schemas.jump.puzzle import JumpSchema
from fewest.schemas.shape import Shape
from fewest.schemas.slide import SlideSchema, read_board
from fewest.solver.errors import Message
from fewest.solver.jump.board import too_many_holes
from fewest.solver.jump.levels.given import GivenPegs
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle


class GoalShape(Shape):
    """The goal of a jump board, on its own."""

    goal = BoundedGoal(JumpGoalShape)


GOAL = GoalShape()


def jump_parts(plain: JsonObject, start: JsonObject, errors: list[FieldError]) -> JsonObject | None:
    """Board, goal and start of a jump board."""
    goal = plain.get("goal", ONE_PEG)
    complement = isinstance(goal, dict) and goal == COMPLEMENT
    parts: JsonObject = {"board": plain["board"], "start": {"pegs": []}}
    read = read_object({"goal": ONE_PEG if complement else goal}, GOAL, (), errors)
    built = JumpSchema().load(parts | read, (), errors)
    if built is None:
        return None
    puzzle: JumpPuzzle = built[0]
    holes = puzzle.board.holes
    if (too_many := too_many_holes(puzzle.board)) is not None:
        errors.append(field_error(("board",), too_many))
        return None
    if not complement and puzzle.goal != JumpGoal(puzzle.goal.positions, puzzle.goal.counts):
        errors.append(field_error(("goal",), Message("levels need a goal of pegs, empty holes or a number of pegs")))
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


def slide_parts(plain: JsonObject, start: JsonObject, errors: list[FieldError]) -> JsonObject | None:
    """Board, goal and start of a sliding board."""
    before = len(errors)
    built = read_board(plain["board"], ("board",), errors)
    if built is None:
        return None
    cells, board, _ = built
    goal = plain.get("goal", [*range(1, cells), 0])
    del errors[before:]  # they are found again with those of the layout and the goal
    SlideSchema().load({"board": plain["board"], "goal": goal}, (), errors)
    pieces = start.get("pieces", [])
    if pieces and len(pieces) != cells:
        check_length(pieces, cells, ("start", "pieces"), errors)
    elif len(errors) == before:
        _check_given(pieces, goal, errors)
    if board is None or len(errors) > before:
        return None
    return {"board": board, "goal": tuple(goal), "given": tuple(pieces)}


def _check_given(pieces: list[int | None], goal: list[int], errors: list[FieldError]) -> None:
    """Check that no piece is given more often than the goal has it."""
    have = Counter(goal)
    seen: Counter[int] = Counter()
    for cell, piece in enumerate(pieces):
        if piece is not None:
            seen[piece] += 1
            if seen[piece] > have[piece]:
                counts = {"have": have[piece], "given": seen[piece]}
                text = Message("the goal has {have} pieces numbered {piece}, not {given}", piece=piece, **counts)
                errors.append(field_error(("start", "pieces", cell), text))
