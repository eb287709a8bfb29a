"""Damaged values: whatever happened to a value in Redis, only that value is lost.

A value that is of the wrong type or cannot be parsed counts as absent. Its key is dropped, which is logged and counted.

* What a command returns is parsed in one place per noun, by :meth:`StoreClient.parse`.
* A command or script fails if a key has another type, or if a counter is not a number. The client then checks the types
  and counters of all our keys, drops the damaged ones, and sends the command once more.
"""

from __future__ import annotations

import json
import logging
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from threading import RLock
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import NoScriptError, ResponseError

from fewest.store import keys, scripting
from fewest.store.scripting import Value

PARSE_ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, zlib.error)
"""The exceptions that parsing raises for damaged bytes."""

DAMAGE = re.compile("WRONGTYPE|value is not an integer|value is not a valid float|value is not a float")
"""The server's errors for a key of another type or a counter that is not a number."""

STEP = 1000
"""Keys checked in one round trip."""

WHOLE = re.compile(rb"-?\d{1,18}")

Raw = TypeVar("Raw")
Parsed = TypeVar("Parsed")
Number = TypeVar("Number", int, float)
Record = TypeVar("Record")

log = logging.getLogger("fewest.store")


class _ScriptRunner:
    """The common part of a client and its pipelines."""

    def run_script(self, name: str, /, **values: Value | Iterable[Value]) -> Any:
        """Run a script of ours with its keys and arguments, see :mod:`fewest.store.scripting`."""
        return self.execute_command("EVALSHA", *scripting.load(name).operands(values))  # type: ignore[attr-defined]


class StoreClient(_ScriptRunner, Redis):  # type: ignore[misc, unused-ignore]
    """A Redis client that loads our scripts, and drops what is damaged."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._looking = RLock()
        self._looks = 0

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command. Sends it again if the server lacked the script, or after dropping a damaged key that made it
        fail."""
        for _ in range(2):
            try:
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except ResponseError as error:
                if not self.repair(error, args):
                    raise
        return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> StorePipeline:
        """A pipeline that does the same."""
        return StorePipeline(self, transaction, shard_hint)

    def parse(self, name: str, raw: Raw, parse: Callable[[Raw], Parsed]) -> Parsed | None:
        """Parse what a key holds. If it is damaged, the key is dropped, and the result is None."""
        try:
            return parse(raw)
        except PARSE_ERRORS as error:
            self.drop(name, error)
            return None

    def drop(self, name: str | bytes, reason: object, type_: str = "") -> None:
        """Drop a damaged value, if it still has this type, and count it."""
        text = printable(name)
        self.run_script("drop", name=name, expected=type_, kind=keys.kind_of(text))
        why = f"{type(reason).__name__}: {reason}" if isinstance(reason, Exception) else reason
        log.warning("%s is damaged and counts as absent: %s", text, why)

    def repair(self, error: ResponseError, args: tuple[Any, ...]) -> bool:
        """Remove the cause of a failed command. Returns whether to send the command again."""
        if isinstance(error, NoScriptError):
            script = scripting.by_digest(args[1])
            if script is not None:
                self.script_load(script.text)
            return script is not None
        if not DAMAGE.search(str(error)):
            return False
        looks = self._looks
        with self._looking:
            if self._looks == looks:  # otherwise another thread has just dropped it
                self._drop_damaged(error)
                self._looks += 1
        return True

    def _drop_damaged(self, error: ResponseError) -> None:
        """Check all our keys, and drop the damaged ones."""
        cursor = None
        while cursor != 0:
            cursor, names = self.scan(cursor or 0, count=STEP)
            with self.pipeline(transaction=False) as pipe:
                for name in names:
                    pipe.type(name)
                types = [raw.decode() for raw in pipe.execute()]
            for name, type_ in zip(names, types, strict=True):
                if type_ != "none" and self._is_damaged(name, type_):
                    self.drop(name, error, type_)

    def _is_damaged(self, name: Any, type_: str) -> bool:
        """Whether a key has the wrong type, or a counter in it is not a number."""
        text = printable(name)
        expected = keys.type_of(text)
        if type_ != expected:
            return expected is not None
        values: list[Any] = []
        if keys.SUMS.fullmatch(text):
            found: dict[Any, Any] = self.hgetall(name)
            values = [value for field, value in found.items() if not keys.FRACTIONS.fullmatch(field)]
        elif counters := keys.counters_of(text):
            values = self.hmget(name, *counters)
        elif keys.COUNTS.fullmatch(text):
            values = [self.get(name)]
        return not all(value is None or WHOLE.fullmatch(value) for value in values)


class StorePipeline(_ScriptRunner, Pipeline):  # type: ignore[misc, unused-ignore]
    """A pipeline that sends a failed command again by itself, as a client does."""

    def __init__(self, client: StoreClient, transaction: bool, shard_hint: Any) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client = client

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Send all commands."""
        commands = list(self.command_stack)
        replies = super().execute(raise_on_error=False)
        for index, reply in enumerate(replies):
            if isinstance(reply, ResponseError):
                args, options = commands[index]
                if self._client.repair(reply, args):
                    replies[index] = self._client.execute_command(*args, **options)
                elif raise_on_error:
                    self.annotate_exception(reply, index + 1, args)  # type: ignore[no-untyped-call]
                    raise reply
        return replies


def numbers(number: type[Number], raw: Mapping[bytes, bytes]) -> dict[str, Number]:
    """The fields of a hash that holds nothing but numbers."""
    return {field.decode(): number(value) for field, value in raw.items()}


def shaped(record: type[Record], values: Mapping[str, Any]) -> Record:
    """Make a record (a dataclass) of what was stored as JSON.

    Fields that the record does not have are ignored: another version may have stored them.

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


def printable(name: str | bytes) -> str:
    """A name for the log, whatever its bytes are."""
    raw = name.encode("utf-8", keys.ENCODING_ERRORS) if isinstance(name, str) else name
    return raw.decode("utf-8", "backslashreplace")
