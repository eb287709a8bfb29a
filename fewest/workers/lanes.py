"""When a search leaves the quick lane, so that others need not wait for it.

A search for a solution moves: it ends its run and continues from its findings. The other tasks have no findings and
stay in their process: their worker leaves the lane with them, and the parent starts another in its place.
"""

from __future__ import annotations

import time

from fewest.schemas.lanes import Lane
from fewest.store import Store
from fewest.store.queue import search_and_run
from fewest.store.searches import Search
from fewest.store.units import is_unit

YIELD_SECONDS = 1.0
"""A search that has run this long makes way early for a client that has no running search."""


class QuickTime:
    """The time of one run in the quick lane.

    When it is over, the search moves to the long lane as soon as others wait. Before that, it moves only if all of
    these hold: the next search belongs to a client that has none running, this search has run longest in the lane, and
    a worker of the long lane is free, so that a search of seconds is not stuck behind searches of hours.

    Parameters
    ----------
    seconds
        How long the time is.
    """

    def __init__(self, store: Store, search: Search, seconds: float) -> None:
        self._store = store
        self._id = search.id
        began = time.monotonic() if search.lane == Lane.QUICK else float("inf")
        self._until = began + seconds
        self._yields_at = began + min(seconds, YIELD_SECONDS)

    def over(self, now: float) -> bool:
        """Whether the search must move, at a time by the monotonic clock."""
        # The commands below are sent only when the time has come.
        if now < self._yields_at or not self._store.queue.depth(Lane.QUICK):
            return False
        workers = self._store.queue.workers(Lane.LONG)
        return workers > 0 and (now >= self._until or self._is_needed(workers))

    def _is_needed(self, long_workers: int) -> bool:
        store = self._store
        queue = self._store.queue
        running = [store.searches.load(search_and_run(name)[0]) for name in queue.running(Lane.QUICK)]
        here = ("running", Lane.QUICK)  # tasks that have made way are no longer in this lane
        searches = [search for search in running if search is not None and (search.status, search.lane) == here]
        first = queue.first()
        following = None if first is None else store.searches.load(first)
        if following is None or following.client in {search.client for search in searches}:
            return False
        # Only one yields for one that waits: all others would find the lane free.
        longest = min(searches, key=lambda search: (search.started or 0.0, search.id), default=None)
        if longest is None or longest.id != self._id:
            return False
        busy = [name for name in queue.running(Lane.LONG) if not is_unit(search_and_run(name)[0])]
        return len(busy) < long_workers
