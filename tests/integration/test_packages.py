"""The client packages install from the tree, without a registry, and the examples of their READMEs run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.integration.programs import run
from tests.integration.service import Service
from tests.unit.clients.recording import breaking

pytestmark = pytest.mark.full

CLIENTS = Path(__file__).parents[2] / "clients"
EXAMPLE_ADDRESS = "http://127.0.0.1:8000"
MODULES = {f"{name}.{ending}" for name in ("fewest", "webhooks") for ending in ("js", "d.ts")}
VERIFYING = """
import { verifyEvent } from "fewest-client/webhooks";
verifyEvent("whsec_", "{}", { "webhook-id": "msg_1" }, { now: 0 }).then(({ type }) => type === "job.solved");
"""
TSC = Path(__file__).parents[1] / "generators" / "node_modules" / ".bin" / "tsc"


def example(client: str, language: str, service: Service) -> str:
    (program,) = re.findall(rf"```{language}\n(.*?)```", (CLIENTS / client / "README.md").read_text("utf-8"), re.DOTALL)
    assert EXAMPLE_ADDRESS in program
    return str(program).replace(EXAMPLE_ADDRESS, str(service.client.base_url).rstrip("/"))


def setuptools_version() -> int:
    """The major version, 0 if there is none. Importing it fails where the standard library's distutils has been."""
    try:
        return int(version("setuptools").split(".")[0])
    except PackageNotFoundError:
        return 0


def test_python_package(service: Service, tmp_path: Path) -> None:
    """Installed by pip into a new environment, the client solves, follows and draws; type checkers see its types."""
    if setuptools_version() < 77:
        pytest.skip("setuptools 77 is not installed: make test installs it")
    shutil.copytree(CLIENTS / "python", tmp_path / "source")  # building leaves files beside the sources
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", "wheels", "./source"], tmp_path)
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = tmp_path.glob("wheels/*.whl")
    run([*pip, "--python", python, "install", "--no-index", wheel], tmp_path)
    (tmp_path / "example.py").write_text(example("python", "python", service), encoding="utf-8")
    printed = run([python, "-I", "example.py"], tmp_path)
    assert printed.splitlines()[0] == "7 moves, 72 solutions"
    assert printed.splitlines()[-1].startswith("solved")
    assert "The solution, 7 moves." in (tmp_path / "solution.svg").read_text(encoding="utf-8")
    (tmp_path / "wrong.py").write_text(
        "import fewest_client\nlength: str = fewest_client.Fewest('').solve({})['length']\n"
    )
    check = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "--cache-dir", "cache"]
    ran = subprocess.run([*check, "example.py", "wrong.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert re.fullmatch(r'wrong\.py:2: error: Incompatible types .* "int \| None".*\nFound 1 error.*\n', ran.stdout)


@pytest.fixture(scope="module")
def npm_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder in which npm has installed the client, offline."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed: apt-get install nodejs npm")
    folder = tmp_path_factory.mktemp("npm")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    options = ["--offline", "--no-audit", "--no-fund", "--install-links", "--cache", "cache"]
    run(["npm", "install", *options, CLIENTS / "js"], folder)
    return folder


def test_javascript_package(service: Service, npm_project: Path) -> None:
    """Installed by npm, the client solves, follows and draws."""
    installed = npm_project / "node_modules" / "fewest-client"
    beside = {"LICENSE", "README.md", "documents.d.ts", "package.json", "service.js"}
    assert {path.name for path in installed.iterdir()} == beside | MODULES
    (npm_project / "example.js").write_text(example("js", "js", service), encoding="utf-8")
    lines = run(["node", "example.js"], npm_project).splitlines()
    assert lines[0] == "7 moves, 72 solutions"
    assert lines[-2].startswith("solved")
    assert lines[-1] == "<svg"


def test_javascript_types(service: Service, npm_project: Path) -> None:
    """The compiler finds the types of the installed client: it accepts the example, and rejects a wrong use."""
    if not TSC.exists():
        pytest.skip("TypeScript is not installed: make test-generators (needs npm)")
    program = example("js", "ts", service) + VERIFYING
    (npm_project / "right.ts").write_text(program, encoding="utf-8")
    (npm_project / "wrong.ts").write_text(program + "const n: string = job.links;\n", encoding="utf-8")
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"]
    ran = subprocess.run(
        [TSC, *options, "right.ts", "wrong.ts"], cwd=npm_project, capture_output=True, text=True, check=False
    )
    assert [line.split("(")[0] for line in ran.stdout.splitlines()] == ["wrong.ts"]


def test_javascript_stream_reconnects(npm_project: Path) -> None:
    """A stream that breaks resumes after the last event received, also if the service does not respond for a while."""
    program = """
        import { Fewest } from "fewest-client";
        for await (const { at } of new Fewest(process.argv[2]).events({ id: "x" })) console.log(at);
    """
    (npm_project / "reconnect.js").write_text(program, encoding="utf-8")
    with breaking() as (address, last_ids):
        printed = run(["node", "reconnect.js", address], npm_project)
    assert printed.split() == ["7-0", "end"]
    assert last_ids == [None, "7-0", "7-0"]
