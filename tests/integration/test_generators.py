"""Clients made by four generators from the OpenAPI document solve, follow a job and fetch a picture.

The generators for TypeScript come from npm, with the versions of tests/generators/package-lock.json; openapi-generator
needs Java. Without them their tests are skipped, or fail if FEWEST_GENERATORS is "required", as in .ci/run.
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
from typing import Any

import pytest

from fewest.service.openapi.operations import TRITRI
from tests.hang import HANG_SECONDS
from tests.integration.programs import run
from tests.integration.service import Service
from tests.integration.test_python_client import HARD

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
GENERATORS = ROOT / "tests" / "generators"
NODE_MODULES = GENERATORS / "node_modules"

REQUIRED = os.environ.get("FEWEST_GENERATORS") == "required"
OPENAPI_GENERATOR = shutil.which("openapi-generator-cli", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")

needs_npm = pytest.mark.skipif(
    not NODE_MODULES.exists() and not REQUIRED,
    reason="the generators for TypeScript are not installed: make test-generators (needs Node 20.19 and npm)",
)

HAS_JAVA = OPENAPI_GENERATOR is not None and shutil.which("java") is not None
needs_java = pytest.mark.skipif(
    not HAS_JAVA and not REQUIRED,
    reason="openapi-generator needs Java: apt-get install default-jre-headless (make test installs the generator)",
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


def test_python_client_solves_follows_and_draws(service: Service, python_package: str) -> None:
    """A client without ``want`` gets the 11 moves of トライトライ (M. Hiroi, 2022) and a picture; a stream is text."""
    jobs = ("submit_job", "get_job", "cancel_job", "follow_job")
    calls = modules(python_package, {"get_picture": "solutions"} | dict.fromkeys(jobs, "jobs"))
    client = importlib.import_module(python_package).Client(base_url=str(service.client.base_url), timeout=HANG_SECONDS)
    request = importlib.import_module(f"{python_package}.models").JobRequest
    job = calls["submit_job"].sync(client=client, body=request.from_dict({"puzzle": TRITRI}), prefer="wait=20")
    until = time.monotonic() + HANG_SECONDS
    while job.status in ("queued", "running") and time.monotonic() < until:
        job = calls["get_job"].sync(job.id, client=client, prefer="wait=5")
    assert job.status == "solved"
    assert job.result.length == len(job.result.moves) == 11
    picture = calls["get_picture"].sync(job.solution_id, client=client, move=3)
    assert "The position after move 3 of 11." in picture.payload.read().decode()
    job = calls["submit_job"].sync(client=client, body=request.from_dict({"puzzle": HARD}))
    assert calls["cancel_job"].sync(job.id, client=client).status == "cancelled"
    assert "event: cancelled" in calls["follow_job"].sync(job.id, client=client)


def generate(language: str, folder: Path, *options: str) -> str:
    """Have openapi-generator make a client from the document in a folder; returns what it printed."""
    command = [OPENAPI_GENERATOR or "openapi-generator-cli", "generate", "-i", "openapi.json", "-g", language]
    return run([*command, *options], folder)


@pytest.fixture(scope="module")
def java_made_package(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package made by openapi-generator from the service's document."""
    pytest.importorskip("urllib3", reason="there is no urllib3 on this Python, which the generated client needs")
    folder = tmp_path_factory.mktemp("openapi_generator")
    (folder / "openapi.json").write_text(service.client.get("/openapi.json").text, encoding="utf-8")
    printed = generate("python", folder, "--additional-properties", "packageName=java_made_client")
    assert "COLLISION" not in printed
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module("java_made_client")


@needs_java
def test_openapi_generator_solves_follows_and_draws(service: Service, java_made_package: ModuleType) -> None:
    """Its client submits トライトライ, gets 11 moves (M. Hiroi, 2022) and their picture; a stream is text."""
    package: Any = java_made_package
    client = package.ApiClient(package.Configuration(host=str(service.client.base_url).rstrip("/")))
    jobs, solutions = package.JobsApi(client), package.SolutionsApi(client)
    job = jobs.submit_job(package.JobRequest.from_dict({"puzzle": TRITRI}), prefer="wait=20")
    until = time.monotonic() + HANG_SECONDS
    while job.status in ("queued", "running") and time.monotonic() < until:
        job = jobs.get_job(job.id, prefer="wait=5")
    assert (job.status, job.result.length) == ("solved", 11)
    assert "The position after move 3 of 11." in bytes(solutions.get_picture(job.solution_id, move=3)).decode()
    other = jobs.submit_job(package.JobRequest.from_dict({"puzzle": HARD}))
    assert jobs.cancel_job(other.id).status == "cancelled"
    assert "event: cancelled" in jobs.follow_job(other.id)


@pytest.fixture(scope="module")
def programs(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the compiled programs, with the clients made by the generators for TypeScript."""
    folder = tmp_path_factory.mktemp("typescript")
    for source in [*GENERATORS.glob("*.ts"), GENERATORS / "tsconfig.json", GENERATORS / "package.json"]:
        shutil.copy(source, folder)
    (folder / "node_modules").symlink_to(NODE_MODULES)
    (folder / "openapi.json").write_text(service.client.get("/openapi.json").text, encoding="utf-8")
    commands = NODE_MODULES / ".bin"
    run([commands / "openapi-typescript", "openapi.json", "-o", "openapi_typescript.d.ts"], folder)
    run([commands / "openapi-ts", "-i", "openapi.json", "-o", "hey_api"], folder)
    if HAS_JAVA or REQUIRED:
        importing = ["--additional-properties", "importFileExtension=.js"]
        generate("typescript-fetch", folder, "-o", "typescript_fetch", *importing)
    else:
        (folder / "with_typescript_fetch.ts").unlink()
    run([commands / "tsc"], folder)
    return folder / "build"


@needs_npm
@pytest.mark.parametrize(
    "program", ["with_openapi_fetch", "with_hey_api", pytest.param("with_typescript_fetch", marks=needs_java)]
)
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
