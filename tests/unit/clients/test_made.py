"""What is made by ``make clients`` is up to date, and says what it should."""

from __future__ import annotations

import json
import os
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from clients import make_types
from clients.python import fewest_client
from clients.python.make_blocking import MADE, PACKAGE, blocking

CLIENTS = Path(__file__).parents[3] / "clients"


@pytest.mark.parametrize("name", MADE)
def test_blocking_client(name: str) -> None:
    """The blocking Python client is made from the one for event loops."""
    assert (PACKAGE / name).read_text(encoding="utf-8") == blocking(name)


def test_python_types() -> None:
    """The types of the Python client are those of the OpenAPI document."""
    pytest.importorskip("datamodel_code_generator", reason="there is no PyYAML on this Python")
    assert make_types.PYTHON.read_text(encoding="utf-8") == make_types.python_types()


def test_typescript_types() -> None:
    """So are those of the JavaScript client."""
    if not make_types.OPENAPI_TYPESCRIPT.exists() and os.environ.get("FEWEST_GENERATORS") != "required":
        pytest.skip("openapi-typescript is not installed: make test-generators (needs npm)")
    assert make_types.TYPESCRIPT.read_text(encoding="utf-8") == make_types.typescript_types()


def test_lenient_problem() -> None:
    """Every field of an error is optional, since a proxy may send fewer."""
    assert not fewest_client.Problem.__required_keys__


def test_versions() -> None:
    """The packages of the clients have the version of the service."""
    python = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    javascript = json.loads((CLIENTS / "js" / "package.json").read_text(encoding="utf-8"))["version"]
    assert python == javascript == version("fewest")
