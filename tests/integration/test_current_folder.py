"""What lies in the folder that a command is started from is never run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fewest.cli.up import web_command, webhooks_command, workers_command
from fewest.config.settings import Settings
from fewest.solver import graph_process
from fewest.solver.graphs import ColouredGraph
from fewest.store import Store
from fewest.studio.drawing import raster
from tests.hang import HANG_SECONDS, until
from tests.integration.test_jobs import eight
from tests.unit.workers.test_worker import url

pytestmark = pytest.mark.full

NAMES = ("service", "solver", "workers", "store", "json", "cli", "boards", "gunicorn", "numpy", "sitecustomize")
FOLDERS = ("schemas", "fewest")
"""Modules and packages of the same names as ours, as those of the standard library and as those that we use."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with modules that leave a mark when they are run, and end the program."""
    folder = tmp_path / "hostile"
    mark = f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__)\nraise SystemExit(f'{{__file__}} is run')\n"
    for name in (*NAMES, *(f"{folder}/__init__" for folder in FOLDERS)):
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mark)
    return folder


@pytest.fixture
def untouched(hostile: Path) -> Iterator[None]:
    """In the end, nothing in the folder has been run."""
    yield
    ran = hostile.parent / "ran"
    assert not ran.exists(), ran.read_text()


@pytest.mark.usefixtures("untouched")
def test_everything_from_a_folder_of_such_names(hostile: Path, tmp_path: Path) -> None:
    """`fewest up` becomes ready there, restarts nothing, solves a puzzle and draws a card."""
    command = [str(Path(sys.executable).with_name("fewest")), "up", "--port", "0", "--data", str(tmp_path / "data")]
    environment = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "PYTHONPATH")}
    environment |= {"FEWEST_WEBHOOK_HOSTS": "hooks.example.com", "PYTHONDONTWRITEBYTECODE": "1"}
    errors = tmp_path / "errors"
    with errors.open("wb") as log:
        up = subprocess.Popen(
            [*command, "--workers", "1"], cwd=hostile, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert up.stdout is not None
        line = up.stdout.readline()
        assert line.startswith("ready http://"), errors.read_text()
        with httpx.Client(base_url=line.split()[1], timeout=HANG_SECONDS) as client:
            place = client.post("/v1/jobs", json={"puzzle": eight(1)}).json()["links"]["self"]
            until(lambda: client.get(place).json()["status"] == "solved")
            solution = client.get(place).json()["solution_id"]
            assert client.get(f"/s/{solution}/card.png").status_code == 200
        logs = "".join(path.read_text() for path in (tmp_path / "data" / "log").glob("*.log"))
        assert "ended with code" not in errors.read_text(), errors.read_text() + logs
    finally:
        up.terminate()
        up.wait(HANG_SECONDS)


@pytest.mark.usefixtures("untouched")
def test_each_command_from_a_folder_of_such_names(hostile: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program that the commands start gets as far as elsewhere, also when it is started without `fewest up`."""
    for name, value in {"REDIS_URL": url(store), "FEWEST_WEBHOOK_HOSTS": "hooks.example.com"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(hostile)
    web = [*web_command(Settings(), "127.0.0.1", 0), "--check-config"]
    subprocess.run(web, check=True, timeout=HANG_SECONDS)
    for command in (workers_command(0, 1), webhooks_command()):
        start_and_stop(command, store)


def start_and_stop(command: list[str], store: Store) -> None:
    """Start a program that uses the store, and stop it once it has connected."""
    before = connections(store)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as started:
        assert started.stderr is not None
        try:
            until(lambda: started.poll() is not None or connections(store) > before)
            assert started.poll() is None, started.stderr.read()
        finally:
            started.terminate()
            started.wait(HANG_SECONDS)


def connections(store: Store) -> int:
    return int(store.redis.info("stats")["total_connections_received"])


@pytest.mark.usefixtures("untouched")
def test_processes_of_processes(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rasterizer and the process that labels graphs run there, even where the folder is on the path already."""
    monkeypatch.chdir(hostile)
    monkeypatch.syspath_prepend("")
    monkeypatch.syspath_prepend(str(hostile))
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    assert raster.png(picture).startswith(b"\x89PNG")
    process = graph_process.GraphProcess()
    try:
        assert process.automorphism_count(ColouredGraph([(0, 1)], [0, 0]), HANG_SECONDS) == 2
    finally:
        process.close()
