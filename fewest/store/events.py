"""Events of searches: they tell waiting requests that a search has changed, so that they read it again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from redis.exceptions import OutOfMemoryError

from fewest.store import keys

WAKE_SECONDS = 60

MAX_EVENTS = 16
"""Number of events stored for a running search: enough that any event beyond progress is read before it is dropped."""


class NewestEvents(NamedTuple):
    """Ids of the newest event of a search, and of the newest event that is more than progress ("0-0" if none)."""

    newest: str
    other: str


class Events:
    """The events in Redis. The scripts of :mod:`fewest.store.runs` add them."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def newest(self, search_id: str) -> str:
        """Id of the newest event of a search; "0-0" if there is none."""
        newest = self._redis.xrevrange(keys.events(search_id), count=1)
        return str(newest[0][0].decode()) if newest else "0-0"

    def wait(self, after: Mapping[str, str], seconds: float, waker: str = "") -> dict[str, NewestEvents]:
        """Wait for the next event of any of some searches, or for a call of :meth:`wake`.

        Parameters
        ----------
        after
            Id of the last known event by search, "0-0" for none; for the waker by its own name.
        seconds
            Longest time to wait.
        waker
            Name of the caller, by which it can be woken.

        Returns
        -------
        dict
            The newest events, by search, or by the name of the waker, for those that have any.
        """
        names = {keys.wake(name) if name == waker else keys.events(name): name for name in after}
        streams = {stream: after[name] for stream, name in names.items()}
        # To block for 0 milliseconds would mean for ever.
        found = self._redis.xread(streams, block=max(1, int(seconds * 1000)))
        return {names[stream.decode()]: _newest(events) for stream, events in found}

    def wake(self, waker: str) -> None:
        """End the wait with this name. If the store is full, the wait ends only at its timeout."""
        with suppress(OutOfMemoryError), self._redis.pipeline() as pipe:
            pipe.xadd(keys.wake(waker), {"wake": ""}, maxlen=1, approximate=False)
            pipe.expire(keys.wake(waker), WAKE_SECONDS)
            pipe.execute()


def _newest(events: list[tuple[bytes, dict[bytes, bytes]]]) -> NewestEvents:
    others = [name for name, fields in events if b"progress" not in fields]
    return NewestEvents(events[-1][0].decode(), others[-1].decode() if others else "0-0")
