"""Puzzles as clients write them: every form is read as meant, and every error is reported once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given

from fewest.boards import catalogue
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.model import Puzzle
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.slide_puzzles import puzzles as slide_puzzles
from tests.unit.notation.refusals import refusals


@given(jump_puzzles() | slide_puzzles())
def test_a_puzzle_survives_writing(puzzle: Puzzle) -> None:
    """A puzzle that is written and read again is the same."""
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle


def test_examples_of_the_catalogue_are_puzzles() -> None:
    """Every example of every board can be read, and has a point to draw every hole or cell at."""
    assert len(catalogue()) >= 13
    for entry in catalogue().values():
        assert entry["source"]
        for example in entry["examples"]:
            layout = load_puzzle(example["puzzle"]).layout
            assert layout == entry["layout"]


def test_a_kind_that_there_is_not() -> None:
    """The error of an unknown or missing kind names all kinds."""
    wrong = ("/puzzle/kind", 'must be "jump", "slide" or "block", not "chess"')
    assert refusals(load_puzzle, {"kind": "chess"}) == [wrong]
    none = ("/puzzle/kind", '"kind" is missing; it must be "jump", "slide" or "block"')
    assert refusals(load_puzzle, {}) == [none]


BOARDS: Mapping[str, Mapping[str, Any]] = {
    "jump": {
        "one hole": {"grid": ["."], "lines": "orthogonal"},
        **{f"triangle {size}": {"grid": ["." * row for row in range(1, size + 1)]} for size in (2, 5)},
    },
    "slide": {"path": {"edges": [[0, 1]], "cells": 2}, "4 by 4": {"rows": 4, "columns": 4}},
    "block": {
        "walls": {"grid": ["#..", "..."]},
        "wide": {"rows": 2, "columns": 9},
        "steps": {"steps": [[-1, -1, 1, -1], [-1, 0, -1, -1]]},
    },
}
BY_NAME = [(entry["kind"], {"name": name}) for name, entry in catalogue().items()]
ALL = [*BY_NAME, *((kind, board) for kind, boards in BOARDS.items() for board in boards.values())]
WRONG: Mapping[str, object] = {"missing": None, "no object": 7, "no form": {}}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(("kind", "board"), ALL, ids=str)
def test_the_example_in_an_error_fits_the_board(kind: str, board: dict[str, Any], wrong: str) -> None:
    """The start or goal that an error shows as an example is valid on the board."""
    puzzle = {"kind": kind, "board": board} | ({"metric": "path"} if kind == "block" else {})
    for part in ("start", "goal"):
        if kind == "slide" and wrong != "missing":
            return  # a list needs no example
        given = puzzle if wrong == "missing" else puzzle | {part: WRONG[wrong]}
        (text,) = [text for place, text in refusals(load_puzzle, given) if place == f"/puzzle/{part}"]
        (example,) = re.findall(r"(?:for example|such as) (.*)$", text)
        puzzle[part] = json.loads(example)
    load_puzzle(puzzle)


PIECES: list[tuple[dict[str, Any], object]] = [
    ({"kind": "block", "metric": "step", "start": {"picture": ["#X.", "..Y"]}}, {"at": {"X": [0, 1]}}),
    ({"kind": "block", "metric": "step", "board": {"rows": 1, "columns": 3}, "start": {"pieces": [0, 7, 7]}}, None),
    ({"kind": "slide", "start": [[3, 1], [0, 1]]}, [1, 1, 3, 0]),
]


@pytest.mark.parametrize(("puzzle", "example"), PIECES)
def test_the_example_of_a_goal_has_the_pieces_of_the_start(puzzle: dict[str, Any], example: object) -> None:
    """The goal that an error shows as an example names only pieces of the start."""
    ((_, text),) = refusals(load_puzzle, puzzle)
    (shown,) = map(json.loads, re.findall(r"for example (.*)$", text))
    assert example in (None, shown)
    load_puzzle(puzzle | {"goal": shown})
