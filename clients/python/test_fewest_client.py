"""The client against a running service, whose address is in FEWEST_ADDRESS."""

from __future__ import annotations

import doctest
import http.server
import json
import os
import socket
import struct
import threading
import urllib.request
from collections.abc import Callable

import fewest_client
import pytest
from fewest_client import Fewest, FewestProblem, JobEnded

ADDRESS = os.environ.get("FEWEST_ADDRESS", "")
HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
HARD = {
    "kind": "slide",
    "board": {"rows": 5, "columns": 5},
    "start": [*range(24, 0, -1), 0],
    "goal": [*range(1, 25), 0],
}

pytestmark = pytest.mark.skipif(not ADDRESS, reason="FEWEST_ADDRESS is not set")


@pytest.fixture
def fewest() -> Fewest:
    """A client."""
    return Fewest(ADDRESS)


def test_solve(fewest: Fewest) -> None:
    """A puzzle is solved; all its solutions can be walked through."""
    assert fewest.solve(HOPPERS)["length"] == 7
    job = fewest.wait(fewest.submit(HOPPERS, want="all"))
    solutions = list(fewest.solutions(job["solution_id"]))
    assert len(solutions) == job["result"]["count"] == 72
    assert fewest.solution(job["solution_id"])["id"] == job["solution_id"]


def test_events_and_cancel(fewest: Fewest) -> None:
    """A stream tells progress until the job is cancelled; then waiting for it fails."""
    job = fewest.submit(HARD)
    told = []
    for document in fewest.events(job):
        told.append(document["status"])
        if told.count("running") == 2:
            fewest.cancel(job)
    assert told[-1] == "cancelled"
    with pytest.raises(JobEnded):
        fewest.wait(job)


def test_wait_gives_up(fewest: Fewest) -> None:
    """Waiting ends in time, the job goes on."""
    job = fewest.submit(HARD)
    with pytest.raises(TimeoutError):
        fewest.wait(job, seconds=1)
    assert fewest.cancel(job)["status"] == "cancelled"


@pytest.mark.parametrize("ask", [lambda fewest: fewest.solve(HARD, wait=1), lambda f: f.batch([HARD], wait=1)])
def test_what_nobody_waits_for_is_cancelled(fewest: Fewest, ask: Callable[[Fewest], object]) -> None:
    """A search that is given up is not left running."""
    with pytest.raises(TimeoutError) as caught:
        ask(fewest)
    _, name, *_ = str(caught.value).split()
    kind = "batches" if str(caught.value).startswith("batch") else "jobs"
    with urllib.request.urlopen(f"{ADDRESS.rstrip('/')}/v1/{kind}/{name}") as answer:
        assert json.load(answer)["status"] == "cancelled"


def test_nobody_answers() -> None:
    """A service that is not there is told of by its address."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(TimeoutError):
            Fewest(address, timeout=0.2).boards()
    with pytest.raises(ConnectionError, match=address):
        Fewest(address).solve(HOPPERS)


def test_nonsense_is_a_broken_connection() -> None:
    """What is not HTTP raises the error that is promised."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"

        def answer() -> None:
            with listening.accept()[0] as asked:
                asked.recv(4096)
                asked.sendall(b"nonsense\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ConnectionError, match=address):
            Fewest(address).boards()
        thread.join()


def test_limits_are_those_of_the_search(fewest: Fewest) -> None:
    """Limits given by name are the search's own."""
    result = fewest.solve(HARD, seconds=1)
    assert (result["status"], result["limit"]) == ("stopped", "seconds")


def test_broken_stream_is_taken_up_again() -> None:
    """A stream that breaks off goes on after the last event heard."""
    heard: list[str | None] = []
    told: list[object] = []
    read = threading.Event()

    class Breaking(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers["Last-Event-ID"])
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            event, number = ("solved", "end") if len(heard) > 1 else ("progress", "7-0")
            self.wfile.write(f'retry: 10\n\nid: {number}\nevent: {event}\ndata: {{"at": "{number}"}}\n\n'.encode())
            if number != "end":
                assert read.wait(10)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                socket.close(self.connection.detach())  # a reset, not an end

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Breaking)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for document in Fewest(f"http://127.0.0.1:{server.server_port}").events({"id": "x"}):
        told.append(document["at"])
        read.set()
    server.shutdown()
    server.server_close()
    assert told == ["7-0", "end"]
    assert heard == [None, "7-0"]


def test_catalogue_and_replay(fewest: Fewest) -> None:
    """Boards can be listed and looked at; moves can be checked."""
    assert "hoppers" in [board["name"] for board in fewest.boards()]
    assert len(fewest.board("hoppers")["layout"]) == 13
    assert fewest.replay(HOPPERS, [[0, 6]]) | {"position": None} == {
        "legal": True,
        "reaches_goal": False,
        "length": 1,
        "fault": None,
        "position": None,
    }


def test_batch(fewest: Fewest) -> None:
    """A batch comes back in order, a bad puzzle in its place."""
    items = fewest.batch([HOPPERS, {"kind": "chess"}, HOPPERS])
    assert [item["status"] for item in items] == ["solved", "invalid", "solved"]


def test_hint_and_check(fewest: Fewest) -> None:
    """A hint tells distances, a check tells symmetries."""
    assert fewest.check(HOPPERS)["symmetries"] == 8
    assert fewest.hint(HOPPERS)["moves"]


def test_problem(fewest: Fewest) -> None:
    """A fault is raised with its place."""
    with pytest.raises(FewestProblem) as caught:
        fewest.submit({"kind": "jump", "board": {"name": "none"}})
    assert caught.value.status == 422
    assert "/puzzle/board/name" in str(caught.value)


def test_example_in_the_head() -> None:
    """The example at the head of the file holds."""
    text = str(fewest_client.__doc__).replace("http://127.0.0.1:8000", ADDRESS)
    examples = doctest.DocTestParser().get_doctest(text, {}, "head", None, None)
    assert doctest.DocTestRunner().run(examples).failed == 0
