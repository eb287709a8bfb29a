"""The settings, read once from the environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, post_load, validate
from marshmallow import fields as shapes

from fewest.config.targets import AllowedTargets, read_hosts

PREFIX = "FEWEST_"

SENTINELS = re.compile(r"[^,:]+(:\d+)?(,[^,:]+(:\d+)?)*")
"""Hosts and ports, separated by commas."""

PUBLIC_URL = re.compile(r"https?://[^/?#\s]+(?:/[A-Za-z0-9._~-]+)*")


MAX_PAIRS = 4096
"""Most pairs of a start and a goal in a survey: all single-vacancy problems of a board of 64 holes."""

Value = TypeVar("Value")


def setting(default: Value, sentence: str, *, most: float | None = None) -> Value:
    """A field of the settings.

    Parameters
    ----------
    sentence
        What the setting does, in Markdown, for `.env.example` and docs/08-operating.md; ``make settings`` writes both.
    most
        The largest value, if it is bounded. Limits for clients are not.
    """
    return field(default=default, metadata={"sentence": sentence, "most": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator decides, read from ``FEWEST_`` + the name in capitals; ``redis_url`` from REDIS_URL, too."""

    redis_url: str = setting(
        "", "Address of Redis, also read from `REDIS_URL`. If it is empty, `fewest up` starts its own server."
    )
    redis_password_file: str = setting("", "File with the password of Redis. It replaces a password in the address.")
    data: Path = setting(Path("data"), "Folder for tables, logs and the embedded Redis server.")  # noqa: RUF009 - a path is immutable
    seconds: float = setting(60.0, "Default time limit of a search.")
    max_seconds: float = setting(3600.0, "Maximum time limit of a search.")
    nodes: int = setting(10_000_000_000, "Default node limit of a search.")
    max_nodes: int = setting(10_000_000_000_000, "Maximum node limit of a search.")
    bytes: int = setting(2_000_000_000, "Default memory limit of a search.")
    max_bytes: int = setting(12_000_000_000, "Maximum memory limit of a search.")
    machine_bytes: int = setting(
        0, "Memory for all running searches of a machine. 0 means 80 % of the machine's memory, or of its cgroup's."
    )
    cores: int = setting(1, "Threads per search.")
    body_bytes: int = setting(1_000_000, "Maximum size of a request body.")
    processes: int = setting(2, "Web processes.")
    connections: int = setting(
        6000, "Open connections per web process, at least 4/3 of `FEWEST_MAX_WAITS` + `FEWEST_MAX_STREAMS`."
    )
    header_seconds: float = setting(10.0, "Time for the headers of a request to arrive.")
    body_seconds: float = setting(30.0, "Time for the body of a request to arrive.")
    idle_seconds: float = setting(30.0, "Time that a connection may be idle.")
    wait_seconds: int = setting(25, "Maximum wait of a long poll.")
    max_waits: int = setting(2000, "Concurrent long polls per web process.")
    max_streams: int = setting(2000, "Concurrent event streams per web process.")
    stream_seconds: int = setting(600, "Maximum duration of an event stream.")
    max_computations: int = setting(
        4, "Requests that a web process checks, draws or canonicalizes at once, half of them for one client.", most=64
    )
    batch_bytes: int = setting(2_000_000, "Maximum size of a batch's body.")
    max_batch: int = setting(1000, "Maximum number of puzzles in a batch.")
    max_survey: int = setting(
        1000, "Maximum number of problems in a survey. Symmetric ones count once.", most=MAX_PAIRS
    )
    max_hint_moves: int = setting(256, "Maximum number of next moves that a hint compares.")
    hint_seconds: float = setting(1.0, "Maximum wait for a hint.")
    response_cache_bytes: int = setting(
        16_000_000, "Size of the response cache of a web process. 1 turns it off.", most=1_000_000_000
    )
    response_cache_seconds: float = setting(2.0, "Time that a response stays in this cache.", most=60)
    rate_requests: int = setting(6000, "Requests that cost work, per client and minute.")
    rate_searches: int = setting(600, "New searches, per client and minute.")
    rate_local: int = setting(
        100_000,
        "Both of these for clients on this machine, if higher, where the service listens on loopback only and has no "
        "API keys.",
    )
    proxies: int = setting(0, "Number of trusted proxies in front of the service.")
    cors_read: str = setting("*", "Origins whose pages may read, separated by commas. `*` is any.")
    cors_write: str = setting("", "Origins whose pages may submit work, separated by commas. `*` is any.")
    max_queue: int = setting(1000, "Maximum number of queued searches.", most=100_000)
    quick_seconds: float = setting(5.0, "A search that takes longer while others wait moves to the long lane.")
    share_seconds: float = setting(
        1.0, "A search of a sliding puzzle that takes longer shares its work with idle workers of the long lane."
    )
    job_retention_seconds: int = setting(604_800, "Time that a finished job is retained, unless memory is short.")
    store_bytes: int = setting(1_000_000_000, "Memory for everything stored in Redis.")
    tables_bytes: int = setting(10_000_000_000, "Disk space for the tables of a data folder.", most=10**14)
    listing_bytes: int = setting(16_000_000, "Maximum size of a stored listing of all solutions.")
    public_url: str = setting("", "Public address, such as `https://host/fewest`. All links begin with its path.")
    hosts: str = setting(
        "", "Other names of the service, separated by commas. `*.example.com` is every name below it, `*` any name."
    )
    webhook_hosts: str = setting("", "Hosts that webhooks may be sent to. If it is empty, webhooks are off.")
    webhook_networks: str = setting("", "Private networks that webhooks may be sent to, such as `10.1.0.0/16`.")
    webhook_seconds: float = setting(15.0, "Time limit of an attempt to deliver an event.", most=60)
    webhook_attempts: int = setting(12, "Maximum number of attempts to deliver an event.")
    webhook_pause_seconds: float = setting(
        5.0, "Pause before the second attempt. Each later pause is four times as long, up to six hours."
    )
    max_webhooks: int = setting(10_000, "Maximum number of pending webhooks.")

    @property
    def tables(self) -> Path:
        """The folder in which large tables are stored between searches."""
        return self.data / "tables"

    @property
    def kernels(self) -> Path:
        """The folder in which compiled kernels are stored if they cannot be elsewhere."""
        return self.data / "kernels"

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
    def make(self, values: dict[str, Any], **_: object) -> Settings:
        """Make the settings and check what depends on several of them."""
        settings = Settings(**values)
        for name in ("seconds", "nodes", "bytes"):
            if getattr(settings, name) > getattr(settings, f"max_{name}"):
                raise ValidationError({name: [f"must be at most {PREFIX}MAX_{name.upper()}"]})
        for each in fields(settings):
            value, most = getattr(settings, each.name), each.metadata["most"]
            if most is not None and value > most:
                raise ValidationError({each.name: [f"must be at most {most}, not {value}"]})
        held = settings.max_waits + settings.max_streams
        # A quarter of the connections is left for requests that do not wait.
        if 4 * held > 3 * settings.connections:
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
    kinds = {each.name: str(each.type) for each in fields(Settings)}
    members = {name: FIELDS[kind](validate=_check(name, kind)) for name, kind in kinds.items()}
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
    given = {each.name: environment.get(PREFIX + each.name.upper()) for each in fields(Settings)}
    # The name that other programs use as well, if there is none of our own.
    given["redis_url"] = given["redis_url"] or environment.get("REDIS_URL")
    if given["redis_url"] and given["redis_password_file"]:
        given["redis_url"] = with_password(given["redis_url"], given["redis_password_file"])
    # An empty variable counts as one that is not set.
    settings: Settings = _shape().load({name: text for name, text in given.items() if text not in (None, "")})
    return settings
