"""Slow clients: connections that send little, nothing, or without end, and such that wait."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.metric_files import PREFIX, metrics_folder
from tests.conftest import start, stop, until
from tests.integration.service import Service
from tests.integration.test_jobs import hard

POST = b"POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SLOW = {
    "idle": (b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "nothing": (b"", b""),
    "half header": (b"GET /livez HTTP/1.1\r\nHost: x\r\nX-", b"a"),
    "half body": (POST + b"Content-Length: 100000\r\n\r\n{", b" "),
    "endless chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
}
"""What a slow client sends first, and then again and again."""

DEADLINE = 2.0


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with short deadlines, and room for many that wait."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HEADER", "BODY", "IDLE"):
            patch.setenv(f"FEWEST_{name}_SECONDS", str(DEADLINE))
        patch.setenv("FEWEST_STREAMS", "2000")
        running = start(tmp_path_factory.mktemp("data"), "--workers", "1")
    try:
        yield running
    finally:
        stop(running)


def connection(running: Service) -> socket.socket:
    """A connection to the service."""
    url = running.client.base_url
    return socket.create_connection((url.host, url.port or 80), timeout=20)


def exchange(running: Service, sent: bytes) -> bytes:
    """Send bytes, and read until the service closes the connection."""
    with connection(running) as opened:
        opened.sendall(sent)
        return b"".join(iter(lambda: opened.recv(65536), b""))


def answers(running: Service, number: int) -> int:
    """How many of so many requests over new connections are answered within two seconds."""
    answered = 0
    for _ in range(number):
        try:
            answered += httpx.get(f"{running.client.base_url}/livez", timeout=2).status_code == 200
        except httpx.HTTPError:
            continue
    return answered


@pytest.mark.parametrize("kind", SLOW)
def test_slow_clients_hold_up_no_other(quick: Service, kind: str) -> None:
    """A hundred connections of slow clients hold up no other, and each is closed after its deadline."""
    first, again = SLOW[kind]
    opened = [connection(quick) for _ in range(100)]
    try:
        for slow in opened:
            slow.sendall(first)
        for _ in range(5):
            for slow in opened:
                slow.sendall(again)
            assert answers(quick, 4) == 4
        began = time.monotonic()
        for slow in opened:
            slow.settimeout(0.5)
            while True:
                assert time.monotonic() - began < 10 * DEADLINE
                try:
                    if not slow.recv(65536):
                        break
                except TimeoutError:
                    slow.sendall(again)
                except ConnectionError:
                    break
    finally:
        for slow in opened:
            slow.close()


@pytest.mark.parametrize("number", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_wait(quick: Service, number: int) -> None:
    """So many long polls and so many event streams at once hold up no other, and all learn of the end."""
    job = quick.post({"puzzle": hard(210), "limits": {"seconds": 600}}).json()["links"]["self"]
    opened = []
    try:
        for path, header in ((job, "Prefer: wait=25\r\n"), (f"{job}/events", "")):
            for _ in range(number):
                opened.append(connection(quick))
                opened[-1].sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{header}Connection: close\r\n\r\n".encode())
        assert answers(quick, 20) == 20
        quick.client.delete(job)
        ends = [b"".join(iter(lambda one=one: one.recv(65536), b"")) for one in opened]
        assert sum(b'"status":"cancelled"' in end for end in ends) == 2 * number
    finally:
        for one in opened:
            one.close()


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"NONSENSE\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\nHost x\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri-too-long"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 90_000 + b"\r\n\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-", 408, "request-timeout"),
        (POST + b"Content-Length: 1000\r\n\r\n{", 408, "request-timeout"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
        (b"GET /v1//boards HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404, "not-found"),
    ],
)
def test_errors_of_http_are_problems(quick: Service, sent: bytes, status: int, code: str) -> None:
    """What is no HTTP, too long, too late or broken is answered with a problem document, and the connection closed."""
    head, _, body = exchange(quick, sent).partition(b"\r\n\r\n")
    assert re.match(rb"HTTP/1.1 (\d+)", head)[1] == str(status).encode()  # type: ignore[index]
    assert b"application/problem+json" in head
    document = json.loads(body)
    assert (document["type"], document["status"]) == (f"/problems/{code}", status)


def test_folders_of_killed_servers_are_removed(tmp_path: Path) -> None:
    """A server removes the metrics of servers that are gone, and leaves those of others that run."""
    gone, running = tmp_path / f"{PREFIX}999999999-x", tmp_path / f"{PREFIX}1-x"
    gone.mkdir()
    running.mkdir()
    made = Path(metrics_folder(tmp_path))
    assert set(tmp_path.iterdir()) == {running, made}


def test_a_hint_is_held_no_longer_than_it_says(quick: Service) -> None:
    """A request for a hint whose positions take long is answered about when its time is over."""
    began = time.monotonic()
    answer = quick.client.post("/v1/hints", json={"puzzle": hard(211), "limits": {"seconds": 5}})
    assert answer.status_code == 202
    assert time.monotonic() - began < 3.0
    until(lambda: quick.client.get("/livez").status_code == 200, 5)
