"""The tables of the mutation tests name what there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "mutation"
ROOMS = tomllib.loads((FOLDER / "rooms.toml").read_text())
EQUIVALENT = tomllib.loads((FOLDER / "equivalent.toml").read_text())["mutant"]


def lines_of(file: str) -> list[str]:
    """The lines of a source file, stripped."""
    return [line.strip() for line in (ROOT / file).read_text().splitlines()]


def test_every_room_has_tests() -> None:
    """Every entry of a room leads to a file with tests."""
    assert [test for tests in ROOMS["rooms"].values() for test in tests if not any(ROOT.glob(test))] == []


def test_tests_that_are_left_out_exist() -> None:
    """Every test that is left out is one."""
    for test in ROOMS["left_out"]["tests"]:
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text(), test


@pytest.mark.parametrize("entry", ROOMS["tuned"], ids=lambda entry: entry["file"])
def test_tuned_names_are_given_values(entry: dict[str, Any]) -> None:
    """Every tuned name is assigned or defined in its file."""
    source = (ROOT / entry["file"]).read_text()
    assert [
        name for name in entry["names"] if not re.search(rf"^ *(def |(\w+, )*){name}\b", source, re.MULTILINE)
    ] == []


@pytest.mark.parametrize("entry", EQUIVALENT, ids=lambda entry: entry["file"])
def test_equivalent_mutants_change_lines_that_there_are(entry: dict[str, Any]) -> None:
    """The lines that an equivalent mutant changes are in its file."""
    assert set(entry["old"].splitlines()) <= set(lines_of(entry["file"]))
