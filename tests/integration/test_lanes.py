"""Lanes: small puzzles do not wait for long searches, which go on beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import connect
from tests.conftest import serving
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight, hard
from tests.present import present

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def lanes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with one worker in each lane, where half a second is long."""
    data = tmp_path_factory.mktemp("data")
    with serving(data, "--workers", "1", long_workers=1, FEWEST_QUICK_SECONDS="0.5") as running:
        yield running


def test_small_puzzles_do_not_wait_for_long_searches(lanes: Service) -> None:
    """While two long searches are under way, small puzzles are solved, and the long ones go on."""
    long = [
        lanes.post({"puzzle": hard(seed), "limits": {"seconds": 3600}}).json()["links"]["self"] for seed in (301, 302)
    ]
    store = connect(lanes.redis_url)
    until(lambda: store.queue.workers(Lane.LONG) == 1)

    def status(job: str) -> str:
        return str(lanes.client.get(job).json()["status"])

    try:
        for seed in range(5):
            assert lanes.solve(eight(seed))["status"] == "solved"
        assert {status(job) for job in long} <= {"queued", "running"}
        until(lambda: sorted(map(status, long)) == ["queued", "running"])
        running = next(job for job in long if status(job) == "running")
        before = lanes.client.get(running).json()["progress"]["nodes"]
        until(lambda: lanes.client.get(running).json()["progress"]["nodes"] > before)
    finally:
        for job in long:
            assert lanes.client.delete(job).json()["status"] == "cancelled"


def test_a_search_that_moves_spends_no_more_than_its_limit(lanes: Service) -> None:
    """A search that moves to the long lane takes no more nodes than its limit and a slice."""
    limits = {"nodes": 10_000_000, "seconds": 3600}
    jobs = [lanes.post({"puzzle": hard(seed), "limits": limits}).json()["links"]["self"] for seed in range(311, 315)]

    def nodes(job: str) -> int | None:
        document = lanes.client.get(job).json()
        return document["result"]["statistics"]["nodes"] if document["status"] == "stopped" else None

    until(lambda: all(nodes(job) is not None for job in jobs))
    assert [job for job in jobs if not limits["nodes"] <= present(nodes(job)) <= 1.15 * limits["nodes"]] == []
