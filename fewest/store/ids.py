"""Ids that clients choose. Each belongs to the first request that uses it, whatever the noun."""

from __future__ import annotations

from typing import Any

from fewest.store import keys


class Ids:
    """The reserved ids in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis = redis
        self._seconds = seconds

    def reserve(self, chosen: str, digest: str) -> bool:
        """Give an id to a request, by a digest.

        Returns
        -------
        bool
            False if the id belongs to another request, or to a job or group whose id no client chose.
        """
        stands = self._redis.run_script(
            "reserve_id",
            job=keys.job(chosen),
            group=keys.group(chosen),
            reservation=keys.reserved(chosen),
            digest=digest,
            seconds=self._seconds,
        )
        # The same request may be sent again, as after a lost answer.
        return bool(stands == digest.encode())
