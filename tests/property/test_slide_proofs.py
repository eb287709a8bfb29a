"""Certificates of unsolvable sliding puzzles, on random boards."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.solver.graphs import inverse
from fewest.solver.slide import proofs, symmetry
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_slide
from tests.effort import examples
from tests.slide_puzzles import puzzles, relaxed


@given(puzzle=puzzles())
@settings(relaxed, max_examples=examples(300))
def test_proofs_are_sound_and_complete(puzzle: SlidePuzzle) -> None:
    """A certificate is true and passes its check; every unsolvable full goal with one empty cell has one."""
    proof, length = proofs.prove(puzzle), oracle_slide.answer(puzzle).length
    if proof is not None:
        assert length is None
        assert proofs.check(puzzle, json.loads(json.dumps(proof)))
    if puzzle.start.count(0) == 1 and None not in puzzle.goal and sorted(puzzle.start) == sorted(puzzle.goal):
        assert (length is None) == (proof is not None)


@given(puzzle=puzzles(), seed=st.integers(0, 2**32))
@settings(relaxed, max_examples=examples(100))
def test_proofs_hold_after_renumbering(puzzle: SlidePuzzle, seed: int) -> None:
    """A renumbered certificate proves the renumbered puzzle."""
    proof = proofs.prove(puzzle)
    order = random.Random(seed).sample(range(puzzle.board.cells), puzzle.board.cells)
    moved = symmetry.renumber(puzzle, inverse(tuple(order)))
    if proof is not None:
        assert proofs.check(moved, proofs.renumber(proof, order))
