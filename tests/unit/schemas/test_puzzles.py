"""Puzzles as clients write them: every form is read as meant, and every error is reported once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from boards import catalogue
from schemas.fields import Integers
from schemas.puzzle import dump_puzzle, load_puzzle
from solver.jump.board import board_from_grid
from solver.jump.puzzle import JumpPuzzle
from solver.slide.puzzle import SlidePuzzle
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.property.test_slide_search import puzzles as slide_puzzles
from tests.unit.schemas.refusals import refusals


@given(jump_puzzles())
def test_jump_puzzle_survives_writing(puzzle: JumpPuzzle) -> None:
    """A jump puzzle that is written and read again is the same."""
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle


@given(slide_puzzles())
def test_sliding_puzzle_survives_writing(puzzle: SlidePuzzle) -> None:
    """A sliding puzzle that is written and read again is the same."""
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle


@pytest.mark.parametrize(("lines", "jumps"), [("orthogonal", 60), ("triangular", 78), ("diagonal", 96)])
def test_jumps_of_a_square(lines: str, jumps: int) -> None:
    """A square of side 5 has 30 jumps along its rows, as many along its columns, and 18 along each kind of diagonal."""
    board, _ = board_from_grid(["....."] * 5, lines)
    assert len(board.jumps) == jumps


def test_examples_of_the_catalogue_are_puzzles() -> None:
    """Every example of every board can be read, and has a point to draw every hole or cell at."""
    assert len(catalogue()) >= 13
    for entry in catalogue().values():
        assert entry["source"]
        for example in entry["examples"]:
            layout = load_puzzle(example["puzzle"]).layout
            assert layout == entry["layout"]


@given(st.recursive(st.none() | st.integers() | st.text() | st.booleans(), st.lists))
def test_lists_of_integers_take_nothing_else(value: object) -> None:
    """Whatever comes in, lists of integers come out or an error is raised."""
    for depth in (1, 2, 3):
        try:
            result = Integers(depth).deserialize(value)
        except ValidationError:
            continue
        for _ in range(depth - 1):
            result = [item for row in result for item in row]
        assert all(type(item) is int for item in result)


def test_a_kind_that_there_is_not() -> None:
    """The error names those that there are."""
    assert refusals(load_puzzle, {"kind": "chess"}) == [
        ("/puzzle/kind", 'must be "jump", "slide" or "block", not "chess"')
    ]
