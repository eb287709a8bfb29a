"""Short forms of jump puzzles, written out (see :mod:`fewest.notation.short_forms`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from fewest.notation import JsonObject
from fewest.notation.cells import without_end
from fewest.notation.pointers import Moves, Rest, all_at
from fewest.solver.jump.board import drawn_lines


def write_out(document: JsonObject, parts: Sequence[str], moves: Moves) -> None:
    """Expand the short forms of some parts of a puzzle."""
    if "board" in parts:
        _write_out_board(document, moves)
    for part in ("start", "goal"):
        if part in parts and part in document:
            document[part] = _holes_in_lists(document[part], f"/{part}", moves)


def _write_out_board(document: JsonObject, moves: Moves) -> None:
    board = document.get("board")
    start = document.get("start")
    picture = start.get("picture") if isinstance(start, dict) else None
    # A board that says only along which lines pegs jump leaves its holes to the picture.
    if _are_strings(picture) and (board is None or (isinstance(board, dict) and board.keys() == {"lines"})):
        grid = ["".join("." if mark in "o." else " " if mark != "#" else mark for mark in row) for row in picture]
        document["board"] = board = {"grid": grid} | (board or {})
        moves["/board/grid"] = lambda rest: "/".join(("/start/picture", *rest))
    if not isinstance(board, dict):
        return
    if _are_strings(board.get("grid")) and "lines" not in board:
        document["board"] = board | {"lines": drawn_lines(board["grid"])}
    elif isinstance(table := board.get("jump_table"), list):
        flat = [_is_flat(row) and len(without_end(row)) % 2 == 0 for row in table]
        rows = [_pairs(without_end(row)) if short else row for row, short in zip(table, flat, strict=True)]
        if any(flat):
            document["board"] = board | {"jump_table": rows}
            moves["/board/jump_table"] = lambda rest: "/".join(("/board/jump_table", *_in_flat_row(rest, flat)))


def _are_strings(rows: object) -> TypeGuard[list[str]]:
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, str) for row in rows)


def _is_flat(row: object) -> bool:
    """Whether a row of a jump table is written without brackets around its pairs."""
    return isinstance(row, list) and bool(row) and all(type(number) is int for number in row)


def _pairs(row: list[object]) -> list[list[object]]:
    return [row[at : at + 2] for at in range(0, len(row), 2)]


def _in_flat_row(rest: Rest, flat: Sequence[bool]) -> Rest:
    """The place of a number, or of the first of a pair, in a table with rows that are flat."""
    if len(rest) < 2 or not flat[int(rest[0])]:
        return rest
    return rest[0], str(2 * int(rest[1]) + (int(rest[2]) if len(rest) > 2 else 0))


def _holes_in_lists(position: object, place: str, moves: Moves) -> object:
    """A position or goal in which a single hole becomes a list."""
    if not isinstance(position, dict):
        return position
    listed = dict(position)
    for name in ("pegs", "empty"):
        if type(listed.get(name)) in (int, float):
            listed[name] = [listed[name]]
            moves[f"{place}/{name}"] = all_at(f"{place}/{name}")
    if isinstance(goals := listed.get("any_of"), list):
        listed["any_of"] = [_holes_in_lists(goal, f"{place}/any_of/{index}", moves) for index, goal in enumerate(goals)]
    return listed
