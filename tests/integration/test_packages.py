"""The packages of a release: each is built, installed from the built file into an empty environment, and used."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from email import message_from_string
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.hang import HANG_SECONDS
from tests.integration.programs import run
from tests.integration.service import Service
from tests.unit.clients.recording import breaking

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients"
EXAMPLE_ADDRESS = "http://127.0.0.1:8000"
FOR_CHECKS = {f"fewest/studio/{name}" for name in ("japanese.d.ts", "package.json", "style.d.ts", "types.d.ts")}
"""Files beside the modules of the page that only the checks of their types read."""

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


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the built packages: that of `make dist`, or one with packages of this tree."""
    if "FEWEST_DIST" in os.environ:
        return Path(os.environ["FEWEST_DIST"])
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed: apt-get install nodejs npm")
    folder = tmp_path_factory.mktemp("dist")
    run(["make", "packages", f"DIST={folder}"], ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and the packages that its metadata asks for, in the pinned versions; its `bin`."""
    folder = tmp_path_factory.mktemp("installed", numbered=False)
    uv = [Path(sys.executable).with_name("uv"), "--quiet"]
    run([*uv, "venv", "--clear", "--python", sys.executable, folder], folder)
    pinned = ["--constraint", ROOT / "requirements" / "user.txt", "--only-binary", ":all:"]
    run([*uv, "pip", "install", "--python", folder, *pinned, package(dist, "fewest-*.whl")], folder)
    return folder / "bin"


def package(dist: Path, pattern: str) -> Path:
    """The one file of this pattern."""
    (found,) = dist.glob(pattern)
    return found


COMPILING_SECONDS = 2 * HANG_SECONDS
"""A new installation compiles the solver before it can hang."""

WITHOUT_NETWORK = ["unshare", "--user", "--map-root-user", "--net"]

OFFLINE = """
import fcntl, socket, struct, sys
if "--isolated" in sys.argv:  # a new network has a loopback interface, which is down
    SIOCSIFFLAGS, IFF_UP = 0x8914, 1
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", IFF_UP))

from fewest import Limits, load_puzzle, solve
puzzle = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [0, 1, 2]}
compiling = Limits(seconds=3600)  # the time limit counts the compilation, too
print(solve(load_puzzle(puzzle).puzzle, limits=compiling).length, flush=True)

import json, signal, subprocess
from pathlib import Path
from urllib.request import urlopen
up = [Path(sys.executable).with_name("fewest"), "up", "--example", "--port", "0"]
with subprocess.Popen(up, stdout=subprocess.PIPE, text=True) as service:
    for line in service.stdout:
        print(line, end="", flush=True)
        if line.startswith("ready "):
            address = line.split()[1]
        if line.startswith("Open "):
            break
    print(json.load(urlopen(address + "/version"))["version"])
    print(urlopen(address + "/docs/").status)
    service.send_signal(signal.SIGTERM)
"""


def test_wheel(dist: Path, installed: Path, tmp_path: Path) -> None:
    """In an environment with nothing else, and without a network, the library solves a puzzle, and the service starts,
    solves one, and has its version and its guide.
    """
    command = [installed / "python", "-I", "-c", OFFLINE]
    if subprocess.run([*WITHOUT_NETWORK, "true"], capture_output=True, check=False).returncode == 0:
        command = [*WITHOUT_NETWORK, *command, "--isolated"]
    first, *lines, built, guide = run(command, tmp_path, COMPILING_SECONDS).splitlines()
    assert first == "1"
    assert any("11 moves" in line for line in lines)
    assert built.startswith(f"{version('fewest')}+g")
    assert guide == "200"


def test_metadata(installed: Path) -> None:
    """The wheel has its licences and their texts; its description has no relative links."""
    program = "from importlib.metadata import metadata; print(metadata('fewest').as_string())"
    described = message_from_string(run([installed / "python", "-I", "-c", program], installed))
    assert described["License-Expression"] == "GPL-3.0-or-later AND MIT"
    assert described.get_all("License-File") == ["LICENSE", "clients/js/LICENSE", "clients/python/LICENSE"]
    assert {"Python :: 3.11", "Python :: 3.15"} <= {name[-14:] for name in described.get_all("Classifier", ())}
    (folder,) = installed.parent.glob(f"lib/*/site-packages/fewest-{version('fewest')}.dist-info/licenses")
    for name in described.get_all("License-File", ()):
        assert (folder / name).read_text("utf-8") == (ROOT / name).read_text("utf-8")
    text = described.get_payload()
    assert "make run" in str(text)
    assert re.findall(r"\]\((?!https?://)[^)]*\)|<img", str(text)) == []


def test_wheel_has_every_file(dist: Path) -> None:
    """The wheel has every tracked file of `fewest`, the Python client, the guide and the commit, and nothing else."""
    listed = run(["git", "ls-files", "-z"], ROOT).split("\0")
    expected = {"fewest/COMMIT"}
    expected |= {name for name in listed if name.startswith("fewest/")} - FOR_CHECKS
    expected |= {name.replace("docs/", "fewest/studio/guide/", 1) for name in listed if name.startswith("docs/")}
    expected |= {f"fewest/studio/client/{name}" for name in ("LICENSE", "fewest.js", "service.js")}
    python = "clients/python/"
    expected |= {f"fewest/cli/{name.removeprefix(python)}" for name in listed if name.startswith(f"{python}fewest_")}
    with ZipFile(package(dist, "fewest-*.whl")) as wheel:
        assert {name for name in wheel.namelist() if ".dist-info/" not in name} == expected


def test_source_distribution(dist: Path, tmp_path: Path) -> None:
    """The source distribution has every tracked file, but no links, and the commit."""
    with tarfile.open(package(dist, "fewest-*.tar.gz")) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    for name in run(["git", "ls-files", "-z"], ROOT).split("\0")[:-1]:
        if not (ROOT / name).is_symlink():
            assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes(), name
    assert re.fullmatch(r"[0-9a-f]{9,}", (unpacked / "fewest" / "COMMIT").read_text("ascii"))


def test_python_client(service: Service, dist: Path, tmp_path: Path) -> None:
    """Installed by pip into a new environment, the client solves, follows and draws; type checkers see its types."""
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    run([*pip, "install", "--no-index", package(dist, "fewest_client-*.whl")], tmp_path)
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
def npm_project(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder in which npm has installed the client, offline."""
    folder = tmp_path_factory.mktemp("npm")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    options = ["--offline", "--no-audit", "--no-fund", "--cache", "cache"]
    run(["npm", "install", *options, package(dist, "fewest-client-*.tgz")], folder)
    return folder


def test_javascript_client(service: Service, npm_project: Path) -> None:
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
    """A stream that breaks resumes after the last event received, even if the service does not respond for a while."""
    program = """
        import { Fewest } from "fewest-client";
        for await (const { at } of new Fewest(process.argv[2]).events({ id: "x" })) console.log(at);
    """
    (npm_project / "reconnect.js").write_text(program, encoding="utf-8")
    with breaking() as (address, last_ids):
        printed = run(["node", "reconnect.js", address], npm_project)
    assert printed.split() == ["7-0", "end"]
    assert last_ids == [None, "7-0", "7-0"]
