"""Memory: what is counted, when the store is full, and what a sweep drops."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

import pytest

from fewest.store import Store, connect, keys
from fewest.store.damage import StoreClient
from fewest.store.memory import Memory, Usage
from fewest.store.steps import call
from tests.ended_job import add_ended
from tests.unit.store.configured import configured
from tests.unit.store.request import join_or_create, start_run
from tests.unit.store.test_jobs import job

SOLVED = {"status": "solved", "optimal": True}


def test_a_sweep_goes_from_90_percent_to_80() -> None:
    """A sweep begins above 90 % and ends at 80 %; new work is refused from 95 % on."""
    assert [Usage(used, 1000).excess() for used in (0, 899, 900, 901, 1000)] == [0, 0, 0, 101, 200]
    assert [Usage(used, 1000).full for used in (0, 949, 950, 1000)] == [False, False, True, True]


@dataclass
class Server:
    """A server that says how much memory it uses, and has counted what is stored."""

    used: int
    most: int
    buffers: int = 0

    parse = StoreClient.parse

    def run_script(self, name: str, kept: str) -> list[Any]:
        """Its memory, and the sums by group."""
        assert (name, kept) == ("memory_usage", keys.KEPT)
        return [self.used, self.buffers, self.most, b"work", b"20", b"results", b"10"]


USAGES = {
    "our count": (Server(900, 0), Usage(30, 100)),
    "the server's, which is fuller": (Server(900, 2000), Usage(900, 2000)),
    "our count, which is fuller": (Server(500, 2000), Usage(30, 100)),
    "the server's, without its buffers": (Server(900, 2000, buffers=200), Usage(700, 2000)),
}


@pytest.mark.parametrize("name", USAGES)
def test_the_fuller_memory_counts(name: str) -> None:
    """The usage is our own count, or the server's if it has a limit and is fuller."""
    server, usage = USAGES[name]
    assert Memory(server, 100, 60).usage() == usage


def test_the_memory_of_the_server(store: Store) -> None:
    """What the server uses, its buffers and its limit are read from its own report."""
    with configured(store, "maxmemory", 10**9):
        used, buffers, most = store.do(call("memory_usage", kept=keys.KEPT))
        info = store.redis.info("memory")
    assert (buffers, most) == (info["mem_not_counted_for_evict"], 10**9)
    assert abs(used - info["used_memory"]) < 100_000


@pytest.fixture
def small(server_url: str, store: Store) -> Store:
    """An empty store with little memory."""
    assert store.memory.sweep() == 0
    return connect(server_url, store_bytes=100_000)


def fill(store: Store, group: str, first: int, number: int) -> None:
    """Store so many entries of a group, of about a kilobyte each."""
    for index in range(first, first + number):
        if group == "results":
            store.results.store(f"{index:03}", "one", SOLVED | {"text": "x" * 1000}, "n", None)
        else:
            add_ended(store, f"{index:03}", b"x" * 1000, "")


def left(store: Store, group: str) -> list[str]:
    """The entries of a group, in the order they were stored."""
    form = keys.answer("*") if group == "results" else keys.job("*")
    return sorted(name.decode().rpartition(":")[2] for name in store.redis.scan_iter(form))


def kept(store: Store) -> dict[str, int]:
    """Bytes counted by group."""
    return {name.decode(): int(number) for name, number in store.redis.hgetall(keys.KEPT).items()}


@pytest.mark.parametrize("group", ["work", "results"])
def test_a_sweep_drops_the_oldest(small: Store, group: str, caplog: pytest.LogCaptureFixture) -> None:
    """A sweep drops the oldest entries, no more than it must, says how many, and has nothing to do after that."""
    with caplog.at_level(logging.INFO, "fewest.store"):
        fill(small, group, 0, 30)
        assert small.sweep() == 0
        assert not caplog.records
        fill(small, group, 30, 60)
        names = left(small, group)
        dropped = small.sweep()
    remaining = left(small, group)
    assert remaining == names[dropped:]
    assert 78_000 < sum(kept(small).values()) <= 80_000
    assert [record.getMessage() for record in caplog.records] == [f"dropped {dropped} entries"]
    assert small.sweep() == 0


@pytest.mark.parametrize(("few", "many"), [("work", "results"), ("results", "work")])
def test_a_sweep_drops_of_the_larger_group(small: Store, few: str, many: str) -> None:
    """A sweep drops entries of the larger group only, however old those of the other are."""
    fill(small, few, 0, 10)
    fill(small, many, 0, 70)
    assert small.sweep() > 0
    assert len(left(small, few)) == 10


def test_open_work_displaces_results_to_a_quarter_only(small: Store) -> None:
    """A sweep leaves results a quarter of the memory, however much open work there is."""
    for number in range(7):
        join_or_create(small, f"{number}", f"{number}")
    fill(small, "results", 0, 18)
    assert 90_000 < sum(kept(small).values()) < 97_000  # Redis needs more for a result than Valkey does
    before = kept(small)["results"]
    small.sweep()
    assert 23_000 < kept(small)["results"] <= 25_000 < before
    assert len(small.searches.open_ids()) == 7
    assert small.sweep() == 0


def test_results_of_open_work_displace_the_least_used(small: Store) -> None:
    """In a full store, a new result displaces the least used ones."""
    for number in range(9):
        join_or_create(small, f"{number}", f"{number}")
    fill(small, "results", 0, 40)
    assert 93_000 < sum(kept(small).values()) < 97_000
    names = left(small, "results")
    assert names == [f"{number:03}" for number in range(40 - len(names), 40)]


def test_a_full_server_displaces_no_few_results(small: Store) -> None:
    """On a server that others have filled, no result is displaced while results take less than a quarter."""
    fill(small, "results", 0, 5)
    with configured(small, "maxmemory", int(small.redis.info("memory")["used_memory"] * 1.02)):
        fill(small, "results", 5, 1)
    assert left(small, "results") == [f"{number:03}" for number in range(6)]


def test_a_sweep_ends_where_only_open_batches_are_left(small: Store) -> None:
    """A sweep that finds only batches with open jobs drops none and ends."""
    items = []
    for number in range(10):
        search_id, _ = join_or_create(small, f"{number}", f"{number}")
        small.do(small.jobs.add(replace(job(f"{number}"), search_id=search_id)))
        items.append({"job_id": f"{number}"})
    for number in range(3):
        small.groups.store(f"{number}", {"items": items})
    assert small.memory.usage().excess() > 0
    small.sweep()
    assert all(small.redis.exists(keys.group(f"{number}")) for number in range(3))
    assert small.memory.usage().excess() > 0


def test_a_sweep_drops_a_batch_whose_jobs_have_ended(small: Store) -> None:
    """A batch is dropped in its turn once all its jobs have ended."""
    small.groups.store("g", {"items": [{"job_id": "040"}]})
    fill(small, "work", 0, 90)
    assert small.sweep() > 0
    assert "040" in left(small, "work")
    assert not small.redis.exists(keys.group("g"))


def test_a_sweep_of_a_server_that_others_fill(store: Store) -> None:
    """On a server that others have filled, a sweep with nothing to drop ends."""
    # Much more than the server still frees of what earlier tests have left; sent whole, it would be in a buffer, too.
    store.redis.setrange("others", 50_000_000, "x")
    with configured(store, "maxmemory", int(store.redis.info("memory")["used_memory"] * 1.05)):
        assert store.memory.usage().excess() > 0
        assert store.sweep() == 0
    store.redis.delete("others")


def test_what_has_expired_is_swept(small: Store) -> None:
    """A sweep drops all work that has expired, and counts it no longer."""
    small.do(small.jobs.add(job("open")))
    before = kept(small)
    add_ended(small, "late", b"x", "")
    fill(small, "work", 0, 30)
    for number in range(30):
        small.redis.zadd(keys.ENDED, {keys.job(f"{number:03}"): small.now() - 1})
    assert small.sweep() == 30
    assert left(small, "work") == ["late", "open"]
    small.redis.zadd(keys.ENDED, {keys.job("late"): small.now() - 1})
    assert small.sweep() == 1
    assert kept(small) == before


def test_nothing_is_left_of_a_search_that_is_dropped(store: Store) -> None:
    """A search is dropped together with the ids of its jobs and its events."""
    search_id, _ = join_or_create(store, "a")
    store.runs.report(search_id, start_run(store, search_id), {})
    store.runs.finish(search_id, None, "solved", {})
    names = [keys.search(search_id), keys.search_jobs(search_id), keys.events(search_id)]
    assert store.redis.exists(*names) == 3
    for name in names:
        store.redis.persist(name)
    store.redis.zadd(keys.ENDED, {keys.search(search_id): store.now() - 1})
    store.redis.zrem(keys.ENDED, keys.events(search_id))
    assert store.sweep() == 1
    assert store.redis.exists(*names) == 0


def test_what_is_refused_frees_nothing(small: Store) -> None:
    """Results are displaced one by one, the least used first, until there is room for the new one."""
    fill(small, "results", 0, 62)
    before = left(small, "results")
    full = small.memory.usage()
    assert full.bytes <= full.most
    small.results.store("new", "one", SOLVED | {"text": "x" * 1000}, "n", None)
    after = left(small, "results")
    assert "new" in after
    assert len(before) - 2 <= len(after) <= len(before) + 1


def test_the_events_of_an_ended_search_are_counted(store: Store) -> None:
    """The event of the end of a search is counted until a sweep drops it."""
    search_id, _ = join_or_create(store, "a")
    store.runs.finish(search_id, None, "solved", {})
    assert int(store.redis.hget(keys.SIZES, keys.events(search_id))) > 400
    assert store.redis.zscore(keys.ENDED, keys.events(search_id)) > store.now()
