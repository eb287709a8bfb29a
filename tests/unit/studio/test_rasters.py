"""Pictures as pixels for requests: made once, a few at a time."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from flask import Flask, g

from fewest.service.http.computing import Computing
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message
from fewest.store import Store
from fewest.studio.drawing.raster import RasterError
from fewest.studio.rasters import PLACES, Rasters
from tests.hang import HANG_SECONDS, until
from tests.unit.service.worker import ROW, client_of, work


def test_a_picture_is_made_once() -> None:
    """Pictures are cached by name; failures, and requests without a free slot, raise `busy` and are not cached."""
    rasters, made = Rasters(), []

    def fail() -> bytes:
        raise RasterError("no memory")

    def no_place() -> bytes:
        raise Problem("busy", Message("There is no place."))

    with Flask("test").test_request_context():
        with pytest.raises(Problem) as caught:
            rasters.get("a", fail)
        assert caught.value.code == "busy"
        with pytest.raises(Problem, match=r"There is no place\."):
            rasters.get("a", no_place)
        for name in ("a", "b", "a"):
            assert rasters.get(name, lambda name=name: made.append(name) or name.encode()) == name.encode()  # type: ignore[misc, func-returns-value]
    assert made == ["a", "b"]


def test_few_pictures_are_made_at_once() -> None:
    """At most ``PLACES`` pictures are made at a time, and all are made in the end."""
    app, rasters, go = Flask("test"), Rasters(), threading.Event()
    running: list[str] = []
    most: list[int] = []

    def make(name: str) -> bytes:
        running.append(name)
        most.append(len(running))
        go.wait(HANG_SECONDS)
        running.remove(name)
        return name.encode()

    def ask(name: str) -> None:
        with app.test_request_context():
            g.client = name
            rasters.get(name, lambda: make(name))

    threads = [threading.Thread(target=ask, args=(str(number),)) for number in range(2 * PLACES)]
    for thread in threads:
        thread.start()
    until(lambda: len(running) == PLACES)
    go.set()
    for thread in threads:
        thread.join(HANG_SECONDS)
    assert (max(most), len(most)) == (PLACES, 2 * PLACES)


def test_a_slow_picture_is_drawn_on_for_the_next_one() -> None:
    """A request that waits too long is told to retry; the picture is still made once, for the next request."""
    app, rasters, go = Flask("test"), Rasters(patience_seconds=0.0), threading.Event()
    made: list[str] = []

    def make() -> bytes:
        made.append(g.client)
        go.wait(HANG_SECONDS)
        return b"slow"

    def ask(name: str = "a", make: Callable[[], bytes] = make) -> bytes | str:
        with app.test_request_context():
            g.client = "one"
            try:
                return rasters.get(name, make)
            except Problem as problem:
                return problem.detail

    assert ask() == ask() == "The picture is being drawn. Request it again."
    go.set()
    until(lambda: ask() == b"slow")
    assert made == ["one"]
    until(lambda: ask("b", lambda: b"b") == b"b")  # its place is free again


@pytest.mark.parametrize(("address", "places"), [("/s/{}/card.png", 1), ("/v1/solutions/{}/film.gif", 2)])
def test_what_is_rasterized_is_drawn_in_a_place_of_requests_that_compute(
    store: Store, monkeypatch: pytest.MonkeyPatch, address: str, places: int
) -> None:
    """The SVG of a card, and of the frames of a film, is drawn in this process, so that it takes a place there, beside
    that of the rasterizer; that of a film is drawn after its length is known.
    """
    client = client_of(store)
    job = client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"]
    work(store)
    solution = client.get(job).json["solution_id"]
    enter, entered = Computing._enter, Counter[Computing]()

    def counted(computing: Computing, client: str) -> None:
        entered[computing] += 1
        enter(computing, client)

    monkeypatch.setattr(Computing, "_enter", counted)
    assert client.get(address.format(solution)).status_code == 200
    assert sorted(entered.values()) == [1, places]
