"""The part of a worker, played by a test."""

from __future__ import annotations

from schemas.puzzle import load_puzzle
from schemas.settings import Settings
from solver.model import Limits, Result, Want
from solver.solve import solve
from store import Store
from store.searches import Search
from workers.tasks import store_result


def set_worker(store: Store, *, alive: bool) -> None:
    """Have one worker seem alive, or none."""
    store.redis.delete("rq:workers:fewest")
    if alive:
        store.redis.sadd("rq:workers:fewest", "rq:worker:none")
        store.redis.set("rq:worker:none", 1)


def begin(store: Store) -> tuple[Search, int]:
    """Start the only open search; the search and the number of its run."""
    (search_id,) = store.searches.open_ids()
    run = store.searches.start(search_id)
    search = store.searches.load(search_id)
    assert search is not None
    return search, run


def finish(store: Store, search: Search, run: int, result: Result | None = None) -> None:
    """Store the result of a search; solve its puzzle if none is given."""
    result = result or solve(load_puzzle(search.puzzle).puzzle, Want(search.want), Limits())
    store_result(Settings(), store, search, run, result)


def work(store: Store) -> None:
    """Solve the only open search."""
    finish(store, *begin(store))
