"""What the page of the atlas shows: a table for every board, and links that open a problem in the page."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass

from boards import catalogue
from boards.atlas import Atlas
from schemas import JsonObject
from schemas.atlas import written_puzzle
from service.documents import encode

SHOWN = ("status", "moves", "removed", "length", "optimal", "lower_bound", "count")
"""The fields of a result that the page needs to play a solution."""


@dataclass(frozen=True, slots=True)
class Row:
    """A problem.

    Attributes
    ----------
    name
        Its id, the path of its link.
    holes
        The hole that is empty at the start and that of the last peg, if it is a single-vacancy problem of its board.
    title
        What it is called, if anything.
    moves
        The fewest moves; both bounds if they differ; empty if there is no solution.
    count
        Number of solutions with the fewest moves; None if they were not counted.
    proven_by
        How the answer was proven; None if the problem is open.
    """

    name: str
    holes: tuple[int, int] | None
    title: str
    moves: str
    count: int | None
    proven_by: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """The problems of a board, with their number, the range of their lengths, and how many are open."""

    board: JsonObject
    rows: list[Row]
    lengths: str
    open: int


def tables(atlas: Atlas) -> list[Table]:
    """A table for every board that has problems."""
    return [_table(atlas, board) for board in atlas.boards.values() if atlas.problems_on(board["id"])]


def _table(atlas: Atlas, board: JsonObject) -> Table:
    problems = atlas.problems_on(board["id"])
    lengths = sorted({p["result"]["length"] for p in problems if p["result"]["status"] == "solved"})
    rows = [_row(board, problem) for problem in problems]
    return Table(
        board, rows, _range(lengths[0], lengths[-1]) if lengths else "", sum(r.proven_by is None for r in rows)
    )


def _row(board: JsonObject, problem: JsonObject) -> Row:
    result = problem["result"]
    lower, length = result.get("lower_bound"), result["length"]
    moves = "" if lower is None else _range(lower, length)
    title = problem.get("title", "")
    return Row(problem["id"], _single(board, problem), title, moves, result.get("count"), problem["proven_by"])


def _range(low: int, high: int | None) -> str:
    return str(low) if low == high else f"{low}–{'' if high is None else high}"


def _single(board: JsonObject, problem: JsonObject) -> tuple[int, int] | None:
    if board["kind"] != "jump" or "opening" in problem or len(problem["goal"].get("pegs", ())) != 1:
        return None
    empty = set(range(board["holes"])) - set(problem["start"]["pegs"])
    return (empty.pop(), problem["goal"]["pegs"][0]) if len(empty) == 1 else None


def document(board: JsonObject, problem: JsonObject) -> JsonObject:
    """A problem with its result in the form of a stored solution."""
    return {"puzzle": written_puzzle(board, problem), "result": problem["result"]}


def fragment(board: JsonObject, problem: JsonObject) -> str:
    """The part of an address after ``#`` with which the page opens a problem, and its solution, if there is one.

    JSON, deflated, in base64 for URLs, as ``link.js`` reads it.
    """
    puzzle, result = written_puzzle(board, problem), problem["result"]
    if board["id"] in catalogue():
        puzzle["board"] = {"name": board["id"]}
    shown = {name: result[name] for name in SHOWN if name in result}
    written = encode({"puzzle": puzzle, "solution": shown if result["moves"] is not None else None})
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return "p=" + base64.urlsafe_b64encode(packer.compress(written) + packer.flush()).decode().rstrip("=")
