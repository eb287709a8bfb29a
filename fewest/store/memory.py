"""Memory: how many bytes each entry takes, and which entry is dropped next.

Every script that writes an entry also counts it, so the sums are right on any server; if they are damaged, they begin
anew with what is stored from then on. Entries are in two groups: ``work`` (jobs, searches, batches, hints, responses)
and ``results`` (answers, solutions, shared puzzles, class sets). Open work is counted, but never dropped. What may be
dropped is in one of two sorted sets: ended work by the time it expires, results by the time they were last used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

from redis.exceptions import OutOfMemoryError as StoreFull

from fewest.store import keys
from fewest.store.damage import numbers
from fewest.store.steps import Steps, call, together

__all__ = ["Memory", "StoreFull", "Usage"]

FULL_SHARE = 0.95
"""New work is refused while more than this share of the memory is used. The rest is reserved for results of open work.
"""

SWEEP_SHARE = 0.9
"""A sweep begins above this share."""

SWEPT_SHARE = 0.8
"""A sweep ends at this share."""

MIN_SHARE = 0.25
"""Neither work nor results are dropped below this share, so that neither displaces all of the other."""

STEP = 100
"""Entries dropped in one step; other clients are served between two steps."""

ALL_BYTES = 1 << 62
"""More than there are."""

GROUPS = {"work": keys.ENDED, "results": keys.USED}

log = logging.getLogger("fewest.store")


@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes used, and the largest number allowed."""

    bytes: int
    most: int

    @property
    def full_at(self) -> int:
        """Bytes from which on new work is refused."""
        return int(FULL_SHARE * self.most)

    @property
    def full(self) -> bool:
        """Whether new work is refused."""
        return self.bytes >= self.full_at

    def excess(self) -> int:
        """Bytes a sweep should free now."""
        return int(self.bytes - SWEPT_SHARE * self.most) if self.bytes > SWEEP_SHARE * self.most else 0


class Memory:
    """Keeps what is stored within its memory.

    Parameters
    ----------
    most
        Bytes that everything stored may take; also an attribute.
    seconds
        How long ended work is stored.
    """

    def __init__(self, redis: Any, most: int, seconds: int) -> None:
        self._redis = redis
        self.most = most
        self._seconds = seconds

    @property
    def full_at(self) -> int:
        """Bytes from which on scripts refuse new work."""
        return Usage(0, self.most).full_at

    def usage(self) -> Usage:
        """Bytes used: by our own count, or of the server's memory if that is fuller."""
        return together(self._redis, [self.using()])[0]

    def using(self) -> Steps[Usage]:
        """The same in steps."""
        usages = yield from self._usages()
        return max(usages, key=lambda usage: usage.bytes / usage.most)

    def sweep(self) -> int:
        """Drop what has expired; then, if memory is short, ended work and results, the oldest first.

        Returns
        -------
        int
            How many entries were dropped.
        """
        time = self._redis.time()[0]
        dropped = 0
        while count := self._drop_oldest("work", ALL_BYTES, time)[1]:
            dropped += count
        # Only then is it known whether memory is short.
        dropped += self._free(together(self._redis, [self._usages()])[0])
        if dropped:
            log.info("dropped %d entries", dropped)
        return dropped

    def damaged(self) -> dict[str, int]:
        """Numbers of values that were damaged, by the kind of their key."""
        return self._numbers(keys.DAMAGED)

    def _usages(self) -> Steps[list[Usage]]:
        """Bytes counted against our memory, and bytes the server uses if it has a limit."""
        used, buffers, most, *kept = yield from call("memory_usage", kept=keys.KEPT)
        # The count of our own is right on any server; the server's is for all that use it.
        ours = Usage(sum(self._parsed(keys.KEPT, dict(zip(kept[::2], kept[1::2], strict=True))).values()), self.most)
        return [ours, Usage(used - buffers, most)] if most else [ours]

    def _free(self, usages: list[Usage]) -> int:
        """Drop the oldest of the larger group until memory is at its low mark, or both groups are at their minimum.

        The minimum protects results from open work, and our data from other users of the server.
        """
        excess = max(usage.excess() for usage in usages)
        least = int(MIN_SHARE * min(usage.most for usage in usages))
        dropped = 0
        unseen = {group: self._redis.zcard(entries) for group, entries in GROUPS.items()}
        while excess > 0 and unseen:
            # Other processes store and drop meanwhile.
            stored = self._stored()
            group = max(unseen, key=lambda name: stored.get(name, 0))
            freed, count = self._drop_oldest(group, min(excess, stored.get(group, 0) - least))
            excess -= freed
            dropped += count
            unseen[group] -= count
            if not count or unseen[group] <= 0:  # open batches go to the end, where they are not looked at again
                del unseen[group]
        return dropped

    def _drop_oldest(self, group: str, max_bytes: int, score: float | str = "+inf") -> tuple[int, int]:
        """Drop the oldest entries of a group, up to a score. Returns bytes freed and entries seen."""
        freed, count = self._redis.run_script(
            "drop_oldest",
            entries=GROUPS[group],
            group=group,
            max_score=score,
            bytes=max_bytes,
            max_entries=STEP,
            seconds=self._seconds,
        )
        return int(freed), int(count)

    def _stored(self) -> dict[str, int]:
        return self._numbers(keys.KEPT)

    def _numbers(self, name: str) -> dict[str, int]:
        return self._parsed(name, self._redis.hgetall(name))

    def _parsed(self, name: str, fields: dict[bytes, bytes]) -> dict[str, int]:
        return self._redis.parse(name, fields, partial(numbers, int)) or {}
