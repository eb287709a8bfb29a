"""The registry of kinds, and what names them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from solver.kinds import KINDS

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_contracts_name_every_kind() -> None:
    """An import contract about one kind is about all: import-linter says nothing of a package that is not named."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    about_kinds = [str(contract) for contract in contracts if "solver.jump" in str(contract)]
    assert len(about_kinds) > 1
    own = [name for name in KINDS if KINDS[name].__class__.__module__ == f"solver.{name}.kind"]
    assert {"jump", "slide"} < set(own)
    for contract in about_kinds:
        assert [name for name in own if f"solver.{name}" not in contract] == []
