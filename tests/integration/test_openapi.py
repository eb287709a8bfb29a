"""The service conforms to its OpenAPI document under fuzzing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS
from tests.integration.service import Service

BIN = Path(sys.executable).parent
CONFIG = Path(__file__).parents[1] / "schemathesis.toml"

FEWER = """
# PUT takes what POST takes, and an id: the edge cases of its body would be those of POST once more.
[[operations]]
include-method = "PUT"
phases.coverage.enabled = false

# The bodies of these are a puzzle as submitJob takes it, with little else: only there is each part of it made wrong.
[[operations]]
include-operation-id = ["submitFeatures", "hint", "checkPuzzle", "lookUp", "replay", "sharePuzzle"]
phases.coverage.generation.mode = "positive"
"""
"""What `make fuzz` sends, and not this test: two thirds of all edge cases."""


PHASES = {"edges": "examples,coverage", "random": "fuzzing,stateful"}
"""What is sent: the examples of the document and edge cases; random bodies, and walks along the links."""


@pytest.mark.parametrize("sent", PHASES)
def test_document_holds_under_fuzzing(service: Service, tmp_path: Path, sent: str) -> None:
    """Whatever schemathesis sends to any operation, there is no deviation: so many cases, however long they take."""
    if not (BIN / "schemathesis").exists():
        pytest.skip("schemathesis is not installed: it needs PyYAML, which has no wheels for Python 3.15 yet")
    address = str(service.client.base_url).rstrip("/")
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.read_text() + FEWER)
    command = [BIN / "schemathesis", "--config-file", config, "run", f"{address}/openapi.json", "--max-examples=5"]
    options = ["--continue-on-failure", "--warnings=off", f"--request-timeout={HANG_SECONDS}", "--seed=1"]
    ran = subprocess.run(
        [*command, *options, f"--phases={PHASES[sent]}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=2 * HANG_SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-10_000:]
    selected, tested = (re.search(rf"{word}: +(\d+)", ran.stdout) for word in ("Selected", "Tested"))
    assert selected is not None
    assert tested is not None
    operations = list(operation_methods(service))
    assert int(selected[1]) == len(operations)
    assert int(tested[1]) == len(operations), ran.stdout


def operation_methods(service: Service) -> Iterator[str]:
    """The methods of all operations in the document."""
    for item in service.client.get("/openapi.json").json()["paths"].values():
        yield from (name for name in item if name != "parameters")
