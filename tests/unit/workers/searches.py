"""Searches in the store, for tests of workers."""

from __future__ import annotations

from typing import Any

from fewest.store import Store
from fewest.store.searches import Search
from tests.present import present

ROW = {
    "kind": "jump",
    "board": {"holes": 3, "jumps": [[0, 1, 2]]},
    "start": {"empty": [2]},
    "goal": {"count": 1},
}
"""A row of three holes, solved by its only jump."""


def created(
    store: Store,
    work: dict[str, Any] = ROW,
    want: str = "one",
    name: str = "a",
    task: str = "solve",
    **limits: float,
) -> str:
    """Create a search with limits that are generous unless given; those of different names are different."""
    key, request_key = ("k", "f") if name == "a" else (name, name)
    joining = store.searches.join_or_create(
        name,
        task=task,
        work=work,
        want=want,
        limits={"seconds": 60.0, "nodes": 10**9, "bytes": 10**9} | limits,
        key=key,
        request_key=request_key,
        exact_digest="n",
        request_id="r",
    )
    return store.do(joining)[0]


def queued(store: Store) -> str:
    """Create a search and queue it."""
    search_id = created(store)
    store.queue.put(search_id, 0, 3600)
    return search_id


def loaded(store: Store, search_id: str) -> Search:
    """The state of a search."""
    return present(store.searches.load(search_id))
