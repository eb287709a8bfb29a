"""Computing: a process computes for few requests at once, and for one client never for all of them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from fewest.service.http.computing import ClientLeftError, Computing
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message
from fewest.store import Store
from tests.hang import until
from tests.unit.service.clock import Clock
from tests.unit.service.worker import ROW, client_of, work

LONG = 600
"""Seconds that only a hang takes."""


@contextmanager
def asking(client: str, connection: socket.socket | None = None) -> Iterator[None]:
    """A request of a client."""
    with Flask("test").test_request_context(environ_overrides={"gunicorn.socket": connection}):
        g.client = client
        yield


class Holder:
    """A request that asks for a place, in a thread of its own, and keeps it until it may end."""

    def __init__(self, computing: Computing, client: str, connection: socket.socket | None = None) -> None:
        self.ready, self.go = threading.Event(), threading.Event()
        self.outcome = ""
        self._arguments = computing, client, connection
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        computing, client, connection = self._arguments
        with asking(client, connection):
            try:
                with computing.slot():
                    self.outcome = "computes"
                    self.ready.set()
                    self.go.wait(LONG)
            except Problem as problem:
                self.outcome = problem.detail
            finally:
                self.ready.set()

    def end(self) -> str:
        """Let it end; returns what became of it."""
        self.go.set()
        self._thread.join()
        return self.outcome


def computes(computing: Computing, client: str) -> bool:
    """Whether a request of a client finds a place."""
    with asking(client):
        try:
            with computing.slot():
                return True
        except Problem as problem:
            return problem.code != "busy" or problem.headers != {"Retry-After": "1"}


def test_places_are_bounded_and_shared() -> None:
    """A client has at most half of the places; without a free one a request is refused and counted."""
    refusals: list[int] = []
    computing = Computing(4, lambda: refusals.append(1), wait_seconds=0)
    holders = []
    for client in "aab":
        holders.append(Holder(computing, client))
        assert holders[-1].ready.wait(LONG)
    assert [computes(computing, client) for client in "abc"] == [False, True, True]
    holders.append(Holder(computing, "b"))
    assert holders[-1].ready.wait(LONG)
    assert not computes(computing, "c")
    assert len(refusals) == 2
    assert [holder.end() for holder in holders] == ["computes"] * 4
    assert all(computes(computing, client) for client in "abc")


class Noting(Computing):
    """Tells when a request waits."""

    def __init__(self, places: int) -> None:
        self.waits = threading.Semaphore(0)
        super().__init__(places, wait_seconds=LONG)

    def _admit(self) -> None:
        super()._admit()
        if self._waiting:
            self.waits.release()


def test_clients_that_wait_take_turns() -> None:
    """A freed slot goes to the first waiting client that does not have its share yet."""
    computing = Noting(2)
    first, other = Holder(computing, "a"), Holder(computing, "b")
    assert first.ready.wait(LONG)
    assert other.ready.wait(LONG)
    waiting = []
    for client in "aca":
        waiting.append(Holder(computing, client))
        assert computing.waits.acquire(timeout=LONG)
    other.end()  # a has its share
    assert waiting[1].ready.wait(LONG)
    assert [holder.ready.is_set() for holder in waiting] == [False, True, False]
    first.end()
    assert waiting[0].ready.wait(LONG)
    assert not waiting[2].ready.is_set()
    assert [holder.end() for holder in waiting] == ["computes"] * 3


def test_a_client_that_was_served_waits_behind_the_others() -> None:
    """Clients take turns, however many requests one of them has waiting."""
    computing = Noting(1)
    holders = [Holder(computing, "a")]
    assert holders[0].ready.wait(LONG)
    for client in "aab":
        holders.append(Holder(computing, client))
        assert computing.waits.acquire(timeout=LONG)
    served = [holders[0], holders[1], holders[3], holders[2]]
    for number, holder in enumerate(served):
        until(lambda number=number: sum(each.ready.is_set() for each in served) == number + 1)
        assert holder.ready.is_set()
        assert holder.end() == "computes"


def test_nothing_is_computed_for_who_has_left() -> None:
    """A request whose client closes its connection while it waits gives its place to the next."""
    computing = Noting(1)
    ours, theirs = socket.socketpair()
    first = Holder(computing, "a")
    assert first.ready.wait(LONG)
    left = Holder(computing, "b", ours)
    left.go.set()  # should it compute, it ends at once
    assert computing.waits.acquire(timeout=LONG)
    stays, end = socket.socketpair()
    patient = Holder(computing, "c", stays)
    assert computing.waits.acquire(timeout=LONG)
    end.sendall(b"GET / HTTP/1.1")  # it has sent its next request: it is there
    theirs.close()
    assert first.end() == "computes"
    assert patient.ready.wait(LONG)
    assert (left.end(), patient.end()) == ("The client has disconnected.", "computes")
    for each in (ours, stays, end):
        each.close()


@pytest.mark.parametrize("error", [Problem("busy", Message("There is one place.")), ClientLeftError()])
def test_a_batch_that_was_read_finds_no_place(store: Store, monkeypatch: pytest.MonkeyPatch, error: Problem) -> None:
    """Its puzzles are refused, as if the queue were full; if its client has left, it is begun when sent again."""
    enter = Computing._enter
    entered: list[str] = []

    def once(computing: Computing, client: str) -> None:
        entered.append(client)
        if len(entered) == 2:
            raise error
        enter(computing, client)

    monkeypatch.setattr(Computing, "_enter", once)
    client = client_of(store)
    sent = {"json": {"puzzles": [ROW, ROW]}, "headers": {"Idempotency-Key": "0123456789-abcdefgh"}}
    batch = client.post("/v1/batches", **sent)
    if isinstance(error, ClientLeftError):
        assert batch.status_code == 503
        batch = client.post("/v1/batches", **sent)
        assert (batch.status_code, [item["status"] for item in batch.json["items"]]) == (202, ["queued"] * 2)
    else:
        assert (batch.status_code, [item["status"] for item in batch.json["items"]]) == (200, ["refused"] * 2)
        assert batch.json["items"][0]["detail"].startswith("The server is busy. ")


def test_what_is_known_needs_no_place(store: Store, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Probes, repeated requests, jobs and solutions are answered while all places are taken; pictures are not."""
    job = client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"}).headers["Location"]
    work(store)
    links = client.get(job).json["links"]
    assert client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"}).status_code == 200
    computing = Computing(1)

    def never(*_: object) -> None:
        raise Problem("busy", f"{computing}")

    monkeypatch.setattr(Computing, "_enter", never)
    paths = ["/livez", "/v1/limits", "/v1/boards", "/metrics", job, links["solution"]]
    assert [client.get(path).status_code for path in paths] == [200] * len(paths)
    assert client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"}).status_code == 200
    computed = [links["picture"], links["solution"] + "/all", links["embed"]]
    assert [client.get(path).status_code for path in computed] == [503] * len(computed)


def test_a_request_has_one_place_of_a_kind() -> None:
    """Nested computations of a request share its slot; a slot of another kind is taken in addition."""
    one, other = Computing(1, wait_seconds=0), Computing(1, wait_seconds=0)
    with asking("a"), one.slot():
        with one.slot():
            assert computes(other, "b")
        with other.slot():
            assert not computes(other, "b")
        assert computes(other, "b")
        assert not computes(one, "b")
    assert computes(one, "b")


def test_long_work_gives_way() -> None:
    """A request that has computed for a tenth of a second gives its place to one that waits, and then gets it back.

    Before that time, and where it has none, nothing happens.
    """
    clock = Clock()
    computing = Computing(1, wait_seconds=0, clock=clock.monotonic)
    with asking("a"):
        computing.give_way()
        with computing.slot(), computing.slot():
            clock.now = 0.09
            computing.give_way()
            assert not computes(computing, "b")

            computing._wait_seconds = LONG
            holder = Holder(computing, "b")
            until(lambda: "b" in computing._waiting)
            computing.give_way()
            assert not holder.ready.is_set()
            clock.now = 0.1
            threading.Thread(target=holder.end).start()
            computing.give_way()
            assert holder.outcome == "computes"
            computing._wait_seconds = 0
            assert not computes(computing, "b")
        assert computes(computing, "b")


def test_long_work_ends_for_who_has_left() -> None:
    """A request whose client has gone is not continued, and has no place any more."""
    clock = Clock()
    computing = Computing(1, wait_seconds=0, clock=clock.monotonic)
    ours, theirs = socket.socketpair()
    with asking("a", ours):
        with suppress(Problem), computing.slot():
            theirs.close()
            computing.give_way()
            clock.now = 1
            computing.give_way()
            pytest.fail("it is continued")
        assert computes(computing, "b")
    ours.close()
