"""The searches that a process runs in one job of RQ's: which ones, in what order, and what becomes of RQ's records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.schemas.lanes import Lane
from fewest.solver import kinds
from fewest.solver.jump.kind import JumpKind
from fewest.solver.model import Search, Solved
from fewest.store import Store, keys
from fewest.store.queue import rq_id, search_and_run
from fewest.store.recovery import requeue
from fewest.workers import runs
from tests.present import present
from tests.unit.store.queued import queued, take
from tests.unit.store.request import start_run
from tests.unit.workers.searches import created, loaded


class QuickKind(JumpKind):
    """Jump puzzles that are solved at once."""

    def search(self, *_: Any) -> Search:
        """Find the only move of the row."""
        yield from ()
        return Solved((((0, 1, 2),),))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has loaded all kernels, and has no limit of memory."""
    monkeypatch.setitem(kinds.KINDS, "jump", QuickKind())
    monkeypatch.setattr(runs, "missing", list)
    monkeypatch.setattr(runs, "limit_memory", int)


def put(store: Store, client: str, *names: str, **limits: float) -> list[str]:
    """Queue searches of a client with these names; their ids."""
    ids = [created(store, name=name, **limits) for name in names]
    store.do_all(store.queue.put_new(dict.fromkeys(ids, 60.0), client))
    return ids


def work(store: Store) -> None:
    """Take a job off the quick lane and perform it, without what RQ does at its beginning and end."""
    assert runs.run_search(Settings(), store, *search_and_run(present(take(store))))


def test_one_job_for_many_searches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process takes the searches that follow, in the order of the lane, where clients take turns. RQ's record of each
    is removed; that of the job says which one the process has begun last. Its worker learns of each that only its
    result must be stored, so that it is not killed for its limit of seconds while Redis is away.
    """
    concluded: list[None] = []
    monkeypatch.setattr(runs, "conclude", lambda: concluded.append(None))
    first, second, third = put(store, "one", "1", "2", "3")
    (other,) = put(store, "other", "4")
    work(store)
    searches = [loaded(store, each) for each in (first, other, second, third)]
    assert [search.status for search in searches] == ["solved"] * 4
    assert len(concluded) == 4
    started = [present(search.started) for search in searches]
    assert started == sorted(started)
    assert queued(store) == []
    assert list(store.redis.scan_iter("rq:job:*")) == [f"rq:job:{first}-0".encode()]
    assert store.queue.current(rq_id(first, 0)) == rq_id(third, 0)
    assert [present(store.results.find(name, "one")).result["length"] for name in "1234"] == [1] * 4
    assert store.statistics.totals()["solved"] == 4


def cancel(store: Store, search_id: str) -> None:
    """The last client of a search has cancelled it."""
    store.searches.remove_job(search_id, "2")


def run_before(store: Store, search_id: str) -> None:
    """A search has been queued again after a run."""
    store.queue.withdraw(search_id, 0, Lane.QUICK)
    start_run(store, search_id)
    assert requeue(store, search_id, died=False)


def damage(store: Store, search_id: str) -> None:
    """The record of a search is damaged."""
    store.redis.hset(keys.search(search_id), "request", "{")


def leave(_store: Store, _search_id: str) -> None:
    """A search stays as it was created."""


@pytest.mark.parametrize(
    ("change", "created_with"),
    [(cancel, {}), (run_before, {}), (damage, {}), (leave, {"nodes": 5}), (leave, {"task": "features"})],
)
def test_what_does_not_follow(store: Store, change: Callable[[Store, str], None], created_with: dict[str, Any]) -> None:
    """A search that was cancelled, has run before, is damaged, has other limits, or is of another task does not follow:
    it keeps its place for a worker.
    """
    (first,) = put(store, "one", "1")
    second = created(store, name="2", **created_with)
    store.do_all(store.queue.put_new({second: 60.0}, "one"))
    change(store, second)
    work(store)
    assert loaded(store, first).status == "solved"
    (left,) = queued(store)
    assert search_and_run(left)[0] == second
    assert store.redis.hget(keys.search(second), "status") == b"queued"


def test_only_for_a_moment(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the process returns to its worker, which sends RQ's heartbeats and may have been told to stop."""
    monkeypatch.setattr(runs, "FOLLOWING_SECONDS", 0.0)
    first, second = put(store, "one", "1", "2")
    work(store)
    assert [loaded(store, each).status for each in (first, second)] == ["solved", "queued"]
    assert queued(store) == [rq_id(second, 0)]


def test_not_without_the_record_of_the_job(store: Store) -> None:
    """Without RQ's record of the job, by which its worker would learn what runs, no search follows."""
    first, second = put(store, "one", "1", "2")
    assert take(store) == rq_id(first, 0)
    store.redis.delete(f"rq:job:{first}-0")
    assert runs.run_search(Settings(), store, first, 0)
    assert loaded(store, second).status == "queued"
    assert not store.redis.exists(f"rq:job:{first}-0")
