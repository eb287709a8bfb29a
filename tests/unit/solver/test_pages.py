"""Pages of all solutions: read from the listing by the plain rules."""

from __future__ import annotations

import pytest

from schemas.puzzle import load_puzzle
from solver.listing import Listing
from solver.model import Want
from solver.pages import page
from solver.solve import solve
from solver.verify import replay
from tests.jump_puzzles import single

PUZZLES = {
    "a symmetric jump puzzle": single((".", "..", "...", "....", "....."), "triangular", 4, 12),
    "a sliding puzzle": load_puzzle(
        {
            "kind": "slide",
            "board": {"rows": 2, "columns": 3},
            "start": [1, 1, 2, 0, 0, 3],
            "goal": [3, 0, 1, 2, 0, 1],
        }
    ).puzzle,
}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_page_lists_solutions(name: str) -> None:
    """Every solution of a listing is listed once, plays on the puzzle, and is on the page that its number says."""
    puzzle = PUZZLES[name]
    result = solve(puzzle, Want.ALL)
    assert result.listing is not None
    assert result.count is not None
    listed = page(puzzle, Listing.loads(result.listing.dumps()), 0, result.count + 1)
    assert len(set(listed)) == len(listed) == result.count > 1
    for solution in listed:
        replay(puzzle, solution)
        assert len(solution) == result.length
    assert page(puzzle, result.listing, 1, 2) == listed[1:3]
