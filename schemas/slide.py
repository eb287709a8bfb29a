"""Sliding puzzles: from parts of the right shape to the solver's puzzle, and back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from schemas.faults import Fault, Path, fault
from schemas.jump import Places, check_layout, choice
from solver.errors import PuzzleError
from solver.slide.board import MAX_CELLS, SlideBoard, board_from_adjacency, board_from_grid
from solver.slide.puzzle import SlidePuzzle

MAX_PIECE = 1_000_000_000
FORMS = (("adjacency",), ("rows", "columns"), ("grid",))


def load_slide(parts: dict[str, Any], path: Path, faults: list[Fault]) -> tuple[SlidePuzzle, Places | None] | None:
    """Make the puzzle; every fault is added to ``faults``. Returns None where there is no telling."""
    whole = parts.get("board")
    if not isinstance(whole, dict):
        return None
    made = _board(whole, (*path, "board"), faults)
    if made is None:
        return None
    cells, board, places = made
    start, goal = parts.get("start"), parts.get("goal")
    check_layout(whole, cells, "cells", (*path, "board", "layout"), faults)
    if start is not None:
        _check_pieces(start, cells, (*path, "start"), faults)
    if goal is not None:
        _check_pieces(goal, cells, (*path, "goal"), faults)
    if start is not None and goal is not None:
        _check_stock(start, goal, (*path, "goal"), faults)
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
    whole: dict[str, Any], path: Path, faults: list[Fault]
) -> tuple[int, SlideBoard | None, Places | None] | None:
    form = choice(whole, (*FORMS, ("name",)), path, faults)
    if form is None:
        return None
    if form == "adjacency":
        cells = len(whole["adjacency"])
        grid = None
    else:
        grid = whole["grid"] if form == "grid" else ["." * whole["columns"]] * whole["rows"]
        cells = sum(row.count(".") for row in grid)
    if not 1 <= cells <= MAX_CELLS:
        faults.append(fault((*path, form), f"between 1 and {MAX_CELLS} cells, not {cells}"))
        return None
    if grid is not None:
        board, places = board_from_grid(grid)
        return cells, board, [[float(column), float(row)] for row, column in places]
    try:
        return cells, board_from_adjacency(whole["adjacency"]), None
    except PuzzleError as error:
        faults.extend(fault((*path, form, *place), text) for place, text in error.faults)
    return cells, None, None


def _check_pieces(content: list[int | None], cells: int, path: Path, faults: list[Fault]) -> None:
    if len(content) != cells:
        faults.append(fault(path, f"{cells} numbers, one for each cell, not {len(content)}"))
    for index, piece in enumerate(content):
        if piece is not None and not 0 <= piece <= MAX_PIECE:
            faults.append(fault((*path, index), f"a piece is a number from 1 to {MAX_PIECE}, 0 empty, not {piece}"))


def _check_stock(start: list[int], goal: list[int | None], path: Path, faults: list[Fault]) -> None:
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
            faults.append(fault((*path, index), text))
