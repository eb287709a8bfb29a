"""The task of a worker: what it stores, and what bounds it."""

from __future__ import annotations

import subprocess
import sys

from schemas.settings import Settings
from solver.model import Result, Status
from store import Store
from workers import tasks


def test_bound_of_a_lost_run_holds(store: Store) -> None:
    """A stopped search has the best lower bound that any of its runs has proven."""
    puzzle = {
        "kind": "jump",
        "board": {"holes": 3, "jumps": [[0, 1, 2]]},
        "start": {"empty": [2]},
        "goal": {"count": 1},
    }
    search_id, _ = store.searches.join_or_create(
        "a", puzzle=puzzle, want="one", limits={}, key="k", flight="f", exact_digest="n", request_id="r"
    )
    store.searches.report(search_id, store.searches.start(search_id), {"lower_bound": 9})
    store.searches.requeue(search_id)
    run = store.searches.start(search_id)
    search = store.searches.load(search_id)
    assert search is not None
    result = Result(Status.STOPPED, None, optimal=False, lower_bound=4, limit="seconds")
    tasks.store_result(Settings(), store, search, run, result)
    ended = store.searches.load(search_id)
    assert ended is not None
    assert (ended.status, ended.result["lower_bound"]) == ("stopped", 9)


def test_memory_of_a_task_is_bounded() -> None:
    """A process that exceeds its memory limit gets MemoryError."""
    text = "from workers.tasks import limit_memory, SPARE_BYTES\nlimit_memory(10**6)\nbytearray(SPARE_BYTES + 10**9)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert "MemoryError" in done.stderr
    assert tasks.SPARE_BYTES > 0
