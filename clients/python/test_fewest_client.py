"""The client against a running service, whose address is in FEWEST_ADDRESS."""

from __future__ import annotations

import doctest
import os

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
