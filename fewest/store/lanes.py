"""The state of the lanes: what waits in each, and whether a worker can take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fewest.schemas.lanes import Lane, LaneState, Missing

if TYPE_CHECKING:
    from fewest.store import Store
    from fewest.store.searches import Search

STILL_SECONDS = 30.0
"""A search that waits this long although a worker could take it counts as stalled."""


def lane_states(store: Store) -> dict[Lane, LaneState]:
    """The state of each lane."""
    now = store.now()
    return {lane: _state(store, lane, now) for lane in Lane}


def _state(store: Store, lane: Lane, now: float) -> LaneState:
    workers = store.queue.workers(lane)
    queued = store.queue.depth(lane)
    next_search = _next(store, lane)
    # Never negative, though the server's clock may have been put back since.
    waited = 0.0 if next_search is None else max(0.0, now - _waiting_since(next_search))
    takers = lane if workers else Lane.QUICK  # who would take it: see store.queue.QuickQueue
    missing = None
    if not (workers or store.queue.workers(takers)):
        missing = Missing.WORKER if queued or lane is Lane.QUICK else None
    elif next_search is not None and not next_search.unit and waited >= STILL_SECONDS:
        missing = None if store.queue.is_busy(takers) else Missing.PROGRESS  # a unit is taken back by its search
    return LaneState(workers, queued, waited, missing)


def _waiting_since(search: Search) -> float:
    """When a search was queued in its lane, or since when it has waited for memory."""
    return search.short_since or search.heartbeat or search.created


def _next(store: Store, lane: Lane) -> Search | None:
    """The next search to be taken; None if its record does not say that it is queued."""
    first = store.queue.first(lane)
    search = None if first is None else store.searches.load(first)
    return search if search is not None and search.status == "queued" else None
