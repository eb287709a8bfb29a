"""The server: gunicorn's threaded worker, with deadlines for what clients send, and errors as problem documents.

A request gets a thread when all its headers have arrived; until then its connection waits in the worker's event loop,
which costs next to nothing. So does a connection between two requests. A body is read by the thread. Whatever the
client does, each step has a deadline, and the number of connections is bounded by ``connections``: beyond it, the one
that has kept the server waiting longest is closed.
"""

from __future__ import annotations

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

from gunicorn import http
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker
from werkzeug.exceptions import BadRequest, HTTPException, RequestTimeout

from schemas.settings import Settings, load_settings
from service.prefix import put_before_links
from service.problems import MIMETYPE, problem_body

CODES: dict[type[Exception], str] = {
    errors.LimitRequestLine: "uri-too-long",
    errors.LimitRequestHeaders: "headers-too-large",
    errors.UnsupportedTransferCoding: "not-implemented",
}
"""Error of gunicorn's parser: code of the problem. All others are bad requests."""

FILES = 200
"""Files a process has open for other purposes."""

STACK_BYTES = 1 << 20
"""Address space for the stack of a thread. Memory is taken as the stack grows."""

END_OF_HEADERS = b"\r\n\r\n"
RECEIVE_BYTES = 1 << 16
HEADER_BYTES_MOST = 1 << 18
"""Headers of so many bytes are handed to the parser even if incomplete: it says which limit they exceed."""

DRAIN_SECONDS = 5.0
"""How long the rest of a body that the application has not read may take."""

LINGER_SECONDS = 0.2
"""How long a closed connection waits for its client to close it, too."""


class LateRequest(Exception):
    """The headers of a request did not arrive in time."""


class TimedSocket:
    """The reading side of a connection, as gunicorn's parser uses it: reads end at a deadline.

    Attributes
    ----------
    until
        The deadline, by the monotonic clock.
    """

    def __init__(self, client: socket.socket) -> None:
        self._client, self.until = client, 0.0

    def recv(self, size: int) -> bytes:
        """Receive up to so many bytes; raises ``TimeoutError`` after the deadline."""
        self._client.settimeout(max(0.001, self.until - time.monotonic()))
        return self._client.recv(size)


class Connection:
    """A client's connection, and what has arrived on it since the last request.

    Attributes
    ----------
    waits_until
        When it is closed if the client sends nothing.
    """

    def __init__(self, settings: Any, client: socket.socket, address: Any, server: Any) -> None:
        # The names sock, client and server are those that gunicorn expects.
        self.sock, self.client, self.server = client, address, server
        self.timed = TimedSocket(client)
        self.parser = http.get_parser(settings, self.timed, address)
        self.arrived = b""
        self.waits_until = 0.0

    @property
    def complete(self) -> bool:
        """Whether the headers of a request have arrived."""
        return END_OF_HEADERS in self.arrived or len(self.arrived) > HEADER_BYTES_MOST

    def shut_down(self) -> None:
        """Wake whoever reads from this connection: for them it has ended."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it. What the client still sends is dropped first: it would reset the connection, and with it the
        response on its way.
        """
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)
            self.sock.settimeout(LINGER_SECONDS)
            for _ in range(16):
                if not self.sock.recv(RECEIVE_BYTES):
                    break
        self.sock.close()


class TimedBody:
    """The body of a request, all of which has to be read within a number of seconds.

    Late and broken bodies are HTTP errors for the application; the connection is closed after the response.
    """

    def __init__(self, request: Any, connection: Connection, seconds: float, waiting: dict[Connection, None]) -> None:
        self._request, self._body, self._seconds = request, request.body, seconds
        self._connection, self._waiting = connection, waiting
        connection.timed.until = time.monotonic() + seconds

    def read(self, size: int | None = None) -> bytes:
        """Read so many bytes, or all."""
        return self._timed(self._body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """Read a line."""
        return self._timed(self._body.readline, size)

    def readlines(self, _hint: int | None = None) -> list[bytes]:
        """Read all lines."""
        return list(self)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def _timed(self, read: Any, size: int | None) -> bytes:
        self._waiting[self._connection] = None
        try:
            piece: bytes = read(size)
        except TimeoutError:
            self._request.force_close()
            raise RequestTimeout(f"The body took longer than {self._seconds:g} seconds.") from None
        except (errors.ParseException, OSError) as error:
            self._request.force_close()
            raise BadRequest(f"The body is broken: {error}") from None
        finally:
            self._waiting.pop(self._connection, None)
        return piece


class Worker(ThreadWorker):  # type: ignore[misc]
    """A web process."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._settings: Settings = load_settings(os.environ)
        most = min(self._settings.connections, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES)
        self.worker_connections = most
        self._idle: dict[Connection, None] = {}
        self._begun: dict[Connection, None] = {}
        self._reading: dict[Connection, None] = {}
        """Connections between two requests, in the midst of headers (both by the loop's thread alone) and in the midst
        of a body; each in the order in which the server began to wait for them."""

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """A thread for every connection, if need be; they are started as they are needed."""
        threading.stack_size(STACK_BYTES)
        return ThreadPoolExecutor(max_workers=self.worker_connections)

    # The event loop's thread

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, in place of another if there are too many."""
        try:
            client, address = listener.accept()
        except OSError:
            return
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections:
            self._close_oldest()
        self._await(Connection(self.cfg, client, address, listener.getsockname()))

    def _close_oldest(self) -> None:
        if waiting := self._idle or self._begun:
            self._drop(next(iter(waiting)))
        else:
            with suppress(StopIteration, RuntimeError):  # threads change this one meanwhile
                next(iter(self._reading)).shut_down()

    def _await(self, connection: Connection) -> None:
        """Wait for a request, or for the rest of it."""
        if connection.complete:
            self._serve(connection)
            return
        begun = bool(connection.arrived)
        seconds = self._settings.header_seconds if begun else self._settings.idle_seconds
        connection.waits_until = time.monotonic() + seconds
        (self._begun if begun else self._idle)[connection] = None
        connection.sock.setblocking(False)
        self.poller.register(connection.sock, selectors.EVENT_READ, partial(self._receive, connection))

    def _receive(self, connection: Connection, _client: socket.socket) -> None:
        if connection not in self._idle and connection not in self._begun:
            return  # dropped after this event was found
        try:
            piece = connection.sock.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        connection.arrived += piece
        if not piece:
            self._drop(connection)
        elif connection.complete:
            self._forget(connection)
            self._serve(connection)
        elif connection in self._idle:
            del self._idle[connection]
            self._begun[connection] = None
            connection.waits_until = time.monotonic() + self._settings.header_seconds

    def _forget(self, connection: Connection) -> None:
        """Stop waiting for what the client sends."""
        self._idle.pop(connection, None)
        self._begun.pop(connection, None)
        self.poller.unregister(connection.sock)

    def _drop(self, connection: Connection) -> None:
        """Close a connection that waits for a request."""
        self._forget(connection)
        self.nr_conns -= 1
        connection.sock.close()

    def _serve(self, connection: Connection, error: Exception | None = None) -> None:
        """Hand a connection to a thread: for its request, or to send an error and close it."""
        with suppress(RuntimeError):  # the system allows no further thread: one of those at work takes it later
            self.tpool.submit(self.handle, connection, error)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close connections that have been idle for too long, or all of them."""
        for connection in self._late(self._idle, force=force):
            self._drop(connection)

    def murder_pending(self) -> None:
        """Refuse requests whose headers are late."""
        for connection in self._late(self._begun):
            self._forget(connection)
            self._serve(connection, LateRequest())

    @staticmethod
    def _late(connections: dict[Connection, None], *, force: bool = False) -> Iterator[Connection]:
        """The first of those that wait, as long as it is late or ``force``; the caller removes it."""
        now = time.monotonic()
        while connections:
            first = next(iter(connections))
            if first.waits_until > now and not force:
                return
            yield first

    def _cap_keepalive(self, deadline: float) -> None:
        """The worker stops: wait until then at most for requests that are on their way."""
        for connection in (*self._idle, *self._begun):
            connection.waits_until = min(connection.waits_until, deadline)

    def finish_request(self, connection: Connection, keep: Any) -> None:
        """After a request, wait for the next one on its connection, or count it out."""
        if keep:
            connection.arrived = connection.parser.unreader.take_buffered()
            self._await(connection)
        else:
            self.nr_conns -= 1

    # Threads of the pool

    def handle(self, connection: Connection, error: Exception | None = None) -> None:
        """Serve one request."""
        keep = False
        try:
            if error is None:
                keep = self._answer(connection)
            else:
                self.handle_error(None, connection.sock, connection.client, error)
        finally:
            if not keep:
                connection.close()
            self.method_queue.defer(self.finish_request, connection, keep)

    def _answer(self, connection: Connection) -> bool:
        """Answer one request. Returns whether the connection can be used for another one."""
        request, settings = None, self._settings
        try:
            connection.timed.until = time.monotonic() + settings.header_seconds
            connection.parser.unreader.unread(connection.arrived)
            connection.arrived = b""
            request = next(connection.parser)
            if request.method not in ("GET", "HEAD"):
                request.body = TimedBody(request, connection, settings.body_seconds, self._reading)
            connection.sock.settimeout(settings.idle_seconds)  # for every single write
            return self.handle_request(request, connection) and self._drain(connection)
        except (StopIteration, errors.NoMoreData, OSError):
            pass  # the client has closed the connection, or does not read
        except Exception as error:  # where a connection ends: answered and logged, the thread serves others
            self.handle_error(request, connection.sock, connection.client, error)
        return False

    def _drain(self, connection: Connection) -> bool:
        """Read the rest of a body the application has left. Returns False if that takes too long or is broken."""
        until = time.monotonic() + DRAIN_SECONDS
        connection.timed.until = min(connection.timed.until, until)
        with suppress(HTTPException):
            return bool(connection.parser.finish_body(deadline=until))
        return False

    def handle_error(self, _request: Any, client: socket.socket, _address: Any, error: Exception) -> None:
        """Answer a request that never reached the application with a problem document, and log it."""
        request_id = secrets.token_hex(8)
        if isinstance(error, LateRequest):
            code, detail = "request-timeout", f"The headers took longer than {self._settings.header_seconds:g} seconds."
        elif isinstance(error, errors.ParseException):
            code, detail = CODES.get(type(error), "bad-request"), str(error)[:200]
        else:
            code, detail = "internal-error", "It has been logged with the request id."
            self.log.error("request %s failed", request_id, exc_info=error)
        status, body = problem_body(code, detail, request_id)
        body = put_before_links(self._settings.prefix, body)
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {MIMETYPE}\r\nConnection: close\r\n"
        head += f"Content-Length: {len(body)}\r\nX-Request-ID: {request_id}\r\n\r\n"
        with suppress(OSError):
            client.sendall(head.encode() + body)
