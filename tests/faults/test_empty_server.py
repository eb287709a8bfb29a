"""An empty server: Redis comes back without its data, and the service heals by itself."""

from __future__ import annotations

from fewest.store import Store, connect
from tests.faults.endless import Workers, queued, until_running
from tests.faults.parts import ready
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight, hard


def test_workers_register_again(store: Store, workers: Workers) -> None:
    """After all data was lost, idle and busy workers register again; a killed worker counts for at most 30 s more."""
    worker = workers.start()
    until(lambda: store.queue.workers() == 1)
    store.redis.flushall()
    until(lambda: store.queue.workers() == 1)
    search_id = queued(store)
    until_running(store, search_id)
    store.redis.flushall()
    until(lambda: store.queue.workers() == 1)
    assert worker.is_alive()
    until_running(store, queued(store, "next"))
    worker.kill()
    (name,) = store.redis.smembers("rq:workers:fewest")
    assert 0 < store.redis.ttl(name) <= 30


def test_the_service_heals(victim: Service) -> None:
    """After FLUSHALL the service is soon ready; lost jobs are 404, and new ones are solved."""
    until(lambda: ready(victim))
    ended = victim.solve(eight(71))
    running = victim.post({"puzzle": hard(72), "limits": {"seconds": 600}}).json()
    until(lambda: victim.client.get(running["links"]["self"]).json()["status"] == "running")
    store = connect(victim.redis_url)
    store.redis.flushall()
    until(lambda: victim.client.get("/readyz").status_code == 200)
    for job in (ended, running):
        assert victim.client.get(job["links"]["self"]).status_code == 404
    again = victim.solve(eight(71))
    assert again["status"] == "solved"
    both = [victim.post({"puzzle": hard(seed), "limits": {"seconds": 1}}).json() for seed in (73, 74)]
    assert [victim.end_of(job)["status"] for job in both] == ["stopped"] * 2  # nothing holds a worker
    log = "".join(path.read_text() for path in (victim.data / "log").glob("workers.log*"))
    assert "Traceback" not in log, log[log.index("Traceback") :]
