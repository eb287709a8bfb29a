"""Everything that can be set, read once from the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, post_load, validate
from marshmallow import fields as shapes

PREFIX = "FEWEST_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator decides. Each is read from ``FEWEST_`` + its name in capitals, ``redis_url`` from REDIS_URL too.

    Attributes
    ----------
    redis_url
        Where Redis is. Empty: ``fewest up`` starts one of its own.
    data
        Folder for tables, and for the embedded server's data.
    seconds, seconds_most
        Time of a search: default and most, in seconds.
    nodes, nodes_most
        Nodes of a search: default and most.
    bytes, bytes_most
        Memory of a search: default and most, in bytes.
    cores
        Threads a search may use.
    body_bytes
        Longest request body, in bytes.
    processes, threads
        Web processes, and threads in each.
    wait_seconds, waits
        Longest wait a request may ask for, in seconds, and how many requests of one process may wait at once.
    streams, stream_seconds
        Event streams one process may hold open at once, and how long one is held, in seconds.
    batch_bytes, batch_most
        Longest body of a batch, in bytes, and most puzzles in one.
    hint_moves, hint_seconds
        Next moves a hint may have to look at, at most, and how long a request for one is held, in seconds.
    recent_bytes, recent_seconds
        Solutions and answers a web process keeps to tell them again without asking Redis: in bytes, and for
        how long, in seconds.
    rate_requests, rate_searches
        Requests that take work a client may make in a minute, and searches it may begin in a minute.
    proxies
        Proxies in front that tell the client's address (X-Forwarded-For); 0 if clients come directly.
    cors_read, cors_write
        Origins whose pages may read, and may ask for work: separated by commas, ``*`` for any.
    queue_most
        Searches that may be queued at once.
    job_seconds
        How long a job is kept after its last change.
    memory_bytes
        Memory of the embedded Redis server.
    listing_bytes
        Longest listing of solutions that is kept.
    public_url
        Address clients see, put before links; empty for links relative to the host.
    """

    redis_url: str = ""
    data: Path = Path("data")
    seconds: float = 60.0
    seconds_most: float = 3600.0
    nodes: int = 10_000_000_000
    nodes_most: int = 10_000_000_000_000
    bytes: int = 2_000_000_000
    bytes_most: int = 12_000_000_000
    cores: int = 1
    body_bytes: int = 1_000_000
    processes: int = 2
    threads: int = 12
    wait_seconds: int = 25
    waits: int = 5
    streams: int = 4
    stream_seconds: int = 600
    batch_bytes: int = 8_000_000
    batch_most: int = 1000
    hint_moves: int = 256
    hint_seconds: float = 1.0
    recent_bytes: int = 16_000_000
    recent_seconds: float = 2.0
    rate_requests: int = 6000
    rate_searches: int = 600
    proxies: int = 0
    cors_read: str = "*"
    cors_write: str = ""
    queue_most: int = 1000
    job_seconds: int = 604_800
    memory_bytes: int = 1_000_000_000
    listing_bytes: int = 16_000_000
    public_url: str = ""


MOST = {"recent_bytes": 1_000_000_000, "recent_seconds": 60}
"""Bounds of what bounds no client."""


class FolderShape(shapes.Field[Path]):
    """A folder."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Path:
        return Path(value).expanduser()


def _reads_as_redis(url: str) -> None:
    """Redis is at an address of one of the forms its clients take."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("redis", "rediss", "unix") and (parts.port or True)
    except ValueError:
        fine = False
    if not fine:
        raise ValidationError("not like redis://host:6379/0, rediss://… or unix:///path")


POSITIVE = validate.Range(min=0, min_inclusive=False)
NOT_NEGATIVE = validate.Range(min=0)
FORMS: dict[str, Any] = {"str": shapes.String, "Path": FolderShape, "float": shapes.Float, "int": shapes.Integer}


class SettingsShape(Schema):
    """Settings as text, from the environment."""

    class Meta:
        """The environment holds much else."""

        unknown = EXCLUDE

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Settings:
        """Make the settings and look at them together."""
        settings = Settings(**values)
        for name in ("seconds", "nodes", "bytes"):
            if getattr(settings, name) > getattr(settings, f"{name}_most"):
                raise ValidationError({name: [f"more than {name}_most"]})
        for name, most in MOST.items():
            if getattr(settings, name) > most:
                raise ValidationError({name: [f"at most {most}, not {getattr(settings, name)}"]})
        if 4 * (settings.waits + settings.streams) > 3 * settings.threads:
            raise ValidationError({"threads": ["waits and streams together may take three quarters of them at most"]})
        return settings


def _check(name: str, kind: str) -> validate.Range | Callable[[str], None] | None:
    if name == "redis_url":
        return _reads_as_redis
    if kind not in ("float", "int"):
        return None
    return NOT_NEGATIVE if name == "proxies" else POSITIVE


@cache
def _shape() -> Schema:
    members = {
        field.name: FORMS[str(field.type)](validate=_check(field.name, str(field.type))) for field in fields(Settings)
    }
    return SettingsShape.from_dict(members, name="SettingsOfEnvironment")()


def load_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from environment variables.

    Raises
    ------
    marshmallow.ValidationError
        Naming every variable that makes no sense.
    """
    given = {field.name: environment.get(PREFIX + field.name.upper()) for field in fields(Settings)}
    given["redis_url"] = given["redis_url"] or environment.get("REDIS_URL")
    settings: Settings = _shape().load({name: text for name, text in given.items() if text not in (None, "")})
    return settings
