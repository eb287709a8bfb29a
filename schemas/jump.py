"""Jump puzzles: from parts of the right shape to the solver's puzzle, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, cast

from schemas.errors import FieldError, Path, field_error, pointer
from solver.errors import PuzzleError
from solver.jump.board import MAX_HOLES, JumpBoard, board_from_grid, board_from_jumps, holes_of, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import Chain
from solver.model import Jump, Solution

Places = list[list[float]]
FORMS = (("jump_table",), ("holes", "jumps"), ("grid", "lines"))


def load_jump(parts: dict[str, Any], path: Path, errors: list[FieldError]) -> tuple[JumpPuzzle, Places | None] | None:
    """Make the puzzle; every fault is added to ``errors``. Returns None where there is no telling."""
    whole = parts.get("board")
    if not isinstance(whole, dict):
        return None
    before = len(errors)
    made = _board(whole, (*path, "board"), errors)
    if made is None:
        return None
    board, places = made
    sound = len(errors) == before
    start = _start(parts.get("start"), board, whole, (*path, "start"), errors)
    goal = _goal(parts.get("goal"), board, (*path, "goal"), errors)
    jumps = frozenset(board.jumps) if sound else None
    opening = _opening(parts.get("opening") or [], board, jumps, start, (*path, "opening"), errors)
    check_layout(whole, board.holes, "holes", (*path, "board", "layout"), errors)
    if start is None or goal is None:
        return None
    return JumpPuzzle(board, start, goal, opening), places


def dump_jump(puzzle: JumpPuzzle) -> dict[str, Any]:
    """Write a jump puzzle in the plainest form."""
    goals: list[dict[str, Any]] = [{"pegs": holes_of(position)} for position in sorted(puzzle.goal.positions)]
    goals += [{"count": count} for count in sorted(puzzle.goal.counts)]
    return {
        "kind": "jump",
        "board": {"holes": puzzle.board.holes, "jumps": [list(jump) for jump in puzzle.board.jumps]},
        "start": {"pegs": holes_of(puzzle.start)},
        "goal": goals[0] if len(goals) == 1 else {"any_of": goals},
        "opening": [list(jump) for jump in puzzle.opening],
    }


def choice(given: Iterable[str], forms: Sequence[tuple[str, ...]], path: Path, errors: list[FieldError]) -> str | None:
    """The one form whose fields are given, by its first field; otherwise a fault."""
    names = set(given) - {"layout"}
    for form in forms:
        if names == set(form):
            return form[0]
    if any(known.pointer.startswith(pointer(path)) for known in errors):
        return None  # a part has the wrong shape and says so itself
    told = f", not {', '.join(sorted(names))}" if names else ""
    errors.append(field_error(path, f"exactly one of {', '.join(map(' + '.join, forms))} is needed{told}"))
    return None


def _board(whole: dict[str, Any], path: Path, errors: list[FieldError]) -> tuple[JumpBoard, Places | None] | None:
    form = choice(whole, (*FORMS, ("name",)), path, errors)
    if form is None:
        return None
    if form == "grid":
        board, places = board_from_grid(whole["grid"], whole["lines"])
        if not 1 <= board.holes <= MAX_HOLES:
            errors.append(field_error((*path, "grid"), f"between 1 and {MAX_HOLES} holes, not {board.holes}"))
            return None
        return board, _drawn(places, whole["lines"])
    holes, listed = (whole["holes"], whole["jumps"]) if form == "holes" else (len(whole["jump_table"]), None)
    if not 1 <= holes <= MAX_HOLES:
        errors.append(field_error((*path, form), f"between 1 and {MAX_HOLES} holes, not {holes}"))
        return None
    if listed is None:
        rows = whole["jump_table"]
        where = [(hole, place) for hole, row in enumerate(rows) for place in range(len(row))]
        jumps = [(hole, *rows[hole][place]) for hole, place in where]
    else:
        jumps = [tuple(jump) for jump in listed]
    try:
        return board_from_jumps(holes, jumps), None
    except PuzzleError as error:
        for (index, *place), text in error.errors:
            at = (*path, "jumps", index, *place) if listed is not None else _in_table(path, where[int(index)], place)
            errors.append(field_error(at, text))
    # The holes are known, so what names them can still be looked at.
    return JumpBoard(holes, ()), None


def _drawn(places: Iterable[tuple[int, int]], lines: str) -> Places:
    """Points to draw a grid's holes at. Lines in six directions are drawn at 60 degrees to each other."""
    if lines != "triangular":
        return [[float(column), float(row)] for row, column in places]
    return [[column - row / 2, round(row * sqrt(3) / 2, 4)] for row, column in places]


def _in_table(path: Path, cell: tuple[int, int], place: list[str | int]) -> Path:
    """A place in a jump (from, over, to) as a place in a jump table, where `from` is the row."""
    inner = (int(place[0]) - 1,) if place and place[0] != 0 else ()
    return (*path, "jump_table", *cell, *inner)


def _holes(holes: list[int], board: JumpBoard, path: Path, errors: list[FieldError]) -> int:
    seen: set[int] = set()
    for index, hole in enumerate(holes):
        if not 0 <= hole < board.holes:
            errors.append(field_error((*path, index), f"hole {hole} does not exist ({board.holes} holes)"))
        elif hole in seen:
            errors.append(field_error((*path, index), f"hole {hole} is already in the list"))
        seen.add(hole)
    return mask_of(hole for hole in seen if 0 <= hole < board.holes)


def _start(
    start: dict[str, Any] | None, board: JumpBoard, whole: dict[str, Any], path: Path, errors: list[FieldError]
) -> int | None:
    if start is None:
        return None
    form = choice(start, (("pegs",), ("empty",), ("picture",)), path, errors)
    if form is None:
        return None
    if form != "picture":
        mask = _holes(start[form], board, (*path, form), errors)
        return mask if form == "pegs" else board.full & ~mask
    if "grid" not in whole:
        errors.append(field_error((*path, "picture"), "only a board given as a grid can have its start as a picture"))
        return None
    mask, hole = 0, 0
    height, rows = len(whole["grid"]), start["picture"]
    if len(rows) != height:
        errors.append(field_error((*path, "picture"), f"{height} rows, as the grid has, not {len(rows)}"))
        return None
    for r, (row, drawn) in enumerate(zip(whole["grid"], rows, strict=True)):
        for c in range(max(len(row), len(drawn))):
            here, shown = row[c : c + 1] == ".", drawn[c : c + 1] in ("o", ".")
            if here != shown:
                text = f"column {c} of the grid is {'a' if here else 'no'} hole, but the picture says otherwise"
                errors.append(field_error((*path, "picture", r), text))
            if here:
                mask |= (drawn[c : c + 1] == "o") << hole
                hole += 1
    return mask


def _goal(goal: dict[str, Any] | None, board: JumpBoard, path: Path, errors: list[FieldError]) -> JumpGoal | None:
    if goal is None:
        return None
    form = choice(goal, (("pegs",), ("empty",), ("count",), ("any_of",)), path, errors)
    if form is None:
        return None
    if form == "any_of":
        parts = [_goal(part, board, (*path, "any_of", index), errors) for index, part in enumerate(goal["any_of"])]
        known = [part for part in parts if part is not None]
        positions = frozenset().union(*(part.positions for part in known))
        return JumpGoal(positions, frozenset().union(*(part.counts for part in known)))
    if form == "count":
        if goal["count"] > board.holes:
            text = f"{goal['count']} pegs do not fit in {board.holes} holes"
            errors.append(field_error((*path, "count"), text))
        return JumpGoal(counts=frozenset([goal["count"]]))
    mask = _holes(goal[form], board, (*path, form), errors)
    return JumpGoal(frozenset([mask if form == "pegs" else board.full & ~mask]))


def _opening(
    opening: list[list[int]],
    board: JumpBoard,
    known: frozenset[Jump] | None,
    start: int | None,
    path: Path,
    errors: list[FieldError],
) -> tuple[Jump, ...]:
    position = start
    jumps = [(jump[0], jump[1], jump[2]) for jump in opening]
    for index, jump in enumerate(jumps):
        if any(not 0 <= hole < board.holes for hole in jump):
            strange = next(hole for hole in jump if not 0 <= hole < board.holes)
            errors.append(field_error((*path, index), f"hole {strange} does not exist ({board.holes} holes)"))
            position = None
        elif known is not None and jump not in known:
            errors.append(field_error((*path, index), f"{list(jump)} is no jump of this board"))
            position = None
        elif position is not None:
            pegs, empty = 1 << jump[0] | 1 << jump[1], 1 << jump[2]
            if position & pegs != pegs or position & empty:
                why = "needs pegs in the first two holes and none in the third"
                errors.append(field_error((*path, index), f"{list(jump)} is not legal here: it {why}"))
                position = None
            else:
                position = position & ~pegs | empty
    return tuple(jumps)


def check_layout(whole: dict[str, Any], size: int, noun: str, path: Path, errors: list[FieldError]) -> None:
    """A layout has a point for every hole or cell."""
    if "layout" in whole and len(whole["layout"]) != size:
        errors.append(field_error(path, f"{size} points, one for each of the {noun}, not {len(whole['layout'])}"))


def dump_jump_solution(_: JumpPuzzle, solution: Solution) -> dict[str, Any]:
    """Write a solution: the holes each peg visits, and the holes it removes."""
    chains = [cast(Chain, move) for move in solution]
    return {
        "moves": [[chain[0][0], *(jump[2] for jump in chain)] for chain in chains],
        "removed": [[jump[1] for jump in chain] for chain in chains],
    }


def load_jump_solution(moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
    """Read a solution as :func:`dump_jump_solution` wrote it."""
    chains = zip(moves, removed or [], strict=True)
    return tuple(tuple(zip(path, over, path[1:], strict=False)) for path, over in chains)


def dump_jump_position(position: int) -> dict[str, Any]:
    """Write a position: the holes with a peg."""
    return {"pegs": holes_of(position)}
