"""Work in steps: each yields the call of a script and is sent its reply, so that many share their round trips."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from redis.exceptions import RedisError as StoreError

from fewest.store.scripting import Value

T = TypeVar("T")


class Call(NamedTuple):
    """The call of a script: its name, and its keys and arguments by their names."""

    name: str
    values: Mapping[str, Value | Iterable[Value]]


Steps: TypeAlias = Generator[Call, Any, T]
"""Yields calls. An error of the server, or of the connection, is raised where the call was yielded."""


def call(name: str, /, **values: Value | Iterable[Value]) -> Steps[Any]:
    """Call one script, and return its reply."""
    return (yield Call(name, values))


def together(redis: Any, works: Iterable[Steps[T]]) -> list[T]:
    """Do several works at once: their first calls in one round trip, then their second ones, and so on.

    Returns
    -------
    list of T
        What each returns.
    """
    running = dict(enumerate(works))
    results: dict[int, T] = {}
    replies: dict[int, Any] = dict.fromkeys(running)
    while running:
        calls: dict[int, Call] = {}
        for index, work in list(running.items()):
            reply = replies[index]
            try:
                calls[index] = work.throw(reply) if isinstance(reply, Exception) else work.send(reply)
            except StopIteration as end:
                results[index] = end.value
                del running[index]
        replies = dict(zip(calls, _replies(redis, list(calls.values())), strict=True)) if calls else {}
    return [results[index] for index in sorted(results)]


def _replies(redis: Any, calls: list[Call]) -> list[Any]:
    """The reply to each call, or its error."""
    if len(calls) == 1:
        try:
            return [redis.run_script(calls[0].name, **calls[0].values)]
        except StoreError as error:
            return [error]
    with redis.pipeline(transaction=False) as pipe:
        for each in calls:
            pipe.run_script(each.name, **each.values)
        try:
            replies: list[Any] = pipe.execute(raise_on_error=False)
        except StoreError as error:  # that of the connection
            replies = [error] * len(calls)
    return replies
