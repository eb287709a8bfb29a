"""Requests to addresses from clients: only to those that the operator allows, and within bounds.

For every request the name is looked up once, all its addresses are checked, and the connection uses one of them, so a
name that resolves elsewhere a moment later (DNS rebinding) gains nothing. Redirects are not followed, and proxies of
the environment are not used. A request ends at its deadline however slowly the receiver sends; little of its response
is read.
"""

from __future__ import annotations

import io
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any, NamedTuple

from fewest.config.targets import PORTS, AllowedTargets, Target

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

RESPONSE_BYTES = 65_536
"""Largest number of bytes read of a response, with its headers."""

BODY_BYTES = 4096
"""Bytes of a response's body that are read and dropped, so that a receiver can send a short body without an error."""


class NotAllowedError(Exception):
    """The host has no address, or one that requests may not be sent to."""


class NoResponseError(Exception):
    """There was no response. The message gives the reason."""


class Reply(NamedTuple):
    """The status of a response, and the seconds it asks to wait before the next request (0 if none)."""

    status: int
    retry_seconds: int


# Not urllib3 or httpx: they look names up themselves, and have no deadline for a whole response.
class Outbound:
    """Sends requests.

    Parameters
    ----------
    allowed
        The addresses that requests may be sent to.
    seconds
        Time limit of a request.
    look_up
        Finds the addresses of a name, like :func:`socket.getaddrinfo`.
    """

    def __init__(
        self, allowed: AllowedTargets, seconds: float, look_up: Callable[..., list[Any]] = socket.getaddrinfo
    ) -> None:
        self._allowed = allowed
        self._seconds = seconds
        self._look_up = look_up
        self._tls = ssl.create_default_context()

    def post(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Send a POST request.

        Raises
        ------
        NotAllowedError
            If the name has no address, or one that is not allowed.
        NoResponseError
            If no response has come in time.
        """
        deadline = time.monotonic() + self._seconds
        try:
            with self._connect(target, deadline) as connection:
                return _exchange(_Connection(connection, deadline), target, body, headers)
        except TimeoutError:
            raise NoResponseError(f"no response within {self._seconds:g} seconds") from None
        except (OSError, HTTPException, ValueError) as error:  # ValueError: a name that cannot be looked up
            raise NoResponseError(f"{type(error).__name__}: {error}") from error

    def _connect(self, target: Target, deadline: float) -> socket.socket:
        # A certificate names an IPv6 address without brackets.
        host = target.host.strip("[]")
        found = self._look_up(host, target.port, type=socket.SOCK_STREAM)
        if not found or not all(self._allowed.allows_address(entry[4][0]) for entry in found):
            raise NotAllowedError(f"{target.host} has an address that is not public, or none")
        failure = OSError()
        for family, kind, protocol, _, address in found:
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(_left(deadline))
                connection.connect(address)
                if target.scheme == "https":
                    return self._tls.wrap_socket(connection, server_hostname=host)
            except OSError as error:
                connection.close()
                failure = error
            else:
                return connection
        raise failure


class _Connection:
    """A connection for :mod:`http.client` that sends until a deadline. Its owner closes it."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline

    def sendall(self, content: bytes) -> None:
        """Send all of it."""
        left = memoryview(content)
        while left:
            self._connection.settimeout(_left(self._deadline))
            left = left[self._connection.send(left) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """A file to read the response from."""
        return io.BufferedReader(_Received(self._connection, self._deadline))

    def close(self) -> None:
        """Nothing: the response may not be read yet."""


class _Received(io.RawIOBase):
    """The input of a connection, until a deadline and up to a number of bytes."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline
        self._room = RESPONSE_BYTES

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Receive some bytes."""
        if self._room <= 0:
            raise HTTPException(f"the response has more than {RESPONSE_BYTES} bytes of headers")
        self._connection.settimeout(_left(self._deadline))
        size = self._connection.recv_into(memoryview(buffer)[: self._room])
        self._room -= size
        return size


def _exchange(made: _Connection, target: Target, body: bytes, headers: Mapping[str, str]) -> Reply:
    connection = HTTPConnection(target.host, target.port)
    connection.sock = made
    default = target.port == PORTS[target.scheme]
    host = {"Host": target.host if default else f"{target.host}:{target.port}"}
    connection.request("POST", target.path, body, host | {"Connection": "close"} | dict(headers))
    response = connection.getresponse()
    retry = response.getheader("Retry-After", "")
    reply = Reply(response.status, int(retry) if retry.isascii() and retry.isdigit() and len(retry) < 10 else 0)
    with suppress(OSError, HTTPException):  # the status says everything
        response.read(BODY_BYTES)
    return reply


def _left(deadline: float) -> float:
    """Seconds until the deadline."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
