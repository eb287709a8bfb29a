"""The server: gunicorn's gevent worker, with deadlines for what clients send, and errors as problem documents.

Every connection has a greenlet of its own, so a client that sends slowly, waits or reads slowly holds up no other. What
a connection may hold is bounded by deadlines, and their number by ``connections``: beyond it, the one that has kept
the server waiting longest is closed.

This module is imported before the standard library is patched, so it imports nothing of the application.
"""

from __future__ import annotations

import os
import resource
import secrets
import socket as sockets
import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any

import gevent
from gunicorn import http
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from schemas.settings import Settings, load_settings

CODES: dict[type[Exception], str] = {
    errors.LimitRequestLine: "uri-too-long",
    errors.LimitRequestHeaders: "headers-too-large",
    errors.UnsupportedTransferCoding: "not-implemented",
}
"""Error of gunicorn's parser: code of the problem. All others are bad requests."""

SPARE = 50
"""Connections beyond the limit that may exist for a moment, while others are closed for them."""


FILES = 200
"""Files a process has open for other purposes."""


RECEIVE_BYTES = 8192
END_OF_HEADERS = b"\r\n\r\n"


class LateRequest(Exception):
    """The headers of a request did not arrive in time."""


class TimedBody:
    """The body of a request, all of which has to be read within a number of seconds.

    Late and broken bodies are HTTP errors for the application; the connection is closed after the response.

    Parameters
    ----------
    arrived
        Called after every read.
    """

    def __init__(self, request: Any, seconds: float, arrived: Callable[[], object]) -> None:
        self._request, self._body, self._seconds, self._arrived = request, request.body, seconds, arrived
        self._until = 0.0

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
        from werkzeug.exceptions import BadRequest, RequestTimeout

        now = time.monotonic()
        self._until = self._until or now + self._seconds
        late = RequestTimeout(f"The body took longer than {self._seconds:g} seconds.")
        try:
            with gevent.Timeout(max(0.001, self._until - now), late):
                piece: bytes = read(size)
        except (RequestTimeout, TimeoutError):
            self._request.force_close()
            raise late from None
        except (errors.ParseException, OSError) as error:
            self._request.force_close()
            raise BadRequest(f"The body is broken: {error}") from None
        self._arrived()
        return piece


class Worker(GeventWorker):  # type: ignore[misc]
    """A web process."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._settings: Settings = load_settings(os.environ)
        self._most = min(self._settings.connections, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES)
        self.worker_connections = self._most + SPARE
        self._open = 0
        self._waited_for: dict[Any, None] = {}

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        """Serve the requests of one connection."""
        self._open += 1
        if self._open > self._most and self._waited_for:
            oldest = next(iter(self._waited_for))
            del self._waited_for[oldest]
            _shut_down(oldest)
        try:
            client.settimeout(self._settings.idle_seconds)  # for every single read and write
            self._serve(listener.getsockname(), client, address)
        finally:
            self._waited_for.pop(client, None)
            _close(client)
            self._open -= 1

    def _serve(self, name: Any, client: Any, address: Any) -> None:
        settings, request = self._settings, None
        proxy: dict[str, Any] = {}
        parser = http.get_parser(self.cfg, client, address)
        arrived = partial(self._waited_for.pop, client, None)
        try:
            while True:
                request = None
                self._waited_for[client] = None
                if not self._receive(client, parser):
                    return
                request = self._parse(parser)
                proxy = request.proxy_protocol_info = request.proxy_protocol_info or proxy
                if request.method in ("GET", "HEAD"):
                    arrived()
                else:
                    request.body = TimedBody(request, settings.body_seconds, arrived)
                self.handle_request(name, request, client, address)
                arrived()
        except (StopIteration, errors.NoMoreData, OSError):
            pass  # the client has closed the connection, or has been idle for too long
        except Exception as error:
            self.handle_error(request, client, address, error)

    def _receive(self, client: Any, parser: Any) -> bool:
        """Wait for the beginning of a request. Returns False if the client has closed the connection."""
        if parser.unreader.buf.tell():
            return True  # it came with the request before
        beginning = client.recv(RECEIVE_BYTES)
        parser.unreader.unread(beginning)
        return bool(beginning)

    def _parse(self, parser: Any) -> Any:
        """Read the headers of a request. Nothing has to be timed if they have arrived."""
        if END_OF_HEADERS in parser.unreader.buf.getvalue():
            return next(parser)
        seconds = self._settings.header_seconds
        with gevent.Timeout(seconds, LateRequest(seconds)):
            return next(parser)

    def handle_error(self, _request: Any, client: Any, _address: Any, error: Exception) -> None:
        """Answer a request that never reached the application with a problem document, and log it."""
        from service.problems import MIMETYPE, problem_body

        request_id = secrets.token_hex(8)
        if isinstance(error, LateRequest):
            code, detail = "request-timeout", f"The headers took longer than {self._settings.header_seconds:g} seconds."
        elif getattr(error, "code", 0) == HTTPStatus.REQUEST_TIMEOUT:  # the rest of a body the application left
            code, detail = "request-timeout", f"The body took longer than {self._settings.body_seconds:g} seconds."
        elif isinstance(error, errors.ParseException) or getattr(error, "code", 0) == HTTPStatus.BAD_REQUEST:
            code, detail = CODES.get(type(error), "bad-request"), str(error)[:200]
        else:
            code, detail = "internal-error", "It has been logged with the request id."
            self.log.error("request %s failed", request_id, exc_info=error)
        status, body = problem_body(code, detail, request_id)
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {MIMETYPE}\r\nConnection: close\r\n"
        head += f"Content-Length: {len(body)}\r\nX-Request-ID: {request_id}\r\n\r\n"
        try:
            client.sendall(head.encode() + body)
        except OSError:
            return

    def handle_exit(self, number: int, frame: Any) -> None:
        """Begin to stop: serve the requests under way, and close the connections without one."""
        super().handle_exit(number, frame)
        gevent.spawn(self._close_idle)

    def _close_idle(self) -> None:
        for client in list(self._waited_for):
            _shut_down(client)


def _shut_down(client: Any) -> None:
    """Wake whoever reads from this connection: for them it has ended."""
    try:
        client.shutdown(sockets.SHUT_RDWR)
    except OSError:
        return


def _close(client: Any) -> None:
    """Close a connection. What the client still sends is dropped first: it would reset the connection, and with it
    the response on its way.
    """
    try:
        client.shutdown(sockets.SHUT_WR)
        client.settimeout(0.2)
        for _ in range(16):
            if not client.recv(65536):
                break
    except OSError:
        pass
    finally:
        client.close()
