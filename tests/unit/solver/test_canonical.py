"""Equal puzzles have one key, others have another."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from schemas.puzzle import dump_puzzle, load_puzzle
from solver.canonical import canonical, digest, restore
from solver.jump.puzzle import JumpPuzzle
from solver.slide.puzzle import SlidePuzzle
from solver.solve import solve
from solver.verify import replay
from tests.jump_puzzles import ENGLISH
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.property.test_slide_search import puzzles as slide_puzzles
from tests.renumber import renumbered


@given(jump_puzzles(), st.randoms(use_true_random=False))
def test_jump_key_does_not_depend_on_numbering(puzzle: JumpPuzzle, random: Random) -> None:
    """A jump puzzle and the same one renumbered are one canonical puzzle."""
    twin = load_puzzle(renumbered(dump_puzzle(puzzle), random)).puzzle
    assert canonical(twin).puzzle == canonical(puzzle).puzzle
    assert canonical(twin).key == canonical(puzzle).key


@given(slide_puzzles(), st.randoms(use_true_random=False))
def test_slide_key_does_not_depend_on_numbering(puzzle: SlidePuzzle, random: Random) -> None:
    """A sliding puzzle and the same one with cells and pieces renumbered are one canonical puzzle."""
    twin = load_puzzle(renumbered(dump_puzzle(puzzle), random)).puzzle
    assert canonical(twin).puzzle == canonical(puzzle).puzzle


def english(empty: int, peg: int) -> JumpPuzzle:
    """A single-vacancy problem of the English board."""
    board = {"grid": list(ENGLISH), "lines": "orthogonal"}
    written = {"kind": "jump", "board": board, "start": {"empty": [empty]}, "goal": {"pegs": [peg]}}
    puzzle = load_puzzle(written).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    return puzzle


def test_classes_of_the_english_board() -> None:
    """The 33 complement problems of the English board are 7 up to symmetry (J. D. Beasley 1985)."""
    assert len({canonical(english(hole, hole)).key for hole in range(33)}) == 7


def test_canonical_of_canonical() -> None:
    """The canonical puzzle is its own canonical puzzle."""
    form = canonical(english(3, 16))
    assert canonical(form.puzzle).puzzle == form.puzzle
    assert digest(form.puzzle) == form.key


@given(jump_puzzles())
def test_solution_is_carried_back(puzzle: JumpPuzzle) -> None:
    """A solution of the canonical puzzle, carried back, plays on the original."""
    form = canonical(puzzle)
    result = solve(form.puzzle)
    if result.solution is not None:
        replay(puzzle, restore(result.solution, form.order))
