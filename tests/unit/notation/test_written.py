"""Puzzles are written as other programs have them, and what a format cannot hold is refused by name."""

from __future__ import annotations

import math
from typing import Any

import pytest

from fewest.notation import JsonObject
from fewest.notation.formats import FORMATS, read_text
from fewest.notation.formats.writer import WRITERS, write_text
from fewest.notation.graph6 import format_graph6, parse_graph6
from fewest.notation.kinds import KINDS
from fewest.notation.puzzle import load_puzzle
from fewest.solver.canonical import canonical
from fewest.solver.kinds import kind_of
from fewest.solver.model import Solution
from tests.planner import Task
from tests.unit.notation.refusals import refusals

ONE = {"count": 1}
PEGS: JsonObject = {
    "kind": "jump",
    "board": {"grid": ["....", "...."]},
    "start": {"picture": ["oo..", "...."]},
    "goal": ONE,
}
DIAGONAL = PEGS | {"board": {"grid": ["...", "...", "..."], "lines": "diagonal"}, "start": {"pegs": [0, 4]}}
TRIANGLE: JsonObject = {"kind": "jump", "board": "triangle-15", "start": {"empty": [0]}, "goal": ONE}
EIGHT: JsonObject = {
    "kind": "slide",
    "board": {"rows": 2, "columns": 3},
    "start": [1, 2, 3, 0, 4, 5],
    "goal": [1, 2, 3, 4, 5, 0],
}
CARS: JsonObject = {
    "kind": "block",
    "start": {"picture": [".....", "..B..", "RRB..", ".....", "....."]},
    "goal": {"at": {"R": [2, 3]}},
    "metric": "line",
    "axis": "long",
}
ROOM: JsonObject = {
    "kind": "block",
    "start": {"picture": ["AAB", "AA.", "C..", "#..", "#.."]},
    "goal": {"at": {"A": [3, 1]}},
    "metric": "path",
}
LARGE: JsonObject = {
    "kind": "block",
    "board": {"rows": 15, "columns": 20},
    "start": {"pieces": [*range(1, 65), *[0] * 236]},
    "goal": {"cells": {str(piece): [piece] for piece in range(1, 65)}},
    "metric": "path",
}


def solution_of(document: JsonObject, *moves: Any, removed: Any = None) -> Solution:
    """Moves as the rules have them."""
    puzzle = load_puzzle(document).puzzle
    return kind_of(puzzle).read_claim(puzzle, moves, removed)


def texts(document: JsonObject, to: str, solution: Solution | None = None) -> list[str]:
    """The files of a puzzle in a format."""
    return [file.text for file in write_text(load_puzzle(document), to, solution)]


def saved(game: str, params: str, description: str, *moves: str) -> str:
    """A saved game of sgt-puzzles 20230122 (`--save`), at its beginning, with the lengths of its values."""
    lines = ["SAVEFILE:41:Simon Tatham's Portable Puzzle Collection", "VERSION :1:1"]
    fields = [("GAME", game), ("PARAMS", params), ("CPARAMS", params), ("DESC", description)]
    fields += [("NSTATES", str(len(moves) + 1)), ("STATEPOS", "1"), *(("MOVE", move) for move in moves)]
    return "\n".join([*lines, *(f"{name:8}:{len(value)}:{value}" for name, value in fields)]) + "\n"


def test_written_formats_are_listed() -> None:
    """Every format that is written is one of those that are read, and its kinds are known."""
    assert WRITERS.keys() <= {each.name for each in FORMATS}
    assert {kind for kinds in WRITERS.values() for kind in kinds} == set(KINDS)


def test_games_of_pegs() -> None:
    """Pegs have the letters of the program, row by row; a saved game has its moves by column and row, and four rows."""
    assert texts(PEGS, "sgt-pegs") == ["4x2:PPHHHHHH"]
    moves = solution_of(PEGS, [0, 2])
    assert texts(PEGS, "sgt-pegs", moves) == [saved("Pegs", "4x4random", "PPHHHHHHOOOOOOOO", "0,0-2,0")]


def test_games_of_fifteen() -> None:
    """Fifteen has numbers, and in a saved game the column and row to which the gap goes."""
    assert texts(EIGHT, "sgt-fifteen") == ["3x2:1,2,3,0,4,5"]
    moves = solution_of(EIGHT, [4, 3], [5, 4])
    assert texts(EIGHT, "sgt-fifteen", moves) == [saved("Fifteen", "3x2", "1,2,3,0,4,5", "M1,1", "M2,1")]


def test_fifteen_as_it_is_drawn() -> None:
    """A board whose numbers begin at another corner has the rows of its layout; its mirror image is refused."""
    near = load_puzzle(EIGHT).puzzle.board.adjacency  # type: ignore[attr-defined]
    board = {"adjacency": list(map(list, near)), "layout": [[2 - cell % 3, 1 - cell // 3] for cell in range(6)]}
    turned = EIGHT | {"board": board, "start": [5, 4, 0, 3, 2, 1], "goal": [0, 5, 4, 3, 2, 1]}
    assert texts(turned, "sgt-fifteen") == ["3x2:1,2,3,0,4,5"]
    assert texts(turned, "sgt-fifteen", solution_of(turned, [1, 2]))[0].endswith("MOVE    :4:M1,1\n")
    mirrored = load_puzzle(EIGHT | {"start": [0, 4, 5, 1, 2, 3], "goal": [4, 5, 0, 1, 2, 3]})
    ((pointer, _),) = refusals(write_text, mirrored, "sgt-fifteen")
    assert pointer == "/puzzle/goal"


def test_lines_of_rush_hour() -> None:
    """Cars are in M. Fogleman's letters: A leaves, o is empty; moves are cells to the right or down, or back."""
    assert texts(CARS, "rush-hour-line") == ["oooooooBooAABoooooooooooo"]
    moves = solution_of(CARS, [7, 2], [10, 13])
    assert texts(CARS, "rush-hour-line", moves)[1] == "B-1 A+3"


def test_maps_of_klotski() -> None:
    """A map has walls around it, * for the piece with the goal, and dots where that must go."""
    assert texts(ROOM, "gnome-klotski") == ["#####\n#**a#\n#** #\n#b  #\n##..#\n##..#\n#####\n"]
    door = ROOM | {"doors": [{"at": [[2, 1], [2, 2]], "pieces": ["A"]}]}
    assert texts(door, "gnome-klotski") == ["#####\n#**a#\n#** #\n#b--#\n##..#\n##..#\n#####\n"]


def test_drawings() -> None:
    """A drawing has the goal only if that is not the usual one; moves are as people write them."""
    assert texts(TRIANGLE, "drawing") == ["    .\n   o o\n  o o o\n o o o o\no o o o o\n"]
    last = TRIANGLE | {"goal": {"pegs": [12]}}
    assert texts(last, "drawing")[0].endswith("\n\n    .\n   . .\n  . . .\n . . . .\n. . o . .\n")
    moves = solution_of(TRIANGLE, [3, 0], [12, 3], removed=[[1], [7]])
    assert texts(TRIANGLE, "drawing", moves)[1] == "1. a3-a1\n2. c5-a3\n"
    assert texts(EIGHT, "drawing", solution_of(EIGHT, [4, 3], [5, 4])) == ["1 2 3\n. 4 5\n", "RR\n"]
    assert texts(CARS, "drawing", solution_of(CARS, [7, 2], [10, 13]))[1] == "1. BU1\n2. RR3\n"
    assert texts(ROOM, "drawing", solution_of(ROOM, [2, 8]))[1] == "1. c1-c3\n"


def test_documents() -> None:
    """JSON is the document as it was given, or a request to replay moves; graph6 is that of networkx 3.6.1."""
    assert texts(EIGHT, "json") == [str(EIGHT).replace("'", '"')]
    assert '"moves": [[4, 3]]' in texts(EIGHT, "json", solution_of(EIGHT, [4, 3]))[0]
    assert '"removed": [[1]]' in texts(PEGS, "json", solution_of(PEGS, [0, 2]))[0]
    assert '"board": {"graph6": "EkSg"}' in texts(EIGHT, "graph6")[0]


@pytest.mark.parametrize("vertices", [1, 2, 62, 63, 64])
def test_graph6(vertices: int) -> None:
    """A graph in graph6 is read as the same graph, also if the number of its vertices takes four characters."""
    cycle = [sorted({(a - 1) % vertices, (a + 1) % vertices} - {a}) for a in range(vertices)]
    assert parse_graph6(format_graph6(cycle)) == cycle


def test_plans_begin_after_the_opening() -> None:
    """In PDDL an opening has been made, and its peg may go on at no cost."""
    opened = TRIANGLE | {"opening": [[3, 1, 0]]}
    solution = solution_of(opened, [3, 0], [5, 3], removed=[[1], [4]])
    domain, problem, plan = texts(opened, "pddl", solution)
    task = Task(domain, problem)
    assert ("moving", "h0") in task.start
    assert plan == "(end h0)\n(begin h5 h4 h3 n13 n12)\n; cost = 1 (general cost)\n"


@pytest.mark.parametrize(
    ("document", "to", "part", "why"),
    [
        (EIGHT, "sgt-pegs", "/kind", 'the format sgt-pegs is for puzzles of kind "jump", not "slide"'),
        (TRIANGLE, "sgt-pegs", "/board", "jump along a row or column"),
        (
            PEGS | {"board": {"holes": 8, "jumps": [[0, 1, 2]]}, "start": {"pegs": [0, 1]}},
            "sgt-pegs",
            "/board",
            "layout",
        ),
        (PEGS | {"goal": {"count": 2}}, "sgt-pegs", "/goal", "one peg anywhere"),
        (PEGS | {"goal": {"survivor": 0}}, "sgt-pegs", "/goal", "one peg anywhere"),
        (PEGS | {"opening": [[0, 1, 2]]}, "sgt-pegs", "/opening", "no prescribed"),
        (PEGS | {"opening": [[0, 1, 2]]}, "drawing", "/opening", "no prescribed"),
        (PEGS | {"goal": {"fewest_pegs": True}}, "drawing", "/goal", "one position, or one peg"),
        (PEGS | {"goal": {"fewest_pegs": True}}, "pddl", "/goal", "give a number of pegs"),
        (DIAGONAL, "drawing", "/board", 'with this "board"'),
        (PEGS | {"start": {"picture": ["o...", "...."]}}, "sgt-pegs", "/start", "two pegs"),
        (PEGS | {"start": {"picture": ["oooo", "oooo"]}}, "sgt-pegs", "/start", "an empty hole"),
        (CARS | {"metric": "path"}, "drawing", "/metric", 'with this "metric"'),
        (TRIANGLE | {"board": "french", "start": {"empty": [18]}}, "drawing", "", "not be clear"),
        (EIGHT | {"goal": [0, 1, 2, 3, 4, 5]}, "sgt-fifteen", "/goal", "the empty cell last"),
        (EIGHT | {"start": [1, 2, 3, 0, 4, 4], "goal": [1, 2, 3, 4, 4, 0]}, "sgt-fifteen", "/start", "each once"),
        (EIGHT | {"board": {"grid": ["...", ".. ", ".  "]}}, "sgt-fifteen", "/board", "rectangles"),
        (EIGHT | {"goal": [1, 2, 3, None, None, 0]}, "drawing", "/goal", "anything"),
        (CARS | {"metric": "step"}, "rush-hour-line", "/metric", 'its metric is "line"'),
        (CARS | {"goal": {"at": {"R": [2, 2]}}}, "rush-hour-line", "/goal", "right edge"),
        (CARS | {"axis": {}}, "rush-hour-line", "/start", "piece B is none"),
        (ROOM, "rush-hour-line", "/board", "5 to 12 rows"),
        (LARGE | {"goal": {"cells": {"64": [299]}}}, "gnome-klotski", "/start", "for 63 pieces, not for 64"),
        (LARGE, "drawing", "/start", "names of one character"),
        (LARGE, "pddl", "/goal", "16000 are written"),
        (CARS | {"doors": [{"at": [[2, 4]], "pieces": ["R"]}]}, "rush-hour-line", "/doors", "no doors"),
        (CARS, "gnome-klotski", "/metric", 'its metric is "path"'),
        (CARS | {"metric": "path"}, "gnome-klotski", "/axis", "bound to an axis"),
        (ROOM | {"goal": {"at": {"A": [1, 1]}}}, "gnome-klotski", "/goal", "empty at the start"),
        (ROOM | {"doors": [{"at": [[2, 1]], "pieces": ["B"]}]}, "gnome-klotski", "/doors", "doors for the piece"),
        (ROOM | {"doors": [{"at": [[3, 1]], "pieces": ["A"]}]}, "gnome-klotski", "/doors", "door and as the goal"),
        (ROOM | {"doors": [{"at": [[3, 1]], "pieces": ["A"]}]}, "drawing", "/doors", "no doors"),
        (ROOM | {"metric": "step"}, "drawing", "/metric", 'the metric "step"'),
    ],
)
def test_what_a_format_cannot_hold(document: JsonObject, to: str, part: str, why: str) -> None:
    """A puzzle that a format cannot hold is refused, with the part and the reason."""
    ((pointer, text),) = refusals(write_text, load_puzzle(document), to)
    assert (pointer, why in text) == (f"/puzzle{part}", True), text


def test_moves_without_a_notation() -> None:
    """Where a format has no notation of moves, they are refused; a format that is not written is named."""
    ((pointer, text),) = refusals(write_text, load_puzzle(ROOM), "gnome-klotski", solution_of(ROOM, [2, 8]))
    assert (pointer, text) == ("/puzzle", "gnome-klotski has no notation of moves")
    ((pointer, text),) = refusals(write_text, load_puzzle(ROOM), "korf")
    assert (pointer, text.endswith('not as "korf"')) == ("/to", True)


def test_places_of_wide_drawings_have_numbers() -> None:
    """Where columns run out of letters, moves have the numbers of the drawing, row by row, not those of the client."""
    columns = 24
    points = [[columns - 1 - cell % columns, cell // columns] for cell in range(2 * columns)]
    near = [[b for b, to in enumerate(points) if math.dist(to, point) == 1] for point in points]
    start = [0] * 2 + [*range(1, 2 * columns - 1)]
    board = {"adjacency": near, "layout": points}
    wide = {"kind": "slide", "board": board, "start": start, "goal": [start[2], 0, 0, *start[3:]]}
    assert texts(wide, "drawing", solution_of(wide, [2, 1], [1, 0]))[1] == "1. 21-22\n2. 22-23\n"


def test_pddl_is_read_again() -> None:
    """A problem with one goal is read as the puzzle, also below its domain; one in the middle of a move is refused."""
    last = TRIANGLE | {"goal": {"pegs": [12]}}
    both = "\n".join(texts(last, "pddl"))
    assert canonical(read_text(both)[0].loaded.puzzle).key == canonical(load_puzzle(last).puzzle).key
    opened = texts(last | {"opening": [[3, 1, 0]]}, "pddl")[1]
    assert "in the middle of a move" in refusals(read_text, opened)[0][1]
