"""What is kept: searches are shared, fenced and found again; better answers replace worse ones."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from schemas.settings import Settings
from solver.model import Result, Status
from store import Store
from store.lost import put_back, put_back_lost
from store.results import Solution
from workers import tasks


def join(store: Store, job_id: str, flight: str = "f") -> tuple[str, bool]:
    """Join or begin a search for a small request."""
    return store.searches.join(
        job_id,
        puzzle={},
        want="one",
        limits={"seconds": 60},
        key="k",
        flight=flight,
        exact_digest="n",
        request_id="r",
    )


def test_equal_requests_join(store: Store) -> None:
    """The second of two equal requests joins the search of the first; another request begins its own."""
    first, begun = join(store, "a")
    assert begun
    assert join(store, "b") == (first, False)
    assert join(store, "c", "other")[1]
    assert store.searches.begun() == 2


def test_search_ends_when_its_last_job_leaves(store: Store) -> None:
    """A search goes on while a job waits for it, and is to end when the last has left; then nobody joins it."""
    search_id, _ = join(store, "a")
    join(store, "b")
    run = store.searches.start(search_id)
    assert not store.searches.leave(search_id, "a")
    assert store.searches.report(search_id, run, {"lower_bound": 1})
    assert store.searches.leave(search_id, "b")
    assert not store.searches.report(search_id, run, {"lower_bound": 1})
    assert join(store, "c")[1]


def test_lost_run_is_not_listened_to(store: Store) -> None:
    """After a search was put back, its earlier run can neither report nor finish."""
    search_id, _ = join(store, "a")
    run = store.searches.start(search_id)
    assert run == 1
    assert store.searches.start(search_id) == 0
    assert put_back(store, search_id)
    assert not store.searches.report(search_id, run, {})
    assert not store.searches.finish(search_id, run, "solved", {})
    again = store.searches.start(search_id)
    assert store.searches.finish(search_id, again, "solved", {})
    assert not store.searches.finish(search_id, again, "stopped", {})


def test_lost_searches_are_found(store: Store) -> None:
    """A search is put back if its worker fell silent, or if it is in no queue; not while it waits its turn."""
    silent, _ = join(store, "a", "1")
    store.searches.start(silent)
    nowhere, _ = join(store, "b", "2")
    waiting, _ = join(store, "c", "3")
    store.queue.put(waiting, 0, 60)
    assert put_back_lost(store, 1000.0) == 0
    assert put_back_lost(store, 0.0) == 2
    assert put_back_lost(store, 0.0) == 0
    states = [store.searches.load(search_id) for search_id in (silent, nowhere, waiting)]
    assert [state.status for state in states if state] == ["queued"] * 3
    assert store.queue.depth() == 3


def test_search_that_kills_its_workers_is_given_up(store: Store) -> None:
    """A search whose worker died three times ends failed."""
    search_id, _ = join(store, "a")
    for _ in range(2):
        store.searches.start(search_id)
        assert put_back(store, search_id)
    store.searches.start(search_id)
    assert not put_back(store, search_id)
    search = store.searches.load(search_id)
    assert search is not None
    assert search.status == "failed"


def test_cancelled_search_is_not_put_back(store: Store) -> None:
    """A search that was cancelled when its worker died ends cancelled."""
    search_id, _ = join(store, "a")
    store.searches.start(search_id)
    store.searches.leave(search_id, "a")
    assert put_back_lost(store, 0.0) == 0
    search = store.searches.load(search_id)
    assert search is not None
    assert search.status == "cancelled"


def test_waiting_is_woken(store: Store) -> None:
    """Waiting returns the newest event at once if there is news, and the old one if there is none."""
    search_id, _ = join(store, "a")
    run = store.searches.start(search_id)
    assert store.searches.wait(search_id, "0", 0.01) == "0"
    store.searches.report(search_id, run, {"lower_bound": 1})
    event = store.searches.wait(search_id, "0", 5.0)
    assert event != "0"
    store.searches.finish(search_id, run, "solved", {})
    assert store.searches.wait(search_id, event, 5.0) > event


def result(**parts: Any) -> dict[str, Any]:
    """A result of a small puzzle."""
    return {"status": "solved", "optimal": True} | parts


@pytest.mark.parametrize(
    ("kept", "value", "serves"),
    [
        ("one", result(), ["any", "one"]),
        ("count", result(count=3), ["any", "one", "count"]),
        ("all", result(count=3), ["any", "one", "count", "all"]),
        ("any", result(optimal=False), ["any"]),
        ("any", result(), ["any", "one"]),
        ("one", result(status="unsolvable", optimal=False), ["any", "one", "count", "all"]),
    ],
)
def test_answer_serves_what_it_says(store: Store, kept: str, value: dict[str, Any], serves: list[str]) -> None:
    """A kept answer serves its own want and all that ask for less."""
    store.results.keep("k", kept, value, "n", None)
    assert [want for want in ("any", "one", "count", "all") if store.results.find("k", want)] == serves


def test_worse_answer_does_not_replace_a_better_one(store: Store) -> None:
    """A count stays when one solution is found again."""
    store.results.keep("k", "count", result(count=3), "n", None)
    store.results.keep("k", "one", result(), "m", None)
    answer = store.results.find("k", "count")
    assert answer is not None
    assert (answer.result["count"], answer.exact_digest, answer.grade) == (3, "n", "count")
    store.results.keep_solution("p", "count", Solution(b"long", "1"))
    store.results.keep_solution("p", "one", Solution(b"short", "2"))
    kept = store.results.solution("p")
    assert kept is not None
    assert kept.document == b"long"


def test_trim_drops_what_was_unused_longest(store: Store) -> None:
    """Over its share of memory, the store drops answers by their last use."""
    for key in ("a", "b"):
        store.results.keep(key, "one", result(), "n", None)
    store.results.find("a", "one")
    assert store.results.trim() == 0
    assert store.results.trim(share=0.0, batch=1) == 2
    assert store.results.find("a", "one") is None


def test_bound_of_a_lost_run_holds(store: Store) -> None:
    """A search that is stopped ends with the best bound any of its runs has proven."""
    puzzle = {
        "kind": "jump",
        "board": {"holes": 3, "jumps": [[0, 1, 2]]},
        "start": {"empty": [2]},
        "goal": {"count": 1},
    }
    search_id, _ = store.searches.join(
        "a", puzzle=puzzle, want="one", limits={}, key="k", flight="f", exact_digest="n", request_id="r"
    )
    store.searches.report(search_id, store.searches.start(search_id), {"lower_bound": 9})
    store.searches.put_back(search_id)
    run = store.searches.start(search_id)
    search = store.searches.load(search_id)
    assert search is not None
    result = Result(Status.STOPPED, None, optimal=False, lower_bound=4, limit="seconds")
    tasks.store_result(Settings(), store, search, run, result)
    ended = store.searches.load(search_id)
    assert ended is not None
    assert (ended.status, ended.result["lower_bound"]) == ("stopped", 9)


def test_memory_of_a_task_is_bounded() -> None:
    """A process with a memory budget that asks for more gets MemoryError."""
    text = "from workers.tasks import keep_memory, SPARE_BYTES\nkeep_memory(10**6)\nbytearray(SPARE_BYTES + 10**9)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert "MemoryError" in done.stderr
    assert tasks.SPARE_BYTES > 0
