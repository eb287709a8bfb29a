"""Redis behind Sentinel: every connection goes to the server that is the master when it is opened.

An address is ``redis+sentinel://user:password@host:26379,host:26379/NAME/0``: the sentinels, which need no password;
the name under which they watch the master; and the database. User, password and options apply to the master.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from redis import connection, sentinel
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import ReadOnlyError
from redis.retry import Retry

MARK = "+sentinel"
PORT = 26379
"""The port of sentinels whose address has none."""


Connection: Any = connection.Connection
SSLConnection: Any = connection.SSLConnection
Sentinel: Any = sentinel.Sentinel


class Watched(NamedTuple):
    """A master, and the sentinels that know where it is."""

    sentinels: Any
    name: str


class _ToMaster(Connection):  # type: ignore[misc]
    """A connection to the master, which is looked up whenever the connection is opened.

    redis-py 8.1 (``SentinelManagedConnection``) does not look it up when it reopens a connection for a command, so it
    would keep asking a server that is no longer the master.
    """

    def __init__(self, watched: Watched, **options: Any) -> None:
        self._watched = watched
        super().__init__(**options)

    def _connect(self) -> Any:
        self.host, self.port = self._watched.sentinels.discover_master(self._watched.name)
        return super()._connect()

    def read_response(self, *arguments: Any, **named: Any) -> Any:
        """Read an answer. If a server refuses writes because it is no longer the master, look up the master again."""
        try:
            return super().read_response(*arguments, **named)
        except ReadOnlyError:
            self.disconnect()
            raise LostConnection("the master has changed") from None


class _ToMasterByTLS(_ToMaster, SSLConnection):  # type: ignore[misc]
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
    encrypted = issubclass(pool.connection_class, SSLConnection)
    tls = {name: value for name, value in pool.connection_kwargs.items() if name.startswith("ssl_")}
    once = Retry(NoBackoff(), 0)  # there are other sentinels, and the pool itself tries again
    sentinels = Sentinel(
        [(host, int(port or PORT)) for host, _, port in hosts],
        sentinel_kwargs={**options, **tls, "ssl": encrypted, "retry": once},
    )
    pool.connection_class = _ToMasterByTLS if encrypted else _ToMaster
    pool.connection_kwargs["watched"] = Watched(sentinels, parts.path.strip("/").partition("/")[0])
