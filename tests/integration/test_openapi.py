"""The service conforms to its OpenAPI document under fuzzing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS
from tests.integration.service import Service

BIN = Path(sys.executable).parent
CONFIG = Path(__file__).parents[1] / "schemathesis.toml"


def operation_count(service: Service) -> int:
    """Number of operations in the document."""
    paths = service.client.get("/openapi.json").json()["paths"].values()
    return sum(1 for item in paths for name in item if name != "parameters")


def test_document_holds_under_fuzzing(service: Service, tmp_path: Path) -> None:
    """Schemathesis finds no deviation with examples, edge cases, random bodies, and walks along the links."""
    if not (BIN / "schemathesis").exists():
        pytest.skip("schemathesis is not installed: it needs PyYAML, which has no wheels for Python 3.15 yet")
    address = str(service.client.base_url).rstrip("/")
    command = [BIN / "schemathesis", "--config-file", CONFIG, "run", f"{address}/openapi.json", "--max-examples=5"]
    options = ["--continue-on-failure", "--warnings=off", "--request-timeout=30", "--seed=1", "--max-time=100"]
    ran = subprocess.run(
        [*command, *options], cwd=tmp_path, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stdout[-10_000:]
    tested = re.search(r"Tested: +(\d+)\n", ran.stdout)
    assert tested is not None
    assert int(tested[1]) == operation_count(service)  # how many cases there are depends on the machine's speed
