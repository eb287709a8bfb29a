"""Recovery: finds lost searches and queues them again.

A search is lost if its worker or its host died, or if it was taken off the queue and never started. A heartbeat far in
the future of the server's clock is from before the clock was set back: a worker that still watched the search would
have sent another since.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from fewest.schemas.lanes import Lane
from fewest.store.damage import DamagedKey

if TYPE_CHECKING:
    from fewest.store import Store
    from fewest.store.searches import Search

MAX_DEATHS = 3
"""A search whose runs die this often is not tried again. Runs that we end ourselves do not count."""

log = logging.getLogger("fewest.store")


def requeue_lost(store: Store, lost_seconds: float, *, died: bool = True) -> int:
    """Requeue every open search that is lost. A damaged one is left, and holds up no other.

    Parameters
    ----------
    lost_seconds
        A search without a heartbeat for this long is lost.
    died
        Whether to assume that its worker died; False if everything was stopped.

    Returns
    -------
    int
        How many were queued again.
    """
    requeued = 0
    now = store.now()
    cause = f"was silent for {lost_seconds:.0f} seconds, as when its worker or its host dies"
    for search_id in store.searches.open_ids():
        with suppress(DamagedKey):  # the log has its name
            search = store.searches.load(search_id)
            if search is None:
                # Its record has expired, or was damaged and is dropped.
                store.searches.remove_expired(search_id)
            # A search that waits in the queue sends no heartbeats; it is not lost while it has its place there.
            elif search.open and abs(now - (search.heartbeat or search.created)) >= lost_seconds:
                queued = _is_queued(store, search)
                requeued += not queued and requeue(store, search_id, search.run, died=died, cause=cause)
    return requeued


def requeue(
    store: Store,
    search_id: str,
    run: int | None = None,
    *,
    died: bool = True,
    cause: str = "",
    lane: Lane | None = None,
    short: bool = False,
) -> bool:
    """Queue a search again after a run without a result, unless it was cancelled or its runs died too often.

    It takes its client's next turn, behind waiting searches.

    Parameters
    ----------
    run
        The number of this run; nothing is done if another one has replaced it. None for the current run.
    died
        Whether its process or host died. A run that we ended ourselves does not count towards giving up.
    cause
        What happened to its process, for the client.
    lane
        The lane to queue it in; by default its present lane.
    short
        Whether it could not begin because memory was short.

    Returns
    -------
    bool
        Whether it is queued again.
    """
    search = store.searches.load(search_id)
    if search is None or not search.open or run not in (None, search.run):
        return False
    if search.cancel:
        store.runs.finish(search_id, search.run, "cancelled", {})
        return False
    # A search that kills its process, for example by its memory, would kill one after another.
    if died and search.status == "running" and search.deaths + 1 >= MAX_DEATHS:
        error = f"It was begun {MAX_DEATHS} times and never ended; the last time its process {cause or 'was lost'}."
        store.runs.finish(search_id, search.run, "failed", {"error": error})
        log.error("search %s failed: %s", search_id, error)
        return False
    # The record first, and then the queue: if this process dies in between, the search is lost and found again.
    next_run = store.runs.requeue(search_id, search.run, died=died, lane=lane or "", short=short)
    if not next_run:
        return False
    seconds = float(search.limits["seconds"])
    store.queue.put(search_id, next_run, seconds, lane=lane or Lane(search.lane), client=search.client)
    if lane is not None:
        log.info("search %s moves to the %s lane", search_id, lane)
    elif died:
        log.warning("search %s is queued again: its process %s", search_id, cause or "was lost")
    elif search.status == "running":
        log.info("search %s was interrupted and is queued again", search_id)
    return True


def _is_queued(store: Store, search: Search) -> bool:
    return search.status == "queued" and store.queue.position(search.id, search.run, Lane(search.lane)) is not None
