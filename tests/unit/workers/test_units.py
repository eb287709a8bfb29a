"""A search that workers share: its units are done by workers, or by itself, whatever becomes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.config.settings import Settings
from fewest.schemas.lanes import Lane
from fewest.solver.model import Progress, Want
from fewest.solver.slide.search import driver, sharing
from fewest.solver.slide.search import units as slide_units
from fewest.solver.slide.search.iteration import Iteration
from fewest.solver.slide.search.plan import Plan
from fewest.solver.units import UnitResult
from fewest.solver.version import ANSWERS
from fewest.store import Store, connect, keys
from fewest.store.queue import search_and_run, workers_key
from fewest.store.recovery import requeue
from fewest.store.searches import Search
from fewest.store.units import Owner, is_unit, owner_of
from fewest.workers import reports, runs, units
from fewest.workers.units import Heartbeat, RunLost, StoredHelpers, kept_result, run_unit
from tests.effort import seeds
from tests.hang import HANG_SECONDS
from tests.present import present
from tests.unit.store.configured import refusing_writes
from tests.unit.store.queued import queued, take
from tests.unit.store.request import join_or_create, start_run
from tests.unit.workers.searches import created, loaded

HARDEST = catalogue()["8-puzzle"]["examples"][0]["puzzle"]
"""31 moves, 40 solutions."""

DEPTH_FIRST = Plan(
    initial_positions=0,
    small_positions=0,
    distance_nodes=0,
    quick_nodes=0,
    breadth_first_positions=0,
    placements=(20,),
    count_after_nodes=-1,
    slice_moves=200,
)


@pytest.fixture(autouse=True)
def _many_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search depth-first in short slices, look at units after each, and end units soon; kernels may be compiled."""
    monkeypatch.setattr(driver, "Plan", lambda: DEPTH_FIRST)
    monkeypatch.setattr(slide_units, "Plan", lambda: DEPTH_FIRST)
    monkeypatch.setattr(sharing, "WAIT_SECONDS", 0.001)
    for name in ("HEARTBEAT_SECONDS", "IDLE_SECONDS", "LOOK_SECONDS", "UNIT_WORK_SECONDS"):
        monkeypatch.setattr(units, name, 0.0)
    monkeypatch.setattr(reports, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(runs, "limit_memory", int)
    monkeypatch.setattr(runs, "missing", list)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with which every search is divided at once, and stays in its lane however slow the machine is."""
    return Settings(data=tmp_path, share_seconds=0.0, quick_seconds=HANG_SECONDS)


def add_worker(store: Store) -> None:
    """Have a worker of the long lane be alive."""
    store.redis.sadd(workers_key(Lane.LONG), "rq:worker:long")
    store.redis.hset("rq:worker:long", "birth", "")


class Workers:
    """Workers of the long lane: they get a chance to do something whenever the search looks at its units."""

    def __init__(self, store: Store, settings: Settings, behave: Callable[[str, int], object]) -> None:
        self._store, self._settings, self._behave = store, settings, behave

    def act(self) -> None:
        """Take the next unit off the queue, if there is one."""
        for name in queued(self._store, Lane.LONG)[:1]:
            unit_id, run = search_and_run(name)
            assert is_unit(unit_id)
            self._store.queue.withdraw(unit_id, run, Lane.LONG)
            self._behave(unit_id, run)


@pytest.fixture
def shared(
    store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Callable[[str, int], object]], Search]]:
    """Runs a search that counts, with workers of some behaviour; returns its record."""

    def run(behave: Callable[[str, int], object]) -> Search:
        workers, poll = Workers(store, settings, behave), StoredHelpers.poll

        def polled(self: StoredHelpers, *, idle: bool) -> Any:
            workers.act()
            return poll(self, idle=idle)

        monkeypatch.setattr(StoredHelpers, "poll", polled)
        add_worker(store)
        search_id = created(store, HARDEST, want=Want.COUNT)
        runs.run_search(settings, store, search_id)
        return loaded(store, search_id)

    yield run
    assert store.queue.depth(Lane.LONG) == 0
    assert not list(store.redis.scan_iter(keys.search("unit-*")))


def is_right(search: Search) -> None:
    """The search has ended with the known length and count."""
    assert (search.status, search.result.get("length")) == ("solved", 31), search.result
    assert int(search.result["count"]) == 40


def test_units_that_no_worker_does(shared: Any) -> None:
    """Without a worker that has time, the search does all units itself."""
    seen: list[str] = []
    is_right(shared(lambda unit_id, _run: seen.append(unit_id)))
    assert seen


@pytest.mark.parametrize("seed", seeds(5))
def test_workers_that_die(shared: Any, store: Store, settings: Settings, seed: int) -> None:
    """A unit whose worker dies is done by another, after three deaths by the search, and counts once."""
    random, counts = Random(seed), dict.fromkeys(("done", "died", "stale"), 0)

    def behave(unit_id: str, run: int) -> None:
        record = store.searches.load(unit_id)
        if record is None:
            return
        match random.choice(["done", "died", "stale"]):
            case "done":
                counts["done"] += run_unit(settings, store, unit_id, run)
            case "died":
                number = store.units.start(owner_of(record), unit_id, run)
                counts["died"] += bool(number)
                requeue(store, unit_id, number)
            case "stale":
                # A worker that was taken for dead ends its unit after all, before its successor or after it.
                counts["stale"] += requeue(store, unit_id, run)
                if random.random() < 0.5:
                    store.queue.withdraw(unit_id, run + 1, Lane.LONG)
                    run_unit(settings, store, unit_id, run + 1)
                run_unit(settings, store, unit_id, run)

    search = shared(behave)
    is_right(search)
    assert min(counts.values()) > 0, counts
    assert search.units > counts["done"]


def test_a_unit_without_memory_for_tables(shared: Any, store: Store, settings: Settings, caplog: Any) -> None:
    """A worker that cannot build the tables leaves the unit to the search."""
    bare = Settings(data=settings.data / "other", share_seconds=0.0)

    def behave(unit_id: str, run: int) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(units, "UNIT_BYTES", 10)
            assert not run_unit(bare, store, unit_id, run)

    is_right(shared(behave))
    assert "no memory to build the tables" in caplog.text


def test_a_unit_that_fails_goes_back(shared: Any, store: Store, settings: Settings) -> None:
    """A unit whose worker fails goes back to its search."""

    def behave(unit_id: str, run: int) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Iteration, "slice", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                run_unit(settings, store, unit_id, run)

    is_right(shared(behave))


@pytest.mark.parametrize("field", ["steps", "run"])
def test_a_search_notices_lost_steps(store: Store, settings: Settings, monkeypatch: Any, field: str) -> None:
    """If the server has lost steps of a round, the search is queued again and loses no solution."""
    add_worker(store)
    search_id = created(store, HARDEST, want=Want.COUNT)
    poll, polls = StoredHelpers.poll, 0

    def polled(self: StoredHelpers, *, idle: bool) -> Any:
        nonlocal polls
        polls += 1
        if polls == 50:
            store.redis.hset(keys.round_of(search_id), field, "0")
        return poll(self, idle=idle)

    monkeypatch.setattr(StoredHelpers, "poll", polled)
    runs.run_search(settings, store, search_id)
    search = loaded(store, search_id)
    assert (search.status, search.run, search.deaths) == ("queued", 2, 0)
    assert not store.redis.exists(keys.answer(search.key))
    runs.run_search(settings, store, search_id)
    is_right(loaded(store, search_id))


def test_a_kept_iteration_sums_up_its_units(store: Store) -> None:
    """A stored iteration has the smaller limit, all solutions and all remaining parts of search and units."""
    search_id = created(store, HARDEST)
    for own, ended, limit in ((9, b"11", 9), (11, b"9", 9), (9, b"", 9)):
        kept = {"answers": ANSWERS, "next_limit": own, "count": 2, "left": [{"part": 1}]}
        units = [json.dumps({"unit": {"part": {"part": 2}}})]
        left = {"own": json.dumps(kept), "next_limit": ended.decode(), "count": "3", "units": units}
        store.redis.hset(keys.search(search_id), "left", json.dumps(left))
        assert kept_result(loaded(store, search_id)) == UnitResult(0, limit, 5, left=({"part": 1}, {"part": 2}))


def running(store: Store, seconds: float = 0.0) -> StoredHelpers:
    """The helpers of a search that runs."""
    search_id = created(store, HARDEST)
    search, run = loaded(store, search_id), start_run(store, search_id)
    return StoredHelpers(store, search, run, seconds)


def test_a_replaced_search_cannot_offer(store: Store) -> None:
    """A run that was replaced ends when it offers a unit."""
    helpers = running(store)
    assert requeue(store, store.searches.open_ids()[0])
    with pytest.raises(RunLost):
        helpers.offer({})


def test_nothing_is_offered_without_workers_or_too_soon(server_url: str, store: Store) -> None:
    """A search offers no units in its first seconds, without another worker, or while the store is full."""
    search_id = created(store, HARDEST)
    search, run = loaded(store, search_id), start_run(store, search_id)
    full = connect(server_url, store_bytes=1)
    helpers = [StoredHelpers(of, search, run, seconds) for of, seconds in ((store, 0.0), (store, 1000.0), (full, 0.0))]
    assert [each.poll(idle=False).wanted for each in helpers] == [False] * 3
    add_worker(store)
    assert [each.poll(idle=False).wanted for each in helpers] == [True, False, False]
    store.redis.hset(keys.search(search_id), "lane", f'"{Lane.LONG}"')
    assert not StoredHelpers(store, loaded(store, search_id), run, 0.0).poll(idle=False).wanted


def test_as_many_units_wait_as_are_done(store: Store) -> None:
    """A search offers as many units as are running, at least one."""
    add_worker(store)
    helpers, offers = running(store), []
    owner = Owner(store.searches.open_ids()[0], 1)
    for _ in range(4):
        offers.append(0)
        while helpers.poll(idle=False).wanted:
            helpers.offer({"routes": []})
            offers[-1] += 1
        while name := take(store, Lane.LONG):
            assert store.units.start(owner, *search_and_run(name))
    assert offers == [1, 1, 2, 4]


def test_units_are_taken_back(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """A unit that is taken back leaves the queue, also if the server had no memory to queue it."""
    helpers = running(store)
    helpers.offer({"routes": []})
    assert store.queue.depth(Lane.LONG) == 1
    assert (helpers.take(), store.queue.depth(Lane.LONG), helpers.take()) == ({"routes": []}, 0, None)
    with refusing_writes(store):
        helpers.offer({"routes": []})
        assert "the store is full" in caplog.text
        assert helpers.poll(idle=True).open == 1
        assert helpers.take() == {"routes": []}
        assert helpers.poll(idle=True).open == 0
        helpers.end()


def test_searches_take_turns(store: Store) -> None:
    """The units of several searches take turns."""
    names = []
    for number, units_of_it in (("a", 3), ("b", 2)):
        search_id, _ = join_or_create(store, number, number)
        owner = Owner(search_id, start_run(store, search_id))
        ids = present(store.units.offer(owner, 1, [{}] * units_of_it))
        units.put(store, owner, ids)
        names.append(ids)
    (a1, a2, a3), (b1, b2) = names
    assert [search_and_run(name)[0] for name in queued(store, Lane.LONG)] == [a1, b1, a2, b2, a3]


def test_every_round_has_a_number_of_its_own(store: Store) -> None:
    """Each round of a run has a new number."""
    helpers = running(store)
    (search_id,) = store.searches.open_ids()
    for number in range(3):
        helpers.offer({"routes": []})
        assert store.redis.hget(keys.round_of(search_id), "run") == f"1.{number}".encode()
        helpers.end()
        assert not store.redis.exists(keys.round_of(search_id), keys.units_of(search_id))
        assert store.queue.depth(Lane.LONG) == 0
    helpers.end()
    helpers.offer({"routes": []})
    assert store.redis.hget(keys.round_of(search_id), "run") == b"1.3"


def test_a_beat_ends_a_process_whose_worker_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first heartbeat after its worker's death ends the process."""

    class Ended(Exception):
        pass

    def end(code: int) -> None:
        raise Ended(code)

    assert not Heartbeat(1000.0).is_due()
    heartbeat = Heartbeat(0.0)
    assert heartbeat.is_due()
    monkeypatch.setattr(units.os, "_exit", end)
    assert heartbeat.is_due()
    monkeypatch.setattr(units.os, "getppid", lambda: 1)
    with pytest.raises(Ended, match="1"):
        heartbeat.is_due()


class Preparing:
    """A unit whose tables take so many steps."""

    def __init__(self, steps: int, act: Callable[[], object]) -> None:
        self.left, self._act = steps, act

    def prepare(self) -> Iterator[Progress]:
        """Report each step."""
        while self.left:
            self.left -= 1
            self._act()
            yield Progress(0, 0)


@pytest.mark.parametrize(
    ("unit_gone", "search_gone", "goes_on"),
    [(False, False, True), (True, False, True), (False, True, True), (True, True, False)],
)
def test_tables_are_built_for_a_search_that_runs(
    store: Store, unit_gone: bool, search_gone: bool, goes_on: bool
) -> None:
    """A worker stops building tables only if its unit was taken back and the search has ended."""
    search_id = created(store, HARDEST)
    owner = Owner(search_id, start_run(store, search_id))
    (unit_id,) = store.units.offer(owner, 1, [{"routes": []}]) or []

    def act() -> None:
        if unit_gone:
            store.units.take(owner, 2)
        if search_gone:
            store.redis.hset(keys.search(search_id), "run", owner.run + 1)

    work: Any = Preparing(3, act)
    assert units._prepare(store, owner, unit_id, 0, work) is goes_on
    assert (work.left == 0) is goes_on


@pytest.mark.parametrize("looks", [5, 12, 20])
def test_an_owner_that_dies_loses_little(
    shared: Any, store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """A search whose worker dies continues from its stored iteration, and all solutions count once."""
    monkeypatch.setattr(units, "KEEP_SECONDS", 0.0)
    random = Random(looks)
    seen: list[str] = []

    def behave(unit_id: str, run: int) -> None:
        seen.append(unit_id)
        if len(seen) == looks:
            raise KeyboardInterrupt
        if random.random() < 0.5:
            run_unit(settings, store, unit_id, run)

    with pytest.raises(KeyboardInterrupt):
        shared(behave)
    (search_id,) = (each for each in store.searches.open_ids() if not is_unit(each))
    assert kept_result(loaded(store, search_id)).left
    before = loaded(store, search_id).progress.get("nodes", 0)
    assert requeue(store, search_id)
    runs.run_search(settings, store, search_id)
    search = loaded(store, search_id)
    is_right(search)
    assert search.result["statistics"]["nodes"] > before


def test_an_iteration_is_kept_every_few_seconds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An iteration is stored every five seconds; another version of the solver ignores it."""
    now = 100.0
    monkeypatch.setattr(units.time, "monotonic", lambda: now)
    helpers, asked = running(store, 10**6), []
    (search_id,) = store.searches.open_ids()
    done = UnitResult(0, 9, 2, left=({"part": 1},))
    assert helpers.kept() == UnitResult()
    for now in (100.0, 104.9, 105.0, 106.0, 109.9, 111.0):
        keep = helpers.poll(idle=False).keep
        asked.append(keep)
        if keep and now > 105.0:
            helpers.keep(done)
    assert asked == [False, False, True, True, False, True]
    assert kept_result(loaded(store, search_id)) == done
    monkeypatch.setattr(units, "ANSWERS", units.ANSWERS + 1)
    assert kept_result(loaded(store, search_id)) == UnitResult()
