"""The examples of the catalogue have the answers given there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boards import catalogue
from schemas.puzzle import load_puzzle
from solver.model import Limits, Want
from solver.solve import solve

EXAMPLES = [
    pytest.param(example, id=f"{name}, {example['title']}")
    for name, entry in catalogue().items()
    for example in entry["examples"]
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the tables of all examples."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: dict[str, Any], tables: Path) -> None:
    """Status, length and number of solutions are those of the catalogue."""
    expect = example["expect"]
    want = Want.COUNT if "count" in expect else Want.ONE
    result = solve(load_puzzle(example["puzzle"]).puzzle, want, Limits(seconds=400), tables=tables)
    found = {"status": result.status.value, "length": result.length, "count": result.count}
    assert {name: found[name] for name in expect} == expect
    assert result.optimal is ("length" in expect) is (expect["status"] == "solved")
