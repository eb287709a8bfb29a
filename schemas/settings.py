"""The settings, read once from the environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, post_load, validate
from marshmallow import fields as shapes

from fewest.schemas import JsonObject
from fewest.schemas.targets import AllowedTargets, read_hosts

PREFIX = "FEWEST_"

SENTINELS = re.compile(r"[^,:]+(:\d+)?(,[^,:]+(:\d+)?)*")
"""Hosts and ports, separated by commas."""

PUBLIC_URL = re.compile(r"https?://[^/?#\s]+(?:/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator decides, read from ``FEWEST_`` + the name in capitals; ``redis_url`` from REDIS_URL, too.

    Attributes
    ----------
    redis_url
        Address of Redis. If it is empty, ``fewest up`` starts a server of its own.
    redis_password_file
        File with the password of Redis, such as a secret of a container; empty if there is none but in the address.
    data
        Folder for tables and for the embedded server's data.
    seconds, max_seconds
        Time limit of a search, in seconds: default and maximum.
    nodes, max_nodes
        Node limit of a search: default and maximum.
    bytes, max_bytes
        Memory limit of a search, in bytes: default and maximum.
    machine_bytes
        Memory that the running searches of one machine may take together, in bytes; 0 for most of what it has.
    cores
        Threads a search may use.
    body_bytes
        Longest request body, in bytes.
    processes, connections
        Web processes, and connections each of them holds open.
    header_seconds, body_seconds, idle_seconds
        How long the headers of a request and its body may take to arrive, and how long a connection may be idle, in
        seconds.
    wait_seconds, waits
        Longest wait a request may ask for, in seconds, and number of requests that may wait at once in one process.
    streams, stream_seconds
        Event streams that may be open at once in one process, and how long each stays open, in seconds.
    computations
        Requests that are computed at once in one process; of one client, half as many.
    batch_bytes, max_batch
        Longest body of a batch, in bytes, and largest number of puzzles in one.
    max_survey
        Largest number of problems in a survey, those that are symmetric counted once.
    hint_moves, hint_seconds
        Largest number of next moves in a hint, and how long a request for one waits for results, in seconds.
    response_cache_bytes, response_cache_seconds
        Size of the cache of recent responses in each web process, in bytes, and how long a response stays in it, in
        seconds.
    rate_requests, rate_searches
        Requests that need work, and new searches, that a client may make per minute.
    proxies
        Number of proxies in front that set X-Forwarded-For, -Proto and -Prefix; 0 if clients connect directly.
    cors_read, cors_write
        Origins whose pages may read, and may make requests for work: separated by commas, ``*`` for any.
    max_queue
        Largest number of queued searches.
    quick_seconds
        A search that takes longer while others wait moves to the long lane, in seconds.
    share_seconds
        A search that takes longer gives parts of its work to idle workers of the long lane, in seconds.
    job_retention_seconds
        How long a job is stored after its end, in seconds, unless memory is short.
    store_bytes
        Memory for everything stored, in bytes, on any Redis server; the embedded one accepts no more.
    tables_bytes
        What the tables of one data folder may take on the disk, in bytes.
    listing_bytes
        Longest listing of solutions that is stored, in bytes.
    public_url
        Public address of the service, such as https://host/fewest; empty for links relative to the host.
    hosts
        Names under which the service may be reached beside that of the public address, ``localhost`` and any IP
        address: separated by commas, ``*.example.com`` for every name below it, ``*`` for any.
    webhook_hosts
        Hosts that webhooks may be sent to, separated by commas: ``[scheme://]host[:port]``, https and its port unless
        it says otherwise, ``:*`` for any port, ``*.example.com`` for every name below it, ``*`` for any host. Empty:
        there are no webhooks.
    webhook_networks
        Networks that webhooks may be sent to although their addresses are not public, such as 10.1.0.0/16, separated by
        commas.
    webhook_seconds, webhook_tries
        Time limit of an attempt to deliver an event, in seconds, and number of attempts.
    webhook_pause_seconds
        Pause before the second attempt, in seconds; every later one is four times as long, up to six hours.
    max_webhooks
        Largest number of webhooks whose job has not ended or whose last event is not delivered.
    """

    redis_url: str = ""
    redis_password_file: str = ""
    data: Path = Path("data")
    seconds: float = 60.0
    max_seconds: float = 3600.0
    nodes: int = 10_000_000_000
    max_nodes: int = 10_000_000_000_000
    bytes: int = 2_000_000_000
    max_bytes: int = 12_000_000_000
    machine_bytes: int = 0
    cores: int = 1
    body_bytes: int = 1_000_000
    processes: int = 2
    connections: int = 6000
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    idle_seconds: float = 30.0
    wait_seconds: int = 25
    waits: int = 2000
    streams: int = 2000
    stream_seconds: int = 600
    computations: int = 4
    batch_bytes: int = 2_000_000
    max_batch: int = 1000
    max_survey: int = 1000
    hint_moves: int = 256
    hint_seconds: float = 1.0
    response_cache_bytes: int = 16_000_000
    response_cache_seconds: float = 2.0
    rate_requests: int = 6000
    rate_searches: int = 600
    proxies: int = 0
    cors_read: str = "*"
    cors_write: str = ""
    max_queue: int = 1000
    quick_seconds: float = 5.0
    share_seconds: float = 1.0
    job_retention_seconds: int = 604_800
    store_bytes: int = 1_000_000_000
    tables_bytes: int = 10_000_000_000
    listing_bytes: int = 16_000_000
    public_url: str = ""
    hosts: str = ""
    webhook_hosts: str = ""
    webhook_networks: str = ""
    webhook_seconds: float = 15.0
    webhook_tries: int = 12
    webhook_pause_seconds: float = 5.0
    max_webhooks: int = 10_000

    @property
    def tables(self) -> Path:
        """The folder in which large tables are stored between searches."""
        return self.data / "tables"

    @property
    def prefix(self) -> str:
        """The path of the public address, without a slash at its end."""
        return urlsplit(self.public_url).path

    @property
    def host_patterns(self) -> list[str]:
        """The names of ``hosts``."""
        return read_hosts(self.hosts)

    @property
    def webhook_targets(self) -> AllowedTargets:
        """Which addresses webhooks may be sent to."""
        return _targets(self.webhook_hosts, self.webhook_networks)


@cache
def _targets(hosts: str, networks: str) -> AllowedTargets:
    return AllowedTargets(hosts, networks)


MAX_PAIRS = 4096
"""Most pairs of a start and a goal in a survey: all single-vacancy problems of a board of 64 holes."""

MAXIMA = {
    "computations": 64,
    "max_queue": 100_000,
    "max_survey": MAX_PAIRS,
    "response_cache_bytes": 1_000_000_000,
    "response_cache_seconds": 60,
    "tables_bytes": 10**14,
    "webhook_seconds": 60,
}
"""Upper bounds of settings that are no limits for clients."""


class FolderShape(shapes.Field[Path]):
    """The path of a folder."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> Path:
        return Path(value).expanduser()


def _check_redis_url(url: str) -> None:
    """Check that an address has one of the forms that clients of Redis accept."""
    try:
        parts = urlsplit(url)
        if parts.scheme in ("redis+sentinel", "rediss+sentinel"):
            valid = bool(SENTINELS.fullmatch(parts.netloc.rpartition("@")[2]) and parts.path.strip("/"))
        else:
            _ = parts.port  # raises ValueError if it is not a number
            valid = parts.scheme in ("redis", "rediss", "unix")
    except ValueError:
        valid = False
    if not valid:
        raise ValidationError(
            "must look like redis://host:6379/0, rediss://…, unix:///path or redis+sentinel://host,host/name"
        )


def _check_public_url(url: str) -> None:
    """Check that an address is that of a web server, with at most a path."""
    if not PUBLIC_URL.fullmatch(url):
        raise ValidationError("must look like https://host or https://host/path, without a slash at the end")


def _check_hosts(text: str) -> None:
    """Check that names of hosts can be read."""
    try:
        read_hosts(text)
    except ValueError as error:
        raise ValidationError(str(error)) from None


def _check_targets(text: str, name: str) -> None:
    """Check that hosts or networks for webhooks can be read."""
    try:
        AllowedTargets(**{"hosts": "", "networks": "", name: text})
    except ValueError as error:
        raise ValidationError(str(error)) from None


POSITIVE = validate.Range(min=0, min_inclusive=False)
NOT_NEGATIVE = validate.Range(min=0)
FIELDS: dict[str, Any] = {"str": shapes.String, "Path": FolderShape, "float": shapes.Float, "int": shapes.Integer}


class SettingsShape(Schema):
    """The settings as text, from the environment."""

    class Meta:
        """The environment has other variables, too."""

        unknown = EXCLUDE

    @post_load
    def make(self, values: JsonObject, **_: object) -> Settings:
        """Make the settings and check what depends on several of them."""
        settings = Settings(**values)
        for name in ("seconds", "nodes", "bytes"):
            if getattr(settings, name) > getattr(settings, f"max_{name}"):
                raise ValidationError({name: [f"must be at most {PREFIX}MAX_{name.upper()}"]})
        for name, most in MAXIMA.items():
            if getattr(settings, name) > most:
                raise ValidationError({name: [f"must be at most {most}, not {getattr(settings, name)}"]})
        if 4 * (settings.max_waits + settings.max_streams) > 3 * settings.connections:
            held = settings.max_waits + settings.max_streams
            least = -(-4 * held // 3)
            text = f"must be at least {least}, 4/3 of FEWEST_MAX_WAITS + FEWEST_MAX_STREAMS, not {settings.connections}"
            raise ValidationError({"connections": [text]})
        return settings


def _check(name: str, kind: str) -> validate.Range | Callable[[str], None] | None:
    if name == "redis_url":
        return _check_redis_url
    if name == "public_url":
        return _check_public_url
    if name == "hosts":
        return _check_hosts
    if name in ("webhook_hosts", "webhook_networks"):
        return partial(_check_targets, name=name.removeprefix("webhook_"))
    if kind not in ("float", "int"):
        return None
    return NOT_NEGATIVE if name in ("proxies", "machine_bytes") else POSITIVE


@cache
def _shape() -> Schema:
    members = {
        field.name: FIELDS[str(field.type)](validate=_check(field.name, str(field.type))) for field in fields(Settings)
    }
    return SettingsShape.from_dict(members, name="SettingsOfEnvironment")()


def with_password(url: str, file: str) -> str:
    """The address of Redis with the password in a file.

    Raises
    ------
    marshmallow.ValidationError
        If the file cannot be read.
    """
    try:
        password = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ValidationError({"redis_password_file": [f"{file} cannot be read: {error.strerror}"]}) from None
    scheme, _, rest = url.partition("://")
    user, _, host = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}:{quote(password, safe='')}@{host}"


def load_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from environment variables.

    Raises
    ------
    marshmallow.ValidationError
        With an error for every variable that is not valid.
    """
    given = {field.name: environment.get(PREFIX + field.name.upper()) for field in fields(Settings)}
    given["redis_url"] = given["redis_url"] or environment.get("REDIS_URL")
    if given["redis_url"] and given["redis_password_file"]:
        given["redis_url"] = with_password(given["redis_url"], given["redis_password_file"])
    settings: Settings = _shape().load({name: text for name, text in given.items() if text not in (None, "")})
    return settings
