"""Clients that wait, by the thousand; folders of servers that were killed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fewest.service.monitoring.metric_files import PREFIX, metrics_folder
from tests.conftest import serving
from tests.hang import HANG_SECONDS
from tests.integration.service import Service
from tests.integration.test_jobs import hard

WAIT_SECONDS = int(HANG_SECONDS)
"""Longest wait of a long poll: none is over before all have been sent, however busy the machine is."""


@pytest.fixture(scope="module")
def roomy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with room for many that wait, until something happens."""
    environment = {"FEWEST_MAX_STREAMS": "2000", "FEWEST_WAIT_SECONDS": str(WAIT_SECONDS)}
    with serving(tmp_path_factory.mktemp("data"), "--workers", "1", **environment) as running:
        yield running


def connection(running: Service) -> socket.socket:
    """A connection to the service."""
    url = running.client.base_url
    return socket.create_connection((url.host, url.port or 80), timeout=HANG_SECONDS)


@pytest.mark.parametrize("number", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_wait(roomy: Service, number: int) -> None:
    """Hundreds of long polls and event streams hold up no other request, and all learn of the end."""
    job = roomy.post({"puzzle": hard(210), "limits": {"seconds": 3600}}).json()["links"]["self"]
    opened = []
    try:
        for path, header in ((job, f"Prefer: wait={WAIT_SECONDS}\r\n"), (f"{job}/events", "")):
            for _ in range(number):
                opened.append(connection(roomy))
                opened[-1].sendall(
                    f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{header}Connection: close\r\n\r\n".encode()
                )
        for _ in range(20):  # over new connections
            assert httpx.get(f"{roomy.client.base_url}/livez", timeout=HANG_SECONDS).status_code == 200
        roomy.client.delete(job)
        ends = [b"".join(iter(lambda one=one: one.recv(65536), b"")) for one in opened]
        assert sum(b'"status":"cancelled"' in end for end in ends) == 2 * number
    finally:
        for one in opened:
            one.close()


def test_folders_of_killed_servers_are_removed(tmp_path: Path) -> None:
    """A server removes the metrics of servers that are gone, and leaves those of others that run."""
    gone, running = tmp_path / f"{PREFIX}999999999-x", tmp_path / f"{PREFIX}1-x"
    gone.mkdir()
    running.mkdir()
    made = Path(metrics_folder(tmp_path))
    assert set(tmp_path.iterdir()) == {running, made}
