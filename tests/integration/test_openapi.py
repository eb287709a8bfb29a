"""The service conforms to its OpenAPI document: under fuzzing, and for a client generated from it."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.operations import TRITRI
from tests.integration.service import Service

BIN = Path(sys.executable).parent
CONFIG = Path(__file__).parents[1] / "schemathesis.toml"


def operation_count(service: Service) -> int:
    """Number of operations in the document."""
    paths = service.client.get("/openapi.json").json()["paths"].values()
    return sum(1 for item in paths for name in item if name != "parameters")


def test_document_holds_under_fuzzing(service: Service, tmp_path: Path) -> None:
    """Schemathesis finds no deviation with examples, edge cases, random bodies, and walks along the links."""
    address = str(service.client.base_url).rstrip("/")
    command = [BIN / "schemathesis", "--config-file", CONFIG, "run", f"{address}/openapi.json", "--max-examples=5"]
    options = ["--continue-on-failure", "--warnings=off", "--request-timeout=30", "--seed=1", "--max-time=30"]
    ran = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout[-10_000:]
    tested = re.search(r"Tested: +(\d+)\n", ran.stdout)
    assert tested is not None
    assert int(tested[1]) == operation_count(service)  # how many cases there are depends on the machine's speed


def test_generated_client_solves_tritri(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client generated from the document submits トライトライ, waits, and gets 11 moves (M. Hiroi, 2022)."""
    document, package = tmp_path / "openapi.json", tmp_path / "made"
    document.write_text(service.client.get("/openapi.json").text)
    command = [BIN / "openapi-python-client", "generate", "--path", document, "--output-path", package, "--meta=none"]
    made = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert len(list(package.glob("api/*/[a-z]*.py"))) == operation_count(service)
    monkeypatch.syspath_prepend(tmp_path)
    jobs = {name: importlib.import_module(f"made.api.jobs.{name}") for name in ("submit_job", "get_job")}
    client = importlib.import_module("made").Client(base_url=str(service.client.base_url), timeout=60)
    body = importlib.import_module("made.models").JobRequest.from_dict({"puzzle": TRITRI})
    job = jobs["submit_job"].sync(client=client, body=body, prefer="wait=20")
    until = time.monotonic() + 120
    while job.status in ("queued", "running") and time.monotonic() < until:
        job = jobs["get_job"].sync(job.id, client=client, prefer="wait=5")
    assert job.status == "solved"
    assert job.result.length == 11
    assert len(job.result.moves) == 11
