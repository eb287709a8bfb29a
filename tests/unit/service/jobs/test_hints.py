"""Hints: how many searches one may begin, and within which limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask, g

from fewest.config.settings import Settings
from fewest.service.jobs.groups import GroupService
from fewest.service.jobs.hints import Hints
from fewest.service.jobs.requests import Caller
from fewest.service.jobs.service import JobService
from fewest.store import Store
from tests.hang import HANG_SECONDS
from tests.unit.service.jobs.parts import parts_of
from tests.unit.service.jobs.test_groups import working
from tests.unit.service.worker import ROW, client_of, finish
from tests.unit.store.request import start_run


def test_moves_of_a_hint_are_limited(store: Store) -> None:
    """A position with as many next moves as allowed has a hint, one with more has none (ROW has two).

    Every search of a hint has the limits of the request.
    """
    body = {"puzzle": ROW, "limits": {"nodes": 1000}}
    answer = client_of(store, hint_seconds=0, max_hint_moves=2).post("/v1/hints", json=body)
    assert (answer.status_code, len(answer.json["moves"])) == (202, 2)
    searches = [store.searches.load(search_id) for search_id in store.searches.open_ids()]
    assert [search.limits["nodes"] for search in searches if search] == [1000, 1000]
    refused = client_of(store, hint_seconds=0, max_hint_moves=1).post("/v1/hints", json={"puzzle": ROW})
    assert refused.status_code == 422
    assert refused.json["errors"] == [{"pointer": "/puzzle/start", "detail": "more than 1 move is possible from here"}]


def test_a_hint_waits_for_its_searches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The response to a hint waits until its searches have ended, for as long as the service allows."""
    with working(store, monkeypatch):
        answer = client_of(store, hint_seconds=HANG_SECONDS).post("/v1/hints", json={"puzzle": ROW})
    assert (answer.status_code, answer.json["status"]) == (200, "ended")


def test_a_hint_without_a_search_for_each_move_is_refused(store: Store) -> None:
    """If too little memory for a search in the first step, the hint as a whole is refused."""
    refused = client_of(store, hint_seconds=0, max_queue=1).post("/v1/hints", json={"puzzle": ROW})
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/queue-full")


@pytest.mark.parametrize(("goal", "best"), [("fewest_pegs", {(1, 3): 1, (1, 3, 5): 0}), ("dead_end", {(2, 0): 0})])
def test_a_hint_prefers_moves_by_the_pegs_they_leave(store: Store, goal: str, best: dict[tuple[int, ...], int]) -> None:
    """If the goal is about how many pegs are left, moves that spoil it count as unsolvable once all are solved.

    On a row of six, 2 over 1 leaves two pegs and no jump; 1 over 2, and on over 4, leaves one.
    """
    board = {"grid": ["......"], "lines": "orthogonal"}
    puzzle = {"kind": "jump", "board": board, "start": {"pegs": [1, 2, 4]}, "goal": {goal: True}}
    client = client_of(store, hint_seconds=0)
    hint = client.post("/v1/hints", json={"puzzle": puzzle}).get_json()
    for search_id in store.searches.open_ids():
        assert {move["distance"] for move in hint["moves"]} == {None}
        run = start_run(store, search_id)
        search = store.searches.load(search_id)
        assert search is not None
        finish(store, search, run)
        hint = client.get(hint["links"]["self"]).get_json()
    assert (hint["status"], hint["distance"], hint["solvable"]) == ("ended", 1, True)
    found = {tuple(move["move"]): (move["status"], move["distance"]) for move in hint["moves"]}
    lost = "unsolvable", None
    assert found == {path: ("solved", best[path]) if path in best else lost for path in [(1, 3), (1, 3, 5), (2, 0)]}


WIDE = {"kind": "slide", "board": {"rows": 3, "columns": 9}, "start": [1, 0, 2] * 9, "goal": [2, 0, 1] * 9}


def test_a_hint_is_answered_in_time(store: Store) -> None:
    """When its time is over, a hint begins no further searches; asking for it again begins the rest, to the last.

    While the queue is full, it keeps what it has begun.
    """
    clock = map(float, count())  # every look takes a second
    hints, full = (hints_of(store, Settings(hint_seconds=1.0, max_queue=most), clock) for most in (1000, Hints.step))
    caller = Caller("request", "", "test")
    begun: list[int] = []
    with Flask("test").test_request_context():
        g.client, g.began_at = "test", 0.0
        found = hints.submit(json.dumps({"puzzle": WIDE}).encode(), caller)
        number = len(found["moves"])
        assert full.get(found["id"], caller)["status"] == "running"
        assert len(store.searches.open_ids()) == Hints.step
        while len(store.searches.open_ids()) > (begun or [0])[-1]:
            begun.append(len(store.searches.open_ids()))
            found = hints.get(found["id"], caller)
            assert found["status"] == "running"
    assert number > 2 * Hints.step
    assert begun == [*range(Hints.step, number, Hints.step), number]
    assert {move["status"] for move in found["moves"]} == {"queued"}


def hints_of(store: Store, settings: Settings, clock: Iterator[float]) -> GroupService:
    admission, intake, reader, follower = parts_of(store, settings)
    jobs = JobService(store, reader, intake)
    return GroupService(Hints(settings), store, admission, intake, jobs, follower, lambda: next(clock))
