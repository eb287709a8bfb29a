"""How the lanes stand: who waits, for how long, and whether anybody is there for it."""

from __future__ import annotations

import pytest

from fewest.schemas.lanes import Lane, LaneState, Missing
from fewest.store import Store, keys, lanes
from fewest.store.lanes import STILL_SECONDS
from fewest.store.recovery import requeue
from fewest.store.units import Owner
from tests.hang import HANG_SECONDS
from tests.unit.store.queued import wait, workers
from tests.unit.store.request import join_or_create, start_run


def missing_of(store: Store) -> dict[str, Missing | None]:
    """What each lane is missing."""
    return {lane.value: state.missing for lane, state in store.lanes().items()}


def test_an_empty_store(store: Store) -> None:
    """Without workers the quick lane lacks a worker even if nothing waits, since every search begins there."""
    assert store.lanes() == {Lane.QUICK: LaneState(0, 0, 0.0, Missing.WORKER), Lane.LONG: LaneState(0, 0, 0.0, None)}


def test_lanes_are_counted_apart(store: Store) -> None:
    """Each lane counts its own workers, searches and waiting time."""
    wait(store, Lane.QUICK, 1000, "1")
    for request_key in ("2", "3"):
        wait(store, Lane.LONG, 2000, request_key)
    workers(store, Lane.QUICK, "busy", "busy", "busy")
    workers(store, Lane.LONG, "busy")
    quick, long = store.lanes().values()
    assert (quick.workers, quick.queued, long.workers, long.queued) == (3, 1, 1, 2)
    assert 1000 <= quick.oldest_seconds < 2000 <= long.oldest_seconds


def test_a_wait_is_that_of_the_next_search(store: Store) -> None:
    """The waiting time of a lane is that of its next search, 0 without one, and never negative."""

    def waited() -> float:
        return store.lanes()[Lane.QUICK].oldest_seconds

    first = wait(store, Lane.QUICK, 1000, "1")
    wait(store, Lane.QUICK, 5000, "2")
    assert 1000 <= waited() < 2000
    assert store.runs.requeue(first)
    assert waited() < 1000
    store.redis.hset(keys.search(first), "heartbeat", store.now() + 1000)
    assert waited() == 0.0
    store.redis.delete(keys.search(first))
    assert waited() == 0.0


@pytest.mark.parametrize("lane", list(Lane))
@pytest.mark.parametrize(
    ("still", "states", "missing"),
    [
        (True, ["busy", "busy"], None),
        (True, ["busy", "idle"], Missing.PROGRESS),
        (True, ["suspended"], Missing.PROGRESS),
        (False, ["idle"], None),
        (False, [], Missing.WORKER),
    ],
)
def test_nobody_takes_what_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch, lane: Lane, still: bool, states: list[str], missing: Missing
) -> None:
    """A lane with a waiting search lacks workers, or progress if an idle worker does not take it for half a minute."""
    monkeypatch.setattr(lanes, "STILL_SECONDS", 2 * HANG_SECONDS)
    wait(store, lane, 2 * HANG_SECONDS + 1 if still else HANG_SECONDS)
    workers(store, lane, *states)
    assert store.lanes()[lane].missing is missing


@pytest.mark.parametrize(("states", "missing"), [(["busy"], None), (["idle"], Missing.PROGRESS), ([], Missing.WORKER)])
def test_quick_workers_stand_in(store: Store, states: list[str], missing: Missing | None) -> None:
    """Workers of the quick lane stand in for missing workers of the long lane, not the other way round."""
    wait(store, Lane.LONG, STILL_SECONDS + 1)
    workers(store, Lane.QUICK, *states)
    assert missing_of(store)["long"] is missing
    store.queue.put(wait(store, Lane.QUICK, 0, "2"), 0, 60)
    workers(store, Lane.LONG, "busy")
    assert missing_of(store) == {"quick": None if states else Missing.WORKER, "long": None}


def test_a_search_that_has_just_come_back_moves(store: Store) -> None:
    """A search that has just been queued again, and a unit, do not count as stalled, however old they are."""
    search_id, _ = join_or_create(store, "a")
    store.redis.hset(keys.search(search_id), "created", 1.0)
    owner = Owner(search_id, start_run(store, search_id))
    (unit,) = store.units.offer(owner, 1, [{}]) or []
    store.redis.hset(keys.search(unit), mapping={"created": 1.0, "heartbeat": 1.0})
    store.queue.put(unit, 0, 60, lane=Lane.LONG)
    assert requeue(store, search_id)
    for lane in Lane:
        workers(store, lane, "idle")
    assert missing_of(store) == {"quick": None, "long": None}
