"""Puzzles and results as text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fewest.cli.text import draw, draw_position, follow, headline, readable
from fewest.notation.puzzle import load_puzzle

SPENT = {"statistics": {"nodes": 12345, "seconds": 0.5}, "proof": None}
SOLVED = SPENT | {"status": "solved", "optimal": True, "lower_bound": 7, "length": 7}
STOPPED = SPENT | {"status": "stopped", "optimal": False, "lower_bound": 5, "limit": "nodes", "length": None}


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (SOLVED, "7 moves, proven the fewest."),
        (SOLVED | {"count": 1}, "7 moves, proven the fewest. 1 solution."),
        (SOLVED | {"count": 7200}, "7 moves, proven the fewest. 7,200 solutions."),
        (SOLVED | {"length": 1}, "1 move, proven the fewest."),
        (SOLVED | {"length": 0}, "0 moves, proven the fewest."),
        (SOLVED | {"optimal": False, "lower_bound": 4}, "7 moves, at least 4 are needed."),
        (SOLVED | {"optimal": False, "lower_bound": 1}, "7 moves, at least 1 is needed."),
        (STOPPED, "Stopped by the limit on nodes: at least 5 moves."),
        (STOPPED | {"lower_bound": 1}, "Stopped by the limit on nodes: at least 1 move."),
        (STOPPED | {"length": 9}, "Stopped by the limit on nodes: at least 5 moves. The best found has 9 moves."),
        (SPENT | {"status": "unsolvable", "proof": {"by": "pagoda"}}, "No solution exists, proven by pagoda"),
    ],
)
def test_headline(result: dict[str, Any], text: str) -> None:
    """The headline says whether the length is proven, and uses singular and plural correctly."""
    assert headline(result) == f"{text} (12,345 nodes, 0.50 s)"


def test_pieces_are_aligned() -> None:
    """Numbers of pieces are aligned to the right, an empty cell is a dot, and each move names its piece."""
    puzzle = load_puzzle(
        {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [10, 2, 0, 3], "goal": [0, 2, 10, 3]}
    )
    result = {"moves": [[0, 2]], "pieces": [10]}
    assert follow(puzzle.puzzle, result, puzzle.layout) == [
        "10  2",
        " .  3",
        "",
        "  1. piece 10: 0 → 2",
        "",
        " .  2",
        "10  3",
    ]


def test_moves_of_blocks_name_the_block() -> None:
    """Each move of a block begins with its name."""
    goal = {"at": {"A": [0, 1]}}
    puzzle = load_puzzle({"kind": "block", "start": {"picture": ["A."]}, "goal": goal, "metric": "step"})
    moves = follow(puzzle.puzzle, {"moves": [[0, 1]], "blocks": ["A"]}, puzzle.layout)
    assert "  1. block A: 0 → 1" in moves


def test_a_triangle_is_drawn_as_one() -> None:
    """Each row of a triangle is offset by half a column; without a layout, all holes are in one row."""
    board = {"grid": [".", "..", "..."], "lines": "triangular"}
    puzzle = load_puzzle({"kind": "jump", "board": board, "start": {"empty": [0]}, "goal": {"count": 1}})
    assert draw_position(puzzle.puzzle, 0b111110, puzzle.layout) == ["  .", " o o", "o o o"]
    assert draw(None, str, 3) == [" 0 1 2"]


def test_a_move_is_a_line_of_json() -> None:
    """A list of numbers or texts is one line; every other value begins its own. The value stays the same."""
    value = {"moves": [[10, 3], [0, 3, 5]], "pieces": [1, 2], "proof": None, "é": {}, "list": [], "in": [{"a": [[]]}]}
    lines = readable(value).splitlines()
    assert lines[:6] == ["{", '  "moves": [', "    [10, 3],", "    [0, 3, 5]", "  ],", '  "pieces": [1, 2],']
    assert json.loads(readable(value)) == value
    assert readable({"a": {"b": 1}}) == json.dumps({"a": {"b": 1}}, indent=2)
