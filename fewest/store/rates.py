"""Each client's requests in the current minute."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fewest.store import keys
from fewest.store.jobs import sound_document


@dataclass(frozen=True, slots=True)
class Count:
    """A client's count, and when the count restarts, in seconds since the epoch."""

    number: int
    until: float


class Rates:
    """Counters in Redis, one per client and counted thing."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def count(self, name: str, seconds: int, amount: int = 1) -> Count:
        """Add to a count. A count expires some seconds after it began."""
        return _count(self._run(name, seconds, amount))

    def count_unless_answered(self, name: str, seconds: int, request_digest: str) -> Count | bytes:
        """Count a request, by its digest; if an ended job has answered it, return its document instead."""
        found = self._run(name, seconds, 1, keys.response(request_digest))
        if found[0] != b"job":
            return _count(found)
        document = sound_document(self._redis, keys.decoded(found[1]), found[2])
        return self.count(name, seconds) if document is None else document

    def _run(self, name: str, seconds: int, amount: int, *names: str) -> list[Any]:
        found: list[Any] = self._redis.run_script(
            "count_request", counter=keys.rate(name), names=names, seconds=seconds, amount=amount
        )
        return found


def _count(found: Sequence[Any]) -> Count:
    return Count(int(found[0]), time.time() + found[1] / 1000)
