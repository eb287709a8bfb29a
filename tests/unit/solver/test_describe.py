"""What is said of a puzzle without a search holds against the answers of the catalogue; claims are judged."""

from __future__ import annotations

from typing import Any

import pytest

from boards import catalogue
from schemas.puzzle import load_puzzle
from solver.describe import describe
from solver.verify import judge

LINE = {
    "kind": "jump",
    "board": {"holes": 5, "jumps": [[0, 1, 2], [2, 3, 4], [2, 1, 0], [4, 3, 2]]},
    "start": {"pegs": [0, 1, 3]},
    "goal": {"pegs": [4]},
}
ROW = {"kind": "slide", "board": {"rows": 1, "columns": 4}, "start": [1, 0, 2, 0], "goal": [0, 1, 0, 2]}


def test_symmetries_of_a_square() -> None:
    """The Hoppers board with the middle empty, to end in the middle, has the 8 symmetries of a square."""
    puzzle = catalogue()["hoppers"]["examples"][0]["puzzle"]
    assert describe(load_puzzle(puzzle).puzzle).symmetries == 8


CLAIMS: dict[str, tuple[Any, Any, Any, tuple[bool, bool, int | None]]] = {
    "one move of two jumps": (LINE, [[0, 2, 4]], None, (True, True, 1)),
    "the same, with what is removed": (LINE, [[0, 2, 4]], [[1, 3]], (True, True, 1)),
    "the same, written as two moves": (LINE, [[0, 2], [2, 4]], None, (True, True, 1)),
    "stopping early": (LINE, [[0, 2]], None, (True, False, 1)),
    "no such jump": (LINE, [[0, 4]], None, (False, False, None)),
    "wrong removed": (LINE, [[0, 2, 4]], [[1, 1]], (False, False, None)),
    "removed too short": (LINE, [[0, 2, 4]], [[1]], (False, False, None)),
    "nothing removed": (LINE, [[0, 2, 4]], [], (False, False, None)),
    "a move of no cells": (ROW, [[2, 3], []], None, (False, False, None)),
    "a move of one hole": (LINE, [[0]], None, (False, False, None)),
    "not legal": (LINE, [[4, 2]], None, (False, False, None)),
    "nothing": (LINE, [], None, (True, False, 0)),
    "slides": (ROW, [[2, 3], [0, 1]], None, (True, True, 2)),
    "a slide too few": (ROW, [[2, 3]], None, (True, False, 1)),
    "onto a piece": (ROW, [[0, 2]], None, (False, False, None)),
    "three cells": (ROW, [[0, 1, 2]], None, (False, False, None)),
    "off the board": (ROW, [[-1, 99]], None, (False, False, None)),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name: str) -> None:
    """A claim is legal or not, ends in the goal or not, and has as many moves as the rules count."""
    written, moves, removed, expected = CLAIMS[name]
    verdict = judge(load_puzzle(written).puzzle, moves, removed)
    assert (verdict.legal, verdict.reaches_goal, verdict.length) == expected
    assert (verdict.error is None) == verdict.legal
