"""Short forms of a puzzle, as people write them by hand, and the full forms that they stand for.

==========================================  ==================================================
short                                       full
==========================================  ==================================================
``"board": "english"``                      ``"board": {"name": "english"}``
a ``grid`` for pegs without ``lines``       ``triangular`` if each row is offset by a column from the next, else
                                            ``orthogonal``
pegs without a ``board``, start a picture   the board that the picture shows
``"empty": 16``, ``"pegs": 16``             ``[16]``
rows of a table ``[2, 5, 3, 7, -1]``        ``[[2, 5], [3, 7]]``; of an adjacency list without the -1
pieces in rows, ``[[8, 6, 7], …]``          all in one list; without a ``board``, it is the rectangle of the rows
null in a start of pieces                   0
==========================================  ==================================================

Everything else reads full forms only. What is stored, drawn and sent has them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeGuard, TypeVar

from fewest.schemas import JsonObject
from fewest.schemas.errors import FieldError, InvalidRequest
from fewest.solver.jump.board import drawn_lines

Rest: TypeAlias = tuple[str, ...]
"""Parts of a JSON Pointer below some place."""

Moves: TypeAlias = dict[str, Callable[[Rest], str]]
"""Where the parts of a full form stand in the short one: from the pointer of a place to a function that makes a pointer
of the parts below it."""

T = TypeVar("T")

PARTS = ("board", "start", "goal")
LAST = -1


def write_out(puzzle: JsonObject, parts: Sequence[str] = PARTS) -> tuple[JsonObject, Moves]:
    """A puzzle, or a task with parts of one, in full forms.

    Parameters
    ----------
    puzzle
        As the client has written it; may be wrong in any way.
    parts
        The fields that may have short forms.

    Returns
    -------
    puzzle, moves
        The object itself where it has none.
    """
    full = dict(puzzle)
    moves: Moves = {}
    kind = puzzle.get("kind")
    if "board" in parts:
        if isinstance(full.get("board"), str):
            full["board"] = {"name": full["board"]}
            moves["/board/name"] = _at("/board")
        if kind == "jump":
            _write_out_jump_board(full, moves)
        elif kind == "slide":
            _write_out_slide_board(full, moves)
    for part in ("start", "goal"):
        if part not in parts or part not in full:
            continue
        if kind == "jump":
            full[part] = _holes_in_lists(full[part], f"/{part}", moves)
        elif kind == "slide" and _fits(full[part], full.get("board")):
            full[part] = _pieces_in_one_list(full[part], f"/{part}", moves)
    if kind == "slide" and "start" in parts and isinstance(full.get("start"), list):
        full["start"] = [0 if piece is None else piece for piece in full["start"]]
    return full, moves


def _at(pointer: str) -> Callable[[Rest], str]:
    """All parts of a full form are one value in the short one."""
    return lambda _: pointer


def moved(errors: Sequence[FieldError], path: str, moves: Moves) -> list[FieldError]:
    """Errors of the full form of what stands at a path, at their places in the short one."""
    return [_moved(error, path, moves) for error in errors] if moves else list(errors)


def _moved(error: FieldError, path: str, moves: Moves) -> FieldError:
    below = error.pointer.removeprefix(path)
    for place in sorted(moves, key=len, reverse=True):
        if below == place or below.startswith(f"{place}/"):
            rest = tuple(below.removeprefix(place).split("/")[1:])
            return FieldError(path + moves[place](rest), error.detail, error.place)
    return error


def load_written_out(body: object, parts: Sequence[str], load: Callable[[object], T]) -> T:
    """Load a body in full forms; its errors are at the places in the body."""
    if not isinstance(body, dict):
        return load(body)
    full, moves = write_out(body, parts)
    try:
        return load(full)
    except InvalidRequest as invalid:
        raise InvalidRequest(moved(invalid.errors, "", moves)) from None


# Boards


def _write_out_jump_board(full: JsonObject, moves: Moves) -> None:
    board = full.get("board")
    start = full.get("start")
    picture = start.get("picture") if isinstance(start, dict) else None
    if _are_strings(picture) and (board is None or (isinstance(board, dict) and board.keys() == {"lines"})):
        grid = ["".join("." if mark in "o." else " " if mark != "#" else mark for mark in row) for row in picture]
        full["board"] = board = {"grid": grid} | (board or {})
        moves["/board/grid"] = lambda rest: "/".join(("/start/picture", *rest))
    if not isinstance(board, dict):
        return
    if _are_strings(board.get("grid")) and "lines" not in board:
        full["board"] = board | {"lines": drawn_lines(board["grid"])}
    elif isinstance(table := board.get("jump_table"), list):
        flat = [_is_flat(row) and len(_without_end(row)) % 2 == 0 for row in table]
        rows = [_pairs(_without_end(row)) if short else row for row, short in zip(table, flat, strict=True)]
        if any(flat):
            full["board"] = board | {"jump_table": rows}
            moves["/board/jump_table"] = lambda rest: "/".join(("/board/jump_table", *_in_flat_row(rest, flat)))


def _write_out_slide_board(full: JsonObject, moves: Moves) -> None:
    board = full.get("board")
    start = full.get("start")
    if board is None and _are_rows(start):  # if a row is longer or shorter, the number of pieces is wrong
        full["board"] = {"rows": len(start), "columns": len(start[0])}
        moves["/board"] = _at("/start")
    elif isinstance(board, dict) and isinstance(rows := board.get("adjacency"), list):
        cut = [_without_end(row) if isinstance(row, list) else row for row in rows]
        if cut != rows:
            full["board"] = board | {"adjacency": cut}


def _are_strings(rows: object) -> TypeGuard[list[str]]:
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, str) for row in rows)


def _is_flat(row: object) -> bool:
    """Whether a row of a jump table is written without brackets around its pairs."""
    return isinstance(row, list) and bool(row) and all(type(number) is int for number in row)


def _without_end(row: list[Any]) -> list[Any]:
    """A row without the -1 that ends it, as in a table in C."""
    return row[:-1] if row and row[-1] == LAST and type(row[-1]) is int else row


def _pairs(row: list[Any]) -> list[list[Any]]:
    return [row[at : at + 2] for at in range(0, len(row), 2)]


def _in_flat_row(rest: Rest, flat: Sequence[bool]) -> Rest:
    """The place of a number, or of the first of a pair, in a table with rows that are flat."""
    if len(rest) < 2 or not flat[int(rest[0])]:
        return rest
    return rest[0], str(2 * int(rest[1]) + (int(rest[2]) if len(rest) > 2 else 0))


# Starts and goals


def _holes_in_lists(position: Any, place: str, moves: Moves) -> Any:
    """A position of pegs, or a goal, in which a single hole is a list."""
    if not isinstance(position, dict):
        return position
    full = dict(position)
    for name in ("pegs", "empty"):
        if type(full.get(name)) in (int, float):
            full[name] = [full[name]]
            moves[f"{place}/{name}"] = _at(f"{place}/{name}")
    if isinstance(goals := full.get("any_of"), list):
        full["any_of"] = [_holes_in_lists(goal, f"{place}/any_of/{index}", moves) for index, goal in enumerate(goals)]
    return full


def _are_rows(pieces: object) -> TypeGuard[list[list[Any]]]:
    return isinstance(pieces, list) and bool(pieces) and all(isinstance(row, list) and row for row in pieces)


def _fits(pieces: object, board: object) -> bool:
    """Whether the rows of some pieces, if they are in rows, may be those of a board: of a rectangle they must be."""
    if not _are_rows(pieces) or not isinstance(board, dict) or not {"rows", "columns"} <= board.keys():
        return True
    return len(pieces) == board["rows"] and all(len(row) == board["columns"] for row in pieces)


def _pieces_in_one_list(pieces: Any, place: str, moves: Moves) -> Any:
    if not _are_rows(pieces):
        return pieces
    cells = [f"{place}/{r}/{c}" for r, row in enumerate(pieces) for c in range(len(row))]
    moves[place] = lambda rest: cells[int(rest[0])] if rest else place
    return [piece for row in pieces for piece in row]
