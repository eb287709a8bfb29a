"""Finds lost searches and puts them back into the queue.

A search is lost when its worker died, when its host died, or when it was taken off the queue and never begun.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store import Store

RUNS_MOST = 5
"""A run that was put back counts twice: it was begun and taken back."""

log = logging.getLogger("fewest.store")


def put_back_lost(store: Store, lost_seconds: float) -> int:
    """Look through the open searches once.

    Parameters
    ----------
    lost_seconds
        A search nothing was heard of for so long is lost.

    Returns
    -------
    int
        How many were put back into the queue.
    """
    back, now = 0, time.time()
    for search_id in store.searches.open_ids():
        search = store.searches.load(search_id)
        if search is None:
            store.searches.forget(search_id)
        elif search.open and now - (search.beat or search.created) >= lost_seconds:
            queued = search.status == "queued" and store.queue.position(search_id, search.run) is not None
            back += not queued and put_back(store, search_id)
    return back


def put_back(store: Store, search_id: str) -> bool:
    """Put a search nobody works on into the queue again, unless it was cancelled or has killed its worker thrice.

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
        store.searches.finish(search_id, None, "failed", {"error": "Its worker died three times."})
        log.error("search %s given up after its worker died three times", search_id)
        return False
    run = store.searches.put_back(search_id)
    store.queue.put(search_id, run, float(search.limits["seconds"]))
    log.warning("search %s was lost and is queued again", search_id)
    return True
