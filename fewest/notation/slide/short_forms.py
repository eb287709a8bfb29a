"""Short forms of sliding puzzles, written out (see :mod:`fewest.notation.short_forms`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from fewest.notation import JsonObject
from fewest.notation.cells import without_end
from fewest.notation.pointers import Moves, all_at


def write_out(document: JsonObject, parts: Sequence[str], moves: Moves) -> None:
    """Expand the short forms of some parts of a puzzle."""
    if "board" in parts:
        _write_out_board(document, moves)
    for part in ("start", "goal"):
        if part in parts and part in document and _fits(document[part], document.get("board")):
            document[part] = _pieces_in_one_list(document[part], f"/{part}", moves)
    if "start" in parts and isinstance(document.get("start"), list):
        document["start"] = [0 if piece is None else piece for piece in document["start"]]


def _write_out_board(document: JsonObject, moves: Moves) -> None:
    board = document.get("board")
    start = document.get("start")
    if board is None and _are_rows(start):  # if a row is longer or shorter, the number of pieces is wrong
        document["board"] = {"rows": len(start), "columns": len(start[0])}
        moves["/board"] = all_at("/start")
    elif isinstance(board, dict) and isinstance(rows := board.get("adjacency"), list):
        cut = [without_end(row) if isinstance(row, list) else row for row in rows]
        if cut != rows:
            document["board"] = board | {"adjacency": cut}


def _are_rows(pieces: object) -> TypeGuard[list[list[object]]]:
    return isinstance(pieces, list) and bool(pieces) and all(isinstance(row, list) and row for row in pieces)


def _fits(pieces: object, board: object) -> bool:
    """Whether pieces in rows may fit the board: on a rectangle, the rows must fit exactly."""
    if not _are_rows(pieces) or not isinstance(board, dict) or not {"rows", "columns"} <= board.keys():
        return True
    return len(pieces) == board["rows"] and all(len(row) == board["columns"] for row in pieces)


def _pieces_in_one_list(pieces: object, place: str, moves: Moves) -> object:
    if not _are_rows(pieces):
        return pieces
    cells = [f"{place}/{r}/{c}" for r, row in enumerate(pieces) for c in range(len(row))]
    moves[place] = lambda rest: cells[int(rest[0])] if rest else place
    return [piece for row in pieces for piece in row]
