"""Sheets of puzzles to print: problems with their pictures, and their solutions for another page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.studio.atlas import moves_of, single_vacancy
from fewest.studio.drawing.looks import NUMBERED, PRINTED
from fewest.studio.drawing.scene import UNIT, Scene, scene_of, still
from fewest.studio.drawing.svg import position_picture
from fewest.studio.named import Named

UNKNOWN: JsonObject = {"status": "unknown", "length": None, "moves": None, "optimal": False}
"""The result of a puzzle of which nothing is known."""

KEEPS = {
    "long": "Blocks move only along their long side.",
    "own": "Some blocks move only along one direction.",
}
"""Which blocks keep to one direction, in words."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A problem on a sheet.

    Attributes
    ----------
    kind
        Its kind.
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
    keeps
        Whether blocks keep to one direction, a key of ``KEEPS``; None if they do not.
    doors
        Whether some cells are only for some blocks.
    moves
        The fewest moves; both bounds if they differ; empty if nothing is known, or if there is no solution.
    proven
        Whether the number, or that there is no solution, is proven.
    solution
        Its moves; none if no solution is known.
    """

    kind: str
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
    keeps: str | None
    doors: bool
    moves: str
    proven: bool
    solution: list[str]


def printed(problem: Named) -> Printed:
    """A problem for printing."""
    puzzle = dump_puzzle(load_puzzle(problem.puzzle).puzzle)
    result = problem.result or UNKNOWN
    start = scene_of(problem.document)
    board_id, title = problem.board or ("", "")
    wanted = puzzle["goal"]
    on_cells = isinstance(wanted, list)  # the piece on every cell
    pegs, count = (wanted.get(name) if start.style.holes else None for name in ("pegs", "count"))
    by_pieces = on_cells and named_by_pieces(start)
    look = PRINTED if by_pieces or start.aims else NUMBERED
    pictured = on_cells or (pegs is not None and len(pegs) != 1)
    goal = still(start, wanted if on_cells else pegs or ()) if pictured else None
    return Printed(
        problem.puzzle["kind"],
        board_id,
        title,
        single_vacancy(puzzle["board"], puzzle),
        position_picture(start, 0, look, "The start."),
        "" if goal is None else position_picture(goal, 0, look, "The goal."),
        pegs[0] if pegs and goal is None else None,
        count,
        ", ".join(f"{jump[0]} → {jump[-1]}" for jump in puzzle.get("opening", ())),
        ", ".join(name for name, _ in start.aims),
        puzzle.get("metric"),
        _keeping(puzzle),
        bool(puzzle.get("doors")),
        moves_of(result),
        result["optimal"] or result["status"] == "unsolvable",
        _solution(start, result, by_pieces=by_pieces),
    )


def _keeping(puzzle: JsonObject) -> str | None:
    """Which blocks keep to one direction (see :class:`Printed`); None if none does, or of another kind."""
    if not puzzle.get("axis"):
        return None
    long = dump_puzzle(load_puzzle(puzzle | {"axis": "long"}).puzzle)
    return "long" if puzzle["axis"] == long["axis"] else "own"


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
