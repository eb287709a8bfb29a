"""A client of an application, and the part of its worker, played by a test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.notation.puzzle import load_puzzle
from fewest.solver.model import Limits, Result, Want
from fewest.solver.solve import solve
from fewest.store import Store
from fewest.store.searches import Search
from fewest.workers.runs import store_result
from fewest.workers.solving import ended_with
from fewest.wsgi import create_app
from tests.hang import HANG_SECONDS
from tests.unit.store.request import start_run

ROW: dict[str, Any] = {"kind": "slide", "board": {"rows": 1, "columns": 4}, "start": [1, 0, 0, 2], "goal": [0, 1, 0, 2]}
"""One move long."""

TWIN = ROW | {"goal": [1, 0, 2, 0]}
"""``ROW`` seen from behind, with the names of its pieces exchanged."""

OTHER = ROW | {"goal": [0, 0, 1, 2]}, ROW | {"goal": [0, 1, 2, 0]}
"""Puzzles that are not equal to it or to each other."""


def client_of(store: Store, **settings: Any) -> FlaskClient:
    """A client of an application with these settings; a worker seems to be alive, but nothing is searched.

    What the application keeps in memory, it keeps throughout a test, however slow the machine is.
    """
    set_worker(store, alive=True)
    return create_app(Settings(**{"response_cache_seconds": HANG_SECONDS} | settings), store).test_client()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def set_worker(store: Store, *, alive: bool) -> None:
    """Have one worker seem alive, or none."""
    store.redis.delete("rq:workers:fewest")
    if alive:
        store.redis.sadd("rq:workers:fewest", "rq:worker:none")
        store.redis.hset("rq:worker:none", mapping={"birth": "", "version": "1"})


def begin(store: Store) -> tuple[Search, int]:
    (search_id,) = store.searches.open_ids()
    run = start_run(store, search_id)
    search = store.searches.load(search_id)
    assert search is not None
    return search, run


def finish(store: Store, search: Search, run: int, result: Result | None = None) -> None:
    """Store the result of a search; solve its puzzle if none is given."""
    puzzle = load_puzzle(search.work).puzzle
    result = result or solve(puzzle, Want(search.want), Limits())
    store_result(store, replace(search, run=run), ended_with(Settings(), puzzle, result, {}))


def work(store: Store) -> None:
    finish(store, *begin(store))


def work_all(store: Store) -> None:
    for search_id in store.searches.open_ids():
        run = start_run(store, search_id)
        search = store.searches.load(search_id)
        assert search is not None
        finish(store, search, run)
