"""Why Redis cannot be used, as a sentence that says what to do about it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from typing import Any

from redis import exceptions
from redis.sentinel import MasterNotFoundError

ADVICE: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (MasterNotFoundError, "no sentinel knows the master: check their addresses and its name in REDIS_URL"),
    (ssl.SSLCertVerificationError, "its certificate is not trusted ({error}): set ssl_ca_certs=FILE in REDIS_URL"),
    (ssl.SSLError, "the TLS handshake fails ({error}): does that port speak TLS? If not, use redis:// in REDIS_URL"),
    (socket.gaierror, "the host is unknown: check its name in REDIS_URL, and DNS"),
    (FileNotFoundError, "there is no such socket: is the service running, with this data folder?"),
    (ConnectionRefusedError, "the connection is refused: is Redis running there, and is the port right?"),
    (PermissionError, "access to the socket is denied: run this as the user of the service"),
    (exceptions.NoPermissionError, "the user may not do this ({error}): see the ACL in docs/08-operating.md"),
    (
        (exceptions.AuthenticationError, exceptions.AuthorizationError),
        "the password is wrong or missing: check user and password in REDIS_URL",
    ),
    (exceptions.BusyLoadingError, "it is still loading its data: wait"),
    ((TimeoutError, exceptions.TimeoutError), "it does not answer in time: is it overloaded, or behind a firewall?"),
    (exceptions.InvalidResponse, "what answers there is not Redis: check the port in REDIS_URL"),
    (ConnectionResetError, "it closes the connection: does it need TLS (rediss://)?"),
)
"""The first entry that matches an error in the chain of causes is used; otherwise the error's own text."""

PROTECTED = "it is in protected mode and refuses other hosts: give it a password (requirepass)"
CLOSED = "it closes the connection: does it need TLS (rediss://)?"


def explain(error: BaseException, options: Mapping[str, Any]) -> str:
    """Why Redis cannot be used.

    Parameters
    ----------
    options
        Options of the connections. The address is shown, the password never.
    """
    chain = list(_causes(error))
    text = " ".join(map(str, chain))
    if "protected mode" in text:
        advice = PROTECTED
    else:
        advice = next((advice for kind, advice in ADVICE if any(isinstance(e, kind) for e in chain)), "")
    if not advice:
        advice = CLOSED if "closed by server" in text else "{error}"
    first = str(getattr(chain[-1], "verify_message", "") or chain[-1]).rstrip(".")
    return f"Redis at {address(options)} cannot be used: {advice.format(error=first)}"


def address(options: Mapping[str, Any]) -> str:
    """Where Redis is, without user and password."""
    return str(options.get("path") or f"{options.get('host', 'localhost')}:{options.get('port', 6379)}")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        # redis-py raises its own errors from those of the system, which say more.
        error = error.__cause__ or error.__context__
