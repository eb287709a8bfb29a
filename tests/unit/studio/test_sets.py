"""Sets of puzzles: what is printed of a puzzle, and its solution."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from fewest.boards.atlas import atlas
from fewest.notation import JsonObject
from fewest.notation.atlas import written_puzzle
from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_result
from fewest.schemas.documents.shares import share
from fewest.schemas.documents.solutions import solution
from fewest.solver.solve import solve
from fewest.studio.drawing.scene import still
from fewest.studio.named import in_atlas, stored
from fewest.studio.sets import Printed, arrows, named_by_pieces, printed
from tests.unit.studio.drawing.test_looks import TRAY


def of(name: str) -> Printed:
    """A problem of the atlas for printing."""
    problem = in_atlas(name)
    assert problem is not None
    return printed(problem)


def facts(found: Printed) -> list[tuple[str, str]]:
    """What is said beside the pictures: names of texts with their values."""
    return [(name, value) for name, _, value in found.facts]


def test_the_central_game() -> None:
    """A jump problem has its start, the hole of its last peg, its fewest moves, and its moves by numbers of holes."""
    found = of("english/16-16")
    assert (found.board[0], found.moves, facts(found)) == ("english", "18", [("lastPegIn", "16")])
    (start,) = found.pictures
    assert start.startswith("<svg")
    assert len(found.solution) == 18
    moves = [tuple(map(int, move.split("–"))) for move in found.solution]
    assert moves == [tuple(move) for move in atlas().problems["english/16-16"]["result"]["moves"]]
    assert ("firstJump", "0 → 6") in facts(of("hoppers/hoppers-opening"))
    anywhere = of("french/example-1")
    assert (facts(anywhere), anywhere.moves, anywhere.solution) == ([("lastAnywhere", "")], "", [])


@pytest.mark.parametrize(
    ("name", "first"), [("15-puzzle/example-1", "1"), ("8-puzzle/example-2", "5–8"), ("8-puzzle/example-3", "5–8")]
)
def test_slides(name: str, first: str) -> None:
    """A sliding problem has its goal; its moves are pieces, or cells where pieces do not say which move is meant."""
    found = of(name)
    assert found.pictures[1].startswith("<svg")
    assert found.solution[0] == first
    assert len(found.solution) == int(found.moves)


def test_blocks() -> None:
    """A problem of blocks has its goal on the start, what counts as one move, and moves by names and arrows."""
    found = of("huarong/29-path")
    assert (facts(found), found.metric, found.moves) == ([("blocksTo", "Z")], "path", "22")
    (start,) = found.pictures
    assert "stroke-dasharray" in start
    assert len(found.solution) == 22
    assert all(re.fullmatch("[A-Z](→+|←+)?(↑+|↓+)?", move) for move in found.solution)
    assert of("rush-hour/facing-cars-line").solution == []


@pytest.mark.parametrize(
    ("axis", "keeps"), [(None, None), ("long", "long"), ({"A": "row", "B": "row"}, "long"), ({"A": "column"}, "own")]
)
def test_what_blocks_keep_to(axis: JsonObject | str | None, keeps: str | None) -> None:
    """A sheet says which blocks keep to one direction."""
    start = {"picture": ["AA.", "BB.", "C.."]}
    puzzle = {"kind": "block", "start": start, "goal": {"at": {"A": [2, 1]}}, "metric": "path"} | (
        {} if axis is None else {"axis": axis}
    )
    said = [name for name, _ in facts(printed(stored(share(puzzle, None)[1])))]
    assert said == ["blocksTo", *([f"sheetKeeps-{keeps}"] if keeps else [])]


@pytest.mark.parametrize(
    ("start", "to", "said"),
    [((0, 0), (80, 40), "→→↓"), ((80.0, 40.0), (0.0, 0.0), "←←↑"), ((40, 40), (40, 160), "↓↓↓"), ((1, 1), (1, 1), "")],
)
def test_arrows(start: tuple[float, float], to: tuple[float, float], said: str) -> None:
    """A move of a block is written with one arrow for each cell, horizontal ones first."""
    assert arrows(start, to) == said


def test_a_stored_solution_of_blocks() -> None:
    """A solution of blocks is printed as in the atlas, also if its puzzle names no board."""
    problem = atlas().problems["huarong/29-path"]
    puzzle = written_puzzle(atlas().boards["huarong"], problem)
    assert "board" not in puzzle
    expected = of("huarong/29-path")
    found = printed(stored(solution(puzzle, problem["result"], "one")[1]))
    assert found == replace(expected, board=("", ""))
    named = solution(puzzle | {"board": {"name": "huarong"}}, problem["result"], "one")[1]
    assert printed(stored(named)) == expected


@pytest.mark.parametrize(
    ("pieces", "named"), [([1, 2, 0], True), ([1, 0, 0], False), ([1, 1, 0], False), ([1, 2, 3], False)]
)
def test_when_a_piece_names_a_move(pieces: list[int | None], named: bool) -> None:
    """Moves are written by pieces only if all pieces differ and one cell is empty."""
    assert named_by_pieces(still(TRAY, pieces)) == named


GRID = {"grid": ["....", "....", "...."], "lines": "orthogonal"}


def solved(puzzle: JsonObject) -> Printed:
    loaded = load_puzzle(puzzle).puzzle
    return printed(stored(solution(puzzle, dump_result(loaded, solve(loaded)), "one")[1]))


@pytest.mark.parametrize(
    ("start", "goal", "said", "pictures"),
    [
        ({"empty": [5]}, {"pegs": [6]}, [("lastPegIn", "6")], 1),
        ({"empty": [5]}, {"count": 3}, [("pegsLeftAnywhere", "3")], 1),
        ({"empty": [5]}, {"pegs": [1, 2]}, [], 2),
        ({"empty": [5]}, {"any_of": [{"pegs": [1]}, {"pegs": [2]}]}, [("severalGoals", "")], 1),
        ({"pegs": []}, {"pegs": []}, [], 2),
    ],
)
def test_goals(start: JsonObject, goal: JsonObject, said: list[tuple[str, str]], pictures: int) -> None:
    """One peg is said by its hole, a number of pegs by the number, other positions by a picture.

    A puzzle that is solved from the start takes no moves, rather than being impossible.
    """
    found = solved({"kind": "jump", "board": GRID, "start": start, "goal": goal})
    assert (facts(found), len(found.pictures)) == (said, pictures)
    assert found.holes == ((5, 6) if goal == {"pegs": [6]} else None)
    assert start != goal or found.moves == "0"


def test_what_is_known() -> None:
    """An open problem has both bounds, one without a solution says so, and of a puzzle alone nothing is known."""
    opened, none = of("triangle-45/0-0"), of("hoppers/0-4")
    assert (opened.moves, opened.proven, opened.board[1]) == ("15–20", False, "Triangle of side 9, 45 holes")
    assert (none.moves, none.proven, none.solution) == ("", True, [])
    puzzle = {"kind": "jump", "board": GRID, "start": {"empty": [5]}, "goal": {"pegs": [6]}}
    alone = printed(stored(share(puzzle, None)[1]))
    assert (alone.moves, alone.proven, alone.solution, alone.kind) == ("", False, [], "jump")
