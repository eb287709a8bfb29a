"""Puzzles as clients write them: every form is read as meant, and every error is reported once."""

from __future__ import annotations

from hypothesis import given

from fewest.boards import catalogue
from fewest.schemas.puzzle import dump_puzzle, load_puzzle
from fewest.solver.model import Puzzle
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.property.test_slide_search import puzzles as slide_puzzles
from tests.unit.schemas.refusals import refusals


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
    """The error names those that there are."""
    wrong = ("/puzzle/kind", 'must be "jump", "slide" or "block", not "chess"')
    assert refusals(load_puzzle, {"kind": "chess"}) == [wrong]
    none = ("/puzzle/kind", '"kind" is missing; it must be "jump", "slide" or "block"')
    assert refusals(load_puzzle, {}) == [none]
