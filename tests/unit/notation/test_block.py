"""Sliding blocks in JSON: every error is reported, whatever else is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.block.puzzle import BOTH, HORIZONTAL, VERTICAL, BlockPuzzle, letter
from tests.unit.notation.refusals import refusals

WRITTEN = {
    "kind": "block",
    "board": {"rows": 2, "columns": 3},
    "start": {"picture": ["AA.", "B.."]},
    "goal": {"at": {"A": [1, 1]}},
    "metric": "path",
}
FAULTY_STARTS: dict[str, Any] = {
    "two parts": {"picture": ["A.A", "B.."]},
    "too many rows": {"picture": ["AA.", "B..", "..."]},
    "a wall": {"picture": ["AA#", "B.."]},
}
WITHOUT_NAMES: dict[str, Any] = {
    "missing": None,
    "two forms": {"picture": ["A."], "pieces": [1, 0]},
    "no rows": {"picture": 5},
}


def errors_of(**parts: Any) -> dict[str, str]:
    """The errors of the puzzle with other parts, by place."""
    written = {name: part for name, part in (WRITTEN | parts).items() if part is not None}
    found = refusals(load_puzzle, written)
    assert len(dict(found)) == len(found)
    return dict(found)


def test_pieces_are_read_by_their_names() -> None:
    """Names of pieces become numbers everywhere, in the order of their first cells."""
    doors = [{"at": [[0, 2]], "pieces": ["A"]}, {"cells": [4, 5], "pieces": ["A", "B"]}]
    puzzle = load_puzzle(WRITTEN | {"axis": {"B": "column"}, "doors": doors}).puzzle
    assert isinstance(puzzle, BlockPuzzle)
    assert (puzzle.names, puzzle.start, puzzle.goal) == (("A", "B"), (1, 1, 0, 2, 0, 0), ((1, (4, 5)),))
    assert puzzle.axes == (BOTH, VERTICAL)
    assert [(door.cells, door.pieces) for door in puzzle.doors] == [((2,), (1,)), ((4, 5), (1, 2))]
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle
    long = load_puzzle(WRITTEN | {"axis": "long"}).puzzle
    assert isinstance(long, BlockPuzzle)
    assert long.axes == (HORIZONTAL, BOTH)


LARGE: JsonObject = {"kind": "block", "board": {"rows": 16, "columns": 20}, "metric": "step"}


@pytest.mark.parametrize("pieces", [1, 160, 319])
def test_boards_of_320_cells(pieces: int) -> None:
    """A board has up to 320 cells and 319 pieces, in every form, and is the same when it is read again."""
    start = {"pieces": [*range(1, pieces + 1), *[0] * (MAX_CELLS - pieces)]}
    document = LARGE | {"start": start, "goal": {"at": {"1": [15, 19]}}, "axis": {str(pieces): "row"}}
    puzzle = load_puzzle(document).puzzle
    assert (puzzle.board.cells, puzzle.pieces) == (320, pieces)
    dumped = dump_puzzle(puzzle)
    assert load_puzzle(dumped).puzzle == puzzle
    assert dump_puzzle(load_puzzle(dumped).puzzle) == dumped
    line = {"rows": 1, "columns": 320, "layout": [[cell, 0] for cell in range(MAX_CELLS)]}
    assert load_puzzle(document | {"board": line, "goal": {"at": {"1": [0, 319]}}}).puzzle.goal == ((1, (319,)),)
    picture = ["A" * 20, *["." * 20] * 15]
    assert load_puzzle(LARGE | {"start": {"picture": picture}, "goal": {"picture": picture[::-1]}}).puzzle.pieces == 1


def test_pieces_that_nobody_named() -> None:
    """They have letters as long as there are letters, then numbers; no two have the same name."""
    names = list(map(letter, range(1, 320)))
    assert (names[0], names[63], names[64], names[318]) == ("A", "*", "65", "319")
    assert len(set(names)) == 319


def test_too_many_placements() -> None:
    """Pieces with goals are counted each, others by shape; a place where a piece does not get alone does not count."""
    start = {"pieces": [*range(1, 206), *[0] * 115]}
    goals = {str(piece): [piece] for piece in range(1, 206)}
    assert errors_of(board=LARGE["board"], start=start, goal={"cells": goals}) == {
        "/puzzle/goal": "the pieces with goals, and each group of equal pieces without, can reach 65600 placements in "
        "all if alone; at most 65534 are allowed"
    }
    assert load_puzzle(LARGE | {"start": start, "goal": {"cells": {"1": [319]}}}).puzzle.pieces == 205
    bound = {"axis": dict.fromkeys(goals, "row")}
    assert load_puzzle(LARGE | {"start": start, "goal": {"cells": goals}} | bound).puzzle.pieces == 205


@pytest.mark.parametrize("fault", FAULTY_STARTS)
def test_names_are_checked_whatever_is_wrong_with_the_start(fault: str) -> None:
    """Unknown pieces of goal, axis and doors, and cells beside the board, are reported beside a faulty start."""
    found = errors_of(
        start=FAULTY_STARTS[fault],
        goal={"at": {"X": [0, 0], "A": [1, 1]}},
        axis={"Y": "row", "A": "up"},
        doors=[{"at": [[0, 2], [5, 5]], "pieces": ["A"]}, {"cells": [6, 1], "pieces": ["Z", "A", "Y"]}],
    )
    start = {place for place in found if place.startswith("/puzzle/start/picture")}
    assert start
    assert {place: text for place, text in found.items() if place not in start} == {
        "/puzzle/goal/at/X": 'there is no piece "X" at the start',
        "/puzzle/axis/Y": 'there is no piece "Y" at the start',
        "/puzzle/axis/A": 'must be "row" or "column"',
        "/puzzle/doors/0/at/1": "is not a cell of the board",
        "/puzzle/doors/1/cells/0": "is not a cell of the board",
        "/puzzle/doors/1/pieces/0": 'there is no piece "Z" at the start',
        "/puzzle/doors/1/pieces/2": 'there is no piece "Y" at the start',
    }


@pytest.mark.parametrize("fault", WITHOUT_NAMES)
def test_what_needs_no_start_is_checked_without_one(fault: str) -> None:
    """Forms, cells and overlaps are checked even if the start has no names; then no name is reported as unknown."""
    found = errors_of(
        start=WITHOUT_NAMES[fault],
        goal={"cells": {"A": [0, 9], "B": [1], "C": [1, 2]}},
        doors=[5, {"at": [[0, 2]], "cells": [1], "pieces": ["A"]}, {"at": [[7, 0]], "pieces": ["A"]}],
    )
    del found[next(place for place in found if place.startswith("/puzzle/start"))]
    assert set(found) == {
        "/puzzle/goal/cells/A",
        "/puzzle/goal/cells/C",
        "/puzzle/doors/0",
        "/puzzle/doors/1",
        "/puzzle/doors/2/at/0",
    }
    assert found["/puzzle/goal/cells/C"] == 'pieces "C" and "B" would overlap'
    assert "/puzzle/goal/picture/1" in errors_of(start=WITHOUT_NAMES[fault], goal={"picture": ["....", "A..."]})
    assert "/puzzle/goal/picture" in errors_of(start=WITHOUT_NAMES[fault], goal={"picture": ["...", "..."]})
    assert "/puzzle/goal/at" in errors_of(start=WITHOUT_NAMES[fault], goal={"at": {}})


@pytest.mark.parametrize(
    ("parts", "place", "text"),
    [
        ({"goal": {"at": {"A": [0, 2]}}}, "/puzzle/goal/at/A", "would leave the board"),
        ({"goal": {"at": [0, 2]}}, "/puzzle/goal/at", "must be an object, not a list"),
        ({"goal": {"cells": {"A": [1, 4]}}}, "/puzzle/goal/cells/A", "are not the cells of piece"),
        ({"goal": {"cells": {"A": [1, 5]}}}, "/puzzle/goal/cells/A", "are not the cells of piece"),
        ({"goal": {"cells": {"A": [-2, -1]}}}, "/puzzle/goal/cells/A", "are not the cells of piece"),
        ({"doors": [{"cells": [-1], "pieces": ["A"]}]}, "/puzzle/doors/0/cells/0", "is not a cell of the board"),
        ({"goal": {"picture": ["A..", "A.."]}}, "/puzzle/goal/picture/0", "are not the cells of piece"),
        ({"goal": {"picture": [".AA"]}}, "/puzzle/goal/picture", "must have 2 rows like the board, not 1"),
        ({"goal": {"picture": ["...", ".A"]}}, "/puzzle/goal/picture/1", "column 2 is a cell of the board"),
        (
            {"board": None, "start": {"picture": ["A#.", "..."]}, "goal": {"picture": [".A#", "..."]}},
            "/puzzle/goal/picture/0",
            "column 1 is a cell in the picture, but not of the board",
        ),
        ({"goal": {"at": {"A": [0, 0], "B": [0, 1]}}}, "/puzzle/goal/at/B", "would overlap"),
        ({"goal": {"at": {"B": [0, 1], "A": [0, 0]}}}, "/puzzle/goal/at/A", 'pieces "A" and "B" would overlap'),
        (
            {"start": {"picture": ["AA.", "A.."]}, "goal": {"cells": {"A": [0, 1, 4]}}},
            "/puzzle/goal/cells/A",
            "are not the cells of piece",
        ),
        ({"doors": [{"cells": [0, 2], "pieces": ["B"]}]}, "/puzzle/doors/0", 'piece "A" is in this door'),
        ({"start": {"pieces": [1, 1, 0, 2, 0]}, "goal": {"at": {"1": [1, 1]}}}, "/puzzle/start/pieces", "one for each"),
        (
            {"start": {"pieces": [1, 1, 0, 2, 0, 999]}, "goal": {"at": {"1": [1, 1]}}},
            "/puzzle/start/pieces/5",
            "found 999",
        ),
        ({"start": {"picture": ["AA0", "00B"]}}, "/puzzle/start/picture", 'needs an empty cell, written as "."'),
        (
            {"start": {"pieces": [1, 1, 2, 3, 3, 2]}, "goal": {"at": {"2": [0, 1]}}},
            "/puzzle/start/pieces",
            "needs an empty cell, written as 0",
        ),
        (
            {"start": {"pieces": [1, 0, 1, 2, 0, 0]}, "goal": {"at": {"2": [0, 1]}}},
            "/puzzle/start/pieces/2",
            "two parts",
        ),
        (
            {"board": {"steps": [[-1, -1, 1, -1], [-1, 0, -1, -1]]}, "start": {"picture": ["AA."]}},
            "/puzzle/start/picture",
            "must have 2 cells like the board, not 3",
        ),
        ({"board": {"steps": [[-1, -1, 9, -1]]}, "start": {"picture": ["A"]}}, "/puzzle/board/steps/0/2", "9"),
        (
            {"board": {"steps": [[-1, 0, 0, -1]]}, "start": {"picture": ["A"]}},
            "/puzzle/board/steps/0/1",
            "the cells form no grid",
        ),
        (
            {"board": {"steps": [[-1, -1, 1, -1], [-1] * 4]}, "start": {"picture": ["AA"]}},
            "/puzzle/board/steps/0/2",
            "cell 0 leads to cell 1, but the opposite direction does not lead back",
        ),
        ({"board": None, "start": {"pieces": [1]}, "goal": {"at": {"1": [0, 0]}}}, "/puzzle", "needs a board"),
        ({"board": {"rows": 18, "columns": 18}, "start": {"picture": ["A"]}}, "/puzzle/board/rows", "not 324"),
    ],
)
def test_single_errors(parts: dict[str, Any], place: str, text: str) -> None:
    """An error is reported once, at its place, and nothing beside it."""
    found = errors_of(**parts)
    assert list(found) == [place]
    assert text in found[place]
