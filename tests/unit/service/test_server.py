"""The server: slow clients hold up no other, every step has a deadline, errors of HTTP are problem documents."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.conftest import until

POST = b"POST /body HTTP/1.1\r\nHost: x\r\n"
SLOW = {
    "idle": (b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "nothing": (b"", b""),
    "half header": (b"GET /livez HTTP/1.1\r\nHost: x\r\nX-", b"a"),
    "half body": (POST + b"Content-Length: 100000\r\n\r\n{", b" "),
    "endless chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "reads nothing": (b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "unread body": (POST.replace(b"body", b"unread") + b"Content-Length: 100000\r\n\r\n{", b" "),
}
"""What a slow client sends first, and then again and again."""

DEADLINE = 1.0
GET = b"GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n"
MOST = 60
"""Connections of the small server."""


class Server:
    """A server in a folder, with one process."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.address = str(folder / "socket")
        given = {f"FEWEST_{name}": str(value) for name, value in settings.items()}
        options = ["-c", "python:service.gunicorn", "--workers", "1", "--bind", f"unix:{self.address}"]
        command = [sys.executable, "-m", "gunicorn", *options, "tests.unit.service.bare:create()"]
        self.process = subprocess.Popen(command, env=os.environ | {"REDIS_URL": "redis://127.0.0.1:1"} | given)
        until(lambda: Path(self.address).exists() and self.answers() == 1, 20)

    def connect(self, timeout: float = 10.0) -> socket.socket:
        """Open a connection."""
        opened = socket.socket(socket.AF_UNIX)
        opened.settimeout(timeout)
        opened.connect(self.address)
        return opened

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes, and read until the server closes the connection."""
        with self.connect() as opened:
            opened.sendall(sent)
            return b"".join(iter(lambda: opened.recv(65536), b""))

    def get(self, path: str) -> str:
        """The text at a path, over a connection of its own."""
        return self.exchange(GET % (path.encode(), b"Connection: close\r\n")).partition(b"\r\n\r\n")[2].decode()

    def answers(self, number: int = 1) -> int:
        """How many of so many requests over new connections are answered within two seconds."""
        answered = 0
        for _ in range(number):
            with suppress(OSError), self.connect(2.0) as opened:
                opened.sendall(GET % (b"/livez", b""))
                answered += opened.recv(1000).startswith(b"HTTP/1.1 200")
        return answered

    def stop(self) -> None:
        """Stop it as the supervisor does."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def until_read(opened: socket.socket, ending: bytes) -> None:
    """Read until the answer ends so."""
    answer = b""
    while not answer.endswith(ending):
        piece = opened.recv(1000)
        assert piece, answer
        answer += piece


@contextmanager
def running(folder: Path, **settings: object) -> Iterator[Server]:
    """A server for as long as the context."""
    server = Server(folder, **settings)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short deadlines."""
    deadlines = dict.fromkeys(("HEADER_SECONDS", "BODY_SECONDS", "IDLE_SECONDS"), DEADLINE)
    with running(tmp_path_factory.mktemp("server"), **deadlines) as server:
        yield server


def test_slow_clients_hold_up_no_other(quick: Server) -> None:
    """Forty connections of each kind of slow clients hold up no other, and each is closed after its deadline."""
    opened = {kind: [quick.connect() for _ in range(40)] for kind in SLOW}
    try:
        for kind, slow in opened.items():
            for one in slow:
                one.sendall(SLOW[kind][0])
        assert quick.answers(20) == 20
        began = time.monotonic()
        for kind, slow in opened.items():
            for one in slow:
                one.settimeout(0.1)
                while True:
                    assert time.monotonic() - began < 15 * DEADLINE, kind
                    try:
                        if not one.recv(1 << 20):
                            break
                        if kind == "reads nothing":
                            time.sleep(0.01)
                    except TimeoutError:
                        with suppress(ConnectionError):
                            one.sendall(SLOW[kind][1])
                    except ConnectionError:
                        break
    finally:
        for one in (one for slow in opened.values() for one in slow):
            one.close()
    assert int(quick.get("/threads")) < 200


def test_threads_are_for_requests(tmp_path: Path) -> None:
    """Connections that are idle, new, or in the midst of headers take no thread."""
    with running(tmp_path) as server:
        opened = [server.connect() for _ in range(60)]
        for one, (sent, _) in zip(
            opened, [SLOW[kind] for kind in ("idle", "nothing", "half header")] * 20, strict=True
        ):
            one.sendall(sent)
        assert server.answers(5) == 5
        assert int(server.get("/threads")) < 30
        for one in opened:
            one.close()


def test_a_connection_too_many_closes_the_one_waited_for_longest(tmp_path: Path) -> None:
    """Beyond the limit, idle connections go first, then half headers, then half bodies; requests at work stay."""
    with running(tmp_path, CONNECTIONS=MOST, WAITS=5, STREAMS=4) as server:
        for kind in ("idle", "half header", "half body"):
            opened = []
            working = server.connect()
            working.sendall(GET % (b"/slow", b""))
            for _ in range(2 * MOST):
                with suppress(ConnectionError):
                    opened.append(server.connect())
                    opened[-1].sendall(SLOW[kind][0])
                    time.sleep(0.002)
            assert server.answers(5) == 5, kind
            until_read(working, b"slow")
            for one in (*opened, working):
                one.close()


def test_requests_of_one_connection_follow_each_other(quick: Server) -> None:
    """A connection serves one request after the other, also those that arrive together or in pieces."""
    with quick.connect() as opened:
        for _ in range(3):
            opened.sendall(GET % (b"/livez", b""))
            until_read(opened, b"alive")
        last = GET % (b"/livez", b"Connection: close\r\n")
        opened.sendall(POST + b"Content-Length: 3\r\n\r\nabc" + GET % (b"/livez", b"") + last[:5])
        time.sleep(0.2)
        opened.sendall(last[5:])
        answers = b"".join(iter(lambda: opened.recv(1000), b""))
        assert (answers.count(b"HTTP/1.1 200"), answers.endswith(b"alive")) == (3, True)


def test_bodies_arrive_whole(quick: Server) -> None:
    """Bodies in pieces, in chunks, or larger than any buffer reach the application; one it leaves does no harm."""
    large = bytes(3_000_000)
    head = b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(large)
    assert quick.exchange(POST + head + large).endswith(b"3000000")
    chunked = b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    assert quick.exchange(POST + chunked).endswith(b"5")
    with quick.connect() as opened:
        unread = POST.replace(b"body", b"unread") + b"Content-Length: 3\r\n\r\nabc"
        opened.sendall(unread + GET % (b"/livez", b"Connection: close\r\n"))
        assert b"".join(iter(lambda: opened.recv(1000), b"")).count(b"HTTP/1.1 200") == 2


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"NONSENSE\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\nHost x\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri-too-long"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 90_000 + b"\r\n\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 900_000, 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-", 408, "request-timeout"),
        (POST + b"Content-Length: 1000\r\n\r\n{", 408, "request-timeout"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
        (POST + b"Transfer-Encoding: unknown\r\n\r\n", 501, "not-implemented"),
    ],
)
def test_errors_of_http_are_problems(quick: Server, sent: bytes, status: int, code: str) -> None:
    """What is no HTTP, too long, too late or broken is answered with a problem document, and the connection closed."""
    head, _, body = quick.exchange(sent).partition(b"\r\n\r\n")
    assert re.match(rb"HTTP/1.1 (\d+)", head)[1] == str(status).encode()  # type: ignore[index]
    assert b"application/problem+json" in head
    document = json.loads(body)
    assert (document["type"], document["status"]) == (f"/problems/{code}", status)


def test_stopping_server_answers_what_it_has_begun(tmp_path: Path) -> None:
    """A server that is stopped answers the request at work, closes idle connections, and exits within seconds."""
    server = Server(tmp_path)
    idle, working = server.connect(), server.connect()
    working.sendall(GET % (b"/slow", b""))
    time.sleep(0.2)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    until_read(working, b"slow")
    assert idle.recv(1000) == b""
    server.process.wait(20)
    assert time.monotonic() - began < 6.0
