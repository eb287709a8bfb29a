"""Answers over HTTP agree with published ones, and with those of equal puzzles."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.notation.result import load_solution
from fewest.solver.model import Puzzle
from fewest.solver.verify import Check, check_proof, replay
from tests.integration.service import Service
from tests.renumber import renumbered

FILES = ("jump_sources.json", "slide_sources.json")
CASES = [case for name in FILES for case in json.loads((Path(__file__).parents[1] / "cases" / name).read_text())]


def check_result(puzzle: Puzzle, result: dict[str, Any], expect: dict[str, Any]) -> None:
    """Check that status, length and count are the expected ones, and that the solution or proof holds."""
    assert result["status"] == expect["status"]
    assert result["length"] == expect.get("length")
    if expect["status"] == "solved":
        assert result["optimal"]
        assert result["count"] == expect.get("count", result["count"])
        replay(puzzle, load_solution(puzzle, result["moves"], result.get("removed")))
    else:
        assert check_proof(puzzle, result["proof"]) is not Check.FAILS


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_source_case_and_its_twin(service: Service, case: dict[str, Any]) -> None:
    """A case has its published answer; renumbered, it is answered at once from the known one."""
    job = service.solve(case["puzzle"], "count")
    puzzle = load_puzzle(case["puzzle"]).puzzle
    check_result(puzzle, job["result"], case["expect"])
    twin = renumbered(dump_puzzle(puzzle), Random(case["id"]))
    answer = service.post({"puzzle": twin, "want": "count"})
    assert answer.status_code == 200
    result = answer.json()["result"]
    assert result["statistics"]["cache"] == "symmetry"
    check_result(load_puzzle(twin).puzzle, result, case["expect"] | {"count": job["result"].get("count")})
