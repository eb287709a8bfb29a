"""Sets of puzzles: those that ship with the project as lessons, and what is printed of each puzzle of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import segno

from fewest.boards.lessons import lessons
from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.schemas.documents.sets import set_document
from fewest.studio.atlas import moves_of, single_vacancy
from fewest.studio.drawing.looks import NUMBERED, PRINTED
from fewest.studio.drawing.scene import UNIT, Scene, scene_of, still
from fewest.studio.drawing.svg import position_picture
from fewest.studio.named import Named, in_atlas

UNKNOWN: JsonObject = {"status": "unknown", "length": None, "moves": None, "optimal": False}
"""The result of a puzzle of which nothing is known."""

KEEPS = {
    "long": "Blocks move only along their long side.",
    "own": "Some blocks move only along one direction.",
}
"""Which blocks keep to one direction, in words."""


@cache
def lesson_sets() -> Mapping[str, bytes]:
    """The documents of the lessons by their ids."""
    return {name: set_document(name, lesson["title"], _problems(lesson)) for name, lesson in lessons().items()}


def _problems(lesson: JsonObject) -> list[JsonObject]:
    return [_named(each, f"{lesson['id']}/{at}").in_set(each["aim"]) for at, each in enumerate(lesson["puzzles"], 1)]


def _named(problem: JsonObject, name: str) -> Named:
    """A problem of a lesson; ``name`` is its id if it has none in the atlas."""
    return in_atlas(problem.get("id", "")) or Named(name, "", problem["puzzle"], problem["result"])


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle of a set, for a page and for print.

    Attributes
    ----------
    board
        The id and the title of its board; empty if that has no name.
    holes
        The empty hole at the start and the hole of the last peg, if it is a single-vacancy problem.
    pictures
        Its start as SVG, and its goal if neither the start nor a fact shows that.
    facts
        What else defines it: the name of a text, that text in English, and what follows it, which may be empty.
    metric
        What counts as one move of a block; None of other kinds.
    moves
        The fewest moves; both bounds if they differ; empty if nothing is known, or if there is no solution.
    proven
        Whether the number, or that there is no solution, is proven.
    solution
        Its moves; none if no solution is known.
    """

    kind: str
    board: tuple[str, str]
    holes: tuple[int, int] | None
    pictures: list[str]
    facts: list[tuple[str, str, str]]
    metric: str | None
    moves: str
    proven: bool
    solution: list[str]


def code_of(address: str) -> str:
    """The QR code of an address as SVG, with the light margin that readers need, on a dark page, too."""
    shape = {"omitsize": True, "border": 4, "svgclass": None, "lineclass": None}
    return segno.make_qr(address).svg_inline(dark="#000", light="#fff", **shape)


def printed(problem: Named) -> Printed:
    """A problem for printing."""
    puzzle = dump_puzzle(load_puzzle(problem.puzzle).puzzle)
    result = problem.result or UNKNOWN
    start = scene_of(problem.document)
    wanted = puzzle["goal"]
    on_cells = isinstance(wanted, list)  # the piece on every cell
    pegs = wanted.get("pegs") if start.style.holes else None
    by_pieces = on_cells and named_by_pieces(start)
    look = PRINTED if by_pieces or start.aims else NUMBERED
    pictures = [position_picture(start, 0, look, "The start.")]
    # The goal of a single peg is a number of a hole; that of blocks is drawn on the start.
    if on_cells or (pegs is not None and len(pegs) != 1):
        pictures.append(position_picture(still(start, wanted if on_cells else pegs or ()), 0, look, "The goal."))
    return Printed(
        problem.puzzle["kind"],
        problem.board or ("", ""),
        single_vacancy(puzzle["board"], puzzle),
        pictures,
        [*_facts(puzzle, start)],
        puzzle.get("metric"),
        moves_of(result),
        result["optimal"] or result["status"] == "unsolvable",
        _solution(start, result, by_pieces=by_pieces),
    )


def _facts(puzzle: JsonObject, start: Scene) -> Iterator[tuple[str, str, str]]:
    """What defines a puzzle beside its pictures (see :class:`Printed`)."""
    if start.aims:
        yield "blocksTo", "To the dashed line:", ", ".join(name for name, _ in start.aims)
    if keeps := _keeping(puzzle):
        yield f"sheetKeeps-{keeps}", KEEPS[keeps], ""
    if puzzle.get("doors"):
        yield "sheetDoors", "Only the blocks named in a barred cell may enter it.", ""
    if opening := puzzle.get("opening"):
        yield "firstJump", "First jump:", ", ".join(f"{jump[0]} → {jump[-1]}" for jump in opening)
    if not start.style.holes:
        return
    match puzzle["goal"]:
        case {"pegs": [hole]}:
            yield "lastPegIn", "Last peg in hole", str(hole)
        case {"count": 1}:
            yield "lastAnywhere", "One peg left, anywhere", ""
        case {"count": count}:
            yield "pegsLeftAnywhere", "Pegs left, anywhere:", str(count)
        case {"pegs": _}:
            pass
        case _:
            yield "severalGoals", "One of several goals", ""


def _keeping(puzzle: JsonObject) -> str | None:
    """Which blocks keep to one direction, a key of ``KEEPS``; None if none does, or of another kind."""
    if not puzzle.get("axis"):
        return None
    # The same rule may be written block by block: compared is what it comes to.
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
