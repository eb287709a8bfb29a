"""Known sliding-block puzzles, in every metric."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve

CASES = json.loads((Path(__file__).parents[1] / "cases" / "blocks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_known_lengths(case: dict[str, Any]) -> None:
    """Lengths are those published or found by others' breadth-first searches; the numbers of solutions stay."""
    for metric, expected in case["expect"].items():
        puzzle = load_puzzle(case["puzzle"] | {"metric": metric}).puzzle
        found = solve(puzzle, Want.COUNT, Limits(bytes=2_000_000_000, seconds=600))
        assert (found.length, found.count) == (expected["length"], expected["count"]), metric
