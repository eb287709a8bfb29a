"""The server: slow clients hold up no other, every step has a deadline, errors of HTTP are problem documents."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fewest.service.http.server import MAX_WAITING_BYTES
from tests.hang import HANG_SECONDS, until

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

DEADLINE, NEVER = 1.0, 3600.0
DEADLINES = ("HEADER_SECONDS", "BODY_SECONDS", "IDLE_SECONDS")
GET = b"GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n"
LARGEST = 4_000_000
"""Longest body of the quick server."""


class Server:
    """A server in a folder, with one process."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.address = str(folder / "socket")
        given = {f"FEWEST_{name}": str(value) for name, value in settings.items()}
        options = ["-c", "python:fewest.service.gunicorn", "--workers", "1", "--bind", f"unix:{self.address}"]
        command = [sys.executable, "-m", "gunicorn", *options, "tests.unit.service.http.bare:create()"]
        self.process = subprocess.Popen(command, env=os.environ | {"REDIS_URL": "redis://127.0.0.1:1"} | given)
        until(lambda: Path(self.address).exists() and self.answers() == 1)

    def connect(self, timeout: float = HANG_SECONDS) -> socket.socket:
        """Open a connection."""
        opened = socket.socket(socket.AF_UNIX)
        opened.settimeout(timeout)
        opened.connect(self.address)
        return opened

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes, and read until the server closes the connection; once more if it did so without an answer, as
        when its deadline is over before this process has sent anything.
        """
        answers: list[bytes] = []

        def exchanged() -> bool:
            with suppress(ConnectionError), self.connect() as opened:
                opened.sendall(sent)
                answers.append(b"".join(iter(lambda: opened.recv(65536), b"")))
            return bool(answers and answers[-1])

        until(exchanged)
        return answers[-1]

    def get(self, path: str) -> str:
        """The text at a path, over a connection of its own."""
        return self.exchange(GET % (path.encode(), b"Connection: close\r\n")).partition(b"\r\n\r\n")[2].decode()

    def answers(self, number: int = 1) -> int:
        """How many of so many requests over new connections are answered."""
        answered = 0
        for _ in range(number):
            with suppress(OSError), self.connect() as opened:
                opened.sendall(GET % (b"/livez", b""))
                answered += opened.recv(1000).startswith(b"HTTP/1.1 200")
        return answered

    def stop(self) -> None:
        """Stop it as the supervisor does."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(HANG_SECONDS)


def until_read(opened: socket.socket, ending: bytes) -> None:
    """Read until the answer ends so."""
    answer = b""
    while not answer.endswith(ending):
        piece = opened.recv(1000)
        assert piece, answer
        answer += piece


@contextmanager
def running(folder: Path, **settings: object) -> Iterator[Server]:
    server = Server(folder, **settings)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deadlines = dict.fromkeys(DEADLINES, DEADLINE)
    with running(tmp_path_factory.mktemp("server"), BATCH_BYTES=LARGEST, **deadlines) as server:
        yield server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose deadlines nobody exceeds."""
    with running(tmp_path_factory.mktemp("server"), BATCH_BYTES=LARGEST, **dict.fromkeys(DEADLINES, NEVER)) as server:
        yield server


def test_slow_clients_hold_up_no_other(quick: Server) -> None:
    """Forty connections of each kind of slow clients hold up no other, and each is closed after its deadline."""
    opened = dict[str, list[socket.socket]]()
    try:
        for kind, (first, _) in SLOW.items():
            opened[kind] = [quick.connect() for _ in range(40)]
            for one in opened[kind]:
                with suppress(ConnectionError):  # its deadline is over
                    one.sendall(first)
        until(lambda: quick.answers(20) == 20)
        began = time.monotonic()
        for kind, slow in opened.items():
            for one in slow:
                one.settimeout(0.1)
                while True:
                    assert time.monotonic() - began < 3 * HANG_SECONDS, kind
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


def resident_bytes(server: Server) -> int:
    """Memory of the web process."""
    main = server.process.pid
    (child,) = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return int(Path(f"/proc/{child}/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_given_back(quick: Server) -> None:
    """What half bodies take is bounded, and given back when their clients have left; the latest of them stay."""
    before = resident_bytes(quick)
    opened = [quick.connect() for _ in range(300)]
    half = POST + b"Content-Length: %d\r\n\r\n" % LARGEST + bytes(LARGEST // 3)
    with suppress(ConnectionError):
        for one in opened:
            one.sendall(half)
    assert resident_bytes(quick) < before + 2.5 * MAX_WAITING_BYTES
    for one in opened:
        one.close()
    until(lambda: resident_bytes(quick) < before + 30_000_000)


def test_bodies_arrive_whole(patient: Server) -> None:
    """Bodies in pieces, in chunks, or larger than any buffer reach the application; one it leaves does no harm."""
    large = bytes(3_000_000)
    head = b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(large)
    assert patient.exchange(POST + head + large).endswith(b"3000000")
    chunked = b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    assert patient.exchange(POST + chunked).endswith(b"5")
    unread = POST.replace(b"body", b"unread") + b"Content-Length: 3\r\n\r\nabc"
    answers = patient.exchange(unread + GET % (b"/livez", b"") + GET % (b"/livez", b"Connection: close\r\n"))
    assert answers.count(b"HTTP/1.1 200") == 3


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"NONSENSE\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 900_000, 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-", 408, "request-timeout"),
        (POST + b"Content-Length: 1000\r\n\r\n{", 408, "request-timeout"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
        (POST + b"Transfer-Encoding: gzip\r\n\r\n", 501, "not-implemented"),
        (POST + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n", 501, "not-implemented"),
        (POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "bad-request"),
        (POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400, "bad-request"),
        (POST + b"Content-Length : 3\r\n\r\nabcd", 400, "bad-request"),
        (POST + b"Content-Length: " + b"9" * 23 + b"\r\n\r\n", 413, "body-too-large"),
        (POST + b"Content-Length: 4000001\r\nExpect: 100-continue\r\n\r\n", 413, "body-too-large"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a" * 4_000_001, 413, "body-too-large"),
        (b"GET /livez HTTP/1.1\r\n\r\n", 400, "bad-request"),
        (b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"a" * 900_000, 414, "uri-too-long"),
    ],
)
def test_errors_of_http_are_problems(quick: Server, sent: bytes, status: int, code: str) -> None:
    """What is no HTTP, too long, too late or broken is answered with a problem document, and the connection closed.

    What never reaches the application is answered in English: its headers are not parsed.
    """
    head, _, body = quick.exchange(sent).partition(b"\r\n\r\n")
    assert b"\r\nContent-Language: en\r\n" in head
    assert b"Vary" not in head
    assert re.match(rb"HTTP/1.1 (\d+)", head)[1] == str(status).encode()  # type: ignore[index]
    assert b"application/problem+json" in head
    document = json.loads(body)
    assert (document["type"], document["status"]) == (f"/problems/{code}", status)


@pytest.mark.parametrize(
    "field", ["SCRIPT_NAME: /se", "PATH_INFO: /livez", "X-Forwarded-Proto: https", "X-Forwarded-SSL: on", "HTTPS: on"]
)
def test_headers_set_nothing_but_headers(quick: Server, field: str) -> None:
    """No header of a client names a prefix, another path or another scheme."""
    answer = quick.exchange(GET % (b"/seen", f"{field}\r\nConnection: close\r\n".encode()))
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == ["", "/seen", "http"]


@pytest.mark.parametrize(("asked", "answered"), [("1.0", "1.0"), ("1.1", "1.1"), ("1.2", "1.1"), ("1.9", "1.1")])
def test_the_version_of_a_response(quick: Server, asked: str, answered: str) -> None:
    """A response has the version of its request, but none later than the server's own."""
    sent = f"GET /livez HTTP/{asked}\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert quick.exchange(sent.encode()).startswith(f"HTTP/{answered} 200 OK\r\n".encode())


def test_expected_continue(patient: Server) -> None:
    """A client that waits for leave to send its body gets it, once, when its headers have arrived."""
    with patient.connect() as opened:
        opened.sendall(POST + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: 3\r\n\r\n")
        until_read(opened, b"HTTP/1.1 100 Continue\r\n\r\n")
        opened.sendall(b"abc")
        answer = b"".join(iter(lambda: opened.recv(1000), b""))
    assert (answer.startswith(b"HTTP/1.1 200"), b"100 Continue" in answer, answer.endswith(b"3")) == (True, False, True)


def test_stopping_server_answers_what_it_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is stopped answers the request at work, closes idle connections, and exits."""
    monkeypatch.setenv("GUNICORN_CMD_ARGS", f"--graceful-timeout {HANG_SECONDS:g}")
    server = Server(tmp_path)
    idle, working = server.connect(), server.connect()
    working.sendall(GET % (b"/slow", b""))
    assert server.get("/begun") == "True"
    server.process.send_signal(signal.SIGTERM)
    until_read(working, b"slow")
    assert idle.recv(1000) == b""
    server.process.wait(HANG_SECONDS)
