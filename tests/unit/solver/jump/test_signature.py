"""The work of the jump search on a few fixed puzzles, as a signature."""

from __future__ import annotations

import pytest

from solver.jump.puzzle import JumpPuzzle
from solver.model import Want
from tests.jump_puzzles import CASES, parse, run, single

SOURCES = {case["id"]: parse(case["puzzle"]) for case in CASES}
TRIANGLE = single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1)


@pytest.mark.parametrize(
    ("puzzle", "want", "nodes"),
    [
        (SOURCES["tritri-any-opening"], Want.COUNT, 133_836),
        (SOURCES["tritri-any-opening"], Want.ANY, 73_808),
        (SOURCES["triangle21"], Want.COUNT, 2_094),
        (SOURCES["hoppers"], Want.COUNT, 333),
        (TRIANGLE, Want.COUNT, 22_763),
    ],
)
def test_signature(puzzle: JumpPuzzle, want: Want, nodes: int) -> None:
    """The number of nodes is unchanged: a commit that changes it does so on purpose and says why."""
    assert run(puzzle, want)[1][-1].nodes == nodes
