"""The examples of the catalogue have the answers given there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve

LONG = {"french", "wiegleb"}
"""Boards whose examples take seconds."""

EXAMPLES = [
    pytest.param(example, id=f"{name}, {example['title']}", marks=pytest.mark.full if name in LONG else ())
    for name, entry in catalogue().items()
    for example in entry["examples"]
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the tables of all examples."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: dict[str, Any], tables: Path) -> None:
    """Status, length and number of solutions are those of the catalogue."""
    expect = example["expect"]
    want = Want.COUNT if "count" in expect else Want.ONE
    result = solve(load_puzzle(example["puzzle"]).puzzle, want, Limits(seconds=400), tables=tables)
    found = {"status": result.status.value, "length": result.length, "count": result.count}
    assert {name: found[name] for name in expect} == expect
    assert result.optimal is ("length" in expect) is (expect["status"] == "solved")


JUMP_BOARDS = {name: entry for name, entry in catalogue().items() if entry["kind"] == "jump"}


def board_of(entry: dict[str, Any]) -> JumpBoard:
    """The board of an entry of the catalogue."""
    puzzle = load_puzzle(entry["examples"][0]["puzzle"]).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    return puzzle.board


@pytest.mark.parametrize("name", JUMP_BOARDS)
def test_a_board_has_exactly_the_jumps_of_its_lines(name: str) -> None:
    """Wherever three holes follow each other like those of some jump, or back, there is a jump; there are no others."""
    entry, board = JUMP_BOARDS[name], board_of(JUMP_BOARDS[name])
    points = [complex(*point) for point in entry["layout"]]
    places = {(round(point.real, 1), round(point.imag, 1)): hole for hole, point in enumerate(points)}
    steps = {points[over] - points[start] for start, over, _ in board.jumps}
    lines = set()
    for start, point in enumerate(points):
        for step in {*steps, *(-step for step in steps)}:
            ends = [point + step, point + 2 * step]
            over, to = (places.get((round(end.real, 1), round(end.imag, 1))) for end in ends)
            if over is not None and to is not None:
                lines.add((start, over, to))
    assert set(board.jumps) == lines


def test_the_jumps_of_the_horned_triangle() -> None:
    """It has 48 jumps. Without twelve of them, two problems would take a move more, or have no solution."""
    entry = JUMP_BOARDS["horned-triangle"]
    assert len(board_of(entry).jumps) == 48
    for empty, length in (([4, 20], 10), ([0, 1, 8, 9], 9)):
        board = {"name": "horned-triangle"}
        puzzle = {"kind": "jump", "board": board, "start": {"empty": empty}, "goal": {"count": 1}}
        assert solve(load_puzzle(puzzle).puzzle).length == length
