"""Levels made, in JSON: on the board and with the goal as the client has written them."""

from __future__ import annotations

from fewest.schemas import JsonObject
from fewest.schemas.generation.body import COMPLEMENT, ONE_PEG
from fewest.schemas.jump.board import holes_in
from fewest.schemas.puzzle import dump_puzzle
from fewest.solver.generation.order import Level
from fewest.solver.jump.board import grid_places
from fewest.solver.jump.puzzle import JumpPuzzle


def dump_level(level: Level, plain: JsonObject) -> JsonObject:
    """Write a level of an order as it is stored: its puzzle, and what is known of it."""
    written: JsonObject = {"puzzle": _dump_puzzle(level, plain), "length": level.length, "count": level.count}
    return written | ({"features": dict(level.features)} if level.features else {})


def _dump_puzzle(level: Level, plain: JsonObject) -> JsonObject:
    """A level as one posts it."""
    puzzle = level.puzzle
    plainest = dump_puzzle(puzzle)
    board = plain.get("named", plain["board"])
    goal = plainest["goal"]
    if isinstance(puzzle, JumpPuzzle):
        if len(level.holes) < holes_in(plain["board"]):
            board = _smaller(plain["board"], level.holes, plainest["board"])
        elif plain.get("goal", ONE_PEG) != COMPLEMENT:
            goal = plain.get("goal", ONE_PEG)
    return {"kind": puzzle.kind, "board": board, "start": plainest["start"], "goal": goal}


def _smaller(board: JsonObject, left: tuple[int, ...], plainest: JsonObject) -> JsonObject:
    """A board without some of its holes, as a grid if it is one, with what is left of its layout."""
    layout = {"layout": [board["layout"][hole] for hole in left]} if "layout" in board else {}
    if "grid" not in board:
        return plainest | layout
    grid, lines = board["grid"], board["lines"]
    # A grid that is read without the blanks between its holes must stay without #.
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
