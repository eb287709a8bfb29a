"""The jump puzzles of the source documents."""

from __future__ import annotations

from typing import Any

import pytest

from solver.jump.proofs import prove
from solver.model import Solved, Unsolvable, Want
from solver.verify import replay
from tests.jump_puzzles import CASES, parse, run


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_source_case(case: dict[str, Any]) -> None:
    """Status, length and number of solutions are the published ones (the source is in the case)."""
    puzzle, expect = parse(case["puzzle"]), case["expect"]
    if prove(puzzle) is not None:
        assert expect["status"] == "unsolvable"
        return
    outcome, _ = run(puzzle, Want.COUNT)
    if expect["status"] == "unsolvable":
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    replay(puzzle, outcome.solution)
    assert len(outcome.solution) == expect["length"]
    assert outcome.count == expect.get("count", outcome.count)
