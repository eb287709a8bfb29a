"""The registry of kinds, and what names them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from fewest.solver.kinds import KINDS

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_contracts_name_every_kind() -> None:
    """An import contract about one kind is about all: import-linter says nothing of a package that is not named."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    about_kinds = [str(contract) for contract in contracts if re.search(r"\bjump\b", str(contract))]
    assert len(about_kinds) > 1
    own = [name for name in KINDS if KINDS[name].__class__.__module__ == f"fewest.solver.{name}.kind"]
    assert {"jump", "slide"} < set(own)
    for contract in about_kinds:
        assert [name for name in own if not re.search(rf"\b{name}\b", contract)] == []
