"""Sliding puzzles: from parts of the right shape to the solver's puzzle, and back."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from schemas.errors import FieldError, Path, field_error
from schemas.jump import Places, check_layout, choice
from solver.errors import PuzzleError
from solver.model import Solution
from solver.slide.board import MAX_CELLS, SlideBoard, board_from_adjacency, board_from_grid
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import Position, Slide

MAX_PIECE = 1_000_000_000
FORMS = (("adjacency",), ("rows", "columns"), ("grid",))


def load_slide(parts: dict[str, Any], path: Path, errors: list[FieldError]) -> tuple[SlidePuzzle, Places | None] | None:
    """Make the puzzle; every fault is added to ``errors``. Returns None where there is no telling."""
    whole = parts.get("board")
    if not isinstance(whole, dict):
        return None
    made = _board(whole, (*path, "board"), errors)
    if made is None:
        return None
    cells, board, places = made
    start, goal = parts.get("start"), parts.get("goal")
    check_layout(whole, cells, "cells", (*path, "board", "layout"), errors)
    if start is not None:
        _check_pieces(start, cells, (*path, "start"), errors)
    if goal is not None:
        _check_pieces(goal, cells, (*path, "goal"), errors)
    if start is not None and goal is not None:
        _check_stock(start, goal, (*path, "goal"), errors)
    if board is None or start is None or goal is None:
        return None
    return SlidePuzzle(board, tuple(start), tuple(goal)), places


def dump_slide(puzzle: SlidePuzzle) -> dict[str, Any]:
    """Write a sliding puzzle in the plainest form."""
    return {
        "kind": "slide",
        "board": {"adjacency": [list(row) for row in puzzle.board.adjacency]},
        "start": list(puzzle.start),
        "goal": list(puzzle.goal),
    }


def _board(
    whole: dict[str, Any], path: Path, errors: list[FieldError]
) -> tuple[int, SlideBoard | None, Places | None] | None:
    form = choice(whole, (*FORMS, ("name",)), path, errors)
    if form is None:
        return None
    if form == "adjacency":
        cells = len(whole["adjacency"])
        grid = None
    else:
        grid = whole["grid"] if form == "grid" else ["." * whole["columns"]] * whole["rows"]
        cells = sum(row.count(".") for row in grid)
    if not 1 <= cells <= MAX_CELLS:
        errors.append(field_error((*path, form), f"between 1 and {MAX_CELLS} cells, not {cells}"))
        return None
    if grid is not None:
        board, places = board_from_grid(grid)
        return cells, board, [[float(column), float(row)] for row, column in places]
    try:
        return cells, board_from_adjacency(whole["adjacency"]), None
    except PuzzleError as error:
        errors.extend(field_error((*path, form, *place), text) for place, text in error.errors)
    return cells, None, None


def _check_pieces(content: list[int | None], cells: int, path: Path, errors: list[FieldError]) -> None:
    if len(content) != cells:
        errors.append(field_error(path, f"{cells} numbers, one for each cell, not {len(content)}"))
    for index, piece in enumerate(content):
        if piece is not None and not 0 <= piece <= MAX_PIECE:
            errors.append(
                field_error((*path, index), f"a piece is a number from 1 to {MAX_PIECE} (0: empty cell), not {piece}")
            )


def _check_stock(start: list[int], goal: list[int | None], path: Path, errors: list[FieldError]) -> None:
    """A goal never asks for more pieces of a number than the start has."""
    left = Counter(start)
    for index, piece in enumerate(goal):
        if piece is None:
            continue
        left[piece] -= 1
        if left[piece] < 0:
            noun = "empty cell" if piece == 0 else f"piece {piece}"
            have = start.count(piece)
            text = f"{noun}: the goal asks for more of them than the start has ({have})"
            errors.append(field_error((*path, index), text))


def dump_slide_solution(puzzle: SlidePuzzle, solution: Solution) -> dict[str, Any]:
    """Write a solution: from where to where, and the piece that moves."""
    cells, pieces = list(puzzle.start), []
    for start, to in (cast(Slide, move) for move in solution):
        pieces.append(cells[start])
        cells[to], cells[start] = cells[start], cells[to]
    return {"moves": [list(move) for move in solution], "pieces": pieces}


def load_slide_solution(moves: list[list[int]], _: list[list[int]] | None) -> Solution:
    """Read a solution as :func:`dump_slide_solution` wrote it."""
    return tuple((start, to) for start, to in moves)


def dump_slide_position(position: Position) -> dict[str, Any]:
    """Write a position: the piece on each cell."""
    return {"pieces": list(position)}
