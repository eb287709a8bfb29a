"""Each client's requests in the current minute."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, TypeAlias

from fewest.store import keys
from fewest.store.jobs import sound_document
from fewest.store.steps import Steps, call


@dataclass(frozen=True, slots=True)
class Count:
    """A client's count, and when the count restarts, in seconds since the epoch."""

    number: int
    until: float


JobFound: TypeAlias = tuple[str, bytes]
"""The id and document of an ended job."""


class Rates:
    """Counters in Redis, one per client and counted thing."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def count(self, name: str, seconds: int, amount: int = 1, request_digest: str = "") -> Steps[Count | JobFound]:
        """Add to a count, which expires some seconds after it began.

        Parameters
        ----------
        request_digest
            If an ended job has answered the request with this digest, it is returned, and nothing is counted.
        """
        counter = keys.rate(name)
        names = [keys.response(request_digest)] if request_digest else []
        while True:
            found = yield from call("count_request", counter=counter, names=names, seconds=seconds, amount=amount)
            if found[0] != b"job":
                return Count(int(found[0]), time.time() + found[1] / 1000)
            job_id = keys.decoded(found[1])
            # A damaged job is dropped here, so the second look counts.
            document = sound_document(self._redis, job_id, found[2])
            if document is not None:
                return job_id, document
