"""Each client's requests in the current minute."""

from __future__ import annotations

import time
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

    def count(self, name: str, seconds: int, amount: int = 1, request_digest: str = "") -> Count | bytes:
        """Add to a count. A count expires some seconds after it began.

        Parameters
        ----------
        request_digest
            Digest of a request. If an ended job has answered it, nothing is counted, and its document is returned.
        """
        names = [keys.response(request_digest)] if request_digest else []
        found = self._redis.run_script(
            "count_request", counter=keys.rate(name), names=names, seconds=seconds, amount=amount
        )
        if found[0] == b"job":
            document = sound_document(self._redis, keys.decoded(found[1]), found[2])
            return self.count(name, seconds, amount) if document is None else document
        return Count(int(found[0]), time.time() + found[1] / 1000)
