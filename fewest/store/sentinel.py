"""Redis behind Sentinel: every connection goes to the server that is the master when it is opened.

An address is ``redis+sentinel://user:password@host:26379,host:26379/NAME/0``: the sentinels, which need no password;
the name under which they watch the master; and the database. User, password and options apply to the master.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from redis import sentinel
from redis.backoff import NoBackoff
from redis.connection import SSLConnection
from redis.retry import Retry

MARK = "+sentinel"
PORT = 26379
"""The port of sentinels whose address has none."""

Connection: Any = sentinel.SentinelManagedConnection
Sentinel: Any = sentinel.Sentinel
Proxy: Any = sentinel.SentinelConnectionPoolProxy


class _ToMaster(Connection):  # type: ignore[misc]
    """A connection to the master.

    redis-py 8.1 looks the master up when a pool opens a connection, but not when a command reopens it: then it would
    keep asking a server that is no longer the master, as long as a worker tries again.
    """

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send a command."""
        if not self._sock:
            self.connect()
        super().send_packed_command(command, check_health)


class _ToMasterByTLS(_ToMaster, SSLConnection):  # type: ignore[misc, unused-ignore]
    """The same over TLS."""


def is_watched(url: str) -> bool:
    """Whether an address names sentinels."""
    return MARK in url.partition("://")[0]


def plain_url(url: str) -> str:
    """The address with the first sentinel in place of the master, as any client of Redis reads it."""
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    database = parts.path.strip("/").partition("/")[2] or "0"
    plain = parts._replace(scheme=parts.scheme.removesuffix(MARK), path=f"/{database}")
    return plain._replace(netloc=f"{credentials}{at}{hosts.split(',')[0]}").geturl()


def follow_master(pool: Any, url: str, options: Mapping[str, Any]) -> None:
    """Have a pool of connections, made for the plain address, connect to the master.

    Parameters
    ----------
    options
        Of the connections to the sentinels: their timeouts.
    """
    parts = urlsplit(url)
    hosts = [host.partition(":") for host in parts.netloc.rpartition("@")[2].split(",")]
    # Sentinels speak TLS if the master does.
    encrypted = issubclass(pool.connection_class, SSLConnection)
    tls = {name: value for name, value in pool.connection_kwargs.items() if name.startswith("ssl_")}
    once = Retry(NoBackoff(), 0)  # there are other sentinels, and the pool itself tries again
    sentinels = Sentinel(
        [(host, int(port or PORT)) for host, _, port in hosts],
        sentinel_kwargs={**options, **tls, "ssl": encrypted, "retry": once},
    )
    # Not redis-py's SentinelConnectionPool: it does not wait for a free connection.
    name = parts.path.strip("/").partition("/")[0]
    pool.connection_class = _ToMasterByTLS if encrypted else _ToMaster
    pool.connection_kwargs["connection_pool"] = Proxy(pool, True, False, name, sentinels)
