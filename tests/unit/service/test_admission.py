"""Admission: the queue is bounded, and every client has its own rate."""

from __future__ import annotations

import re
from pathlib import Path

from store import Store, connect
from tests.unit.service.worker import OTHER, ROW, bearer, client_of, work


def test_queue_is_bounded(store: Store) -> None:
    """A search beyond ``queue_most`` is refused with both numbers and when to retry, and nothing is stored."""
    client = client_of(store, queue_most=2)
    for puzzle in OTHER:
        assert client.post("/v1/jobs", json={"puzzle": puzzle}).status_code == 202
    for limit in (2, 1):
        refused = client_of(store, queue_most=limit).post("/v1/jobs", json={"puzzle": ROW})
        assert (refused.status_code, refused.json["type"]) == (503, "/problems/queue-full")
        assert refused.json["detail"] == f"2 searches are queued; the limit is {limit}."
        assert refused.headers["Retry-After"] == "30"
    assert (store.queue.depth(), store.statistics.created()) == (2, 2)


def test_full_queue_does_not_keep_from_joining(store: Store) -> None:
    """A request that joins a search under way is accepted although the queue is full; a cancelled one is not joined."""
    first = client_of(store, queue_most=1).post("/v1/jobs", json={"puzzle": ROW})
    full = client_of(store, queue_most=1)
    joined = full.post("/v1/jobs", json={"puzzle": ROW})
    assert (first.status_code, joined.status_code) == (202, 202)
    assert store.statistics.created() == 1
    assert full.post("/v1/jobs", json={"puzzle": OTHER[0]}).json["type"] == "/problems/queue-full"
    search_id = store.searches.open_ids()[0]
    store.searches.start(search_id)
    for job in (first, joined):
        assert full.delete(job.headers["Location"]).status_code == 200
    store.queue.put("another", 0, 60)
    assert full.post("/v1/jobs", json={"puzzle": ROW}).json["type"] == "/problems/queue-full"


def test_known_answers_need_no_room(store: Store) -> None:
    """While the queue is full, and without a worker, known answers are served."""
    client = client_of(store, queue_most=1)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    store.queue.put("another", 0, 60)
    assert client.post("/v1/jobs", json={"puzzle": OTHER[0]}).status_code == 503
    assert client.post("/v1/jobs", json={"puzzle": ROW}).json["status"] == "solved"


def test_a_full_store_takes_no_new_work(server_url: str, store: Store) -> None:
    """While the store is full, a request that needs a search is refused, and known answers are served."""
    client_of(store).post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    client = client_of(connect(server_url, memory_bytes=1))
    refused = client.post("/v1/jobs", json={"puzzle": OTHER[0]})
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/store-full")
    assert "bytes are used; new work is accepted below 0" in refused.json["detail"]
    assert refused.headers["Retry-After"].isdigit()
    assert client.post("/v1/jobs", json={"puzzle": ROW}).json["status"] == "solved"
    assert store.statistics.created() == 1


def test_every_client_has_its_own_rate(store: Store) -> None:
    """A client that exceeds its rate does not affect the others."""
    tokens = [store.clients.add(name)[1] for name in ("one", "other")]
    client = client_of(store, rate_searches=1)

    def statuses(token: str) -> list[int]:
        return [client.post("/v1/jobs", json={"puzzle": each}, headers=bearer(token)).status_code for each in OTHER]

    assert [statuses(token) for token in tokens] == [[202, 429], [202, 429]]


def test_a_client_learns_its_rates(store: Store) -> None:
    """Every response says what the limits are; one that was counted says what is left, and a refusal when to retry."""
    client = client_of(store, rate_requests=4, rate_searches=2)
    policy = '"requests";q=4;w=60, "searches";q=2;w=60'
    free = client.get("/v1/limits")
    assert (free.headers["RateLimit-Policy"], "RateLimit" in free.headers) == (policy, False)
    left = []
    for puzzle in (*OTHER, ROW):
        answer = client.post("/v1/jobs", json={"puzzle": puzzle})
        assert answer.headers["RateLimit-Policy"] == policy
        left.append(re.sub(r"t=\d\d?\b", "t=…", answer.headers["RateLimit"]))
    assert left == [
        '"requests";r=3;t=…, "searches";r=1;t=…',
        '"requests";r=2;t=…, "searches";r=0;t=…',
        '"requests";r=1;t=…, "searches";r=0;t=…',
    ]
    assert (answer.status_code, answer.json["type"]) == (429, "/problems/rate-limited")
    assert answer.json["detail"] == "The limit of 2 searches per minute is exceeded."
    assert 1 <= int(answer.headers["Retry-After"]) <= 61


def test_a_batch_counts_every_puzzle(store: Store) -> None:
    """A batch of as many puzzles as requests are left is taken, one of more is not."""
    client = client_of(store, rate_requests=3)
    assert client.post("/v1/batches", json={"puzzles": list(OTHER)}).status_code == 202
    assert client.post("/v1/batches", json={"puzzles": list(OTHER)}).status_code == 429
    assert client.get("/v1/limits").status_code == 200


def test_rates_hold_while_the_store_is_away(server_url: str, store: Store, tmp_path: Path) -> None:
    """While the store is away every process counts the requests of each client on its own."""
    leaving = connect(server_url)
    client = client_of(leaving, rate_requests=4)
    assert client.post("/v1/puzzles/check", json={"puzzle": ROW}).status_code == 200
    pool = leaving.redis.connection_pool
    pool.connection_kwargs["path"] = f"{tmp_path}/none.sock"
    pool.disconnect()
    checks = [client.post("/v1/puzzles/check", json={"puzzle": ROW}).status_code for _ in range(6)]
    assert checks == [200, 200, 200, 429, 429, 429]  # the request that finds the store away counts twice
    assert store.reachable()


def test_clients_are_told_apart_behind_proxies(store: Store) -> None:
    """Behind two proxies the client is the address that the outer one has seen, whatever it claims itself."""
    client = client_of(store, proxies=2, rate_requests=2)

    def status(*addresses: str) -> int:
        headers = {"X-Forwarded-For": ", ".join(addresses)}
        return client.post("/v1/puzzles/check", json={"puzzle": ROW}, headers=headers).status_code

    assert [status(claimed, "10.0.0.1", "10.0.0.9") for claimed in ("1.1.1.1", "2.2.2.2", "3.3.3.3")] == [200, 200, 429]
    assert status("1.1.1.1", "10.0.0.2", "10.0.0.9") == 200
