"""Findings as they are stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fewest.notation import findings
from fewest.notation.findings import dump_findings, load_findings
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import NOTHING, Findings, Puzzle, Solution
from tests.unit.workers.searches import ROW

PAIR = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 2, 0], "goal": [0, 1, 2]}
JUMP, SLIDE = (load_puzzle(puzzle).puzzle for puzzle in (ROW, PAIR))


@pytest.mark.parametrize(("puzzle", "best"), [(JUMP, (((0, 1, 2),),)), (SLIDE, ((1, 2), (0, 1))), (SLIDE, None)])
def test_findings_come_back(puzzle: Puzzle, best: Solution | None) -> None:
    """Findings survive writing and reading, with and without a solution."""
    given = Findings(1, best, 5, {"tried": 3})
    assert load_findings(puzzle, json.loads(json.dumps(dump_findings(puzzle, given))), 5) == given


def test_findings_of_another_version_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that another version of the solver has proven is not used: it may have been wrong."""
    written = dump_findings(JUMP, Findings(1))
    monkeypatch.setattr(findings, "ANSWERS", findings.ANSWERS + 1)
    assert load_findings(JUMP, written, 1) == NOTHING


@pytest.mark.parametrize(
    "damage",
    [{"moves": [[2, 0]]}, {"moves": 7}, {"moves": [[]]}, {"lower_bound": None}, {"notes": 3}, {"answers": "1"}],
)
def test_damaged_findings_count_for_nothing(damage: dict[str, Any]) -> None:
    """A solution that does not hold, or a value of another type, makes a search begin from nothing."""
    written = dump_findings(JUMP, Findings(1, (((0, 1, 2),),)))
    assert load_findings(JUMP, written, 1) != NOTHING
    assert load_findings(JUMP, written | damage, 1) == NOTHING
    assert load_findings(JUMP, {}, 1) == NOTHING
