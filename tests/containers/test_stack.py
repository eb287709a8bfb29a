"""The story of a stack: started, scaled, broken, stopped and started again, it gives the right answers throughout.

The tests run in the order they are written in; each leaves the stack healthy.
"""

from __future__ import annotations

import json
import os
import re
import signal
import time
from typing import Any

import httpx
import pytest

from fewest.boards import catalogue
from fewest.config.version import full_version
from fewest.service.openapi.operations import HOPPERS
from tests.containers.podman import MISSING, Stack
from tests.hang import HANG_SECONDS, until

if MISSING:
    pytest.skip(MISSING, allow_module_level=True)

pytestmark = pytest.mark.slow

START_SECONDS = 600
"""A first start compiles the kernels."""

EIGHT = catalogue()["8-puzzle"]["examples"][0]["puzzle"]
"""31 moves, the most there are (Reinefeld 1993)."""

FRENCH = catalogue()["french"]["examples"][1]
"""20 moves (J.-C. Meyrignac, 2002–03); some 20 seconds of search, in which much can go wrong."""

FRENCH_COUNT = 2_657_464
"""Its solutions, counted by two searches that divide the work differently; a minute or two."""


@pytest.fixture(scope="module")
def client(stack: Stack) -> httpx.Client:
    """A client of the stack's nginx."""
    return httpx.Client(base_url=f"http://127.0.0.1:{stack.port}", timeout=HANG_SECONDS)


def well(stack: Stack) -> bool:
    """Whether all containers that have a health check pass it."""
    time.sleep(1)  # every check starts a Python process
    names = stack.containers()
    return len(names) >= 5 and all(stack.healthy(name) for name in names if "nginx" not in name)


def end_of(client: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    """The end of a job. Requests that are refused meanwhile are repeated, as clients do."""
    place = job["links"]["self"]

    def ended() -> bool:
        nonlocal job
        try:
            answer = client.get(place)
        except httpx.TransportError:
            return False
        if answer.status_code == 200:
            job = answer.json()
        else:
            assert answer.status_code in (502, 503, 504), answer.text
        return job["status"] not in ("queued", "running")

    until(ended)
    return job


def begun(client: httpx.Client, want: str) -> dict[str, Any]:
    """A long search that is running."""
    body = {"puzzle": FRENCH["puzzle"], "want": want, "limits": {"seconds": 900}}
    job: dict[str, Any] = client.post("/v1/jobs", json=body).json()
    until(lambda: client.get(job["links"]["self"]).json()["status"] == "running")
    return job


def test_up_and_solve(stack: Stack, client: httpx.Client) -> None:
    """A new stack becomes healthy, knows its commit, and solves a puzzle that is posted to nginx."""
    stack.up()
    until(lambda: well(stack))
    assert client.get("/version").json() == {"version": full_version()}
    job = client.post("/v1/jobs", json={"puzzle": EIGHT}, headers={"Prefer": "wait=25"}).json()
    assert end_of(client, job)["result"]["length"] == 31
    for place in ("/metrics", "/livez", "/readyz"):
        assert client.get(place).status_code == 404


def test_containers_are_unprivileged(stack: Stack) -> None:
    """Nothing runs as root, has a capability, can write to its image, or shows the password."""
    password = stack.read(stack.containers("redis")[0], "/secret/redis_password").strip()
    assert password
    for name in stack.containers():
        status = stack.read(name, "/proc/1/status")
        assert not re.search(r"^Uid:.*\b0\b", status, re.MULTILINE), name
        assert re.search(r"^CapEff:\s*0+$", status, re.MULTILINE), name
        assert stack.inspect(name, "{{.HostConfig.ReadonlyRootfs}}") == "true", name
        shown = stack.inspect(name, "{{.Config.Env}} {{.Config.Cmd}}") + stack.read(name, "/proc/1/cmdline")
        assert password not in shown, name


def test_logs_are_json(stack: Stack) -> None:
    """Every line that web and workers log is JSON."""
    for service in ("web", "worker"):
        for line in stack.logs(stack.containers(service)[0]).splitlines():
            assert "message" in json.loads(line), line


def test_three_workers(stack: Stack, client: httpx.Client) -> None:
    """After `--scale worker=3`, three workers are healthy, and the service accepts a puzzle."""
    stack.up(workers=3)
    until(lambda: len(stack.containers("worker")) == 3 and well(stack))
    assert client.post("/v1/jobs", json={"puzzle": HOPPERS}, headers={"Prefer": "wait=25"}).status_code in (200, 202)


def test_a_worker_is_killed(stack: Stack, client: httpx.Client) -> None:
    """If a worker dies, another one continues its search, and its container is restarted."""
    job = begun(client, "one")
    for name in stack.containers("worker"):  # one of them has the search
        os.kill(int(stack.inspect(name, "{{.State.Pid}}")), signal.SIGKILL)
    assert end_of(client, job)["result"]["length"] == FRENCH["expect"]["length"]
    until(lambda: well(stack))


def test_redis_is_restarted(stack: Stack, client: httpx.Client) -> None:
    """A search goes on while Redis is restarted, and ends with the right answer."""
    job = begun(client, "count")
    stack.compose("restart", "redis")
    until(lambda: well(stack))
    assert end_of(client, job)["result"]["count"] == FRENCH_COUNT


def test_down_and_up(stack: Stack, client: httpx.Client) -> None:
    """Answers and solutions outlive `down` and `up`."""
    before = client.post("/v1/jobs", json={"puzzle": EIGHT}).json()
    stack.down()
    assert stack.containers() == []
    stack.up()
    until(lambda: well(stack))
    after = client.post("/v1/jobs", json={"puzzle": EIGHT})
    assert after.status_code == 200, after.text
    assert after.json()["result"]["moves"] == before["result"]["moves"]
    assert client.get(before["links"]["solution"]).status_code == 200
