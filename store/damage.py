"""Damaged values: whatever a value in Redis has become, it costs at most that value.

A value that is of the wrong type or cannot be parsed counts as absent. Whoever comes upon it drops it, so that the next
one finds nothing, and notes it: in the log, and in a hash that the metrics read. There are two ways to come upon one:

* A command fails, because a key holds another type or a field no number. :class:`RepairingRedis` and the functions that
  :func:`store.scripting.guarded` puts before every script drop the value and repeat the command.
* What a command returns cannot be parsed: :meth:`RepairingRedis.parse`.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import NoScriptError, ResponseError

from store import keys, scripting
from store.scripting import Value, guarded

PARSE_ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, zlib.error)
"""What parsing raises if it is given other bytes than those that were stored."""

MAX_NAMES = 100
"""Names of damaged values that are stored until the next sweep."""

SEVERAL = {"XREAD": b"stream", "SUNION": b"set", "LMOVE": b"list", "BLMOVE": b"list"}
"""Commands that read several keys, of which any may be of another type than this."""

OTHER_TYPE = "WRONGTYPE"
NO_NUMBER = ("value is not an integer", "value is not a valid float")
NO_NUMBER_IN_HASH = "hash value is not"
"""Parts of the server's messages."""

Raw = TypeVar("Raw")
Parsed = TypeVar("Parsed")
Record = TypeVar("Record")

DAMAGED = "%s is damaged and counts as absent: %s"

log = logging.getLogger("fewest.store")


class _ScriptRunner:
    """What a client and its pipelines have in common."""

    def run_script(self, name: str, /, **values: Value | Iterable[Value]) -> Any:
        """Run a script of ours with its keys and arguments, see :mod:`store.scripting`."""
        return self.execute_command("EVALSHA", *scripting.load(name).operands(values))  # type: ignore[attr-defined]


class RepairingRedis(_ScriptRunner, Redis):  # type: ignore[misc, unused-ignore]
    """A Redis client that drops what is damaged, and goes on without it."""

    def register_script(self, script: Any) -> Any:
        """A script of another program, guarded."""
        return super().register_script(guarded(script))

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command, once more if what it met was damaged and is dropped, or if the server had no such script."""
        try:
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except ResponseError as error:
            if not self.mend(error, args):
                raise
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> GuardedPipeline:
        """A pipeline that does the same."""
        return GuardedPipeline(self, transaction, shard_hint)

    def parse(self, name: str, raw: Raw, parse: Callable[[Raw], Parsed]) -> Parsed | None:
        """Parse what a key holds. If it is damaged, the key is dropped, and the result is None."""
        try:
            return parse(raw)
        except PARSE_ERRORS as error:
            self.drop(name, error)
            return None

    def parse_fields(
        self, name: str, raw: Mapping[bytes, bytes], parse: Callable[[bytes], Parsed]
    ) -> dict[str, Parsed]:
        """Parse each field of a hash. Those that are damaged are left out, and removed."""
        found: dict[str, Parsed] = {}
        for field, value in raw.items():
            try:
                found[field.decode()] = parse(value)
            except PARSE_ERRORS as error:
                self._drop_field(name, field, error)
        return found

    def drop(self, name: str | bytes, reason: object) -> None:
        """Drop a damaged value, and note it."""
        self.run_script("drop", name=name)
        log.warning(DAMAGED, printable(name), _why(reason))

    def mend(self, error: ResponseError, args: tuple[Any, ...]) -> bool:
        """Drop what has made a command fail, or load the script that it calls. Returns False if it was neither."""
        if isinstance(error, NoScriptError):
            return self._load_script(args[1])
        text = str(error)
        command = str(args[0]).upper()
        if len(args) < 2 or command.startswith("EVAL"):
            return False
        if NO_NUMBER_IN_HASH in text:
            self._drop_field(args[1], args[2], error)
            return True
        if command in SEVERAL and OTHER_TYPE in text:
            others = [name for name in args[1:] if isinstance(name, (str, bytes)) and _is_ours(name)]
            damaged = [name for name in others if self.type(name) not in (b"none", SEVERAL[command])]
        else:
            damaged = [args[1]] if any(part in text for part in (OTHER_TYPE, *NO_NUMBER)) else []
        for name in damaged:
            self.drop(name, error)
        return bool(damaged)

    def _load_script(self, digest: Value) -> bool:
        """Load a script of ours into a server that has not had it since its start."""
        script = scripting.by_digest(digest)
        if script is not None:
            self.script_load(script.text)
        return script is not None

    def _drop_field(self, name: str | bytes, field: str | bytes, reason: object) -> None:
        self.run_script("drop_field", name=name, field=field)
        log.warning(DAMAGED, f"{printable(name)} {printable(field)}", _why(reason))


class GuardedPipeline(_ScriptRunner, Pipeline):  # type: ignore[misc, unused-ignore]
    """A pipeline whose commands are repeated, each by itself, if what they met was damaged, or no such script yet."""

    def __init__(self, client: RepairingRedis, transaction: bool, shard_hint: Any) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client = client

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Send all commands."""
        commands = list(self.command_stack)
        replies = super().execute(raise_on_error=False)
        for index, reply in enumerate(replies):
            if isinstance(reply, ResponseError):
                args, options = commands[index]
                if isinstance(reply, NoScriptError) or any(
                    part in str(reply) for part in (OTHER_TYPE, NO_NUMBER_IN_HASH, *NO_NUMBER)
                ):
                    replies[index] = self._client.execute_command(*args, **options)
                elif raise_on_error:
                    self.annotate_exception(reply, index + 1, args)  # type: ignore[no-untyped-call]
                    raise reply
        return replies


def shaped(record: type[Record], values: Mapping[str, Any]) -> Record:
    """Make a record (a dataclass) of what was stored as JSON.

    Fields that the record does not have are left out: another version may have stored them.

    Raises
    ------
    TypeError
        If a value is missing or of another type than its field.
    """
    hints = _hints(record)
    known = {name: value for name, value in values.items() if name in hints}
    for name, value in known.items():
        if not isinstance(value, hints[name]):
            raise TypeError(f"{name} is {type(value).__name__}")
    return record(**known)


def text_of(raw: bytes) -> str:
    """A string that was stored as JSON.

    Raises
    ------
    TypeError
        If it is something else.
    """
    text = json.loads(raw)
    if not isinstance(text, str):
        raise TypeError(f"it is {type(text).__name__}")
    return text


_HINTS: dict[type, dict[str, tuple[type, ...]]] = {}


def _hints(record: type) -> dict[str, tuple[type, ...]]:
    """The types that JSON has for the fields of a record."""
    if record not in _HINTS:
        hints = get_type_hints(record)
        _HINTS[record] = {each.name: _types(hints[each.name]) for each in fields(record)}
    return _HINTS[record]


def _types(hint: Any) -> tuple[type, ...]:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _types(part))
    return (int, float) if hint is float else (origin or hint,)


def _is_ours(name: str | bytes) -> bool:
    return printable(name).startswith((keys.PREFIX, "rq:"))


def _why(reason: object) -> str:
    return f"{type(reason).__name__}: {reason}" if isinstance(reason, Exception) else str(reason)


def printable(name: str | bytes) -> str:
    """A name as it is logged, whatever bytes it is of."""
    raw = name.encode("utf-8", keys.ENCODING_ERRORS) if isinstance(name, str) else name
    return raw.decode("utf-8", "backslashreplace")
