"""Failover: Redis dies in the middle of levels, and Sentinel's replica takes over with all it has got."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis

from fewest.store import connect
from tests.conftest import serving
from tests.faults.parts import is_ready
from tests.faults.tasks import LONG_LEVELS
from tests.faults.test_random_kills import end_of
from tests.hang import until
from tests.sentinels import PATIENT, fail_over, servers

pytestmark = pytest.mark.slow

OWN = ("id", "created", "started", "ended", "links", "statistics")


def test_failover_in_the_middle_of_levels(tmp_path: Path) -> None:
    """Levels go on on the server that takes over, end once, and are the same to the byte as those of no failover."""
    with servers(tmp_path) as start:
        first, master = start()
        second, _ = start(f"replicaof 127.0.0.1 {first}")
        watch = (f"sentinel monitor fewest 127.0.0.1 {first} 1", "sentinel failover-timeout fewest 2000")
        sentinel, _ = start(*watch, f"sentinel down-after-milliseconds fewest {PATIENT}", sentinel=True)
        url = f"redis+sentinel://127.0.0.1:{sentinel}/fewest/0"
        with serving(tmp_path / "data", "--workers", "1", FEWEST_REDIS_URL=url, FEWEST_PROCESSES="1") as service:
            until(lambda: len(Redis(port=sentinel).sentinel_slaves("fewest")) == 1)
            until(lambda: Redis(port=second).info("replication")["master_link_status"] == "up")
            body = LONG_LEVELS | {"limits": {"seconds": 600}}
            job = service.client.post("/v1/generations", json=body).json()
            until(lambda: service.client.get(job["links"]["self"]).json().get("progress", {}).get("seconds", 0) > 0)
            assert Redis(port=first).wait(1, PATIENT) == 1
            fail_over(sentinel, master, second, url)
            until(lambda: is_ready(service.client))
            ended = end_of(service.client, job)
            assert ended["status"] == "finished"
            store = connect(url)
            assert store.statistics.created() == 1
            assert not store.searches.open_ids()
            assert store.queue.depth() == 0
            for name in (*store.redis.scan_iter("fewest:*:answer:*"), *store.redis.scan_iter("fewest:*:response:*")):
                store.redis.delete(name)
            again = service.client.post("/v1/generations", json=body).json()
            assert again["id"] != job["id"]
            again = end_of(service.client, again)
            assert all(again[name] == value for name, value in ended.items() if name not in OWN)
