"""The server's event loop, step by step: with a clock of its own, and threads that work when a test says so."""

from __future__ import annotations

import json
import logging
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER

from fewest.service.http import server
from fewest.service.http.server import CLOSE_SECONDS, WebWorker
from tests.unit.service.clock import Clock

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
HALF_HEAD, HALF_BODY = POST, POST + b"Content-Length: 100\r\n\r\n{"
IDLE, HEADER, BODY = 30.0, 10.0, 20.0
MOST = 4


class Tasks:
    """In place of a pool of threads: what is submitted is done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], object]] = []

    def submit(self, function: Callable[..., object], *arguments: object) -> None:
        """Note what is to be done."""
        self.waiting.append(lambda: function(*arguments))


class Listener:
    """A listening socket with connections that a test makes."""

    def __init__(self) -> None:
        self.made: list[socket.socket] = []

    def accept(self) -> tuple[socket.socket, str]:
        """The next one."""
        return self.made.pop(0), ""

    def getsockname(self) -> str:
        """An address."""
        return ""


class Loop:
    """A worker that moves when a test says so.

    Attributes
    ----------
    served
        Requests that reached the application, with their bodies, and the time limit of writing to their connections.
    keep
        Whether connections are kept after a request.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.worker = WebWorker(1, 0, [], None, 30, Config(), logging.getLogger("test"))
        self.tasks = self.worker.tpool = Tasks()
        self.worker.poller = selectors.DefaultSelector()
        self.worker.method_queue.init()
        queue = self.worker.method_queue
        self.worker.poller.register(queue.fileno(), selectors.EVENT_READ, queue.run_callbacks)
        self.worker.handle_request = self.serve
        self.listener, self.clients = Listener(), list[socket.socket]()
        self.served: list[tuple[str, bytes, float | None]] = []
        self.keep = True

    def serve(self, request: Any, connection: Any) -> bool:
        """The application."""
        self.served.append((request.method, request.body.read(), connection.sock.gettimeout()))
        connection.sock.sendall(b"served")
        return self.keep

    def connect(self, sent: bytes = b"") -> socket.socket:
        """A new connection of a client that sends this."""
        client, accepted = socket.socketpair()
        client.settimeout(0)
        self.clients.append(client)
        self.listener.made.append(accepted)
        self.worker.accept(self.listener)
        return self.send(client, sent)

    def send(self, client: socket.socket, sent: bytes) -> socket.socket:
        """A client sends this."""
        if sent:
            client.sendall(sent)
            self.turn()
        return client

    def turn(self, seconds: float = 0.0) -> None:
        """Let time pass, and the loop do what is to be done."""
        self.clock.now += seconds
        for _ in range(3):
            self.worker.wait_for_and_dispatch_events(0)
        self.worker.murder_keepalived()

    def work(self) -> int:
        """Let threads do what waits; how much that was."""
        number = 0
        while self.tasks.waiting:
            self.tasks.waiting.pop(0)()
            number += 1
            self.turn()
        return number


def received(client: socket.socket) -> bytes | None:
    """What has come, up to the end; None if the connection is open and nothing has come."""
    found = b""
    with suppress(ConnectionError):
        try:
            while piece := client.recv(65536):
                found += piece
        except BlockingIOError:
            return found or None
    return found


def code(client: socket.socket) -> str:
    answer = received(client)
    assert answer, answer
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["type"]).removeprefix("/problems/")


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    """A loop with room for few connections. In the end, whatever has happened, nothing is left."""
    clock = Clock(1000.0)
    monkeypatch.setattr(server, "time", clock)
    for name, value in {"IDLE": IDLE, "HEADER": HEADER, "BODY": BODY}.items():
        monkeypatch.setenv(f"FEWEST_{name}_SECONDS", str(value))
    for name, value in {
        "CONNECTIONS": MOST,
        "MAX_WAITS": 1,
        "MAX_STREAMS": 1,
        "BODY_BYTES": 500,
        "BATCH_BYTES": 2000,
    }.items():
        monkeypatch.setenv(f"FEWEST_{name}", str(value))
    made = Loop(clock)
    try:
        yield made
        for client in made.clients:
            client.close()
        made.worker.tpool = made.tasks
        made.work()
        made.turn(1000.0)
        assert (made.worker.nr_conns, made.worker._waiting_bytes, len(made.worker.poller.get_map())) == (0, 0, 1)
    finally:
        made.worker.method_queue.close()
        made.worker.tmp.close()


def test_a_request_is_served_when_it_is_complete(loop: Loop) -> None:
    """Headers and bodies wait without a thread; writing has a time limit for every step.

    The longest body of any route is taken, also where another route would refuse it.
    """
    client = loop.connect(POST)
    assert loop.work() == 0
    loop.send(client, b"Content-Length: 2000\r\n\r\nabc" + b" " * 1996)
    assert loop.work() == 0
    loop.send(client, b"d" + GET)
    assert loop.work() == 2
    assert loop.served == [("POST", b"abc" + b" " * 1996 + b"d", IDLE), ("GET", b"", IDLE)]
    assert received(client) == b"servedserved"
    loop.send(client, GET)
    assert loop.work() == 1


def test_idle_connections(loop: Loop) -> None:
    """A connection is closed when it has been idle too long since its start or its last response."""
    client = loop.connect()
    loop.turn(IDLE - 1)
    loop.send(client, GET)
    loop.work()
    assert received(client) == b"served"
    loop.turn(IDLE - 1)
    assert received(client) is None
    loop.turn(1)
    assert received(client) == b""
    assert loop.worker.nr_conns == 0


@pytest.mark.parametrize(
    ("begin", "more", "seconds", "detail"),
    [
        (HALF_HEAD, b"X", HEADER, "The headers took longer than 10 seconds."),
        (HALF_BODY, b" ", BODY, "The body took longer than 20 seconds."),
    ],
)
def test_late_requests(loop: Loop, begin: bytes, more: bytes, seconds: float, detail: str) -> None:
    """The time of a step counts from its start, however long the connection was idle; more bytes do not extend it."""
    client = loop.connect()
    loop.turn(IDLE - 1)
    loop.send(client, begin)
    loop.turn(seconds - 2)
    loop.send(client, more)
    loop.turn(1)
    assert received(client) is None
    loop.turn(1)
    answer = received(client)
    assert answer is not None
    document = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (document["type"], document["detail"]) == ("/problems/request-timeout", detail)
    assert loop.work() == 0


@pytest.mark.parametrize("kinds", [(b"", HALF_HEAD), (HALF_HEAD, HALF_BODY), (b"", HALF_BODY)])
def test_whose_connection_is_closed_for_another(loop: Loop, kinds: tuple[bytes, bytes]) -> None:
    """Beyond the bound, idle connections go before half headers, those before half bodies, the oldest first."""
    goes, stays = kinds
    kept = loop.connect(stays)
    oldest, newer = loop.connect(goes), loop.connect(goes)
    loop.connect()
    assert [received(client) for client in (kept, oldest, newer)] == [None, b"", None]
    loop.connect(stays)
    assert loop.worker.nr_conns <= MOST
    assert received(kept) is None


def test_those_that_end_go_first_and_those_at_work_stay(loop: Loop) -> None:
    """A connection after its last response makes room before an idle one; one that a thread serves never does."""
    loop.keep = False
    ending = loop.connect(GET)
    loop.work()
    idle = loop.connect()
    at_work = loop.connect(GET)
    loop.connect()
    assert received(ending) == b"served"
    ending.setblocking(False)
    assert [received(client) for client in (idle, at_work)] == [None, None]
    loop.connect()
    assert received(idle) == b""
    for _ in range(MOST):
        loop.connect()
    loop.work()
    assert received(at_work) == b"served"


def test_bytes_of_half_requests_are_bounded(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a number of bytes in all, the oldest half body is closed, and half headers only if there is none."""
    monkeypatch.setattr(server, "MAX_WAITING_BYTES", 1000)
    head = loop.connect(HALF_HEAD + b"X: " + b"x" * 300)
    first, second = loop.connect(HALF_BODY), loop.connect(HALF_BODY + b" " * 90)
    loop.send(first, b" " * 90)
    assert [received(client) for client in (head, first, second)] == [None, None, None]
    loop.send(head, b"x" * 400)
    assert [received(client) for client in (head, first, second)] == [None, b"", None]
    loop.send(second, b" " * 9)
    loop.work()
    assert received(second) == b"served"
    loop.send(head, b"x" * 300)
    assert received(head) == b""


def test_after_the_last_response(loop: Loop) -> None:
    """After the last response the server sends no more; it drops what the client still sends, for a limited time."""
    loop.keep = False
    client, other = loop.connect(GET), loop.connect(GET)
    loop.work()
    assert received(client) == received(other) == b"served"
    for _ in range(10):
        loop.send(client, b"x" * 10_000)
    assert loop.worker.nr_conns == 2
    client.close()
    loop.turn()
    assert loop.worker.nr_conns == 1
    loop.turn(CLOSE_SECONDS - 1)
    assert loop.worker.nr_conns == 1
    loop.turn(1)
    assert loop.worker.nr_conns == 0
    assert loop.work() == 0


def test_a_refused_client_may_go_on_sending_for_a_while(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused client may send for a while, so that it can read the refusal; too many bytes end the connection."""
    monkeypatch.setattr(server, "CLOSE_BYTES", 100_000)
    client = loop.connect(POST + b"Content-Length: 99999\r\n\r\n")
    for _ in range(9):
        loop.send(client, b"x" * 10_000)
    assert code(client) == "body-too-large"
    assert loop.worker.nr_conns == 1
    for _ in range(2):
        loop.send(client, b"x" * 10_000)
    assert loop.worker.nr_conns == 0


@pytest.mark.parametrize("begin", [b"", HALF_HEAD, HALF_BODY])
def test_a_worker_that_stops(loop: Loop, begin: bytes) -> None:
    """A stopping worker waits shortly for requests on their way, and refuses those that are late."""
    client = loop.connect(begin)
    loop.worker.alive = False
    loop.worker._cap_keepalive(loop.clock.now + STOP_KEEPALIVE_LINGER)
    loop.turn(STOP_KEEPALIVE_LINGER - 0.5)
    assert received(client) is None
    loop.turn(0.5)
    answer = received(client)
    assert answer is not None
    assert (b"request-timeout" in answer) == bool(begin)


def test_clients_that_have_gone(loop: Loop) -> None:
    """A response that cannot be sent, or that gunicorn has ended, ends its connection, and no other."""

    def broken(_: Any, connection: Any) -> bool:
        connection.sock.close()
        raise StopIteration

    client = loop.connect(GET)
    client.close()
    loop.work()
    other = loop.connect(GET)
    loop.worker.handle_request = broken
    loop.work()
    assert received(other) == b""
    assert loop.worker.nr_conns == 0


def test_a_sign_from_a_connection_that_was_closed_meanwhile(loop: Loop) -> None:
    """An event that was reported before its connection was closed is ignored."""
    loop.connect().sendall(GET)
    (found,) = [key for key, _ in loop.worker.poller.select(0)]
    loop.worker.murder_keepalived(force=True)
    found.data(found.fileobj)
    assert (loop.worker.nr_conns, loop.work()) == (0, 0)


def test_a_thread_that_cannot_start(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the system allows no further thread, a request is served by one that has finished another."""
    gate = threading.Event()

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with ThreadPoolExecutor(5) as pool:
        loop.worker.tpool = pool
        pool.submit(gate.wait)
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", refuse)
            client = loop.connect(GET)
        gate.set()
    loop.turn()
    assert received(client) == b"served"


def test_errors_in_the_application(loop: Loop, caplog: pytest.LogCaptureFixture) -> None:
    """An error that reaches the server is answered and logged; the thread goes on."""

    def broken(*_: Any) -> bool:
        raise ValueError("unexpected")

    loop.worker.handle_request = broken
    client = loop.connect(GET)
    loop.work()
    assert code(client) == "internal-error"
    assert "unexpected" in caplog.text
    assert received(client) == b""
