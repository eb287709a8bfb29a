"""Groups: they are waited for as a whole; an ended or cancelled batch stays so; its errors are bounded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.service.jobs.batches import Batches
from fewest.service.jobs.waiting import Watcher
from fewest.store import Store, keys
from tests.hang import HANG_SECONDS
from tests.unit.service.worker import OTHER, ROW, client_of, work, work_all

WAIT = {"Prefer": f"wait={int(HANG_SECONDS)}"}

GROUPS: dict[str, Callable[[Any], Any]] = {
    "batches": lambda puzzle: {"puzzles": [puzzle]},
    "surveys": lambda puzzle: {
        "kind": puzzle["kind"],
        "board": puzzle["board"],
        "starts": [puzzle["start"]],
        "goals": [puzzle["goal"]],
    },
    "hints": lambda puzzle: {"puzzle": puzzle},
}
"""The addresses at which jobs are requested together: the body of a request that is about a puzzle."""


@contextmanager
def working(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a worker solve every search within the context, whenever a request begins to wait for one."""
    over, waits, wait = threading.Event(), threading.Event(), Watcher.wait

    def waited(*args: Any, **options: Any) -> Any:
        waits.set()
        return wait(*args, **options)

    def solve() -> None:
        while not over.wait(0.01):
            if waits.is_set():
                waits.clear()
                work_all(store)

    monkeypatch.setattr(Watcher, "wait", waited)
    thread = threading.Thread(target=solve)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def drop_jobs(store: Store) -> None:
    store.redis.delete(*store.redis.scan_iter(keys.job("*")))


def state(batch: Any) -> tuple[str, dict[str, int]]:
    return batch["status"], batch["progress"]


def test_a_batch_of_errors_is_not_read_to_its_end(store: Store) -> None:
    """A batch lists a thousand errors; puzzles after them are refused unread, and say so."""
    wrong = ROW | {"start": ["x"] * 60}
    puzzles = [ROW, *[wrong] * (Batches.step + 5), OTHER[0]]
    items = client_of(store).post("/v1/batches", json={"puzzles": puzzles}).json["items"]
    assert [item["status"] for item in items] == ["queued", *["invalid"] * (Batches.step - 1), *["refused"] * 7]
    assert [len(item.get("errors", ())) for item in items] == [0, *[60] * (Batches.step - 1), *[0] * 7]
    assert items[-1]["detail"] == "The puzzles before it have 1000 errors or more; correct those first."


@pytest.mark.parametrize("noun", GROUPS)
def test_a_group_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch, noun: str) -> None:
    """``Prefer: wait`` holds the response until all jobs have ended, when they are submitted and when they are read."""
    client = client_of(store, hint_seconds=0, wait_seconds=int(HANG_SECONDS))
    running = client.post(f"/v1/{noun}", json=GROUPS[noun](ROW))
    assert (running.status_code, "Preference-Applied" in running.headers) == (202, False)
    with working(store, monkeypatch):
        read = client.get(running.json["links"]["self"], headers=WAIT)
        submitted = client.post(f"/v1/{noun}", json=GROUPS[noun](OTHER[1]), headers=WAIT)
    for answer in (read, submitted):
        assert (answer.status_code, answer.json["status"]) == (200, "ended")
        assert answer.headers["Preference-Applied"] == WAIT["Prefer"]


def test_a_wait_for_a_group_needs_room(store: Store) -> None:
    """With no room for a request that waits, the state is returned at once; a group that is not there is not found."""
    client = client_of(store, hint_seconds=0, max_waits=0)
    for noun, body in GROUPS.items():
        answer = client.post(f"/v1/{noun}", json=body(ROW), headers=WAIT)
        assert (answer.status_code, "Preference-Applied" in answer.headers) == (202, False)
        assert client.get(f"/v1/{noun}/none", headers=WAIT).status_code == 404


def test_ended_and_cancelled_batches_stay_so(store: Store, client: FlaskClient) -> None:
    """DELETE cancels a batch that runs, and changes no other; nor does the expiry of its jobs."""
    place = client.post("/v1/batches", json={"puzzles": [ROW]}).json["links"]["self"]
    assert state(client.get(place).json) == ("running", {"queued": 1})
    work(store)
    for answer in (client.get(place), client.delete(place), client.get(place)):
        assert state(answer.json) == ("ended", {"solved": 1})
    other = client.post("/v1/batches", json={"puzzles": list(OTHER)}).json["links"]["self"]
    depth = store.queue.depth() - len(OTHER)
    for answer in (client.delete(other), client.get(other), client.delete(other)):
        assert state(answer.json) == ("cancelled", {"cancelled": 2})
    assert store.queue.depth() == depth
    drop_jobs(store)
    assert state(client.delete(place).json) == state(client.get(place).json) == ("ended", {"expired": 1})
    assert state(client.get(other).json) == ("cancelled", {"expired": 2})
