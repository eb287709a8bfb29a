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
        elif not search.open:
            continue
        elif search.cancel and search.status == "queued":
            store.searches.finish(search_id, None, "cancelled", {})
        elif now - (search.beat or search.created) < lost_seconds:
            continue
        elif search.status == "running" and search.run >= RUNS_MOST:
            store.searches.finish(search_id, None, "failed", {"error": "Its worker died three times."})
            log.error("search %s given up after its worker died three times", search_id)
        elif search.status == "running" or store.queue.position(search_id) is None:
            if search.status == "running":
                store.searches.put_back(search_id)
            store.queue.put(search_id, float(search.limits["seconds"]))
            back += 1
            log.warning("search %s was lost and is queued again", search_id)
    return back
