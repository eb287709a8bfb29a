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

pytestmark = pytest.mark.full

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


ELSEWHERE = "jobs|generations|spaces|surveys"
EDGES = "examples,coverage"

SENT = {
    "edges of jobs": (EDGES, "^/v1/jobs"),
    "edges of generations": (EDGES, "^/v1/generations"),
    "edges of spaces and surveys": (EDGES, "^/v1/(spaces|surveys)"),
    "edges of all else": (EDGES, f"^(?!/v1/({ELSEWHERE}))"),
    "random bodies and walks along the links": ("fuzzing,stateful", "^/"),
}
"""What is sent in each part: the phases of schemathesis, and the paths."""


@pytest.mark.parametrize("part", SENT)
def test_document_holds_under_fuzzing(service: Service, tmp_path: Path, part: str) -> None:
    """Whatever schemathesis sends to any operation, there is no deviation: so many cases, however long they take."""
    if not (BIN / "schemathesis").exists():
        pytest.skip("schemathesis is not installed: it needs PyYAML, which has no wheels for Python 3.15 yet")
    phases, paths = SENT[part]
    address = str(service.client.base_url).rstrip("/")
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.read_text() + FEWER)
    command = [BIN / "schemathesis", "--config-file", config, "run", f"{address}/openapi.json", "--max-examples=5"]
    options = ["--continue-on-failure", "--warnings=off", f"--request-timeout={HANG_SECONDS}", "--seed=1"]
    ran = subprocess.run(
        [*command, *options, f"--phases={phases}", f"--include-path-regex={paths}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=2 * HANG_SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-10_000:]
    tested = re.search(r"Tested: +(\d+)\n", ran.stdout)
    assert tested is not None
    assert int(tested[1]) == len([path for path in operation_paths(service) if re.search(paths, path)])


def operation_paths(service: Service) -> Iterator[str]:
    for path, item in service.client.get("/openapi.json").json()["paths"].items():
        yield from (path for name in item if name != "parameters")
