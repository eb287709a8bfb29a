"""Hints: how many searches one may begin, and within which limits."""

from __future__ import annotations

from store import Store
from tests.unit.service.worker import ROW, client_of


def test_moves_of_a_hint_are_limited(store: Store) -> None:
    """A position with as many next moves as allowed has a hint, one with more has none (ROW has two)."""
    answer = client_of(store, hint_seconds=0, hint_moves=2).post("/v1/hints", json={"puzzle": ROW})
    assert (answer.status_code, len(answer.json["moves"])) == (202, 2)
    refused = client_of(store, hint_seconds=0, hint_moves=1).post("/v1/hints", json={"puzzle": ROW})
    assert refused.status_code == 422
    assert refused.json["errors"] == [
        {"pointer": "/puzzle/start", "detail": "more than 1 moves are possible from here"}
    ]


def test_limits_of_a_hint_hold_for_its_searches(store: Store) -> None:
    """Every search of a hint has the limits of the request."""
    client_of(store, hint_seconds=0).post("/v1/hints", json={"puzzle": ROW, "limits": {"nodes": 1000}})
    searches = [store.searches.load(search_id) for search_id in store.searches.open_ids()]
    assert [search.limits["nodes"] for search in searches if search] == [1000, 1000]
