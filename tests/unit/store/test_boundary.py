"""All access to Redis stands in the store; the import contracts of pyproject.toml say the same of the packages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OUTSIDE = [path for path in (ROOT / "fewest").rglob("*.py") if "store" not in path.relative_to(ROOT).parts]

CONNECTIONS = {"redis", "connection_pool", "pipeline", "register_script", "run_script"}
"""What leads to a connection, or sends something over it."""


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_store_talks_to_redis(path: Path) -> None:
    """No other room takes a connection from the store: it calls methods of the store, which send the commands."""
    attributes = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert attributes & CONNECTIONS == set()
