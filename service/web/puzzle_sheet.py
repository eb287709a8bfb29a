"""Sheets of puzzles to print: problems with their pictures, and their solutions for another page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.boards.atlas import Atlas
from fewest.schemas import JsonObject
from fewest.schemas.puzzle import dump_puzzle, load_puzzle
from fewest.service.web.atlas import document, row_of, single_vacancy
from fewest.service.web.drawing.looks import NUMBERED, PRINTED
from fewest.service.web.drawing.scene import UNIT, Scene, scene_of, still
from fewest.service.web.drawing.svg import position_picture


@dataclass(frozen=True, slots=True)
class Printed:
    """A problem on a sheet.

    Attributes
    ----------
    board_id, title
        Its board, if that has a name.
    holes
        The empty hole at the start and the hole of the last peg, if it is a single-vacancy problem.
    start
        Picture of the start, as SVG.
    goal
        Picture of the goal, as SVG; empty where the start marks it, or a number of pegs says it.
    last
        The hole of the last peg; None if it may be anywhere.
    count
        The number of pegs to be left anywhere, if that is the goal.
    opening
        The hole that the first jump starts from and the one it ends in, if it is given.
    blocks
        The names of the blocks that have a goal, which the picture of the start marks.
    metric
        What counts as one move of a block; None of other kinds.
    moves
        The fewest moves; both bounds if they differ; empty if there is no solution.
    proven
        Whether that is proven.
    solution
        Its moves; none if no solution is known.
    """

    board_id: str
    title: str
    holes: tuple[int, int] | None
    start: str
    goal: str
    last: int | None
    count: int | None
    opening: str
    blocks: str
    metric: str | None
    moves: str
    proven: bool
    solution: list[str]


def printed(atlas: Atlas, name: str) -> Printed:
    """A problem of the atlas for printing. Raises KeyError if the atlas does not have it."""
    problem = atlas.problems[name]
    board = atlas.boards[problem["board"]]
    row = row_of(board, problem)
    start = scene_of(document(board, problem))
    return _printed(start, board, problem, row.moves, row.holes, proven=row.proven_by is not None)


def printed_solution(solution: bytes) -> Printed:
    """A stored solution for printing."""
    found = json.loads(solution)
    written, result = found["puzzle"], found["result"]
    plain = dump_puzzle(load_puzzle(written).puzzle)
    entry = catalogue().get(written.get("board", {}).get("name", ""), {})
    board = plain["board"] | {"kind": written["kind"], "id": entry.get("name", ""), "title": entry.get("title", "")}
    moves = "" if result["length"] is None else str(result["length"])
    holes = single_vacancy(board, plain)
    return _printed(scene_of(solution), board, plain | {"result": result}, moves, holes, proven=result["optimal"])


def _printed(
    start: Scene, board: JsonObject, problem: JsonObject, moves: str, holes: tuple[int, int] | None, *, proven: bool
) -> Printed:
    wanted = problem["goal"]
    on_cells = isinstance(wanted, list)  # the piece on every cell
    pegs, count = (wanted.get(name) if start.style.holes else None for name in ("pegs", "count"))
    by_pieces = on_cells and named_by_pieces(start)
    look = PRINTED if by_pieces or start.aims else NUMBERED
    pictured = on_cells or (pegs is not None and len(pegs) != 1)
    goal = still(start, wanted if on_cells else pegs or ()) if pictured else None
    return Printed(
        board["id"],
        board["title"],
        holes,
        position_picture(start, 0, look, "The start."),
        "" if goal is None else position_picture(goal, 0, look, "The goal."),
        pegs[0] if pegs and goal is None else None,
        count,
        ", ".join(f"{jump[0]} → {jump[-1]}" for jump in problem.get("opening", ())),
        ", ".join(name for name, _ in start.aims),
        problem.get("metric"),
        moves,
        proven,
        _solution(start, problem["result"], by_pieces=by_pieces),
    )


def _solution(start: Scene, result: JsonObject, *, by_pieces: bool) -> list[str]:
    """The moves of a solution for printing."""
    moves = result["moves"] or ()
    if start.style.blocks:
        ways = (arrows(start.points[place], start.points[to]) for place, to in moves)
        return [name + way for name, way in zip(result.get("blocks") or (), ways, strict=True)]
    if by_pieces:
        return [str(piece) for piece in result.get("pieces") or ()]
    return ["–".join(map(str, move)) for move in moves]


def arrows(start: Sequence[float], to: Sequence[float]) -> str:
    """How far one point is from another: an arrow for every cell."""
    right, down = (round((b - a) / UNIT) for a, b in zip(start, to, strict=True))
    return ("→" if right > 0 else "←") * abs(right) + ("↓" if down > 0 else "↑") * abs(down)


def named_by_pieces(start: Scene) -> bool:
    """Whether the number of a piece identifies a move: all pieces differ, and only one cell is empty."""
    return len({piece.label for piece in start.tokens}) == len(start.tokens) == len(start.points) - 1
