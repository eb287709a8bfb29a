"""Recovery: what was given up disturbs nothing."""

from __future__ import annotations

import os
import signal

from store import Store
from store.recovery import requeue
from tests.faults.endless import Workers, horse, queued, until_running
from tests.hang import until
from tests.unit.workers.searches import loaded


def test_death_of_an_abandoned_run_is_ignored(store: Store, workers: Workers) -> None:
    """If the process of a run that had been given up is killed, the run that replaced it goes on."""
    search_id = queued(store)
    first = workers.start()
    run = until_running(store, search_id).run
    os.kill(abandoned := horse(first), signal.SIGSTOP)
    assert requeue(store, search_id, run)
    workers.start()
    until(lambda: loaded(store, search_id).run == run + 2)
    os.kill(abandoned, signal.SIGKILL)
    other = queued(store, "other")  # taken by the first worker: it has dealt with the death by then
    until_running(store, other)
    search = loaded(store, search_id)
    assert (search.status, search.run, search.deaths) == ("running", run + 2, 1)
    assert store.queue.depth() == 0
