"""Failover: Redis dies in the middle of levels, and Sentinel's replica takes over with all it has got."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from redis import Redis

from cli.up import free_port
from store import connect
from tests.faults.orders import LONG_LEVELS
from tests.faults.report import Report
from tests.faults.test_random_kills import patiently
from tests.hang import HANG_SECONDS, until
from tests.processes import end_family
from tests.sentinels import PATIENT, fail_over, servers

pytestmark = pytest.mark.slow

OWN = ("id", "created", "started", "ended", "links", "statistics")


@contextmanager
def running(data: Path, url: str) -> Iterator[httpx.Client]:
    """The service and a worker of each lane, on a Redis of others."""
    port = free_port("127.0.0.1")
    variables = {"REDIS_URL": url, "FEWEST_DATA": str(data), "PATH": "/usr/bin:/bin", "FEWEST_PROCESSES": "1"}
    commands = (["serve", "--port", str(port)], ["worker"])
    started = []
    try:
        with (data / "log.txt").open("wb") as log:
            for command in commands:
                full = [sys.executable, "-m", "cli", *command]
                started.append(subprocess.Popen(full, env=variables, stdout=log, stderr=log))
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=HANG_SECONDS) as client:
            until(lambda: is_ready(client))
            yield client
    finally:
        for process in started:
            end_family(process.pid)
            process.wait(HANG_SECONDS)


def is_ready(client: httpx.Client) -> bool:
    """Whether the service reports that it is ready."""
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def end_of(client: httpx.Client, place: str) -> dict[str, object]:
    """The end of levels, asked for as clients do."""
    while (job := patiently(client, "GET", place, headers={"Prefer": "wait=5"}).json())["status"] in (
        "queued",
        "running",
    ):
        pass
    return {name: value for name, value in job.items() if name not in OWN}


def test_failover_in_the_middle_of_levels(tmp_path: Path, report: Report) -> None:
    """Levels go on on the server that takes over, end once, and are the same to the byte as those of no failover."""
    with servers(tmp_path) as start:
        first, master = start()
        second, _ = start(f"replicaof 127.0.0.1 {first}")
        watch = (f"sentinel monitor fewest 127.0.0.1 {first} 1", "sentinel failover-timeout fewest 2000")
        sentinel, _ = start(*watch, f"sentinel down-after-milliseconds fewest {PATIENT}", sentinel=True)
        url = f"redis+sentinel://127.0.0.1:{sentinel}/fewest/0"
        with running(tmp_path, url) as client:
            until(lambda: len(Redis(port=sentinel).sentinel_slaves("fewest")) == 1)
            until(lambda: Redis(port=second).info("replication")["master_link_status"] == "up")
            body = LONG_LEVELS | {"limits": {"seconds": 600}}
            place = client.post("/v1/generations", json=body).json()["links"]["self"]
            until(lambda: client.get(place).json().get("progress", {}).get("seconds", 0) > 0)
            assert Redis(port=first).wait(1, PATIENT) == 1
            report.broken()
            fail_over(sentinel, master, second, url)
            until(lambda: is_ready(client))
            report.healed()
            report.accepted = 1
            ended = end_of(client, place)
            assert ended["status"] == "finished"
            store = connect(url)
            assert store.statistics.created() == 1
            assert not store.searches.open_ids()
            assert store.queue.depth() == 0
            for name in (*store.redis.scan_iter("fewest:*:answer:*"), *store.redis.scan_iter("fewest:*:response:*")):
                store.redis.delete(name)
            again = client.post("/v1/generations", json=body).json()["links"]["self"]
            assert again != place
            assert end_of(client, again) == ended
