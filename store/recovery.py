"""Recovery: finds lost searches and queues them again.

A search is lost if its worker or its host died, or if it was taken off the queue and never started.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store import Store

MAX_DEATHS = 3
RUNS_MOST = 2 * MAX_DEATHS - 1
"""Starting a run and requeueing it both raise its number, which fences the old run off."""

log = logging.getLogger("fewest.store")


def requeue_lost(store: Store, lost_seconds: float) -> int:
    """Requeue every open search that is lost.

    Parameters
    ----------
    lost_seconds
        A search without a heartbeat for this long is lost.

    Returns
    -------
    int
        How many were queued again.
    """
    requeued, now = 0, store.now()
    for search_id in store.searches.open_ids():
        search = store.searches.load(search_id)
        if search is None:
            store.searches.remove_expired(search_id)
        elif search.open and now - (search.heartbeat or search.created) >= lost_seconds:
            queued = search.status == "queued" and store.queue.position(search_id, search.run) is not None
            requeued += not queued and requeue(store, search_id)
    return requeued


def requeue(store: Store, search_id: str) -> bool:
    """Queue a lost search again, unless it was cancelled or its workers died too often.

    Returns
    -------
    bool
        Whether it is queued again.
    """
    search = store.searches.load(search_id)
    if search is None or not search.open:
        return False
    if search.cancel:
        store.searches.finish(search_id, None, "cancelled", {})
        return False
    if search.run >= RUNS_MOST:
        store.searches.finish(search_id, None, "failed", {"error": f"Its worker died {MAX_DEATHS} times."})
        log.error("search %s failed: its worker died %d times", search_id, MAX_DEATHS)
        return False
    run = store.searches.requeue(search_id)
    store.queue.put(search_id, run, float(search.limits["seconds"]))
    log.warning("search %s was lost and is queued again", search_id)
    return True
