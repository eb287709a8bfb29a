"""Pictures as pixels for requests: made once, a few at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from flask import Flask, g

from schemas.settings import Settings
from service.drawing.raster import RasterError
from service.http.computing import Computing
from service.http.problems import Problem, install
from service.http.response_cache import ResponseCache
from service.jobs.admission import Admission, ClientRates
from service.rasters import PLACES, Rasters
from service.routes import shares, solutions
from solver.errors import Message
from store import Store
from tests.hang import HANG_SECONDS, until
from tests.unit.service.worker import ROW, client_of, work


def test_a_picture_is_made_once() -> None:
    """What was made is remembered under its name; a rasterizer that fails is reported as busy, and tried again."""
    rasters, made = Rasters(), []

    def fail() -> bytes:
        raise RasterError("no memory")

    with Flask("test").test_request_context():
        with pytest.raises(Problem) as caught:
            rasters.get("a", fail)
        assert caught.value.code == "busy"
        for name in ("a", "b", "a"):
            assert rasters.get(name, lambda name=name: made.append(name) or name.encode()) == name.encode()  # type: ignore[misc, func-returns-value]
    assert made == ["a", "b"]


def test_few_pictures_are_made_at_once() -> None:
    """However many clients ask for other pictures, only so many are made at a time, and each is made in the end."""
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
    """A request that has waited long enough is told to come back; the picture is made once, for whoever asks then."""
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

    assert ask() == ask() == "The picture is being drawn. Ask for it again."
    go.set()
    until(lambda: ask() == b"slow")
    assert made == ["one"]
    until(lambda: ask("b", lambda: b"b") == b"b")  # its place is free again


class Few(Computing):
    """Gives a place so many times, and then none."""

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self.times = times

    def _enter(self, client: str) -> None:
        if not self.times:
            raise Problem("busy", Message("There is no place."))
        self.times -= 1
        super()._enter(client)


@pytest.mark.parametrize(("name", "times"), [("card", 1), ("film", 2)])
def test_what_is_rasterized_is_drawn_in_a_place_of_requests_that_compute(store: Store, name: str, times: int) -> None:
    """The SVG of a card, and of the frames of a film, is drawn in this process, so that it takes a place there; that of
    a film is drawn after its length is known.
    """
    client = client_of(store)
    job = client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"]
    work(store)
    solution = client.get(job).json["solution_id"]
    address = f"/s/{solution}/card.png" if name == "card" else f"/v1/solutions/{solution}/film.gif"
    statuses = []
    for allowed in (times - 1, times):
        settings, computing, app = Settings(), Few(allowed), Flask("test")
        rates, rasters = ClientRates(settings, store), Rasters()
        admission = Admission(settings, store, rates, computing)
        app.register_blueprint(shares.routes(settings, store.results, admission, rasters))
        recent: ResponseCache[bytes] = ResponseCache(1, 1.0, len)
        app.register_blueprint(solutions.routes(store.results, recent, rates, computing, rasters))
        app.before_request(note_client)
        install(app)
        statuses.append(app.test_client().get(address).status_code)
    assert statuses == [503, 200]


def note_client() -> None:
    """What the application notes of every request before it is served."""
    g.client, g.began_at = "test", time.time()
