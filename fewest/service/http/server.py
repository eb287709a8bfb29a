"""The server: gunicorn's threaded worker, with deadlines for what clients send, and errors as problem documents.

A request gets a thread when all of it has arrived, headers and body. Until then its connection waits in the worker's
event loop, which costs little more than the bytes themselves. So does a connection between two requests, and one that
its client is about to close. Each step has a deadline, whatever the client does, and the numbers of waiting connections
and bytes are bounded: beyond that, the connection that has waited longest is closed.
"""

from __future__ import annotations

import ctypes
import io
import os
import resource
import secrets
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from fewest.config.settings import Settings, load_settings
from fewest.service.http.arrival import Arrival, Refusal
from fewest.service.http.connections import Connection, WaitingConnections
from fewest.service.http.prefix import put_before_links
from fewest.service.http.problems import LOGGED, MIMETYPE, problem_body
from fewest.service.translations import ENGLISH
from fewest.solver.errors import Message

CODES: dict[type[Exception], str] = {
    errors.LimitRequestLine: "uri-too-long",
    errors.LimitRequestHeaders: "headers-too-large",
    errors.UnsupportedTransferCoding: "not-implemented",
}
"""Error of gunicorn's parser: code of the problem. All others are bad requests."""

SPOKEN = (1, 1)
"""The version of HTTP that responses have; to a request of an earlier one, its own (RFC 9110, section 2.5)."""

FILES = 200
"""Files a process has open for other purposes."""

STACK_BYTES = 1 << 20
"""Address space for the stack of a thread. Memory is taken as the stack grows."""

RECEIVE_BYTES = 1 << 16
"""Largest number of bytes received from a connection before the loop serves others."""

MAX_WAITING_BYTES = 1 << 27
"""Largest number of bytes of incomplete requests in one process."""

CLOSE_SECONDS = 5.0
CLOSE_BYTES = 20_000_000
"""How long a client may take to close a connection after its last response, and how much it may send meanwhile. If the
connection were closed while the client is sending, it would be reset, and the response lost.
"""

LIBRARY = ctypes.CDLL(None)


class WebWorker(ThreadWorker):
    """A web process."""

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)
        self._settings: Settings = load_settings(os.environ)
        settings = self._settings
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES
        self.worker_connections = min(settings.connections, files)
        self._max_body_bytes = max(settings.body_bytes, settings.batch_bytes)
        self._closing = WaitingConnections(Message("end"), CLOSE_SECONDS)
        self._idle = WaitingConnections(Message("request"), settings.idle_seconds)
        self._heads = WaitingConnections(Message("headers"), settings.header_seconds)
        self._bodies = WaitingConnections(Message("body"), settings.body_seconds)
        self._waiting_bytes = 0
        self._trim_at = 0.0

    # The overrides of gunicorn's methods; what each gives is said above it.

    # gunicorn's pool has a fixed number of threads, which as many long polls would occupy.
    def get_thread_pool(self) -> ThreadPoolExecutor:
        """A pool with up to one thread for every connection."""
        threading.stack_size(STACK_BYTES)
        return ThreadPoolExecutor(self.worker_connections)

    # gunicorn gives a new connection a thread, which then reads headers and body without a deadline.
    def accept(self, listener: socket.socket) -> None:
        """Accept a connection. If there are too many, close another one."""
        try:
            client, address = listener.accept()
        except OSError:
            return
        self.nr_conns += 1
        # One place stays free: at the limit, gunicorn stops accepting.
        if self.nr_conns >= self.worker_connections:
            # Those go first whose clients lose least.
            self._drop_first(self._closing, self._idle, self._heads, self._bodies)
        self._wait(Connection(self.cfg, client, address, listener.getsockname(), self._nothing()), self._idle)

    # Without it, a process that once held 200 half bodies keeps 90 MB for good.
    def notify(self) -> None:
        """Notify the parent process that this one is alive; regularly return free memory to the system."""
        super().notify()
        if time.monotonic() >= self._trim_at:
            self._trim_at = time.monotonic() + self._settings.idle_seconds
            if hasattr(LIBRARY, "malloc_trim"):  # only glibc has it, and only glibc needs it
                LIBRARY.malloc_trim(0)

    # gunicorn closes connections without a response, and knows no deadline for the rest of a request.
    def murder_keepalived(self, force: bool = False) -> None:
        """Refuse requests that are late; close connections that have been idle for too long, or all of them."""
        for group in (self._heads, self._bodies):
            for connection in self._late(group):
                text = "The {step} took longer than {seconds|# second|# seconds}."
                detail = Message(text, step=group.step, seconds=group.seconds)
                self._refuse(connection, Refusal("request-timeout", detail))
        for group in (self._idle, self._closing):
            for connection in self._late(group, force=force):
                self._drop(connection)

    # gunicorn knows only its own list of connections: a stop would wait for ours until the graceful timeout.
    def _cap_keepalive(self, deadline: float) -> None:
        """The worker stops: wait for requests in progress, at most until then."""
        for group in (self._closing, self._idle, self._heads, self._bodies):
            for connection in group.connections:
                connection.waits_until = min(connection.waits_until, deadline)

    # The event loop's thread

    def _nothing(self) -> Arrival:
        return Arrival(self._max_body_bytes)

    def _drop_first(self, *groups: WaitingConnections) -> None:
        """Close the connection that has waited longest, in the first group that has one."""
        for group in groups:
            for connection in group.connections:
                self._drop(connection)
                return

    def _wait(self, connection: Connection, group: WaitingConnections) -> None:
        """Begin to wait for the next step of a client."""
        if connection.waiting is None:
            connection.sock.setblocking(False)
            self.poller.register(connection.sock, selectors.EVENT_READ, partial(self._receive, connection))
            self._waiting_bytes += len(connection.arrival.content)
        else:
            del connection.waiting.connections[connection]
        connection.waiting = group
        connection.waits_until = time.monotonic() + group.seconds
        group.connections[connection] = None

    def _forget(self, connection: Connection) -> None:
        """Stop waiting for a client."""
        if connection.waiting is not None:
            del connection.waiting.connections[connection]
            connection.waiting = None
            self.poller.unregister(connection.sock)
            self._waiting_bytes -= len(connection.arrival.content)

    def _drop(self, connection: Connection) -> None:
        """Close a connection that waits."""
        self._forget(connection)
        self.nr_conns -= 1
        connection.sock.close()

    def _receive(self, connection: Connection, _client: socket.socket) -> None:
        if connection.waiting is None:
            return  # dropped after this event was read
        try:
            piece = connection.sock.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._drop(connection)
        elif connection.waiting is self._closing:
            connection.dropped_bytes += len(piece)
            if connection.dropped_bytes > CLOSE_BYTES:
                self._drop(connection)
        else:
            self._waiting_bytes += len(piece)
            self._arrive(connection, piece)
            if self._waiting_bytes > MAX_WAITING_BYTES:
                self._drop_first(self._bodies, self._heads)

    def _arrive(self, connection: Connection, piece: bytes) -> None:
        """Receive what has arrived; serve the request if it is complete, else wait for the rest."""
        arrival = connection.arrival
        try:
            arrival.add(piece)
        except (Refusal, errors.ParseException) as error:
            self._refuse(connection, error)
            return
        group = self._bodies if arrival.in_body else self._heads
        if arrival.complete:
            self._forget(connection)
            with suppress(RuntimeError):  # the system refuses another thread: a busy one serves the request later
                self.tpool.submit(self._serve, connection)
        elif connection.waiting is not group:
            self._wait(connection, group)
            if arrival.expects:
                with suppress(OSError):
                    connection.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _refuse(self, connection: Connection, error: Exception) -> None:
        """Answer a request that will not be served with a problem document."""
        # Waits first: its socket does not block then, whether or not the client reads the refusal.
        self._wait(connection, self._closing)
        self._send_problem(connection.sock, error)
        self._end(connection)

    def _end(self, connection: Connection) -> None:
        """Shut down the sending side, and let the client close the connection."""
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_WR)
        self._wait(connection, self._closing)
        self._waiting_bytes -= len(connection.arrival.content)
        connection.arrival = self._nothing()

    @staticmethod
    def _late(group: WaitingConnections, *, force: bool = False) -> Iterator[Connection]:
        """The connections whose deadline has passed, or all with ``force``; the caller removes each."""
        now = time.monotonic()
        while group.connections:
            # All of a group wait equally long, so the first to come is the first to be late.
            first = next(iter(group.connections))
            if first.waits_until > now and not force:
                return
            yield first

    def _finish(self, connection: Connection, keep: object) -> None:
        """After a request, wait for the next one on its connection, or for its end."""
        if connection.sock.fileno() < 0:  # gunicorn has closed it in the middle of a response
            self.nr_conns -= 1
        elif not keep:
            self._end(connection)
        elif begun := connection.parser.unreader.take_buffered():
            self._arrive(connection, begun)
        else:
            self._wait(connection, self._idle)

    # Threads of the pool

    def _serve(self, connection: Connection) -> None:
        """Serve one request."""
        keep = False
        try:
            keep = self._answer(connection)
        finally:
            self.method_queue.defer(self._finish, connection, keep)

    def _answer(self, connection: Connection) -> bool:
        """Answer one request. Returns whether the connection can be used for another one."""
        request = None
        content = bytes(connection.arrival.content)
        connection.arrival = self._nothing()
        try:
            connection.sock.settimeout(self._settings.idle_seconds)  # for every single write
            connection.parser.unreader.unread(content)
            request = next(connection.parser)
            check_host(request)
            request.version = min(request.version, SPOKEN)  # the response has it, too
            # Before the application: a wrong chunk is an error of the request, not of the service.
            request.body = io.BytesIO(request.body.read())
            request._expected_100_continue = False  # the response has been sent
            return bool(self.handle_request(request, connection))
        except (StopIteration, errors.NoMoreData, OSError):
            pass  # the client has closed the connection, or does not read
        except Exception as error:  # the connection ends here; the thread serves others
            self._send_problem(connection.sock, error)
        return False

    def _send_problem(self, client: socket.socket, error: Exception) -> None:
        """Answer with a problem document, in English: finding another language would mean parsing headers here."""
        request_id = secrets.token_hex(8)
        if isinstance(error, Refusal):
            code = error.code
            detail = error.detail
        elif isinstance(error, errors.ParseException):
            code = CODES.get(type(error), "bad-request")
            detail = Message(str(error)[:200])
        else:
            code, detail = "internal-error", LOGGED
            self.log.error("request %s failed", request_id, exc_info=error)
        status, body = problem_body(code, detail, request_id)
        body = put_before_links(self._settings.prefix, body)
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {MIMETYPE}\r\nConnection: close\r\n"
        head += f"Content-Length: {len(body)}\r\nContent-Language: {ENGLISH}\r\n"
        head += f"X-Request-ID: {request_id}\r\n\r\n"
        with suppress(OSError):
            client.sendall(head.encode() + body)


def check_host(request: Any) -> None:
    """Raise :class:`Refusal` if an HTTP/1.1 request names no host (RFC 9112, section 3.2)."""
    if request.version >= (1, 1) and not any(name == "HOST" for name, _ in request.headers):
        raise Refusal("bad-request", Message("An HTTP/1.1 request needs a Host header."))
