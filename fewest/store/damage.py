"""Damaged values, which another program or an operator may have written.

* A value that cannot be parsed counts as missing. Its key is dropped, which is logged and counted. What a command
  returns is parsed in one place per noun, by :meth:`StoreClient.parse`.
* A key of another type, and a counter that is not a number, make the command fail. The error names the key, which is
  left alone.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import NoScriptError, ResponseError

from fewest.store import keys, scripting
from fewest.store.scripting import Value

PARSE_ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, zlib.error)
"""The exceptions that parsing raises for damaged bytes."""

DAMAGE = re.compile("WRONGTYPE|value is not an integer|value is not a valid float|value is not a float")
"""The server's errors for a key of another type or a counter that is not a number."""

IN_SCRIPT = re.compile(r"in <(.*)> script:")
"""The key, which ``scripts/shared/redis.lua`` adds to the errors of a script's commands."""

Raw = TypeVar("Raw")
Parsed = TypeVar("Parsed")
Number = TypeVar("Number", int, float)
Record = TypeVar("Record")

log = logging.getLogger("fewest.store")


class DamagedKey(ResponseError):
    """A key has another type than its readers expect, or is not the number that they count up."""

    def __init__(self, key: str, error: ResponseError) -> None:
        super().__init__(f"the key {key} is damaged: {error}")
        self.key = key


class _ScriptRunner:
    """The common part of a client and its pipelines."""

    def run_script(self, name: str, /, **values: Value | Iterable[Value]) -> Any:
        """Run a script of ours with its keys and arguments, see :mod:`fewest.store.scripting`."""
        return self.execute_command("EVALSHA", *scripting.load(name).operands(values))  # type: ignore[attr-defined]


def printable(name: str) -> str:
    """The name of a key for people: an id in it may have bytes that are no text, as a program may have damaged it."""
    return name.encode("utf-8", "backslashreplace").decode()


class StoreClient(_ScriptRunner, Redis):  # type: ignore[misc, unused-ignore]
    """A Redis client that loads our scripts, drops values that cannot be parsed, and names keys of another type."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._logged: set[str] = set()

    # redis-py sends scripts by digest only through objects of its own, and asks for all of them before each pipeline.
    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command, and send it again if the server lacked the script."""
        try:
            try:
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except NoScriptError:
                if script := scripting.by_digest(args[1]):
                    self.script_load(script.text)
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except ResponseError as error:
            if damaged := self.damage_of(error, args):
                raise damaged from error
            raise

    # It would make one of its own.
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

    def drop(self, name: str, reason: object) -> None:
        """Drop a damaged value, and count it."""
        self.run_script("drop", name=name, kind=keys.kind_of(name))
        why = f"{type(reason).__name__}: {reason}" if isinstance(reason, Exception) else reason
        log.warning("%s is damaged and counts as missing: %s", printable(name), why)

    def damage_of(self, error: ResponseError, args: tuple[Any, ...]) -> DamagedKey | None:
        """The error of a command with the key, if that is damaged; None if it is not. Each key is logged once."""
        if not DAMAGE.search(str(error)):
            return None
        found = IN_SCRIPT.search(str(error))
        key = found[1] if found else ", ".join(map(str, self.command_getkeys(*args)))
        damaged = DamagedKey(printable(key), error)
        # Every request that meets the key fails; the log would have little else.
        if key not in self._logged:
            self._logged.add(key)
            log.error("%s", damaged)
        return damaged


class StorePipeline(_ScriptRunner, Pipeline):  # type: ignore[misc, unused-ignore]
    """A pipeline that sends a command again by itself if the server lacked the script."""

    def __init__(self, client: StoreClient, transaction: bool, shard_hint: Any) -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction, shard_hint)
        self._client = client

    # The same as for a client's commands.
    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Send all commands."""
        commands = list(self.command_stack)
        # The error of a script that the server lacks must not be raised, nor keep us from the other replies.
        replies = super().execute(raise_on_error=False)
        for index, reply in enumerate(replies):
            args, options = commands[index]
            try:
                if isinstance(reply, NoScriptError):
                    replies[index] = self._client.execute_command(*args, **options)
                elif isinstance(reply, ResponseError):
                    raise self._client.damage_of(reply, args) or reply
            except ResponseError as error:
                replies[index] = error
                if raise_on_error:
                    self.annotate_exception(error, index + 1, args)  # type: ignore[no-untyped-call]
                    raise
        return replies


def numbers(number: type[Number], raw: Mapping[bytes, bytes]) -> dict[str, Number]:
    """The fields of a hash that holds nothing but numbers."""
    return {field.decode(): number(value) for field, value in raw.items()}


def shaped(record: type[Record], values: Mapping[str, Any]) -> Record:
    """Make a record (a dataclass) of stored values.

    Fields that the record does not have are ignored: another version may have stored them.

    Raises
    ------
    TypeError
        If a value is missing.
    """
    of_record: type = record  # for mypy, which takes no type variable here
    names = {each.name for each in fields(of_record)}
    return record(**{name: value for name, value in values.items() if name in names})
