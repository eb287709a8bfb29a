"""Clients made by three generators from the OpenAPI document solve, follow a job and fetch a picture.

The generators for TypeScript come from npm, with the versions of tests/generators/package-lock.json. Without them their
tests are skipped, or fail if FEWEST_GENERATORS is "required", as in .ci/run.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from service.operations import TRITRI
from tests.integration.programs import run
from tests.integration.service import Service
from tests.integration.test_python_client import HARD

ROOT = Path(__file__).parents[2]
GENERATORS = ROOT / "tests" / "generators"
NODE_MODULES = GENERATORS / "node_modules"

needs_npm = pytest.mark.skipif(
    not NODE_MODULES.exists() and os.environ.get("FEWEST_GENERATORS") != "required",
    reason="the generators for TypeScript are not installed: make test-generators (needs Node 20.19 and npm)",
)


def modules(package: str, names: dict[str, str]) -> dict[str, ModuleType]:
    """Modules of the generated Python client: group of operations by name."""
    return {name: importlib.import_module(f"{package}.api.{group}.{name}") for name, group in names.items()}


@pytest.fixture(scope="module")
def python_package(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Name of the package made by openapi-python-client from the service's document; it can be imported."""
    folder = tmp_path_factory.mktemp("python")
    (folder / "openapi.json").write_text(service.client.get("/openapi.json").text, encoding="utf-8")
    generator = Path(sys.executable).parent / "openapi-python-client"
    options = ["--output-path", "generated_client", "--meta", "none", "--fail-on-warning"]
    config = GENERATORS / "openapi-python-client.yaml"
    run([generator, "generate", "--path", "openapi.json", *options, "--config", config], folder)
    operations = [name for item in service.client.get("/openapi.json").json()["paths"].values() for name in item]
    made = list((folder / "generated_client").glob("api/*/[a-z]*.py"))
    assert len(made) == len(operations) - operations.count("parameters")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        importlib.import_module("generated_client")
        yield "generated_client"


def test_python_client_solves_and_draws(service: Service, python_package: str) -> None:
    """A client without ``want`` submits トライトライ, waits, gets 11 moves (M. Hiroi, 2022) and their picture."""
    calls = modules(python_package, {"submit_job": "jobs", "get_job": "jobs", "get_picture": "solutions"})
    package = importlib.import_module(python_package)
    client = package.Client(base_url=str(service.client.base_url), timeout=60)
    body = importlib.import_module(f"{python_package}.models").JobRequest.from_dict({"puzzle": TRITRI})
    job = calls["submit_job"].sync(client=client, body=body, prefer="wait=20")
    until = time.monotonic() + 120
    while job.status in ("queued", "running") and time.monotonic() < until:
        job = calls["get_job"].sync(job.id, client=client, prefer="wait=5")
    assert job.status == "solved"
    assert job.result.length == len(job.result.moves) == 11
    picture = calls["get_picture"].sync(job.solution_id, client=client, move=3)
    assert picture.startswith("<svg")
    assert "The position after move 3 of 11." in picture


def test_python_client_follows(service: Service, python_package: str) -> None:
    """The stream of a job is text for the client: all its events, once the job has ended."""
    calls = modules(python_package, {"submit_job": "jobs", "follow_job": "jobs", "cancel_job": "jobs"})
    client = importlib.import_module(python_package).Client(base_url=str(service.client.base_url), timeout=60)
    body = importlib.import_module(f"{python_package}.models").JobRequest.from_dict({"puzzle": HARD})
    job = calls["submit_job"].sync(client=client, body=body)
    assert calls["cancel_job"].sync(job.id, client=client).status == "cancelled"
    text = calls["follow_job"].sync(job.id, client=client)
    (event,) = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: ")]
    assert json.loads(event)["status"] == "cancelled"


@pytest.fixture(scope="module")
def programs(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the compiled programs, with the clients made by both generators for TypeScript."""
    folder = tmp_path_factory.mktemp("typescript")
    for source in [*GENERATORS.glob("*.ts"), GENERATORS / "tsconfig.json", GENERATORS / "package.json"]:
        shutil.copy(source, folder)
    shutil.copy(ROOT / "clients" / "js" / "fewest.d.ts", folder)
    (folder / "node_modules").symlink_to(NODE_MODULES)
    (folder / "openapi.json").write_text(service.client.get("/openapi.json").text, encoding="utf-8")
    commands = NODE_MODULES / ".bin"
    run([commands / "openapi-typescript", "openapi.json", "-o", "openapi_typescript.d.ts"], folder)
    run([commands / "openapi-ts", "-i", "openapi.json", "-o", "hey_api"], folder)
    run([commands / "tsc"], folder)
    return folder / "build"


@needs_npm
@pytest.mark.parametrize("program", ["with_openapi_fetch", "with_hey_api"])
def test_typescript_client(service: Service, programs: Path, program: str) -> None:
    """A client solves without ``want``, follows a job until it is cancelled, and gets a picture and an error."""
    address = str(service.client.base_url).rstrip("/")
    printed = run(["node", f"{program}.js", address, json.dumps(TRITRI), json.dumps(HARD)], programs)
    found = json.loads(printed)
    assert found["length"] == 11  # M. Hiroi, 2022
    assert {*found["states"]} <= {"queued", "running", "cancelled"}
    assert found["states"].count("running") >= 1
    assert found["states"][-1] == "cancelled"
    assert "The position after move 1 of 11." in found["picture"]
    assert found["refused"] == 404


@needs_npm
def test_types_of_the_javascript_client(programs: Path) -> None:
    """The types written by hand in clients/js/fewest.d.ts agree with the document: client_types.ts was compiled."""
    assert (programs / "client_types.js").is_file()
