"""A store that is short of memory: bounded for ever, open work survives, reading and cancelling go on."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.cli.up import server_command, socket_path
from fewest.config.settings import Settings
from fewest.store import Store, StoreFull, connect, keys
from fewest.store.results import NewSolution, SolutionNumbering
from fewest.wsgi import create_app
from tests.ended_job import add_ended
from tests.hang import HANG_SECONDS, until
from tests.unit.service.worker import begin, finish, set_worker, work
from tests.unit.store.test_jobs import job
from tests.unit.workers.searches import created

STORE_BYTES = 20_000_000
CELLS = 9


def held(store: Store) -> int:
    """Bytes that a server uses, but for its connections and what it has not yet written to disk."""
    memory = store.redis.info("memory")
    return int(memory["used_memory"] - memory["mem_clients_normal"] - memory["mem_not_counted_for_evict"])


@dataclass
class Small:
    """A store with little memory, and the service on it."""

    store: Store
    client: FlaskClient
    url: str
    limited: bool
    base: int

    @property
    def used(self) -> int:
        """Bytes that the server uses for what it holds."""
        return held(self.store)

    @property
    def kept(self) -> int:
        """Bytes by our own count."""
        return sum(map(int, self.store.redis.hvals(keys.KEPT)))


@pytest.fixture(scope="module", params=["limited", "unlimited"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, bool]]:
    """A server with a limit, as `fewest up` starts it, and one without."""
    folder, limited = tmp_path_factory.mktemp("small"), request.param == "limited"
    command = server_command(Settings(store_bytes=STORE_BYTES), folder)
    command += [] if limited else ["--maxmemory", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    url = f"unix://{socket_path(folder)}"
    try:
        until(connect(url, retry=True).reachable)
        yield url, limited
    finally:
        process.terminate()
        process.wait(HANG_SECONDS)


@pytest.fixture
def small(server: tuple[str, bool]) -> Iterator[Small]:
    """An empty store with little memory."""
    url, limited = server
    store = connect(url, store_bytes=STORE_BYTES)
    store.redis.flushall(asynchronous=False)
    set_worker(store, alive=True)
    settings = Settings(store_bytes=STORE_BYTES, rate_requests=10**7, rate_searches=10**7, response_cache_bytes=1)
    client = create_app(settings, store).test_client()
    empty = Small(store, client, url, limited, 0)
    yield replace(empty, base=empty.used)
    store.redis.config_set("maxmemory", STORE_BYTES if limited else 0)
    store.redis.connection_pool.disconnect()  # with them go the server's buffers for what was sent


def row(number: int) -> dict[str, Any]:
    """A puzzle for each number up to 2 ** CELLS: which of the pieces in a row are equal to the first."""
    pieces = [1 + (number >> place & 1) for place in range(CELLS)]
    return {"kind": "slide", "board": {"rows": 1, "columns": CELLS + 1}, "start": [0, *pieces], "goal": [*pieces, 0]}


def submit(small: Small, number: int, **others: Any) -> Any:
    """POST a puzzle."""
    return small.client.post("/v1/jobs", json={"puzzle": row(number)} | others)


def solved(small: Small, number: int) -> Any:
    """A job that has ended with a search of its own."""
    view = submit(small, number).json
    work(small.store)
    return small.client.get(view["links"]["self"]).json


def document(name: str, size: int) -> bytes:
    """The document of a solution or of a job, of some size."""
    return json.dumps({"id": name, "status": "solved", "text": "x" * size}).encode()


def fill(store: Store, name: str, size: int = 20_000) -> None:
    """Store an answer, a solution and an ended job, each of some size."""
    text = "x" * size
    result = {"status": "solved", "optimal": True, "text": text}
    store.results.store(name, "one", result, "n", None)
    store.results.store_solution(NewSolution(name, document(name, size), SolutionNumbering("k", (0,))))
    add_ended(store, name, document(name, size), "", name)


def fill_with_open_work(small: Small) -> int:
    """Add searches and jobs that are never run until new ones are refused. Returns how many."""
    for number in range(1000):
        name = f"open-{number}"
        try:
            search_id = created(small.store, {"text": "x" * 50_000}, name=name)
            small.store.do(small.store.jobs.add(replace(job(name), search_id=search_id, raw={"text": "x" * 50_000})))
        except StoreFull:
            return number
    raise AssertionError("never full")


def test_bounded_for_ever(small: Small) -> None:
    """However much is stored, memory is bounded, and open work, used results and the newest results stay."""
    opened = submit(small, 1).json
    used = "p_used"
    fill(small.store, used)
    for number in range(12 * STORE_BYTES // 70_000):
        fill(small.store, f"f{number}")
        if number % 15 == 0:
            small.store.redis.zincrby(keys.USED, -3600, keys.solution(used))  # as if an hour had passed
            assert small.client.get(f"/v1/solutions/{used}").status_code == 200
            small.store.sweep()
            assert small.kept <= 0.9 * STORE_BYTES
            until(lambda: small.used <= STORE_BYTES)  # the server frees in the background
    last = f"f{number}"
    assert small.store.results.find(last, "one")
    assert small.store.results.solution(last)
    assert small.store.jobs.load(last)
    assert small.store.results.find("f0", "one") is None
    assert small.store.jobs.load("f0") is None
    assert small.kept > 0.6 * STORE_BYTES  # no more is dropped than must be
    assert small.client.get(opened["links"]["self"]).json["status"] == "queued"
    work(small.store)
    assert small.client.get(opened["links"]["self"]).json["status"] == "solved"


def is_over(store: Store, name: bytes) -> bool:
    """Whether the time of an entry is over: the server drops it then, and the next sweep its size."""
    over_at = store.redis.zscore(keys.ENDED, name)
    return over_at is not None and bool(over_at <= store.now() + 0.001)  # the server drops by the millisecond


def test_count_is_right(small: Small) -> None:
    """The sums are those of all entries, and 0 when all are dropped."""
    for number in range(40):
        solved(small, number)
        submit(small, number, limits={"seconds": 1 + number})
        submit(small, number)
    small.client.delete(submit(small, 99).json["links"]["self"])
    small.client.post("/v1/batches", json={"puzzles": [row(1), row(2)]})
    assert small.kept == sum(map(int, small.store.redis.hvals(keys.SIZES)))
    for name in small.store.redis.hkeys(keys.SIZES):
        assert small.store.redis.exists(name) or is_over(small.store, name), name
    while any(map(small.store.redis.zcard, (keys.ENDED, keys.USED))):
        for group in ("work", "results"):
            small.store.memory._drop_oldest(group, 1 << 62)
    assert small.kept == 0
    assert small.store.redis.hlen(keys.SIZES) == 0
    left = {name.decode().removeprefix(keys.VERSION) for name in small.store.redis.scan_iter(keys.VERSION + "*")}
    assert not {name for name in left if ":" in name and not name.startswith(("searches:", "rate", "waiting:"))}


def test_full_of_open_work(small: Small) -> None:
    """A store full of open work refuses more, but answers, cancels and ends what there is."""
    known, spare = solved(small, 1), submit(small, 2).json
    fill_with_open_work(small)
    small.store.sweep()
    assert submit(small, 1).json["result"]["moves"] == known["result"]["moves"]
    assert small.client.get(known["links"]["solution"]).status_code == 200
    assert small.used < STORE_BYTES + (0 if small.limited else small.base)
    refused = submit(small, 3)
    assert refused.status_code == 503
    assert refused.json["type"] == "/problems/store-full"
    assert "new work is accepted below" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    assert small.client.post("/v1/batches", json={"puzzles": [row(3)]}).status_code == 503
    assert small.client.delete(spare["links"]["self"]).json["status"] == "cancelled"
    for search_id in small.store.searches.open_ids():
        assert small.store.runs.finish(search_id, None, "solved", {})
    small.store.sweep()
    until(lambda: submit(small, 3).status_code == 202)


def test_server_that_refuses_writes(small: Small) -> None:
    """While the server refuses writes, answers are read, jobs cancelled, searches ended, and room is made."""
    known, opened, running = solved(small, 1), submit(small, 2).json, submit(small, 4).json
    for number in range(50):
        fill(small.store, f"f{number}")
    most = small.used // 2
    small.store.redis.config_set("maxmemory", most)
    with pytest.raises(StoreFull):
        small.store.redis.set("any", 1)
    assert submit(small, 3).json["type"] == "/problems/store-full"
    assert submit(small, 1).json["result"] == known["result"] | {
        "statistics": submit(small, 1).json["result"]["statistics"]
    }
    assert small.client.get(known["links"]["self"]).json == known
    assert small.client.get(known["links"]["solution"]).status_code == 200
    assert small.client.delete(opened["links"]["self"]).json["status"] == "cancelled"
    search, run = begin(small.store)
    assert small.store.runs.report(search.id, run, {"lower_bound": 1, "nodes": 1, "seconds": 1.0})
    finish(small.store, search, run)
    assert small.client.get(running["links"]["self"]).json["status"] == "solved"
    assert small.store.lock_recovery(1, 1.0)
    small.store.redis.config_set("maxmemory", small.used * 10 // 11)
    with pytest.raises(StoreFull):
        small.store.redis.set("any", 1)
    assert small.store.sweep() > 0
    until(lambda: submit(small, 3).status_code == 202)
